-- Shipping labels (decision 49).

-- Cost in cents of the label that is bought for an order. The seller's share pays it when the order completes.
-- After a refund, the seller's later orders pay the rest.
alter table orders
  add column label_cents integer not null default 0,
  -- part of the cost that the share of this order paid, and part that later orders paid
  add column label_paid_cents integer not null default 0,
  add column label_recovered_cents integer not null default 0,
  -- amount that the share of this order paid for labels of earlier orders
  add column recovered_cents integer not null default 0;
-- on a large database, run the statement above and then this one concurrently, by hand, before the deployment
-- squawk-ignore require-concurrent-index-creation
create index if not exists orders_label_unpaid on orders (seller_id) where label_cents > 0 and label_paid_cents + label_recovered_cents < label_cents;

-- `carrier` is money that the service paid to carriers, and `postage` is negative while the service has advanced the cost of a label.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (
  account in ('buyer', 'escrow', 'seller', 'fees', 'bank', 'debt', 'carrier', 'postage')
) not valid;

-- Offers of the carriers for the parcel of an order. They expire after 24 hours.
create table label_rates (
  id text collate "C" primary key,
  order_id text collate "C" not null references orders,
  provider text not null constraint label_rates_provider_check check (provider in ('test', 'easypost')),
  shipment_ref text collate "C" not null,
  rate_ref text collate "C" not null,
  carrier text not null,
  service text not null,
  amount_cents integer not null constraint label_rates_amount_cents_check check (amount_cents > 0),
  days integer,
  -- digest of the two addresses, because the price depends on them
  addresses text not null,
  created_at timestamptz not null
);
create index label_rates_order on label_rates (order_id);
create index label_rates_created on label_rates (created_at);

create table labels (
  id text collate "C" primary key,
  order_id text collate "C" not null references orders,
  -- buying: the provider was asked, and its answer may be lost
  status text not null constraint labels_status_check check (status in ('buying', 'bought', 'voided', 'failed')),
  provider text not null constraint labels_provider_check check (provider in ('test', 'easypost')),
  shipment_ref text collate "C" not null,
  rate_ref text collate "C" not null,
  carrier text not null,
  service text not null,
  amount_cents integer not null constraint labels_amount_cents_check check (amount_cents > 0),
  days integer,
  tracking_number text,
  image_url text,
  qr_url text,
  created_at timestamptz not null,
  -- number of times that a request or a job asked the provider about this label, and the last time
  asks integer not null,
  asked_at timestamptz not null,
  bought_at timestamptz,
  voided_at timestamptz,
  -- the carrier refuses to void the label of an order that has ended
  void_refused_at timestamptz,
  constraint labels_bought_check check ((bought_at is not null and tracking_number is not null) or status in ('buying', 'failed'))
);
-- an order has at most one label at a time
create unique index labels_active on labels (order_id) where status in ('buying', 'bought');
create index labels_order on labels (order_id);
create unique index labels_shipment on labels (provider, shipment_ref) where status in ('buying', 'bought');
create index labels_buying on labels (asked_at) where status = 'buying';

-- Events of the carriers, each recorded once.
create table carrier_events (
  provider text not null,
  id text collate "C" not null,
  label_id text collate "C" references labels,
  status text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);
create index carrier_events_received on carrier_events (received_at);
create index carrier_events_label on carrier_events (label_id);
