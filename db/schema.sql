-- Generated from the migrated schema by bin/schema.ts; do not edit. For reference only: the service runs the migrations.

CREATE OR REPLACE FUNCTION public.account_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- a row may be told of by what it was before it went
  changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
begin
  -- arguments: the kind, the column of the record's id, the columns of the accounts that see it
  perform pg_notify('account_changes', concat_ws(' ', account, tg_argv[0], changed ->> tg_argv[1]))
    from (select distinct changed ->> name as account from unnest(tg_argv[2:]) as name) as accounts
    where account is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.account_stays_in_its_world()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if (old.sandbox_of, old.sandbox_role) is distinct from (new.sandbox_of, new.sandbox_role) then
      raise exception 'an account stays in its world' using errcode = 'check_violation';
    end if;
  elsif new.sandbox_of is not null and world_of(new.sandbox_of) <> '' then
    raise exception 'a test account has no test world' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.account_use_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into account_use (account_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_log_is_written_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.blocks_added_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set blocks = u.blocks + d.n
  from (select account, sum(n) as n from (
    select account_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.blocks_removed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set blocks = u.blocks + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follows_added_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set follows = u.follows + d.n
  from (select account, sum(n) as n from (
    select account_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follows_removed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set follows = u.follows + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) not in (
    ('asked', 'active'),
    ('asked', 'expired'),
    ('active', 'used'),
    ('active', 'returned'),
    ('active', 'kept'),
    ('used', 'active'),
    ('used', 'kept'),
    ('used', 'returned')) then
    raise exception 'a hold cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.invitation_ends_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an ended invitation stays ended' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.invitation_recipient_answers_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an answer to an invitation is final' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.is_blocked(one text, other text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(pair_lock(one, other));
  return exists (select from blocks where (account_id, blocked_id) in ((one, other), (other, one)));
end $function$;

CREATE OR REPLACE FUNCTION public.keep_daily_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin return null; end $function$;

CREATE OR REPLACE FUNCTION public.keys_added_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, (revoked_at is null)::int as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keys_changed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, (revoked_at is null)::int as n from added
    union all select account_id, -((revoked_at is null)::int) from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keys_removed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -((revoked_at is null)::int) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_is_written_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce((select world_of(seller_id) from orders where id = old.order_id), (select world_of(seller_id) from holds where id = old.hold_id)) <> '' then
    if tg_op = 'DELETE' then
      return old;
    elsif to_jsonb(new) - 'created_at' = to_jsonb(old) - 'created_at' then
      return new;
    end if;
  end if;
  raise exception 'the ledger is only ever added to' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.like_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change text := case
    when new.status = 'sold' and old.status = 'live' then 'liked_sold'
    when new.status = 'live' and new.reserved_until is null and (old.status = 'sold' or old.reserved_until is not null) then 'liked_back'
    else 'price_drop' end;
begin
  if exists (select from likes where listing_id = new.id) and world_of(new.owner_id) = '' then
    insert into like_changes (listing_id, kind, from_cents) values (new.id, change, old.price_cents);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.likes_added_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set likes = u.likes + d.n
  from (select account, sum(n) as n from (
    select account_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.likes_removed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set likes = u.likes + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_hides()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.hidden_at is null then
    new.visibility := coalesce(nullif(new.visibility, 'hidden'), new.asked_visibility, 'everyone');
    new.asked_visibility := null;
  elsif new.visibility <> 'hidden' then
    new.asked_visibility := new.visibility;
    new.visibility := 'hidden';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_keeps_its_past()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.ever_sold and not new.ever_sold then
    raise exception 'a sale is never forgotten' using errcode = 'check_violation';
  end if;
  if old.link is not null and new.link is distinct from old.link then
    raise exception 'a link is kept for ever' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) not in (
    ('draft', 'live'),
    ('live', 'draft'),
    ('live', 'sold'),
    ('sold', 'live')) then
    raise exception 'a listing cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_price_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.listing_reserved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare reserved timestamptz;
begin
  select max(standing.until) into reserved from (
    select pay_by as until from orders where listing_id = new.listing_id and status = 'awaiting_payment'
    union all
    select until from holds where listing_id = new.listing_id and status = 'active') standing;
  update listings set reserved_until = reserved where id = new.listing_id and reserved_until is distinct from reserved;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_shop_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select s.visibility = 'public' and not s.paused and s.world = '' into new.shop_open from shops s where s.id = new.shop_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_sold_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if world_of(old.owner_id) <> '' then
    return old;
  end if;
  raise exception 'a listing that was ever sold stays on record' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.listings_added_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set listings = u.listings + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.listings_removed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set listings = u.listings + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.market_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into market_changes (listing_id) values (coalesce(new.id, old.id)) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.money_move_steps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  by_hand boolean := coalesce(new.provider_ref, '') like 'by hand %';
begin
  if old.status in ('sent', 'failed', 'dropped') and
     (new.amount_cents <> old.amount_cents or (new.status <> old.status and (old.status, new.status) <> ('sent', 'failed'))) then
    raise exception 'money move % is over: it is %', old.id, old.status using errcode = 'check_violation';
  end if;
  if old.sending_since is not null and (new.status in ('held', 'dropped') or by_hand
     or (new.amount_cents <> old.amount_cents and new.status <> 'sent')) then
    raise exception 'money move % is being sent', old.id using errcode = 'check_violation';
  end if;
  if old.status in ('due', 'held') and new.status = 'sent' and old.sending_since is null and not by_hand then
    raise exception 'money move % was not marked as being sent', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.offer_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) not in (
    ('open', 'accepted'),
    ('open', 'declined'),
    ('open', 'countered'),
    ('countered', 'accepted'),
    ('countered', 'declined'),
    ('open', 'withdrawn'),
    ('countered', 'withdrawn'),
    ('open', 'replaced'),
    ('countered', 'replaced'),
    ('open', 'expired'),
    ('countered', 'expired'),
    ('open', 'closed'),
    ('countered', 'closed'),
    ('accepted', 'lapsed')) then
    raise exception 'an offer cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.offers_follow_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update offers set listing_price_cents = new.price_cents, updated_at = greatest(updated_at, new.updated_at)
  where listing_id = new.id and status in ('open', 'countered') and listing_price_cents <> new.price_cents;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.offers_start_within_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an offer cannot be above the price' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.one_world()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      when 'purchase' then (select world_of(p.seller_id) from purchases p where p.id = party_id)
    end;
    -- a missing party has no tenant
    continue when world is null;
    if world <> first_world then
      raise exception 'the parties of this row of % are not of one world', tg_table_name using errcode = 'check_violation';
    end if;
    first_world := world;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.operator_settings_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('operator_settings', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.order_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) not in (
    ('awaiting_payment', 'paid'),
    ('awaiting_payment', 'expired'),
    ('awaiting_payment', 'cancelled'),
    ('paid', 'cancelled'),
    ('paid', 'shipped'),
    ('paid', 'delivered'),
    ('paid', 'problem'),
    ('shipped', 'delivered'),
    ('shipped', 'completed'),
    ('shipped', 'problem'),
    ('delivered', 'completed'),
    ('delivered', 'problem'),
    ('problem', 'completed'),
    ('problem', 'refunded')) then
    raise exception 'an order cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.pair_lock(one text, other text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN hashtextextended(((LEAST((one COLLATE "C"), other) || ' '::text) || GREATEST((one COLLATE "C"), other)), (731044)::bigint);

CREATE OR REPLACE FUNCTION public.purchase_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) not in (
    ('awaiting_payment', 'paid'),
    ('awaiting_payment', 'expired'),
    ('awaiting_payment', 'cancelled')) then
    raise exception 'a purchase cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.return_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (coalesce(old.return_status, 'none'), coalesce(new.return_status, 'none')) not in (
    ('none', 'offered'),
    ('offered', 'agreed'),
    ('offered', 'declined'),
    ('offered', 'expired'),
    ('agreed', 'sent'),
    ('agreed', 'expired'),
    ('sent', 'received'),
    ('received', 'contested'),
    ('offered', 'refunded'),
    ('agreed', 'refunded'),
    ('sent', 'refunded'),
    ('received', 'refunded'),
    ('declined', 'refunded'),
    ('expired', 'refunded'),
    ('contested', 'refunded'),
    ('offered', 'closed'),
    ('agreed', 'closed'),
    ('sent', 'closed'),
    ('received', 'closed'),
    ('declined', 'closed'),
    ('expired', 'closed'),
    ('contested', 'closed')) then
    raise exception 'a return cannot move from % to %', coalesce(old.return_status, 'none'), coalesce(new.return_status, 'none') using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.service_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select clock_timestamp() + coalesce((select make_interval(secs => offset_ms / 1000.0) from clock), interval '0')
$function$;

CREATE OR REPLACE FUNCTION public.shop_is_suspended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    -- waits for who suspends the owner right now, so that no shop opens behind their back
    select suspended_at into new.suspended_at from accounts where id = new.owner_id for key share;
  end if;
  if new.suspended_at is null then
    if new.asked_visibility is not null then
      new.visibility := new.asked_visibility;
      new.asked_visibility := null;
    end if;
  else
    new.asked_visibility := coalesce(new.asked_visibility, new.visibility);
    new.visibility := 'private';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.shop_open_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update listings set shop_open = (new.visibility = 'public' and not new.paused and new.world = '') where shop_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.shops_added_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set shops = u.shops + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.shops_removed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set shops = u.shops + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.shown_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into shown_changes (kind, id)
    values (tg_argv[0], coalesce(to_jsonb(new) ->> tg_argv[1], to_jsonb(old) ->> tg_argv[1]))
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.shown_listing_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into shown_changes (kind, id, shop_id)
    select distinct 'listing', coalesce(new.id, old.id), shop from unnest(array[old.shop_id, new.shop_id]) as shop where shop is not null
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.shown_photo_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into shown_changes (kind, id, shop_id)
    select 'listing', id, shop_id from listings where id in (new.listing_id, old.listing_id)
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.stored_files_changed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set media_bytes = u.media_bytes + d.n
  from (select coalesce(a.sandbox_of, a.id) as account, sum(n) as n from (
    select account_id, case when orphaned_at is null then bytes else 0 end as n from added
    union all select account_id, -(case when orphaned_at is null then bytes else 0 end) from removed
  ) as changes join accounts a on a.id = changes.account_id group by 1) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.stored_files_removed_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update account_use u set media_bytes = u.media_bytes + d.n
  from (select coalesce(a.sandbox_of, a.id) as account, sum(n) as n from (
    select account_id, -(case when orphaned_at is null then bytes else 0 end) as n from removed
  ) as changes join accounts a on a.id = changes.account_id group by 1) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.test_world_pays_nothing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.provider <> 'test' and world_of(coalesce(to_jsonb(new) ->> 'buyer_id', to_jsonb(new) ->> 'account_id')) <> '' then
    raise exception 'a test world knows the test provider alone' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.world_of(account text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sandbox_of, '') from accounts where id = account
$function$;

CREATE OR REPLACE FUNCTION public.world_of_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.world := coalesce(world_of(new.owner_id), '');
  return new;
end $function$;

create table account_use (
  account_id text not null,
  shops integer not null default 0,
  keys integer not null default 0,
  listings integer not null default 0,
  likes integer not null default 0,
  follows integer not null default 0,
  media_bytes bigint not null default 0,
  blocks integer not null default 0,
  constraint account_use_pkey PRIMARY KEY (account_id),
  constraint account_use_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint account_use_blocks_check CHECK ((blocks >= 0)) NOT VALID,
  constraint account_use_follows_check CHECK ((follows >= 0)),
  constraint account_use_keys_check CHECK ((keys >= 0)),
  constraint account_use_likes_check CHECK ((likes >= 0)),
  constraint account_use_listings_check CHECK ((listings >= 0)),
  constraint account_use_media_bytes_check CHECK ((media_bytes >= 0)),
  constraint account_use_shops_check CHECK ((shops >= 0))
);

create table accounts (
  id text not null,
  name text not null,
  email text,
  password_hash text,
  brake boolean not null default false,
  is_operator boolean not null default false,
  suspended_at timestamp with time zone,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  email_verified_at timestamp with time zone,
  new_email text,
  time_zone text,
  sandbox_of text,
  sandbox_role text,
  sandbox_ahead_seconds bigint not null default 0,
  guest_email text,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_sandbox_of_fkey FOREIGN KEY (sandbox_of) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint accounts_check CHECK ((((closed_at IS NULL) AND (sandbox_of IS NULL) AND (guest_email IS NULL)) = (email IS NOT NULL))) NOT VALID,
  constraint accounts_closed_has_no_password CHECK (((closed_at IS NULL) OR (password_hash IS NULL))) NOT VALID,
  constraint accounts_closed_wants_no_email CHECK (((closed_at IS NULL) OR (new_email IS NULL))),
  constraint accounts_guest_check CHECK (((guest_email IS NULL) OR ((email IS NULL) AND (new_email IS NULL) AND (password_hash IS NULL) AND (closed_at IS NULL) AND (sandbox_of IS NULL) AND (NOT is_operator)))) NOT VALID,
  constraint accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint accounts_sandbox_check CHECK ((((sandbox_of IS NULL) = (sandbox_role IS NULL)) AND ((sandbox_of IS NULL) OR ((email IS NULL) AND (new_email IS NULL) AND (password_hash IS NULL) AND (NOT is_operator))))),
  constraint accounts_sandbox_role_check CHECK ((sandbox_role = ANY (ARRAY['seller'::text, 'buyer'::text]))),
  constraint accounts_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);
CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email));
CREATE INDEX accounts_guest ON public.accounts USING btree (lower(guest_email)) WHERE (guest_email IS NOT NULL);
CREATE UNIQUE INDEX accounts_sandbox ON public.accounts USING btree (sandbox_of, sandbox_role) WHERE (sandbox_of IS NOT NULL);
CREATE TRIGGER account_stays_in_its_world BEFORE INSERT OR UPDATE OF sandbox_of, sandbox_role ON public.accounts FOR EACH ROW EXECUTE FUNCTION account_stays_in_its_world();
CREATE TRIGGER account_told AFTER UPDATE ON public.accounts FOR EACH ROW WHEN (((old.suspended_at IS DISTINCT FROM new.suspended_at) OR (old.closed_at IS DISTINCT FROM new.closed_at))) EXECUTE FUNCTION account_changed('session', 'id', 'id');
CREATE TRIGGER account_use_begins AFTER INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION account_use_begins();
CREATE TRIGGER shown_owner_changed AFTER UPDATE ON public.accounts FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION shown_changed('owner', 'id');

