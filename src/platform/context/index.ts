import type { Kysely } from 'kysely'
import type { Config } from '#platform/config/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Presence } from '#platform/db/presence.ts'
import type { Tx as DbTx } from '#platform/db/index.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import type { Clock } from './clock.ts'
import type { IdPrefix } from './ids.ts'
import type { Egress } from '#platform/egress/index.ts'
import type { Storage } from '#platform/storage/index.ts'
import type { Mail } from '#platform/mail/index.ts'
import type { Images } from '#platform/images/index.ts'
import type { Payments } from '#platform/payments/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import type { RequestLog } from '#platform/telemetry/request-log.ts'
import type { ResponseCache } from '#platform/cache/response-cache.ts'
import type { Live } from '#platform/events/live.ts'
import type { RateLimits } from '#platform/limits/rate-limits.ts'
import type { Hooks } from './hooks.ts'
import type { Providers } from '#platform/providers/index.ts'
import type { Urls } from './urls.ts'
import type { Usage } from '#platform/limits/usage.ts'
import type { Visits } from '#platform/limits/visits.ts'
import type { AskFirst, Scope } from '#core/scopes.ts'
import type { SandboxRole, Tenant } from '#core/tenant.ts'
import type { SearchEngine } from '#search/engine.ts'

/** Dependencies of a verb, as one plain object. A transaction is the same with another `db`. */
export type Context = {
  config: Config
  db: Kysely<Tables>
  /** Database for marketplace reads: the replica if there is one. In a transaction: the transaction. */
  reads: Kysely<Tables>
  log: Log
  clock: Clock
  now(): Date
  newId(prefix: IdPrefix): string
  randomBytes(size: number): Uint8Array
  storage: Storage
  images: Images
  /** Null when payments are off; `provider(ctx)` of commerce/payments then answers 503. */
  payments: Payments | null
  /** Built-in provider that every test tenant uses, whatever provider the market has. */
  testPayments: Payments
  egress: Egress
  mail: Mail
  /** Providers of the helpers; one without a key is absent. */
  providers: Providers
  metrics: Metrics
  urls: Urls
  usage: Usage
  requestLog: RequestLog
  visits: Visits
  rateLimits: RateLimits
  /** The market's index, if this process has one. */
  search: SearchEngine
  responseCache: ResponseCache
  /** Notifies the open pages of this process of changes. */
  live: Live
  /** Shows the other processes on the database that this one is alive. */
  presence: Presence
  /**
   * Runs first in every transaction of this context. Locks the records of the request and rejects it when it must not run. Set for
   * ask-first keys and approved requests (completions 12).
   */
  guard?: (tx: Tx) => Promise<void>
  /** Calls to the modules above. */
  hooks: Hooks
  /** Endpoints by id, for requests that run later (approvals). */
  endpoints: ReadonlyMap<string, Endpoint>
}

/** Context inside a transaction. Only `inTransaction` makes one. State changes, `record(event)` and every `lock…` require it. */
export type Tx = Context & { db: DbTx; reads: DbTx }

/** The caller. Verbs take it after the context; there is no ambient user. */
export type Actor = Anonymous | Person | Helper | System

/** `userAgent` identifies the visitor when a view is counted. */
export type Anonymous = { kind: 'anonymous'; address: string; userAgent?: string }

export type Person = {
  kind: 'key' | 'session'
  accountId: string
  /** Tenant of the account. Records of other tenants do not exist for it. */
  world: Tenant
  name: string
  /** Id of the key, or of the session's account. Idempotency and rate limits count by it. */
  credential: string
  keyKind: 'api' | 'agent' | 'session'
  scopes: readonly Scope[]
  askFirst: readonly AskFirst[]
  maxOfferCents: number | null
  /** Most that the key may commit in 24 hours; null: no cap. */
  maxDayCents: number | null
  /** Test account of a session that shows test data (docs/sandbox.md). `world` is then the signed-in account. */
  testRole?: SandboxRole
  /** Token of the session's cookie. Signing out ends this session. */
  sessionToken?: string
  /** User agent of the session's browser, to show the owner where an action came from. */
  agent?: string | null
  /** Owner's name for the key. */
  keyName?: string
  /** Time of the last proof of the person, null for never (completions 12). Sessions only. */
  provedAt?: Date | null
  /** Limits writes to endpoints with `evenSuspended`. Sessions only: a key of a suspended account writes nothing. */
  isSuspended?: true
  /** Marks an operator. Sessions only: no key is an operator's. */
  isOperator?: true
  /** Marks an operator whose session lacks the second factor that public mode requires (completions 12). */
  lacksSecond?: true
  address: string
}

/** Signed-in operator. Verbs that take one are for operators only. */
export type Operator = Person & { isOperator: true }

/** Automated helper that works for an account. No verb on money takes one (interface, Automated helpers 1). */
export type Helper = { kind: 'helper'; name: 'negotiator' | 'shop-agent' | 'listing-agent' | 'research'; accountId: string }

export type System = { kind: 'system' }

/**
 * Runs `work` in a transaction, with retry after a deadlock. Joins an open transaction, so verbs compose. Reads use the transaction: no
 * second connection, no stale replica (completions 12). `account`: who caused it.
 */
export async function inTransaction<T>(ctx: Context, work: (tx: Tx) => Promise<T>, account: string | null = null): Promise<T> {
  if (isInside(ctx)) return work(ctx)
  const begin = async (db: DbTx): Promise<T> => {
    const tx: Tx = { ...ctx, db, reads: db }
    await ctx.guard?.(tx)
    return work(tx)
  }
  return transact(ctx.db, begin, account)
}

/** True when the context is inside a transaction. */
export const isInside = (ctx: Context): ctx is Tx => ctx.db.isTransaction
