import { TEXT_NAMES } from '#catalog/listings/rules/texts.ts'
/** Rule that ends the rows of a table. The periodic job uses columns and conditions as SQL. */
export type Ends =
  /**
   * Deleted `days` after `column` by `retention/index.ts`, which needs an index. `per`: record that bounds and deletes rows without an end.
   */
  | { by: 'age'; column: string; days: number; where?: string; per?: string }
  /** Deleted with their record, which also bounds their number. */
  | { by: 'record'; of: string }
  /** At most `most` per record; a new row replaces the oldest. */
  | { by: 'count'; of: string; column: string; most: number }
  /** Deleted by a separate periodic job or write. */
  | { by: 'own sweep'; how: string }
  | { by: 'fixed'; rows: number }
  | { by: 'never'; why: string }

export type Retention = {
  /** Meaning of a row. */
  holds: string
  ends: Ends
  /** Columns that may keep text of a closed account, with the reason. Other text is deleted. */
  outlivesAccount?: Readonly<Record<string, string>>
}

const BUSINESS = 'a business record that both sides, and the law, may require years later'
const MONEY = 'a money record: never changed, only added to'
const OPERATOR = 'evidence of operator actions and their reasons'
const TOLD = 'information for the other side, without the name; deleted by the rule above'
const PART_OF_SALE = 'the sold item as its buyer saw it'
const TO_OTHERS = 'correspondence of the other side; the name is deleted'

