-- Limits that all processes count together (completions 12, Limits). Names are hashes: whom a row is about is not kept.

-- Counted exactly: when each of the last few deeds was done.
create table limit_counts (
  deed    text not null,
  name    bytea not null check (octet_length(name) = 16),
  times   timestamptz[] not null,
  ends_at timestamptz not null,
  primary key (deed, name)
) with (fillfactor = 70);
create index limit_counts_end on limit_counts (ends_at);

-- Requests by second: what is left, told here by each process a few times a second. Less than nothing where several let
-- through more than there was; that is waited for.
create table request_buckets (
  name       bytea primary key check (octet_length(name) = 16),
  tokens     double precision not null,
  per_second double precision not null,
  burst      double precision not null,
  at         timestamptz not null
) with (fillfactor = 70);
