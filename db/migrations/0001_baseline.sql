-- The schema of the service. Tables come by module with their indexes, then functions with their triggers, then first rows.
-- Checks and triggers refuse what the state tables do not know, even when the code is wrong. Money is in US cents.
-- Constraints marked `not valid` never checked the oldest rows of databases from before this file. A later migration may validate them.

-- Platform --------------------------------------------------------------------------------------------

-- The service's clock is ahead of the machine's by this much (TEST_CLOCK). One row.
create table clock (
  only_row boolean default true primary key check (only_row),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);

-- Idempotency keys. Ids are hashes. The caller's key encrypts the stored response, which may contain a secret.
create table idempotency_keys (
  id bytea primary key,
  fingerprint bytea not null,
  state text not null check (state in ('running', 'done')),
  owner text not null,
  lease_until timestamptz not null,
  status integer,
  answer bytea,
  created_at timestamptz not null,
  -- presence lock of the process, so that the claim of a dead process is free at once
  holder integer,
  constraint idempotency_keys_check check ((state = 'done') = (status is not null and answer is not null))
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Exact counters of rate limits, shared by all processes. Names are hashes.
create table limit_counts (
  deed text not null,
  name bytea not null check (octet_length(name) = 16),
  times timestamptz[] not null,
  ends_at timestamptz not null,
  primary key (deed, name)
) with (fillfactor = 70);
create index limit_counts_end on limit_counts (ends_at);

-- Token buckets. Each process reports its use a few times a second, so `tokens` may be negative.
create table request_buckets (
  name bytea primary key check (octet_length(name) = 16),
  tokens double precision not null,
  per_second double precision not null,
  burst double precision not null,
  at timestamptz not null
) with (fillfactor = 70);

-- Each visitor counts once per record and day.
create table visits (
  subject text collate "C" not null,
  day date not null,
  visitor bytea not null,
  -- false: the visitor counted already, before they signed in
  counted boolean not null default true,
  primary key (subject, day, visitor)
);
create index visits_day on visits (day);

-- Salts of the visitor hashes, one per day, deleted after it.
create table visit_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- Views and shares per day, partitioned by month. src/platform/limits/monthly-counts.ts creates months and drops old ones whole.
create table daily_counts (
  subject text collate "C" not null,
  kind text not null check (kind in ('view', 'share')),
  day date not null,
  count bigint not null default 0 check (count >= 0),
  primary key (subject, kind, day)
) partition by range (day);
-- The first partition also holds the totals of deleted months. The last one holds days whose month had no partition yet.
do $$
begin
  execute format('create table daily_counts_before partition of daily_counts for values from (minvalue) to (%L)',
    (date_trunc('month', now()) + interval '2 months')::date);
end $$;
create table daily_counts_other partition of daily_counts default;
-- busiest shops of the week
create index daily_counts_day on daily_counts (day, kind);
alter index daily_counts_before_day_kind_idx rename to daily_counts_before_day;

-- Files in storage. A file is written before the row that names it; the sweep deletes files that no row names.
create table stored_files (
  key text collate "C" primary key,
  created_at timestamptz not null,
  -- null while a row names the file
  orphaned_at timestamptz,
  -- served only to the two parties of an order
  private boolean not null default false,
  -- owner, and below the size, for the quota of stored media
  account_id text collate "C",
  bytes bigint check (bytes >= 0)
);
create index stored_files_orphaned on stored_files (orphaned_at) where orphaned_at is not null;

-- Identity --------------------------------------------------------------------------------------------

create table accounts (
  id text collate "C" primary key,
  name text not null check (char_length(name) between 1 and 60),
  -- null once the account is closed, which frees the address
  email text,
  password_hash text,
  brake boolean not null default false,
  is_operator boolean not null default false,
  suspended_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  email_verified_at timestamptz,
  -- requested; becomes the address when its link is used
  new_email text,
  -- IANA name; the service checks it, and null means UTC
  time_zone text check (length(time_zone) between 1 and 64),
  -- the real account; null for an account of the market
  sandbox_of text collate "C" references accounts on delete cascade,
  sandbox_role text check (sandbox_role in ('seller', 'buyer')),
  -- how far the owner moved the clock of this test account
  sandbox_ahead_seconds bigint not null default 0,
  constraint accounts_check check ((closed_at is null and sandbox_of is null) = (email is not null)),
  constraint accounts_closed_wants_no_email check (closed_at is null or new_email is null),
  -- no one signs in as a test account, and no mail reaches it
  constraint accounts_sandbox_check check (
    (sandbox_of is null) = (sandbox_role is null)
    and (sandbox_of is null or (email is null and new_email is null and password_hash is null and not is_operator))
  )
);
create unique index accounts_email on accounts (lower(email));
create unique index accounts_sandbox on accounts (sandbox_of, sandbox_role) where sandbox_of is not null;
-- an account whose address was verified without the password has none until its owner sets one
alter table accounts add constraint accounts_closed_has_no_password check (closed_at is null or password_hash is null) not valid;

create table sessions (
  token_hash bytea primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  id text collate "C" not null default ('ses_' || replace(gen_random_uuid()::text, '-', '')),
  -- the browser's user agent
  agent text,
  -- when the person last proved who they are: by password, passkey or email link
  proved_at timestamptz,
  -- when the second step passed in this session; operators need it in public mode
  second_at timestamptz,
  -- shows the test data of the session's own account, as one of its two test accounts
  test_role text
);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_id on sessions (id);
alter table sessions add constraint sessions_test_role_check check (test_role in ('seller', 'buyer')) not valid;

-- API keys, agent keys and the keys of OAuth apps.
create table keys (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  kind text not null check (kind in ('api', 'agent')),
  name text not null check (char_length(name) between 1 and 60),
  secret_hash bytea not null,
  last4 text not null check (char_length(last4) = 4),
  scopes text[] not null,
  ask_first text[] not null default '{}',
  max_offer_cents integer check (max_offer_cents between 0 and 10000000),
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- limit of `commitments` in any 24 hours
  max_day_cents integer check (max_day_cents between 0 and 10000000),
  -- end of an app's current secret; null: the secret lives as long as the key
  secret_expires_at timestamptz
);
create index keys_account on keys (account_id, created_at, id);
create index keys_ended on keys (least(revoked_at, expires_at));
create unique index keys_secret on keys (secret_hash);

-- Spending of a key, for its limit per day.
create table commitments (
  key_id text not null references keys on delete cascade,
  -- an offer, an order or a hold
  subject_id text not null,
  cents integer not null check (cents >= 0),
  at timestamptz not null,
  primary key (key_id, subject_id)
);
create index commitments_old on commitments (at);

-- Requests per calendar month, UTC. `month` is its first day.
create table usage_months (
  account_id text collate "C" not null references accounts on delete cascade,
  month date not null,
  requests bigint not null default 0 check (requests >= 0),
  primary key (account_id, month)
);
create index usage_months_month on usage_months (month);

-- Counters behind the quotas. Triggers keep them in the transaction of the change; the row lock serializes concurrent changes.
create table account_use (
  account_id text collate "C" primary key references accounts on delete cascade,
  shops integer not null default 0 check (shops >= 0),
  keys integer not null default 0 check (keys >= 0),
  listings integer not null default 0 check (listings >= 0),
  likes integer not null default 0 check (likes >= 0),
  follows integer not null default 0 check (follows >= 0),
  -- all sizes of all pictures and videos in use
  media_bytes bigint not null default 0 check (media_bytes >= 0)
) with (fillfactor = 70);

-- Requests that wait for the owner of the key. A repeated request finds the pending one by its digest.
create table approvals (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  key_id text collate "C" not null references keys on delete cascade,
  action text not null,
  summary text not null,
  amount_cents integer,
  request jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'done', 'failed', 'declined', 'expired')),
  result jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- the actions, and below the record versions, that the approval is valid for
  actions text[] not null default '{}',
  versions jsonb not null default '{}',
  digest bytea,
  constraint approvals_check check ((status in ('pending', 'expired')) = (decided_at is null)),
  constraint approvals_check1 check ((status in ('done', 'failed')) = (result is not null))
);
create index approvals_account on approvals (account_id, created_at desc, id desc);
create index approvals_account_pending on approvals (account_id) where status = 'pending';
create index approvals_decided on approvals (created_at) where status not in ('pending', 'approved');
create index approvals_pending on approvals (expires_at) where status = 'pending';
create unique index approvals_waiting on approvals (key_id, digest) where status = 'pending';

create table exports (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  storage_key text,
  bytes bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint exports_check check ((status = 'done') = (storage_key is not null and bytes is not null))
);
create index exports_account on exports (account_id, created_at desc, id desc);
create index exports_expiry on exports (expires_at);

