-- Accounts, sessions and keys (completions 3). Secrets are kept as SHA-256 only.

create table accounts (
  id            text collate "C" primary key,
  name          text not null check (char_length(name) between 1 and 60),
  -- null once the account is closed, so that the address is free again
  email         text,
  password_hash text,
  brake         boolean not null default false,
  is_operator   boolean not null default false,
  suspended_at  timestamptz,
  closed_at     timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  check ((closed_at is null) = (email is not null)),
  check ((closed_at is null) = (password_hash is not null))
);
create unique index accounts_email on accounts (lower(email));

create table sessions (
  token_hash bytea primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);

create table keys (
  id              text collate "C" primary key,
  account_id      text collate "C" not null references accounts on delete cascade,
  kind            text not null check (kind in ('api', 'agent')),
  name            text not null check (char_length(name) between 1 and 60),
  secret_hash     bytea not null,
  last4           text not null check (char_length(last4) = 4),
  scopes          text[] not null,
  ask_first       text[] not null default '{}',
  max_offer_cents integer check (max_offer_cents between 0 and 10000000),
  created_at      timestamptz not null,
  last_used_at    timestamptz,
  expires_at      timestamptz,
  revoked_at      timestamptz
);
create unique index keys_secret on keys (secret_hash);
create index keys_account on keys (account_id, created_at, id);

-- Monthly requests (completions 2, Limits). `month` is the first day of a calendar month, UTC.
create table usage_months (
  account_id text collate "C" not null references accounts on delete cascade,
  month      date not null,
  requests   bigint not null default 0 check (requests >= 0),
  primary key (account_id, month)
);

-- A stored request that waits for its owner (completions 3, ask_first).
create table approvals (
  id           text collate "C" primary key,
  account_id   text collate "C" not null references accounts on delete cascade,
  key_id       text collate "C" not null references keys on delete cascade,
  action       text not null,
  summary      text not null,
  amount_cents integer,
  request      jsonb not null,
  status       text not null default 'pending'
               check (status in ('pending', 'approved', 'done', 'failed', 'declined', 'expired')),
  result       jsonb,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  decided_at   timestamptz,
  check ((status in ('pending', 'expired')) = (decided_at is null)),
  check ((status in ('done', 'failed')) = (result is not null))
);
create index approvals_account on approvals (account_id, created_at desc, id desc);
create index approvals_pending on approvals (expires_at) where status = 'pending';

create table exports (
  id          text collate "C" primary key,
  account_id  text collate "C" not null references accounts on delete cascade,
  status      text not null default 'running' check (status in ('running', 'done', 'failed')),
  storage_key text,
  bytes       bigint,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  check ((status = 'done') = (storage_key is not null and bytes is not null))
);
create index exports_account on exports (account_id, created_at desc, id desc);
create index exports_expiry on exports (expires_at);