create table addresses (
  id text not null,
  account_id text not null,
  name text not null,
  line1 text not null,
  line2 text,
  city text not null,
  state text,
  postal_code text not null,
  country text not null,
  is_default boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint addresses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX addresses_account ON public.addresses USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX addresses_default ON public.addresses USING btree (account_id) WHERE is_default;

create table appeals (
  id text not null,
  measure_id text not null,
  body text not null,
  created_at timestamp with time zone not null,
  outcome text,
  answer text,
  answered_at timestamp with time zone,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_measure_id_fkey FOREIGN KEY (measure_id) REFERENCES measures(id),
  constraint appeals_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 1000))),
  constraint appeals_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 2000))),
  constraint appeals_check CHECK ((((answered_at IS NULL) = (outcome IS NULL)) AND ((answered_at IS NULL) = (answer IS NULL)))),
  constraint appeals_outcome_check CHECK ((outcome = ANY (ARRAY['upheld'::text, 'lifted'::text])))
);
CREATE INDEX appeals_measure ON public.appeals USING btree (measure_id, created_at);
CREATE UNIQUE INDEX appeals_open ON public.appeals USING btree (measure_id) WHERE (answered_at IS NULL);
CREATE INDEX appeals_queue ON public.appeals USING btree (created_at, id) WHERE (answered_at IS NULL);

create table approvals (
  id text not null,
  account_id text not null,
  key_id text not null,
  action text not null,
  summary text not null,
  amount_cents integer,
  request jsonb not null,
  status text not null default 'pending'::text,
  result jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  actions text[] not null default '{}'::text[],
  versions jsonb not null default '{}'::jsonb,
  digest bytea,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint approvals_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  constraint approvals_check CHECK (((status = ANY (ARRAY['pending'::text, 'expired'::text])) = (decided_at IS NULL))),
  constraint approvals_check1 CHECK (((status = ANY (ARRAY['done'::text, 'failed'::text])) = (result IS NOT NULL))),
  constraint approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'done'::text, 'failed'::text, 'declined'::text, 'expired'::text])))
);
CREATE INDEX approvals_account ON public.approvals USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX approvals_account_pending ON public.approvals USING btree (account_id) WHERE (status = 'pending'::text);
CREATE INDEX approvals_decided ON public.approvals USING btree (created_at) WHERE (status <> ALL (ARRAY['pending'::text, 'approved'::text]));
CREATE INDEX approvals_pending ON public.approvals USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX approvals_waiting ON public.approvals USING btree (key_id, digest) WHERE (status = 'pending'::text);
CREATE TRIGGER approval_told AFTER UPDATE ON public.approvals FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION account_changed('approval', 'id', 'account_id');
CREATE TRIGGER approval_told_by_insert AFTER INSERT ON public.approvals FOR EACH ROW EXECUTE FUNCTION account_changed('approval', 'id', 'account_id');

create table apps (
  key_id text not null,
  client_id text not null,
  refresh_selector text not null,
  refresh_hash bytea not null,
  refreshed_at timestamp with time zone not null,
  constraint apps_pkey PRIMARY KEY (key_id),
  constraint apps_refresh_selector_key UNIQUE (refresh_selector),
  constraint apps_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  constraint apps_client_id_check CHECK ((char_length(client_id) <= 500))
);
CREATE INDEX apps_client ON public.apps USING btree (client_id);

create table audit_log (
  position bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_id text not null,
  actor_name text not null,
  verb text not null,
  subject_kind text not null,
  subject_id text not null,
  reason text,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY ("position")
);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_id, "position" DESC);
CREATE INDEX audit_log_verb ON public.audit_log USING btree (verb, "position" DESC);
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_written_once();
CREATE TRIGGER audit_log_is_written_once BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_written_once();

create table authenticator_apps (
  account_id text not null,
  secret bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  last_used_at timestamp with time zone,
  constraint authenticator_apps_pkey PRIMARY KEY (account_id),
  constraint authenticator_apps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint authenticator_apps_confirmed_by_a_code CHECK (((confirmed_at IS NULL) OR (last_step IS NOT NULL)))
);
CREATE INDEX authenticator_apps_waiting ON public.authenticator_apps USING btree (created_at) WHERE (confirmed_at IS NULL);

create table blocks (
  account_id text not null,
  blocked_id text not null,
  thread_id text,
  shop_id text,
  shop_slug text,
  shop_name text,
  created_at timestamp with time zone not null,
  order_id text,
  constraint blocks_pkey PRIMARY KEY (account_id, blocked_id),
  constraint blocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint blocks_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE SET NULL,
  constraint blocks_check CHECK ((account_id <> blocked_id))
);
CREATE INDEX blocks_account ON public.blocks USING btree (account_id, created_at DESC, blocked_id DESC);
CREATE INDEX blocks_blocked ON public.blocks USING btree (blocked_id);
CREATE INDEX blocks_shop ON public.blocks USING btree (shop_id);
CREATE TRIGGER blocks_added_use AFTER INSERT ON public.blocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION blocks_added_use();
CREATE TRIGGER blocks_removed_use AFTER DELETE ON public.blocks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION blocks_removed_use();
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, blocked_id ON public.blocks FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'account blocked_id');

create table bulk_change_rows (
  bulk_id text not null,
  position integer not null,
  listing_id text not null,
  before jsonb,
  state text not null default 'waiting'::text,
  changed_at timestamp with time zone,
  message text,
  param text,
  constraint bulk_change_rows_pkey PRIMARY KEY (bulk_id, "position"),
  constraint bulk_change_rows_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_changes(id) ON DELETE CASCADE,
  constraint bulk_change_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'changed'::text, 'refused'::text, 'restored'::text, 'unrestored'::text])))
);

create table bulk_changes (
  id text not null,
  account_id text not null,
  key_id text,
  change jsonb not null,
  forbidden text[] not null default '{}'::text[],
  status text not null default 'queued'::text,
  undoing boolean not null default false,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint bulk_changes_pkey PRIMARY KEY (id),
  constraint bulk_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint bulk_changes_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'undone'::text])))
);
CREATE INDEX bulk_changes_account ON public.bulk_changes USING btree (account_id, created_at);
CREATE INDEX bulk_changes_created ON public.bulk_changes USING btree (created_at);
CREATE UNIQUE INDEX bulk_changes_unfinished ON public.bulk_changes USING btree (account_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table carrier_events (
  provider text not null,
  id text not null,
  label_id text,
  status text not null,
  received_at timestamp with time zone not null,
  constraint carrier_events_pkey PRIMARY KEY (provider, id),
  constraint carrier_events_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id)
);
CREATE INDEX carrier_events_label ON public.carrier_events USING btree (label_id);
CREATE INDEX carrier_events_received ON public.carrier_events USING btree (received_at);

create table carts (
  id text not null,
  account_id text not null,
  key_id text not null,
  items jsonb not null,
  buyer jsonb,
  checkout_id text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint carts_pkey PRIMARY KEY (id),
  constraint carts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint carts_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE SET NULL,
  constraint carts_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  constraint carts_items_check CHECK ((jsonb_array_length(items) <= 50))
);
CREATE INDEX carts_of_account ON public.carts USING btree (account_id);
CREATE INDEX carts_of_checkout ON public.carts USING btree (checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX carts_of_key ON public.carts USING btree (key_id);
CREATE INDEX carts_to_forget ON public.carts USING btree (expires_at);

create table checkouts (
  id text not null,
  account_id text,
  key_id text,
  listing_id text not null,
  offer_id text,
  order_id text,
  title text not null,
  item_cents integer not null,
  shipping_cents integer,
  buyer jsonb,
  destination jsonb,
  profile text,
  webhook_url text,
  cancelled_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  forget_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  items jsonb,
  discount_cents integer,
  constraint checkouts_pkey PRIMARY KEY (id),
  constraint checkouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint checkouts_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  constraint checkouts_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint checkouts_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE SET NULL,
  constraint checkouts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint checkouts_discount_check CHECK ((((items IS NULL) = (discount_cents IS NULL)) AND ((discount_cents >= 0) AND (discount_cents <= item_cents)))) NOT VALID,
  constraint checkouts_item_cents_check CHECK ((item_cents >= 0)),
  constraint checkouts_items_check CHECK (((items IS NULL) OR ((jsonb_typeof(items) = 'array'::text) AND ((jsonb_array_length(items) >= 2) AND (jsonb_array_length(items) <= 10))))) NOT VALID,
  constraint checkouts_key_check CHECK (((key_id IS NULL) OR (account_id IS NOT NULL))) NOT VALID,
  constraint checkouts_shipping_cents_check CHECK ((shipping_cents >= 0))
);
CREATE INDEX checkouts_of_account ON public.checkouts USING btree (account_id);
CREATE INDEX checkouts_of_key ON public.checkouts USING btree (key_id);
CREATE INDEX checkouts_of_listing ON public.checkouts USING btree (listing_id);
CREATE INDEX checkouts_of_offer ON public.checkouts USING btree (offer_id) WHERE (offer_id IS NOT NULL);
CREATE INDEX checkouts_of_order ON public.checkouts USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX checkouts_to_forget ON public.checkouts USING btree (forget_at);
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, listing_id, order_id ON public.checkouts FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'listing listing_id', 'order order_id');

create table clock (
  only_row boolean not null default true,
  offset_ms bigint not null default 0,
  constraint clock_pkey PRIMARY KEY (only_row),
  constraint clock_offset_ms_check CHECK ((offset_ms >= 0)),
  constraint clock_only_row_check CHECK (only_row)
);

create table commitments (
  key_id text not null,
  subject_id text not null,
  cents integer not null,
  at timestamp with time zone not null,
  constraint commitments_pkey PRIMARY KEY (key_id, subject_id),
  constraint commitments_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  constraint commitments_cents_check CHECK ((cents >= 0))
);
CREATE INDEX commitments_old ON public.commitments USING btree (at);

create table daily_counts (
  subject text not null,
  kind text not null,
  day date not null,
  count bigint not null default 0,
  constraint daily_counts_pkey PRIMARY KEY (subject, kind, day),
  constraint daily_counts_count_check CHECK ((count >= 0)),
  constraint daily_counts_kind_check CHECK ((kind = ANY (ARRAY['view'::text, 'share'::text])))
) partition by RANGE (day);
CREATE INDEX daily_counts_day ON ONLY public.daily_counts USING btree (day, kind);
CREATE TRIGGER not_by_place BEFORE DELETE ON public.daily_counts FOR EACH ROW WHEN ((current_query() ~~ '%delete from daily_counts where ctid%'::text)) EXECUTE FUNCTION keep_daily_count();

create table demo_market (
  only_one boolean not null default true,
  state text not null,
  changed_at timestamp with time zone not null,
  constraint demo_market_pkey PRIMARY KEY (only_one),
  constraint demo_market_only_one_check CHECK (only_one),
  constraint demo_market_state_check CHECK ((state = ANY (ARRAY['planted'::text, 'off'::text])))
);

create table demo_pictures (
  position integer not null,
  listing_id text,
  shop_id text,
  alt text,
  drawing jsonb not null,
  constraint demo_pictures_pkey PRIMARY KEY ("position"),
  constraint demo_pictures_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint demo_pictures_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE,
  constraint demo_pictures_check CHECK ((num_nonnulls(listing_id, shop_id) = 1))
);
CREATE INDEX demo_pictures_listing ON public.demo_pictures USING btree (listing_id);
CREATE INDEX demo_pictures_shop ON public.demo_pictures USING btree (shop_id);

create table embedding_days (
  day date not null,
  kind text not null,
  calls integer not null,
  constraint embedding_days_pkey PRIMARY KEY (day, kind),
  constraint embedding_days_calls_check CHECK ((calls >= 0)),
  constraint embedding_days_kind_check CHECK ((kind = ANY (ARRAY['listings'::text, 'queries'::text])))
);

create table embedding_turn (
  one boolean not null default true,
  until timestamp with time zone not null,
  constraint embedding_turn_pkey PRIMARY KEY (one),
  constraint embedding_turn_one_check CHECK (one)
);

