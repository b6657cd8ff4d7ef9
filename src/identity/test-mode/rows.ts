/** Selects a tenant's rows in a table. `of`: SQL expression in which `$accounts` stands for the two test accounts. */
export type TestDataRows = {
  of: string
  /** Timestamp columns that move when the tenant's clock is advanced. */
  ages: readonly string[]
  stays?: true
}

const ORDERS = 'select id from orders where seller_id = any($accounts)'
const HOLDS = 'select id from holds where seller_id = any($accounts)'
const LISTINGS = 'select id from listings where owner_id = any($accounts)'

const of = (column: string): string => `${column} = any($accounts)`
const ofListing: TestDataRows['of'] = `listing_id in (${LISTINGS})`
const ofMoney: TestDataRows['of'] = `(order_id in (${ORDERS}) or hold_id in (${HOLDS}))`

/** All tables with tenants' rows, in the order of deletion. `rows.test.ts` checks that no table or timestamp column is missing. */
export const TEST_DATA_ROWS: Readonly<Record<string, TestDataRows>> = {
  ledger_entries: { of: ofMoney, ages: ['created_at'] },
  money_cases: { of: ofMoney, ages: ['due_by', 'created_at', 'updated_at', 'closed_at'] },
  money_moves: { of: of('account_id'), ages: ['next_try_at', 'created_at', 'sent_at', 'sending_since'] },
  payments: { of: of('buyer_id'), ages: ['created_at', 'updated_at'] },
  reviews: { of: of('seller_id'), ages: ['created_at', 'replied_at', 'hidden_at'] },
  carts: { of: of('account_id'), ages: ['expires_at', 'created_at', 'updated_at'] },
  checkouts: { of: of('account_id'), ages: ['cancelled_at', 'expires_at', 'forget_at', 'created_at', 'updated_at'] },
  order_steps: { of: `order_id in (${ORDERS})`, ages: ['at'] },
  carrier_events: { of: `label_id in (select id from labels where order_id in (${ORDERS}))`, ages: ['received_at'] },
  labels: { of: `order_id in (${ORDERS})`, ages: ['created_at', 'asked_at', 'bought_at', 'voided_at', 'void_refused_at'] },
  label_rates: { of: `order_id in (${ORDERS})`, ages: ['created_at'] },
  holds: { of: of('seller_id'), ages: ['until', 'created_at', 'updated_at'] },
  orders: {
    of: of('seller_id'),
    ages: [
      ...['pay_by', 'ship_by', 'remind_at', 'reminded_at', 'protect_until', 'cancel_by', 'return_by', 'code_tries_from'],
      ...['paid_at', 'shipped_at', 'delivered_at', 'completed_at', 'created_at', 'updated_at'],
    ],
  },
  purchases: { of: of('seller_id'), ages: ['pay_by', 'paid_at', 'created_at', 'updated_at'] },
  negotiations: { of: 'offer_id in (select id from offers where seller_id = any($accounts))', ages: ['created_at'] },
  offers: { of: of('seller_id'), ages: ['expires_at', 'counter_expires_at', 'created_at', 'updated_at'] },
  messages: { of: 'thread_id in (select id from threads where seller_id = any($accounts))', ages: ['created_at'] },
  threads: { of: of('seller_id'), ages: ['owner_wrote_at', 'created_at', 'updated_at'] },
  invitation_recipients: { of: of('account_id'), ages: ['created_at', 'updated_at'] },
  invitations: { of: of('account_id'), ages: ['expires_at', 'created_at', 'updated_at'] },
  likes: { of: of('account_id'), ages: ['created_at'] },
  follows: { of: of('account_id'), ages: ['created_at'] },
  blocks: { of: of('account_id'), ages: ['created_at'] },
  reports: { of: of('account_id'), ages: ['created_at', 'closed_at'] },
  saved_searches: { of: of('account_id'), ages: ['alerted_at', 'created_at'] },
  addresses: { of: of('account_id'), ages: ['created_at', 'updated_at'] },
  saved_replies: { of: of('account_id'), ages: ['created_at', 'updated_at'] },
  approvals: { of: of('account_id'), ages: ['created_at', 'expires_at', 'decided_at'] },
  commitments: { of: 'key_id in (select id from keys where account_id = any($accounts))', ages: ['at'] },
  events: { of: of('account_id'), ages: ['created_at', 'dispatched_at'] },
  webhook_deliveries: { of: of('account_id'), ages: ['next_try_at', 'leased_until', 'created_at'] },
  helper_runs: { of: of('account_id'), ages: ['started_at', 'ended_at'] },
  research_runs: { of: of('account_id'), ages: ['started_at', 'touched_at'] },
  listing_chats: { of: ofListing, ages: ['created_at'] },
  listing_vectors: { of: ofListing, ages: ['read_at'] },
  words_takes: { of: ofListing, ages: ['used_at', 'created_at'] },
  listing_questions: { of: ofListing, ages: ['created_at', 'updated_at'] },
  bulk_change_rows: { of: 'bulk_id in (select id from bulk_changes where account_id = any($accounts))', ages: ['changed_at'] },
  bulk_changes: { of: of('account_id'), ages: ['created_at', 'ended_at'] },
  photos: { of: ofListing, ages: ['created_at'] },
  wanted_photos: { of: ofListing, ages: ['created_at'] },
  daily_counts: { of: `subject in (${LISTINGS} union all select id from shops where owner_id = any($accounts))`, ages: [] },
  sale_listings: { of: ofListing, ages: [] },
  sales: { of: of('account_id'), ages: ['starts_at', 'ends_at', 'started_at', 'ended_at', 'created_at'] },
  price_drops: { of: ofListing, ages: ['next_at'] },
  listing_prices: { of: ofListing, ages: ['from_at', 'until_at'] },
  listings: { of: of('owner_id'), ages: ['published_at', 'reduced_at', 'sold_at', 'hidden_at', 'created_at', 'updated_at'] },
  shop_slugs: { of: of('owner_id'), ages: ['moved_at'] },
  shops: { of: of('owner_id'), ages: ['created_at', 'updated_at', 'away_until'] },
  webhooks: { of: of('account_id'), ages: ['failing_since', 'switched_off_at', 'last_at', 'created_at', 'updated_at'], stays: true },
}

