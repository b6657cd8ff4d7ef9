-- Generated from the migrated schema by bin/schema.ts; do not edit. For reading: the migrations are what is run.

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
  if (old.status, new.status) not in (('draft', 'live'), ('live', 'draft'), ('live', 'sold'), ('sold', 'live')) then
    raise exception 'a listing cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_shop_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select s.visibility = 'public' and not s.paused into new.shop_open from shops s where s.id = new.shop_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_sold_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a listing that was ever sold stays on record' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.market_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into market_changes (listing_id) values (coalesce(new.id, old.id)) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.shop_open_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update listings set shop_open = (new.visibility = 'public' and not new.paused) where shop_id = new.id;
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
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_check CHECK (((closed_at IS NULL) = (email IS NOT NULL))),
  constraint accounts_check1 CHECK (((closed_at IS NULL) = (password_hash IS NOT NULL))),
  constraint accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);
CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email));
CREATE TRIGGER shown_owner_changed AFTER UPDATE ON public.accounts FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION shown_changed('owner', 'id');

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
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint approvals_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  constraint approvals_check CHECK (((status = ANY (ARRAY['pending'::text, 'expired'::text])) = (decided_at IS NULL))),
  constraint approvals_check1 CHECK (((status = ANY (ARRAY['done'::text, 'failed'::text])) = (result IS NOT NULL))),
  constraint approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'done'::text, 'failed'::text, 'declined'::text, 'expired'::text])))
);
CREATE INDEX approvals_account ON public.approvals USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX approvals_pending ON public.approvals USING btree (expires_at) WHERE (status = 'pending'::text);

create table clock (
  only_row boolean not null default true,
  offset_ms bigint not null default 0,
  constraint clock_pkey PRIMARY KEY (only_row),
  constraint clock_offset_ms_check CHECK ((offset_ms >= 0)),
  constraint clock_only_row_check CHECK (only_row)
);

create table daily_counts (
  subject text not null,
  kind text not null,
  day date not null,
  count bigint not null default 0,
  constraint daily_counts_pkey PRIMARY KEY (subject, kind, day),
  constraint daily_counts_count_check CHECK ((count >= 0)),
  constraint daily_counts_kind_check CHECK ((kind = ANY (ARRAY['view'::text, 'share'::text])))
);
CREATE INDEX daily_counts_day ON public.daily_counts USING btree (day, kind);

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

create table events (
  id text not null,
  account_id text not null,
  type text not null,
  is_public boolean not null,
  data text not null,
  created_at timestamp with time zone not null,
  dispatched_at timestamp with time zone,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX events_account ON public.events USING btree (account_id, created_at DESC, id DESC) WHERE is_public;
CREATE INDEX events_created ON public.events USING btree (created_at);
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
CREATE TRIGGER shown_followers_changed AFTER INSERT OR DELETE ON public.follows FOR EACH ROW EXECUTE FUNCTION shown_changed('followers', 'shop_id');

create table idempotency_keys (
  id bytea not null,
  fingerprint bytea not null,
  state text not null,
  owner text not null,
  lease_until timestamp with time zone not null,
  status integer,
  answer bytea,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (id),
  constraint idempotency_keys_check CHECK (((state = 'done'::text) = ((status IS NOT NULL) AND (answer IS NOT NULL)))),
  constraint idempotency_keys_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);

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
  constraint keys_pkey PRIMARY KEY (id),
  constraint keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint keys_kind_check CHECK ((kind = ANY (ARRAY['api'::text, 'agent'::text]))),
  constraint keys_last4_check CHECK ((char_length(last4) = 4)),
  constraint keys_max_offer_cents_check CHECK (((max_offer_cents >= 0) AND (max_offer_cents <= 10000000))),
  constraint keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);
CREATE INDEX keys_account ON public.keys USING btree (account_id, created_at, id);
CREATE UNIQUE INDEX keys_secret ON public.keys USING btree (secret_hash);