create table events (
  id text not null,
  account_id text not null,
  type text not null,
  is_public boolean not null,
  data text not null,
  created_at timestamp with time zone not null,
  dispatched_at timestamp with time zone,
  xid xid8 not null default pg_current_xact_id(),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX events_account ON public.events USING btree (account_id, created_at DESC, id DESC) WHERE is_public;
CREATE INDEX events_created ON public.events USING btree (created_at);
CREATE INDEX events_forward ON public.events USING btree (account_id, xid, id) WHERE is_public;
CREATE INDEX events_waiting ON public.events USING btree (created_at) WHERE (dispatched_at IS NULL);

create table exports (
  id text not null,
  account_id text not null,
  status text not null default 'running'::text,
  storage_key text,
  bytes bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint exports_check CHECK (((status = 'done'::text) = ((storage_key IS NOT NULL) AND (bytes IS NOT NULL)))),
  constraint exports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX exports_account ON public.exports USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX exports_expiry ON public.exports USING btree (expires_at);

create table follows (
  account_id text not null,
  shop_id text not null,
  created_at timestamp with time zone not null,
  constraint follows_pkey PRIMARY KEY (shop_id, account_id),
  constraint follows_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint follows_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX follows_account ON public.follows USING btree (account_id, created_at DESC, shop_id);
CREATE TRIGGER follows_added_use AFTER INSERT ON public.follows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follows_added_use();
CREATE TRIGGER follows_removed_use AFTER DELETE ON public.follows REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION follows_removed_use();
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, shop_id ON public.follows FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'shop shop_id');
CREATE TRIGGER shown_followers_changed AFTER INSERT OR DELETE ON public.follows FOR EACH ROW EXECUTE FUNCTION shown_changed('followers', 'shop_id');

create table guest_checkouts (
  id text not null,
  account_id text not null,
  order_id text not null,
  token_hash bytea not null,
  network text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint guest_checkouts_pkey PRIMARY KEY (id),
  constraint guest_checkouts_order_id_key UNIQUE (order_id),
  constraint guest_checkouts_token_hash_key UNIQUE (token_hash),
  constraint guest_checkouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint guest_checkouts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint guest_checkouts_network_check CHECK ((char_length(network) <= 60)),
  constraint guest_checkouts_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX guest_checkouts_account ON public.guest_checkouts USING btree (account_id);
CREATE INDEX guest_checkouts_created ON public.guest_checkouts USING btree (created_at);

create table helper_runs (
  id text not null,
  account_id text not null,
  helper text not null,
  subject text not null,
  prompt_version text,
  model text,
  snapshot jsonb,
  decision text not null,
  detail jsonb,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  constraint helper_runs_pkey PRIMARY KEY (id),
  constraint helper_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint helper_runs_input_tokens_check CHECK ((input_tokens >= 0)),
  constraint helper_runs_output_tokens_check CHECK ((output_tokens >= 0))
);
CREATE INDEX helper_runs_account ON public.helper_runs USING btree (account_id, started_at DESC);
CREATE INDEX helper_runs_started ON public.helper_runs USING btree (started_at);
CREATE INDEX helper_runs_subject ON public.helper_runs USING btree (subject, started_at DESC);

create table holds (
  id text not null,
  listing_id text not null,
  shop_id text not null,
  seller_id text not null,
  buyer_id text not null,
  listing_title text not null,
  deposit_cents integer not null,
  status text not null default 'asked'::text,
  until timestamp with time zone not null,
  order_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint holds_pkey PRIMARY KEY (id),
  constraint holds_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts(id),
  constraint holds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint holds_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES accounts(id),
  constraint holds_check CHECK ((buyer_id <> seller_id)),
  constraint holds_check1 CHECK (((status = 'used'::text) = (order_id IS NOT NULL))),
  constraint holds_deposit_cents_check CHECK ((deposit_cents > 0)),
  constraint holds_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'active'::text, 'used'::text, 'returned'::text, 'kept'::text, 'expired'::text])))
);
CREATE INDEX holds_buyer ON public.holds USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX holds_due ON public.holds USING btree (until) WHERE (status = ANY (ARRAY['asked'::text, 'active'::text]));
CREATE UNIQUE INDEX holds_one_active ON public.holds USING btree (listing_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX holds_one_of_a_buyer ON public.holds USING btree (listing_id, buyer_id) WHERE (status = ANY (ARRAY['asked'::text, 'active'::text]));
CREATE INDEX holds_seller ON public.holds USING btree (seller_id, created_at DESC, id DESC);
CREATE TRIGGER hold_moves BEFORE UPDATE OF status ON public.holds FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION hold_moves();
CREATE TRIGGER hold_told AFTER UPDATE ON public.holds FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION account_changed('hold', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER hold_told_by_insert AFTER INSERT ON public.holds FOR EACH ROW EXECUTE FUNCTION account_changed('hold', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER listing_reserved AFTER UPDATE ON public.holds FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.until IS DISTINCT FROM new.until))) EXECUTE FUNCTION listing_reserved();
CREATE TRIGGER listing_reserved_by_insert AFTER INSERT ON public.holds FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION listing_reserved();
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF seller_id, buyer_id, listing_id, shop_id ON public.holds FOR EACH ROW EXECUTE FUNCTION one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');

create table idempotency_keys (
  id bytea not null,
  fingerprint bytea not null,
  state text not null,
  owner text not null,
  lease_until timestamp with time zone not null,
  status integer,
  answer bytea,
  created_at timestamp with time zone not null,
  holder integer,
  constraint idempotency_keys_pkey PRIMARY KEY (id),
  constraint idempotency_keys_check CHECK (((state = 'done'::text) = ((status IS NOT NULL) AND (answer IS NOT NULL)))),
  constraint idempotency_keys_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);

create table invitation_recipients (
  invitation_id text not null,
  account_id text not null,
  listing_id text not null,
  answer text,
  order_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint invitation_recipients_pkey PRIMARY KEY (invitation_id, account_id),
  constraint invitation_recipients_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint invitation_recipients_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE,
  constraint invitation_recipients_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint invitation_recipients_answer_check CHECK ((answer = ANY (ARRAY['taken'::text, 'declined'::text, 'closed'::text]))),
  constraint invitation_recipients_order_check CHECK (((NOT (answer IS DISTINCT FROM 'taken'::text)) = (order_id IS NOT NULL)))
);
CREATE INDEX invitation_recipients_account ON public.invitation_recipients USING btree (account_id, invitation_id DESC);
CREATE INDEX invitation_recipients_listing ON public.invitation_recipients USING btree (listing_id, account_id, created_at);
CREATE TRIGGER invitation_recipient_answers_once BEFORE UPDATE OF answer ON public.invitation_recipients FOR EACH ROW WHEN (((old.answer IS NOT NULL) AND (old.answer IS DISTINCT FROM new.answer))) EXECUTE FUNCTION invitation_recipient_answers_once();
CREATE TRIGGER invitation_told AFTER INSERT OR UPDATE ON public.invitation_recipients FOR EACH ROW EXECUTE FUNCTION account_changed('invitation', 'invitation_id', 'account_id');
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, listing_id ON public.invitation_recipients FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'listing listing_id');

create table invitations (
  id text not null,
  account_id text not null,
  listing_id text not null,
  amount_cents integer not null,
  note text,
  ended_as text,
  expires_at timestamp with time zone not null,
  sent integer not null,
  taken integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint invitations_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint invitations_amount_cents_check CHECK ((amount_cents > 0)),
  constraint invitations_counts_check CHECK (((sent > 0) AND ((taken >= 0) AND (taken <= sent)))),
  constraint invitations_ended_as_check CHECK ((ended_as = ANY (ARRAY['withdrawn'::text, 'closed'::text, 'expired'::text]))),
  constraint invitations_note_check CHECK ((char_length(note) <= 500))
);
CREATE INDEX invitations_account ON public.invitations USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX invitations_expires_at ON public.invitations USING btree (expires_at);
CREATE INDEX invitations_listing ON public.invitations USING btree (listing_id);
CREATE UNIQUE INDEX invitations_one_live ON public.invitations USING btree (listing_id) WHERE (ended_as IS NULL);
CREATE TRIGGER invitation_ends_once BEFORE UPDATE OF ended_as ON public.invitations FOR EACH ROW WHEN (((old.ended_as IS NOT NULL) AND (old.ended_as IS DISTINCT FROM new.ended_as))) EXECUTE FUNCTION invitation_ends_once();
CREATE TRIGGER invitation_told AFTER UPDATE ON public.invitations FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION account_changed('invitation', 'id', 'account_id');
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, listing_id ON public.invitations FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'listing listing_id');

create table keys (
  id text not null,
  account_id text not null,
  kind text not null,
  name text not null,
  secret_hash bytea not null,
  last4 text not null,
  scopes text[] not null,
  ask_first text[] not null default '{}'::text[],
  max_offer_cents integer,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  max_day_cents integer,
  secret_expires_at timestamp with time zone,
  constraint keys_pkey PRIMARY KEY (id),
  constraint keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint keys_kind_check CHECK ((kind = ANY (ARRAY['api'::text, 'agent'::text]))),
  constraint keys_last4_check CHECK ((char_length(last4) = 4)),
  constraint keys_max_day_cents_check CHECK (((max_day_cents >= 0) AND (max_day_cents <= 10000000))),
  constraint keys_max_offer_cents_check CHECK (((max_offer_cents >= 0) AND (max_offer_cents <= 10000000))),
  constraint keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);
CREATE INDEX keys_account ON public.keys USING btree (account_id, created_at, id);
CREATE INDEX keys_ended ON public.keys USING btree (LEAST(revoked_at, expires_at));
CREATE UNIQUE INDEX keys_secret ON public.keys USING btree (secret_hash);
CREATE TRIGGER keys_added_use AFTER INSERT ON public.keys REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keys_added_use();
CREATE TRIGGER keys_changed_use AFTER UPDATE ON public.keys REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keys_changed_use();
CREATE TRIGGER keys_removed_use AFTER DELETE ON public.keys REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keys_removed_use();

