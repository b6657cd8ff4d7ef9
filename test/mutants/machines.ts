import { of, type Seeds } from './seed.ts'

/** Defects in outgoing requests, webhooks, rate limits, database access and the cost of requests. */
export const MACHINE_SEEDS: Seeds = {
  // --- outgoing requests
  'privacy: a picture is fetched from a private address': {
    file: 'src/platform/egress/policy.ts',
    find: "return kind === 'public' || (kind === 'loopback' && mode === 'local') || isAllowListed(address)",
    replace: "return kind !== 'loopback' || mode === 'local' || isAllowListed(address)",
    ...of('src/platform/egress/egress.test.ts', 'spellings of private hosts before a connection opens'),
  },
  'privacy: a host name with one private address is fetched': {
    file: 'src/platform/egress/resolve.ts',
    find: 'if (!addresses.every((address) => policy.permitsAddress(address))) throw privateAddress()',
    replace: 'if (!policy.permitsAddress(addresses[0]!)) throw privateAddress()',
    ...of(
      'src/platform/egress/egress.test.ts',
      'every connection is checked, and a name is rejected if any of its addresses is private, as in DNS rebinding',
    ),
  },
  'privacy: a link-only listing appears in search': {
    file: 'db/migrations/0001_baseline.sql',
    find: "(status = 'live' and visibility = 'everyone' and shop_open) stored",
    replace: "(status = 'live' and shop_open) stored",
    ...of('src/catalog/browse/visibility.test.ts', 'each listing appears in exactly those views that its visibility allows'),
  },
  // --- webhooks
  'webhooks: a retry is signed with an old timestamp': {
    file: 'src/developers/webhooks/delivery/send.ts',
    find: 'Math.floor(ctx.now().getTime() / 1000)',
    replace: '1_700_000_000',
    ...of(
      'src/developers/webhooks/delivery/delivery.test.ts',
      'a webhook delivery is attempted six times, with growing delays, the same body and a new signature each time',
    ),
  },
  // --- rate limits
  'limit: a sixth offer per day is allowed': {
    file: 'src/commerce/offers/make.ts',
    find: 'if (times.length < OFFERS_A_DAY) return',
    replace: 'if (times.length < OFFERS_A_DAY + 1) return',
    ...of('src/commerce/offers/offers.test.ts', 'a buyer’s sixth offer on one listing within 24 hours returns 429 with Retry-After'),
  },
  'limit: a request over the monthly limit is allowed': {
    file: 'src/platform/limits/usage.ts',
    find: 'if (cell.stored + cell.pending < limit)',
    replace: 'if (cell.stored < limit)',
    ...of(
      'test/limits.test.ts',
      'the quota counts every request except GET /me; once the quota is used up, requests get 429 until the next month',
    ),
  },
  // --- the database
  'law: a caller in a transaction takes a second connection': {
    file: 'src/platform/db/pool.ts',
    find: 'if (holdsConnection()) {',
    replace: 'if (holdsConnection() && !holdsConnection()) {',
    ...of('src/platform/db/transaction.test.ts', 'inside a transaction, every way to get a second connection is rejected'),
  },
  'law: a transaction is not retried after a deadlock': {
    file: 'src/platform/db/transaction.ts',
    find: '[SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_HAD]',
    replace: '[SERIALIZATION_FAILURE, LOCK_NOT_HAD]',
    ...of('src/platform/db/transaction.test.ts', 'a transaction is retried after a deadlock, and its after-commit action runs only once'),
  },
  // --- cost of requests
  'cost: a form may have any number of fields': {
    file: 'src/platform/http/pairs.ts',
    find: 'if (count > MAX_PAIRS)',
    replace: 'if (count > 1e9)',
    ...of('test/attacks/cost.test.ts', 'a form with 60 000 fields gets a 400 with a clear message, with and without a session'),
  },
  'cost: a body may have any number of values': {
    file: 'src/platform/http/json.ts',
    find: 'if (values > MAX_JSON_VALUES)',
    replace: 'if (values > 1e9)',
    ...of(
      'test/attacks/cost.test.ts',
      'the service rejects a body with more than 5 000 values, or with a letter that has more than 30 combining marks',
    ),
  },
  // --- rate limit counters
  'limit: a limit allows one more attempt': {
    file: 'src/platform/limits/counts.ts',
    find: 'where cardinality(c.times) < ${most}::int or',
    replace: 'where cardinality(c.times) <= ${most}::int or',
    ...of(
      'test/limits.test.ts',
      'the service allows 10 failed sign-ins per email address in 10 minutes, and does not count successful ones',
    ),
  },
  'limit: each IPv6 address of a network has its own limit': {
    file: 'src/platform/limits/networks.ts',
    find: '...after].slice(0, 4)',
    replace: '...after].slice(0, 8)',
    ...of('test/limits.test.ts', 'IPv6 addresses in the same /64 network share one rate limit'),
  },
  'limit: a quota is not enforced': {
    file: 'src/identity/quotas/index.ts',
    find: 'if (await excess(tx, accountId, name, 0)) throw overQuota(tx, name)',
    replace: 'await excess(tx, accountId, name, 0)',
    ...of('test/attacks/quotas.test.ts', 'concurrent requests create exactly as many shops as the quota allows'),
  },
  'limit: a client’s own X-Forwarded-For is trusted': {
    file: 'src/platform/http/forwarded.ts',
    find: 'if (address === null) return last',
    replace: 'if (address === null) continue',
    ...of('src/platform/http/forwarded.test.ts', 'addresses to the left of an invalid X-Forwarded-For entry are ignored'),
  },
}
