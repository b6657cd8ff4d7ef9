import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** Settings, read once at start (completions 1). The only reader of the environment. */
export type Config = {
  mode: 'local' | 'public'
  version: string
  port: number
  /** Nobody said where to listen or what addresses to write: another port does as well. */
  portIsDefault: boolean
  host: string
  /** Where a worker answers /healthz, /readyz and /metrics; null: nowhere. */
  healthPort: number | null
  /** Where pages are, without a trailing slash. */
  publicUrl: string
  /**
   * What programs call: `publicUrl`, but where nobody set that `http://localhost:{PORT}`. Browsers find every name below `localhost`,
   * most programs only `localhost` itself.
   */
  programsUrl: string
  /** Host and, where it is not the default one, port: shops are `{scheme}://{slug}.{storeDomain}`. */
  storeDomain: string
  dataDir: string
  database: {
    url: string | null
    /** Past the pooler, where `url` leads to one. */
    directUrl: string | null
    /** The server itself, for tools. */
    serverUrl: string | null
    pooler: Pooler
    replicaUrl: string | null
    pools: { requests: number; jobs: number }
  }
  storage: { kind: 'disk' } | ({ kind: 's3' } & S3)
  backup: Backup
  demo: boolean
  /** Whether web processes hold the market in memory for searching; else Postgres searches. */
  searchIndex: boolean
  /** Room for answers that are kept for strangers in each web process; 0 keeps none. */
  keptAnswersMegabytes: number
  /** What hashing a password costs. */
  passwordMemoryKib: number
  testClock: boolean
  signups: 'open' | 'closed'
  usageLimit: number
  /** What one account may have (completions 12): unrevoked keys, all listings, media in units of 2^30 bytes. */
  quotas: { shops: number; keys: number; listings: number; mediaGigabytes: number; exportsADay: number }
  feePercent: number
  payments: Payments
  rateLimits: boolean
  outboundAllow: string[]
  trustedProxies: string[]
  logLevel: string
  /** Who may read `/metrics` in public mode; null: nobody. */
  metricsToken: string | null
  /** Where traces and metrics are sent by OTLP; null: nowhere, and none of its code is loaded. */
  telemetry: { endpoint: string; headers: Record<string, string>; tracesPercent: number } | null
  /** The helpers' providers: presence of a key decides a helper's path, here and once. */
  model: Model
  /** Model calls per account and day, UTC. */
  modelDailyCalls: number
  /** Search by meaning: from which likeness on (a cosine), room for vectors, and calls of the service and day, UTC, for listings and again for queries. */
  embedding: { least: number; megabytes: number; dailyCalls: number }
  comparables: { kind: 'off' } | { kind: 'ebay'; clientId: string; clientSecret: string; baseUrl: string | null }
  catalog: { kind: 'off' } | { kind: 'channel3'; apiKey: string; baseUrl: string | null }
  browser: { kind: 'off' } | { kind: 'firecrawl'; apiKey: string; baseUrl: string | null }
  /** Where mail goes; `off`: a public service without a mail server writes none. */
  mail: { kind: 'off' } | { kind: 'mailbox' } | { kind: 'smtp'; url: string }
  /** Whom mail is from: `Name <address>` or an address alone. */
  mailFrom: string
}

/** `to: null`: nobody said where backups go. `everyHours: 0`: none is made by itself. */
export type Backup = {
  to: { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3) | null
  passphrase: string | null
  everyHours: number
  keep: number
  pictures: boolean
}

type S3 = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** `transaction`: statements have no names there; `prepared`: the pooler knows them, as PgBouncer 1.21 and later can. */
export type Pooler = 'off' | 'transaction' | 'prepared'

export type Payments =
  | { kind: 'off' }
  | { kind: 'test' }
  | { kind: 'stripe'; secretKey: string; publishableKey: string | null; webhookSecret: string; baseUrl: string | null }

export type Model =
  | { kind: 'off' }
  | { kind: 'openai' | 'anthropic' | 'google'; apiKey: string; name: string | null; baseUrl: string | null; embeddingName: string | null }
  // a server of one's own may need no key, but has no usual address and no usual model
  | { kind: 'compatible'; apiKey: string | null; name: string; baseUrl: string; embeddingName: string | null }