-- Email links. The row stores a hash; the token exists only in the mail.
create table mailed_links (
  token_hash bytea primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify', 'sign_in')),
  -- the address that the link verifies
  email text not null,
  mail_id text collate "C" not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_links_account on mailed_links (account_id);
create index mailed_links_expiry on mailed_links (expires_at);

-- Browsers that signed in before. They may sign in while the account is locked for others; a new one causes a mail.
create table known_browsers (
  account_id text collate "C" not null references accounts on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (account_id, token_hash)
);
create index known_browsers_seen on known_browsers (seen_at);

create table passkeys (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- the device's use counter; 0 for devices that do not count
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id, created_at);

create table authenticator_apps (
  account_id text collate "C" primary key references accounts on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- null until the first code; the app is no factor before
  confirmed_at timestamptz,
  -- the 30-second step of the last accepted code, so that no code works twice
  last_step bigint,
  last_used_at timestamptz,
  constraint authenticator_apps_confirmed_by_a_code check (confirmed_at is null or last_step is not null)
);
create index authenticator_apps_waiting on authenticator_apps (created_at) where confirmed_at is null;

create table recovery_codes (
  account_id text collate "C" not null references accounts on delete cascade,
  -- a slow hash, with the salt of its set
  code_hash bytea not null,
  salt bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Challenges for passkeys, valid once, for one purpose and one browser or session.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'session', 'sign_in', 'second')),
  bound_to bytea not null,
  account_id text collate "C" references accounts on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_account on passkey_challenges (account_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Sign-ins whose first step is done, for the browser that holds the token.
create table sign_in_tickets (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  account_id text collate "C" not null references accounts on delete cascade,
  answers integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_tickets_account on sign_in_tickets (account_id);
create index sign_in_tickets_expiry on sign_in_tickets (expires_at);

-- Developers ------------------------------------------------------------------------------------------

-- Clients that registered themselves. Clients that publish their own metadata have no row.
create table oauth_clients (
  id text collate "C" primary key,
  name text not null check (char_length(name) between 1 and 60),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- the developer's account; null for a client that registered itself
  account_id text collate "C" references accounts on delete cascade
);
create index oauth_clients_account on oauth_clients (account_id, created_at, id) where account_id is not null;
create index oauth_clients_used on oauth_clients (last_used_at);

-- Authorization codes, until the app exchanges them.
create table oauth_codes (
  code_hash bytea primary key,
  -- signing out withdraws the permission
  session_id text collate "C" not null references sessions (id) on delete cascade,
  account_id text collate "C" not null references accounts on delete cascade,
  client_id text not null check (char_length(client_id) <= 500),
  client_name text not null check (char_length(client_name) between 1 and 60),
  redirect_uri text not null check (char_length(redirect_uri) <= 1000),
  challenge text not null check (char_length(challenge) = 43),
  scopes text[] not null,
  ask_first text[] not null,
  max_offer_cents integer,
  max_day_cents integer,
  -- the resulting key: a second exchange of the code revokes it
  key_id text collate "C" references keys on delete cascade,
  created_at timestamptz not null
);
create index oauth_codes_account on oauth_codes (account_id);
create index oauth_codes_created on oauth_codes (created_at);
create index oauth_codes_key on oauth_codes (key_id) where key_id is not null;
create index oauth_codes_session on oauth_codes (session_id);

-- OAuth apps with access. Each has one key, whose secret rotates.
create table apps (
  key_id text collate "C" primary key references keys on delete cascade,
  client_id text not null check (char_length(client_id) <= 500),
  -- the constant part of its refresh tokens, which detects a reused one
  refresh_selector text collate "C" not null unique,
  refresh_hash bytea not null,
  refreshed_at timestamptz not null
);
create index apps_client on apps (client_id);

-- Keys that sign the service's messages (RFC 9421, docs/ucp.md). The newest one signs.
create table signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null
);
create index signing_keys_by_age on signing_keys (created_at);

-- Domain events, written in the transaction of the change. `data` keeps the bytes that every reader and every webhook attempt gets.
create table events (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  type text not null,
  -- one of the documented types, which the API and webhooks show
  is_public boolean not null,
  data text not null,
  created_at timestamptz not null,
  dispatched_at timestamptz,
  -- readers order by (xid, id) below the oldest open transaction, so that no late commit appears behind them
  xid xid8 not null default pg_current_xact_id()
);
create index events_account on events (account_id, created_at desc, id desc) where is_public;
create index events_created on events (created_at);
create index events_forward on events (account_id, xid, id) where is_public;
create index events_waiting on events (created_at) where dispatched_at is null;

-- One webhook per account.
create table webhooks (
  account_id text collate "C" primary key references accounts on delete cascade,
  url text not null check (char_length(url) <= 2048),
  events text[] not null check (cardinality(events) > 0),
  enabled boolean not null,
  secret text not null,
  -- the first failure after the last success
  failing_since timestamptz,
  -- when the service disabled it; null again once the owner saves it
  switched_off_at timestamptz,
  last_at timestamptz,
  last_status integer,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the key that set the webhook; null: a person did
  key_id text collate "C"
);

create table webhook_deliveries (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  event_id text collate "C" not null,
  event_type text not null,
  -- the bytes of every attempt
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  -- real time, not the service's clock: the end of the current attempt's lease, and its token
  leased_until timestamptz,
  -- the last attempts, oldest first: [{at, status, error, ms}]
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  constraint webhook_deliveries_check check ((status = 'waiting') = (next_try_at is not null))
);
create index webhook_deliveries_account on webhook_deliveries (account_id, created_at desc, id desc);
create index webhook_deliveries_created on webhook_deliveries (created_at);
-- one lane per account, so that a slow receiver does not delay others
create index webhook_deliveries_due on webhook_deliveries (account_id, next_try_at, id) where status = 'waiting';
create unique index webhook_deliveries_event on webhook_deliveries (event_id, account_id);

-- The last requests of an account's keys, at most 100 per account. Never stores a body, a query or a secret.
create table request_log (
  -- the `Request-Id` header
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  key_id text collate "C" not null,
  operation text not null,
  method text not null,
  -- without the query
  path text not null check (char_length(path) <= 200),
  status integer not null,
  -- the error type, if any
  error text,
  ms integer not null,
  created_at timestamptz not null
);
create index request_log_account on request_log (account_id, created_at desc, id desc);
create index request_log_created on request_log (created_at);

-- Catalog ---------------------------------------------------------------------------------------------

create table shops (
  id text collate "C" primary key,
  owner_id text collate "C" not null references accounts,
  slug text collate "C" not null,
  name text not null check (char_length(name) between 1 and 60),
  about text check (char_length(about) <= 300),
  category text check (char_length(category) <= 40),
  location text check (char_length(location) <= 80),
  tone text not null default 'lemon' check (tone in ('lemon', 'mint', 'pink', 'leaf', 'blush')),
  visibility text not null default 'public' check (visibility in ('public', 'link', 'private')),
  paused boolean not null default false,
  answer_questions boolean not null default true,
  haggle boolean not null default true,
  lowest_percent integer not null default 15 check (lowest_percent between 0 and 90),
  ask_hold boolean not null default false,
  picture jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  suspended_at timestamptz,
  -- the owner's choice while the shop is suspended, and so private
  asked_visibility text check (asked_visibility in ('public', 'link', 'private')),
  -- '' is the market, another value the account whose test data this is; slugs are unique per world
  world text collate "C" not null default '',
  unique (id, owner_id),
  constraint shops_suspended_check check (
    (suspended_at is null) = (asked_visibility is null)
    and (suspended_at is null or visibility = 'private')
  )
);
-- shops by the beginning of their name
create index shops_name on shops (lower(name) text_pattern_ops) where visibility = 'public' and not paused;
create index shops_owner on shops (owner_id, created_at, id);
create unique index shops_slug on shops (slug, world);

-- Every address that a shop has or had. A row with `moved_at` redirects, and stays reserved for its owner for 30 days.
create table shop_slugs (
  slug text collate "C" not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$' and slug !~ '^..--'),
  shop_id text collate "C" references shops on delete set null deferrable initially deferred,
  owner_id text collate "C" not null references accounts,
  moved_at timestamptz,
  world text collate "C" not null default '',
  primary key (slug, world),
  constraint shop_slugs_check check (shop_id is not null or moved_at is not null)
);
create unique index shop_slugs_current on shop_slugs (shop_id) where moved_at is null;
create index shop_slugs_free on shop_slugs (moved_at) where shop_id is null;
alter table shops add foreign key (slug, world) references shop_slugs deferrable initially deferred;

create table listings (
  id text collate "C" primary key,
  shop_id text collate "C" not null,
  owner_id text collate "C" not null,
  status text not null default 'draft' check (status in ('draft', 'live', 'sold')),
  visibility text not null default 'everyone' check (visibility in ('everyone', 'link', 'hidden')),
  prompt text check (char_length(prompt) <= 500),
  title text check (char_length(title) between 1 and 80),
  one_liner text check (char_length(one_liner) <= 120),
  description text check (char_length(description) <= 5000),
  category text check (char_length(category) <= 60),
  price_cents integer check (price_cents between 0 and 10000000),
  lowest_price_cents integer check (lowest_price_cents between 0 and 10000000),
  shipping_cents integer check (shipping_cents between 0 and 10000000),
  take_offers boolean not null default true,
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array'),
  research jsonb,
  -- the last part of the public address, set at the first publish and then constant
  link text collate "C",
  ever_sold boolean not null default false,
  published_at timestamptz,
  sold_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- maintained by trigger: the shop is public and not paused
  shop_open boolean not null default false,
  in_market boolean not null generated always as (status = 'live' and visibility = 'everyone' and shop_open) stored,
  search tsvector generated always as (
    setweight(to_tsvector('english', coalesce(title, '')), 'A') ||
    setweight(to_tsvector('english', coalesce(category, '') || ' ' || coalesce(one_liner, '')), 'B') ||
    setweight(jsonb_to_tsvector('english', fields, '["string"]'), 'C') ||
    setweight(to_tsvector('english', coalesce(description, '')), 'D')
  ) stored,
  hidden_at timestamptz,
  -- the owner's choice while the operator hides the listing
  asked_visibility text check (asked_visibility in ('everyone', 'link')),
  -- until when an unpaid order or a paid deposit reserves it at the latest; maintained by trigger
  reserved_until timestamptz,
  -- source of a price that research filled in; null: the seller's own, or none
  price_basis text check (price_basis in ('comparables', 'new_price', 'default')),
  foreign key (shop_id, owner_id) references shops (id, owner_id) on delete cascade,
  constraint listings_check check ((status = 'sold') = (sold_at is not null)),
  constraint listings_check1 check ((status = 'draft') = (published_at is null)),
  constraint listings_check2 check (status = 'draft' or (title is not null and price_cents is not null and link is not null)),
  constraint listings_check3 check (status <> 'sold' or ever_sold),
  constraint listings_check4 check (lowest_price_cents <= price_cents),
  constraint listings_hidden_check check (
    (visibility = 'hidden') = (hidden_at is not null)
    and (visibility = 'hidden') = (asked_visibility is not null)
  )
);
create index listings_category on listings (lower(category), published_at desc, id desc) where in_market;
-- descending price pages forward as ascending price does, with ties reversed
create index listings_dearest on listings (price_cents desc, id desc) where in_market;
create index listings_drafts on listings (owner_id, updated_at desc, id desc) where status = 'draft';
create unique index listings_link on listings (shop_id, link);
create index listings_newest on listings (published_at desc, id desc) where in_market;
create index listings_owner on listings (owner_id, updated_at desc, id desc);
create index listings_price on listings (price_cents, id) where in_market;
create index listings_search on listings using gin (search) where in_market;
-- a shop's own page: items for sale, newest first, and the last sold ones
create index listings_shelf on listings (shop_id, published_at desc, id desc) where status = 'live' and visibility = 'everyone';
create index listings_shop on listings (shop_id, status, updated_at desc, id desc);
create index listings_sold on listings (shop_id, sold_at desc, id desc) where status = 'sold' and visibility = 'everyone';

create table photos (
  id text collate "C" primary key,
  listing_id text collate "C" not null references listings on delete cascade,
  position integer not null check (position >= 0),
  source text not null default 'own' check (source in ('own', 'web')),
  is_video boolean not null default false,
  alt text check (char_length(alt) <= 500),
  -- [{size, key, width, height, bytes, type}], largest last; a video has one
  variants jsonb not null check (jsonb_typeof(variants) = 'array'),
  created_at timestamptz not null,
  constraint photos_position unique (listing_id, position) deferrable initially deferred,
  constraint photos_check check (not is_video or source = 'own')
);
create unique index photos_one_video on photos (listing_id) where is_video;

-- Pictures that an import named by URL. A worker fetches them one at a time per account.
create table wanted_photos (
  listing_id text collate "C" not null references listings on delete cascade,
  position smallint not null check (position between 0 and 23),
  owner_id text collate "C" not null,
  url text not null check (char_length(url) <= 2048),
  alt text check (char_length(alt) <= 500),
  -- why the fetch failed; shown to the seller until the photos change
  problem text check (char_length(problem) <= 500),
  created_at timestamptz not null,
  primary key (listing_id, position)
);
create index wanted_photos_open on wanted_photos (owner_id, listing_id, position) where problem is null;

create table likes (
  account_id text collate "C" not null references accounts on delete cascade,
  listing_id text collate "C" not null references listings on delete cascade,
  created_at timestamptz not null,
  primary key (listing_id, account_id)
);
create index likes_account on likes (account_id, created_at desc, listing_id);
create index likes_created on likes (created_at);

create table follows (
  account_id text collate "C" not null references accounts on delete cascade,
  shop_id text collate "C" not null references shops on delete cascade,
  created_at timestamptz not null,
  primary key (shop_id, account_id)
);
create index follows_account on follows (account_id, created_at desc, shop_id);

create table saved_searches (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  name text not null,
  q text,
  category text,
  price text not null default 'any',
  offers boolean not null default false,
  alert text not null default 'none' check (alert in ('none', 'daily')),
  -- the account knows of everything up to here
  alerted_at timestamptz,
  created_at timestamptz not null,
  unique nulls not distinct (account_id, q, category, price, offers),
  constraint saved_searches_check check (q is not null or category is not null or price <> 'any' or offers)
);
create index saved_searches_account on saved_searches (account_id, created_at desc, id desc);
create index saved_searches_daily on saved_searches (coalesce(alerted_at, created_at)) where alert = 'daily';

create table reports (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  listing_id text collate "C" not null references listings on delete cascade,
  reason text not null check (reason in ('counterfeit', 'prohibited', 'misleading', 'offensive', 'other')),
  body text,
  status text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz not null,
  -- how a report ended
  outcome text check (outcome in ('dismissed', 'upheld')),
  closed_at timestamptz,
  constraint reports_check check ((status = 'closed') = (closed_at is not null)),
  constraint reports_check1 check ((status = 'closed') = (outcome is not null))
);
create index reports_account on reports (account_id, id);
create index reports_closed on reports (closed_at desc, id desc) where status = 'closed';
create index reports_ended on reports (closed_at) where status = 'closed';
create index reports_listing on reports (listing_id);
-- one open report per account and listing
create unique index reports_open on reports (account_id, listing_id) where status = 'open';
create index reports_queue on reports (created_at, id) where status = 'open';

-- Queue of the search indexes. A reader starts at the oldest transaction that was open at its last poll, so it misses no late commit.
create table market_changes (
  tx xid8 not null default pg_current_xact_id(),
  listing_id text collate "C" not null,
  -- real time: an index that did not poll within the retention rebuilds
  at timestamptz not null default clock_timestamp(),
  primary key (tx, listing_id)
);

-- Invalidations of the response cache, read like `market_changes`.
create table shown_changes (
  tx xid8 not null default pg_current_xact_id(),
  kind text collate "C" not null check (kind in ('listing', 'shop', 'owner', 'followers', 'reviews')),
  -- of the listing, the shop, the account, or the followed shop
  id text collate "C" not null,
  -- of a listing
  shop_id text collate "C" not null default '',
  at timestamptz not null default clock_timestamp(),
  primary key (tx, kind, id, shop_id)
);

-- Embeddings of listings. Empty without an embedding model.
create table listing_vectors (
  listing_id text collate "C" primary key references listings on delete cascade,
  model text not null,
  -- SHA-256 of the embedded text, which is the only one that it is valid for
  text_hash bytea not null check (octet_length(text_hash) = 32),
  -- one signed byte per dimension
  vector bytea not null check (octet_length(vector) between 1 and 65536),
  -- listings.updated_at when the text was read
  read_at timestamptz not null
);
create index listing_vectors_model on listing_vectors (model);

-- Lease, so that one process at a time embeds. Real time.
create table embedding_turn (
  one boolean default true primary key check (one),
  until timestamptz not null
);

-- Calls of the embedding model per day, UTC, for the budget.
create table embedding_days (
  day date not null,
  kind text not null check (kind in ('listings', 'queries')),
  calls integer not null check (calls >= 0),
  primary key (day, kind)
);

-- At most one row. `off` keeps an emptied database empty at the next start.
create table demo_market (
  only_one boolean default true primary key check (only_one),
  state text not null check (state in ('planted', 'off')),
  changed_at timestamptz not null
);

-- Demo pictures still to draw, in order. The transaction that attaches a picture deletes its row, so a killed start resumes.
create table demo_pictures (
  position integer primary key,
  listing_id text collate "C" references listings on delete cascade,
  shop_id text collate "C" references shops on delete cascade,
  alt text,
  -- input of the drawing code
  drawing jsonb not null,
  constraint demo_pictures_check check (num_nonnulls(listing_id, shop_id) = 1)
);
create index demo_pictures_listing on demo_pictures (listing_id);
create index demo_pictures_shop on demo_pictures (shop_id);

-- Commerce --------------------------------------------------------------------------------------------

-- An offer outlives its listing: it stays on record when a draft is deleted.
create table offers (
  id text collate "C" primary key,
  listing_id text collate "C" not null,
  shop_id text collate "C" not null,
  seller_id text collate "C" not null references accounts,
  buyer_id text collate "C" not null references accounts,
  -- as of the offer; the price follows the listing while the offer stands
  listing_title text not null,
  listing_price_cents integer not null,
  shop_slug text not null,
  shop_name text not null,
  amount_cents integer not null check (amount_cents > 0),
  note text check (char_length(note) <= 500),
  status text not null default 'open'
    check (status in ('open', 'countered', 'accepted', 'declined', 'withdrawn', 'replaced', 'expired', 'closed', 'lapsed')),
  counter_cents integer,
  counter_note text check (char_length(counter_note) <= 500),
  counter_by text check (counter_by in ('owner', 'agent')),
  counter_expires_at timestamptz,
  closed_reason text,
  order_id text collate "C",
  -- end of the current state; a counter-offer moves it
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint offers_check check (buyer_id <> seller_id),
  constraint offers_check2 check (counter_cents > amount_cents),
  constraint offers_check3 check (
    (counter_cents is null) = (counter_by is null)
    and (counter_cents is null) = (counter_expires_at is null)
  ),
  constraint offers_check4 check (status <> 'countered' or (counter_cents is not null and expires_at = counter_expires_at)),
  constraint offers_check5 check ((status = 'closed') = (closed_reason is not null)),
  constraint offers_check6 check ((status in ('accepted', 'lapsed')) = (order_id is not null))
);
create index offers_buyer on offers (buyer_id, created_at desc, id desc);
create index offers_buyer_countered on offers (buyer_id) where status = 'countered';
create index offers_due on offers (expires_at) where status in ('open', 'countered');
create index offers_ended on offers (updated_at) where status in ('declined', 'withdrawn', 'replaced', 'expired', 'closed');
create index offers_listing on offers (listing_id, created_at desc, id desc);
-- one standing offer per buyer and listing
create unique index offers_one_standing on offers (listing_id, buyer_id) where status in ('open', 'countered');
create index offers_seller on offers (seller_id, created_at desc, id desc);
create index offers_seller_open on offers (seller_id) where status = 'open';
create index offers_shop_week on offers (shop_id, created_at);

create table orders (
  id text collate "C" primary key,
  -- an unpaid order may outlive its listing; `ever_sold` protects the listing of a paid one
  listing_id text collate "C" not null,
  shop_id text collate "C" not null,
  seller_id text collate "C" not null references accounts,
  buyer_id text collate "C" not null references accounts,
  offer_id text collate "C" references offers,
  hold_id text collate "C",
  -- as of the order: the buyer pays what they saw
  listing_title text not null,
  listing_link text not null,
  photo jsonb,
  shop_slug text not null,
  shop_name text not null,
  item_cents integer not null check (item_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  fee_cents integer not null,
  -- already paid through a hold
  deposit_cents integer not null default 0,
  refunded_cents integer not null default 0,
  -- the buyer collects the item and shows a code
  pickup boolean not null,
  pickup_code text check (pickup_code ~ '^[0-9]{6}$'),
  -- wrong codes in the hour from `code_tries_from`
  code_tries integer not null default 0,
  code_tries_from timestamptz,
  address jsonb,
  carrier text check (char_length(carrier) <= 60),
  tracking_number text check (char_length(tracking_number) <= 120),
  status text not null default 'awaiting_payment'
    check (status in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'completed', 'problem', 'refunded', 'cancelled', 'expired')),
  payment text not null default 'unpaid' check (payment in ('unpaid', 'pending', 'paid', 'partly_refunded', 'refunded')),
  payout text not null default 'none' check (payout in ('none', 'waiting', 'on_hold', 'sent')),
  pay_by timestamptz not null,
  ship_by timestamptz,
  remind_at timestamptz,
  reminded_at timestamptz,
  protect_until timestamptz,
  -- the buyer asked to cancel; silence until then means yes
  cancel_by timestamptz,
  -- {reason, body, photos, reported_at, answer, answered_at, offered_cents}
  problem jsonb,
  paid_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- what the buyer's bank asks back and has not decided
  disputed_cents integer not null default 0,
  -- what the bank took for good, as part of refunded_cents
  charged_back_cents integer not null default 0,
  constraint orders_check check (fee_cents between 0 and item_cents),
  constraint orders_check1 check (deposit_cents between 0 and item_cents),
  constraint orders_check2 check (buyer_id <> seller_id),
  constraint orders_check3 check (refunded_cents between 0 and (item_cents + shipping_cents)),
  constraint orders_check4 check ((pickup_code is not null) = pickup),
  constraint orders_check5 check (not pickup or shipping_cents = 0),
  constraint orders_check6 check (status in ('awaiting_payment', 'expired', 'cancelled') or paid_at is not null),
  constraint orders_check7 check (payout <> 'sent' or status in ('completed', 'refunded'))
);
create index orders_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_buyer_waiting on orders (buyer_id) where status in ('awaiting_payment', 'shipped', 'delivered', 'problem');
create index orders_cancel_by on orders (cancel_by) where cancel_by is not null and status = 'paid';
-- a hold may outlive an order that was never paid
create unique index orders_hold on orders (hold_id) where hold_id is not null and status not in ('cancelled', 'expired');
create index orders_listing on orders (listing_id, created_at desc, id desc);
create unique index orders_offer on orders (offer_id) where offer_id is not null;
-- sells each item once
create unique index orders_one_unfinished on orders (listing_id)
  where status in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'problem');