/** Every table of the schema. Tests fail for a table without a line here. */
export const RETENTION: Readonly<Record<string, Retention>> = {
  account_use: {
    holds: 'Usage of an account’s quotas',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 1 },
  },
  accounts: { holds: 'A person', ends: { by: 'never', why: 'other records refer to it; closing deletes all personal data' } },
  apps: { holds: 'An app with its own key, and its refresh token as a hash', ends: { by: 'record', of: 'keys' } },
  appeals: {
    holds: 'An appeal against a moderation action',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { body: OPERATOR, answer: OPERATOR },
  },
  approvals: {
    holds: "An agent's request for approval",
    ends: { by: 'age', column: 'created_at', days: 90, where: `status not in ('pending', 'approved')` },
    outlivesAccount: { result: TOLD, summary: TOLD, request: TOLD },
  },
  audit_log: {
    holds: 'An operator action',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { actor_name: OPERATOR, reason: OPERATOR, before: OPERATOR, after: OPERATOR },
  },
  authenticator_apps: {
    holds: 'An authenticator app',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 1 },
  },
  carts: { holds: 'A cart of an external agent', ends: { by: 'age', column: 'expires_at', days: 1 } },
  checkouts: { holds: 'A checkout of an external agent', ends: { by: 'age', column: 'forget_at', days: 1 } },
  clock: { holds: 'Offset of the test clock', ends: { by: 'fixed', rows: 1 } },
  commitments: { holds: 'An amount that a key committed today', ends: { by: 'own sweep', how: 'at the end of its day' } },
  daily_counts: {
    holds: 'Views and shares of a listing or shop on a day',
    ends: {
      by: 'own sweep',
      how: '100 days after the end of a month, its counts are added to one total per record and its table is dropped',
    },
  },
  demo_market: { holds: 'Record that the demo data was created', ends: { by: 'fixed', rows: 1 } },
  demo_pictures: { holds: 'A demo picture still to be drawn', ends: { by: 'record', of: 'listings' } },
  embedding_days: { holds: 'Calls to the embedding model on a day', ends: { by: 'age', column: 'day', days: 32 } },
  embedding_turn: { holds: 'The process that computes embeddings', ends: { by: 'fixed', rows: 1 } },
  events: {
    holds: 'An event of an account',
    ends: { by: 'age', column: 'created_at', days: 30 },
    outlivesAccount: { data: TOLD },
  },
  exports: { holds: 'An export archive and its location', ends: { by: 'own sweep', how: 'with its file, 7 days after the request' } },
  follows: { holds: 'A follower of a shop', ends: { by: 'record', of: 'accounts' } },
  helper_runs: { holds: 'Input and decision of a helper', ends: { by: 'age', column: 'started_at', days: 90 } },
  holds: { holds: 'A deposit', ends: { by: 'never', why: MONEY }, outlivesAccount: { listing_title: PART_OF_SALE } },
  idempotency_keys: { holds: 'Response to a request that may be retried', ends: { by: 'age', column: 'created_at', days: 1 } },
  keys: {
    holds: 'An API key, as a hash',
    ends: { by: 'age', column: 'least(revoked_at, expires_at)', days: 90, per: 'accounts' },
  },
  known_browsers: {
    holds: 'A browser that an account has signed in from, as a hash',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 20 },
  },
  ledger_entries: { holds: 'One side of a ledger posting', ends: { by: 'never', why: MONEY } },
  limit_counts: { holds: 'Time of a rate-limited action, by a hash', ends: { by: 'own sweep', how: 'when the limit window has passed' } },
  likes: { holds: 'A like of a listing', ends: { by: 'record', of: 'accounts' } },
  listing_chats: { holds: 'A message of a listing’s chat', ends: { by: 'count', of: 'listings', column: 'listing_id', most: 200 } },
  listing_vectors: { holds: 'Embedding of a listing', ends: { by: 'count', of: 'listings', column: 'listing_id', most: 1 } },
  listings: {
    holds: 'A listing',
    ends: { by: 'never', why: 'only when its owner deletes it; a sold listing remains as part of the sale' },
    outlivesAccount: Object.fromEntries([...TEXT_NAMES, 'fields', 'link', 'search'].map((column) => [column, PART_OF_SALE])),
  },
  mailed_links: { holds: 'An email link, as a hash', ends: { by: 'own sweep', how: 'when used or expired' } },
  mails: { holds: 'A mail', ends: { by: 'age', column: 'created_at', days: 30 }, outlivesAccount: { subject: TOLD, body: TOLD } },
  market_changes: {
    holds: 'A change to index for search',
    ends: { by: 'own sweep', how: 'after a day, when every process has read it and no index snapshot needs it' },
  },
  measures: {
    holds: 'A moderation action',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { subject_name: OPERATOR, reason: OPERATOR, lifted_reason: OPERATOR },
  },
  messages: {
    holds: 'A message between two people',
    ends: { by: 'never', why: 'correspondence; deleted when both accounts are closed' },
    outlivesAccount: { text: TO_OTHERS },
  },
  model_days: { holds: 'Model calls for an account on a day', ends: { by: 'age', column: 'day', days: 32 } },
  money_moves: { holds: 'A refund or a payout', ends: { by: 'never', why: MONEY } },
  money_cases: { holds: 'A payment exception', ends: { by: 'never', why: MONEY } },
  negotiations: { holds: 'Reasons for an answer of the negotiator', ends: { by: 'record', of: 'offers' } },
  notice_switches: { holds: 'A type of email turned on or off', ends: { by: 'record', of: 'accounts' } },
  oauth_clients: {
    holds: 'An app that registered itself',
    ends: { by: 'age', column: 'last_used_at', days: 90, where: 'account_id is null', per: 'accounts' },
  },
  oauth_codes: { holds: 'An authorization code', ends: { by: 'age', column: 'created_at', days: 1 } },
  offers: {
    holds: 'An offer',
    ends: {
      by: 'age',
      column: 'updated_at',
      days: 180,
      where: `status in ('declined', 'withdrawn', 'replaced', 'expired', 'closed') and not exists (select from orders o where o.offer_id = offers.id)`,
    },
    outlivesAccount: { note: TO_OTHERS, counter_note: TO_OTHERS, listing_title: PART_OF_SALE },
  },
  order_steps: { holds: 'An event of an order, with its time', ends: { by: 'never', why: BUSINESS } },
  orders: {
    holds: 'An order',
    ends: { by: 'never', why: BUSINESS },
    outlivesAccount: {
      listing_title: PART_OF_SALE,
      listing_link: PART_OF_SALE,
      problem: TO_OTHERS,
      carrier: BUSINESS,
      tracking_number: BUSINESS,
    },
  },
  passkey_challenges: { holds: 'A passkey challenge', ends: { by: 'own sweep', how: 'when signed, or after 5 minutes' } },
  passkeys: { holds: 'A passkey', ends: { by: 'count', of: 'accounts', column: 'account_id', most: 20 } },
  payments: { holds: 'A payment', ends: { by: 'never', why: MONEY } },
  payout_accounts: { holds: "A seller's payout account, as the provider's reference", ends: { by: 'record', of: 'accounts' } },
  photos: { holds: 'A photo or a video of a listing', ends: { by: 'record', of: 'listings' }, outlivesAccount: { alt: PART_OF_SALE } },
  provider_events: { holds: 'A processed event of the payment provider', ends: { by: 'age', column: 'received_at', days: 180 } },
  push_keys: { holds: "The service's keys for push notifications", ends: { by: 'fixed', rows: 1 } },
  push_subscriptions: {
    holds: 'A browser that receives push notifications; deleted with its session',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 10 },
  },
  pushes: { holds: 'A push notification', ends: { by: 'age', column: 'created_at', days: 7 } },
  recovery_codes: {
    holds: 'A recovery code, as a hash',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 10 },
  },
  reports: {
    holds: 'A report of a listing',
    ends: { by: 'age', column: 'closed_at', days: 180, where: `status = 'closed'` },
  },
  request_buckets: {
    holds: 'Request allowance of a key or network, by a hash',
    ends: { by: 'own sweep', how: 'when the allowance is full again' },
  },
  request_log: { holds: 'A request of a key; at most 100 of an account', ends: { by: 'age', column: 'created_at', days: 30 } },
  research_runs: { holds: 'A research run', ends: { by: 'count', of: 'listings', column: 'listing_id', most: 10 } },
  reviews: {
    holds: 'A review, and its reply',
    ends: { by: 'never', why: 'basis of other buyers’ decisions' },
    outlivesAccount: { body: 'basis of other buyers’ decisions; the name is deleted', reply_body: TO_OTHERS, hidden_reason: OPERATOR },
  },
  saved_searches: { holds: 'A saved search', ends: { by: 'count', of: 'accounts', column: 'account_id', most: 50 } },
  sessions: { holds: 'A browser that is signed in', ends: { by: 'own sweep', how: 'after 30 days' } },
  signing_keys: {
    holds: "The service's keys for signing requests to other programs",
    ends: { by: 'age', column: 'created_at', days: 120 },
  },
  shop_slugs: {
    holds: 'A current or former address of a shop',
    ends: { by: 'age', column: 'moved_at', days: 30, where: 'shop_id is null', per: 'shops' },
    outlivesAccount: { slug: 'reserved for 30 days so that no one else can use a known address; then deleted' },
  },
  shops: { holds: 'A shop', ends: { by: 'never', why: 'only when its owner deletes it; a shop with sales remains as part of them' } },
  shown_changes: {
    holds: 'A change that invalidates cached responses',
    ends: { by: 'own sweep', how: 'when every process has had time to read it' },
  },
  sign_in_tickets: { holds: 'A sign-in waiting for its second step', ends: { by: 'own sweep', how: 'after 10 minutes' } },
  stored_files: { holds: 'A stored file', ends: { by: 'own sweep', how: 'an hour after the last record stopped using it' } },
  threads: {
    holds: 'A conversation',
    ends: { by: 'never', why: 'correspondence; deleted when both accounts are closed' },
    outlivesAccount: { listing_title: PART_OF_SALE },
  },
  usage_months: { holds: 'Requests of an account in a month', ends: { by: 'age', column: 'month', days: 62 } },
  visit_salts: { holds: 'Salt for hashing the visitors of a day', ends: { by: 'own sweep', how: 'at the end of the day' } },
  visits: { holds: 'A view or share of the day, as a hash', ends: { by: 'own sweep', how: 'at the end of the next day' } },
  wanted_photos: { holds: 'A picture of an import, still to be fetched', ends: { by: 'record', of: 'listings' } },
  webhook_deliveries: {
    holds: 'A webhook delivery',
    ends: { by: 'age', column: 'created_at', days: 30 },
    outlivesAccount: { body: TOLD },
  },
  webhooks: { holds: 'A webhook of an account', ends: { by: 'count', of: 'accounts', column: 'account_id', most: 1 } },
  words_takes: { holds: 'A version of a listing’s text', ends: { by: 'record', of: 'listings' } },
}

/** Returns the most rows per record in a table with a count limit. */
export function mostOf(table: string): number {
  const ends = RETENTION[table]?.ends
  if (ends?.by !== 'count') throw new Error(`${table} has no count limit`)
  return ends.most
}

/** Returns the days that rows of a table live. */
export function ageOf(table: string): number {
  const ends = RETENTION[table]?.ends
  if (ends?.by !== 'age') throw new Error(`${table} has no age limit`)
  return ends.days
}

/** Days with separate view counts; the statistics page shows 90. */
export const COUNTED_DAYS = 100
