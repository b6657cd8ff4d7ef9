-- What a key may commit in any 24 hours, and what it has committed (completions 12).
alter table keys add column max_day_cents integer check (max_day_cents between 0 and 10000000);

create table commitments (
  key_id text not null references keys(id) on delete cascade,
  -- an offer, an order or a hold
  subject_id text not null,
  cents integer not null check (cents >= 0),
  at timestamptz not null,
  primary key (key_id, subject_id)
);
create index commitments_old on commitments (at);

-- What an approval is bound to: every action that it is asked for, the version of each record it speaks of, and what it is equal
-- to. One that is asked again while it waits is the same one.
alter table approvals add column actions text[] not null default '{}';
alter table approvals add column versions jsonb not null default '{}';
alter table approvals add column digest bytea;
create unique index approvals_waiting on approvals (key_id, digest) where status = 'pending';

-- Agent keys that ask for just what was the default get the wider one.
update keys set ask_first = array['shops.delete', 'shops.floor', 'listings.delete', 'offers.accept', 'offers.counter', 'orders.refund', 'orders.cancel',
    'buying.offer', 'buying.pay', 'buying.confirm', 'webhooks.change']
  where kind = 'agent' and revoked_at is null
    and ask_first @> array['shops.delete', 'listings.delete', 'offers.accept', 'orders.refund', 'orders.cancel', 'buying.pay']
    and ask_first <@ array['shops.delete', 'listings.delete', 'offers.accept', 'orders.refund', 'orders.cancel', 'buying.pay'];