create index orders_pay_by on orders (pay_by) where status = 'awaiting_payment';
create index orders_protect_until on orders (protect_until) where status in ('shipped', 'delivered');
create index orders_remind_at on orders (remind_at) where status = 'paid' and reminded_at is null;
create index orders_seller on orders (seller_id, created_at desc, id desc);
-- the inbox counts what waits with every page
create index orders_seller_waiting on orders (seller_id) where status in ('paid', 'problem');
create index orders_ship_by on orders (ship_by) where status = 'paid';
create index orders_shop_week on orders (shop_id, paid_at) where paid_at is not null;
alter table orders add constraint orders_charged_back_check check (charged_back_cents between 0 and refunded_cents) not valid;
alter table orders add constraint orders_disputed_check check (disputed_cents >= 0) not valid;

-- Timeline of an order.
create table order_steps (
  order_id text collate "C" not null references orders,
  position bigint not null generated always as identity,
  at timestamptz not null,
  status text not null,
  by text not null check (by in ('buyer', 'seller', 'service', 'provider', 'operator')),
  primary key (order_id, position)
);

create table holds (
  id text collate "C" primary key,
  listing_id text collate "C" not null,
  shop_id text collate "C" not null,
  seller_id text collate "C" not null references accounts,
  buyer_id text collate "C" not null references accounts,
  listing_title text not null,
  deposit_cents integer not null check (deposit_cents > 0),
  status text not null default 'asked' check (status in ('asked', 'active', 'used', 'returned', 'kept', 'expired')),
  -- asked: pay by then; active: buy by then
  until timestamptz not null,
  order_id text collate "C" references orders,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint holds_check check (buyer_id <> seller_id),
  constraint holds_check1 check ((status = 'used') = (order_id is not null))
);
create index holds_buyer on holds (buyer_id, created_at desc, id desc);
create index holds_due on holds (until) where status in ('asked', 'active');
create unique index holds_one_active on holds (listing_id) where status = 'active';
create unique index holds_one_of_a_buyer on holds (listing_id, buyer_id) where status in ('asked', 'active');
create index holds_seller on holds (seller_id, created_at desc, id desc);
alter table orders add foreign key (hold_id) references holds;

