import { resolve } from 'node:path'
import { addresses } from './addresses.ts'
import { backup, database, storage } from './data.ts'
import { mail, mailFrom } from './mail.ts'
import { payments } from './payments.ts'
import { shipping } from './shipping.ts'
import { browser, catalog, comparables, model, searchServer, telemetry } from './providers.ts'
import { cidrs, ConfigError, decimal, integer, oneOf, onOff, text, type Env } from './values.ts'

export { ConfigError } from './values.ts'

/** Settings, read once at startup (spec: completions 1). */
export type Config = ReturnType<typeof readConfig>

/** Memory cost of argon2id with two passes, from the first configuration that OWASP recommends. Hashing takes about 55 ms on one core. */
const PASSWORD_MEMORY_KIB = 19_456

/**
 * Reads and validates every setting. No other code reads the environment. `defaultPort` applies if PORT is not set. @throws {ConfigError}
 * for invalid settings. The message names the first one.
 */
export function readConfig(env: Env = process.env, defaultPort = 3000) {
  const where = addresses(env, defaultPort)
  const local = where.mode === 'local'
  const testClock = onOff(env, 'TEST_CLOCK', false)
  if (testClock && !local) throw new ConfigError('TEST_CLOCK=on is for local mode only: PUBLIC_URL must be a loopback address.')
  return {
    ...where,
    version: '0.2.0',
    /** Port for a worker's /healthz, /readyz and /metrics. Null disables them. */
    healthPort: text(env, 'HEALTH_PORT') === null ? null : integer(env, 'HEALTH_PORT', 0, 0, 65_535),
    dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
    database: database(env),
    storage: storage(env),
    backup: backup(env),
    /** Hours between a worker's data audits. With 0, audits are disabled. */
    auditEveryHours: integer(env, 'AUDIT_EVERY_HOURS', 24, 0, 8_760),
    demo: onOff(env, 'DEMO', local),
    /** True if web processes search an in-memory index. False if PostgreSQL or a search server performs searches. */
    searchIndex: onOff(env, 'SEARCH_INDEX', true) && text(env, 'SEARCH_URL') === null,
    /** Search server, or null if there is none. It replaces both the in-memory index and the search in PostgreSQL. */
    searchServer: searchServer(env),
    /** Size of each web process's response cache in megabytes. With 0, the cache is disabled. */
    responseCacheMegabytes: integer(env, 'RESPONSE_CACHE_MB', 16, 0, 4_096),
    passwordMemoryKib: integer(env, 'PASSWORD_MEMORY_KIB', PASSWORD_MEMORY_KIB, local ? 64 : PASSWORD_MEMORY_KIB, 1_048_576),
    testClock,
    signups: oneOf(env, 'SIGNUPS', ['open', 'closed'], 'open'),
    usageLimit: integer(env, 'USAGE_LIMIT', 100_000, 1, 1_000_000_000),
    /**
     * Quotas per account (spec: completions 12). `keys`: active keys. `listings`: listings in any state. `mediaGigabytes`: media, in GiB.
     */
    quotas: {
      shops: integer(env, 'QUOTA_SHOPS', 20, 1, 1_000_000),
      keys: integer(env, 'QUOTA_KEYS', 50, 1, 1_000_000),
      listings: integer(env, 'QUOTA_LISTINGS', 10_000, 1, 100_000_000),
      mediaGigabytes: decimal(env, 'QUOTA_MEDIA_GB', 10, 0, 1_000_000),
      exportsADay: integer(env, 'QUOTA_EXPORTS', 3, 1, 1_000_000),
    },
    feePercent: decimal(env, 'FEE_PERCENT', 0, 0, 50),
    /** Maximum total of a guest's purchase, in cents. With 0, guests cannot buy (spec: completions 13.7). */
    guestLimitCents: integer(env, 'GUEST_LIMIT', 500, 0, 200_000) * 100,
    payments: payments(env, local),
    /** Provider of shipping labels (spec: completions 13.9). */
    shipping: shipping(env, local),
    rateLimits: onOff(env, 'RATE_LIMITS', !local),
    outboundAllow: cidrs(env, 'OUTBOUND_ALLOW'),
    trustedProxies: cidrs(env, 'TRUSTED_PROXIES'),
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], local ? 'warn' : 'info'),
    /** Token that grants access to `/metrics` in public mode. If null, no one has access. */
    metricsToken: text(env, 'METRICS_TOKEN'),
    /** OTLP target for traces. If null, tracing is off and the tracing code is not loaded. */
    telemetry: telemetry(env),
    /** Model provider for the helpers. If null, the helpers work without a model. */
    model: model(env),
    /** Maximum number of model calls per account and UTC day. */
    modelDailyCalls: integer(env, 'MODEL_DAILY_CALLS', 200, 0, 1_000_000),
    /**
     * Settings of semantic search: minimum cosine similarity, memory for vectors in megabytes, and calls per UTC day. The daily limit
     * covers all accounts together, with separate counts for listings and for queries.
     */
    embedding: {
      least: decimal(env, 'EMBEDDING_LIKENESS', 0.3, 0, 1),
      megabytes: integer(env, 'EMBEDDING_MB', 64, 1, 4_096),
      dailyCalls: integer(env, 'EMBEDDING_DAILY_CALLS', 10_000, 0, 100_000_000),
    },
    comparables: comparables(env),
    catalog: catalog(env),
    browser: browser(env),
    /** Mail target. `off`: sends no email, for a public service without a mail server. */
    mail: mail(env, local),
    /** Sender of emails: `Name <address>` or a plain email address. */
    mailFrom: mailFrom(env, new URL(where.publicUrl).hostname),
  }
}
