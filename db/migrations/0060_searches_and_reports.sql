-- What buyers keep and tell (completions 5, Extensions).

create table saved_searches (
  id         text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  name       text not null,
  q          text,
  category   text,
  price      text not null default 'any',
  offers     boolean not null default false,
  alert      text not null default 'none' check (alert in ('none', 'daily')),
  -- up to when the account was told of what is new
  alerted_at timestamptz,
  created_at timestamptz not null,
  check (q is not null or category is not null or price <> 'any' or offers),
  -- the same question is kept once
  unique nulls not distinct (account_id, q, category, price, offers)
);
create index saved_searches_account on saved_searches (account_id, created_at desc, id desc);

create table reports (
  id         text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  listing_id text collate "C" not null references listings on delete cascade,
  reason     text not null check (reason in ('counterfeit', 'prohibited', 'misleading', 'offensive', 'other')),
  body       text,
  status     text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz not null
);
-- one open report of each account about a listing
create unique index reports_open on reports (account_id, listing_id) where status = 'open';
create index reports_account on reports (account_id, id);
create index reports_listing on reports (listing_id);
-- what the operator has to look at, the oldest first
create index reports_queue on reports (created_at, id) where status = 'open';

-- stores by the beginning of their name
create index shops_name on shops (lower(name) text_pattern_ops) where visibility = 'public' and not paused;
