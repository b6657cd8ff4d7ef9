-- Orders, payments, holds and the ledger (completions 7). Money is cents of US dollars.

create table orders (
  id              text collate "C" primary key,
  -- an order that was never paid may outlive a deleted listing; one that was paid keeps its listing by `ever_sold`
  listing_id      text collate "C" not null,
  shop_id         text collate "C" not null,
  seller_id       text collate "C" not null references accounts,
  buyer_id        text collate "C" not null references accounts,
  offer_id        text collate "C" references offers,
  hold_id         text collate "C",
  -- as they were when it was made: the buyer pays what they saw
  listing_title   text not null,
  listing_link    text not null,
  photo           jsonb,
  shop_slug       text not null,
  shop_name       text not null,
  item_cents      integer not null check (item_cents >= 0),
  shipping_cents  integer not null check (shipping_cents >= 0),
  fee_cents       integer not null check (fee_cents between 0 and item_cents),
  -- what a hold paid already
  deposit_cents   integer not null default 0 check (deposit_cents between 0 and item_cents),
  refunded_cents  integer not null default 0,
  -- collected by the buyer, who shows a code (a listing whose shipping is 0)
  pickup          boolean not null,
  pickup_code     text check (pickup_code ~ '^[0-9]{6}$'),
  address         jsonb,
  carrier         text check (char_length(carrier) <= 60),
  tracking_number text check (char_length(tracking_number) <= 120),
  status          text not null default 'awaiting_payment' check (status in
                    ('awaiting_payment', 'paid', 'shipped', 'delivered', 'completed', 'problem', 'refunded', 'cancelled', 'expired')),
  payment         text not null default 'unpaid' check (payment in ('unpaid', 'pending', 'paid', 'partly_refunded', 'refunded')),
  payout          text not null default 'none' check (payout in ('none', 'waiting', 'on_hold', 'sent')),
  pay_by          timestamptz not null,
  ship_by         timestamptz,
  protect_until   timestamptz,
  -- the buyer asked to cancel; silence until then is a yes
  cancel_by       timestamptz,
  -- {reason, body, photos, reported_at, answer, answered_at, offered_cents}
  problem         jsonb,
  paid_at         timestamptz,
  shipped_at      timestamptz,
  delivered_at    timestamptz,
  completed_at    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  check (buyer_id <> seller_id),
  check (refunded_cents between 0 and item_cents + shipping_cents),
  check ((pickup_code is not null) = pickup),
  check (not pickup or shipping_cents = 0),
  check (status in ('awaiting_payment', 'expired', 'cancelled') or paid_at is not null),
  check (payout <> 'sent' or status in ('completed', 'refunded'))
);
-- one item sold once, whatever happens (I1)
create unique index orders_one_unfinished on orders (listing_id) where status in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'problem');
create unique index orders_offer on orders (offer_id) where offer_id is not null;
create unique index orders_hold on orders (hold_id) where hold_id is not null;
create index orders_seller on orders (seller_id, created_at desc, id desc);
create index orders_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_listing on orders (listing_id, created_at desc, id desc);
create index orders_shop_week on orders (shop_id, paid_at) where paid_at is not null;
create index orders_pay_by on orders (pay_by) where status = 'awaiting_payment';
create index orders_ship_by on orders (ship_by) where status = 'paid';
create index orders_cancel_by on orders (cancel_by) where cancel_by is not null and status = 'paid';
create index orders_protect_until on orders (protect_until) where status in ('shipped', 'delivered');

create function order_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('awaiting_payment', 'paid'), ('awaiting_payment', 'expired'), ('awaiting_payment', 'cancelled'),
    ('paid', 'shipped'), ('paid', 'delivered'), ('paid', 'cancelled'), ('paid', 'problem'),
    ('shipped', 'delivered'), ('shipped', 'completed'), ('shipped', 'problem'),
    ('delivered', 'completed'), ('delivered', 'problem'),
    ('problem', 'completed'), ('problem', 'refunded')) then
    raise exception 'an order cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_moves before update of status on orders
  for each row when (old.status is distinct from new.status) execute function order_moves();

-- The order's timeline, in the order of its writing.
create table order_steps (
  order_id text collate "C" not null references orders,
  position bigint generated always as identity,
  at       timestamptz not null,
  status   text not null,
  by       text not null check (by in ('buyer', 'seller', 'service', 'provider', 'operator')),
  primary key (order_id, position)
);

create table holds (
  id            text collate "C" primary key,
  listing_id    text collate "C" not null,
  shop_id       text collate "C" not null,
  seller_id     text collate "C" not null references accounts,
  buyer_id      text collate "C" not null references accounts,
  listing_title text not null,
  deposit_cents integer not null check (deposit_cents > 0),
  status        text not null default 'asked' check (status in ('asked', 'active', 'used', 'returned', 'kept', 'expired')),
  -- asked: pay by then; active: buy by then
  until         timestamptz not null,
  order_id      text collate "C" references orders,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  check (buyer_id <> seller_id),
  check ((status = 'used') = (order_id is not null))
);
create unique index holds_one_active on holds (listing_id) where status = 'active';
create unique index holds_one_of_a_buyer on holds (listing_id, buyer_id) where status in ('asked', 'active');
create index holds_due on holds (until) where status in ('asked', 'active');
create index holds_seller on holds (seller_id, created_at desc, id desc);
create index holds_buyer on holds (buyer_id, created_at desc, id desc);
alter table orders add foreign key (hold_id) references holds;