create table likes (
  account_id text not null,
  listing_id text not null,
  created_at timestamp with time zone not null,
  constraint likes_pkey PRIMARY KEY (listing_id, account_id),
  constraint likes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint likes_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE
);
CREATE INDEX likes_account ON public.likes USING btree (account_id, created_at DESC, listing_id);
CREATE INDEX likes_created ON public.likes USING btree (created_at);

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
  constraint listings_pkey PRIMARY KEY (id),
  constraint listings_shop_id_owner_id_fkey FOREIGN KEY (shop_id, owner_id) REFERENCES shops(id, owner_id) ON DELETE CASCADE,
  constraint listings_category_check CHECK ((char_length(category) <= 60)),
  constraint listings_check CHECK (((status = 'sold'::text) = (sold_at IS NOT NULL))),
  constraint listings_check1 CHECK (((status = 'draft'::text) = (published_at IS NULL))),
  constraint listings_check2 CHECK (((status = 'draft'::text) OR ((title IS NOT NULL) AND (price_cents IS NOT NULL) AND (link IS NOT NULL)))),
  constraint listings_check3 CHECK (((status <> 'sold'::text) OR ever_sold)),
  constraint listings_check4 CHECK ((lowest_price_cents <= price_cents)),
  constraint listings_description_check CHECK ((char_length(description) <= 5000)),
  constraint listings_fields_check CHECK ((jsonb_typeof(fields) = 'array'::text)),
  constraint listings_lowest_price_cents_check CHECK (((lowest_price_cents >= 0) AND (lowest_price_cents <= 10000000))),
  constraint listings_one_liner_check CHECK ((char_length(one_liner) <= 120)),
  constraint listings_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 10000000))),
  constraint listings_prompt_check CHECK ((char_length(prompt) <= 500)),
  constraint listings_shipping_cents_check CHECK (((shipping_cents >= 0) AND (shipping_cents <= 10000000))),
  constraint listings_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'sold'::text]))),
  constraint listings_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80))),
  constraint listings_visibility_check CHECK ((visibility = ANY (ARRAY['everyone'::text, 'link'::text])))
);
CREATE INDEX listings_category ON public.listings USING btree (lower(category), published_at DESC, id DESC) WHERE in_market;
CREATE INDEX listings_dearest ON public.listings USING btree (price_cents DESC, id DESC) WHERE in_market;
CREATE UNIQUE INDEX listings_link ON public.listings USING btree (shop_id, link);
CREATE INDEX listings_newest ON public.listings USING btree (published_at DESC, id DESC) WHERE in_market;
CREATE INDEX listings_owner ON public.listings USING btree (owner_id, updated_at DESC, id DESC);
CREATE INDEX listings_price ON public.listings USING btree (price_cents, id) WHERE in_market;
CREATE INDEX listings_search ON public.listings USING gin (search) WHERE in_market;
CREATE INDEX listings_shelf ON public.listings USING btree (shop_id, published_at DESC, id DESC) WHERE ((status = 'live'::text) AND (visibility = 'everyone'::text));
CREATE INDEX listings_shop ON public.listings USING btree (shop_id, status, updated_at DESC, id DESC);
CREATE INDEX listings_sold ON public.listings USING btree (shop_id, sold_at DESC, id DESC) WHERE ((status = 'sold'::text) AND (visibility = 'everyone'::text));
CREATE TRIGGER listing_keeps_its_past BEFORE UPDATE OF ever_sold, link ON public.listings FOR EACH ROW EXECUTE FUNCTION listing_keeps_its_past();
CREATE TRIGGER listing_moves BEFORE UPDATE OF status ON public.listings FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION listing_moves();
CREATE TRIGGER listing_shop_open BEFORE INSERT ON public.listings FOR EACH ROW EXECUTE FUNCTION listing_shop_open();
CREATE TRIGGER listing_sold_stays BEFORE DELETE ON public.listings FOR EACH ROW WHEN (old.ever_sold) EXECUTE FUNCTION listing_sold_stays();
CREATE TRIGGER market_changed_by_delete AFTER DELETE ON public.listings FOR EACH ROW WHEN (old.in_market) EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed_by_insert AFTER INSERT ON public.listings FOR EACH ROW WHEN (new.in_market) EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed_by_update AFTER UPDATE ON public.listings FOR EACH ROW WHEN (((old.in_market OR new.in_market) AND (((((((((old.in_market IS DISTINCT FROM new.in_market) OR (old.title IS DISTINCT FROM new.title)) OR (old.one_liner IS DISTINCT FROM new.one_liner)) OR (old.category IS DISTINCT FROM new.category)) OR (old.description IS DISTINCT FROM new.description)) OR (old.fields IS DISTINCT FROM new.fields)) OR (old.price_cents IS DISTINCT FROM new.price_cents)) OR (old.take_offers IS DISTINCT FROM new.take_offers)) OR (old.published_at IS DISTINCT FROM new.published_at)))) EXECUTE FUNCTION market_changed();
CREATE TRIGGER shown_listing_changed_by_delete AFTER DELETE ON public.listings FOR EACH ROW WHEN ((old.status <> 'draft'::text)) EXECUTE FUNCTION shown_listing_changed();
CREATE TRIGGER shown_listing_changed_by_insert AFTER INSERT ON public.listings FOR EACH ROW WHEN ((new.status <> 'draft'::text)) EXECUTE FUNCTION shown_listing_changed();
CREATE TRIGGER shown_listing_changed_by_update AFTER UPDATE ON public.listings FOR EACH ROW WHEN ((((old.status <> 'draft'::text) OR (new.status <> 'draft'::text)) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION shown_listing_changed();

create table market_changes (
  tx xid8 not null default pg_current_xact_id(),
  listing_id text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint market_changes_pkey PRIMARY KEY (tx, listing_id)
);

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

create table reports (
  id text not null,
  account_id text not null,
  listing_id text not null,
  reason text not null,
  body text,
  status text not null default 'open'::text,
  created_at timestamp with time zone not null,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint reports_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id) ON DELETE CASCADE,
  constraint reports_reason_check CHECK ((reason = ANY (ARRAY['counterfeit'::text, 'prohibited'::text, 'misleading'::text, 'offensive'::text, 'other'::text]))),
  constraint reports_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX reports_account ON public.reports USING btree (account_id, id);
CREATE INDEX reports_listing ON public.reports USING btree (listing_id);
CREATE UNIQUE INDEX reports_open ON public.reports USING btree (account_id, listing_id) WHERE (status = 'open'::text);
CREATE INDEX reports_queue ON public.reports USING btree (created_at, id) WHERE (status = 'open'::text);

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
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_account_id_q_category_price_offers_key UNIQUE NULLS NOT DISTINCT (account_id, q, category, price, offers),
  constraint saved_searches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint saved_searches_alert_check CHECK ((alert = ANY (ARRAY['none'::text, 'daily'::text]))),
  constraint saved_searches_check CHECK (((q IS NOT NULL) OR (category IS NOT NULL) OR (price <> 'any'::text) OR offers))
);
CREATE INDEX saved_searches_account ON public.saved_searches USING btree (account_id, created_at DESC, id DESC);

create table sessions (
  token_hash bytea not null,
  account_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX sessions_account ON public.sessions USING btree (account_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

create table shop_slugs (
  slug text not null,
  shop_id text,
  owner_id text not null,
  moved_at timestamp with time zone,
  constraint shop_slugs_pkey PRIMARY KEY (slug),
  constraint shop_slugs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint shop_slugs_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  constraint shop_slugs_check CHECK (((shop_id IS NOT NULL) OR (moved_at IS NOT NULL))),
  constraint shop_slugs_slug_check CHECK (((slug ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$'::text) AND (slug !~ '^..--'::text)))
);
CREATE UNIQUE INDEX shop_slugs_current ON public.shop_slugs USING btree (shop_id) WHERE (moved_at IS NULL);

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
  constraint shops_pkey PRIMARY KEY (id),
  constraint shops_id_owner_id_key UNIQUE (id, owner_id),
  constraint shops_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint shops_slug_fkey FOREIGN KEY (slug) REFERENCES shop_slugs(slug) DEFERRABLE INITIALLY DEFERRED,
  constraint shops_about_check CHECK ((char_length(about) <= 300)),
  constraint shops_category_check CHECK ((char_length(category) <= 40)),
  constraint shops_location_check CHECK ((char_length(location) <= 80)),
  constraint shops_lowest_percent_check CHECK (((lowest_percent >= 0) AND (lowest_percent <= 90))),
  constraint shops_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint shops_tone_check CHECK ((tone = ANY (ARRAY['lemon'::text, 'mint'::text, 'pink'::text, 'leaf'::text, 'blush'::text]))),
  constraint shops_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'link'::text, 'private'::text])))
);
CREATE INDEX shops_name ON public.shops USING btree (lower(name) text_pattern_ops) WHERE ((visibility = 'public'::text) AND (NOT paused));
CREATE INDEX shops_owner ON public.shops USING btree (owner_id, created_at, id);
CREATE UNIQUE INDEX shops_slug ON public.shops USING btree (slug);
CREATE TRIGGER shop_open_changed AFTER UPDATE OF visibility, paused ON public.shops FOR EACH ROW WHEN (((old.visibility IS DISTINCT FROM new.visibility) OR (old.paused IS DISTINCT FROM new.paused))) EXECUTE FUNCTION shop_open_changed();
CREATE TRIGGER shown_shop_changed_by_delete AFTER DELETE ON public.shops FOR EACH ROW EXECUTE FUNCTION shown_changed('shop', 'id');
CREATE TRIGGER shown_shop_changed_by_update AFTER UPDATE ON public.shops FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION shown_changed('shop', 'id');

create table shown_changes (
  tx xid8 not null default pg_current_xact_id(),
  kind text not null,
  id text not null,
  shop_id text not null default ''::text,
  at timestamp with time zone not null default clock_timestamp(),
  constraint shown_changes_pkey PRIMARY KEY (tx, kind, id, shop_id),
  constraint shown_changes_kind_check CHECK ((kind = ANY (ARRAY['listing'::text, 'shop'::text, 'owner'::text, 'followers'::text])))
);

create table stored_files (
  key text not null,
  created_at timestamp with time zone not null,
  orphaned_at timestamp with time zone,
  constraint stored_files_pkey PRIMARY KEY (key)
);
CREATE INDEX stored_files_orphaned ON public.stored_files USING btree (orphaned_at) WHERE (orphaned_at IS NOT NULL);

create table usage_months (
  account_id text not null,
  month date not null,
  requests bigint not null default 0,
  constraint usage_months_pkey PRIMARY KEY (account_id, month),
  constraint usage_months_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint usage_months_requests_check CHECK ((requests >= 0))
);

create table visits (
  subject text not null,
  day date not null,
  visitor bytea not null,
  constraint visits_pkey PRIMARY KEY (subject, day, visitor)
);
CREATE INDEX visits_day ON public.visits USING btree (day);
