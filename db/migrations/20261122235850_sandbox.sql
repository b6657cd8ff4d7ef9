-- A test world of its own for every account: two accounts beside the real one, a seller and a buyer, and what they own. Whatever it is,
-- an account is of one world for good: '' is the market, any other is the id of the account whose test world it is.

alter table accounts add column sandbox_of text collate "C" references accounts (id) on delete cascade;
alter table accounts add column sandbox_role text check (sandbox_role in ('seller', 'buyer'));
-- nobody signs in as one of them and no mail finds one: they have no address
alter table accounts add constraint accounts_sandbox_check check (
  (sandbox_of is null) = (sandbox_role is null)
  and (sandbox_of is null or (email is null and new_email is null and password_hash is null and not is_operator)));
alter table accounts drop constraint accounts_check;
alter table accounts add constraint accounts_check check ((closed_at is null and sandbox_of is null) = (email is not null));
create unique index accounts_sandbox on accounts (sandbox_of, sandbox_role) where sandbox_of is not null;

create function world_of(account text) returns text language sql stable as $$
  select coalesce(sandbox_of, '') from accounts where id = account
$$;

create function account_stays_in_its_world() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.sandbox_of, old.sandbox_role) is distinct from (new.sandbox_of, new.sandbox_role) then
      raise exception 'an account stays in its world' using errcode = 'check_violation';
    end if;
  elsif new.sandbox_of is not null and world_of(new.sandbox_of) <> '' then
    raise exception 'a test account has no test world' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger account_stays_in_its_world before insert or update of sandbox_of, sandbox_role on accounts
  for each row execute function account_stays_in_its_world();

-- Addresses of shops: each world has its own, so that none is taken by what nobody else can see.
alter table shops add column world text collate "C" not null default '';
alter table shop_slugs add column world text collate "C" not null default '';
alter table shops drop constraint shops_slug_fkey;
alter table shop_slugs drop constraint shop_slugs_pkey;
alter table shop_slugs add primary key (slug, world);
drop index shops_slug;
create unique index shops_slug on shops (slug, world);
alter table shops add foreign key (slug, world) references shop_slugs (slug, world) deferrable initially deferred;

create function world_of_owner() returns trigger language plpgsql as $$
begin
  new.world := coalesce(world_of(new.owner_id), '');
  return new;
end $$;
create trigger world_of_owner before insert or update of owner_id, world on shops for each row execute function world_of_owner();
create trigger world_of_owner before insert or update of owner_id, world on shop_slugs for each row execute function world_of_owner();

-- What is of a test world is never in the market: search, feeds, sitemap and counts go by this.
create or replace function listing_shop_open() returns trigger language plpgsql as $$
begin
  select s.visibility = 'public' and not s.paused and s.world = '' into new.shop_open from shops s where s.id = new.shop_id;
  return new;
end $$;
create or replace function shop_open_changed() returns trigger language plpgsql as $$
begin
  update listings set shop_open = (new.visibility = 'public' and not new.paused and new.world = '') where shop_id = new.id;
  return null;
end $$;

-- Where two parties meet, they are of one world. Arguments: a kind and the column that holds the id of one.
create function one_world() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  party text;
  party_id text;
  world text;
  first_world text;
begin
  foreach party in array tg_argv loop
    party_id := changed ->> split_part(party, ' ', 2);
    world := case split_part(party, ' ', 1)
      when 'account' then world_of(party_id)
      when 'shop' then (select s.world from shops s where s.id = party_id)
      when 'listing' then (select world_of(l.owner_id) from listings l where l.id = party_id)
      when 'order' then (select world_of(o.seller_id) from orders o where o.id = party_id)
      when 'hold' then (select world_of(h.seller_id) from holds h where h.id = party_id)
    end;
    -- what is not there is no party
    continue when world is null;
    if world <> first_world then
      raise exception 'the parties of this row of % are not of one world', tg_table_name using errcode = 'check_violation';
    end if;
    first_world := world;
  end loop;
  return new;
end $$;
create trigger one_world before insert or update of account_id, listing_id on likes
  for each row execute function one_world('account account_id', 'listing listing_id');
create trigger one_world before insert or update of account_id, shop_id on follows
  for each row execute function one_world('account account_id', 'shop shop_id');
create trigger one_world before insert or update of account_id, listing_id on reports
  for each row execute function one_world('account account_id', 'listing listing_id');
create trigger one_world before insert or update of account_id, listing_id on research_runs
  for each row execute function one_world('account account_id', 'listing listing_id');
create trigger one_world before insert or update of account_id, listing_id, order_id on checkouts
  for each row execute function one_world('account account_id', 'listing listing_id', 'order order_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id on offers
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id on orders
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id on holds
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id on threads
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id, order_id on reviews
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id', 'order order_id');
create trigger one_world before insert or update of buyer_id, order_id, hold_id on payments
  for each row execute function one_world('account buyer_id', 'order order_id', 'hold hold_id');
create trigger one_world before insert or update of account_id, order_id, hold_id on money_moves
  for each row execute function one_world('account account_id', 'order order_id', 'hold hold_id');
create trigger one_world before insert or update of account_id, order_id, hold_id on money_cases
  for each row execute function one_world('account account_id', 'order order_id', 'hold hold_id');

-- No money of a test world is anybody's money.
create function test_world_pays_nothing() returns trigger language plpgsql as $$
begin
  if new.provider <> 'test' and world_of(coalesce(to_jsonb(new) ->> 'buyer_id', to_jsonb(new) ->> 'account_id')) <> '' then
    raise exception 'a test world knows the test provider alone' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger test_world_pays_nothing before insert or update of provider on payments for each row execute function test_world_pays_nothing();
create trigger test_world_pays_nothing before insert or update of provider on payout_accounts for each row execute function test_world_pays_nothing();

-- A test world is emptied, and its rows grow older when its clock goes forward. In the market nothing of that is possible.
create or replace function listing_sold_stays() returns trigger language plpgsql as $$
begin
  if world_of(old.owner_id) <> '' then
    return old;
  end if;
  raise exception 'a listing that was ever sold stays on record' using errcode = 'restrict_violation';
end $$;
create or replace function ledger_is_written_once() returns trigger language plpgsql as $$
begin
  if coalesce((select world_of(seller_id) from orders where id = old.order_id), (select world_of(seller_id) from holds where id = old.hold_id)) <> '' then
    if tg_op = 'DELETE' then
      return old;
    elsif to_jsonb(new) - 'created_at' = to_jsonb(old) - 'created_at' then
      return new;
    end if;
  end if;
  raise exception 'the ledger is only ever added to' using errcode = 'restrict_violation';
end $$;

-- Pictures cost the same in both worlds: one account counts them.
create or replace function stored_files_changed_use() returns trigger language plpgsql as $$
begin
  update account_use u set media_bytes = u.media_bytes + d.n
  from (select coalesce(a.sandbox_of, a.id) as account, sum(n) as n from (
    select account_id, case when orphaned_at is null then bytes else 0 end as n from added
    union all select account_id, -(case when orphaned_at is null then bytes else 0 end) from removed
  ) as changes join accounts a on a.id = changes.account_id group by 1) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create or replace function stored_files_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set media_bytes = u.media_bytes + d.n
  from (select coalesce(a.sandbox_of, a.id) as account, sum(n) as n from (
    select account_id, -(case when orphaned_at is null then bytes else 0 end) as n from removed
  ) as changes join accounts a on a.id = changes.account_id group by 1) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