-- One attempt of a buyer to pay an order or a deposit. The id is the provider's idempotency key.
create table payments (
  id text collate "C" primary key,
  order_id text collate "C" references orders,
  hold_id text collate "C" references holds,
  buyer_id text collate "C" not null references accounts,
  provider text not null check (provider in ('test', 'stripe')),
  method text not null,
  -- null until the provider answers
  provider_ref text collate "C",
  amount_cents integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0,
  status text not null default 'started' check (status in ('started', 'pending', 'succeeded', 'failed')),
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  charged_back_cents integer not null default 0,
  constraint payments_check check (num_nonnulls(order_id, hold_id) = 1),
  constraint payments_check1 check (refunded_cents between 0 and amount_cents),
  constraint payments_check2 check (refunded_cents = 0 or status = 'succeeded')
);
create index payments_hold on payments (hold_id);
create index payments_order on payments (order_id);
create unique index payments_ref on payments (provider, provider_ref);
create index payments_unsettled on payments (updated_at) where status in ('started', 'pending');
alter table payments add constraint payments_charged_back_check check (charged_back_cents between 0 and amount_cents) not valid;

-- Events of payment providers. The row commits with the change that the event causes, so each event takes effect once.
create table provider_events (
  provider text not null,
  id text collate "C" not null,
  type text not null,
  received_at timestamptz not null,
  ref text,
  -- used; seen: changes nothing; foreign: not ours; mismatch: contradicts our books
  outcome text check (outcome in ('used', 'seen', 'foreign', 'mismatch')),
  note text,
  primary key (provider, id)
);
create index provider_events_received on provider_events (received_at);

