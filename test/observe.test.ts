import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { scheduleAudits } from '#platform/jobs/audits.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { send, SITE, startApp } from '#test/app.ts'
import { makeHome } from '#test/child.ts'
import { freePort } from '#test/free-port.ts'
import { testDatabase } from '#test/database.ts'
import { gateTo } from '#test/gate.ts'
import { openSaleAt } from '#test/sales.ts'
import { slack } from '#test/machine.ts'
import { until } from '#test/until.ts'
import { startLocalServer } from '#test/local-server.ts'
import { run } from '#test/cluster.ts'

const OBSERVE = fileURLToPath(new URL('../deploy/observe', import.meta.url))
const read = (name: string): string => readFileSync(join(OBSERVE, name), 'utf8')

describe('metrics of the service', () => {
  test('the metrics describe the market, and include every metric that the alerts and the dashboard use', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'resale-observe-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const app = await startApp(t, { BACKUP_TO: folder, BACKUP_EVERY_HOURS: '24' })
    await openSaleAt(app, 'paid')
    await openSaleAt(app, 'shipped', { price: 100 })
    await app.advance(0)
    const expected = ['orders{status="paid"} 1', 'orders{status="shipped"} 1', 'money_held_dollars 156', 'payouts_late 0']
    // the metrics endpoint caches its response for a few seconds
    const text = await until(`the metrics ${expected.join(', ')}`, async () => {
      const body = (await app.call('GET', '/metrics')).body as string
      return expected.every((line) => body.split('\n').includes(`market_${line}`)) && body
    })
    const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
    // These metrics exist only with a replica, and this test runs without a replica.
    for (const name of ['database_replica_used', 'database_replica_lag_seconds']) there.add(name)
    const dashboard = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
    const requests = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...[...read('alerts.yaml').matchAll(/^\s+expr: (.+)$/gm)].map(([, expr]) => expr!),
    ]
    assert.ok(requests.length > 30, `${requests.length} expressions`)
    for (const expr of requests) {
      const named = [...expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '').matchAll(/\b[a-z][a-z0-9]*_[a-z0-9_]+\b/g)].map(
        ([name]) => name,
      )
      const ours = named.filter((name) => !FUNCTIONS.includes(name) && name !== 'up')
      for (const name of ours) assert.ok(there.has(name.replace(/_(bucket|count|sum)$/, '')) || there.has(name), `${name} in ${expr}`)
    }
  })

  test('if the database of a process is unavailable, the metrics of the process state this as the reason for not being ready', async (t) => {
    const database = await testDatabase()
    t.after(() => database.drop())
    const gate = await gateTo(t, database.url, await freePort())
    await gate.open()
    const app = await startApp(t, { DATABASE_URL: gate.url, DATABASE_PATIENCE: '1' })
    const linesOf = async (name: string): Promise<string[]> => {
      const { status, body } = await app.call('GET', '/metrics')
      assert.equal(status, 200)
      return (body as string).split('\n').filter((line) => line.startsWith(name))
    }
    await app.service.ctx.search.ready()
    assert.deepEqual(await linesOf('ready{'), ['ready{reason=""} 1'])
    assert.deepEqual(await linesOf('jobs_failed'), ['jobs_failed 0'])
    await gate.shut()
    // The service notices the outage only after it has lost its open connections.
    const unavailable = 'ready{reason="database unavailable"} 0'
    await until('an outage in the metrics', async () => (await linesOf('ready{')).join() === unavailable)
    assert.deepEqual(await linesOf('jobs_failed'), [], 'a number that cannot be read has no value')
    await gate.open()
  })

  test('the metrics count jobs that have failed permanently', async (t) => {
    const app = await startApp(t, {}, undefined, 'web')
    const { db } = app.service.ctx
    await sql`select graphile_worker.add_job('no_such_job', max_attempts => 1)`.execute(db)
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db)
    const text = (await app.call('GET', '/metrics')).body as string
    assert.match(text, /^jobs_failed 1$/m)
  })

  test('the scheduled audit counts the rows that violate a rule, and logs the name of the rule', async (t) => {
    const app = await startApp(t, {}, undefined, 'web')
    await app.signUp()
    const { ctx } = app.service
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const auditOnce = async (): Promise<string | undefined> => {
      const metrics = createMetrics()
      const audits = scheduleAudits({ connection: { connectionString: app.databaseUrl }, everyHours: 1, firstMs: 0, log, metrics })
      const before = lines.length
      for (let tries = 0; tries < 600 && !lines.slice(before).some((line) => line.includes('the data audit passed')); tries++)
        await sleep(50)
      const [, faults] = /^audit_faults (\d+)$/m.exec(await metrics.text()) ?? []
      await audits.stop()
      return faults
    }
    assert.equal(await auditOnce(), '0', lines.join(''))
    await sql`update account_use set listings = listings + 1`.execute(ctx.db)
    assert.equal(await auditOnce(), '1', lines.join(''))
    assert.ok(lines.some((line) => line.includes('"rule":"I45')))
  })

  test('every metric that reports failures has an alert', () => {
    const rules = read('alerts.yaml')
    for (const expr of ['max by (job) (ready) == 0', 'max(jobs_failed) > 0', 'max(audit_faults) > 0', 'min(audit_age_seconds) > 172800'])
      assert.ok(rules.includes(`expr: ${expr}\n`), expr)
  })

  const promtool = spawnSync('promtool', ['--version']).status === 0
  test(
    'promtool accepts the metrics, the alert rules and the Prometheus settings',
    { skip: !promtool && 'promtool is not installed: apt-get install prometheus' },
    async (t) => {
      const app = await startApp(t)
      const text = (await app.call('GET', '/metrics')).body as string
      const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
      assert.deepEqual([checked.status, checked.stderr, checked.stdout], [0, '', ''])
      for (const what of [
        ['check', 'rules', 'alerts.yaml'],
        ['check', 'config', '--syntax-only', 'prometheus.yaml'],
      ]) {
        const { status, stderr } = spawnSync('promtool', what, { cwd: OBSERVE, encoding: 'utf8' })
        assert.deepEqual([status, stderr], [0, ''], what.join(' '))
      }
    },
  )
})

