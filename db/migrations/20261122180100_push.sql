-- Notices in a browser (RFC 8030, 8291, 8292): who asked for them, the service's own keys, and what is on its way.

-- made once, when first asked for; a browser is bound to the public one for as long as it is subscribed
create table push_keys (
  single      boolean primary key default true check (single),
  public_key  text not null,
  private_key text not null
);

create table push_subscriptions (
  id         text collate "C" primary key,
  -- it ends with the session of the browser: who signs out is told nothing more there
  session_id text collate "C" not null unique references sessions (id) on delete cascade,
  account_id text collate "C" not null references accounts on delete cascade,
  endpoint   text collate "C" not null unique check (char_length(endpoint) <= 1000),
  -- the browser's public key and secret, base64url
  p256dh     text not null,
  auth       text not null,
  -- tries given up in a row
  given_up   integer not null default 0,
  created_at timestamptz not null
);
create index push_subscriptions_account on push_subscriptions (account_id, created_at);

create table pushes (
  id              text collate "C" primary key,
  subscription_id text collate "C" not null references push_subscriptions on delete cascade,
  -- what it tells of, once to each browser
  event_id        text collate "C" not null,
  title           text not null,
  body            text not null,
  -- of our own
  path            text not null check (path like '/%'),
  status          text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  tries           integer not null default 0,
  next_try_at     timestamptz not null,
  last_error      text,
  created_at      timestamptz not null,
  unique (subscription_id, event_id)
);
create index pushes_due on pushes (next_try_at) where status = 'waiting';
create index pushes_created on pushes (created_at);
