-- Alerts about liked listings: price drops, sales, and listings that are back for sale. Digests with a link that switches their kind off.

-- the price at which the person liked the listing; null for likes of earlier releases
alter table likes add column price_cents integer;

-- Changes of liked listings that the worker must process. The worker deletes them.
create table like_changes (
  id bigint generated always as identity primary key,
  listing_id text collate "C" not null references listings on delete cascade,
  kind text not null constraint like_changes_kind_check check (kind in ('price_drop', 'liked_sold', 'liked_back')),
  -- the price before the change
  from_cents integer,
  -- when the worker first read the change, by the service's clock
  seen_at timestamptz
);
create index like_changes_listing on like_changes (listing_id, id);

-- An alert of one kind about a listing for one person, waiting or sent
create table like_alerts (
  listing_id text collate "C" not null references listings on delete cascade,
  account_id text collate "C" not null references accounts on delete cascade,
  kind text not null constraint like_alerts_kind_check check (kind in ('price_drop', 'liked_sold', 'liked_back')),
  -- when the next digest includes the alert; null when nothing is new
  due_at timestamptz,
  -- when a digest last included the alert, and the price that it named
  sent_at timestamptz,
  sent_cents integer,
  primary key (listing_id, account_id, kind),
  constraint like_alerts_check check (num_nonnulls(due_at, sent_at) > 0 and (sent_at is null) = (sent_cents is null))
);
create index like_alerts_account on like_alerts (account_id, kind, due_at);
create index like_alerts_due on like_alerts (due_at) where due_at is not null;
create index like_alerts_sent on like_alerts (sent_at) where due_at is null;

-- The last digest of each kind for a person
create table like_digests (
  account_id text collate "C" not null references accounts on delete cascade,
  kind text not null,
  sent_at timestamptz not null,
  primary key (account_id, kind)
);

-- Test data sends no alerts. A listing may change several times before the worker reads it; the worker then reads its current state.
create function like_changed() returns trigger language plpgsql as $$
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
end $$;
create trigger like_changed after update on listings for each row
  when (new.status <> 'draft' and (new.price_cents < old.price_cents or old.status is distinct from new.status
    or (old.reserved_until is not null and new.reserved_until is null)))
  execute function like_changed();

-- Switches for push notifications, next to those for emails
alter table notice_switches add column push boolean not null default true;

-- The shop whose name and colour an email has, and the link that switches a kind of digest off
alter table mails add column shop_slug text;
create table unsubscribe_links (
  token text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  kind text not null,
  -- the address that received the link. The link ends when the account has another address
  email text not null,
  created_at timestamptz not null,
  constraint unsubscribe_links_account unique (account_id, kind)
);
