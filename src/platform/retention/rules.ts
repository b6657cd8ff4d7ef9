import { PUBLIC_TEXT_NAMES } from '#catalog/listings/rules/texts.ts'
/** Rule for the deletion of a table's rows. The column names and conditions are inserted into SQL. */
export type Ends =
  /**
   * `retention/index.ts` deletes a row `days` after the time in `column`, which needs an index. `per`: table of the parent records. A row
   * without a time is deleted with its parent record; the number of such rows per parent is limited.
   */
  | { by: 'age'; column: string; days: number; where?: string; per?: string }
  /** The rows are deleted with their parent record, which also limits their number. */
  | { by: 'record'; of: string }
  /** At most `most` rows per parent record. Above that, each new row replaces the oldest. */
  | { by: 'count'; of: string; column: string; most: number }
  /** The table's module deletes the rows, in a periodic job or as part of another write. */
  | { by: 'own job'; how: string }
  | { by: 'fixed'; rows: number }
  | { by: 'never'; why: string }

export type Retention = {
  holds: string
  ends: Ends
  /** Columns that may contain text from an account even after it is closed, each with the reason. Text in all other columns is deleted. */
  outlivesAccount?: Readonly<Record<string, string>>
}

const BUSINESS = 'business record that both parties need and the law requires'
const MONEY = 'append-only financial record'
const OPERATOR = 'record that holds the operator accountable'
const SENT_TO_OTHER = 'it was sent to the other party; the service removes the name, and deletes the text with its row'
const PART_OF_SALE = 'it describes the sold item as the buyer saw it'
const TO_OTHERS = 'it belongs to the correspondence of the other party; the service removes the name'

/** At most `most` rows per account. */
const newestOfAccount = (most: number): Ends => ({ by: 'count', of: 'accounts', column: 'account_id', most })
/** At most `most` rows per listing. */
const newestOfListing = (most: number): Ends => ({ by: 'count', of: 'listings', column: 'listing_id', most })

