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

/** Where a deed is counted: a context. In a transaction it is counted by that, and a transaction that fails undoes it. */
type At = { db: Kysely<Tables> }

/** `file`: the address that asks for a file of a page or a picture. */
export type Caller = { key: string } | { address: string } | { file: string } | { unsigned: string }

/**
 * The limits of completions 2 and 12, by the service's clock, for all processes together: deeds exactly, in the database;
 * requests by second in memory, settled a few times a second (`request-buckets.ts` says the bound).
 */
export type RateLimits = {
  /** Counts one request and returns the headers to send. Errors: 429 `rate_limit`. */
  request(by: Caller): Promise<Record<string, string>>
  /** The same of an address, where that needs no waiting; null, and nothing is counted: ask `request`. */
  requestAtOnce(address: string): Record<string, string> | null
  /**
   * Counts one deed (`DEEDS`) of an account, an address of a mail or the network of an address, exactly, however many
   * processes ask at once. Errors: 429 `rate_limit` with `Retry-After`, and then nothing is counted. A deed that is a try
   * (`isTry`) must be counted outside any transaction: one that fails would forget it.
   */
  take(at: At, deed: Exclude<RateLimitedAction, 'mail'>, name: string): Promise<void>
  /** Takes the last count back: after the right password, where wrong ones are counted. */
  giveBack(at: At, deed: Exclude<RateLimitedAction, 'mail'>, name: string): Promise<void>
  /** Forgets every count: whoever proved more than the deed asks for begins anew. Undone with its transaction. */
  forget(at: At, deed: Exclude<RateLimitedAction, 'mail'>, name: string): Promise<void>
  /**
   * A mail of a kind to an address: null when it may go now, else the moment from which it may. Until the transaction ends,
   * no other mail of the kind to the address is decided.
   */
  mail(tx: At, kind: string, address: string): Promise<Date | null>
  /** The mail that was told to wait goes at that moment, and is counted then. */
  mailLater(tx: At, kind: string, address: string, at: Date): Promise<void>
  /** Tells the other processes of the requests counted here, and hears of theirs. */
  settle(): Promise<void>
  /** Forgets what counts no more. */
  sweep(db: Kysely<Tables>): Promise<void>
}

/** Requests of a key, and of an address that shows none. */
export const KEYED: Rate = { perSecond: 20, burst: 60, share: 6 }
export const KEYLESS: Rate = { perSecond: 10, burst: 40, share: 4 }
/** Files of pages and pictures: a page loads dozens at once, and they are cheap. */
const FILES: Rate = { perSecond: 100, burst: 600, share: 60 }
/** Payment events that nobody signed are of no use to anybody. */
const UNSIGNED: Rate = { perSecond: 0.2, burst: 10, share: 2 }

/** `db`: for settling, on connections that callers do not wait for. */
type Deps = { db: Kysely<Tables>; now: () => Date; metrics: Pick<Metrics, 'refusal'> }

/** With `on` false, only what guards other people is counted (`always`). */
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
    async take(at, deed, name) {
      const rule: RateLimitRule = RATE_LIMIT_RULES[deed]
      if (!counts(rule)) return
      if (rule.isTry && at.db.isTransaction) throw new Error(`"${deed}" is a try: count it before the transaction, which may be undone`)
      const from = await countAction(at.db, deed, nameOf(rule, name), rule, now())
      if (from === null) return
      metrics.refusal(deed)
      const waitMs = from.getTime() - now().getTime()
      throw tooMany(waitMs, `${rule.words} Try again in ${minutesOf(waitMs)}.`)
    },
    async giveBack(at, deed, name) {
      const rule: RateLimitRule = RATE_LIMIT_RULES[deed]
      if (counts(rule)) await uncountAction(at.db, deed, nameOf(rule, name))
    },
    async forget(at, deed, name) {
      const rule: RateLimitRule = RATE_LIMIT_RULES[deed]
      if (counts(rule)) await forgetAction(at.db, deed, nameOf(rule, name))
    },
    async mail(tx, kind, address) {
      const from = await countAction(tx.db, 'mail', mailName(kind, address), RATE_LIMIT_RULES.mail, now())
      if (from !== null) metrics.refusal('mail')
      return from
    },
    mailLater: (tx, kind, address, at) => countLater(tx.db, 'mail', mailName(kind, address), RATE_LIMIT_RULES.mail, at),
    settle: () => (on ? buckets.settle() : Promise.resolve()),
    sweep: (at) => forgetCounts(at, now()),
  }
}

const NO_HEADERS: Record<string, string> = {}

const headersOf = (rate: Rate, left: number): Record<string, string> => ({
  'RateLimit-Policy': policyOf(rate),
  RateLimit: `"default";r=${left};t=1`,
})

/** What `RateLimit-Policy` says of a rate. */
export const policyOf = ({ perSecond, burst }: Rate): string => `"default";q=${perSecond};w=1;burst=${burst}`

function bucketOf(by: Caller): [limit: string, name: string, rate: Rate] {
  if ('key' in by) return ['requests of a key', `key ${by.key}`, KEYED]
  if ('address' in by) return ['requests of a network', networkBucket(by.address), KEYLESS]
  if ('file' in by) return ['files of a network', `files ${networkOf(by.file)}`, FILES]
  return ['unsigned events', `unsigned ${networkOf(by.unsigned)}`, UNSIGNED]
}

const networkBucket = (address: string): string => `network ${networkOf(address)}`

const nameOf = ({ by }: RateLimitRule, name: string): string =>
  by === 'network' ? networkOf(name) : by === 'email' ? name.trim().toLowerCase() : name

const mailName = (kind: string, address: string): string => `${kind} ${address.trim().toLowerCase()}`

/** `1 minute`, `7 minutes`: whoever waits is told how long. */
export const minutesOf = (waitMs: number): string => counted(Math.ceil(waitMs / 60_000), 'minute')

/** 429 `rate_limit` with `Retry-After` in whole seconds. */
export function tooMany(waitMs: number, message: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError('rate_limit', message, { headers: { ...headers, 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } })
}
