-- What happened, written in the transaction of the change it tells of (completions 10).
-- `data` is frozen as the bytes that every reader and every webhook try will see.
create table events (
  id            text collate "C" primary key,
  account_id    text collate "C" not null references accounts on delete cascade,
  type          text not null,
  -- one of the nine types of interface.md, Events: shown by the API and sent to webhooks
  is_public     boolean not null,
  data          text not null,
  created_at    timestamptz not null,
  dispatched_at timestamptz
);
create index events_account on events (account_id, created_at desc, id desc) where is_public;
create index events_created on events (created_at);
create index events_waiting on events (created_at) where dispatched_at is null;

-- Idempotency keys (completions 2). Only hashes are stored; the stored answer is encrypted with a key
-- that is derived from the caller's idempotency key, since an answer may hold a secret shown once.
create table idempotency_keys (
  id          bytea primary key,
  fingerprint bytea not null,
  state       text not null check (state in ('running', 'done')),
  owner       text not null,
  lease_until timestamptz not null,
  status      integer,
  answer      bytea,
  created_at  timestamptz not null,
  check ((state = 'done') = (status is not null and answer is not null))
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- How far the service's clock is ahead of the machine's (completions 1, TEST_CLOCK). One row.
create table clock (
  only_row  boolean primary key default true check (only_row),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
insert into clock default values;
