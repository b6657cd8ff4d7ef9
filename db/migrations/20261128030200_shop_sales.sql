-- A sale lowers the prices of a shop for some days. A job changes one listing per transaction, and restores the prices at the end.
create table sales (
  id text collate "C" primary key,
  shop_id text collate "C" not null references shops on delete cascade,
  account_id text collate "C" not null references accounts,
  percent integer not null,
  -- null for all listings that are for sale at the start
  listing_ids text[],
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- times at which the job began to lower the prices and had restored them
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  constraint sales_percent_check check (percent between 5 and 50),
  constraint sales_times_check check (ends_at >= starts_at)
);
create index sales_shop on sales (shop_id, created_at desc, id desc);
create index sales_account on sales (account_id);
create index sales_unfinished on sales (shop_id) where ended_at is null;
create index sales_ended on sales (ended_at);
create trigger one_world before insert or update of account_id, shop_id on sales
  for each row execute function one_world('account account_id', 'shop shop_id');
create trigger shown_sale_changed after insert or update or delete on sales
  for each row execute function shown_changed('shop', 'shop_id');

create table sale_listings (
  sale_id text collate "C" not null references sales on delete cascade,
  listing_id text collate "C" not null references listings on delete cascade,
  state text not null default 'waiting',
  -- values before the sale
  price_cents integer,
  price_basis text,
  lowest_price_cents integer,
  -- values during the sale
  sale_cents integer,
  sale_lowest_cents integer,
  message text,
  primary key (sale_id, listing_id),
  constraint sale_listings_state_check check (state in ('waiting', 'reduced', 'skipped', 'restored', 'left')),
  constraint sale_listings_reduced_check check (state not in ('reduced', 'restored', 'left') or (price_cents > sale_cents and sale_cents > 0))
);
create index sale_listings_listing on sale_listings (listing_id) where state = 'reduced';