/** A setting that cannot be used. The message names it and says what it may be. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Env = Record<string, string | undefined>

/** OWASP's first recommendation for argon2id with two passes: about 55 ms of one core. */
const PASSWORD_MEMORY_KIB = 19_456

/** Reads and validates every setting; `defaultPort` is for when the usual one is taken. Throws a ConfigError that names the first bad one. */
export function readConfig(env: Env = process.env, defaultPort = 3000): Config {
  const port = integer(env, 'PORT', defaultPort, 0, 65_535)
  const setUrl = url(env, 'PUBLIC_URL')
  const publicUrl = setUrl ?? `http://${LOCAL_NAME}:${port}`
  if (new URL(publicUrl).pathname !== '/')
    throw new ConfigError('PUBLIC_URL must be an address without a path: the API is below it at /v1.')
  const mode = isLoopback(new URL(publicUrl).hostname) ? 'local' : 'public'
  const local = mode === 'local'
  const storeDomain = text(env, 'STORE_DOMAIN')
  if (!local && storeDomain === null)
    throw new ConfigError(
      'STORE_DOMAIN is required when PUBLIC_URL is not a loopback address: it is the domain under which each shop has its subdomain.',
    )
  if (storeDomain !== null && !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/.test(storeDomain))
    throw new ConfigError('STORE_DOMAIN must be a host name in lower case, with a port where one is needed, such as shops.example.com.')
  const testClock = onOff(env, 'TEST_CLOCK', false)
  if (testClock && !local) throw new ConfigError('TEST_CLOCK=on is for local mode only: PUBLIC_URL must be a loopback address.')
  return {
    mode,
    version: '0.1.0',
    port,
    portIsDefault: ['PORT', 'PUBLIC_URL', 'STORE_DOMAIN'].every((name) => text(env, name) === null),
    host: text(env, 'HOST') ?? (local ? '127.0.0.1' : '0.0.0.0'),
    healthPort: text(env, 'HEALTH_PORT') === null ? null : integer(env, 'HEALTH_PORT', 0, 0, 65_535),
    publicUrl,
    programsUrl: setUrl ?? `http://localhost:${port}`,
    storeDomain: storeDomain ?? localStoreDomain(publicUrl, port),
    dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
    database: database(env),
    storage: storage(env),
    backup: backup(env),
    demo: onOff(env, 'DEMO', local),
    searchIndex: onOff(env, 'SEARCH_INDEX', true),
    keptAnswersMegabytes: integer(env, 'KEPT_ANSWERS_MB', 16, 0, 4_096),
    passwordMemoryKib: integer(env, 'PASSWORD_MEMORY_KIB', PASSWORD_MEMORY_KIB, local ? 64 : PASSWORD_MEMORY_KIB, 1_048_576),
    testClock,
    signups: oneOf(env, 'SIGNUPS', ['open', 'closed'], 'open'),
    usageLimit: integer(env, 'USAGE_LIMIT', 100_000, 1, 1_000_000_000),
    quotas: {
      shops: integer(env, 'QUOTA_SHOPS', 20, 1, 1_000_000),
      keys: integer(env, 'QUOTA_KEYS', 50, 1, 1_000_000),
      listings: integer(env, 'QUOTA_LISTINGS', 10_000, 1, 100_000_000),
      mediaGigabytes: decimal(env, 'QUOTA_MEDIA_GB', 10, 0, 1_000_000),
      exportsADay: integer(env, 'QUOTA_EXPORTS', 3, 1, 1_000_000),
    },
    feePercent: decimal(env, 'FEE_PERCENT', 0, 0, 50),
    payments: payments(env, local),
    rateLimits: onOff(env, 'RATE_LIMITS', !local),
    outboundAllow: cidrs(env, 'OUTBOUND_ALLOW'),
    trustedProxies: cidrs(env, 'TRUSTED_PROXIES'),
    metricsToken: text(env, 'METRICS_TOKEN'),
    telemetry: telemetry(env),
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], local ? 'warn' : 'info'),
    model: model(env),
    modelDailyCalls: integer(env, 'MODEL_DAILY_CALLS', 200, 0, 1_000_000),
    embedding: {
      least: decimal(env, 'EMBEDDING_LIKENESS', 0.3, 0, 1),
      megabytes: integer(env, 'EMBEDDING_MB', 64, 1, 4_096),
      dailyCalls: integer(env, 'EMBEDDING_DAILY_CALLS', 10_000, 0, 100_000_000),
    },
    comparables: comparables(env),
    catalog: catalog(env),
    browser: browser(env),
    mail: mail(env, local),
    mailFrom: mailFrom(env, new URL(publicUrl).hostname),
  }
}