create table known_browsers (
  account_id text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint known_browsers_pkey PRIMARY KEY (account_id, token_hash),
  constraint known_browsers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX known_browsers_seen ON public.known_browsers USING btree (seen_at);

create table label_rates (
  id text not null,
  order_id text not null,
  provider text not null,
  shipment_ref text not null,
  rate_ref text not null,
  carrier text not null,
  service text not null,
  amount_cents integer not null,
  days integer,
  addresses text not null,
  created_at timestamp with time zone not null,
  constraint label_rates_pkey PRIMARY KEY (id),
  constraint label_rates_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint label_rates_amount_cents_check CHECK ((amount_cents > 0)),
  constraint label_rates_provider_check CHECK ((provider = ANY (ARRAY['test'::text, 'easypost'::text])))
);
CREATE INDEX label_rates_created ON public.label_rates USING btree (created_at);
CREATE INDEX label_rates_order ON public.label_rates USING btree (order_id);

create table labels (
  id text not null,
  order_id text not null,
  status text not null,
  provider text not null,
  shipment_ref text not null,
  rate_ref text not null,
  carrier text not null,
  service text not null,
  amount_cents integer not null,
  days integer,
  tracking_number text,
  image_url text,
  qr_url text,
  created_at timestamp with time zone not null,
  asks integer not null,
  asked_at timestamp with time zone not null,
  bought_at timestamp with time zone,
  voided_at timestamp with time zone,
  void_refused_at timestamp with time zone,
  constraint labels_pkey PRIMARY KEY (id),
  constraint labels_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint labels_amount_cents_check CHECK ((amount_cents > 0)),
  constraint labels_bought_check CHECK ((((bought_at IS NOT NULL) AND (tracking_number IS NOT NULL)) OR (status = ANY (ARRAY['buying'::text, 'failed'::text])))),
  constraint labels_provider_check CHECK ((provider = ANY (ARRAY['test'::text, 'easypost'::text]))),
  constraint labels_status_check CHECK ((status = ANY (ARRAY['buying'::text, 'bought'::text, 'voided'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX labels_active ON public.labels USING btree (order_id) WHERE (status = ANY (ARRAY['buying'::text, 'bought'::text]));
CREATE INDEX labels_buying ON public.labels USING btree (asked_at) WHERE (status = 'buying'::text);
CREATE INDEX labels_order ON public.labels USING btree (order_id);
CREATE UNIQUE INDEX labels_shipment ON public.labels USING btree (provider, shipment_ref) WHERE (status = ANY (ARRAY['buying'::text, 'bought'::text]));

create table ledger_entries (
  id bigint not null generated always as identity,
  posting text not null,
  account text not null,
  order_id text,
  hold_id text,
  amount_cents bigint not null,
  created_at timestamp with time zone not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES holds(id),
  constraint ledger_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint ledger_entries_account_check CHECK ((account = ANY (ARRAY['buyer'::text, 'escrow'::text, 'seller'::text, 'fees'::text, 'bank'::text, 'debt'::text, 'carrier'::text, 'postage'::text]))) NOT VALID,
  constraint ledger_entries_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint ledger_entries_check CHECK ((num_nonnulls(order_id, hold_id) = 1))
);
CREATE INDEX ledger_entries_created_at ON public.ledger_entries USING btree (created_at);
CREATE INDEX ledger_entries_hold ON public.ledger_entries USING btree (hold_id, account);
CREATE INDEX ledger_entries_order ON public.ledger_entries USING btree (order_id, account);
CREATE INDEX ledger_entries_posting ON public.ledger_entries USING btree (posting);
CREATE CONSTRAINT TRIGGER ledger_balances AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balances();
CREATE TRIGGER ledger_is_written_once BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_is_written_once();

create table like_alerts (
  listing_id text not null,
  account_id text not null,
  kind text not null,
  due_at timestamp with time zone,
  sent_at timestamp with time zone,
  sent_cents integer,
  constraint like_alerts_pkey PRIMARY KEY (listing_id, account_id, kind),
  constraint like_alerts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint like_alerts_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint like_alerts_check CHECK (((num_nonnulls(due_at, sent_at) > 0) AND ((sent_at IS NULL) = (sent_cents IS NULL)))),
  constraint like_alerts_kind_check CHECK ((kind = ANY (ARRAY['price_drop'::text, 'liked_sold'::text, 'liked_back'::text])))
);
CREATE INDEX like_alerts_account ON public.like_alerts USING btree (account_id, kind, due_at);
CREATE INDEX like_alerts_due ON public.like_alerts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX like_alerts_sent ON public.like_alerts USING btree (sent_at) WHERE (due_at IS NULL);
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, listing_id ON public.like_alerts FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'listing listing_id');

create table like_changes (
  id bigint not null generated always as identity,
  listing_id text not null,
  kind text not null,
  from_cents integer,
  seen_at timestamp with time zone,
  constraint like_changes_pkey PRIMARY KEY (id),
  constraint like_changes_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint like_changes_kind_check CHECK ((kind = ANY (ARRAY['price_drop'::text, 'liked_sold'::text, 'liked_back'::text])))
);
CREATE INDEX like_changes_listing ON public.like_changes USING btree (listing_id, id);

create table like_digests (
  account_id text not null,
  kind text not null,
  sent_at timestamp with time zone not null,
  constraint like_digests_pkey PRIMARY KEY (account_id, kind),
  constraint like_digests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table likes (
  account_id text not null,
  listing_id text not null,
  created_at timestamp with time zone not null,
  price_cents integer,
  constraint likes_pkey PRIMARY KEY (listing_id, account_id),
  constraint likes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint likes_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE
);
CREATE INDEX likes_account ON public.likes USING btree (account_id, created_at DESC, listing_id);
CREATE INDEX likes_created ON public.likes USING btree (created_at);
CREATE TRIGGER likes_added_use AFTER INSERT ON public.likes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION likes_added_use();
CREATE TRIGGER likes_removed_use AFTER DELETE ON public.likes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION likes_removed_use();
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, listing_id ON public.likes FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'listing listing_id');

create table limit_counts (
  deed text not null,
  name bytea not null,
  times timestamp with time zone[] not null,
  ends_at timestamp with time zone not null,
  constraint limit_counts_pkey PRIMARY KEY (deed, name),
  constraint limit_counts_name_check CHECK ((octet_length(name) = 16))
);
CREATE INDEX limit_counts_end ON public.limit_counts USING btree (ends_at);

create table listing_chats (
  id text not null,
  listing_id text not null,
  role text not null,
  text text not null,
  changes jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  constraint listing_chats_pkey PRIMARY KEY (id),
  constraint listing_chats_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint listing_chats_role_check CHECK ((role = ANY (ARRAY['seller'::text, 'agent'::text])))
);
CREATE INDEX listing_chats_listing ON public.listing_chats USING btree (listing_id, created_at, id);

create table listing_prices (
  listing_id text not null,
  price_cents integer not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  constraint listing_prices_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint listing_prices_until_check CHECK ((until_at >= from_at))
);
CREATE UNIQUE INDEX listing_prices_current ON public.listing_prices USING btree (listing_id) WHERE (until_at IS NULL);
CREATE INDEX listing_prices_listing ON public.listing_prices USING btree (listing_id, from_at);
CREATE INDEX listing_prices_until ON public.listing_prices USING btree (until_at);

create table listing_questions (
  id text not null,
  listing_id text not null,
  question text not null,
  answer text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint listing_questions_pkey PRIMARY KEY (id),
  constraint listing_questions_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint listing_questions_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 1000))),
  constraint listing_questions_question_check CHECK (((char_length(question) >= 1) AND (char_length(question) <= 300)))
);
CREATE INDEX listing_questions_listing ON public.listing_questions USING btree (listing_id, created_at, id);
CREATE TRIGGER shown_question_changed AFTER INSERT OR DELETE OR UPDATE ON public.listing_questions FOR EACH ROW EXECUTE FUNCTION shown_photo_changed();

create table listing_vectors (
  listing_id text not null,
  model text not null,
  text_hash bytea not null,
  vector bytea not null,
  read_at timestamp with time zone not null,
  constraint listing_vectors_pkey PRIMARY KEY (listing_id),
  constraint listing_vectors_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint listing_vectors_text_hash_check CHECK ((octet_length(text_hash) = 32)),
  constraint listing_vectors_vector_check CHECK (((octet_length(vector) >= 1) AND (octet_length(vector) <= 65536)))
);
CREATE INDEX listing_vectors_model ON public.listing_vectors USING btree (model);

create table listings (
  id text not null,
  shop_id text not null,
  owner_id text not null,
  status text not null default 'draft'::text,
  visibility text not null default 'everyone'::text,
  prompt text,
  title text,
  one_liner text,
  description text,
  category text,
  price_cents integer,
  lowest_price_cents integer,
  shipping_cents integer,
  take_offers boolean not null default true,
  fields jsonb not null default '[]'::jsonb,
  research jsonb,
  link text,
  ever_sold boolean not null default false,
  published_at timestamp with time zone,
  sold_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  shop_open boolean not null default false,
  in_market boolean not null generated always as (((status = 'live'::text) AND (visibility = 'everyone'::text) AND shop_open)) stored,
  search tsvector generated always as ((((setweight(to_tsvector('english'::regconfig, COALESCE(title, ''::text)), 'A'::"char") || setweight(to_tsvector('english'::regconfig, ((COALESCE(category, ''::text) || ' '::text) || COALESCE(one_liner, ''::text))), 'B'::"char")) || setweight(jsonb_to_tsvector('english'::regconfig, fields, '["string"]'::jsonb), 'C'::"char")) || setweight(to_tsvector('english'::regconfig, COALESCE(description, ''::text)), 'D'::"char"))) stored,
  hidden_at timestamp with time zone,
  asked_visibility text,
  reserved_until timestamp with time zone,
  price_basis text,
  parcel jsonb,
  sku text,
  was_cents integer,
  reduced_at timestamp with time zone,
  constraint listings_pkey PRIMARY KEY (id),
  constraint listings_shop_id_owner_id_fkey FOREIGN KEY (shop_id, owner_id) REFERENCES shops(id, owner_id) ON DELETE CASCADE,
  constraint listings_asked_visibility_check CHECK ((asked_visibility = ANY (ARRAY['everyone'::text, 'link'::text]))),
  constraint listings_category_check CHECK ((char_length(category) <= 60)),
  constraint listings_check CHECK (((status = 'sold'::text) = (sold_at IS NOT NULL))),
  constraint listings_check1 CHECK (((status = 'draft'::text) = (published_at IS NULL))),
  constraint listings_check2 CHECK (((status = 'draft'::text) OR ((title IS NOT NULL) AND (price_cents IS NOT NULL) AND (link IS NOT NULL)))),
  constraint listings_check3 CHECK (((status <> 'sold'::text) OR ever_sold)),
  constraint listings_check4 CHECK ((lowest_price_cents <= price_cents)),
  constraint listings_description_check CHECK ((char_length(description) <= 5000)),
  constraint listings_fields_check CHECK ((jsonb_typeof(fields) = 'array'::text)),
  constraint listings_hidden_check CHECK ((((visibility = 'hidden'::text) = (hidden_at IS NOT NULL)) AND ((visibility = 'hidden'::text) = (asked_visibility IS NOT NULL)))),
  constraint listings_lowest_price_cents_check CHECK (((lowest_price_cents >= 0) AND (lowest_price_cents <= 10000000))),
  constraint listings_one_liner_check CHECK ((char_length(one_liner) <= 120)),
  constraint listings_price_basis_check CHECK ((price_basis = ANY (ARRAY['comparables'::text, 'new_price'::text, 'default'::text]))),
  constraint listings_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 10000000))),
  constraint listings_prompt_check CHECK ((char_length(prompt) <= 500)),
  constraint listings_reduction_check CHECK (((was_cents IS NULL) = (reduced_at IS NULL))) NOT VALID,
  constraint listings_shipping_cents_check CHECK (((shipping_cents >= 0) AND (shipping_cents <= 10000000))),
  constraint listings_sku_check CHECK (((char_length(sku) >= 1) AND (char_length(sku) <= 64))) NOT VALID,
  constraint listings_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'sold'::text]))),
  constraint listings_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80))),
  constraint listings_visibility_check CHECK ((visibility = ANY (ARRAY['everyone'::text, 'link'::text, 'hidden'::text])))
);
CREATE INDEX listings_category ON public.listings USING btree (lower(category), published_at DESC, id DESC) WHERE in_market;
CREATE INDEX listings_dearest ON public.listings USING btree (price_cents DESC, id DESC) WHERE in_market;
CREATE INDEX listings_drafts ON public.listings USING btree (owner_id, updated_at DESC, id DESC) WHERE (status = 'draft'::text);
CREATE UNIQUE INDEX listings_link ON public.listings USING btree (shop_id, link);
CREATE INDEX listings_newest ON public.listings USING btree (published_at DESC, id DESC) WHERE in_market;
CREATE INDEX listings_owner ON public.listings USING btree (owner_id, updated_at DESC, id DESC);
CREATE INDEX listings_price ON public.listings USING btree (price_cents, id) WHERE in_market;
CREATE INDEX listings_reduced ON public.listings USING btree (reduced_at) WHERE (reduced_at IS NOT NULL);
CREATE INDEX listings_search ON public.listings USING gin (search) WHERE in_market;
CREATE INDEX listings_shelf ON public.listings USING btree (shop_id, published_at DESC, id DESC) WHERE ((status = 'live'::text) AND (visibility = 'everyone'::text));
CREATE INDEX listings_shop ON public.listings USING btree (shop_id, status, updated_at DESC, id DESC);
CREATE UNIQUE INDEX listings_sku ON public.listings USING btree (owner_id, sku) WHERE (sku IS NOT NULL);
CREATE INDEX listings_sold ON public.listings USING btree (shop_id, sold_at DESC, id DESC) WHERE ((status = 'sold'::text) AND (visibility = 'everyone'::text));
CREATE TRIGGER like_changed AFTER UPDATE ON public.listings FOR EACH ROW WHEN (((new.status <> 'draft'::text) AND ((new.price_cents < old.price_cents) OR (old.status IS DISTINCT FROM new.status) OR ((old.reserved_until IS NOT NULL) AND (new.reserved_until IS NULL))))) EXECUTE FUNCTION like_changed();
CREATE TRIGGER listing_hides BEFORE INSERT OR UPDATE OF hidden_at, visibility, asked_visibility ON public.listings FOR EACH ROW EXECUTE FUNCTION listing_hides();
CREATE TRIGGER listing_keeps_its_past BEFORE UPDATE OF ever_sold, link ON public.listings FOR EACH ROW EXECUTE FUNCTION listing_keeps_its_past();
CREATE TRIGGER listing_moves BEFORE UPDATE OF status ON public.listings FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION listing_moves();
CREATE TRIGGER listing_price_recorded_by_insert AFTER INSERT ON public.listings FOR EACH ROW WHEN ((new.status = 'live'::text)) EXECUTE FUNCTION listing_price_changed();
CREATE TRIGGER listing_price_recorded_by_update AFTER UPDATE OF status, price_cents, visibility, hidden_at, shop_open ON public.listings FOR EACH ROW EXECUTE FUNCTION listing_price_changed();
CREATE TRIGGER listing_shop_open BEFORE INSERT ON public.listings FOR EACH ROW EXECUTE FUNCTION listing_shop_open();
CREATE TRIGGER listing_sold_stays BEFORE DELETE ON public.listings FOR EACH ROW WHEN (old.ever_sold) EXECUTE FUNCTION listing_sold_stays();
CREATE TRIGGER listing_told AFTER UPDATE ON public.listings FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION account_changed('listing', 'id', 'owner_id');
CREATE TRIGGER listing_told_by_delete AFTER DELETE ON public.listings FOR EACH ROW EXECUTE FUNCTION account_changed('listing', 'id', 'owner_id');
CREATE TRIGGER listing_told_by_insert AFTER INSERT ON public.listings FOR EACH ROW EXECUTE FUNCTION account_changed('listing', 'id', 'owner_id');
CREATE TRIGGER listings_added_use AFTER INSERT ON public.listings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_added_use();
CREATE TRIGGER listings_removed_use AFTER DELETE ON public.listings REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION listings_removed_use();
CREATE TRIGGER market_changed_by_delete AFTER DELETE ON public.listings FOR EACH ROW WHEN (old.in_market) EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed_by_insert AFTER INSERT ON public.listings FOR EACH ROW WHEN (new.in_market) EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed_by_reservation AFTER UPDATE ON public.listings FOR EACH ROW WHEN (((old.in_market OR new.in_market) AND (old.reserved_until IS DISTINCT FROM new.reserved_until))) EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed_by_update AFTER UPDATE ON public.listings FOR EACH ROW WHEN (((old.in_market OR new.in_market) AND (((((((((old.in_market IS DISTINCT FROM new.in_market) OR (old.title IS DISTINCT FROM new.title)) OR (old.one_liner IS DISTINCT FROM new.one_liner)) OR (old.category IS DISTINCT FROM new.category)) OR (old.description IS DISTINCT FROM new.description)) OR (old.fields IS DISTINCT FROM new.fields)) OR (old.price_cents IS DISTINCT FROM new.price_cents)) OR (old.take_offers IS DISTINCT FROM new.take_offers)) OR (old.published_at IS DISTINCT FROM new.published_at)))) EXECUTE FUNCTION market_changed();
CREATE TRIGGER offers_follow_price AFTER UPDATE OF price_cents ON public.listings FOR EACH ROW WHEN (((old.price_cents IS DISTINCT FROM new.price_cents) AND (new.price_cents IS NOT NULL))) EXECUTE FUNCTION offers_follow_price();
CREATE TRIGGER shown_listing_changed_by_delete AFTER DELETE ON public.listings FOR EACH ROW WHEN ((old.status <> 'draft'::text)) EXECUTE FUNCTION shown_listing_changed();
CREATE TRIGGER shown_listing_changed_by_insert AFTER INSERT ON public.listings FOR EACH ROW WHEN ((new.status <> 'draft'::text)) EXECUTE FUNCTION shown_listing_changed();
CREATE TRIGGER shown_listing_changed_by_update AFTER UPDATE ON public.listings FOR EACH ROW WHEN ((((old.status <> 'draft'::text) OR (new.status <> 'draft'::text)) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION shown_listing_changed();

create table mailed_links (
  token_hash bytea not null,
  account_id text not null,
  purpose text not null,
  email text not null,
  mail_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mailed_links_pkey PRIMARY KEY (token_hash),
  constraint mailed_links_mail_id_key UNIQUE (mail_id),
  constraint mailed_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint mailed_links_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'verify'::text, 'sign_in'::text, 'guest'::text])))
);
CREATE INDEX mailed_links_account ON public.mailed_links USING btree (account_id);
CREATE INDEX mailed_links_expiry ON public.mailed_links USING btree (expires_at);

create table mails (
  id text not null,
  account_id text not null,
  kind text not null,
  event_id text,
  recipient text not null,
  subject text not null,
  body text not null,
  status text not null default 'waiting'::text,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  link_for text,
  folded_into text,
  shop_slug text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint mails_check CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint mails_link_for_check CHECK ((link_for = ANY (ARRAY['reset'::text, 'verify'::text, 'sign_in'::text, 'guest'::text]))),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX mails_account ON public.mails USING btree (account_id, created_at);
CREATE INDEX mails_created ON public.mails USING btree (created_at);
CREATE INDEX mails_due ON public.mails USING btree (next_try_at) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX mails_event ON public.mails USING btree (event_id, account_id, kind) WHERE (event_id IS NOT NULL);
CREATE INDEX mails_folded ON public.mails USING btree (folded_into) WHERE (folded_into IS NOT NULL);
CREATE INDEX mails_waiting ON public.mails USING btree (recipient, kind) WHERE (status = 'waiting'::text);

create table market_changes (
  tx xid8 not null default pg_current_xact_id(),
  listing_id text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint market_changes_pkey PRIMARY KEY (tx, listing_id)
);

create table measures (
  id text not null,
  kind text not null,
  subject_id text not null,
  subject_name text not null,
  account_id text not null,
  reason text not null,
  taken_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  lifted_reason text,
  constraint measures_pkey PRIMARY KEY (id),
  constraint measures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint measures_check CHECK (((lifted_at IS NULL) = (lifted_reason IS NULL))),
  constraint measures_kind_check CHECK ((kind = ANY (ARRAY['listing'::text, 'shop'::text, 'account'::text, 'review'::text, 'warning'::text, 'change'::text]))),
  constraint measures_lifted_reason_check CHECK (((char_length(lifted_reason) >= 1) AND (char_length(lifted_reason) <= 1000))),
  constraint measures_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000)))
);
CREATE INDEX measures_account ON public.measures USING btree (account_id, taken_at DESC, id DESC);
CREATE UNIQUE INDEX measures_standing ON public.measures USING btree (kind, subject_id) WHERE (lifted_at IS NULL);
CREATE INDEX measures_taken ON public.measures USING btree (taken_at DESC, id DESC);

