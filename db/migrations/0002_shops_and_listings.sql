-- Shops, their addresses, listings and photos (interface Resources, States; completions 4).
-- Checks and triggers refuse what the state table does not know, even if the code is wrong.

create table shops (
  id               text collate "C" primary key,
  owner_id         text collate "C" not null references accounts,
  slug             text collate "C" not null,
  name             text not null check (char_length(name) between 1 and 60),
  about            text check (char_length(about) <= 300),
  category         text check (char_length(category) <= 40),
  location         text check (char_length(location) <= 80),
  tone             text not null default 'lemon' check (tone in ('lemon', 'mint', 'pink', 'leaf', 'blush')),
  visibility       text not null default 'public' check (visibility in ('public', 'link', 'private')),
  paused           boolean not null default false,
  answer_questions boolean not null default true,
  haggle           boolean not null default true,
  lowest_percent   integer not null default 15 check (lowest_percent between 0 and 90),
  ask_hold         boolean not null default false,
  picture          jsonb,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  unique (id, owner_id)
);
create index shops_owner on shops (owner_id, created_at, id);

-- Every address that a shop has or had. A row without `moved_at` is the shop's address now; one with it
-- redirects, and stays its owner's for 30 days (completions 4, A moved shop).
create table shop_slugs (
  slug     text collate "C" primary key
           check (slug ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$' and slug !~ '^..--'),
  shop_id  text collate "C" references shops on delete set null,
  owner_id text collate "C" not null references accounts,
  moved_at timestamptz,
  check (shop_id is not null or moved_at is not null)
);
create unique index shop_slugs_current on shop_slugs (shop_id) where moved_at is null;
alter table shops add foreign key (slug) references shop_slugs (slug) deferrable initially deferred;
create unique index shops_slug on shops (slug);

create table listings (
  id                 text collate "C" primary key,
  shop_id            text collate "C" not null,
  owner_id           text collate "C" not null,
  status             text not null default 'draft' check (status in ('draft', 'live', 'sold')),
  visibility         text not null default 'everyone' check (visibility in ('everyone', 'link')),
  prompt             text check (char_length(prompt) <= 500),
  title              text check (char_length(title) between 1 and 80),
  one_liner          text check (char_length(one_liner) <= 120),
  description        text check (char_length(description) <= 5000),
  category           text check (char_length(category) <= 60),
  price_cents        integer check (price_cents between 0 and 10000000),
  lowest_price_cents integer check (lowest_price_cents between 0 and 10000000),
  shipping_cents     integer check (shipping_cents between 0 and 10000000),
  take_offers        boolean not null default true,
  fields             jsonb not null default '[]' check (jsonb_typeof(fields) = 'array'),
  research           jsonb,
  -- the last part of the public address; given at the first publish and kept for ever
  link               text collate "C",
  ever_sold          boolean not null default false,
  published_at       timestamptz,
  sold_at            timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  -- kept by trigger: the shop is public and not paused
  shop_open          boolean not null default false,
  in_market          boolean not null generated always as
                     (status = 'live' and visibility = 'everyone' and shop_open) stored,
  search             tsvector generated always as (
                       setweight(to_tsvector('english', coalesce(title, '')), 'A') ||
                       setweight(to_tsvector('english', coalesce(category, '') || ' ' || coalesce(one_liner, '')), 'B') ||
                       setweight(jsonb_to_tsvector('english', fields, '["string"]'), 'C') ||
                       setweight(to_tsvector('english', coalesce(description, '')), 'D')
                     ) stored,
  foreign key (shop_id, owner_id) references shops (id, owner_id) on delete cascade,
  check ((status = 'sold') = (sold_at is not null)),
  check ((status = 'draft') = (published_at is null)),
  check (status = 'draft' or (title is not null and price_cents is not null and link is not null)),
  check (status <> 'sold' or ever_sold),
  check (lowest_price_cents <= price_cents)
);
create unique index listings_link on listings (shop_id, link);
create index listings_owner on listings (owner_id, updated_at desc, id desc);
create index listings_shop on listings (shop_id, status, updated_at desc, id desc);
create index listings_newest on listings (published_at desc, id desc) where in_market;
create index listings_category on listings (lower(category), published_at desc, id desc) where in_market;
create index listings_price on listings (price_cents, id) where in_market;
create index listings_search on listings using gin (search) where in_market;

create function listing_shop_open() returns trigger language plpgsql as $$
begin
  select s.visibility = 'public' and not s.paused into new.shop_open from shops s where s.id = new.shop_id;
  return new;
end $$;
create trigger listing_shop_open before insert on listings
  for each row execute function listing_shop_open();

create function shop_open_changed() returns trigger language plpgsql as $$
begin
  update listings set shop_open = (new.visibility = 'public' and not new.paused) where shop_id = new.id;
  return null;
end $$;
create trigger shop_open_changed after update of visibility, paused on shops
  for each row when ((old.visibility, old.paused) is distinct from (new.visibility, new.paused))
  execute function shop_open_changed();

-- interface, Listing status: what is not a row of that table is refused here as well
create function listing_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('draft', 'live'), ('live', 'draft'), ('live', 'sold'), ('sold', 'live')) then
    raise exception 'a listing cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger listing_moves before update of status on listings
  for each row when (old.status is distinct from new.status) execute function listing_moves();