/**
 * To a browser `shop.localhost` is another site than `localhost`, and what is another site's gets no session. A name below `localhost` and
 * what is below that are one site, so pages have a name of their own (completions 12, Signed in on a shop's address).
 */
const LOCAL_NAME = 'resale.localhost'

/** In local mode shops are below the pages' own name; below `localhost` where that is the name, or an address of digits. */
const localStoreDomain = (publicUrl: string, port: number): string => {
  const { host, hostname } = new URL(publicUrl)
  return hostname.endsWith('.localhost') ? host : `localhost:${port}`
}

function payments(env: Env, local: boolean): Payments {
  const kind = oneOf(env, 'PAYMENTS', ['test', 'stripe', 'off'], local ? 'test' : 'off')
  const baseUrl = url(env, 'STRIPE_API_BASE')
  if (kind !== 'stripe') return { kind }
  const why = 'PAYMENTS=stripe needs it'
  const secretKey = required(env, 'STRIPE_SECRET_KEY', why)
  const publishableKey = publishable(env, secretKey)
  return { kind, secretKey, publishableKey, webhookSecret: required(env, 'STRIPE_WEBHOOK_SECRET', why), baseUrl }
}

/** The key that everybody may know: of the same mode as the secret one, and never a secret one itself. */
function publishable(env: Env, secretKey: string): string | null {
  const key = text(env, 'STRIPE_PUBLISHABLE_KEY')
  if (key === null) return null
  if (!/^pk_(?:test|live)_\w{1,200}$/.test(key))
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_: it is the key that everybody may know.')
  if (key.startsWith('pk_live_') !== /^[rs]k_live_/.test(secretKey))
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY: both test, or both live.')
  return key
}

function telemetry(env: Env): Config['telemetry'] {
  const endpoint = url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const headers = text(env, 'OTEL_EXPORTER_OTLP_HEADERS')
  const tracesPercent = decimal(env, 'TRACES_PERCENT', 10, 0, 100)
  if (endpoint === null) return null
  const pairs = (headers ?? '').split(',').filter((pair) => pair.trim() !== '')
  const parsed = pairs.map((pair) => /^\s*([\w-]+)=(.+)$/.exec(pair))
  if (parsed.includes(null))
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be pairs with commas between, such as authorization=Bearer%20abc.')
  return { endpoint, headers: Object.fromEntries(parsed.map((pair) => [pair![1]!, unescaped(pair![2]!)])), tracesPercent }
}

/** As OpenTelemetry writes them: with spaces and commas as in an address. */
function unescaped(value: string): string {
  try {
    return decodeURIComponent(value.trim())
  } catch {
    return value.trim()
  }
}

function model(env: Env): Model {
  const parts = ['MODEL_API_KEY', 'MODEL_NAME', 'MODEL_BASE_URL', 'EMBEDDING_MODEL']
  const alone = parts.find((name) => text(env, name) !== null)
  if (text(env, 'MODEL_PROVIDER') === null) {
    if (alone)
      throw new ConfigError(`MODEL_PROVIDER is missing: ${alone} is set, so say whose it is (openai, anthropic, google or compatible).`)
    return { kind: 'off' }
  }
  const kind = oneOf(env, 'MODEL_PROVIDER', ['openai', 'anthropic', 'google', 'compatible'], 'openai')
  const why = `MODEL_PROVIDER=${kind} needs it`
  const [name, baseUrl, embeddingName] = [text(env, 'MODEL_NAME'), url(env, 'MODEL_BASE_URL'), text(env, 'EMBEDDING_MODEL')]
  if (kind === 'anthropic' && embeddingName !== null)
    throw new ConfigError('EMBEDDING_MODEL cannot be used with MODEL_PROVIDER=anthropic, which has no embeddings: leave it out.')
  if (kind !== 'compatible') return { kind, apiKey: required(env, 'MODEL_API_KEY', why), name, baseUrl, embeddingName }
  return {
    kind,
    apiKey: text(env, 'MODEL_API_KEY'),
    name: name ?? required(env, 'MODEL_NAME', why),
    baseUrl: baseUrl ?? required(env, 'MODEL_BASE_URL', why),
    embeddingName,
  }
}

