// Generated from the migrated schema by bin/schema.ts; do not edit.
import type { ColumnType } from 'kysely';

/** Optional at insert: the database has a default. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** Computed by the database; never written. */
export type Computed<T> = ColumnType<T, never, never>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Read as parsed JSON, to be validated. Written as `JSON.stringify(value)`, because pg would turn a list into a Postgres array. */
export type Json = ColumnType<unknown, string, string>;

export interface AccountUseTable {
  account_id: string;
  shops: Generated<number>;
  keys: Generated<number>;
  listings: Generated<number>;
  likes: Generated<number>;
  follows: Generated<number>;
  media_bytes: Generated<number>;
  blocks: Generated<number>;
}

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
  email_verified_at: Timestamp | null;
  new_email: string | null;
  time_zone: string | null;
  sandbox_of: string | null;
  sandbox_role: 'seller' | 'buyer' | null;
  sandbox_ahead_seconds: Generated<number>;
  guest_email: string | null;
}

export interface AddressesTable {
  id: string;
  account_id: string;
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postal_code: string;
  country: string;
  is_default: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AppealsTable {
  id: string;
  measure_id: string;
  body: string;
  created_at: Timestamp;
  outcome: 'upheld' | 'lifted' | null;
  answer: string | null;
  answered_at: Timestamp | null;
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
  actions: Generated<string[]>;
  versions: Generated<Json>;
  digest: Buffer | null;
}

export interface AppsTable {
  key_id: string;
  client_id: string;
  refresh_selector: string;
  refresh_hash: Buffer;
  refreshed_at: Timestamp;
}

export interface AuditLogTable {
  position: Computed<number>;
  at: Timestamp;
  actor_id: string;
  actor_name: string;
  verb: string;
  subject_kind: string;
  subject_id: string;
  reason: string | null;
  before: Json | null;
  after: Json | null;
}

export interface AuthenticatorAppsTable {
  account_id: string;
  secret: Buffer;
  created_at: Timestamp;
  confirmed_at: Timestamp | null;
  last_step: number | null;
  last_used_at: Timestamp | null;
}

export interface BlocksTable {
  account_id: string;
  blocked_id: string;
  thread_id: string | null;
  shop_id: string | null;
  shop_slug: string | null;
  shop_name: string | null;
  created_at: Timestamp;
  order_id: string | null;
}

export interface BulkChangeRowsTable {
  bulk_id: string;
  position: number;
  listing_id: string;
  before: Json | null;
  state: Generated<'waiting' | 'changed' | 'refused' | 'restored' | 'unrestored'>;
  changed_at: Timestamp | null;
  message: string | null;
  param: string | null;
}

export interface BulkChangesTable {
  id: string;
  account_id: string;
  key_id: string | null;
  change: Json;
  forbidden: Generated<string[]>;
  status: Generated<'queued' | 'running' | 'done' | 'undone'>;
  undoing: Generated<boolean>;
  created_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface CarrierEventsTable {
  provider: string;
  id: string;
  label_id: string | null;
  status: string;
  received_at: Timestamp;
}

export interface CartsTable {
  id: string;
  account_id: string;
  key_id: string;
  items: Json;
  buyer: Json | null;
  checkout_id: string | null;
  expires_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CheckoutsTable {
  id: string;
  account_id: string | null;
  key_id: string | null;
  listing_id: string;
  offer_id: string | null;
  order_id: string | null;
  title: string;
  item_cents: number;
  shipping_cents: number | null;
  buyer: Json | null;
  destination: Json | null;
  profile: string | null;
  webhook_url: string | null;
  cancelled_at: Timestamp | null;
  expires_at: Timestamp;
  forget_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  items: Json | null;
  discount_cents: number | null;
}

export interface ClockTable {
  only_row: Generated<boolean>;
  offset_ms: Generated<number>;
}

export interface CommitmentsTable {
  key_id: string;
  subject_id: string;
  cents: number;
  at: Timestamp;
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

export interface EmbeddingDaysTable {
  day: string;
  kind: 'listings' | 'queries';
  calls: number;
}

export interface EmbeddingTurnTable {
  one: Generated<boolean>;
  until: Timestamp;
}

export interface EventsTable {
  id: string;
  account_id: string;
  type: string;
  is_public: boolean;
  data: string;
  created_at: Timestamp;
  dispatched_at: Timestamp | null;
  xid: Generated<string>;
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

export interface GuestCheckoutsTable {
  id: string;
  account_id: string;
  order_id: string;
  token_hash: Buffer;
  network: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface HelperRunsTable {
  id: string;
  account_id: string;
  helper: string;
  subject: string;
  prompt_version: string | null;
  model: string | null;
  snapshot: Json | null;
  decision: string;
  detail: Json | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  started_at: Timestamp;
  ended_at: Timestamp;
}

export interface HoldsTable {
  id: string;
  listing_id: string;
  shop_id: string;
  seller_id: string;
  buyer_id: string;
  listing_title: string;
  deposit_cents: number;
  status: Generated<'asked' | 'active' | 'used' | 'returned' | 'kept' | 'expired'>;
  until: Timestamp;
  order_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
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
  holder: number | null;
}

export interface InvitationRecipientsTable {
  invitation_id: string;
  account_id: string;
  listing_id: string;
  answer: 'taken' | 'declined' | 'closed' | null;
  order_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface InvitationsTable {
  id: string;
  account_id: string;
  listing_id: string;
  amount_cents: number;
  note: string | null;
  ended_as: 'withdrawn' | 'closed' | 'expired' | null;
  expires_at: Timestamp;
  sent: number;
  taken: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
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
  max_day_cents: number | null;
  secret_expires_at: Timestamp | null;
}

export interface KnownBrowsersTable {
  account_id: string;
  token_hash: Buffer;
  created_at: Timestamp;
  seen_at: Timestamp;
}

export interface LabelRatesTable {
  id: string;
  order_id: string;
  provider: 'test' | 'easypost';
  shipment_ref: string;
  rate_ref: string;
  carrier: string;
  service: string;
  amount_cents: number;
  days: number | null;
  addresses: string;
  created_at: Timestamp;
}

export interface LabelsTable {
  id: string;
  order_id: string;
  status: 'buying' | 'bought' | 'voided' | 'failed';
  provider: 'test' | 'easypost';
  shipment_ref: string;
  rate_ref: string;
  carrier: string;
  service: string;
  amount_cents: number;
  days: number | null;
  tracking_number: string | null;
  image_url: string | null;
  qr_url: string | null;
  created_at: Timestamp;
  asks: number;
  asked_at: Timestamp;
  bought_at: Timestamp | null;
  voided_at: Timestamp | null;
  void_refused_at: Timestamp | null;
}

export interface LedgerEntriesTable {
  id: Computed<number>;
  posting: string;
  account: string;
  order_id: string | null;
  hold_id: string | null;
  amount_cents: number;
  created_at: Timestamp;
}

export interface LikeAlertsTable {
  listing_id: string;
  account_id: string;
  kind: 'price_drop' | 'liked_sold' | 'liked_back';
  due_at: Timestamp | null;
  sent_at: Timestamp | null;
  sent_cents: number | null;
}

export interface LikeChangesTable {
  id: Computed<number>;
  listing_id: string;
  kind: 'price_drop' | 'liked_sold' | 'liked_back';
  from_cents: number | null;
  seen_at: Timestamp | null;
}

export interface LikeDigestsTable {
  account_id: string;
  kind: string;
  sent_at: Timestamp;
}

export interface LikesTable {
  account_id: string;
  listing_id: string;
  created_at: Timestamp;
  price_cents: number | null;
}

export interface LimitCountsTable {
  deed: string;
  name: Buffer;
  times: Date[];
  ends_at: Timestamp;
}

export interface ListingChatsTable {
  id: string;
  listing_id: string;
  role: 'seller' | 'agent';
  text: string;
  changes: Generated<Json>;
  created_at: Timestamp;
}

export interface ListingPricesTable {
  listing_id: string;
  price_cents: number;
  from_at: Timestamp;
  until_at: Timestamp | null;
}

export interface ListingQuestionsTable {
  id: string;
  listing_id: string;
  question: string;
  answer: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ListingVectorsTable {
  listing_id: string;
  model: string;
  text_hash: Buffer;
  vector: Buffer;
  read_at: Timestamp;
}

export interface ListingsTable {
  id: string;
  shop_id: string;
  owner_id: string;
  status: Generated<'draft' | 'live' | 'sold'>;
  visibility: Generated<'everyone' | 'link' | 'hidden'>;
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
  hidden_at: Timestamp | null;
  asked_visibility: 'everyone' | 'link' | null;
  reserved_until: Timestamp | null;
  price_basis: 'comparables' | 'new_price' | 'default' | null;
  parcel: Json | null;
  sku: string | null;
  was_cents: number | null;
  reduced_at: Timestamp | null;
}

export interface MailedLinksTable {
  token_hash: Buffer;
  account_id: string;
  purpose: 'reset' | 'verify' | 'sign_in' | 'guest';
  email: string;
  mail_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface MailsTable {
  id: string;
  account_id: string;
  kind: string;
  event_id: string | null;
  recipient: string;
  subject: string;
  body: string;
  status: Generated<'waiting' | 'sent' | 'failed'>;
  tries: Generated<number>;
  next_try_at: Timestamp;
  last_error: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  link_for: 'reset' | 'verify' | 'sign_in' | 'guest' | null;
  folded_into: string | null;
  shop_slug: string | null;
}

export interface MarketChangesTable {
  tx: Generated<string>;
  listing_id: string;
  at: Generated<Timestamp>;
}

export interface MeasuresTable {
  id: string;
  kind: 'listing' | 'shop' | 'account' | 'review' | 'warning' | 'change';
  subject_id: string;
  subject_name: string;
  account_id: string;
  reason: string;
  taken_at: Timestamp;
  lifted_at: Timestamp | null;
  lifted_reason: string | null;
}

export interface MessagesTable {
  id: string;
  thread_id: string;
  sender: 'buyer' | 'owner' | 'agent' | 'service';
  text: string;
  in_reply_to: string | null;
  needs_owner: Generated<boolean>;
  created_at: Timestamp;
  photos: Json | null;
}

export interface ModelDaysTable {
  account_id: string;
  day: string;
  calls: Generated<number>;
}

export interface MoneyCasesTable {
  id: string;
  provider: 'test' | 'stripe';
  kind: 'chargeback' | 'refund_failed' | 'transfer_failed' | 'transfer_reversed' | 'payout_failed' | 'account_stopped' | 'mismatch';
  ref: string;
  order_id: string | null;
  hold_id: string | null;
  payment_id: string | null;
  move_id: string | null;
  account_id: string | null;
  amount_cents: number;
  stage: 'inquiry' | 'open' | 'won' | 'lost' | null;
  taken_cents: Generated<number>;
  covered_cents: Generated<number>;
  entries: Generated<number>;
  reason: string | null;
  due_by: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  closed_at: Timestamp | null;
}

export interface MoneyMovesTable {
  id: string;
  kind: string;
  order_id: string | null;
  hold_id: string | null;
  payment_id: string | null;
  account_id: string;
  amount_cents: number;
  status: Generated<string>;
  provider_ref: string | null;
  tries: Generated<number>;
  next_try_at: Timestamp;
  last_error: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  of_move: string | null;
  sending_since: Timestamp | null;
}

export interface NegotiationsTable {
  offer_id: string;
  outcome: 'counter' | 'owner' | 'firm';
  counter_cents: number | null;
  reasoning: Json;
  worded_by: 'model' | 'template' | null;
  created_at: Timestamp;
}

export interface NoticeSwitchesTable {
  account_id: string;
  kind: string;
  enabled: boolean;
  push: Generated<boolean>;
}

export interface OauthClientsTable {
  id: string;
  name: string;
  redirect_uris: string[];
  created_at: Timestamp;
  last_used_at: Timestamp;
  account_id: string | null;
}

export interface OauthCodesTable {
  code_hash: Buffer;
  session_id: string;
  account_id: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  challenge: string;
  scopes: string[];
  ask_first: string[];
  max_offer_cents: number | null;
  max_day_cents: number | null;
  key_id: string | null;
  created_at: Timestamp;
}

export interface OffersTable {
  id: string;
  listing_id: string;
  shop_id: string;
  seller_id: string;
  buyer_id: string;
  listing_title: string;
  listing_price_cents: number;
  shop_slug: string;
  shop_name: string;
  amount_cents: number;
  note: string | null;
  status: Generated<'open' | 'countered' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'expired' | 'closed' | 'lapsed'>;
  counter_cents: number | null;
  counter_note: string | null;
  counter_by: 'owner' | 'agent' | null;
  counter_expires_at: Timestamp | null;
  closed_reason: string | null;
  order_id: string | null;
  expires_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface OperatorSettingsTable {
  id: Generated<boolean>;
  name: string | null;
  letter: string | null;
  logo: Json | null;
  accent: string | null;
  terms: string | null;
  privacy: string | null;
  contact: string | null;
  fee_percent: number | null;
  fees: Json | null;
  guest_limit_cents: number | null;
  updated_at: Timestamp;
}

export interface OrderStepsTable {
  order_id: string;
  position: Computed<number>;
  at: Timestamp;
  status: string;
  by: 'buyer' | 'seller' | 'service' | 'provider' | 'operator';
}

export interface OrdersTable {
  id: string;
  listing_id: string;
  shop_id: string;
  seller_id: string;
  buyer_id: string;
  offer_id: string | null;
  hold_id: string | null;
  listing_title: string;
  listing_link: string;
  photo: Json | null;
  shop_slug: string;
  shop_name: string;
  item_cents: number;
  shipping_cents: number;
  fee_cents: number;
  deposit_cents: Generated<number>;
  refunded_cents: Generated<number>;
  pickup: boolean;
  pickup_code: string | null;
  code_tries: Generated<number>;
  code_tries_from: Timestamp | null;
  address: Json | null;
  carrier: string | null;
  tracking_number: string | null;
  status: Generated<'awaiting_payment' | 'paid' | 'shipped' | 'delivered' | 'completed' | 'problem' | 'refunded' | 'cancelled' | 'expired'>;
  payment: Generated<'unpaid' | 'pending' | 'paid' | 'partly_refunded' | 'refunded'>;
  payout: Generated<'none' | 'waiting' | 'on_hold' | 'sent'>;
  pay_by: Timestamp;
  ship_by: Timestamp | null;
  remind_at: Timestamp | null;
  reminded_at: Timestamp | null;
  protect_until: Timestamp | null;
  cancel_by: Timestamp | null;
  problem: Json | null;
  paid_at: Timestamp | null;
  shipped_at: Timestamp | null;
  delivered_at: Timestamp | null;
  completed_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  disputed_cents: Generated<number>;
  charged_back_cents: Generated<number>;
  return_status: string | null;
  return_by: Timestamp | null;
  return_details: Json | null;
  purchase_id: string | null;
  discount_cents: number | null;
  share_cents: number | null;
  label_cents: Generated<number>;
  label_paid_cents: Generated<number>;
  label_recovered_cents: Generated<number>;
  recovered_cents: Generated<number>;
}

export interface PasskeyChallengesTable {
  challenge_hash: Buffer;
  purpose: 'register' | 'session' | 'sign_in' | 'second';
  bound_to: Buffer;
  account_id: string | null;
  expires_at: Timestamp;
}

export interface PasskeysTable {
  id: string;
  account_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface PaymentCustomersTable {
  id: string;
  account_id: string;
  provider: 'test' | 'stripe';
  mode: 'test' | 'live';
  provider_ref: string | null;
  email_verified_at: Timestamp | null;
  created_at: Timestamp;
  delete_at: Timestamp | null;
}

export interface PaymentsTable {
  id: string;
  order_id: string | null;
  hold_id: string | null;
  buyer_id: string;
  provider: 'test' | 'stripe';
  method: string;
  provider_ref: string | null;
  amount_cents: number;
  refunded_cents: Generated<number>;
  status: Generated<'started' | 'pending' | 'succeeded' | 'failed'>;
  failure: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  charged_back_cents: Generated<number>;
  purchase_id: string | null;
  customer_ref: string | null;
}

export interface PayoutAccountsTable {
  account_id: string;
  provider: 'test' | 'stripe';
  provider_ref: string;
  ready: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
  left_at: Timestamp | null;
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

export interface PriceDropsTable {
  listing_id: string;
  percent: number | null;
  amount_cents: number | null;
  base_cents: number;
  every_days: number;
  next_at: Timestamp;
}

export interface ProviderEventsTable {
  provider: string;
  id: string;
  type: string;
  received_at: Timestamp;
  ref: string | null;
  outcome: 'used' | 'seen' | 'foreign' | 'mismatch' | null;
  note: string | null;
}

export interface PurchasesTable {
  id: string;
  shop_id: string;
  seller_id: string;
  buyer_id: string;
  shop_slug: string;
  shop_name: string;
  status: Generated<'awaiting_payment' | 'paid' | 'expired' | 'cancelled'>;
  percent: number;
  discount_cents: number;
  shipping_cents: number;
  total_cents: number;
  pay_by: Timestamp;
  paid_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PushKeysTable {
  single: Generated<boolean>;
  public_key: string;
  private_key: string;
}

export interface PushSubscriptionsTable {
  id: string;
  session_id: string;
  account_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  given_up: Generated<number>;
  created_at: Timestamp;
}

export interface PushesTable {
  id: string;
  subscription_id: string;
  event_id: string;
  title: string;
  body: string;
  path: string;
  status: Generated<'waiting' | 'sent' | 'failed'>;
  tries: Generated<number>;
  next_try_at: Timestamp;
  last_error: string | null;
  created_at: Timestamp;
}

export interface RecoveryCodesTable {
  account_id: string;
  code_hash: Buffer;
  salt: Buffer;
  created_at: Timestamp;
  used_at: Timestamp | null;
}

export interface ReportsTable {
  id: string;
  account_id: string;
  listing_id: string | null;
  reason: 'counterfeit' | 'prohibited' | 'misleading' | 'offensive' | 'other' | 'spam' | 'threat' | 'fake' | 'off_site_payment' | 'private_data';
  body: string | null;
  status: Generated<'open' | 'closed'>;
  created_at: Timestamp;
  outcome: 'dismissed' | 'upheld' | null;
  closed_at: Timestamp | null;
  thread_id: string | null;
  order_id: string | null;
  shop_id: string | null;
  accused_id: string | null;
}

export interface RequestBucketsTable {
  name: Buffer;
  tokens: number;
  per_second: number;
  burst: number;
  at: Timestamp;
}

export interface RequestLogTable {
  id: string;
  account_id: string;
  key_id: string;
  operation: string;
  method: string;
  path: string;
  status: number;
  error: string | null;
  ms: number;
  created_at: Timestamp;
}

export interface ResearchRunsTable {
  id: string;
  listing_id: string;
  account_id: string;
  prompt: string | null;
  status: Generated<'running' | 'done' | 'failed'>;
  steps: Json;
  result: Json | null;
  comparables: Json | null;
  started_at: Timestamp;
  touched_at: Timestamp;
}

export interface ReviewsTable {
  id: string;
  order_id: string;
  shop_id: string;
  listing_id: string;
  seller_id: string;
  buyer_id: string;
  rating: number;
  body: string;
  reply_body: string | null;
  replied_at: Timestamp | null;
  hidden_at: Timestamp | null;
  hidden_reason: string | null;
  created_at: Timestamp;
}

export interface SaleListingsTable {
  sale_id: string;
  listing_id: string;
  state: Generated<'waiting' | 'reduced' | 'skipped' | 'restored' | 'left'>;
  price_cents: number | null;
  price_basis: string | null;
  lowest_price_cents: number | null;
  sale_cents: number | null;
  sale_lowest_cents: number | null;
  message: string | null;
}

export interface SalesTable {
  id: string;
  shop_id: string;
  account_id: string;
  percent: number;
  listing_ids: string[] | null;
  starts_at: Timestamp;
  ends_at: Timestamp;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
  created_at: Timestamp;
}

export interface SavedRepliesTable {
  id: string;
  account_id: string;
  title: string;
  body: string;
  created_at: Timestamp;
  updated_at: Timestamp;
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
  facets: Generated<Json>;
  alert_by: Generated<string>;
}

export interface SessionsTable {
  token_hash: Buffer;
  account_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  id: Generated<string>;
  agent: string | null;
  proved_at: Timestamp | null;
  second_at: Timestamp | null;
  test_role: string | null;
}

export interface ShopSlugsTable {
  slug: string;
  shop_id: string | null;
  owner_id: string;
  moved_at: Timestamp | null;
  world: Generated<string>;
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
  suspended_at: Timestamp | null;
  asked_visibility: 'public' | 'link' | 'private' | null;
  world: Generated<string>;
  bundle_tiers: Generated<Json>;
  bundle_shipping: Generated<string>;
  ship_from: Json | null;
  ships_to: string[] | null;
  away_until: Timestamp | null;
}

export interface ShownChangesTable {
  tx: Generated<string>;
  kind: 'listing' | 'shop' | 'owner' | 'followers' | 'reviews';
  id: string;
  shop_id: Generated<string>;
  at: Generated<Timestamp>;
}

export interface SignInIntentsTable {
  token_hash: Buffer;
  path: string;
  back: string | null;
  fields: Json | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface SignInTicketsTable {
  id: string;
  token_hash: Buffer;
  account_id: string;
  answers: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface SigningKeysTable {
  id: string;
  public_jwk: Json;
  private_jwk: Json;
  created_at: Timestamp;
}

export interface StoredFilesTable {
  key: string;
  created_at: Timestamp;
  orphaned_at: Timestamp | null;
  private: Generated<boolean>;
  account_id: string | null;
  bytes: number | null;
}

export interface ThreadsTable {
  id: string;
  listing_id: string | null;
  shop_id: string;
  seller_id: string;
  buyer_id: string;
  listing_title: string | null;
  shop_slug: string;
  shop_name: string;
  needs_owner: Generated<boolean>;
  seller_unread: Generated<number>;
  buyer_unread: Generated<number>;
  owner_wrote_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface UnsubscribeLinksTable {
  token: string;
  account_id: string;
  kind: string;
  email: string;
  created_at: Timestamp;
}

export interface UsageMonthsTable {
  account_id: string;
  month: string;
  requests: Generated<number>;
}

export interface VisitSaltsTable {
  day: string;
  salt: Buffer;
}

export interface VisitsTable {
  subject: string;
  day: string;
  visitor: Buffer;
  counted: Generated<boolean>;
}

export interface WantedPhotosTable {
  listing_id: string;
  position: number;
  owner_id: string;
  url: string;
  alt: string | null;
  problem: string | null;
  created_at: Timestamp;
}

export interface WebhookDeliveriesTable {
  id: string;
  account_id: string;
  event_id: string;
  event_type: string;
  body: string;
  status: Generated<'waiting' | 'delivered' | 'failed'>;
  tries: Generated<number>;
  next_try_at: Timestamp | null;
  leased_until: Timestamp | null;
  attempts: Generated<Json>;
  created_at: Timestamp;
}

export interface WebhooksTable {
  account_id: string;
  url: string;
  events: string[];
  enabled: boolean;
  secret: string;
  failing_since: Timestamp | null;
  switched_off_at: Timestamp | null;
  last_at: Timestamp | null;
  last_status: number | null;
  last_error: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  key_id: string | null;
}

export interface WordsTakesTable {
  id: string;
  listing_id: string;
  tone: string;
  instruction: string;
  title: string;
  one_liner: string;
  description: string;
  teaser: string;
  used_at: Timestamp | null;
  created_at: Timestamp;
}

export interface Tables {
  account_use: AccountUseTable;
  accounts: AccountsTable;
  addresses: AddressesTable;
  appeals: AppealsTable;
  approvals: ApprovalsTable;
  apps: AppsTable;
  audit_log: AuditLogTable;
  authenticator_apps: AuthenticatorAppsTable;
  blocks: BlocksTable;
  bulk_change_rows: BulkChangeRowsTable;
  bulk_changes: BulkChangesTable;
  carrier_events: CarrierEventsTable;
  carts: CartsTable;
  checkouts: CheckoutsTable;
  clock: ClockTable;
  commitments: CommitmentsTable;
  daily_counts: DailyCountsTable;
  demo_market: DemoMarketTable;
  demo_pictures: DemoPicturesTable;
  embedding_days: EmbeddingDaysTable;
  embedding_turn: EmbeddingTurnTable;
  events: EventsTable;
  exports: ExportsTable;
  follows: FollowsTable;
  guest_checkouts: GuestCheckoutsTable;
  helper_runs: HelperRunsTable;
  holds: HoldsTable;
  idempotency_keys: IdempotencyKeysTable;
  invitation_recipients: InvitationRecipientsTable;
  invitations: InvitationsTable;
  keys: KeysTable;
  known_browsers: KnownBrowsersTable;
  label_rates: LabelRatesTable;
  labels: LabelsTable;
  ledger_entries: LedgerEntriesTable;
  like_alerts: LikeAlertsTable;
  like_changes: LikeChangesTable;
  like_digests: LikeDigestsTable;
  likes: LikesTable;
  limit_counts: LimitCountsTable;
  listing_chats: ListingChatsTable;
  listing_prices: ListingPricesTable;
  listing_questions: ListingQuestionsTable;
  listing_vectors: ListingVectorsTable;
  listings: ListingsTable;
  mailed_links: MailedLinksTable;
  mails: MailsTable;
  market_changes: MarketChangesTable;
  measures: MeasuresTable;
  messages: MessagesTable;
  model_days: ModelDaysTable;
  money_cases: MoneyCasesTable;
  money_moves: MoneyMovesTable;
  negotiations: NegotiationsTable;
  notice_switches: NoticeSwitchesTable;
  oauth_clients: OauthClientsTable;
  oauth_codes: OauthCodesTable;
  offers: OffersTable;
  operator_settings: OperatorSettingsTable;
  order_steps: OrderStepsTable;
  orders: OrdersTable;
  passkey_challenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  payment_customers: PaymentCustomersTable;
  payments: PaymentsTable;
  payout_accounts: PayoutAccountsTable;
  photos: PhotosTable;
  price_drops: PriceDropsTable;
  provider_events: ProviderEventsTable;
  purchases: PurchasesTable;
  push_keys: PushKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  pushes: PushesTable;
  recovery_codes: RecoveryCodesTable;
  reports: ReportsTable;
  request_buckets: RequestBucketsTable;
  request_log: RequestLogTable;
  research_runs: ResearchRunsTable;
  reviews: ReviewsTable;
  sale_listings: SaleListingsTable;
  sales: SalesTable;
  saved_replies: SavedRepliesTable;
  saved_searches: SavedSearchesTable;
  sessions: SessionsTable;
  shop_slugs: ShopSlugsTable;
  shops: ShopsTable;
  shown_changes: ShownChangesTable;
  sign_in_intents: SignInIntentsTable;
  sign_in_tickets: SignInTicketsTable;
  signing_keys: SigningKeysTable;
  stored_files: StoredFilesTable;
  threads: ThreadsTable;
  unsubscribe_links: UnsubscribeLinksTable;
  usage_months: UsageMonthsTable;
  visit_salts: VisitSaltsTable;
  visits: VisitsTable;
  wanted_photos: WantedPhotosTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  words_takes: WordsTakesTable;
}
