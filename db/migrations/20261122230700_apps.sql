-- Apps that act for an account by OAuth 2.1. Their tokens are keys: one key for each app that was allowed, whose secret changes.

-- until when the present secret of an app's key works; null: as long as the key itself
alter table keys add column secret_expires_at timestamptz;

-- an app that registered itself; one that describes itself at an address of its own has no row
create table oauth_clients (
  id            text collate "C" primary key,
  name          text not null check (char_length(name) between 1 and 60),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  created_at    timestamptz not null,
  last_used_at  timestamptz not null
);
create index oauth_clients_used on oauth_clients (last_used_at);

-- what somebody allowed a moment ago, until the app comes for it
create table oauth_codes (
  code_hash       bytea primary key,
  -- whoever is signed out takes their yes back
  session_id      text collate "C" not null references sessions (id) on delete cascade,
  account_id      text collate "C" not null references accounts on delete cascade,
  client_id       text not null check (char_length(client_id) <= 500),
  client_name     text not null check (char_length(client_name) between 1 and 60),
  redirect_uri    text not null check (char_length(redirect_uri) <= 1000),
  challenge       text not null check (char_length(challenge) = 43),
  scopes          text[] not null,
  ask_first       text[] not null,
  max_offer_cents integer,
  max_day_cents   integer,
  -- what it became: a code that comes twice ends it
  key_id          text collate "C" references keys on delete cascade,
  created_at      timestamptz not null
);
create index oauth_codes_created on oauth_codes (created_at);
create index oauth_codes_session on oauth_codes (session_id);
create index oauth_codes_account on oauth_codes (account_id);
create index oauth_codes_key on oauth_codes (key_id) where key_id is not null;

create table apps (
  key_id           text collate "C" primary key references keys on delete cascade,
  client_id        text not null check (char_length(client_id) <= 500),
  -- the part of its refresh tokens that stays, by which one that was used before is known
  refresh_selector text collate "C" not null unique,
  refresh_hash     bytea not null,
  refreshed_at     timestamptz not null
);