-- Money to transfer. The transaction that owes it inserts the row; only the settlement worker executes it.
create table money_moves (
  id text collate "C" primary key,
  kind text not null,
  order_id text collate "C" references orders,
  hold_id text collate "C" references holds,
  -- a refund returns through its payment
  payment_id text collate "C" references payments,
  account_id text collate "C" not null references accounts,
  amount_cents integer not null check (amount_cents > 0),
  -- held: waits for a person; failed: sent and returned; dropped: never sent and no longer needed
  status text not null default 'due',
  provider_ref text collate "C",
  tries integer not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- the payout that a reversal takes back, or the failed move that this one repeats
  of_move text collate "C" references money_moves,
  -- handed to the provider, which has not answered; only its answer changes the row
  sending_since timestamptz,
  constraint money_moves_check check (num_nonnulls(order_id, hold_id) >= 1),
  constraint money_moves_check1 check ((kind = 'refund') = (payment_id is not null))
);
create index money_moves_account_due on money_moves (account_id) where kind = 'payout' and status = 'due';
create index money_moves_due on money_moves (next_try_at) where status = 'due';
create index money_moves_hold on money_moves (hold_id) where hold_id is not null;
create index money_moves_of on money_moves (of_move) where of_move is not null;
create index money_moves_order on money_moves (order_id);
create unique index money_moves_payout_hold on money_moves (hold_id) where kind = 'payout' and order_id is null and of_move is null;
-- one payout per order and per kept deposit
create unique index money_moves_payout_order on money_moves (order_id) where kind = 'payout' and hold_id is null and of_move is null;
create index money_moves_sending on money_moves (sending_since) where sending_since is not null;
alter table money_moves add constraint money_moves_check2 check ((status in ('sent', 'failed')) = (sent_at is not null)) not valid;
alter table money_moves add constraint money_moves_kind_check check (kind in ('refund', 'payout', 'reversal')) not valid;
alter table money_moves add constraint money_moves_reversal_check check (kind <> 'reversal' or of_move is not null) not valid;
alter table money_moves add constraint money_moves_sending_check check (sending_since is null or status = 'due') not valid;
alter table money_moves add constraint money_moves_status_check check (status in ('due', 'held', 'sent', 'failed', 'dropped')) not valid;

-- A seller's account at the payment provider (Stripe Connect). The test provider needs none.
create table payout_accounts (
  account_id text collate "C" primary key references accounts,
  provider text not null check (provider in ('test', 'stripe')),
  provider_ref text collate "C" not null,
  ready boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the account left the service at the provider
  left_at timestamptz
);
create unique index payout_accounts_ref on payout_accounts (provider, provider_ref);

-- Double-entry bookkeeping: the lines of a posting sum to zero, and no balance we hold is negative. Rows never change.
create table ledger_entries (
  id bigint generated always as identity primary key,
  posting text collate "C" not null,
  -- buyer: outside, paid in; escrow: held for an order or a hold; seller: owed; fees: ours; bank: outside, paid out; debt: advanced after
  -- a chargeback, negative until recovered
  account text not null,
  order_id text collate "C" references orders,
  hold_id text collate "C" references holds,
  amount_cents bigint not null check (amount_cents <> 0),
  created_at timestamptz not null,
  constraint ledger_entries_check check (num_nonnulls(order_id, hold_id) = 1)
);
create index ledger_entries_hold on ledger_entries (hold_id, account);
create index ledger_entries_order on ledger_entries (order_id, account);
create index ledger_entries_posting on ledger_entries (posting);
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('buyer', 'escrow', 'seller', 'fees', 'bank', 'debt')) not valid;

-- Payment exceptions: what needs, or needed, a person.
create table money_cases (
  id text collate "C" primary key,
  provider text not null check (provider in ('test', 'stripe')),
  kind text not null
    check (kind in ('chargeback', 'refund_failed', 'transfer_failed', 'transfer_reversed', 'payout_failed', 'account_stopped', 'mismatch')),
  -- the provider's object, or our transfer if there is none
  ref text collate "C" not null,
  order_id text collate "C" references orders,
  hold_id text collate "C" references holds,
  payment_id text collate "C" references payments,
  move_id text collate "C" references money_moves,
  -- the affected seller
  account_id text collate "C" references accounts,
  amount_cents integer not null check (amount_cents >= 0),
  -- chargebacks: the stage, what the bank holds, how much of it is covered, and the number of bookings
  stage text check (stage in ('inquiry', 'open', 'won', 'lost')),
  taken_cents integer not null default 0 check (taken_cents >= 0),
  covered_cents integer not null default 0,
  entries integer not null default 0,
  -- the provider's text, or ours
  reason text check (char_length(reason) <= 500),
  due_by timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  constraint money_cases_check check ((kind = 'chargeback') = (stage is not null))
);
create index money_cases_account on money_cases (account_id, created_at desc) where closed_at is null;
create index money_cases_closed on money_cases (closed_at desc, id) where closed_at is not null;
create index money_cases_hold on money_cases (hold_id) where hold_id is not null;
create index money_cases_open on money_cases (created_at, id) where closed_at is null;
create index money_cases_order on money_cases (order_id) where order_id is not null;
create index money_cases_payment on money_cases (payment_id) where payment_id is not null;
create unique index money_cases_ref on money_cases (provider, kind, ref);
create unique index money_cases_reversal on money_cases (move_id) where kind = 'chargeback';

create table reviews (
  id text collate "C" primary key,
  order_id text collate "C" not null unique references orders,
  shop_id text collate "C" not null,
  listing_id text collate "C" not null,
  seller_id text collate "C" not null references accounts,
  buyer_id text collate "C" not null references accounts,
  rating integer not null check (rating between 1 and 5),
  body text not null check (char_length(body) <= 2000),
  reply_body text check (char_length(reply_body) between 1 and 2000),
  replied_at timestamptz,
  -- hidden by the operator, and why
  hidden_at timestamptz,
  hidden_reason text,
  created_at timestamptz not null,
  constraint reviews_check check ((reply_body is null) = (replied_at is null)),
  constraint reviews_check1 check ((hidden_at is null) = (hidden_reason is null))
);
-- for the account's archive
create index reviews_buyer on reviews (buyer_id, id);
create index reviews_seller on reviews (seller_id, id);
create index reviews_shop on reviews (shop_id, created_at desc, id desc) where hidden_at is null;

