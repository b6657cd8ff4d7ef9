-- What an agent of another house is about to buy for somebody (the open commerce protocol, docs/ucp.md). It reserves nothing.
create table checkouts (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- the key that began it, and alone goes on with it
  key_id text not null references keys (id) on delete cascade,
  listing_id text not null references listings (id) on delete cascade,
  offer_id text references offers (id) on delete set null,
  order_id text references orders (id) on delete cascade,
  title text not null,
  -- what the agent was told that it costs; nothing else is paid
  item_cents integer not null check (item_cents >= 0),
  shipping_cents integer check (shipping_cents >= 0),
  -- as they were sent
  buyer jsonb,
  destination jsonb,
  -- where the agent's platform describes itself and hears of the order
  profile text,
  webhook_url text,
  cancelled_at timestamptz,
  expires_at timestamptz not null,
  forget_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index checkouts_of_account on checkouts (account_id);
create index checkouts_of_key on checkouts (key_id);
create index checkouts_of_listing on checkouts (listing_id);
create index checkouts_of_offer on checkouts (offer_id) where offer_id is not null;
create index checkouts_of_order on checkouts (order_id) where order_id is not null;
create index checkouts_to_forget on checkouts (forget_at);
