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

const BUSINESS = 'a business record: both sides, and the law, may ask for it years later'
const MONEY = 'money: never taken back, only added to'
const OPERATOR = 'what the operator did and why has to be answerable for'
const TOLD = 'what the other side was told, without the name; gone as everything here'
const PART_OF_SALE = 'what was sold, as its buyer saw it'
const TO_OTHERS = 'the other side keeps its correspondence; the name is gone'

/** Every table of the schema. Tests fail for a table without a line here. */
export const RETENTION: Readonly<Record<string, Retention>> = {
  account_use: {
    holds: 'How much an account has of what is limited',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 1 },
  },
  accounts: { holds: 'A person', ends: { by: 'never', why: 'other records name it; closing takes away all that tells who it was' } },
  apps: { holds: 'An app that acts by a key of its own, and its refresh token as a hash', ends: { by: 'record', of: 'keys' } },
  appeals: {
    holds: 'An appeal against a measure',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { body: OPERATOR, answer: OPERATOR },
  },
  approvals: {
    holds: "An agent's request that waited for its owner",
    ends: { by: 'age', column: 'created_at', days: 90, where: `status not in ('pending', 'approved')` },
    outlivesAccount: { result: TOLD, summary: TOLD, request: TOLD },
  },
  audit_log: {
    holds: 'An act of the operator',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { actor_name: OPERATOR, reason: OPERATOR, before: OPERATOR, after: OPERATOR },
  },
  authenticator_apps: {
    holds: 'An app that shows codes for signing in',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 1 },
  },
  carts: { holds: 'What an agent of another house put aside', ends: { by: 'age', column: 'expires_at', days: 1 } },
  checkouts: { holds: 'What an agent of another house is about to buy', ends: { by: 'age', column: 'forget_at', days: 1 } },
  clock: { holds: 'How far the test clock is ahead', ends: { by: 'fixed', rows: 1 } },
  commitments: { holds: 'What a key committed today', ends: { by: 'own sweep', how: 'when its day is over' } },
  daily_counts: {
    holds: 'Views and shares of a listing or shop on a day',
    ends: { by: 'own sweep', how: 'a month that ended 100 days ago is added to one total for each record, and its table dropped' },
  },
  demo_market: { holds: 'Whether the demo was planted', ends: { by: 'fixed', rows: 1 } },
  demo_pictures: { holds: 'A picture of the demo that is still to be drawn', ends: { by: 'record', of: 'listings' } },
  embedding_days: { holds: 'Calls of the embedding model on a day', ends: { by: 'age', column: 'day', days: 32 } },
  embedding_turn: { holds: 'Which process embeds', ends: { by: 'fixed', rows: 1 } },
  events: {
    holds: 'What happened to an account',
    ends: { by: 'age', column: 'created_at', days: 30 },
    outlivesAccount: { data: TOLD },
  },
  exports: { holds: 'An archive and where it lies', ends: { by: 'own sweep', how: 'with its file, 7 days after it was asked for' } },
  follows: { holds: 'Somebody follows a shop', ends: { by: 'record', of: 'accounts' } },
  helper_runs: { holds: 'What a helper was shown and decided', ends: { by: 'age', column: 'started_at', days: 90 } },
  holds: { holds: 'A deposit', ends: { by: 'never', why: MONEY }, outlivesAccount: { listing_title: PART_OF_SALE } },
  idempotency_keys: { holds: 'The answer of a request that may be sent again', ends: { by: 'age', column: 'created_at', days: 1 } },
  keys: {
    holds: 'An API key, as a hash',
    ends: { by: 'age', column: 'least(revoked_at, expires_at)', days: 90, per: 'accounts' },
  },
  known_browsers: {
    holds: 'A browser that an account signed in from before, as a hash',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 20 },
  },
  ledger_entries: { holds: 'One side of a posting', ends: { by: 'never', why: MONEY } },
  limit_counts: { holds: 'When a limited deed was done, by a hash', ends: { by: 'own sweep', how: 'when the limit has run out' } },
  likes: { holds: 'Somebody likes a listing', ends: { by: 'record', of: 'accounts' } },
  listing_chats: { holds: 'A turn of the chat beside a listing', ends: { by: 'count', of: 'listings', column: 'listing_id', most: 200 } },
  listing_vectors: { holds: 'The meaning of a listing', ends: { by: 'count', of: 'listings', column: 'listing_id', most: 1 } },
  listings: {
    holds: 'A listing',
    ends: { by: 'never', why: 'until its owner deletes it; one that was ever sold is part of its sale' },
    outlivesAccount: Object.fromEntries([...TEXT_NAMES, 'fields', 'link', 'search'].map((column) => [column, PART_OF_SALE])),
  },
  mailed_links: { holds: 'A link that was mailed, as a hash', ends: { by: 'own sweep', how: 'when it was used or is too old' } },
  mails: { holds: 'A mail', ends: { by: 'age', column: 'created_at', days: 30 }, outlivesAccount: { subject: TOLD, body: TOLD } },
  market_changes: {
    holds: 'What search has to look at again',
    ends: { by: 'own sweep', how: 'after a day: when every process has looked, and no snapshot of the index needs it' },
  },
  measures: {
    holds: 'A measure of the operator',
    ends: { by: 'never', why: OPERATOR },
    outlivesAccount: { subject_name: OPERATOR, reason: OPERATOR, lifted_reason: OPERATOR },
  },
  messages: {
    holds: 'A message between two people',
    ends: { by: 'never', why: 'their correspondence; gone when both accounts are closed' },
    outlivesAccount: { text: TO_OTHERS },
  },
  model_days: { holds: 'Calls of a model for an account on a day', ends: { by: 'age', column: 'day', days: 32 } },
  money_moves: { holds: 'A refund or a payout', ends: { by: 'never', why: MONEY } },
  money_cases: { holds: 'What of the money needed a person', ends: { by: 'never', why: MONEY } },
  negotiations: { holds: 'How the negotiator came to its answer', ends: { by: 'record', of: 'offers' } },
  notice_switches: { holds: 'A kind of mail switched on or off', ends: { by: 'record', of: 'accounts' } },
  oauth_clients: {
    holds: 'An app that registered itself',
    ends: { by: 'age', column: 'last_used_at', days: 90, where: 'account_id is null', per: 'accounts' },
  },
  oauth_codes: { holds: 'A yes to an app, until it comes for it', ends: { by: 'age', column: 'created_at', days: 1 } },
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
  order_steps: { holds: 'What happened to an order, and when', ends: { by: 'never', why: BUSINESS } },
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
  passkey_challenges: { holds: 'What a passkey is asked to sign', ends: { by: 'own sweep', how: 'when it was signed or after 5 minutes' } },
  passkeys: { holds: 'A passkey', ends: { by: 'count', of: 'accounts', column: 'account_id', most: 20 } },
  payments: { holds: 'A payment', ends: { by: 'never', why: MONEY } },
  payout_accounts: { holds: "Where a seller's money goes, as the provider's reference", ends: { by: 'record', of: 'accounts' } },
  photos: { holds: 'A photo or a video of a listing', ends: { by: 'record', of: 'listings' }, outlivesAccount: { alt: PART_OF_SALE } },
  provider_events: { holds: 'That an event of the payment provider was used', ends: { by: 'age', column: 'received_at', days: 180 } },
  push_keys: { holds: "The service's own keys for notices in browsers", ends: { by: 'fixed', rows: 1 } },
  push_subscriptions: {
    holds: 'A browser that is told of what is urgent; it ends with its session',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 10 },
  },
  pushes: { holds: 'A notice for a browser', ends: { by: 'age', column: 'created_at', days: 7 } },
  recovery_codes: {
    holds: 'A code for who lost their factors, as a hash',
    ends: { by: 'count', of: 'accounts', column: 'account_id', most: 10 },
  },
  reports: {
    holds: "Somebody's report of a listing",
    ends: { by: 'age', column: 'closed_at', days: 180, where: `status = 'closed'` },
  },
  request_buckets: { holds: 'Requests of a key or network, by a hash', ends: { by: 'own sweep', how: 'when it is full again' } },
  request_log: { holds: 'A request of a key; at most 100 of an account', ends: { by: 'age', column: 'created_at', days: 30 } },
  research_runs: { holds: 'A run of research', ends: { by: 'count', of: 'listings', column: 'listing_id', most: 10 } },
  reviews: {
    holds: 'A review, and its reply',
    ends: { by: 'never', why: 'what others decide by when they buy' },
    outlivesAccount: { body: 'what others decide by when they buy; the name is gone', reply_body: TO_OTHERS, hidden_reason: OPERATOR },
  },
  saved_searches: { holds: 'A search that somebody kept', ends: { by: 'count', of: 'accounts', column: 'account_id', most: 50 } },
  sessions: { holds: 'A browser that is signed in', ends: { by: 'own sweep', how: 'after 30 days' } },
  signing_keys: {
    holds: "The service's own keys for what it sends to other programs",
    ends: { by: 'age', column: 'created_at', days: 120 },
  },
  shop_slugs: {
    holds: 'An address that a shop has or had',
    ends: { by: 'age', column: 'moved_at', days: 30, where: 'shop_id is null', per: 'shops' },
    outlivesAccount: { slug: 'nobody may speak from an address that others know, for 30 days; then it is gone' },
  },
  shops: { holds: 'A shop', ends: { by: 'never', why: 'until its owner deletes it; one with sales is part of them' } },
  shown_changes: {
    holds: 'What kept answers have to look at again',
    ends: { by: 'own sweep', how: 'when every process has had the time to look' },
  },
  sign_in_tickets: { holds: 'A sign-in that waits for its second step', ends: { by: 'own sweep', how: 'after 10 minutes' } },
  stored_files: { holds: 'A stored file', ends: { by: 'own sweep', how: 'an hour after the last record let go of it' } },
  threads: {
    holds: 'A conversation',
    ends: { by: 'never', why: 'correspondence; gone when both accounts are closed' },
    outlivesAccount: { listing_title: PART_OF_SALE },
  },
  usage_months: { holds: 'Requests of an account in a month', ends: { by: 'age', column: 'month', days: 62 } },
  visit_salts: { holds: 'What the hashes of the visitors of a day are made with', ends: { by: 'own sweep', how: 'when the day is over' } },
  visits: { holds: 'That somebody looked or shared today, as a hash', ends: { by: 'own sweep', how: 'when the day after is over' } },
  wanted_photos: { holds: 'A picture that an import named, to be fetched', ends: { by: 'record', of: 'listings' } },
  webhook_deliveries: {
    holds: 'What was sent to a webhook',
    ends: { by: 'age', column: 'created_at', days: 30 },
    outlivesAccount: { body: TOLD },
  },
  webhooks: { holds: 'Where events go', ends: { by: 'count', of: 'accounts', column: 'account_id', most: 1 } },
  words_takes: { holds: 'A version of the words of a listing', ends: { by: 'record', of: 'listings' } },
}

/** Returns the most rows per record in a table with a count limit. */
export function mostOf(table: string): number {
  const ends = RETENTION[table]?.ends
  if (ends?.by !== 'count') throw new Error(`${table} is not counted`)
  return ends.most
}

/** Returns the days that rows of a table live. */
export function ageOf(table: string): number {
  const ends = RETENTION[table]?.ends
  if (ends?.by !== 'age') throw new Error(`${table} does not end by age`)
  return ends.days
}

/** Days with separate view counts; the statistics page shows 90. */
export const COUNTED_DAYS = 100
