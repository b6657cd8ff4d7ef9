-- Chargebacks, failed refunds, reversed transfers, failed payouts and accounts that stop (completions 7 and 12). The new checks
-- allow more than the old ones did, so no row has to be looked at again: NOT VALID keeps the lock short.

-- What of the money needs a person, or did: the operator's list.
create table money_cases (
  id         text collate "C" primary key,
  provider   text not null check (provider in ('test', 'stripe')),
  kind       text not null check (kind in
               ('chargeback', 'refund_failed', 'transfer_failed', 'transfer_reversed', 'payout_failed', 'account_stopped', 'mismatch')),
  -- the provider's object that it is about; a move of ours where none came to be
  ref        text collate "C" not null,
  order_id   text collate "C" references orders,
  hold_id    text collate "C" references holds,
  payment_id text collate "C" references payments,
  move_id    text collate "C" references money_moves,
  -- the seller whom it touches
  account_id text collate "C" references accounts,
  amount_cents integer not null check (amount_cents >= 0),
  -- of chargebacks: how far it is, what the bank holds of our money, how much of that was got from elsewhere, and how often money
  -- has moved for it at the provider
  stage         text check (stage in ('inquiry', 'open', 'won', 'lost')),
  taken_cents   integer not null default 0 check (taken_cents >= 0),
  covered_cents integer not null default 0,
  entries       integer not null default 0,
  -- in the provider's words, or in ours
  reason     text check (char_length(reason) <= 500),
  due_by     timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at  timestamptz,
  check ((kind = 'chargeback') = (stage is not null))
);
create unique index money_cases_ref on money_cases (provider, kind, ref);
create index money_cases_order on money_cases (order_id) where order_id is not null;
create index money_cases_hold on money_cases (hold_id) where hold_id is not null;
create index money_cases_payment on money_cases (payment_id) where payment_id is not null;
create index money_cases_account on money_cases (account_id, created_at desc) where closed_at is null;
create index money_cases_open on money_cases (created_at, id) where closed_at is null;
create index money_cases_closed on money_cases (closed_at desc, id) where closed_at is not null;

-- What the buyer's bank has asked back and not decided yet, and what it took for good (a part of refunded_cents).
alter table orders
  add column disputed_cents integer not null default 0,
  add column charged_back_cents integer not null default 0,
  add constraint orders_disputed_check check (disputed_cents >= 0) not valid,
  add constraint orders_charged_back_check check (charged_back_cents between 0 and refunded_cents) not valid;

alter table payments
  add column charged_back_cents integer not null default 0,
  add constraint payments_charged_back_check check (charged_back_cents between 0 and amount_cents) not valid;

-- `held` waits for a person, `failed` was sent and came back, `dropped` was never sent and is not needed any more. `of_move`: the
-- payout that a reversal takes back, or the move that this one does again.
alter table money_moves
  add column of_move text collate "C" references money_moves,
  drop constraint money_moves_kind_check,
  drop constraint money_moves_status_check,
  drop constraint money_moves_check2,
  add constraint money_moves_kind_check check (kind in ('refund', 'payout', 'reversal')) not valid,
  add constraint money_moves_status_check check (status in ('due', 'held', 'sent', 'failed', 'dropped')) not valid,
  add constraint money_moves_check2 check ((status in ('sent', 'failed')) = (sent_at is not null)) not valid,
  add constraint money_moves_reversal_check check (kind <> 'reversal' or of_move is not null) not valid;
drop index money_moves_payout_hold;
drop index money_moves_payout_order;
create unique index money_moves_payout_hold on money_moves (hold_id) where kind = 'payout' and order_id is null and of_move is null;
create unique index money_moves_payout_order on money_moves (order_id) where kind = 'payout' and hold_id is null and of_move is null;
create index money_moves_of on money_moves (of_move) where of_move is not null;
create index money_moves_hold on money_moves (hold_id) where hold_id is not null;

-- What the service put up for a payment that a bank took back: below nothing until it is got from elsewhere.
alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add constraint ledger_entries_account_check check (account in ('buyer', 'escrow', 'seller', 'fees', 'bank', 'debt')) not valid;

-- What became of an event: `used`, `seen` where it changes nothing, `foreign` where it is none of ours, `mismatch` where it says
-- what cannot be.
alter table provider_events
  add column ref text,
  add column outcome text check (outcome in ('used', 'seen', 'foreign', 'mismatch')),
  add column note text;

-- An account that has left the service at the provider.
alter table payout_accounts add column left_at timestamptz;