const SERVICE = 'belongs to the account itself and uses the real clock'
const NO_SESSION = 'belongs to the user, who signs in with the real account'
const OPERATOR = 'an operator action'

/** Tables that refer to an account, listing, shop or sale but contain no tenant data, each with the reason why it is excluded. */
export const NOT_TEST_DATA: Readonly<Record<string, string>> = {
  account_use: 'counted by the database',
  accounts: SERVICE,
  keys: SERVICE,
  apps: SERVICE,
  oauth_clients: SERVICE,
  request_log: SERVICE,
  usage_months: SERVICE,
  model_days: SERVICE,
  notice_switches: SERVICE,
  unsubscribe_links: SERVICE,
  like_alerts: 'test mode sends no alerts about likes',
  like_changes: 'test mode sends no alerts about likes',
  like_digests: 'test mode sends no alerts about likes',
  stored_files: 'released when the test data is deleted; a periodic job deletes the bytes',
  guest_checkouts: 'test mode has no guests',
  demo_pictures: 'belongs to the demo market',
  exports: NO_SESSION,
  mailed_links: NO_SESSION,
  mails: 'test mode sends no mail: its accounts have no address',
  known_browsers: NO_SESSION,
  oauth_codes: NO_SESSION,
  passkeys: NO_SESSION,
  passkey_challenges: NO_SESSION,
  authenticator_apps: NO_SESSION,
  recovery_codes: NO_SESSION,
  sessions: NO_SESSION,
  sign_in_tickets: NO_SESSION,
  push_subscriptions: NO_SESSION,
  payout_accounts: 'the test provider does not use it',
  payment_customers: 'test mode saves no cards',
  measures: OPERATOR,
}

/** Timestamp columns in `TEST_DATA_ROWS` that do not follow the test clock, each with the reason. */
export const TIMELESS: Readonly<Record<string, string>> = {
  'shops.suspended_at': OPERATOR,
  'listings.reserved_until': 'a trigger keeps it equal to the orders and holds that reserve the listing',
}
