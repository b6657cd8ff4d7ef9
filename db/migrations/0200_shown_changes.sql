-- What a kept answer to a stranger may hang on, and when it changed (docs/decisions/0013-kept-bytes.md). Read as
-- market_changes is: from the oldest transaction that was still open at the last look, so that late commits are seen.

create table shown_changes (
  tx      xid8 not null default pg_current_xact_id(),
  kind    text collate "C" not null check (kind in ('listing', 'shop', 'owner', 'followers')),
  -- of the listing, the shop, the account, or the shop that is followed
  id      text collate "C" not null,
  -- of a listing
  shop_id text collate "C" not null default '',
  -- real time: who has not looked for longer than rows are kept forgets all it keeps
  at      timestamptz not null default clock_timestamp(),
  primary key (tx, kind, id, shop_id)
);

create function shown_listing_changed() returns trigger language plpgsql as $$
begin
  insert into shown_changes (kind, id, shop_id)
    select distinct 'listing', coalesce(new.id, old.id), shop from unnest(array[old.shop_id, new.shop_id]) as shop where shop is not null
    on conflict do nothing;
  return null;
end $$;
create trigger shown_listing_changed_by_insert after insert on listings
  for each row when (new.status <> 'draft') execute function shown_listing_changed();
create trigger shown_listing_changed_by_delete after delete on listings
  for each row when (old.status <> 'draft') execute function shown_listing_changed();
-- whatever the change: a column that comes later is shown, too, until somebody says otherwise
create trigger shown_listing_changed_by_update after update on listings
  for each row when ((old.status <> 'draft' or new.status <> 'draft') and old.* is distinct from new.*)
  execute function shown_listing_changed();

-- those of a draft, too: whether it is one when all commit is not known here
create function shown_photo_changed() returns trigger language plpgsql as $$
begin
  insert into shown_changes (kind, id, shop_id)
    select 'listing', id, shop_id from listings where id in (new.listing_id, old.listing_id)
    on conflict do nothing;
  return null;
end $$;
create trigger shown_photo_changed after insert or update or delete on photos
  for each row execute function shown_photo_changed();

create function shown_changed() returns trigger language plpgsql as $$
begin
  insert into shown_changes (kind, id)
    values (tg_argv[0], coalesce(to_jsonb(new) ->> tg_argv[1], to_jsonb(old) ->> tg_argv[1]))
    on conflict do nothing;
  return null;
end $$;
create trigger shown_shop_changed_by_update after update on shops
  for each row when (old.* is distinct from new.*) execute function shown_changed('shop', 'id');
create trigger shown_shop_changed_by_delete after delete on shops
  for each row execute function shown_changed('shop', 'id');
create trigger shown_owner_changed after update on accounts
  for each row when (old.name is distinct from new.name) execute function shown_changed('owner', 'id');
create trigger shown_followers_changed after insert or delete on follows
  for each row execute function shown_changed('followers', 'shop_id');
