// Generated from the migrated schema by bin/schema.ts; do not edit.
import type { ColumnType } from 'kysely';

/** May be left out at insert: the database has a default. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** Made by the database, never written. */
export type Computed<T> = ColumnType<T, never, never>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Read as parsed, to be checked; written as `JSON.stringify(value)`, since pg would make a Postgres array of a list. */
export type Json = ColumnType<unknown, string, string>;

export interface AccountsTable {
  id: string;
  name: string;
  email: string | null;
  password_hash: string | null;
  brake: Generated<boolean>;
  is_operator: Generated<boolean>;
  suspended_at: Timestamp | null;
  closed_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ApprovalsTable {
  id: string;
  account_id: string;
  key_id: string;
  action: string;
  summary: string;
  amount_cents: number | null;
  request: Json;
  status: Generated<'pending' | 'approved' | 'done' | 'failed' | 'declined' | 'expired'>;
  result: Json | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  decided_at: Timestamp | null;
}

export interface ClockTable {
  only_row: Generated<boolean>;
  offset_ms: Generated<number>;
}

export interface DailyCountsTable {
  subject: string;
  kind: 'view' | 'share';
  day: string;
  count: Generated<number>;
}

export interface DemoMarketTable {
  only_one: Generated<boolean>;
  state: 'planted' | 'off';
  changed_at: Timestamp;
}

export interface DemoPicturesTable {
  position: number;
  listing_id: string | null;
  shop_id: string | null;
  alt: string | null;
  drawing: Json;
}

export interface EventsTable {
  id: string;
  account_id: string;
  type: string;
  is_public: boolean;
  data: string;
  created_at: Timestamp;
  dispatched_at: Timestamp | null;
}

export interface ExportsTable {
  id: string;
  account_id: string;
  status: Generated<'running' | 'done' | 'failed'>;
  storage_key: string | null;
  bytes: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface FollowsTable {
  account_id: string;
  shop_id: string;
  created_at: Timestamp;
}

export interface IdempotencyKeysTable {
  id: Buffer;
  fingerprint: Buffer;
  state: 'running' | 'done';
  owner: string;
  lease_until: Timestamp;
  status: number | null;
  answer: Buffer | null;
  created_at: Timestamp;
}

export interface KeysTable {
  id: string;
  account_id: string;
  kind: 'api' | 'agent';
  name: string;
  secret_hash: Buffer;
  last4: string;
  scopes: string[];
  ask_first: Generated<string[]>;
  max_offer_cents: number | null;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

export interface LikesTable {
  account_id: string;
  listing_id: string;
  created_at: Timestamp;
}

export interface ListingsTable {
  id: string;
  shop_id: string;
  owner_id: string;
  status: Generated<'draft' | 'live' | 'sold'>;
  visibility: Generated<'everyone' | 'link'>;
  prompt: string | null;
  title: string | null;
  one_liner: string | null;
  description: string | null;
  category: string | null;
  price_cents: number | null;
  lowest_price_cents: number | null;
  shipping_cents: number | null;
  take_offers: Generated<boolean>;
  fields: Generated<Json>;
  research: Json | null;
  link: string | null;
  ever_sold: Generated<boolean>;
  published_at: Timestamp | null;
  sold_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  shop_open: Generated<boolean>;
  in_market: Computed<boolean>;
  search: Computed<string | null>;
}

export interface MarketChangesTable {
  tx: Generated<string>;
  listing_id: string;
  at: Generated<Timestamp>;
}

export interface PhotosTable {
  id: string;
  listing_id: string;
  position: number;
  source: Generated<'own' | 'web'>;
  is_video: Generated<boolean>;
  alt: string | null;
  variants: Json;
  created_at: Timestamp;
}

export interface ReportsTable {
  id: string;
  account_id: string;
  listing_id: string;
  reason: 'counterfeit' | 'prohibited' | 'misleading' | 'offensive' | 'other';
  body: string | null;
  status: Generated<'open' | 'closed'>;
  created_at: Timestamp;
}

export interface SavedSearchesTable {
  id: string;
  account_id: string;
  name: string;
  q: string | null;
  category: string | null;
  price: Generated<string>;
  offers: Generated<boolean>;
  alert: Generated<'none' | 'daily'>;
  alerted_at: Timestamp | null;
  created_at: Timestamp;
}

export interface SessionsTable {
  token_hash: Buffer;
  account_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface ShopSlugsTable {
  slug: string;
  shop_id: string | null;
  owner_id: string;
  moved_at: Timestamp | null;
}

export interface ShopsTable {
  id: string;
  owner_id: string;
  slug: string;
  name: string;
  about: string | null;
  category: string | null;
  location: string | null;
  tone: Generated<'lemon' | 'mint' | 'pink' | 'leaf' | 'blush'>;
  visibility: Generated<'public' | 'link' | 'private'>;
  paused: Generated<boolean>;
  answer_questions: Generated<boolean>;
  haggle: Generated<boolean>;
  lowest_percent: Generated<number>;
  ask_hold: Generated<boolean>;
  picture: Json | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ShownChangesTable {
  tx: Generated<string>;
  kind: 'listing' | 'shop' | 'owner' | 'followers';
  id: string;
  shop_id: Generated<string>;
  at: Generated<Timestamp>;
}

export interface StoredFilesTable {
  key: string;
  created_at: Timestamp;
  orphaned_at: Timestamp | null;
}

export interface UsageMonthsTable {
  account_id: string;
  month: string;
  requests: Generated<number>;
}

export interface VisitsTable {
  subject: string;
  day: string;
  visitor: Buffer;
}

export interface Tables {
  accounts: AccountsTable;
  approvals: ApprovalsTable;
  clock: ClockTable;
  daily_counts: DailyCountsTable;
  demo_market: DemoMarketTable;
  demo_pictures: DemoPicturesTable;
  events: EventsTable;
  exports: ExportsTable;
  follows: FollowsTable;
  idempotency_keys: IdempotencyKeysTable;
  keys: KeysTable;
  likes: LikesTable;
  listings: ListingsTable;
  market_changes: MarketChangesTable;
  photos: PhotosTable;
  reports: ReportsTable;
  saved_searches: SavedSearchesTable;
  sessions: SessionsTable;
  shop_slugs: ShopSlugsTable;
  shops: ShopsTable;
  shown_changes: ShownChangesTable;
  stored_files: StoredFilesTable;
  usage_months: UsageMonthsTable;
  visits: VisitsTable;
}
