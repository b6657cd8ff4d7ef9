-- The periods in which a listing was publicly for sale, each at one price. A struck price needs them as evidence.
alter table listings
  add column was_cents integer,
  add column reduced_at timestamptz,
  add constraint listings_reduction_check check ((was_cents is null) = (reduced_at is null)) not valid;
-- the new column is empty, so the partial index is built in one scan without entries
-- squawk-ignore require-concurrent-index-creation
create index if not exists listings_reduced on listings (reduced_at) where reduced_at is not null;

create table listing_prices (
  listing_id text collate "C" not null references listings on delete cascade,
  price_cents integer not null,
  from_at timestamptz not null,
  -- null while the listing is publicly for sale at this price
  until_at timestamptz,
  constraint listing_prices_until_check check (until_at >= from_at)
);
create unique index listing_prices_current on listing_prices (listing_id) where until_at is null;
create index listing_prices_listing on listing_prices (listing_id, from_at);
create index listing_prices_until on listing_prices (until_at);

-- Records every price change, whichever statement makes it. In test mode, shop_open is false, so the shop decides.
create function listing_price_changed() returns trigger language plpgsql as $$
declare
  at timestamptz := service_time();
  price integer := case when new.status = 'live' and new.visibility = 'everyone' and exists (
    select from shops where id = new.shop_id and visibility = 'public' and not paused) then new.price_cents end;
begin
  if tg_op = 'INSERT' then
    at := least(at, new.published_at);
  elsif old.in_market and not exists (select from listing_prices where listing_id = new.id) then
    -- the listing is older than this table: its price was the same since its last change
    insert into listing_prices (listing_id, price_cents, from_at) values (new.id, old.price_cents, least(at, old.updated_at));
  end if;
  update listing_prices set until_at = greatest(at, from_at)
    where listing_id = new.id and until_at is null and price_cents is distinct from price;
  if price is not null then
    insert into listing_prices (listing_id, price_cents, from_at) values (new.id, price, at)
      on conflict (listing_id) where until_at is null do nothing;
  end if;
  return null;
end $$;

-- The time of the service's clock, which a test clock can move ahead of the database's clock.
create function service_time() returns timestamptz language sql volatile as $$
  select clock_timestamp() + coalesce((select make_interval(secs => offset_ms / 1000.0) from clock), interval '0')
$$;

create trigger listing_price_recorded_by_insert after insert on listings
  for each row when (new.status = 'live') execute function listing_price_changed();
create trigger listing_price_recorded_by_update after update of status, price_cents, visibility, hidden_at, shop_open on listings
  for each row execute function listing_price_changed();