create table messages (
  id text not null,
  thread_id text not null,
  sender text not null,
  text text not null,
  in_reply_to text,
  needs_owner boolean not null default false,
  created_at timestamp with time zone not null,
  photos jsonb,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_in_reply_to_fkey FOREIGN KEY (in_reply_to) REFERENCES messages(id),
  constraint messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id) ON DELETE CASCADE,
  constraint messages_check CHECK (((in_reply_to IS NULL) OR (sender = 'agent'::text))),
  constraint messages_photos_check CHECK (((photos IS NULL) OR ((sender = ANY (ARRAY['buyer'::text, 'owner'::text])) AND
CASE jsonb_typeof(photos)
    WHEN 'array'::text THEN ((jsonb_array_length(photos) >= 1) AND (jsonb_array_length(photos) <= 4))
    ELSE false
END))) NOT VALID,
  constraint messages_sender_check CHECK ((sender = ANY (ARRAY['buyer'::text, 'owner'::text, 'agent'::text, 'service'::text]))),
  constraint messages_text_check CHECK (((char_length(text) <= 2000) AND ((char_length(text) >= 1) OR (photos IS NOT NULL)))) NOT VALID
);
CREATE UNIQUE INDEX messages_one_reply ON public.messages USING btree (in_reply_to) WHERE (in_reply_to IS NOT NULL);
CREATE INDEX messages_thread ON public.messages USING btree (thread_id, created_at, id);
CREATE INDEX messages_week ON public.messages USING btree (created_at) INCLUDE (thread_id) WHERE (sender = 'buyer'::text);

create table model_days (
  account_id text not null,
  day date not null,
  calls integer not null default 0,
  constraint model_days_pkey PRIMARY KEY (account_id, day),
  constraint model_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint model_days_calls_check CHECK ((calls >= 0))
);
CREATE INDEX model_days_day ON public.model_days USING btree (day);

create table money_cases (
  id text not null,
  provider text not null,
  kind text not null,
  ref text not null,
  order_id text,
  hold_id text,
  payment_id text,
  move_id text,
  account_id text,
  amount_cents integer not null,
  stage text,
  taken_cents integer not null default 0,
  covered_cents integer not null default 0,
  entries integer not null default 0,
  reason text,
  due_by timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint money_cases_pkey PRIMARY KEY (id),
  constraint money_cases_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint money_cases_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES holds(id),
  constraint money_cases_move_id_fkey FOREIGN KEY (move_id) REFERENCES money_moves(id),
  constraint money_cases_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint money_cases_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint money_cases_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint money_cases_check CHECK (((kind = 'chargeback'::text) = (stage IS NOT NULL))),
  constraint money_cases_kind_check CHECK ((kind = ANY (ARRAY['chargeback'::text, 'refund_failed'::text, 'transfer_failed'::text, 'transfer_reversed'::text, 'payout_failed'::text, 'account_stopped'::text, 'mismatch'::text]))),
  constraint money_cases_provider_check CHECK ((provider = ANY (ARRAY['test'::text, 'stripe'::text]))),
  constraint money_cases_reason_check CHECK ((char_length(reason) <= 500)),
  constraint money_cases_stage_check CHECK ((stage = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text]))),
  constraint money_cases_taken_cents_check CHECK ((taken_cents >= 0))
);
CREATE INDEX money_cases_account ON public.money_cases USING btree (account_id, created_at DESC) WHERE (closed_at IS NULL);
CREATE INDEX money_cases_closed ON public.money_cases USING btree (closed_at DESC, id) WHERE (closed_at IS NOT NULL);
CREATE INDEX money_cases_hold ON public.money_cases USING btree (hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX money_cases_open ON public.money_cases USING btree (created_at, id) WHERE (closed_at IS NULL);
CREATE INDEX money_cases_order ON public.money_cases USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX money_cases_payment ON public.money_cases USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX money_cases_ref ON public.money_cases USING btree (provider, kind, ref);
CREATE UNIQUE INDEX money_cases_reversal ON public.money_cases USING btree (move_id) WHERE (kind = 'chargeback'::text);
CREATE TRIGGER money_case_told AFTER UPDATE ON public.money_cases FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION account_changed('money', 'id', 'account_id');
CREATE TRIGGER money_case_told_by_insert AFTER INSERT ON public.money_cases FOR EACH ROW EXECUTE FUNCTION account_changed('money', 'id', 'account_id');
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, order_id, hold_id ON public.money_cases FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'order order_id', 'hold hold_id');

create table money_moves (
  id text not null,
  kind text not null,
  order_id text,
  hold_id text,
  payment_id text,
  account_id text not null,
  amount_cents integer not null,
  status text not null default 'due'::text,
  provider_ref text,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  of_move text,
  sending_since timestamp with time zone,
  constraint money_moves_pkey PRIMARY KEY (id),
  constraint money_moves_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint money_moves_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES holds(id),
  constraint money_moves_of_move_fkey FOREIGN KEY (of_move) REFERENCES money_moves(id),
  constraint money_moves_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint money_moves_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint money_moves_amount_cents_check CHECK ((amount_cents > 0)),
  constraint money_moves_check CHECK ((num_nonnulls(order_id, hold_id) >= 1)),
  constraint money_moves_check1 CHECK (((kind = 'refund'::text) = (payment_id IS NOT NULL))),
  constraint money_moves_check2 CHECK (((status = ANY (ARRAY['sent'::text, 'failed'::text])) = (sent_at IS NOT NULL))) NOT VALID,
  constraint money_moves_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'payout'::text, 'reversal'::text]))) NOT VALID,
  constraint money_moves_reversal_check CHECK (((kind <> 'reversal'::text) OR (of_move IS NOT NULL))) NOT VALID,
  constraint money_moves_sending_check CHECK (((sending_since IS NULL) OR (status = 'due'::text))) NOT VALID,
  constraint money_moves_status_check CHECK ((status = ANY (ARRAY['due'::text, 'held'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))) NOT VALID
);
CREATE INDEX money_moves_account_due ON public.money_moves USING btree (account_id) WHERE ((kind = 'payout'::text) AND (status = 'due'::text));
CREATE INDEX money_moves_due ON public.money_moves USING btree (next_try_at) WHERE (status = 'due'::text);
CREATE INDEX money_moves_hold ON public.money_moves USING btree (hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX money_moves_of ON public.money_moves USING btree (of_move) WHERE (of_move IS NOT NULL);
CREATE INDEX money_moves_order ON public.money_moves USING btree (order_id);
CREATE UNIQUE INDEX money_moves_payout_hold ON public.money_moves USING btree (hold_id) WHERE ((kind = 'payout'::text) AND (order_id IS NULL) AND (of_move IS NULL));
CREATE UNIQUE INDEX money_moves_payout_order ON public.money_moves USING btree (order_id) WHERE ((kind = 'payout'::text) AND (hold_id IS NULL) AND (of_move IS NULL));
CREATE INDEX money_moves_sending ON public.money_moves USING btree (sending_since) WHERE (sending_since IS NOT NULL);
CREATE TRIGGER money_move_steps BEFORE UPDATE OF status, amount_cents, provider_ref ON public.money_moves FOR EACH ROW EXECUTE FUNCTION money_move_steps();
CREATE TRIGGER money_move_told AFTER UPDATE ON public.money_moves FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION account_changed('money', 'id', 'account_id');
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, order_id, hold_id ON public.money_moves FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'order order_id', 'hold hold_id');

create table negotiations (
  offer_id text not null,
  outcome text not null,
  counter_cents integer,
  reasoning jsonb not null,
  worded_by text,
  created_at timestamp with time zone not null,
  constraint negotiations_pkey PRIMARY KEY (offer_id),
  constraint negotiations_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE,
  constraint negotiations_check CHECK (((outcome = 'counter'::text) = (counter_cents IS NOT NULL))),
  constraint negotiations_outcome_check CHECK ((outcome = ANY (ARRAY['counter'::text, 'owner'::text, 'firm'::text]))),
  constraint negotiations_worded_by_check CHECK ((worded_by = ANY (ARRAY['model'::text, 'template'::text])))
);