function comparables(env: Env): Config['comparables'] {
  const [clientId, clientSecret, baseUrl] = [text(env, 'EBAY_CLIENT_ID'), text(env, 'EBAY_CLIENT_SECRET'), url(env, 'EBAY_BASE_URL')]
  if (clientId === null && clientSecret === null) return { kind: 'off' }
  const why = 'EBAY_CLIENT_ID and EBAY_CLIENT_SECRET go together'
  return { kind: 'ebay', clientId: required(env, 'EBAY_CLIENT_ID', why), clientSecret: required(env, 'EBAY_CLIENT_SECRET', why), baseUrl }
}

function catalog(env: Env): Config['catalog'] {
  const [apiKey, baseUrl] = [text(env, 'CHANNEL3_API_KEY'), url(env, 'CHANNEL3_BASE_URL')]
  return apiKey === null ? { kind: 'off' } : { kind: 'channel3', apiKey, baseUrl }
}

function browser(env: Env): Config['browser'] {
  const [apiKey, baseUrl] = [text(env, 'FIRECRAWL_API_KEY'), url(env, 'FIRECRAWL_API_URL')]
  return apiKey === null ? { kind: 'off' } : { kind: 'firecrawl', apiKey, baseUrl }
}

function mail(env: Env, local: boolean): Config['mail'] {
  const raw = text(env, 'SMTP_URL')
  if (raw === null) return { kind: local ? 'mailbox' : 'off' }
  const parsed = URL.canParse(raw) ? new URL(raw) : null
  if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '')
    throw new ConfigError('SMTP_URL must be a mail server address such as smtp://user:password@host:587.')
  return { kind: 'smtp', url: raw }
}

