import { counted } from '#core/format/count.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import { ApiError } from '#platform/errors/index.ts'
import { countAction, countLater, forgetCounts, forgetAction, uncountAction } from './counts.ts'
import { RATE_LIMIT_RULES, type RateLimitedAction, type RateLimitRule } from './rate-limit-rules.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { networkOf } from './networks.ts'
import { createBuckets, type Rate } from './request-buckets.ts'

export type { RateLimitedAction } from './rate-limit-rules.ts'

/** Database handle for counting an action. If it is a transaction, a rollback also undoes the count. */
type At = { db: Kysely<Tables> }

/** Caller of a request. `file`: IP address of a client that requests an image or another file that a page loads. */
export type Caller = { key: string } | { address: string } | { file: string } | { unsigned: string }

/**
 * Rate limits (spec: completions 2 and 12). They use the service's clock and apply across all processes. Actions are counted exactly, in
 * the database. Requests are counted in memory, and the counts are synchronized several times a second (for the resulting error, see
 * `request-buckets.ts`).
 */
export type RateLimits = {
  /** Counts one request and returns the headers to send. Errors: 429 `rate_limit`. */
  request(by: Caller): Promise<Record<string, string>>
  /**
   * Counts a request synchronously, in memory. Returns null and counts nothing if the database is needed; the caller must then call
   * `request`.
   */
  requestAtOnce(address: string): Record<string, string> | null
  /**
   * Counts one action of an account, email address or network. Concurrent actions are counted exactly. Call this outside any transaction
   * for actions with `countsFailures`. Errors: 429 `rate_limit` with `Retry-After`; a rejected action is not counted.
   */
  take(at: At, action: Exclude<RateLimitedAction, 'mail'>, name: string): Promise<void>
  /** Removes the last count of an action after a correct password, because only wrong passwords count. */
  giveBack(at: At, action: Exclude<RateLimitedAction, 'mail'>, name: string): Promise<void>
  /**
   * Removes every count of an action after a stronger proof of identity than the action requires. If the transaction rolls back, the counts
   * are restored.
   */
  forget(at: At, action: Exclude<RateLimitedAction, 'mail'>, name: string): Promise<void>
  /**
   * Counts an email. Returns null if the email may be sent now; otherwise, the earliest permitted time. Concurrent calls for the same kind
   * and address wait until the transaction ends.
   */
  mail(tx: At, kind: string, address: string): Promise<Date | null>
  mailLater(tx: At, kind: string, address: string, at: Date): Promise<void>
  settle(): Promise<void>
  /** Deletes expired counts. */
  deleteExpired(db: Kysely<Tables>): Promise<void>
}

/** Rate limits for requests: per key with an API key, and per network without one. */
export const KEYED: Rate = { perSecond: 20, burst: 60, share: 6 }
export const KEYLESS: Rate = { perSecond: 10, burst: 40, share: 4 }
/** Rate limit for images and other files. It is separate, because a page loads dozens of these cheap files at once. */
const FILES: Rate = { perSecond: 100, burst: 600, share: 60 }
/** Rate limit for payment events without a valid signature, which have no legitimate use. */
const UNSIGNED: Rate = { perSecond: 0.2, burst: 10, share: 2 }

/** `db`: connections for synchronizing the counts, separate from the connections that callers wait for. */
type Deps = { db: Kysely<Tables>; now: () => Date; metrics: Pick<Metrics, 'refusal'> }

/** Creates the rate limits. If `on` is false, only the rules with `always` apply. */
export function createRateLimits(on: boolean, { db, now, metrics }: Deps): RateLimits {
  const buckets = createBuckets(db, now)
  const counts = (rule: RateLimitRule) => on || rule.always === true
  return {
    async request(by) {
      if (!on) return {}
      const [limit, name, rate] = bucketOf(by)
      const { left, waitMs } = await buckets.take(name, rate)
      const headers = headersOf(rate, left)
      if (waitMs === 0) return headers
      metrics.refusal(limit)
      throw tooMany(waitMs, 'Too many requests. Slow down and try again.', headers)
    },
    requestAtOnce(address) {
      if (!on) return NO_HEADERS
      const left = buckets.takeAtOnce(networkBucket(address), KEYLESS)
      return left === null ? null : headersOf(KEYLESS, left)
    },
    async take(at, action, name) {
      const rule: RateLimitRule = RATE_LIMIT_RULES[action]
      if (!counts(rule)) return
      if (rule.countsFailures && at.db.isTransaction)
        throw new Error(`"${action}" counts failures: count it before the transaction, which may roll back`)
      const from = await countAction(at.db, action, nameOf(rule, name), rule, now())
      if (from === null) return
      metrics.refusal(action)
      const waitMs = from.getTime() - now().getTime()
      throw tooMany(waitMs, `${rule.message} Try again in ${minutesOf(waitMs)}.`)
    },
    async giveBack(at, action, name) {
      const rule: RateLimitRule = RATE_LIMIT_RULES[action]
      if (counts(rule)) await uncountAction(at.db, action, nameOf(rule, name))
    },
    async forget(at, action, name) {
      const rule: RateLimitRule = RATE_LIMIT_RULES[action]
      if (counts(rule)) await forgetAction(at.db, action, nameOf(rule, name))
    },
    async mail(tx, kind, address) {
      const from = await countAction(tx.db, 'mail', mailName(kind, address), RATE_LIMIT_RULES.mail, now())
      if (from !== null) metrics.refusal('mail')
      return from
    },
    mailLater: (tx, kind, address, at) => countLater(tx.db, 'mail', mailName(kind, address), RATE_LIMIT_RULES.mail, at),
    settle: () => (on ? buckets.settle() : Promise.resolve()),
    deleteExpired: (at) => forgetCounts(at, now()),
  }
}

const NO_HEADERS: Record<string, string> = {}

const headersOf = (rate: Rate, left: number): Record<string, string> => ({
  'RateLimit-Policy': policyOf(rate),
  RateLimit: `"default";r=${left};t=1`,
})

/** Formats the `RateLimit-Policy` header. */
export const policyOf = ({ perSecond, burst }: Rate): string => `"default";q=${perSecond};w=1;burst=${burst}`

function bucketOf(by: Caller): [limit: string, name: string, rate: Rate] {
  if ('key' in by) return ['requests of a key', `key ${by.key}`, KEYED]
  if ('address' in by) return ['requests from a network', networkBucket(by.address), KEYLESS]
  if ('file' in by) return ['files from a network', `files ${networkOf(by.file)}`, FILES]
  return ['unsigned events', `unsigned ${networkOf(by.unsigned)}`, UNSIGNED]
}

const networkBucket = (address: string): string => `network ${networkOf(address)}`

const nameOf = ({ by }: RateLimitRule, name: string): string =>
  by === 'network' ? networkOf(name) : by === 'email' ? name.trim().toLowerCase() : name

const mailName = (kind: string, address: string): string => `${kind} ${address.trim().toLowerCase()}`

/** Formats a duration in whole minutes, such as `1 minute` or `7 minutes`. */
export const minutesOf = (waitMs: number): string => counted(Math.ceil(waitMs / 60_000), 'minute')

/** Creates a 429 error `rate_limit` with `Retry-After` in whole seconds. */
export function tooMany(waitMs: number, message: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError('rate_limit', message, { headers: { ...headers, 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } })
}