const FUNCTIONS = ['histogram_quantile', 'max_over_time', 'min_over_time']

describe('traces', () => {
  test('traces cover requests, SQL statements and jobs, and the reference on an error page identifies the trace of that request', async (t) => {
    const collector = await startCollector(t)
    const home = await makeHome(t)
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
      TRACES_PERCENT: '100',
    }
    const child = await home.start('all', env)
    const account = await send(child.port, 'POST', '/v1/accounts', {
      json: { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' },
    })
    assert.equal(account.status, 201)
    await breakShops(home.databaseUrl)
    const page = await send(child.port, 'GET', '/', { host: `no-shop.${SITE}` })
    assert.equal(page.status, 500, page.body)
    const [reference] = /req_\w+/.exec(page.body) ?? assert.fail('the page shows no reference')
    await sleep(1_000)
    child.process.kill('SIGTERM')
    assert.equal(await child.exited, 0, child.output())

    assert.ok(collector.headers.every((value) => value === 'Bearer abc'))
    const failed = collector.spans().find((span) => span.attributes['request.id'] === reference)
    assert.ok(failed && failed.status === 2, 'its trace is there, as failed')
    const lines = child
      .output()
      .split('\n')
      .filter((line) => line.includes(reference))
      .map((line) => JSON.parse(line))
    assert.ok(lines.length >= 2)
    for (const line of lines) assert.equal(line.trace_id, failed.traceId)

    const signUp = collector.spans().find((span) => span.attributes['request.id'] === account.headers['request-id'])!
    const statements = collector.spans().filter((span) => span.traceId === signUp.traceId && span.attributes['db.query.text'])
    assert.ok(
      statements.some(({ name }) => name === 'insert accounts'),
      statements.map(({ name }) => name).join(', '),
    )
    assert.ok(collector.spans().some(({ name }) => name.startsWith('job ')))
    assert.doesNotMatch(collector.everything(), /ana@example|long enough/)
  })

  test('traces include failed requests even with a sampling rate of zero', async (t) => {
    const collector = await startCollector(t)
    const home = await makeHome(t)
    const child = await home.start('all', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES_PERCENT: '0' })
    await breakShops(home.databaseUrl)
    assert.equal((await send(child.port, 'GET', '/', { host: `no-shop.${SITE}` })).status, 500)
    for (let i = 0; i < 20; i++) await send(child.port, 'GET', '/v1/nothing')
    child.process.kill('SIGTERM')
    await child.exited
    const roots = collector.spans().filter(({ parent }) => !parent)
    assert.deepEqual(
      roots.map(({ attributes }) => attributes['http.response.status_code']),
      [500],
    )
  })

  test('an unavailable trace collector does not delay requests or the shutdown', async (t) => {
    const home = await makeHome(t)
    const child = await home.start('all', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    assert.equal((await send(child.port, 'GET', '/')).status, 200)
    const since = performance.now()
    child.process.kill('SIGTERM')
    assert.equal(await child.exited, 0, child.output())
    assert.ok(performance.now() - since < slack(8_000))
  })

  test('the service loads no tracing code if no trace collector is configured', () => {
    // prom-client imports the OpenTelemetry API, which does nothing without the SDK.
    const script = `import m from 'node:module'
      const seen = []
      m.registerHooks({ resolve(name, context, next) { const found = next(name, context); seen.push(found.url); return found } })
      await import('./bin/tsx.js'); await import('#main.ts'); await import('#service/service.ts')
      console.log(JSON.stringify({ all: seen.length, ours: seen.filter((url) => /opentelemetry.(?!api)/.test(url)) }))`
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' })
    const { all, ours } = JSON.parse(stdout || assert.fail(stderr)) as { all: number; ours: string[] }
    assert.ok(all > 500)
    assert.deepEqual(ours, [])
  })
})

const breakShops = (databaseUrl: string): Promise<void> => run({ connectionString: databaseUrl }, 'alter table shops rename to shops_away')

type Sent = { name: string; traceId: string; parent: string; status: number; attributes: Record<string, unknown> }

async function startCollector(t: TestContext) {
  const bodies: { path: string; text: string }[] = []
  const headers: (string | undefined)[] = []
  const { url } = await startLocalServer(t, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push({ path: request.url!, text: Buffer.concat(chunks).toString() })
      headers.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const at = (path: string) => bodies.filter((body) => body.path === path).map(({ text }) => JSON.parse(text))
  return {
    url,
    headers,
    everything: () => bodies.map(({ text }) => text).join('\n'),
    spans: (): Sent[] =>
      at('/v1/traces')
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ name, traceId, parentSpanId, status, attributes }) => ({
          ...{ name, traceId, parent: parentSpanId, status: status?.code },
          attributes: Object.fromEntries(
            attributes.map(({ key, value }: { key: string; value: object }) => [key, Object.values(value)[0]]),
          ),
        })),
  }
}
