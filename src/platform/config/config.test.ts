import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { ConfigError, readConfig } from './index.ts'

const PUBLIC = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'shops.example' }

describe('reading the configuration from environment variables', () => {
  test('docs/settings.md lists all settings that the code reads, and no other settings', async () => {
    const read = new Set<string>()
    const env = new Proxy({}, { get: (_target, name) => void (typeof name === 'string' && read.add(name)) })
    readConfig(env)
    // some settings are read only if certain other settings are set
    const others: Record<string, string>[] = [
      { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk' },
      { SHIPPING: 'easypost', EASYPOST_API_KEY: 'k' },
      { MODEL_PROVIDER: 'openai' },
      { S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' },
      { EBAY_CLIENT_ID: 'x' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
      { BACKUP_TO: 's3://backups', S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's', S3_BUCKET: 'b' },
    ]
    for (const more of others) {
      const seen = new Proxy(more, {
        get: (target, name) => {
          if (typeof name === 'string') read.add(name)
          return target[name as string]
        },
      })
      try {
        readConfig(seen)
      } catch (error) {
        assert.ok(error instanceof ConfigError)
      }
    }
    const page = await readFile(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
    const listed = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!))
    assert.deepEqual([...new Set(listed)].toSorted(), [...read].toSorted())
  })

  test('the default configuration is local mode, with loopback addresses, test payments, demo data and no rate limits', () => {
    const config = readConfig({})
    assert.deepEqual(
      [config.mode, config.publicUrl, config.storeDomain, config.host],
      ['local', 'http://resale.localhost:3000', 'resale.localhost:3000', '127.0.0.1'],
    )
    assert.deepEqual(
      [config.demo, config.testClock, config.rateLimits, config.payments, config.usageLimit, config.mail, config.model],
      [true, false, false, { kind: 'test' }, 100_000, { kind: 'mailbox' }, { kind: 'off' }],
    )
    assert.equal(config.programsUrl, 'http://localhost:3000')
    assert.equal(readConfig({ PORT: '4000' }).storeDomain, 'resale.localhost:4000')
  })

  test('PUBLIC_URL determines the URLs of the pages and the API, and the domain of the shops', () => {
    const of = (PUBLIC_URL: string) => {
      const { publicUrl, programsUrl, storeDomain } = readConfig({ PUBLIC_URL })
      return [publicUrl, programsUrl, storeDomain]
    }
    assert.deepEqual(of('http://market.localhost:81'), ['http://market.localhost:81', 'http://market.localhost:81', 'market.localhost:81'])
    assert.deepEqual(of('http://localhost:3000'), ['http://localhost:3000', 'http://localhost:3000', 'localhost:3000'])
    assert.deepEqual(of('http://127.0.0.1:81'), ['http://127.0.0.1:81', 'http://127.0.0.1:81', 'localhost:3000'])
  })

  test('public mode has none of the defaults of local mode', () => {
    const config = readConfig(PUBLIC)
    assert.deepEqual(
      [config.mode, config.demo, config.rateLimits, config.payments, config.host],
      ['public', false, true, { kind: 'off' }, '0.0.0.0'],
    )
  })

  for (const host of ['localhost', 'shop.localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
    test(`the host ${host} selects local mode`, () => assert.equal(readConfig({ PUBLIC_URL: `http://${host}:3000` }).mode, 'local'))
  }
  for (const host of ['example.com', '10.0.0.1', '0.0.0.0', 'localhost.example.com', '[::]']) {
    test(`the host ${host} selects public mode`, () =>
      assert.equal(readConfig({ PUBLIC_URL: `http://${host}`, STORE_DOMAIN: 'a.example' }).mode, 'public'))
  }

  const BAD: [string, Record<string, string>][] = [
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'market.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://market.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://market.example/app', STORE_DOMAIN: 'a.example' }],
    ['STORE_DOMAIN', { PUBLIC_URL: 'https://market.example' }],
    ['STORE_DOMAIN', { STORE_DOMAIN: 'https://shops.example' }],
    ['STORE_DOMAIN', { STORE_DOMAIN: '.shops.example' }],
    ['STORE_DOMAIN', { STORE_DOMAIN: 'Shops.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'x' }],
    ['S3_ENDPOINT', { S3_BUCKET: 'b' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'a' }],
    ['DATABASE_URL', { DATABASE_POOLER: 'transaction' }],
    ['DATABASE_DIRECT_URL', { DATABASE_POOLER: 'transaction', DATABASE_URL: 'postgres://pooler/market' }],
    ['DATABASE_DIRECT_URL', { DATABASE_URL: 'postgres://a/market', DATABASE_DIRECT_URL: 'postgres://b/market' }],
    ['DATABASE_POOL', { DATABASE_POOL: '0' }],
    ['DATABASE_PATIENCE', { DATABASE_PATIENCE: '61' }],
    ['SEARCH_URL', { SEARCH_URL: 'search:9200' }],
    ['SEARCH_URL', { SEARCH_URL: 'https://one:9200,two' }],
    ['SEARCH_PREFIX', { SEARCH_PREFIX: '_market' }],
    ['AUDIT_EVERY_HOURS', { AUDIT_EVERY_HOURS: '9000' }],
    ['BACKUP_TO', { BACKUP_EVERY_HOURS: '24' }],
    ['HEALTH_PORT', { HEALTH_PORT: 'x' }],
    ['OTEL_EXPORTER_OTLP_HEADERS', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_EXPORTER_OTLP_HEADERS: 'x' }],
    ['BACKUP_TO', { BACKUP_TO: 's3://No_Bucket' }],
    ['S3_ENDPOINT', { BACKUP_TO: 's3://backups' }],
    ['BACKUP_PASSPHRASE', { BACKUP_PASSPHRASE: 'short' }],
    ['DEMO', { DEMO: 'maybe' }],
    ['TEST_CLOCK', { TEST_CLOCK: '1' }],
    ['TEST_CLOCK', { ...PUBLIC, TEST_CLOCK: 'on' }],
    ['SIGNUPS', { SIGNUPS: 'invite' }],
    ['USAGE_LIMIT', { USAGE_LIMIT: '0' }],
    ['USAGE_LIMIT', { USAGE_LIMIT: '1e3' }],
    ['FEE_PERCENT', { FEE_PERCENT: '51' }],
    ['GUEST_LIMIT', { GUEST_LIMIT: 'a lot' }],
    ['GUEST_LIMIT', { GUEST_LIMIT: '-5' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'yes' }],
    ['PAYMENTS', { PAYMENTS: 'cash' }],
    ['STRIPE_SECRET_KEY', { PAYMENTS: 'stripe' }],
    ['STRIPE_WEBHOOK_SECRET', { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk' }],
    ['STRIPE_PUBLISHABLE_KEY', { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'sk_test_x' }],
    ['STRIPE_PUBLISHABLE_KEY', { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }],
    ['STRIPE_API_BASE', { STRIPE_API_BASE: 'x' }],
    ['MODEL_PROVIDER', { MODEL_PROVIDER: 'other' }],
    ['MODEL_PROVIDER', { MODEL_API_KEY: 'k' }],
    ['MODEL_API_KEY', { MODEL_PROVIDER: 'openai' }],
    ['MODEL_NAME', { MODEL_PROVIDER: 'compatible' }],
    ['MODEL_BASE_URL', { MODEL_PROVIDER: 'compatible', MODEL_NAME: 'm' }],
    ['EMBEDDING_MODEL', { MODEL_PROVIDER: 'anthropic', MODEL_API_KEY: 'k', EMBEDDING_MODEL: 'e' }],
    ['MODEL_DAILY_CALLS', { MODEL_DAILY_CALLS: '-1' }],
    ['MODEL_BASE_URL', { MODEL_PROVIDER: 'openai', MODEL_API_KEY: 'k', MODEL_BASE_URL: 'x' }],
    ['EBAY_CLIENT_SECRET', { EBAY_CLIENT_ID: 'x' }],
    ['EBAY_BASE_URL', { EBAY_BASE_URL: 'x' }],
    ['CHANNEL3_BASE_URL', { CHANNEL3_BASE_URL: 'x' }],
    ['FIRECRAWL_API_URL', { FIRECRAWL_API_URL: 'x' }],
    ['SMTP_URL', { SMTP_URL: 'http://x' }],
    ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: '10.0.0.0/33' }],
    ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: 'internal' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'lb' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ]
  for (const [name, env] of BAD) {
    test(`the setting ${JSON.stringify(env)} stops the startup with an error that names ${name}`, () => {
      assert.throws(
        () => readConfig(env),
        (error: Error) => error instanceof ConfigError && error.message.startsWith(name),
      )
    })
  }

  test('if a search server is configured, it replaces the in-memory index', () => {
    const { searchIndex, searchServer } = readConfig({ SEARCH_URL: 'http://one:9200, http://two:9200' })
    assert.deepEqual([searchIndex, searchServer], [false, { urls: ['http://one:9200', 'http://two:9200'], prefix: 'market' }])
    assert.deepEqual([readConfig({}).searchIndex, readConfig({}).searchServer], [true, null])
  })

  test('an error message about the configuration never contains a password', () => {
    assert.throws(
      () => readConfig({ S3_ENDPOINT: 'https://me:hunter2@s3.example', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
    assert.throws(
      () => readConfig({ SEARCH_URL: 'ftp://me:hunter2@host' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
    assert.throws(
      () => readConfig({ DATABASE_URL: 'mysql://me:hunter2@host/db' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
  })
})
