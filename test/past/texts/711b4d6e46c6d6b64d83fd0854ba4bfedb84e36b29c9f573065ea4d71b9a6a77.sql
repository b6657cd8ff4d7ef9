-- The last requests that an account's keys made, for its owner to look at. Never a body, a query or a secret.
-- Unlogged: a crash may lose it, and writing it should cost next to nothing.

create unlogged table request_log (
  -- the `Request-Id` of the answer
  id         text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  key_id     text collate "C" not null,
  operation  text not null,
  method     text not null,
  -- without the query
  path       text not null check (char_length(path) <= 200),
  status     integer not null,
  -- the type of the error, where it was one
  error      text,
  ms         integer not null,
  created_at timestamptz not null
);
create index request_log_account on request_log (account_id, created_at desc, id desc);
create index request_log_created on request_log (created_at);