/** Retention rules for every table in the schema. A test fails if a table is missing. */
export const RETENTION: Readonly<Record<string, Retention>> = {
  account_use: { holds: 'The quota usage of an account', ends: newestOfAccount(1) },
  accounts: { holds: 'An account', ends: { by: 'never', why: 'other records refer to it; closing removes all personal data' } },
  addresses: { holds: 'A delivery address', ends: newestOfAccount(20) },
  apps: { holds: 'An app that a user has authorized, with the hash of its refresh token', ends: { by: 'record', of: 'keys' } },
  appeals: {
    holds: 'An appeal against a moderation action',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { body: OPERATOR, answer: OPERATOR },
  },
  approvals: {
    holds: 'An agent’s request for approval',
    ends: { by: 'age', column: 'created_at', days: 90, where: `status not in ('pending', 'approved')` },
    outlivesAccount: { result: SENT_TO_OTHER, summary: SENT_TO_OTHER, request: SENT_TO_OTHER },
  },
  audit_log: {
    holds: 'An operator action',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { actor_name: OPERATOR, reason: OPERATOR, before: OPERATOR, after: OPERATOR },
  },
  authenticator_apps: { holds: 'An authenticator app', ends: newestOfAccount(1) },
  blocks: { holds: 'One person’s block of another person', ends: { by: 'record', of: 'accounts' } },
  bulk_changes: { holds: 'A bulk change of listings', ends: { by: 'age', column: 'created_at', days: 30 } },
  bulk_change_rows: { holds: 'A listing of a bulk change, with its earlier values', ends: { by: 'record', of: 'bulk_changes' } },
  carrier_events: {
    holds: 'An event from the shipping provider that the service has processed',
    ends: { by: 'age', column: 'received_at', days: 180 },
  },
  carts: { holds: 'A cart of a shopping agent', ends: { by: 'age', column: 'expires_at', days: 1 } },
  checkouts: { holds: 'A checkout of a shopping agent', ends: { by: 'age', column: 'forget_at', days: 1 } },
  clock: { holds: 'The offset of the test clock', ends: { by: 'fixed', rows: 1 } },
  commitments: { holds: 'The amount that a key spent or committed today', ends: { by: 'own job', how: 'when the day is over' } },
  daily_counts: {
    holds: 'The number of views and shares of a listing or shop on one day',
    ends: { by: 'own job', how: '100 days after the end of the month, when the partition is added to the totals and dropped' },
  },
  demo_market: { holds: 'The state of the demo data', ends: { by: 'fixed', rows: 1 } },
  demo_pictures: { holds: 'A demo picture to generate', ends: { by: 'record', of: 'listings' } },
  embedding_days: { holds: 'The number of calls to the embedding model on one day', ends: { by: 'age', column: 'day', days: 32 } },
  embedding_turn: { holds: 'The process that computes embeddings', ends: { by: 'fixed', rows: 1 } },
  events: {
    holds: 'An account event',
    ends: { by: 'age', column: 'created_at', days: 30 },
    outlivesAccount: { data: SENT_TO_OTHER },
  },
  exports: { holds: 'An export and the location of its file', ends: { by: 'own job', how: '7 days after the request, with its file' } },
  follows: { holds: 'A follower of a shop', ends: { by: 'record', of: 'accounts' } },
  guest_checkouts: {
    holds: 'The hash of the payment link of a guest’s order, and the network whose unpaid orders are limited',
    ends: { by: 'age', column: 'created_at', days: 1 },
  },
  helper_runs: { holds: 'The input and decisions of a helper run', ends: { by: 'age', column: 'started_at', days: 90 } },
  holds: { holds: 'A deposit', ends: { by: 'never', why: MONEY }, outlivesAccount: { listing_title: PART_OF_SALE } },
  idempotency_keys: { holds: 'The response to a request with an idempotency key', ends: { by: 'age', column: 'created_at', days: 1 } },
  invitation_recipients: { holds: 'A person who was invited to buy an item, with their answer', ends: { by: 'record', of: 'invitations' } },
  invitations: { holds: 'A seller’s invitation to buy an item for less', ends: { by: 'age', column: 'expires_at', days: 90 } },
  keys: { holds: 'An API key, as a hash', ends: { by: 'age', column: 'least(revoked_at, expires_at)', days: 90, per: 'accounts' } },
  known_browsers: { holds: 'A browser that has signed in before, as the hash of its cookie', ends: newestOfAccount(20) },
  ledger_entries: { holds: 'A debit or a credit in the ledger', ends: { by: 'never', why: MONEY } },
  limit_counts: {
    holds: 'The times of rate-limited actions; the caller, network or email address is stored as a hash',
    ends: { by: 'own job', how: 'when the period of the limit is over' },
  },
  label_rates: { holds: 'A carrier’s rate for a parcel, valid for 24 hours', ends: { by: 'age', column: 'created_at', days: 7 } },
  labels: { holds: 'A shipping label of an order', ends: { by: 'never', why: MONEY } },
  like_alerts: {
    holds: 'An alert about a liked listing, waiting or sent',
    ends: {
      by: 'age',
      column: 'sent_at',
      days: 30,
      where: `due_at is null and not exists (select from likes k where k.listing_id = like_alerts.listing_id and k.account_id = like_alerts.account_id)`,
      per: 'accounts',
    },
  },
  like_changes: {
    holds: 'A change to a liked listing that the worker must process',
    ends: { by: 'own job', how: 'when its alerts are queued' },
  },
  like_digests: { holds: 'The time of the last digest about liked listings', ends: { by: 'record', of: 'accounts' } },
  likes: { holds: 'A like of a listing', ends: { by: 'record', of: 'accounts' } },
  listing_chats: { holds: 'A message in the chat with the assistant about a listing', ends: newestOfListing(200) },
  listing_prices: {
    holds: 'A period in which a listing was publicly for sale at one price, as evidence of a crossed-out price',
    ends: { by: 'age', column: 'until_at', days: 180, per: 'listings' },
  },
  listing_questions: { holds: 'A public question about a listing, with its answer', ends: newestOfListing(20) },
  listing_vectors: { holds: 'The embedding of a listing', ends: newestOfListing(1) },
  listings: {
    holds: 'A listing',
    ends: { by: 'never', why: 'only its owner can delete it, if it was never sold' },
    outlivesAccount: Object.fromEntries([...PUBLIC_TEXT_NAMES, 'fields', 'link', 'search'].map((column) => [column, PART_OF_SALE])),
  },
  mailed_links: {
    holds: 'The hash of an email link',
    ends: { by: 'own job', how: 'after its use or expiry; the link to a guest’s order after 90 days' },
  },
  mails: {
    holds: 'An email',
    ends: { by: 'age', column: 'created_at', days: 30 },
    outlivesAccount: { subject: SENT_TO_OTHER, body: SENT_TO_OTHER },
  },
  market_changes: {
    holds: 'A change that the search index must process',
    ends: { by: 'own job', how: 'after a day, when every process has read it and no index snapshot needs it' },
  },
  measures: {
    holds: 'A moderation action',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { subject_name: OPERATOR, reason: OPERATOR, lifted_reason: OPERATOR },
  },
  messages: {
    holds: 'A message between two people',
    ends: { by: 'never', why: 'correspondence; closing both accounts deletes it' },
    outlivesAccount: { text: TO_OTHERS, photos: TO_OTHERS },
  },
  model_days: { holds: 'The number of calls to models that an account made on one day', ends: { by: 'age', column: 'day', days: 32 } },
  money_moves: { holds: 'A refund or a payout', ends: { by: 'never', why: MONEY } },
  money_cases: { holds: 'A payment exception', ends: { by: 'never', why: MONEY } },
  negotiations: { holds: 'The explanation of a negotiator’s decision', ends: { by: 'record', of: 'offers' } },
  notice_switches: { holds: 'A setting for one kind of email', ends: { by: 'record', of: 'accounts' } },
  oauth_clients: {
    holds: 'An app that uses OAuth',
    ends: { by: 'age', column: 'last_used_at', days: 90, where: 'account_id is null', per: 'accounts' },
  },
  oauth_codes: { holds: 'A consent that an app has not yet exchanged for a token', ends: { by: 'age', column: 'created_at', days: 1 } },
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
  operator_settings: { holds: 'The settings of the marketplace, in one row', ends: { by: 'never', why: OPERATOR } },
  order_steps: { holds: 'An entry in an order’s history', ends: { by: 'never', why: BUSINESS } },
  orders: {
    holds: 'An order',
    ends: { by: 'never', why: BUSINESS },
    outlivesAccount: {
      listing_title: PART_OF_SALE,
      listing_link: PART_OF_SALE,
      problem: TO_OTHERS,
      return_details: TO_OTHERS,
      carrier: BUSINESS,
      tracking_number: BUSINESS,
    },
  },
  passkey_challenges: { holds: 'A challenge for a passkey', ends: { by: 'own job', how: 'after its use, or after 5 minutes' } },
  passkeys: { holds: 'A passkey', ends: newestOfAccount(20) },
  payment_customers: {
    holds: 'The payment provider’s id for a customer, who has the saved cards',
    ends: { by: 'own job', how: 'after a job has deleted the customer at the payment provider: when its account closes' },
  },
  payments: { holds: 'A payment', ends: { by: 'never', why: MONEY } },
  payout_accounts: { holds: 'The payment provider’s id for a payout account', ends: { by: 'record', of: 'accounts' } },
  photos: { holds: 'A photo or a video of a listing', ends: { by: 'record', of: 'listings' }, outlivesAccount: { alt: PART_OF_SALE } },
  price_drops: { holds: 'A schedule that lowers the price of a listing', ends: newestOfListing(1) },
  provider_events: {
    holds: 'An event from the payment provider that the service has processed',
    ends: { by: 'age', column: 'received_at', days: 180 },
  },
  purchases: { holds: 'A purchase of several items', ends: { by: 'never', why: BUSINESS } },
  push_keys: { holds: 'The service’s keys for push notifications', ends: { by: 'fixed', rows: 1 } },
  push_subscriptions: { holds: 'A browser that receives push notifications; deleted with its session', ends: newestOfAccount(10) },
  pushes: { holds: 'A push notification', ends: { by: 'age', column: 'created_at', days: 7 } },
  recovery_codes: { holds: 'The hash of a recovery code', ends: newestOfAccount(10) },
  reports: {
    holds: 'A report about a listing, a conversation, an order or a shop',
    ends: { by: 'age', column: 'closed_at', days: 180, where: `status = 'closed'` },
  },
  request_buckets: {
    holds: 'The rate-limit bucket of a key or network, which is stored as a hash',
    ends: { by: 'own job', how: 'when the bucket is full again' },
  },
  request_log: { holds: 'A request with a key; at most 100 per account', ends: { by: 'age', column: 'created_at', days: 30 } },
  research_runs: { holds: 'A research run for a listing', ends: newestOfListing(10) },
  reviews: {
    holds: 'A review and its reply',
    ends: { by: 'never', why: 'buyers rely on it' },
    outlivesAccount: { body: 'buyers rely on it; the service removes the name', reply_body: TO_OTHERS, hidden_reason: OPERATOR },
  },
  sale_listings: { holds: 'A listing of a sale, with its earlier price', ends: { by: 'record', of: 'sales' } },
  sales: { holds: 'A sale of a shop', ends: { by: 'age', column: 'ended_at', days: 180, per: 'shops' } },
  saved_replies: { holds: 'A saved reply', ends: newestOfAccount(50) },
  saved_searches: { holds: 'A saved search', ends: newestOfAccount(50) },
  sessions: { holds: 'A signed-in browser', ends: { by: 'own job', how: 'after 30 days' } },
  signing_keys: {
    holds: 'The service’s keys for signing requests to other programs',
    ends: { by: 'age', column: 'created_at', days: 120 },
  },
  shop_slugs: {
    holds: 'A current or former address of a shop',
    ends: { by: 'age', column: 'moved_at', days: 30, where: 'shop_id is null', per: 'shops' },
    outlivesAccount: { slug: 'reserved for 30 days, so that no one else can use a known address; then deleted' },
  },
  shops: { holds: 'A shop', ends: { by: 'never', why: 'only its owner can delete it, if it has no sales' } },
  shown_changes: {
    holds: 'A change that the response cache must process',
    ends: { by: 'own job', how: 'when every process has had time to read it' },
  },
  sign_in_intents: {
    holds: 'An action that an anonymous user started, such as an offer, with its text',
    ends: { by: 'own job', how: 'after the sign-in that completes it, or after one hour' },
  },
  sign_in_tickets: { holds: 'A sign-in that is waiting for its second factor', ends: { by: 'own job', how: 'after 10 minutes' } },
  stored_files: { holds: 'A stored file', ends: { by: 'own job', how: 'an hour after the last reference to it' } },
  threads: {
    holds: 'A conversation',
    ends: { by: 'never', why: 'correspondence; closing both accounts deletes it' },
    outlivesAccount: { listing_title: PART_OF_SALE },
  },
  unsubscribe_links: { holds: 'A link that switches one kind of email off', ends: { by: 'record', of: 'accounts' } },
  usage_months: { holds: 'The number of requests that an account made in one month', ends: { by: 'age', column: 'month', days: 62 } },
  visit_salts: { holds: 'The salt for hashing the visitors of one day', ends: { by: 'own job', how: 'when the day is over' } },
  visits: { holds: 'The hash of a view or share', ends: { by: 'own job', how: 'at the end of the next day' } },
  wanted_photos: { holds: 'An image that an import must download', ends: { by: 'record', of: 'listings' } },
  webhook_deliveries: {
    holds: 'A webhook delivery',
    ends: { by: 'age', column: 'created_at', days: 30 },
    outlivesAccount: { body: SENT_TO_OTHER },
  },
  webhooks: { holds: 'The webhook of an account', ends: newestOfAccount(1) },
  words_takes: { holds: 'A suggested text for a listing', ends: { by: 'record', of: 'listings' } },
}

/** Returns the number of days for which a table's rows are stored. */
export function ageOf(table: string): number {
  const ends = RETENTION[table]?.ends
  if (ends?.by !== 'age') throw new Error(`${table} has no age limit`)
  return ends.days
}

/** Number of days for which daily view counts are stored. It covers the 90 days on the statistics page. */
export const COUNTED_DAYS = 100