create table notice_switches (
  account_id text not null,
  kind text not null,
  enabled boolean not null,
  push boolean not null default true,
  constraint notice_switches_pkey PRIMARY KEY (account_id, kind),
  constraint notice_switches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table oauth_clients (
  id text not null,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  account_id text,
  constraint oauth_clients_pkey PRIMARY KEY (id),
  constraint oauth_clients_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint oauth_clients_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint oauth_clients_redirect_uris_check CHECK (((cardinality(redirect_uris) >= 1) AND (cardinality(redirect_uris) <= 10)))
);
CREATE INDEX oauth_clients_account ON public.oauth_clients USING btree (account_id, created_at, id) WHERE (account_id IS NOT NULL);
CREATE INDEX oauth_clients_used ON public.oauth_clients USING btree (last_used_at);

create table oauth_codes (
  code_hash bytea not null,
  session_id text not null,
  account_id text not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  challenge text not null,
  scopes text[] not null,
  ask_first text[] not null,
  max_offer_cents integer,
  max_day_cents integer,
  key_id text,
  created_at timestamp with time zone not null,
  constraint oauth_codes_pkey PRIMARY KEY (code_hash),
  constraint oauth_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint oauth_codes_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  constraint oauth_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint oauth_codes_challenge_check CHECK ((char_length(challenge) = 43)),
  constraint oauth_codes_client_id_check CHECK ((char_length(client_id) <= 500)),
  constraint oauth_codes_client_name_check CHECK (((char_length(client_name) >= 1) AND (char_length(client_name) <= 60))),
  constraint oauth_codes_redirect_uri_check CHECK ((char_length(redirect_uri) <= 1000))
);
CREATE INDEX oauth_codes_account ON public.oauth_codes USING btree (account_id);
CREATE INDEX oauth_codes_created ON public.oauth_codes USING btree (created_at);
CREATE INDEX oauth_codes_key ON public.oauth_codes USING btree (key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX oauth_codes_session ON public.oauth_codes USING btree (session_id);

create table offers (
  id text not null,
  listing_id text not null,
  shop_id text not null,
  seller_id text not null,
  buyer_id text not null,
  listing_title text not null,
  listing_price_cents integer not null,
  shop_slug text not null,
  shop_name text not null,
  amount_cents integer not null,
  note text,
  status text not null default 'open'::text,
  counter_cents integer,
  counter_note text,
  counter_by text,
  counter_expires_at timestamp with time zone,
  closed_reason text,
  order_id text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint offers_pkey PRIMARY KEY (id),
  constraint offers_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts(id),
  constraint offers_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES accounts(id),
  constraint offers_amount_cents_check CHECK ((amount_cents > 0)),
  constraint offers_check CHECK ((buyer_id <> seller_id)),
  constraint offers_check2 CHECK ((counter_cents > amount_cents)),
  constraint offers_check3 CHECK ((((counter_cents IS NULL) = (counter_by IS NULL)) AND ((counter_cents IS NULL) = (counter_expires_at IS NULL)))),
  constraint offers_check4 CHECK (((status <> 'countered'::text) OR ((counter_cents IS NOT NULL) AND (expires_at = counter_expires_at)))),
  constraint offers_check5 CHECK (((status = 'closed'::text) = (closed_reason IS NOT NULL))),
  constraint offers_check6 CHECK (((status = ANY (ARRAY['accepted'::text, 'lapsed'::text])) = (order_id IS NOT NULL))),
  constraint offers_counter_by_check CHECK ((counter_by = ANY (ARRAY['owner'::text, 'agent'::text]))),
  constraint offers_counter_note_check CHECK ((char_length(counter_note) <= 500)),
  constraint offers_note_check CHECK ((char_length(note) <= 500)),
  constraint offers_status_check CHECK ((status = ANY (ARRAY['open'::text, 'countered'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'replaced'::text, 'expired'::text, 'closed'::text, 'lapsed'::text])))
);
CREATE INDEX offers_buyer ON public.offers USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX offers_buyer_countered ON public.offers USING btree (buyer_id) WHERE (status = 'countered'::text);
CREATE INDEX offers_due ON public.offers USING btree (expires_at) WHERE (status = ANY (ARRAY['open'::text, 'countered'::text]));
CREATE INDEX offers_ended ON public.offers USING btree (updated_at) WHERE (status = ANY (ARRAY['declined'::text, 'withdrawn'::text, 'replaced'::text, 'expired'::text, 'closed'::text]));
CREATE INDEX offers_listing ON public.offers USING btree (listing_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX offers_one_standing ON public.offers USING btree (listing_id, buyer_id) WHERE (status = ANY (ARRAY['open'::text, 'countered'::text]));
CREATE INDEX offers_seller ON public.offers USING btree (seller_id, created_at DESC, id DESC);
CREATE INDEX offers_seller_open ON public.offers USING btree (seller_id) WHERE (status = 'open'::text);
CREATE INDEX offers_shop_week ON public.offers USING btree (shop_id, created_at);
CREATE TRIGGER offer_moves BEFORE UPDATE OF status ON public.offers FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION offer_moves();
CREATE TRIGGER offer_told AFTER UPDATE ON public.offers FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION account_changed('offer', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER offer_told_by_insert AFTER INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION account_changed('offer', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER offers_start_within_price BEFORE INSERT ON public.offers FOR EACH ROW WHEN ((new.amount_cents > new.listing_price_cents)) EXECUTE FUNCTION offers_start_within_price();
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF seller_id, buyer_id, listing_id, shop_id ON public.offers FOR EACH ROW EXECUTE FUNCTION one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');

create table operator_settings (
  id boolean not null default true,
  name text,
  letter text,
  logo jsonb,
  accent text,
  terms text,
  privacy text,
  contact text,
  fee_percent numeric(4,2),
  fees jsonb,
  guest_limit_cents integer,
  updated_at timestamp with time zone not null,
  constraint operator_settings_pkey PRIMARY KEY (id),
  constraint operator_settings_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
  constraint operator_settings_contact_check CHECK (((char_length(contact) >= 3) AND (char_length(contact) <= 320))),
  constraint operator_settings_fee_percent_check CHECK (((fee_percent >= (0)::numeric) AND (fee_percent <= (50)::numeric))),
  constraint operator_settings_fees_check CHECK ((jsonb_typeof(fees) = 'object'::text)),
  constraint operator_settings_guest_limit_cents_check CHECK (((guest_limit_cents >= 0) AND (guest_limit_cents <= 20000000))),
  constraint operator_settings_id_check CHECK (id),
  constraint operator_settings_letter_check CHECK (((char_length(letter) >= 1) AND (char_length(letter) <= 2))),
  constraint operator_settings_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))),
  constraint operator_settings_privacy_check CHECK (((char_length(privacy) >= 1) AND (char_length(privacy) <= 20000))),
  constraint operator_settings_terms_check CHECK (((char_length(terms) >= 1) AND (char_length(terms) <= 20000)))
);
CREATE TRIGGER operator_settings_changed AFTER INSERT OR DELETE OR UPDATE ON public.operator_settings FOR EACH STATEMENT EXECUTE FUNCTION operator_settings_changed();

create table order_steps (
  order_id text not null,
  position bigint not null generated always as identity,
  at timestamp with time zone not null,
  status text not null,
  by text not null,
  constraint order_steps_pkey PRIMARY KEY (order_id, "position"),
  constraint order_steps_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_steps_by_check CHECK ((by = ANY (ARRAY['buyer'::text, 'seller'::text, 'service'::text, 'provider'::text, 'operator'::text])))
);
CREATE INDEX order_steps_problems ON public.order_steps USING btree (at) WHERE (status = 'problem'::text);

create table orders (
  id text not null,
  listing_id text not null,
  shop_id text not null,
  seller_id text not null,
  buyer_id text not null,
  offer_id text,
  hold_id text,
  listing_title text not null,
  listing_link text not null,
  photo jsonb,
  shop_slug text not null,
  shop_name text not null,
  item_cents integer not null,
  shipping_cents integer not null,
  fee_cents integer not null,
  deposit_cents integer not null default 0,
  refunded_cents integer not null default 0,
  pickup boolean not null,
  pickup_code text,
  code_tries integer not null default 0,
  code_tries_from timestamp with time zone,
  address jsonb,
  carrier text,
  tracking_number text,
  status text not null default 'awaiting_payment'::text,
  payment text not null default 'unpaid'::text,
  payout text not null default 'none'::text,
  pay_by timestamp with time zone not null,
  ship_by timestamp with time zone,
  remind_at timestamp with time zone,
  reminded_at timestamp with time zone,
  protect_until timestamp with time zone,
  cancel_by timestamp with time zone,
  problem jsonb,
  paid_at timestamp with time zone,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  disputed_cents integer not null default 0,
  charged_back_cents integer not null default 0,
  return_status text,
  return_by timestamp with time zone,
  return_details jsonb,
  purchase_id text,
  discount_cents integer,
  share_cents integer,
  label_cents integer not null default 0,
  label_paid_cents integer not null default 0,
  label_recovered_cents integer not null default 0,
  recovered_cents integer not null default 0,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts(id),
  constraint orders_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES holds(id),
  constraint orders_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
  constraint orders_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id) NOT VALID,
  constraint orders_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES accounts(id),
  constraint orders_carrier_check CHECK ((char_length(carrier) <= 60)),
  constraint orders_charged_back_check CHECK (((charged_back_cents >= 0) AND (charged_back_cents <= refunded_cents))) NOT VALID,
  constraint orders_check CHECK (((fee_cents >= 0) AND (fee_cents <= item_cents))),
  constraint orders_check1 CHECK (((deposit_cents >= 0) AND (deposit_cents <= item_cents))),
  constraint orders_check2 CHECK ((buyer_id <> seller_id)),
  constraint orders_check3 CHECK (((refunded_cents >= 0) AND (refunded_cents <= (item_cents + shipping_cents)))),
  constraint orders_check4 CHECK (((pickup_code IS NOT NULL) = pickup)),
  constraint orders_check5 CHECK (((NOT pickup) OR (shipping_cents = 0))),
  constraint orders_check6 CHECK (((status = ANY (ARRAY['awaiting_payment'::text, 'expired'::text, 'cancelled'::text])) OR (paid_at IS NOT NULL))),
  constraint orders_check7 CHECK (((payout <> 'sent'::text) OR (status = ANY (ARRAY['completed'::text, 'refunded'::text])))),
  constraint orders_disputed_check CHECK ((disputed_cents >= 0)) NOT VALID,
  constraint orders_item_cents_check CHECK ((item_cents >= 0)),
  constraint orders_payment_check CHECK ((payment = ANY (ARRAY['unpaid'::text, 'pending'::text, 'paid'::text, 'partly_refunded'::text, 'refunded'::text]))),
  constraint orders_payout_check CHECK ((payout = ANY (ARRAY['none'::text, 'waiting'::text, 'on_hold'::text, 'sent'::text]))),
  constraint orders_pickup_code_check CHECK ((pickup_code ~ '^[0-9]{6}$'::text)),
  constraint orders_purchase_alone_check CHECK (((purchase_id IS NULL) OR ((offer_id IS NULL) AND (hold_id IS NULL) AND (NOT pickup) AND (discount_cents >= 0) AND (share_cents >= 0)))) NOT VALID,
  constraint orders_purchase_check CHECK ((num_nonnulls(purchase_id, discount_cents, share_cents) = ANY (ARRAY[0, 3]))) NOT VALID,
  constraint orders_return_by_check CHECK (((return_by IS NOT NULL) = ((return_status IS NOT NULL) AND (return_status = ANY (ARRAY['offered'::text, 'agreed'::text, 'received'::text]))))) NOT VALID,
  constraint orders_return_check CHECK (((return_status IS NULL) = (return_details IS NULL))) NOT VALID,
  constraint orders_return_status_check CHECK ((return_status = ANY (ARRAY['offered'::text, 'agreed'::text, 'sent'::text, 'received'::text, 'declined'::text, 'expired'::text, 'contested'::text, 'refunded'::text, 'closed'::text]))) NOT VALID,
  constraint orders_shipping_cents_check CHECK ((shipping_cents >= 0)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'paid'::text, 'shipped'::text, 'delivered'::text, 'completed'::text, 'problem'::text, 'refunded'::text, 'cancelled'::text, 'expired'::text]))),
  constraint orders_tracking_number_check CHECK ((char_length(tracking_number) <= 120))
);
CREATE INDEX orders_buyer ON public.orders USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX orders_buyer_waiting ON public.orders USING btree (buyer_id) WHERE (status = ANY (ARRAY['awaiting_payment'::text, 'shipped'::text, 'delivered'::text, 'problem'::text]));
CREATE INDEX orders_cancel_by ON public.orders USING btree (cancel_by) WHERE ((cancel_by IS NOT NULL) AND (status = 'paid'::text));
CREATE UNIQUE INDEX orders_hold ON public.orders USING btree (hold_id) WHERE ((hold_id IS NOT NULL) AND (status <> ALL (ARRAY['cancelled'::text, 'expired'::text])));
CREATE INDEX orders_label_unpaid ON public.orders USING btree (seller_id) WHERE ((label_cents > 0) AND ((label_paid_cents + label_recovered_cents) < label_cents));
CREATE INDEX orders_listing ON public.orders USING btree (listing_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX orders_offer ON public.orders USING btree (offer_id) WHERE (offer_id IS NOT NULL);
CREATE UNIQUE INDEX orders_one_unfinished ON public.orders USING btree (listing_id) WHERE (status = ANY (ARRAY['awaiting_payment'::text, 'paid'::text, 'shipped'::text, 'delivered'::text, 'problem'::text]));
CREATE INDEX orders_paid_at ON public.orders USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_pay_by ON public.orders USING btree (pay_by) WHERE (status = 'awaiting_payment'::text);
CREATE INDEX orders_protect_until ON public.orders USING btree (protect_until) WHERE (status = ANY (ARRAY['shipped'::text, 'delivered'::text]));
CREATE INDEX orders_purchase ON public.orders USING btree (purchase_id, id) WHERE (purchase_id IS NOT NULL);
CREATE INDEX orders_remind_at ON public.orders USING btree (remind_at) WHERE ((status = 'paid'::text) AND (reminded_at IS NULL));
CREATE INDEX orders_return_by ON public.orders USING btree (return_by) WHERE (return_by IS NOT NULL);
CREATE INDEX orders_seller ON public.orders USING btree (seller_id, created_at DESC, id DESC);
CREATE INDEX orders_seller_waiting ON public.orders USING btree (seller_id) WHERE (status = ANY (ARRAY['paid'::text, 'problem'::text]));
CREATE INDEX orders_ship_by ON public.orders USING btree (ship_by) WHERE (status = 'paid'::text);
CREATE INDEX orders_shop_week ON public.orders USING btree (shop_id, paid_at) WHERE (paid_at IS NOT NULL);
CREATE TRIGGER listing_reserved AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.pay_by IS DISTINCT FROM new.pay_by))) EXECUTE FUNCTION listing_reserved();
CREATE TRIGGER listing_reserved_by_insert AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.status = 'awaiting_payment'::text)) EXECUTE FUNCTION listing_reserved();
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF seller_id, buyer_id, listing_id, shop_id ON public.orders FOR EACH ROW EXECUTE FUNCTION one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
CREATE TRIGGER one_world_purchase BEFORE INSERT OR UPDATE OF seller_id, purchase_id ON public.orders FOR EACH ROW WHEN ((new.purchase_id IS NOT NULL)) EXECUTE FUNCTION one_world('account seller_id', 'purchase purchase_id');
CREATE TRIGGER order_moves BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION order_moves();
CREATE TRIGGER order_told AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION account_changed('order', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER order_told_by_insert AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION account_changed('order', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER return_moves BEFORE UPDATE OF return_status ON public.orders FOR EACH ROW WHEN ((old.return_status IS DISTINCT FROM new.return_status)) EXECUTE FUNCTION return_moves();

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  bound_to bytea not null,
  account_id text,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'session'::text, 'sign_in'::text, 'second'::text])))
);
CREATE INDEX passkey_challenges_account ON public.passkey_challenges USING btree (account_id);
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);

create table passkeys (
  id text not null,
  account_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023)))
);
CREATE INDEX passkeys_account ON public.passkeys USING btree (account_id, created_at);

create table payment_customers (
  id text not null,
  account_id text not null,
  provider text not null,
  mode text not null,
  provider_ref text,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  delete_at timestamp with time zone,
  constraint payment_customers_pkey PRIMARY KEY (id),
  constraint payment_customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payment_customers_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payment_customers_provider_check CHECK ((provider = ANY (ARRAY['test'::text, 'stripe'::text])))
);
CREATE UNIQUE INDEX payment_customers_account ON public.payment_customers USING btree (account_id, provider, mode) WHERE (delete_at IS NULL);
CREATE INDEX payment_customers_delete ON public.payment_customers USING btree (delete_at) WHERE (delete_at IS NOT NULL);
CREATE TRIGGER test_world_pays_nothing BEFORE INSERT OR UPDATE OF provider ON public.payment_customers FOR EACH ROW EXECUTE FUNCTION test_world_pays_nothing();

