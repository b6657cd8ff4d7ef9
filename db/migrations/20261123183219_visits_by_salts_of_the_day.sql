-- What a visitor's hash is made with on a day, the same for every process; gone when the day is over (src/platform/limits/visits.ts).
create table visit_salts (
  day  date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- False: somebody came without a name who is known by it now, so that it is no view of its own.
alter table visits add column counted boolean not null default true;
