import type { Generated, GeneratedAlways } from 'kysely'
export interface Accounts {
  id: string
  name: string
  email: string | null
  password_hash: string | null
  brake: Generated<boolean>
  is_operator: Generated<boolean>
  suspended_at: Date | null
  closed_at: Date | null
  created_at: Date
  updated_at: Date
}
export interface Approvals {
  id: string
  account_id: string
  key_id: string
  action: string
  summary: string
  amount_cents: number | null
  request: unknown
  status: Generated<string>
  result: unknown | null
  created_at: Date
  expires_at: Date
  decided_at: Date | null
}
export interface Clock {
  only_row: Generated<boolean>
  offset_ms: Generated<number>
}
export interface DailyCounts {
  subject: string
  kind: string
  day: string
  count: Generated<number>
}
export interface Events {
  id: string
  account_id: string
  type: string
  is_public: boolean
  data: string
  created_at: Date
  dispatched_at: Date | null
}
export interface Exports {
  id: string
  account_id: string
  status: Generated<string>
  storage_key: string | null
  bytes: number | null
  created_at: Date
  expires_at: Date
}
export interface Follows {
  account_id: string
  shop_id: string
  created_at: Date
}
export interface IdempotencyKeys {
  id: Buffer
  fingerprint: Buffer
  state: string
  owner: string
  lease_until: Date
  status: number | null
  answer: Buffer | null
  created_at: Date
}
export interface Keys {
  id: string
  account_id: string
  kind: string
  name: string
  secret_hash: Buffer
  last4: string
  scopes: string[]
  ask_first: Generated<string[]>
  max_offer_cents: number | null
  created_at: Date
  last_used_at: Date | null
  expires_at: Date | null
  revoked_at: Date | null
}
export interface Likes {
  account_id: string
  listing_id: string
  created_at: Date
}
export interface Listings {
  id: string
  shop_id: string
  owner_id: string
  status: Generated<string>
  visibility: Generated<string>
  prompt: string | null
  title: string | null
  one_liner: string | null
  description: string | null
  category: string | null
  price_cents: number | null
  lowest_price_cents: number | null
  shipping_cents: number | null
  take_offers: Generated<boolean>
  fields: Generated<unknown>
  research: unknown | null
  link: string | null
  ever_sold: Generated<boolean>
  published_at: Date | null
  sold_at: Date | null
  created_at: Date
  updated_at: Date
  shop_open: Generated<boolean>
  in_market: GeneratedAlways<boolean>
  search: GeneratedAlways<string | null>
}
export interface Photos {
  id: string
  listing_id: string
  position: number
  source: Generated<string>
  is_video: Generated<boolean>
  alt: string | null
  variants: unknown
  created_at: Date
}
export interface Sessions {
  token_hash: Buffer
  account_id: string
  created_at: Date
  expires_at: Date
}
export interface ShopSlugs {
  slug: string
  shop_id: string | null
  owner_id: string
  moved_at: Date | null
}
export interface Shops {
  id: string
  owner_id: string
  slug: string
  name: string
  about: string | null
  category: string | null
  location: string | null
  tone: Generated<string>
  visibility: Generated<string>
  paused: Generated<boolean>
  answer_questions: Generated<boolean>
  haggle: Generated<boolean>
  lowest_percent: Generated<number>
  ask_hold: Generated<boolean>
  picture: unknown | null
  created_at: Date
  updated_at: Date
}
export interface StoredFiles {
  key: string
  created_at: Date
  orphaned_at: Date | null
}
export interface UsageMonths {
  account_id: string
  month: string
  requests: Generated<number>
}
export interface Visits {
  subject: string
  day: string
  visitor: Buffer
}
export interface Tables {
  accounts: Accounts
  sessions: Sessions
  keys: Keys
  usage_months: UsageMonths
  approvals: Approvals
  exports: Exports
  shops: Shops
  shop_slugs: ShopSlugs
  listings: Listings
  photos: Photos
  stored_files: StoredFiles
  visits: Visits
  daily_counts: DailyCounts
  likes: Likes
  follows: Follows
  events: Events
  idempotency_keys: IdempotencyKeys
  clock: Clock
}
