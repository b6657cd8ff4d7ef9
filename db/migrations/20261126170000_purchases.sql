-- Purchases: 2 to 10 orders of one shop with one payment, one parcel and one address. Shops set discounts by number of items.

create table purchases (
  id text collate "C" primary key,
  shop_id text collate "C" not null,
  seller_id text collate "C" not null references accounts,
  buyer_id text collate "C" not null references accounts,
  -- slug and name outlive the shop
  shop_slug text not null,
  shop_name text not null,
  status text not null default 'awaiting_payment',
  -- discount in percent
  percent integer not null,
  discount_cents integer not null,
  shipping_cents integer not null,
  total_cents integer not null,
  pay_by timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint purchases_status_check check (status in ('awaiting_payment', 'paid', 'expired', 'cancelled')),
  constraint purchases_paid_check check ((status = 'paid') = (paid_at is not null)),
  constraint purchases_percent_check check (percent between 0 and 50),
  constraint purchases_cents_check check (discount_cents >= 0 and shipping_cents >= 0 and total_cents >= shipping_cents),
  constraint purchases_parties_check check (buyer_id <> seller_id)
);
create index purchases_buyer on purchases (buyer_id, created_at desc, id desc);
create index purchases_seller on purchases (seller_id, created_at desc, id desc);
create index purchases_pay_by on purchases (pay_by) where status = 'awaiting_payment';
create trigger one_world before insert or update of seller_id, buyer_id, shop_id on purchases
  for each row execute function one_world('account seller_id', 'account buyer_id', 'shop shop_id');

create function purchase_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('awaiting_payment', 'paid'),
    ('awaiting_payment', 'expired'),
    ('awaiting_payment', 'cancelled')) then
    raise exception 'a purchase cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchase_moves before update of status on purchases
  for each row when (old.status is distinct from new.status) execute function purchase_moves();

alter table orders
  add column purchase_id text collate "C",
  -- the part of the purchase's discount; item_cents is the price after it
  add column discount_cents integer,
  -- the part of the purchase's payment; shipping can move to another order of the purchase later, this part never changes
  add column share_cents integer;
alter table orders add constraint orders_purchase_id_fkey foreign key (purchase_id) references purchases not valid;
alter table orders add constraint orders_purchase_check check (num_nonnulls(purchase_id, discount_cents, share_cents) in (0, 3)) not valid;
alter table orders add constraint orders_purchase_alone_check
  check (purchase_id is null or (offer_id is null and hold_id is null and not pickup and discount_cents >= 0 and share_cents >= 0)) not valid;
-- No order has a purchase yet, so the index has no rows.
-- squawk-ignore require-concurrent-index-creation
create index orders_purchase on orders (purchase_id, id) where purchase_id is not null;

alter table payments add column purchase_id text collate "C";
alter table payments add constraint payments_purchase_id_fkey foreign key (purchase_id) references purchases not valid;
alter table payments drop constraint payments_check;
alter table payments add constraint payments_one_subject check (num_nonnulls(order_id, hold_id, purchase_id) = 1) not valid;
-- No payment has a purchase yet, so the index has no rows.
-- squawk-ignore require-concurrent-index-creation
create index payments_purchase on payments (purchase_id) where purchase_id is not null;

alter table shops
  add column bundle_tiers jsonb not null default '[]',
  add column bundle_shipping text not null default 'sum';
alter table shops add constraint shops_bundle_tiers_check
  check (jsonb_typeof(bundle_tiers) = 'array' and jsonb_array_length(bundle_tiers) <= 3) not valid;
alter table shops add constraint shops_bundle_shipping_check check (bundle_shipping in ('sum', 'highest')) not valid;
