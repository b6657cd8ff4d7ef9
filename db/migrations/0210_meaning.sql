-- What listings mean (docs/decisions/0015-meaning.md). Written where there is an embedding model, else empty.

create table listing_vectors (
  listing_id text collate "C" primary key references listings on delete cascade,
  model      text not null,
  -- SHA-256 of the text that it was made of: it counts for no other
  text_hash  bytea not null check (octet_length(text_hash) = 32),
  -- one signed byte a number
  vector     bytea not null check (octet_length(vector) between 1 and 65536),
  -- listings.updated_at as it was read with the text
  read_at    timestamptz not null
);
create index listing_vectors_model on listing_vectors (model);

-- One process embeds at a time, so that nothing is paid for twice. Real time: it outlives no crash by more than a minute.
create table embedding_turn (
  one   boolean primary key default true check (one),
  until timestamptz not null
);
insert into embedding_turn (until) values ('-infinity');

-- Calls of the embedding model on a day, UTC: each kind's budget is held against it before a call.
create table embedding_days (
  day   date not null,
  kind  text not null check (kind in ('listings', 'queries')),
  calls integer not null check (calls >= 0),
  primary key (day, kind)
);
