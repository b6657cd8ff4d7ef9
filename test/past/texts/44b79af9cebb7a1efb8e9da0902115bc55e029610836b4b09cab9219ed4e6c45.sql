-- One webhook per account, and what was sent to it (interface, Events; completions 10).

create table webhooks (
  account_id      text collate "C" primary key references accounts on delete cascade,
  url             text not null check (char_length(url) <= 2048),
  events          text[] not null check (cardinality(events) > 0),
  enabled         boolean not null,
  secret          text not null,
  -- the first failed try after the last success
  failing_since   timestamptz,
  -- switched off by the service, to be announced until it is saved again
  switched_off_at timestamptz,
  last_at         timestamptz,
  last_status     integer,
  last_error      text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);

create table webhook_deliveries (
  id          text collate "C" primary key,
  account_id  text collate "C" not null references accounts on delete cascade,
  event_id    text collate "C" not null,
  event_type  text not null,
  -- the bytes of every try, frozen with the event
  body        text not null,
  -- what the lanes go by
  host        text not null,
  status      text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  tries       integer not null default 0,
  next_try_at timestamptz,
  -- real time, not the service's: who works on it, and until when it is theirs
  leased_until timestamptz,
  last_at     timestamptz,
  last_status integer,
  last_error  text,
  created_at  timestamptz not null,
  check ((status = 'waiting') = (next_try_at is not null))
);
create unique index webhook_deliveries_event on webhook_deliveries (event_id, account_id);
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where status = 'waiting';
create index webhook_deliveries_account on webhook_deliveries (account_id, created_at desc, id desc);
