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

/** All that a verb needs from the world. One plain object; a transaction is the same with another `db`. */
export type Context = {
  config: Config
  db: Kysely<Tables>
  /** Where marketplace reads go: the replica where there is one, else the same database. In a transaction: the transaction. */
  reads: Kysely<Tables>
  log: Log
  clock: Clock
  now(): Date
  newId(prefix: IdPrefix): string
  randomBytes(size: number): Uint8Array
  storage: Storage
  images: Images
  /** Null where payments are switched off; `provider(ctx)` of deal/payments answers 503 then. */
  payments: Payments | null
  /** The built-in provider, which every test world goes to, whatever the market's is. */
  testPayments: Payments
  egress: Egress
  mail: Mail
  /** Who the helpers ask; what has no key is absent. */
  providers: Providers
  metrics: Metrics
  urls: Urls
  usage: Usage
  requestLog: RequestLog
  visits: Visits
  rateLimits: RateLimits
  /** The market's index, where this process holds one. */
  search: SearchEngine
  /** Cached responses to anonymous requests. */
  responseCache: ResponseCache
  /** The open pages that this process tells of changes. */
  live: Live
  /** Shows every process on the database that this one lives. */
  presence: Presence
  /**
   * What every transaction that is begun with this context begins with: it locks what the request is about and refuses it
   * where it must not run. Set for keys that ask first and for approved requests (completions 12).
   */
  guard?: (tx: Tx) => Promise<void>
  /** What wings ask of those above them. */
  hooks: Hooks
  /** Every endpoint by its id, for requests that run later than they came (approvals). */
  endpoints: ReadonlyMap<string, Endpoint>
}

/**
 * The same inside a transaction. Only `inTransaction` makes one (the pipeline by it), so a verb that asks for it cannot be called
 * outside: verbs that change a state, `record(event)` and every `lock…` do.
 */
export type Tx = Context & { db: DbTx; reads: DbTx }

/** Who acts. Verbs take it after the context; there is no ambient user. */
export type Actor = Anonymous | Person | Helper | System

/** `userAgent` is what the caller's program calls itself, where a view is counted by it. */
export type Anonymous = { kind: 'anonymous'; address: string; userAgent?: string }

export type Person = {
  kind: 'key' | 'session'
  accountId: string
  /** The world that the account is of: nothing of another is there for it. */
  world: Tenant
  name: string
  /** The id of the key, or of the session's account: what idempotency and rate limits count by. */
  credential: string
  keyKind: 'api' | 'agent' | 'session'
  scopes: readonly Scope[]
  askFirst: readonly AskFirst[]
  maxOfferCents: number | null
  /** What the key may commit in any 24 hours; null: no cap. */
  maxDayCents: number | null
  /** Which account of its test world a session acts as, while it shows test data (docs/sandbox.md): the signed-in account is then `world`. */
  testRole?: SandboxRole
  /** The cookie's token, where a session acts: signing out ends this one. */
  sessionToken?: string
  /** What the session's browser calls itself: to tell its owner what was done from where. */
  agent?: string | null
  /** How the owner calls the key that acts. */
  keyName?: string
  /** When the person behind the session was last proved, null for never (completions 12). Said of sessions alone. */
  provedAt?: Date | null
  /** Changes nothing but what `evenSuspended` lets it. Said of sessions alone: a key of such an account writes nothing. */
  isSuspended?: true
  /** Runs the service. Said of sessions alone: no key is an operator's. */
  isOperator?: true
  /** Would run the service, and has not passed the second step in this session, which public mode asks for (completions 12). */
  lacksSecond?: true
  address: string
}

/** Somebody who runs the service, signed in. Verbs that take one are the operator's alone. */
export type Operator = Person & { isOperator: true }

/** An automated helper at work for an account. No verb on money takes one (interface, Automated helpers 1). */
export type Helper = { kind: 'helper'; name: 'negotiator' | 'shop-agent' | 'listing-agent' | 'research'; accountId: string }

export type System = { kind: 'system' }

/**
 * Runs `work` in a transaction, and again where a deadlock undid it. Inside one already, it joins: verbs compose by passing
 * the context on. Reads inside a transaction are the transaction's: none takes a second connection, and none asks a replica
 * that has not heard of the write (completions 12). `account`: who asked for it.
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

/** Whether a transaction is open on this context. */
export const isInside = (ctx: Context): ctx is Tx => ctx.db.isTransaction