-- Purchases that agents prepare over the open commerce protocol (docs/ucp.md). They reserve nothing.
create table checkouts (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  -- only the key that created it may continue
  key_id text not null references keys on delete cascade,
  listing_id text not null references listings on delete cascade,
  offer_id text references offers on delete set null,
  order_id text references orders on delete cascade,
  title text not null,
  -- the prices that the agent saw; it pays no other
  item_cents integer not null check (item_cents >= 0),
  shipping_cents integer check (shipping_cents >= 0),
  -- as sent
  buyer jsonb,
  destination jsonb,
  -- where the agent's platform describes itself, and where it receives order updates
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

-- Carts of agents (docs/ucp.md). They reserve nothing.
create table carts (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  -- only the key that created it may continue
  key_id text not null references keys on delete cascade,
  -- listings in purchase order, with their titles; never a price
  items jsonb not null check (jsonb_array_length(items) <= 50),
  -- as sent
  buyer jsonb,
  -- the last checkout from this cart; only one is open at a time
  checkout_id text references checkouts on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index carts_of_account on carts (account_id);
create index carts_of_checkout on carts (checkout_id) where checkout_id is not null;
create index carts_of_key on carts (key_id);
create index carts_to_forget on carts (expires_at);

-- Messaging -------------------------------------------------------------------------------------------

create table threads (
  id text collate "C" primary key,
  -- null: to the shop itself. A thread outlives its listing and its shop
  listing_id text collate "C",
  shop_id text collate "C" not null,
  seller_id text collate "C" not null references accounts,
  buyer_id text collate "C" not null references accounts,
  listing_title text,
  shop_slug text not null,
  shop_name text not null,
  needs_owner boolean not null default false,
  seller_unread integer not null default 0 check (seller_unread >= 0),
  buyer_unread integer not null default 0 check (buyer_unread >= 0),
  -- the shop agent pauses after the owner wrote
  owner_wrote_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint threads_check check (buyer_id <> seller_id),
  constraint threads_check1 check ((listing_id is null) = (listing_title is null))
);
create index threads_buyer on threads (buyer_id, updated_at desc, id desc);
create index threads_buyer_unread on threads (buyer_id) where buyer_unread > 0;
create unique index threads_of_listing on threads (listing_id, buyer_id) where listing_id is not null;
create unique index threads_of_shop on threads (shop_id, buyer_id) where listing_id is null;
create index threads_seller on threads (seller_id, updated_at desc, id desc);
-- counted by the inbox
create index threads_seller_unread on threads (seller_id) where seller_unread > 0;
create index threads_seller_waiting on threads (seller_id) where seller_unread > 0 or needs_owner;

create table messages (
  id text collate "C" primary key,
  thread_id text collate "C" not null references threads on delete cascade,
  sender text not null check (sender in ('buyer', 'owner', 'agent', 'service')),
  text text not null check (char_length(text) between 1 and 2000),
  -- the buyer's message that an agent answers, once
  in_reply_to text collate "C" references messages,
  needs_owner boolean not null default false,
  created_at timestamptz not null,
  constraint messages_check check (in_reply_to is null or sender = 'agent')
);
create unique index messages_one_reply on messages (in_reply_to) where in_reply_to is not null;
create index messages_thread on messages (thread_id, created_at, id);
-- questions of the week, for the busiest shops
create index messages_week on messages (created_at) include (thread_id) where sender = 'buyer';

create table mails (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  kind text not null,
  -- each event causes at most one mail per address and kind
  event_id text collate "C",
  recipient text not null,
  subject text not null,
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- the mail gets a link of this kind when it leaves
  link_for text check (link_for in ('reset', 'verify', 'sign_in')),
  -- mails over the limit per hour wait, and this one carries them
  folded_into text collate "C",
  constraint mails_check check ((status = 'sent') = (sent_at is not null))
);
create index mails_account on mails (account_id, created_at);
create index mails_created on mails (created_at);
create index mails_due on mails (next_try_at) where status = 'waiting';
create unique index mails_event on mails (event_id, account_id, kind) where event_id is not null;
create index mails_folded on mails (folded_into) where folded_into is not null;
create index mails_waiting on mails (recipient, kind) where status = 'waiting';

-- Kinds of mail that an account turned off.
create table notice_switches (
  account_id text collate "C" not null references accounts on delete cascade,
  kind text not null,
  enabled boolean not null,
  primary key (account_id, kind)
);

-- VAPID keys, created at first use. Browsers are subscribed to the public one.
create table push_keys (
  single boolean default true primary key check (single),
  public_key text not null,
  private_key text not null
);

create table push_subscriptions (
  id text collate "C" primary key,
  -- signing out ends the subscription
  session_id text collate "C" not null unique references sessions (id) on delete cascade,
  account_id text collate "C" not null references accounts on delete cascade,
  endpoint text collate "C" not null unique check (char_length(endpoint) <= 1000),
  -- the browser's public key and secret, base64url
  p256dh text not null,
  auth text not null,
  -- consecutive failures
  given_up integer not null default 0,
  created_at timestamptz not null
);
create index push_subscriptions_account on push_subscriptions (account_id, created_at);

create table pushes (
  id text collate "C" primary key,
  subscription_id text collate "C" not null references push_subscriptions on delete cascade,
  -- each event causes at most one notice per browser
  event_id text collate "C" not null,
  title text not null,
  body text not null,
  path text not null check (path ~~ '/%'),
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  unique (subscription_id, event_id)
);
create index pushes_created on pushes (created_at);
create index pushes_due on pushes (next_try_at) where status = 'waiting';

-- Helpers ---------------------------------------------------------------------------------------------

-- How the negotiator decided each offer. Only the owner sees it.
create table negotiations (
  offer_id text collate "C" primary key references offers on delete cascade,
  outcome text not null check (outcome in ('counter', 'owner', 'firm')),
  counter_cents integer,
  -- rule, inputs and arithmetic
  reasoning jsonb not null,
  -- a model, or the template
  worded_by text check (worded_by in ('model', 'template')),
  created_at timestamptz not null,
  constraint negotiations_check check ((outcome = 'counter') = (counter_cents is not null))
);

-- One run of a helper: its input snapshot, output and cost. A snapshot never contains the lowest price.
create table helper_runs (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  helper text not null,
  subject text collate "C" not null,
  prompt_version text,
  model text,
  snapshot jsonb,
  decision text not null,
  detail jsonb,
  input_tokens integer not null default 0 check (input_tokens >= 0),
  output_tokens integer not null default 0 check (output_tokens >= 0),
  started_at timestamptz not null,
  ended_at timestamptz not null
);
create index helper_runs_account on helper_runs (account_id, started_at desc);
create index helper_runs_started on helper_runs (started_at);
create index helper_runs_subject on helper_runs (subject, started_at desc);

-- Model calls of an account per day, UTC, for the budget.
create table model_days (
  account_id text collate "C" not null references accounts on delete cascade,
  day date not null,
  calls integer not null default 0 check (calls >= 0),
  primary key (account_id, day)
);
create index model_days_day on model_days (day);

create table research_runs (
  id text collate "C" primary key,
  listing_id text collate "C" not null references listings on delete cascade,
  account_id text collate "C" not null references accounts on delete cascade,
  prompt text check (char_length(prompt) <= 500),
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  -- [{name, status, note}]
  steps jsonb not null,
  result jsonb,
  -- evidence for the price
  comparables jsonb,
  started_at timestamptz not null,
  touched_at timestamptz not null
);
create index research_runs_listing on research_runs (listing_id, started_at desc);
create unique index research_runs_one_running on research_runs (listing_id) where status = 'running';

-- Versions of a listing's texts, so that the seller can return to one.
create table words_takes (
  id text collate "C" primary key,
  listing_id text collate "C" not null references listings on delete cascade,
  tone text not null,
  instruction text not null check (char_length(instruction) <= 500),
  title text not null,
  one_liner text not null,
  description text not null,
  teaser text not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index words_takes_listing on words_takes (listing_id, created_at desc, id desc);

-- The chat beside a listing. The server keeps it, so that no client can forge it.
create table listing_chats (
  id text collate "C" primary key,
  listing_id text collate "C" not null references listings on delete cascade,
  role text not null check (role in ('seller', 'agent')),
  text text not null,
  -- what the tools changed, from their own log
  changes jsonb not null default '[]',
  created_at timestamptz not null
);
create index listing_chats_listing on listing_chats (listing_id, created_at, id);

-- Admin -----------------------------------------------------------------------------------------------

-- Moderation actions, with a reason and an appeal.
create table measures (
  id text collate "C" primary key,
  kind text not null check (kind in ('listing', 'shop', 'account', 'review')),
  -- the hidden or suspended record, and its name then; the record may be gone
  subject_id text collate "C" not null,
  subject_name text not null,
  -- the owner, who is notified and may appeal
  account_id text collate "C" not null references accounts,
  reason text not null check (char_length(reason) between 1 and 1000),
  taken_at timestamptz not null,
  lifted_at timestamptz,
  lifted_reason text check (char_length(lifted_reason) between 1 and 1000),
  constraint measures_check check ((lifted_at is null) = (lifted_reason is null))
);
create index measures_account on measures (account_id, taken_at desc, id desc);
-- at most one active action of a kind per record
create unique index measures_standing on measures (kind, subject_id) where lifted_at is null;
create index measures_taken on measures (taken_at desc, id desc);

create table appeals (
  id text collate "C" primary key,
  measure_id text collate "C" not null references measures,
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null,
  outcome text check (outcome in ('upheld', 'lifted')),
  answer text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  constraint appeals_check check ((answered_at is null) = (outcome is null) and (answered_at is null) = (answer is null))
);
create index appeals_measure on appeals (measure_id, created_at);
create unique index appeals_open on appeals (measure_id) where answered_at is null;
-- longest waiting first
create index appeals_queue on appeals (created_at, id) where answered_at is null;

-- Who did what, and why. Insert only. Names are copied, so that a row never changes its meaning.
create table audit_log (
  position bigint generated always as identity primary key,
  at timestamptz not null,
  -- an account, or 'shell' for access to the server itself
  actor_id text collate "C" not null,
  actor_name text not null,
  verb text not null,
  subject_kind text not null,
  subject_id text collate "C" not null,
  reason text,
  before jsonb,
  after jsonb
);
create index audit_log_subject on audit_log (subject_id, position desc);
create index audit_log_verb on audit_log (verb, position desc);

-- Functions and triggers ------------------------------------------------------------------------------

-- Test data: an account belongs for good to the market ('') or to the test mode of one account.
create function world_of(account text) returns text language sql stable as $$
  select coalesce(sandbox_of, '') from accounts where id = account
$$;

-- A test account never moves to the market or to another owner, and has no test accounts.
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

-- A shop and its slugs take the world of their owner.
create function world_of_owner() returns trigger language plpgsql as $$
begin
  new.world := coalesce(world_of(new.owner_id), '');
  return new;
end $$;
create trigger world_of_owner before insert or update of owner_id, world on shops for each row execute function world_of_owner();
create trigger world_of_owner before insert or update of owner_id, world on shop_slugs for each row execute function world_of_owner();

-- The parties of a row belong to one world. Arguments: a kind, and the column with the id.
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
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id on offers
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id on orders
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id on holds
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
create trigger one_world before insert or update of buyer_id, order_id, hold_id on payments
  for each row execute function one_world('account buyer_id', 'order order_id', 'hold hold_id');
create trigger one_world before insert or update of account_id, order_id, hold_id on money_moves
  for each row execute function one_world('account account_id', 'order order_id', 'hold hold_id');
create trigger one_world before insert or update of account_id, order_id, hold_id on money_cases
  for each row execute function one_world('account account_id', 'order order_id', 'hold hold_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id, order_id on reviews
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id', 'order order_id');
create trigger one_world before insert or update of account_id, listing_id, order_id on checkouts
  for each row execute function one_world('account account_id', 'listing listing_id', 'order order_id');
create trigger one_world before insert or update of seller_id, buyer_id, listing_id, shop_id on threads
  for each row execute function one_world('account seller_id', 'account buyer_id', 'listing listing_id', 'shop shop_id');
create trigger one_world before insert or update of account_id, listing_id on research_runs
  for each row execute function one_world('account account_id', 'listing listing_id');

-- Only the test provider moves money of a test account.
create function test_world_pays_nothing() returns trigger language plpgsql as $$
begin
  if new.provider <> 'test' and world_of(coalesce(to_jsonb(new) ->> 'buyer_id', to_jsonb(new) ->> 'account_id')) <> '' then
    raise exception 'a test world knows the test provider alone' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger test_world_pays_nothing before insert or update of provider on payments
  for each row execute function test_world_pays_nothing();
create trigger test_world_pays_nothing before insert or update of provider on payout_accounts
  for each row execute function test_world_pays_nothing();

create function account_use_begins() returns trigger language plpgsql as $$
begin
  insert into account_use (account_id) values (new.id);
  return null;
end $$;
create trigger account_use_begins after insert on accounts for each row execute function account_use_begins();

-- The functions *_use run once per statement, and fold test accounts' files into their real account.
create function shops_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set shops = u.shops + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger shops_added_use after insert on shops referencing new table as added for each statement execute function shops_added_use();

create function shops_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set shops = u.shops + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger shops_removed_use after delete on shops referencing old table as removed
  for each statement execute function shops_removed_use();

create function keys_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, (revoked_at is null)::int as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger keys_added_use after insert on keys referencing new table as added for each statement execute function keys_added_use();

create function keys_changed_use() returns trigger language plpgsql as $$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, (revoked_at is null)::int as n from added
    union all select account_id, -((revoked_at is null)::int) from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger keys_changed_use after update on keys referencing old table as removed new table as added
  for each statement execute function keys_changed_use();

create function keys_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set keys = u.keys + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -((revoked_at is null)::int) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger keys_removed_use after delete on keys referencing old table as removed
  for each statement execute function keys_removed_use();

create function listings_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set listings = u.listings + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger listings_added_use after insert on listings referencing new table as added
  for each statement execute function listings_added_use();

create function listings_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set listings = u.listings + d.n
  from (select account, sum(n) as n from (
    select owner_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger listings_removed_use after delete on listings referencing old table as removed
  for each statement execute function listings_removed_use();

create function likes_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set likes = u.likes + d.n
  from (select account, sum(n) as n from (
    select account_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger likes_added_use after insert on likes referencing new table as added for each statement execute function likes_added_use();

create function likes_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set likes = u.likes + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger likes_removed_use after delete on likes referencing old table as removed
  for each statement execute function likes_removed_use();

create function follows_added_use() returns trigger language plpgsql as $$
begin
  update account_use u set follows = u.follows + d.n
  from (select account, sum(n) as n from (
    select account_id as account, 1 as n from added
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger follows_added_use after insert on follows referencing new table as added
  for each statement execute function follows_added_use();

create function follows_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set follows = u.follows + d.n
  from (select account, sum(n) as n from (
    select account_id as account, -(1) as n from removed
  ) as changes where account is not null group by account) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger follows_removed_use after delete on follows referencing old table as removed
  for each statement execute function follows_removed_use();

create function stored_files_changed_use() returns trigger language plpgsql as $$
begin
  update account_use u set media_bytes = u.media_bytes + d.n
  from (select coalesce(a.sandbox_of, a.id) as account, sum(n) as n from (
    select account_id, case when orphaned_at is null then bytes else 0 end as n from added
    union all select account_id, -(case when orphaned_at is null then bytes else 0 end) from removed
  ) as changes join accounts a on a.id = changes.account_id group by 1) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger stored_files_changed_use after update on stored_files referencing old table as removed new table as added
  for each statement execute function stored_files_changed_use();

create function stored_files_removed_use() returns trigger language plpgsql as $$
begin
  update account_use u set media_bytes = u.media_bytes + d.n
  from (select coalesce(a.sandbox_of, a.id) as account, sum(n) as n from (
    select account_id, -(case when orphaned_at is null then bytes else 0 end) as n from removed
  ) as changes join accounts a on a.id = changes.account_id group by 1) as d
  where u.account_id = d.account and d.n <> 0;
  return null;
end $$;
create trigger stored_files_removed_use after delete on stored_files referencing old table as removed
  for each statement execute function stored_files_removed_use();

-- A suspended shop, or one of a suspended owner, is private. The owner's choice returns afterwards.
create function shop_is_suspended() returns trigger language plpgsql as $$
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
end $$;
create trigger shop_is_suspended before insert or update of suspended_at, visibility, asked_visibility on shops
  for each row execute function shop_is_suspended();

create function shop_open_changed() returns trigger language plpgsql as $$
begin
  update listings set shop_open = (new.visibility = 'public' and not new.paused and new.world = '') where shop_id = new.id;
  return null;
end $$;
create trigger shop_open_changed after update on shops for each row
  when (old.visibility is distinct from new.visibility or old.paused is distinct from new.paused)
  execute function shop_open_changed();

-- The market shows no test data: search, feeds, sitemap and counts read shop_open.
create function listing_shop_open() returns trigger language plpgsql as $$
begin
  select s.visibility = 'public' and not s.paused and s.world = '' into new.shop_open from shops s where s.id = new.shop_id;
  return new;
end $$;
create trigger listing_shop_open before insert on listings for each row execute function listing_shop_open();

-- Sets the visibility of a hidden listing to a value that no list or search knows, and stores the owner's choice beside it.
create function listing_hides() returns trigger language plpgsql as $$
begin
  if new.hidden_at is null then
    new.visibility := coalesce(nullif(new.visibility, 'hidden'), new.asked_visibility, 'everyone');
    new.asked_visibility := null;
  elsif new.visibility <> 'hidden' then
    new.asked_visibility := new.visibility;
    new.visibility := 'hidden';
  end if;
  return new;
end $$;
create trigger listing_hides before insert or update of hidden_at, visibility, asked_visibility on listings
  for each row execute function listing_hides();

-- A sale and a public address are permanent.
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
create trigger listing_keeps_its_past before update of ever_sold, link on listings for each row execute function listing_keeps_its_past();

-- Test data may be deleted; its owner empties it.
create function listing_sold_stays() returns trigger language plpgsql as $$
begin
  if world_of(old.owner_id) <> '' then
    return old;
  end if;
  raise exception 'a listing that was ever sold stays on record' using errcode = 'restrict_violation';
end $$;
create trigger listing_sold_stays before delete on listings for each row when (old.ever_sold) execute function listing_sold_stays();

-- Keeps listings.reserved_until, which spares cards and searches a look at orders.
create function listing_reserved() returns trigger language plpgsql as $$
declare reserved timestamptz;
begin
  select max(standing.until) into reserved from (
    select pay_by as until from orders where listing_id = new.listing_id and status = 'awaiting_payment'
    union all
    select until from holds where listing_id = new.listing_id and status = 'active') standing;
  update listings set reserved_until = reserved where id = new.listing_id and reserved_until is distinct from reserved;
  return null;
end $$;
create trigger listing_reserved after update on orders
  for each row when (old.status is distinct from new.status or old.pay_by is distinct from new.pay_by) execute function listing_reserved();
create trigger listing_reserved_by_insert after insert on orders
  for each row when (new.status = 'awaiting_payment') execute function listing_reserved();
create trigger listing_reserved after update on holds
  for each row when (old.status is distinct from new.status or old.until is distinct from new.until) execute function listing_reserved();
create trigger listing_reserved_by_insert after insert on holds
  for each row when (new.status = 'active') execute function listing_reserved();

-- Deleting by ctid would hit a row of every partition.
create function keep_daily_count() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger not_by_place before delete on daily_counts
  for each row when (current_query() ~~ '%delete from daily_counts where ctid%') execute function keep_daily_count();

-- The functions *_moves repeat the state tables of src. `npm run generate` writes a migration when they differ.
create function listing_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('draft', 'live'),
    ('live', 'draft'),
    ('live', 'sold'),
    ('sold', 'live')) then
    raise exception 'a listing cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger listing_moves before update of status on listings
  for each row when (old.status is distinct from new.status) execute function listing_moves();

create function offer_moves() returns trigger language plpgsql as $$
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
end $$;
create trigger offer_moves before update of status on offers
  for each row when (old.status is distinct from new.status) execute function offer_moves();

create function hold_moves() returns trigger language plpgsql as $$
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
end $$;
create trigger hold_moves before update of status on holds
  for each row when (old.status is distinct from new.status) execute function hold_moves();

create function order_moves() returns trigger language plpgsql as $$
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
end $$;
create trigger order_moves before update of status on orders
  for each row when (old.status is distinct from new.status) execute function order_moves();

-- An offer starts at most at the price; the price may fall below it later.
create function offers_start_within_price() returns trigger language plpgsql as $$
begin
  raise exception 'an offer cannot be above the price' using errcode = 'check_violation';
end $$;
create trigger offers_start_within_price before insert on offers
  for each row when (new.amount_cents > new.listing_price_cents) execute function offers_start_within_price();

-- A standing offer shows its listing's current price.
create function offers_follow_price() returns trigger language plpgsql as $$
begin
  update offers set listing_price_cents = new.price_cents, updated_at = greatest(updated_at, new.updated_at)
  where listing_id = new.id and status in ('open', 'countered') and listing_price_cents <> new.price_cents;
  return null;
end $$;
create trigger offers_follow_price after update of price_cents on listings for each row
  when (old.price_cents is distinct from new.price_cents and new.price_cents is not null)
  execute function offers_follow_price();

-- Only the provider's answer changes a transfer that is being sent; a finished one stays.
create function money_move_steps() returns trigger language plpgsql as $$
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
end $$;
create trigger money_move_steps before update of status, amount_cents, provider_ref on money_moves
  for each row execute function money_move_steps();

-- Checks a posting at commit.
create function ledger_balances() returns trigger language plpgsql as $$
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
end $$;
create constraint trigger ledger_balances after insert on ledger_entries deferrable initially deferred
  for each row execute function ledger_balances();

-- Test data may be deleted, or aged when its clock moves.
create function ledger_is_written_once() returns trigger language plpgsql as $$
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
create trigger ledger_is_written_once before update or delete on ledger_entries for each row execute function ledger_is_written_once();

create function audit_log_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_never_emptied before truncate on audit_log for each statement execute function audit_log_is_written_once();
create trigger audit_log_is_written_once before update or delete on audit_log for each row execute function audit_log_is_written_once();

-- Runs only for columns that search, filters or sort orders read.
create function market_changed() returns trigger language plpgsql as $$
begin
  insert into market_changes (listing_id) values (coalesce(new.id, old.id)) on conflict do nothing;
  return null;
end $$;
create trigger market_changed_by_delete after delete on listings for each row when (old.in_market) execute function market_changed();
create trigger market_changed_by_insert after insert on listings for each row when (new.in_market) execute function market_changed();
create trigger market_changed_by_reservation after update on listings for each row
  when ((old.in_market or new.in_market) and old.reserved_until is distinct from new.reserved_until)
  execute function market_changed();
create trigger market_changed_by_update after update on listings for each row
  when ((old.in_market or new.in_market) and (
    old.in_market, old.title, old.one_liner, old.category, old.description, old.fields, old.price_cents, old.take_offers, old.published_at
  ) is distinct from (
    new.in_market, new.title, new.one_liner, new.category, new.description, new.fields, new.price_cents, new.take_offers, new.published_at
  ))
  execute function market_changed();

-- Runs for any change of a public listing, so that new columns need no change here.
create function shown_listing_changed() returns trigger language plpgsql as $$
begin
  insert into shown_changes (kind, id, shop_id)
    select distinct 'listing', coalesce(new.id, old.id), shop from unnest(array[old.shop_id, new.shop_id]) as shop where shop is not null
    on conflict do nothing;
  return null;
end $$;
create trigger shown_listing_changed_by_delete after delete on listings
  for each row when (old.status <> 'draft') execute function shown_listing_changed();
create trigger shown_listing_changed_by_insert after insert on listings
  for each row when (new.status <> 'draft') execute function shown_listing_changed();
create trigger shown_listing_changed_by_update after update on listings for each row
  when ((old.status <> 'draft' or new.status <> 'draft') and old.* is distinct from new.*)
  execute function shown_listing_changed();

-- Includes drafts: this transaction cannot know which listings are drafts when it commits.
create function shown_photo_changed() returns trigger language plpgsql as $$
begin
  insert into shown_changes (kind, id, shop_id)
    select 'listing', id, shop_id from listings where id in (new.listing_id, old.listing_id)
    on conflict do nothing;
  return null;
end $$;
create trigger shown_photo_changed after insert or update or delete on photos for each row execute function shown_photo_changed();

create function shown_changed() returns trigger language plpgsql as $$
begin
  insert into shown_changes (kind, id)
    values (tg_argv[0], coalesce(to_jsonb(new) ->> tg_argv[1], to_jsonb(old) ->> tg_argv[1]))
    on conflict do nothing;
  return null;
end $$;
create trigger shown_owner_changed after update on accounts
  for each row when (old.name is distinct from new.name) execute function shown_changed('owner', 'id');
create trigger shown_shop_changed_by_delete after delete on shops for each row execute function shown_changed('shop', 'id');
create trigger shown_shop_changed_by_insert after insert on shops for each row execute function shown_changed('shop', 'id');
create trigger shown_shop_changed_by_update after update on shops
  for each row when (old.* is distinct from new.*) execute function shown_changed('shop', 'id');
create trigger shown_followers_changed after insert or delete on follows
  for each row execute function shown_changed('followers', 'shop_id');
create trigger shown_reviews_changed after insert or delete on reviews for each row execute function shown_changed('reviews', 'shop_id');
create trigger shown_reviews_changed_by_update after update on reviews
  for each row when (old.* is distinct from new.*) execute function shown_changed('reviews', 'shop_id');

-- Notifies web processes at commit: which accounts, and which record. Never its content.
create function account_changed() returns trigger language plpgsql as $$
declare
  -- a row may be told of by what it was before it went
  changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
begin
  -- arguments: the kind, the column of the record's id, the columns of the accounts that see it
  perform pg_notify('account_changes', concat_ws(' ', account, tg_argv[0], changed ->> tg_argv[1]))
    from (select distinct changed ->> name as account from unnest(tg_argv[2:]) as name) as accounts
    where account is not null;
  return null;
end $$;
create trigger account_told after update on accounts for each row
  when (old.suspended_at is distinct from new.suspended_at or old.closed_at is distinct from new.closed_at)
  execute function account_changed('session', 'id', 'id');
create trigger session_told after delete on sessions for each row execute function account_changed('session', 'account_id', 'account_id');
create trigger approval_told after update on approvals
  for each row when (old.status is distinct from new.status) execute function account_changed('approval', 'id', 'account_id');
create trigger approval_told_by_insert after insert on approvals
  for each row execute function account_changed('approval', 'id', 'account_id');
create trigger webhook_told after update on webhooks
  for each row when (old.enabled is distinct from new.enabled) execute function account_changed('webhook', 'account_id', 'account_id');
create trigger listing_told after update on listings
  for each row when (old.status is distinct from new.status) execute function account_changed('listing', 'id', 'owner_id');
create trigger listing_told_by_delete after delete on listings for each row execute function account_changed('listing', 'id', 'owner_id');
create trigger listing_told_by_insert after insert on listings for each row execute function account_changed('listing', 'id', 'owner_id');
create trigger offer_told after update on offers
  for each row when (old.* is distinct from new.*) execute function account_changed('offer', 'id', 'buyer_id', 'seller_id');
create trigger offer_told_by_insert after insert on offers
  for each row execute function account_changed('offer', 'id', 'buyer_id', 'seller_id');
create trigger order_told after update on orders
  for each row when (old.* is distinct from new.*) execute function account_changed('order', 'id', 'buyer_id', 'seller_id');
create trigger order_told_by_insert after insert on orders
  for each row execute function account_changed('order', 'id', 'buyer_id', 'seller_id');
create trigger hold_told after update on holds
  for each row when (old.* is distinct from new.*) execute function account_changed('hold', 'id', 'buyer_id', 'seller_id');
create trigger hold_told_by_insert after insert on holds
  for each row execute function account_changed('hold', 'id', 'buyer_id', 'seller_id');
create trigger money_move_told after update on money_moves
  for each row when (old.status is distinct from new.status) execute function account_changed('money', 'id', 'account_id');
create trigger money_case_told after update on money_cases
  for each row when (old.* is distinct from new.*) execute function account_changed('money', 'id', 'account_id');
create trigger money_case_told_by_insert after insert on money_cases
  for each row execute function account_changed('money', 'id', 'account_id');
create trigger review_told after update on reviews
  for each row when (old.* is distinct from new.*) execute function account_changed('review', 'id', 'buyer_id', 'seller_id');
create trigger review_told_by_insert after insert on reviews
  for each row execute function account_changed('review', 'id', 'buyer_id', 'seller_id');
create trigger thread_told after update on threads
  for each row when (old.* is distinct from new.*) execute function account_changed('thread', 'id', 'buyer_id', 'seller_id');
create trigger thread_told_by_insert after insert on threads
  for each row execute function account_changed('thread', 'id', 'buyer_id', 'seller_id');

-- First rows ------------------------------------------------------------------------------------------

insert into clock default values;
insert into embedding_turn (until) values ('-infinity');
