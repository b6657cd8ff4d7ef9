-- What every search index has to look at again. A process remembers the oldest transaction that was still open when
-- it last looked, and reads from there on: who commits late is read late, and nothing is missed.

create table market_changes (
  tx         xid8 not null default pg_current_xact_id(),
  listing_id text collate "C" not null,
  -- real time: an index that has not looked for longer than rows are kept is built anew
  at         timestamptz not null default clock_timestamp(),
  primary key (tx, listing_id)
);

create function market_changed() returns trigger language plpgsql as $$
begin
  insert into market_changes (listing_id) values (coalesce(new.id, old.id)) on conflict do nothing;
  return null;
end $$;
create trigger market_changed_by_insert after insert on listings
  for each row when (new.in_market) execute function market_changed();
create trigger market_changed_by_delete after delete on listings
  for each row when (old.in_market) execute function market_changed();
-- only what is searched, filtered or sorted by
create trigger market_changed_by_update after update on listings
  for each row when (
    (old.in_market or new.in_market) and
    (old.in_market, old.title, old.one_liner, old.category, old.description, old.fields, old.price_cents, old.take_offers, old.published_at)
      is distinct from
    (new.in_market, new.title, new.one_liner, new.category, new.description, new.fields, new.price_cents, new.take_offers, new.published_at))
  execute function market_changed();
