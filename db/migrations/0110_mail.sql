-- Mail for what a person must know, each kind with its switch.

create table notice_switches (
  account_id text collate "C" not null references accounts on delete cascade,
  kind       text not null,
  enabled    boolean not null,
  primary key (account_id, kind)
);

create table mails (
  id          text collate "C" primary key,
  account_id  text collate "C" not null references accounts on delete cascade,
  kind        text not null,
  -- what it tells of: an event is told once to each address
  event_id    text collate "C",
  recipient   text not null,
  subject     text not null,
  body        text not null,
  status      text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  tries       integer not null default 0,
  next_try_at timestamptz not null,
  last_error  text,
  created_at  timestamptz not null,
  sent_at     timestamptz,
  check ((status = 'sent') = (sent_at is not null))
);
create unique index mails_event on mails (event_id, account_id, kind) where event_id is not null;
create index mails_due on mails (next_try_at) where status = 'waiting';
create index mails_created on mails (created_at);