create table payments (
  id text not null,
  order_id text,
  hold_id text,
  buyer_id text not null,
  provider text not null,
  method text not null,
  provider_ref text,
  amount_cents integer not null,
  refunded_cents integer not null default 0,
  status text not null default 'started'::text,
  failure text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  charged_back_cents integer not null default 0,
  purchase_id text,
  customer_ref text,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts(id),
  constraint payments_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES holds(id),
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payments_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id) NOT VALID,
  constraint payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payments_charged_back_check CHECK (((charged_back_cents >= 0) AND (charged_back_cents <= amount_cents))) NOT VALID,
  constraint payments_check1 CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint payments_check2 CHECK (((refunded_cents = 0) OR (status = 'succeeded'::text))),
  constraint payments_one_subject CHECK ((num_nonnulls(order_id, hold_id, purchase_id) = 1)) NOT VALID,
  constraint payments_provider_check CHECK ((provider = ANY (ARRAY['test'::text, 'stripe'::text]))),
  constraint payments_returned_check CHECK (((refunded_cents + charged_back_cents) <= amount_cents)) NOT VALID,
  constraint payments_status_check CHECK ((status = ANY (ARRAY['started'::text, 'pending'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX payments_hold ON public.payments USING btree (hold_id);
CREATE INDEX payments_order ON public.payments USING btree (order_id);
CREATE INDEX payments_purchase ON public.payments USING btree (purchase_id) WHERE (purchase_id IS NOT NULL);
CREATE UNIQUE INDEX payments_ref ON public.payments USING btree (provider, provider_ref);
CREATE INDEX payments_unsettled ON public.payments USING btree (updated_at) WHERE (status = ANY (ARRAY['started'::text, 'pending'::text]));
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF buyer_id, order_id, hold_id ON public.payments FOR EACH ROW EXECUTE FUNCTION one_world('account buyer_id', 'order order_id', 'hold hold_id');
CREATE TRIGGER one_world_purchase BEFORE INSERT OR UPDATE OF buyer_id, purchase_id ON public.payments FOR EACH ROW WHEN ((new.purchase_id IS NOT NULL)) EXECUTE FUNCTION one_world('account buyer_id', 'purchase purchase_id');
CREATE TRIGGER test_world_pays_nothing BEFORE INSERT OR UPDATE OF provider ON public.payments FOR EACH ROW EXECUTE FUNCTION test_world_pays_nothing();

create table payout_accounts (
  account_id text not null,
  provider text not null,
  provider_ref text not null,
  ready boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  left_at timestamp with time zone,
  constraint payout_accounts_pkey PRIMARY KEY (account_id),
  constraint payout_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payout_accounts_provider_check CHECK ((provider = ANY (ARRAY['test'::text, 'stripe'::text])))
);
CREATE UNIQUE INDEX payout_accounts_ref ON public.payout_accounts USING btree (provider, provider_ref);
CREATE TRIGGER test_world_pays_nothing BEFORE INSERT OR UPDATE OF provider ON public.payout_accounts FOR EACH ROW EXECUTE FUNCTION test_world_pays_nothing();

create table photos (
  id text not null,
  listing_id text not null,
  position integer not null,
  source text not null default 'own'::text,
  is_video boolean not null default false,
  alt text,
  variants jsonb not null,
  created_at timestamp with time zone not null,
  constraint photos_pkey PRIMARY KEY (id),
  constraint photos_position UNIQUE (listing_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint photos_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint photos_alt_check CHECK ((char_length(alt) <= 500)),
  constraint photos_check CHECK (((NOT is_video) OR (source = 'own'::text))),
  constraint photos_position_check CHECK (("position" >= 0)),
  constraint photos_source_check CHECK ((source = ANY (ARRAY['own'::text, 'web'::text]))),
  constraint photos_variants_check CHECK ((jsonb_typeof(variants) = 'array'::text))
);
CREATE UNIQUE INDEX photos_one_video ON public.photos USING btree (listing_id) WHERE is_video;
CREATE TRIGGER shown_photo_changed AFTER INSERT OR DELETE OR UPDATE ON public.photos FOR EACH ROW EXECUTE FUNCTION shown_photo_changed();

create table price_drops (
  listing_id text not null,
  percent integer,
  amount_cents integer,
  base_cents integer not null,
  every_days integer not null,
  next_at timestamp with time zone not null,
  constraint price_drops_pkey PRIMARY KEY (listing_id),
  constraint price_drops_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint price_drops_every_days_check CHECK (((every_days >= 3) AND (every_days <= 30))),
  constraint price_drops_step_check CHECK (((num_nonnulls(percent, amount_cents) = 1) AND ((percent >= 1) AND (percent <= 50)) AND (amount_cents > 0)))
);
CREATE INDEX price_drops_next ON public.price_drops USING btree (next_at);

create table provider_events (
  provider text not null,
  id text not null,
  type text not null,
  received_at timestamp with time zone not null,
  ref text,
  outcome text,
  note text,
  constraint provider_events_pkey PRIMARY KEY (provider, id),
  constraint provider_events_outcome_check CHECK ((outcome = ANY (ARRAY['used'::text, 'seen'::text, 'foreign'::text, 'mismatch'::text])))
);
CREATE INDEX provider_events_received ON public.provider_events USING btree (received_at);

create table purchases (
  id text not null,
  shop_id text not null,
  seller_id text not null,
  buyer_id text not null,
  shop_slug text not null,
  shop_name text not null,
  status text not null default 'awaiting_payment'::text,
  percent integer not null,
  discount_cents integer not null,
  shipping_cents integer not null,
  total_cents integer not null,
  pay_by timestamp with time zone not null,
  paid_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts(id),
  constraint purchases_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES accounts(id),
  constraint purchases_cents_check CHECK (((discount_cents >= 0) AND (shipping_cents >= 0) AND (total_cents >= shipping_cents))),
  constraint purchases_paid_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint purchases_parties_check CHECK ((buyer_id <> seller_id)),
  constraint purchases_percent_check CHECK (((percent >= 0) AND (percent <= 50))),
  constraint purchases_status_check CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'paid'::text, 'expired'::text, 'cancelled'::text])))
);
CREATE INDEX purchases_buyer ON public.purchases USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX purchases_pay_by ON public.purchases USING btree (pay_by) WHERE (status = 'awaiting_payment'::text);
CREATE INDEX purchases_seller ON public.purchases USING btree (seller_id, created_at DESC, id DESC);
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF seller_id, buyer_id, shop_id ON public.purchases FOR EACH ROW EXECUTE FUNCTION one_world('account seller_id', 'account buyer_id', 'shop shop_id');
CREATE TRIGGER purchase_moves BEFORE UPDATE OF status ON public.purchases FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION purchase_moves();

create table push_keys (
  single boolean not null default true,
  public_key text not null,
  private_key text not null,
  constraint push_keys_pkey PRIMARY KEY (single),
  constraint push_keys_single_check CHECK (single)
);

create table push_subscriptions (
  id text not null,
  session_id text not null,
  account_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  given_up integer not null default 0,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_session_id_key UNIQUE (session_id),
  constraint push_subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_endpoint_check CHECK ((char_length(endpoint) <= 1000))
);
CREATE INDEX push_subscriptions_account ON public.push_subscriptions USING btree (account_id, created_at);

create table pushes (
  id text not null,
  subscription_id text not null,
  event_id text not null,
  title text not null,
  body text not null,
  path text not null,
  status text not null default 'waiting'::text,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null,
  last_error text,
  created_at timestamp with time zone not null,
  constraint pushes_pkey PRIMARY KEY (id),
  constraint pushes_subscription_id_event_id_key UNIQUE (subscription_id, event_id),
  constraint pushes_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE,
  constraint pushes_path_check CHECK ((path ~~ '/%'::text)),
  constraint pushes_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX pushes_created ON public.pushes USING btree (created_at);
CREATE INDEX pushes_due ON public.pushes USING btree (next_try_at) WHERE (status = 'waiting'::text);

create table recovery_codes (
  account_id text not null,
  code_hash bytea not null,
  salt bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table reports (
  id text not null,
  account_id text not null,
  listing_id text,
  reason text not null,
  body text,
  status text not null default 'open'::text,
  created_at timestamp with time zone not null,
  outcome text,
  closed_at timestamp with time zone,
  thread_id text,
  order_id text,
  shop_id text,
  accused_id text,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint reports_accused_id_fkey FOREIGN KEY (accused_id) REFERENCES accounts(id) ON DELETE CASCADE NOT VALID,
  constraint reports_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint reports_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE NOT VALID,
  constraint reports_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE NOT VALID,
  constraint reports_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id) ON DELETE CASCADE NOT VALID,
  constraint reports_accused_check CHECK (((listing_id IS NULL) = (accused_id IS NOT NULL))) NOT VALID,
  constraint reports_check CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint reports_check1 CHECK (((status = 'closed'::text) = (outcome IS NOT NULL))),
  constraint reports_one_subject CHECK ((num_nonnulls(listing_id, thread_id, order_id, shop_id) = 1)) NOT VALID,
  constraint reports_outcome_check CHECK ((outcome = ANY (ARRAY['dismissed'::text, 'upheld'::text]))),
  constraint reports_reason_check CHECK ((reason = ANY (ARRAY['counterfeit'::text, 'prohibited'::text, 'misleading'::text, 'offensive'::text, 'other'::text, 'spam'::text, 'threat'::text, 'fake'::text, 'off_site_payment'::text, 'private_data'::text]))),
  constraint reports_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX reports_account ON public.reports USING btree (account_id, id);
CREATE INDEX reports_accused ON public.reports USING btree (accused_id) WHERE (accused_id IS NOT NULL);
CREATE INDEX reports_closed ON public.reports USING btree (closed_at DESC, id DESC) WHERE (status = 'closed'::text);
CREATE INDEX reports_ended ON public.reports USING btree (closed_at) WHERE (status = 'closed'::text);
CREATE INDEX reports_listing ON public.reports USING btree (listing_id);
CREATE UNIQUE INDEX reports_open ON public.reports USING btree (account_id, listing_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX reports_open_order ON public.reports USING btree (account_id, order_id) WHERE ((status = 'open'::text) AND (order_id IS NOT NULL));
CREATE UNIQUE INDEX reports_open_shop ON public.reports USING btree (account_id, shop_id) WHERE ((status = 'open'::text) AND (shop_id IS NOT NULL));
CREATE UNIQUE INDEX reports_open_thread ON public.reports USING btree (account_id, thread_id) WHERE ((status = 'open'::text) AND (thread_id IS NOT NULL));
CREATE INDEX reports_order ON public.reports USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX reports_queue ON public.reports USING btree (created_at, id) WHERE (status = 'open'::text);
CREATE INDEX reports_shop ON public.reports USING btree (shop_id) WHERE (shop_id IS NOT NULL);
CREATE INDEX reports_thread ON public.reports USING btree (thread_id) WHERE (thread_id IS NOT NULL);
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, listing_id ON public.reports FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'listing listing_id');
CREATE TRIGGER one_world_people BEFORE INSERT OR UPDATE OF account_id, accused_id ON public.reports FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'account accused_id');

create table request_buckets (
  name bytea not null,
  tokens double precision not null,
  per_second double precision not null,
  burst double precision not null,
  at timestamp with time zone not null,
  constraint request_buckets_pkey PRIMARY KEY (name),
  constraint request_buckets_name_check CHECK ((octet_length(name) = 16))
);

create table request_log (
  id text not null,
  account_id text not null,
  key_id text not null,
  operation text not null,
  method text not null,
  path text not null,
  status integer not null,
  error text,
  ms integer not null,
  created_at timestamp with time zone not null,
  constraint request_log_pkey PRIMARY KEY (id),
  constraint request_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint request_log_path_check CHECK ((char_length(path) <= 200))
);
CREATE INDEX request_log_account ON public.request_log USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX request_log_created ON public.request_log USING btree (created_at);

create table research_runs (
  id text not null,
  listing_id text not null,
  account_id text not null,
  prompt text,
  status text not null default 'running'::text,
  steps jsonb not null,
  result jsonb,
  comparables jsonb,
  started_at timestamp with time zone not null,
  touched_at timestamp with time zone not null,
  constraint research_runs_pkey PRIMARY KEY (id),
  constraint research_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint research_runs_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint research_runs_prompt_check CHECK ((char_length(prompt) <= 500)),
  constraint research_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX research_runs_listing ON public.research_runs USING btree (listing_id, started_at DESC);
CREATE UNIQUE INDEX research_runs_one_running ON public.research_runs USING btree (listing_id) WHERE (status = 'running'::text);
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, listing_id ON public.research_runs FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'listing listing_id');

create table reviews (
  id text not null,
  order_id text not null,
  shop_id text not null,
  listing_id text not null,
  seller_id text not null,
  buyer_id text not null,
  rating integer not null,
  body text not null,
  reply_body text,
  replied_at timestamp with time zone,
  hidden_at timestamp with time zone,
  hidden_reason text,
  created_at timestamp with time zone not null,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_order_id_key UNIQUE (order_id),
  constraint reviews_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts(id),
  constraint reviews_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint reviews_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES accounts(id),
  constraint reviews_body_check CHECK ((char_length(body) <= 2000)),
  constraint reviews_check CHECK (((reply_body IS NULL) = (replied_at IS NULL))),
  constraint reviews_check1 CHECK (((hidden_at IS NULL) = (hidden_reason IS NULL))),
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_reply_body_check CHECK (((char_length(reply_body) >= 1) AND (char_length(reply_body) <= 2000)))
);
CREATE INDEX reviews_buyer ON public.reviews USING btree (buyer_id, id);
CREATE INDEX reviews_seller ON public.reviews USING btree (seller_id, id);
CREATE INDEX reviews_shop ON public.reviews USING btree (shop_id, created_at DESC, id DESC) WHERE (hidden_at IS NULL);
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF seller_id, buyer_id, listing_id, shop_id, order_id ON public.reviews FOR EACH ROW EXECUTE FUNCTION one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id', 'order order_id');
CREATE TRIGGER review_told AFTER UPDATE ON public.reviews FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION account_changed('review', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER review_told_by_insert AFTER INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION account_changed('review', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER shown_reviews_changed AFTER INSERT OR DELETE ON public.reviews FOR EACH ROW EXECUTE FUNCTION shown_changed('reviews', 'shop_id');
CREATE TRIGGER shown_reviews_changed_by_update AFTER UPDATE ON public.reviews FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION shown_changed('reviews', 'shop_id');

create table sale_listings (
  sale_id text not null,
  listing_id text not null,
  state text not null default 'waiting'::text,
  price_cents integer,
  price_basis text,
  lowest_price_cents integer,
  sale_cents integer,
  sale_lowest_cents integer,
  message text,
  constraint sale_listings_pkey PRIMARY KEY (sale_id, listing_id),
  constraint sale_listings_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint sale_listings_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES sales(id) ON DELETE CASCADE,
  constraint sale_listings_reduced_check CHECK (((state <> ALL (ARRAY['reduced'::text, 'restored'::text, 'left'::text])) OR ((price_cents > sale_cents) AND (sale_cents > 0)))),
  constraint sale_listings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'reduced'::text, 'skipped'::text, 'restored'::text, 'left'::text])))
);
CREATE INDEX sale_listings_listing ON public.sale_listings USING btree (listing_id) WHERE (state = 'reduced'::text);

create table sales (
  id text not null,
  shop_id text not null,
  account_id text not null,
  percent integer not null,
  listing_ids text[],
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sales_pkey PRIMARY KEY (id),
  constraint sales_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sales_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE,
  constraint sales_percent_check CHECK (((percent >= 5) AND (percent <= 50))),
  constraint sales_times_check CHECK ((ends_at >= starts_at))
);
CREATE INDEX sales_account ON public.sales USING btree (account_id);
CREATE INDEX sales_ended ON public.sales USING btree (ended_at);
CREATE INDEX sales_shop ON public.sales USING btree (shop_id, created_at DESC, id DESC);
CREATE INDEX sales_unfinished ON public.sales USING btree (shop_id) WHERE (ended_at IS NULL);
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF account_id, shop_id ON public.sales FOR EACH ROW EXECUTE FUNCTION one_world('account account_id', 'shop shop_id');
CREATE TRIGGER shown_sale_changed AFTER INSERT OR DELETE OR UPDATE ON public.sales FOR EACH ROW EXECUTE FUNCTION shown_changed('shop', 'shop_id');