create function hold_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('asked', 'active'), ('asked', 'expired'), ('active', 'used'), ('active', 'returned'), ('active', 'kept'),
    -- an order that was made with it and never paid gives it back its time
    ('used', 'active'), ('used', 'kept'), ('used', 'returned')) then
    raise exception 'a hold cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger hold_moves before update of status on holds
  for each row when (old.status is distinct from new.status) execute function hold_moves();

-- One try of a buyer to pay, for an order or for the deposit of a hold. Its id is the provider's idempotency key.
create table payments (
  id             text collate "C" primary key,
  order_id       text collate "C" references orders,
  hold_id        text collate "C" references holds,
  buyer_id       text collate "C" not null references accounts,
  provider       text not null check (provider in ('test', 'stripe')),
  method         text not null,
  -- the provider's name for it; null until it answered
  provider_ref   text collate "C",
  amount_cents   integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0,
  status         text not null default 'started' check (status in ('started', 'pending', 'succeeded', 'failed')),
  failure        text,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  check (num_nonnulls(order_id, hold_id) = 1),
  check (refunded_cents between 0 and amount_cents),
  check (refunded_cents = 0 or status = 'succeeded')
);
create unique index payments_ref on payments (provider, provider_ref);
create index payments_order on payments (order_id);
create index payments_hold on payments (hold_id);
create index payments_unsettled on payments (updated_at) where status in ('started', 'pending');

-- Each event of a provider is used once (I12): written in the transaction of what it changes.
create table provider_events (
  provider    text not null,
  id          text collate "C" not null,
  type        text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- Money that is to leave: decided in the transaction that owes it, done by the settlement worker alone.
create table money_moves (
  id           text collate "C" primary key,
  kind         text not null check (kind in ('refund', 'payout')),
  order_id     text collate "C" references orders,
  hold_id      text collate "C" references holds,
  -- a refund goes back along the payment it came by
  payment_id   text collate "C" references payments,
  account_id   text collate "C" not null references accounts,
  amount_cents integer not null check (amount_cents > 0),
  status       text not null default 'due' check (status in ('due', 'sent')),
  provider_ref text collate "C",
  tries        integer not null default 0,
  next_try_at  timestamptz not null,
  last_error   text,
  created_at   timestamptz not null,
  sent_at      timestamptz,
  check (num_nonnulls(order_id, hold_id) >= 1),
  check ((kind = 'refund') = (payment_id is not null)),
  check ((status = 'sent') = (sent_at is not null))
);
-- a seller is paid once for each order and for each kept deposit
create unique index money_moves_payout_order on money_moves (order_id) where kind = 'payout' and hold_id is null;
create unique index money_moves_payout_hold on money_moves (hold_id) where kind = 'payout' and order_id is null;
create index money_moves_due on money_moves (next_try_at) where status = 'due';
create index money_moves_order on money_moves (order_id);

-- Where a seller's money goes (Stripe Connect); the test provider needs none.
create table payout_accounts (
  account_id   text collate "C" primary key references accounts,
  provider     text not null check (provider in ('test', 'stripe')),
  provider_ref text collate "C" not null,
  ready        boolean not null default false,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
create unique index payout_accounts_ref on payout_accounts (provider, provider_ref);

-- Double entry: the lines of a posting sum to zero, and what is held for an order or a hold, or owed to a seller,
-- is never less than nothing (I11). Rows are never changed.
create table ledger_entries (
  id           bigint generated always as identity primary key,
  posting      text collate "C" not null,
  -- buyer: outside, what buyers gave; escrow: held for an order or a hold; seller: owed; fees: ours; bank: outside, what sellers got
  account      text not null check (account in ('buyer', 'escrow', 'seller', 'fees', 'bank')),
  order_id     text collate "C" references orders,
  hold_id      text collate "C" references holds,
  amount_cents bigint not null check (amount_cents <> 0),
  created_at   timestamptz not null,
  check (num_nonnulls(order_id, hold_id) = 1)
);
create index ledger_entries_posting on ledger_entries (posting);
create index ledger_entries_order on ledger_entries (order_id, account);
create index ledger_entries_hold on ledger_entries (hold_id, account);

create function ledger_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entries where posting = new.posting) <> 0 then
    raise exception 'posting % does not sum to zero', new.posting using errcode = 'check_violation';
  end if;
  if new.account in ('escrow', 'seller') and (
    select sum(amount_cents) from ledger_entries
    where account = new.account and (order_id = new.order_id or hold_id = new.hold_id)) < 0 then
    raise exception 'the % of % would be less than nothing', new.account, coalesce(new.order_id, new.hold_id) using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_balances();

create function ledger_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to' using errcode = 'restrict_violation';
end $$;
create trigger ledger_is_written_once before update or delete on ledger_entries
  for each row execute function ledger_is_written_once();