create function listing_keeps_its_past() returns trigger language plpgsql as $$
begin
  if old.ever_sold and not new.ever_sold then
    raise exception 'a sale is never forgotten' using errcode = 'check_violation';
  end if;
  if old.link is not null and new.link is distinct from old.link then
    raise exception 'a link is kept for ever' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger listing_keeps_its_past before update of ever_sold, link on listings
  for each row execute function listing_keeps_its_past();

create function listing_sold_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a listing that was ever sold stays on record' using errcode = 'restrict_violation';
end $$;
create trigger listing_sold_stays before delete on listings
  for each row when (old.ever_sold) execute function listing_sold_stays();

create table photos (
  id           text collate "C" primary key,
  listing_id   text collate "C" not null references listings on delete cascade,
  position     integer not null check (position >= 0),
  source       text not null default 'own' check (source in ('own', 'web')),
  is_video     boolean not null default false,
  alt          text check (char_length(alt) <= 500),
  -- [{size, key, width, height, bytes, type}], largest last; a video has one
  variants     jsonb not null check (jsonb_typeof(variants) = 'array'),
  created_at   timestamptz not null,
  constraint photos_position unique (listing_id, position) deferrable initially deferred,
  check (not is_video or source = 'own')
);
create unique index photos_one_video on photos (listing_id) where is_video;

-- Files that no row names any more, or not yet: written before the row, swept when it never came (I25).
create table stored_files (
  key        text collate "C" primary key,
  created_at timestamptz not null,
  -- null while a row names the file
  orphaned_at timestamptz
);
create index stored_files_orphaned on stored_files (orphaned_at) where orphaned_at is not null;

-- Each visitor once per record and day (completions 4, Views); the daily sums are what is read.
create table visits (
  subject text collate "C" not null,
  day     date not null,
  visitor bytea not null,
  primary key (subject, day, visitor)
);
create index visits_day on visits (day);

create table daily_counts (
  subject text collate "C" not null,
  kind    text not null check (kind in ('view', 'share')),
  day     date not null,
  count   bigint not null default 0 check (count >= 0),
  primary key (subject, kind, day)
);

create table likes (
  account_id text collate "C" not null references accounts on delete cascade,
  listing_id text collate "C" not null references listings on delete cascade,
  created_at timestamptz not null,
  primary key (listing_id, account_id)
);
create index likes_account on likes (account_id, created_at desc, listing_id);

create table follows (
  account_id text collate "C" not null references accounts on delete cascade,
  shop_id    text collate "C" not null references shops on delete cascade,
  created_at timestamptz not null,
  primary key (shop_id, account_id)
);
create index follows_account on follows (account_id, created_at desc, shop_id);
