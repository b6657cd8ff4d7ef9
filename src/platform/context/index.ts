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
import type { Shipping } from '#platform/shipping/index.ts'
import type { Payments } from '#platform/payments/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import type { RequestLog } from '#platform/telemetry/request-log.ts'
import type { ResponseCache } from '#platform/cache/response-cache.ts'
import type { Live } from '#platform/events/live.ts'
import type { RateLimits } from '#platform/limits/rate-limits.ts'
import type { Settings } from '#platform/settings/index.ts'
import type { Hooks } from './hooks.ts'
import type { Providers } from '#platform/providers/index.ts'
import type { Urls } from './urls.ts'
import type { Usage } from '#platform/limits/usage.ts'
import type { Visits } from '#platform/limits/visits.ts'
import type { AskFirst, Scope } from '#core/scopes.ts'
import type { SandboxRole, Tenant } from '#core/tenant.ts'
import type { SearchEngine } from '#search/engine.ts'

/** Dependencies of almost every action: database, clock, ids, log, configuration and URLs. Most reads and presenters need nothing else. */
export type Core = {
  config: Config
  db: Kysely<Tables>
  /**
   * Database handle for marketplace reads: the transaction's handle inside a transaction; otherwise the replica's handle, if there is a
   * replica.
   */
  reads: Kysely<Tables>
  log: Log
  clock: Clock
  now(): Date
  newId(prefix: IdPrefix): string
  randomBytes(size: number): Uint8Array
  urls: Urls
  /** Settings that operators change in the app. Settings that need a restart are in `config`. */
  settings: Settings
}

/** The process's services besides the database: files, mail, payments, other servers, caches, counters, and calls to higher layers. */
export type Services = {
  storage: Storage
  images: Images
  /** Payment provider, or null if payments are off. In that case, `provider(ctx)` in commerce/payments throws 503. */
  payments: Payments | null
  /** Built-in payment provider for all tenants in test mode, whatever provider live mode uses. */
  testPayments: Payments
  /** Shipping provider, or null if labels are off. In that case, `shippingOf(ctx)` in commerce/labels throws 503. */
  shipping: Shipping | null
  /** Built-in shipping provider for all tenants in test mode. */
  testShipping: Shipping
  egress: Egress
  mail: Mail
  /** Providers that the helpers use. Providers without a configured key are absent. */
  providers: Providers
  metrics: Metrics
  usage: Usage
  requestLog: RequestLog
  visits: Visits
  rateLimits: RateLimits
  search: SearchEngine
  responseCache: ResponseCache
  /** Live streams of this process, which notify open pages of changes. */
  live: Live
  /** Shows all other processes that this process is alive. */
  presence: Presence
  /**
   * Set for keys with `ask_first` and for approved requests (spec: completions 12). Runs first in every transaction of this context: locks
   * the records that the request affects, and throws if the request must not run.
   */
  guard?: (tx: Tx) => Promise<void>
  hooks: Hooks
  /** Endpoints by id, to execute approved requests later. */
  endpoints: ReadonlyMap<string, Endpoint>
}

/**
 * Dependencies of an action, as one plain object. Inside a transaction, `db` is the transaction. A function that needs no services takes a
 * `Core`.
 */
export type Context = Core & Services

/**
 * Context inside a transaction. Only `inTransaction` creates such a context. State changes, `record(event)` and every `lock…` function
 * require it.
 */
export type Tx = Context & { db: DbTx; reads: DbTx }

/** Caller of an action. The actor is the second argument of each action, after the context; there is no ambient user. */
export type Actor = Anonymous | Person | Helper | System

/** Caller without an account. `userAgent`: set for requests that count a view, to tell visitors apart. */
export type Anonymous = { kind: 'anonymous'; address: string; userAgent?: string }

export type Person = {
  kind: 'key' | 'session'
  accountId: string
  /** The account's tenant. The account cannot see records of other tenants. */
  tenant: Tenant
  name: string
  /** Id of the API key, or of the session's account. Used for idempotency keys and rate limits. */
  credential: string
  keyKind: 'api' | 'agent' | 'session'
  scopes: readonly Scope[]
  askFirst: readonly AskFirst[]
  maxOfferCents: number | null
  /** Maximum amount that the key may commit in 24 hours. Null means no limit. */
  maxDayCents: number | null
  /**
   * Set while a session shows test data (docs/sandbox.md): the role of the test account in use. `accountId` is then the id of that test
   * account, and `tenant` is the tenant with the signed-in account's test data.
   */
  testRole?: SandboxRole
  /** Token in the session's cookie. Signing out ends this session. */
  sessionToken?: string
  /** User agent of the session's browser. It shows the owner which browser performed an action. */
  agent?: string | null
  keyName?: string
  /** Time when the user last proved their identity, or null (spec: completions 12). Set only for sessions. */
  provedAt?: Date | null
  /**
   * Marks the session of a suspended account, which may write only to endpoints with `evenSuspended`. The account's keys cannot write at
   * all.
   */
  isSuspended?: true
  /**
   * Marks a guest: a buyer without an account (spec: completions 13.7). Only sessions can be guests. They may use only the endpoints and
   * pages that declare `guests`.
   */
  guest?: true
  /** Marks an operator. Set only for sessions, because keys never have operator access. */
  isOperator?: true
  /**
   * Marks an operator who has not passed the second factor in this session. Public mode requires a second factor for operator access (spec:
   * completions 12).
   */
  lacksSecond?: true
  address: string
}

/** Signed-in operator. Actions that take this type are for operators only. */
export type Operator = Person & { isOperator: true }

/**
 * An automated helper that acts for an account. Actions that move money never accept a helper as the actor (spec: interface, Automated
 * helpers 1).
 */
export type Helper = { kind: 'helper'; name: 'negotiator' | 'shop-agent' | 'listing-agent' | 'research'; accountId: string }

export type System = { kind: 'system' }

/**
 * Runs `work` in a transaction and retries after a deadlock. Joins an open transaction, so that actions can be combined. Reads also use the
 * transaction, so that they need no second connection and never see a stale replica (spec: completions 12). `account`: the account that
 * caused the transaction.
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

/** Returns true if the context is inside a transaction. */
export const isInside = (ctx: Context): ctx is Tx => ctx.db.isTransaction