/** `Name <name@host>`, or the address alone; nothing in it can end a header line. */
const MAIL_FROM = /^(?:[^\p{Cc}<>"@]*<[^\s<>@",;]+@[^\s<>@",;]+>|[^\s<>@",;]+@[^\s<>@",;]+)$/u

function mailFrom(env: Env, host: string): string {
  const literal = isIP(host.replaceAll(/[[\]]/g, '')) > 0
  const value = text(env, 'MAIL_FROM') ?? `Resale <no-reply@${literal ? 'localhost' : host}>`
  if (MAIL_FROM.test(value)) return value
  throw new ConfigError('MAIL_FROM must be an address such as Resale <no-reply@example.com>.')
}

function required(env: Env, name: string, why: string): string {
  const value = text(env, name)
  if (value === null) throw new ConfigError(`${name} is missing: ${why}.`)
  return value
}

function storage(env: Env): Config['storage'] {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (names.every((name) => text(env, name) === null)) return { kind: 'disk' }
  const missing = names.find((name) => text(env, name) === null)
  if (missing) throw new ConfigError(`${missing} is missing: set all of ${names.join(', ')} for S3 storage, or none of them.`)
  return {
    kind: 's3',
    endpoint: url(env, 'S3_ENDPOINT')!,
    region: text(env, 'S3_REGION') ?? 'us-east-1',
    bucket: text(env, 'S3_BUCKET')!,
    accessKeyId: text(env, 'S3_ACCESS_KEY_ID')!,
    secretAccessKey: text(env, 'S3_SECRET_ACCESS_KEY')!,
  }
}

function database(env: Env): Config['database'] {
  const pooler = oneOf(env, 'DATABASE_POOLER', ['off', 'transaction', 'prepared'], 'off')
  const [url, directUrl] = [databaseUrl(env, 'DATABASE_URL'), databaseUrl(env, 'DATABASE_DIRECT_URL')]
  if (pooler !== 'off' && url === null)
    throw new ConfigError(`DATABASE_URL is missing: DATABASE_POOLER=${pooler} says that it leads to a pooler.`)
  if (pooler !== 'off' && directUrl === null)
    throw new ConfigError(
      `DATABASE_DIRECT_URL is missing: with DATABASE_POOLER=${pooler} migrations, locks and news need an address past the pooler.`,
    )
  if (pooler === 'off' && directUrl !== null)
    throw new ConfigError('DATABASE_DIRECT_URL is for a DATABASE_URL that leads to a pooler: set DATABASE_POOLER too, or leave it out.')
  const pools = { requests: integer(env, 'DATABASE_POOL', 10, 1, 1_000), jobs: integer(env, 'DATABASE_JOBS_POOL', 10, 4, 1_000) }
  return { url, directUrl, serverUrl: directUrl ?? url, pooler, replicaUrl: databaseUrl(env, 'DATABASE_REPLICA_URL'), pools }
}

function backup(env: Env): Backup {
  const to = backupPlace(env)
  const everyHours = integer(env, 'BACKUP_EVERY_HOURS', 0, 0, 8_760)
  if (everyHours > 0 && to === null) throw new ConfigError('BACKUP_TO is missing: BACKUP_EVERY_HOURS needs to know where backups go.')
  const passphrase = text(env, 'BACKUP_PASSPHRASE')
  if (passphrase !== null && passphrase.length < 12) throw new ConfigError('BACKUP_PASSPHRASE must have 12 characters or more.')
  return { to, passphrase, everyHours, keep: integer(env, 'BACKUP_KEEP', 14, 1, 10_000), pictures: onOff(env, 'BACKUP_PICTURES', true) }
}

/** A bucket has the address and keys of the pictures' storage where it has none of its own. */
function backupPlace(env: Env): Backup['to'] {
  const raw = text(env, 'BACKUP_TO')
  if (raw === null) return null
  if (!/^\w+:\/\//.test(raw)) return { kind: 'disk', folder: resolve(raw) }
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(raw)?.[1]
  if (!bucket) throw new ConfigError('BACKUP_TO must be a folder, or a bucket such as s3://market-backups.')
  const part = (name: string) =>
    text(env, `BACKUP_S3_${name}`) ?? required(env, `S3_${name}`, `BACKUP_TO=${raw} needs it, or BACKUP_S3_${name}`)
  return {
    kind: 's3',
    endpoint: url(env, 'BACKUP_S3_ENDPOINT') ?? url(env, 'S3_ENDPOINT') ?? part('ENDPOINT'),
    region: text(env, 'BACKUP_S3_REGION') ?? text(env, 'S3_REGION') ?? 'us-east-1',
    bucket,
    accessKeyId: part('ACCESS_KEY_ID'),
    secretAccessKey: part('SECRET_ACCESS_KEY'),
  }
}

function text(env: Env, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const raw = text(env, name)
  if (raw === null) return fallback
  const value = Number(raw)
  if (!/^\d+$/.test(raw) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}; it is "${raw}".`)
  return value
}

function decimal(env: Env, name: string, fallback: number, min: number, max: number): number {
  const raw = text(env, name)
  if (raw === null) return fallback
  const value = Number(raw)
  if (!/^\d+(\.\d+)?$/.test(raw) || value < min || value > max)
    throw new ConfigError(`${name} must be a number from ${min} to ${max}; it is "${raw}".`)
  return value
}

function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const raw = text(env, name)
  if (raw === null) return fallback
  const found = allowed.find((value) => value === raw.toLowerCase())
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}; it is "${raw}".`)
  return found
}

function onOff(env: Env, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['on', 'off'], fallback ? 'on' : 'off') === 'on'
}

function url(env: Env, name: string): string | null {
  const raw = text(env, name)
  if (raw === null) return null
  const parsed = URL.canParse(raw) ? new URL(raw) : null
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.search || parsed.hash || parsed.username) {
    throw new ConfigError(
      `${name} must be an http or https address without query or user, such as https://example.com${parsed?.username ? '' : `; it is "${raw}"`}.`,
    )
  }
  return parsed.href.replace(/\/+$/, '')
}

function databaseUrl(env: Env, name: string): string | null {
  const raw = text(env, name)
  if (raw === null) return null
  const parsed = URL.canParse(raw) ? new URL(raw) : null
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol))
    throw new ConfigError(`${name} must be a Postgres address such as postgres://user:password@host:5432/name.`)
  return raw
}

function cidrs(env: Env, name: string): string[] {
  const entries = (text(env, name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const bits = isIP(address) === 4 ? 32 : 128
    if (!isIP(address) || (prefix !== undefined && !(/^\d+$/.test(prefix) && Number(prefix) <= bits))) {
      throw new ConfigError(
        `${name} must be a list of addresses or CIDR ranges with commas between, such as 10.0.0.0/8; "${entry}" is not one.`,
      )
    }
  }
  return entries
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
