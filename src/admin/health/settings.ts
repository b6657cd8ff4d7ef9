import type { Config } from '#platform/config/index.ts'

/** An effective setting. If `secret` is true, `value` only states that the setting is set or not set. */
export type Setting = { name: string; value: string; secret?: true }

const yesNo = (value: boolean): string => (value ? 'on' : 'off')
const given = (value: string | null): string => (value === null ? 'not set' : 'set')
const own = (value: string | null): string => value ?? 'the default'

/** Lists the effective settings. docs/settings.md explains each setting. Omits secrets, and URLs that contain passwords. */
export function effectiveSettings(config: Config): Setting[] {
  const secret = (name: string, value: string | null): Setting => ({ name, value: given(value), secret: true })
  return [
    { name: 'PUBLIC_URL', value: config.publicUrl },
    { name: 'STORE_DOMAIN', value: config.storeDomain },
    { name: 'HOST', value: config.host },
    { name: 'PORT', value: String(config.port) },
    { name: 'DATA_DIR', value: config.dataDir },
    secret('DATABASE_URL', config.database.url),
    secret('DATABASE_DIRECT_URL', config.database.directUrl),
    secret('DATABASE_REPLICA_URL', config.database.replicaUrl),
    ...storageSettings(config),
    { name: 'DEMO', value: yesNo(config.demo) },
    { name: 'SIGNUPS', value: config.signups },
    { name: 'USAGE_LIMIT', value: String(config.usageLimit) },
    { name: 'QUOTA_SHOPS', value: String(config.quotas.shops) },
    { name: 'QUOTA_KEYS', value: String(config.quotas.keys) },
    { name: 'QUOTA_LISTINGS', value: String(config.quotas.listings) },
    { name: 'QUOTA_MEDIA_GB', value: String(config.quotas.mediaGigabytes) },
    { name: 'QUOTA_EXPORTS', value: String(config.quotas.exportsADay) },
    { name: 'RATE_LIMITS', value: yesNo(config.rateLimits) },
    { name: 'FEE_PERCENT', value: String(config.feePercent) },
    { name: 'PAYMENTS', value: config.payments.kind },
    ...(config.payments.kind === 'stripe'
      ? [
          secret('STRIPE_SECRET_KEY', config.payments.secretKey),
          { name: 'STRIPE_PUBLISHABLE_KEY', value: config.payments.publishableKey ?? 'not set: agents can pay only on Stripe’s page' },
          secret('STRIPE_WEBHOOK_SECRET', config.payments.webhookSecret),
        ]
      : []),
    ...helperSettings(config),
    { name: 'MAIL_FROM', value: config.mailFrom },
    secret('SMTP_URL', config.mail.kind === 'smtp' ? config.mail.url : null),
    { name: 'OUTBOUND_ALLOW', value: listed(config.outboundAllow) },
    { name: 'TRUSTED_PROXIES', value: listed(config.trustedProxies) },
    { name: 'SEARCH_INDEX', value: yesNo(config.searchIndex) },
    secret('SEARCH_URL', config.searchServer && 'set'),
    { name: 'RESPONSE_CACHE_MB', value: String(config.responseCacheMegabytes) },
    { name: 'PASSWORD_MEMORY_KIB', value: String(config.passwordMemoryKib) },
    { name: 'LOG_LEVEL', value: config.logLevel },
    secret('METRICS_TOKEN', config.metricsToken),
    { name: 'TEST_CLOCK', value: yesNo(config.testClock) },
  ]
}

const listed = (values: readonly string[]): string => (values.length === 0 ? 'none' : values.join(', '))

function storageSettings({ storage }: Config): Setting[] {
  if (storage.kind === 'disk') return [{ name: 'S3_ENDPOINT', value: 'not set: files are on this disk' }]
  return [
    { name: 'S3_ENDPOINT', value: storage.endpoint },
    { name: 'S3_REGION', value: storage.region },
    { name: 'S3_BUCKET', value: storage.bucket },
    { name: 'S3_ACCESS_KEY_ID', value: given(storage.accessKeyId), secret: true },
    { name: 'S3_SECRET_ACCESS_KEY', value: given(storage.secretAccessKey), secret: true },
  ]
}

function helperSettings({ model, modelDailyCalls, comparables, catalog, browser }: Config): Setting[] {
  return [
    { name: 'MODEL_PROVIDER', value: model.kind === 'off' ? 'not set' : model.kind },
    ...(model.kind === 'off'
      ? []
      : [
          { name: 'MODEL_NAME', value: own(model.name) },
          { name: 'EMBEDDING_MODEL', value: model.embeddingName ?? 'not set' },
          { name: 'MODEL_API_KEY', value: given(model.apiKey), secret: true as const },
        ]),
    { name: 'MODEL_DAILY_CALLS', value: String(modelDailyCalls) },
    { name: 'EBAY_CLIENT_SECRET', value: given(comparables.kind === 'off' ? null : comparables.clientSecret), secret: true },
    { name: 'CHANNEL3_API_KEY', value: given(catalog.kind === 'off' ? null : catalog.apiKey), secret: true },
    { name: 'FIRECRAWL_API_KEY', value: given(browser.kind === 'off' ? null : browser.apiKey), secret: true },
  ]
}