create table saved_replies (
  id text not null,
  account_id text not null,
  title text not null,
  body text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint saved_replies_pkey PRIMARY KEY (id),
  constraint saved_replies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX saved_replies_account ON public.saved_replies USING btree (account_id);

create table saved_searches (
  id text not null,
  account_id text not null,
  name text not null,
  q text,
  category text,
  price text not null default 'any'::text,
  offers boolean not null default false,
  alert text not null default 'none'::text,
  alerted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  facets jsonb not null default '{}'::jsonb,
  alert_by text not null default 'both'::text,
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint saved_searches_alert_by_check CHECK ((alert_by = ANY (ARRAY['both'::text, 'email'::text, 'push'::text]))) NOT VALID,
  constraint saved_searches_alert_check CHECK ((alert = ANY (ARRAY['none'::text, 'daily'::text]))),
  constraint saved_searches_filters_check CHECK (((q IS NOT NULL) OR (category IS NOT NULL) OR (price <> 'any'::text) OR offers OR (facets <> '{}'::jsonb))) NOT VALID
);
CREATE INDEX saved_searches_account ON public.saved_searches USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX saved_searches_daily ON public.saved_searches USING btree (COALESCE(alerted_at, created_at)) WHERE (alert = 'daily'::text);
CREATE UNIQUE INDEX saved_searches_same ON public.saved_searches USING btree (account_id, q, category, price, offers, facets) NULLS NOT DISTINCT;

create table sessions (
  token_hash bytea not null,
  account_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  id text not null default ('ses_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)),
  agent text,
  proved_at timestamp with time zone,
  second_at timestamp with time zone,
  test_role text,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint sessions_test_role_check CHECK ((test_role = ANY (ARRAY['seller'::text, 'buyer'::text]))) NOT VALID
);
CREATE INDEX sessions_account ON public.sessions USING btree (account_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_id ON public.sessions USING btree (id);
CREATE TRIGGER session_told AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION account_changed('session', 'account_id', 'account_id');

create table shop_slugs (
  slug text not null,
  shop_id text,
  owner_id text not null,
  moved_at timestamp with time zone,
  world text not null default ''::text,
  constraint shop_slugs_pkey PRIMARY KEY (slug, world),
  constraint shop_slugs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint shop_slugs_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  constraint shop_slugs_check CHECK (((shop_id IS NOT NULL) OR (moved_at IS NOT NULL))),
  constraint shop_slugs_slug_check CHECK (((slug ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$'::text) AND (slug !~ '^..--'::text)))
);
CREATE UNIQUE INDEX shop_slugs_current ON public.shop_slugs USING btree (shop_id) WHERE (moved_at IS NULL);
CREATE INDEX shop_slugs_free ON public.shop_slugs USING btree (moved_at) WHERE (shop_id IS NULL);
CREATE TRIGGER world_of_owner BEFORE INSERT OR UPDATE OF owner_id, world ON public.shop_slugs FOR EACH ROW EXECUTE FUNCTION world_of_owner();

create table shops (
  id text not null,
  owner_id text not null,
  slug text not null,
  name text not null,
  about text,
  category text,
  location text,
  tone text not null default 'lemon'::text,
  visibility text not null default 'public'::text,
  paused boolean not null default false,
  answer_questions boolean not null default true,
  haggle boolean not null default true,
  lowest_percent integer not null default 15,
  ask_hold boolean not null default false,
  picture jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  suspended_at timestamp with time zone,
  asked_visibility text,
  world text not null default ''::text,
  bundle_tiers jsonb not null default '[]'::jsonb,
  bundle_shipping text not null default 'sum'::text,
  ship_from jsonb,
  ships_to text[],
  away_until timestamp with time zone,
  constraint shops_pkey PRIMARY KEY (id),
  constraint shops_id_owner_id_key UNIQUE (id, owner_id),
  constraint shops_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint shops_slug_world_fkey FOREIGN KEY (slug, world) REFERENCES shop_slugs(slug, world) DEFERRABLE INITIALLY DEFERRED,
  constraint shops_about_check CHECK ((char_length(about) <= 300)),
  constraint shops_asked_visibility_check CHECK ((asked_visibility = ANY (ARRAY['public'::text, 'link'::text, 'private'::text]))),
  constraint shops_bundle_shipping_check CHECK ((bundle_shipping = ANY (ARRAY['sum'::text, 'highest'::text]))) NOT VALID,
  constraint shops_bundle_tiers_check CHECK (((jsonb_typeof(bundle_tiers) = 'array'::text) AND (jsonb_array_length(bundle_tiers) <= 3))) NOT VALID,
  constraint shops_category_check CHECK ((char_length(category) <= 40)),
  constraint shops_location_check CHECK ((char_length(location) <= 80)),
  constraint shops_lowest_percent_check CHECK (((lowest_percent >= 0) AND (lowest_percent <= 90))),
  constraint shops_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint shops_ships_to_check CHECK (((cardinality(ships_to) >= 1) AND (cardinality(ships_to) <= 249))) NOT VALID,
  constraint shops_suspended_check CHECK ((((suspended_at IS NULL) = (asked_visibility IS NULL)) AND ((suspended_at IS NULL) OR (visibility = 'private'::text)))),
  constraint shops_tone_check CHECK ((tone = ANY (ARRAY['lemon'::text, 'mint'::text, 'pink'::text, 'leaf'::text, 'blush'::text]))),
  constraint shops_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'link'::text, 'private'::text])))
);
CREATE INDEX shops_name ON public.shops USING btree (lower(name) text_pattern_ops) WHERE ((visibility = 'public'::text) AND (NOT paused));
CREATE INDEX shops_owner ON public.shops USING btree (owner_id, created_at, id);
CREATE UNIQUE INDEX shops_slug ON public.shops USING btree (slug, world);
CREATE TRIGGER shop_is_suspended BEFORE INSERT OR UPDATE OF suspended_at, visibility, asked_visibility ON public.shops FOR EACH ROW EXECUTE FUNCTION shop_is_suspended();
CREATE TRIGGER shop_open_changed AFTER UPDATE ON public.shops FOR EACH ROW WHEN (((old.visibility IS DISTINCT FROM new.visibility) OR (old.paused IS DISTINCT FROM new.paused))) EXECUTE FUNCTION shop_open_changed();
CREATE TRIGGER shops_added_use AFTER INSERT ON public.shops REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION shops_added_use();
CREATE TRIGGER shops_removed_use AFTER DELETE ON public.shops REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION shops_removed_use();
CREATE TRIGGER shown_shop_changed_by_delete AFTER DELETE ON public.shops FOR EACH ROW EXECUTE FUNCTION shown_changed('shop', 'id');
CREATE TRIGGER shown_shop_changed_by_insert AFTER INSERT ON public.shops FOR EACH ROW EXECUTE FUNCTION shown_changed('shop', 'id');
CREATE TRIGGER shown_shop_changed_by_update AFTER UPDATE ON public.shops FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION shown_changed('shop', 'id');
CREATE TRIGGER world_of_owner BEFORE INSERT OR UPDATE OF owner_id, world ON public.shops FOR EACH ROW EXECUTE FUNCTION world_of_owner();

create table shown_changes (
  tx xid8 not null default pg_current_xact_id(),
  kind text not null,
  id text not null,
  shop_id text not null default ''::text,
  at timestamp with time zone not null default clock_timestamp(),
  constraint shown_changes_pkey PRIMARY KEY (tx, kind, id, shop_id),
  constraint shown_changes_kind_check CHECK ((kind = ANY (ARRAY['listing'::text, 'shop'::text, 'owner'::text, 'followers'::text, 'reviews'::text])))
);

create table sign_in_intents (
  token_hash bytea not null,
  path text not null,
  back text,
  fields jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_intents_pkey PRIMARY KEY (token_hash),
  constraint sign_in_intents_back_check CHECK ((char_length(back) <= 3000)),
  constraint sign_in_intents_fields_check CHECK ((octet_length((fields)::text) <= 20000)),
  constraint sign_in_intents_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 500))),
  constraint sign_in_intents_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX sign_in_intents_expiry ON public.sign_in_intents USING btree (expires_at);

create table sign_in_tickets (
  id text not null,
  token_hash bytea not null,
  account_id text not null,
  answers integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_tickets_pkey PRIMARY KEY (id),
  constraint sign_in_tickets_token_hash_key UNIQUE (token_hash),
  constraint sign_in_tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_tickets_account ON public.sign_in_tickets USING btree (account_id);
CREATE INDEX sign_in_tickets_expiry ON public.sign_in_tickets USING btree (expires_at);

create table signing_keys (
  id text not null,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamp with time zone not null,
  constraint signing_keys_pkey PRIMARY KEY (id)
);
CREATE INDEX signing_keys_by_age ON public.signing_keys USING btree (created_at);

create table stored_files (
  key text not null,
  created_at timestamp with time zone not null,
  orphaned_at timestamp with time zone,
  private boolean not null default false,
  account_id text,
  bytes bigint,
  constraint stored_files_pkey PRIMARY KEY (key),
  constraint stored_files_bytes_check CHECK ((bytes >= 0))
);
CREATE INDEX stored_files_orphaned ON public.stored_files USING btree (orphaned_at) WHERE (orphaned_at IS NOT NULL);
CREATE TRIGGER stored_files_changed_use AFTER UPDATE ON public.stored_files REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION stored_files_changed_use();
CREATE TRIGGER stored_files_removed_use AFTER DELETE ON public.stored_files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION stored_files_removed_use();

create table threads (
  id text not null,
  listing_id text,
  shop_id text not null,
  seller_id text not null,
  buyer_id text not null,
  listing_title text,
  shop_slug text not null,
  shop_name text not null,
  needs_owner boolean not null default false,
  seller_unread integer not null default 0,
  buyer_unread integer not null default 0,
  owner_wrote_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint threads_pkey PRIMARY KEY (id),
  constraint threads_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts(id),
  constraint threads_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES accounts(id),
  constraint threads_buyer_unread_check CHECK ((buyer_unread >= 0)),
  constraint threads_check CHECK ((buyer_id <> seller_id)),
  constraint threads_check1 CHECK (((listing_id IS NULL) = (listing_title IS NULL))),
  constraint threads_seller_unread_check CHECK ((seller_unread >= 0))
);
CREATE INDEX threads_buyer ON public.threads USING btree (buyer_id, updated_at DESC, id DESC);
CREATE INDEX threads_buyer_unread ON public.threads USING btree (buyer_id) WHERE (buyer_unread > 0);
CREATE UNIQUE INDEX threads_of_listing ON public.threads USING btree (listing_id, buyer_id) WHERE (listing_id IS NOT NULL);
CREATE UNIQUE INDEX threads_of_shop ON public.threads USING btree (shop_id, buyer_id) WHERE (listing_id IS NULL);
CREATE INDEX threads_seller ON public.threads USING btree (seller_id, updated_at DESC, id DESC);
CREATE INDEX threads_seller_unread ON public.threads USING btree (seller_id) WHERE (seller_unread > 0);
CREATE INDEX threads_seller_waiting ON public.threads USING btree (seller_id) WHERE ((seller_unread > 0) OR needs_owner);
CREATE TRIGGER one_world BEFORE INSERT OR UPDATE OF seller_id, buyer_id, listing_id, shop_id ON public.threads FOR EACH ROW EXECUTE FUNCTION one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
CREATE TRIGGER thread_told AFTER UPDATE ON public.threads FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION account_changed('thread', 'id', 'buyer_id', 'seller_id');
CREATE TRIGGER thread_told_by_insert AFTER INSERT ON public.threads FOR EACH ROW EXECUTE FUNCTION account_changed('thread', 'id', 'buyer_id', 'seller_id');

create table unsubscribe_links (
  token text not null,
  account_id text not null,
  kind text not null,
  email text not null,
  created_at timestamp with time zone not null,
  constraint unsubscribe_links_pkey PRIMARY KEY (token),
  constraint unsubscribe_links_account UNIQUE (account_id, kind),
  constraint unsubscribe_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table usage_months (
  account_id text not null,
  month date not null,
  requests bigint not null default 0,
  constraint usage_months_pkey PRIMARY KEY (account_id, month),
  constraint usage_months_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint usage_months_requests_check CHECK ((requests >= 0))
);
CREATE INDEX usage_months_month ON public.usage_months USING btree (month);

create table visit_salts (
  day date not null,
  salt bytea not null,
  constraint visit_salts_pkey PRIMARY KEY (day),
  constraint visit_salts_salt_check CHECK ((length(salt) = 32))
);

create table visits (
  subject text not null,
  day date not null,
  visitor bytea not null,
  counted boolean not null default true,
  constraint visits_pkey PRIMARY KEY (subject, day, visitor)
);
CREATE INDEX visits_day ON public.visits USING btree (day);

create table wanted_photos (
  listing_id text not null,
  position smallint not null,
  owner_id text not null,
  url text not null,
  alt text,
  problem text,
  created_at timestamp with time zone not null,
  constraint wanted_photos_pkey PRIMARY KEY (listing_id, "position"),
  constraint wanted_photos_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint wanted_photos_alt_check CHECK ((char_length(alt) <= 500)),
  constraint wanted_photos_position_check CHECK ((("position" >= 0) AND ("position" <= 23))),
  constraint wanted_photos_problem_check CHECK ((char_length(problem) <= 500)),
  constraint wanted_photos_url_check CHECK ((char_length(url) <= 2048))
);
CREATE INDEX wanted_photos_open ON public.wanted_photos USING btree (owner_id, listing_id, "position") WHERE (problem IS NULL);

create table webhook_deliveries (
  id text not null,
  account_id text not null,
  event_id text not null,
  event_type text not null,
  body text not null,
  status text not null default 'waiting'::text,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  leased_until timestamp with time zone,
  attempts jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint webhook_deliveries_check CHECK (((status = 'waiting'::text) = (next_try_at IS NOT NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_account ON public.webhook_deliveries USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_created ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (account_id, next_try_at, id) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id, account_id);

create table webhooks (
  account_id text not null,
  url text not null,
  events text[] not null,
  enabled boolean not null,
  secret text not null,
  failing_since timestamp with time zone,
  switched_off_at timestamp with time zone,
  last_at timestamp with time zone,
  last_status integer,
  last_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  key_id text,
  constraint webhooks_pkey PRIMARY KEY (account_id),
  constraint webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint webhooks_url_check CHECK ((char_length(url) <= 2048))
);
CREATE TRIGGER webhook_told AFTER UPDATE ON public.webhooks FOR EACH ROW WHEN ((old.enabled IS DISTINCT FROM new.enabled)) EXECUTE FUNCTION account_changed('webhook', 'account_id', 'account_id');

create table words_takes (
  id text not null,
  listing_id text not null,
  tone text not null,
  instruction text not null,
  title text not null,
  one_liner text not null,
  description text not null,
  teaser text not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint words_takes_pkey PRIMARY KEY (id),
  constraint words_takes_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint words_takes_instruction_check CHECK ((char_length(instruction) <= 500))
);
CREATE INDEX words_takes_listing ON public.words_takes USING btree (listing_id, created_at DESC, id DESC);
