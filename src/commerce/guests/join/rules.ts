/** Columns in which a guest's id is replaced with the id of the account that receives the guest's records. */
export const MOVED = [
  ['orders', 'buyer_id'],
  ['purchases', 'buyer_id'],
  ['payments', 'buyer_id'],
  ['money_moves', 'account_id'],
  ['money_cases', 'account_id'],
  ['checkouts', 'account_id'],
  ['events', 'account_id'],
  ['mails', 'account_id'],
  ['reports', 'account_id'],
  ['reports', 'accused_id'],
  ['measures', 'account_id'],
] as const

/** Columns that `moveThreads` and `moveRows` update in a different way, because the account may already have an equivalent row. */
export const MERGED = [
  ['threads', 'buyer_id'],
  ['blocks', 'blocked_id'],
] as const

/** Tables whose rows are deleted together with the guest: sessions, links, and data that only the guest's session used. */
export const DELETED = [
  ['account_use', 'account_id'],
  ['guest_checkouts', 'account_id'],
  ['mailed_links', 'account_id'],
  ['sessions', 'account_id'],
  ['usage_months', 'account_id'],
] as const

/** Columns that never contain a guest's id, because a guest cannot sell, and has no account settings, keys, offers, holds or reviews. */
export const NEVER = [
  ...(['holds', 'offers', 'orders', 'purchases', 'reviews', 'threads'] as const).map((table) => [table, 'seller_id'] as const),
  ...(['holds', 'offers', 'reviews'] as const).map((table) => [table, 'buyer_id'] as const),
  ...(['shops', 'shop_slugs'] as const).map((table) => [table, 'owner_id'] as const),
  ['accounts', 'sandbox_of'],
  ...(
    [
      'addresses',
      'approvals',
      'authenticator_apps',
      'blocks',
      'bulk_changes',
      'carts',
      'exports',
      'follows',
      'helper_runs',
      'invitation_recipients',
      'invitations',
      'keys',
      'known_browsers',
      'like_alerts',
      'like_digests',
      'likes',
      'model_days',
      'notice_switches',
      'oauth_clients',
      'oauth_codes',
      'passkey_challenges',
      'passkeys',
      'payment_customers',
      'payout_accounts',
      'push_subscriptions',
      'recovery_codes',
      'request_log',
      'research_runs',
      'saved_replies',
      'sales',
      'saved_searches',
      'sign_in_tickets',
      'unsubscribe_links',
      'webhook_deliveries',
      'webhooks',
    ] as const
  ).map((table) => [table, 'account_id'] as const),
] as const
