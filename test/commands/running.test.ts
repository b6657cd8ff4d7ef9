import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { startS3 } from '#test/fakes/s3.ts'
import { startSmtp } from '#test/fakes/smtp.ts'
import { startStripe, WEBHOOK_SECRET } from '#test/fakes/stripe.ts'
import { startLocalServer } from '#test/local-server.ts'

let folder: string
let database: TestDatabase
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  database = await testDatabase()
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function run(file: string, words: readonly string[], env: Record<string, string>) {
  const args = ['--import', './bin/tsx.js', file, ...words]
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, DEMO: 'off', ...env }
  return new Promise<{ code: number; printed: string }>((resolve) =>
    // oxlint-disable-next-line node/no-process-env -- PATH finds the programs of this machine
    execFile(process.execPath, args, { env: { PATH: process.env['PATH'], ...settings } }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code as number) : 0, printed: stdout + stderr }),
    ),
  )
}

const lineOf = (printed: string, name: string): string => printed.split('\n').find((line) => line.includes(`  ${name} `)) ?? ''
const doctor = (env: Record<string, string>) => run('bin/doctor.ts', [], env)

test('the doctor command distinguishes the running service from a different program on the same port', async (t) => {
  const app = await startApp(t)
  const well = await doctor({ PORT: String(app.port) })
  assert.match(lineOf(well.printed, 'Port'), /✓ ok .*this service runs at 127\.0\.0\.1:\d+ and is ready/)
  assert.match(well.printed, /Already running/)
  assert.equal(well.code, 0)

  const other = await startLocalServer(t, (_, response) => response.end('{"status":"ok"}'))
  const taken = await doctor({ PORT: String(other.port) })
  assert.match(lineOf(taken.printed, 'Port'), /✗ problem .*used by another program/)
  assert.equal(taken.code, 1)
})

describe('the doctor command in public mode', () => {
  const PUBLIC = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'localhost', PORT: '0' }
  const NAMES = ['Mail', 'Payments', 'File storage', 'Backups', 'Proxy']

  test('the doctor command reports missing settings in public mode', async () => {
    const { code, printed } = await doctor({ ...PUBLIC, PAYMENTS: 'test' })
    assert.equal(code, 1)
    const states = NAMES.map((name) => lineOf(printed, name).slice(0, 9))
    assert.deepEqual(states, ['✗ problem', '✗ problem', '○ note   ', '✗ problem', '✗ problem'], printed)
    for (const setting of ['SMTP_URL', 'PAYMENTS=stripe', 'S3_ENDPOINT', 'BACKUP_TO', 'TRUSTED_PROXIES'])
      assert.ok(printed.includes(setting))
    const backup = await doctor({ ...PUBLIC, BACKUP_TO: join(folder, 'backups'), TRUSTED_PROXIES: '0.0.0.0/0' })
    assert.match(lineOf(backup.printed, 'Backups'), /✗ problem .*BACKUP_PASSPHRASE/)
    assert.match(lineOf(backup.printed, 'Proxy'), /✗ problem .*TRUSTED_PROXIES=0\.0\.0\.0\/0/)
    const local = await doctor({ PORT: '0' })
    assert.deepEqual(
      NAMES.filter((name) => lineOf(local.printed, name) !== ''),
      [],
    )
  })

  test('in public mode, the doctor command contacts the mail server, Stripe and the storage bucket', async (t) => {
    const [smtp, stripe, s3] = await Promise.all([startSmtp(), startStripe(), startS3()])
    t.after(() => Promise.all([smtp.close(), stripe.close(), s3.close()]))
    const env = {
      ...PUBLIC,
      SMTP_URL: smtp.url,
      ...{ PAYMENTS: 'stripe', STRIPE_API_BASE: stripe.url, STRIPE_SECRET_KEY: 'sk_test_fake', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
      ...{
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: s3.bucket,
        S3_REGION: s3.region,
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      },
      ...{ BACKUP_TO: join(folder, 'backups'), BACKUP_EVERY_HOURS: '24', BACKUP_PASSPHRASE: 'a passphrase of a test' },
      TRUSTED_PROXIES: '10.0.0.1',
    }
    const well = await doctor(env)
    assert.ok(
      NAMES.every((name) => /✓ ok|○ note .*Stripe responds/.test(lineOf(well.printed, name))),
      well.printed,
    )
    assert.deepEqual(smtp.delivered, [], 'no mail was sent')
    const bad = await doctor({ ...env, SMTP_URL: 'smtp://127.0.0.1:9', STRIPE_SECRET_KEY: 'sk_test_wrong', S3_SECRET_ACCESS_KEY: 'wrong' })
    assert.match(lineOf(bad.printed, 'Mail'), /✗ problem .*SMTP_URL/)
    assert.match(lineOf(bad.printed, 'Payments'), /✗ problem .*STRIPE_SECRET_KEY \(401\)/)
    assert.match(lineOf(bad.printed, 'File storage'), /✗ problem .*is not writable/)
  })
})

for (const verb of ['reset', 'off'])
  test(`demo:${verb} asks the operator to stop the running service first, and deletes nothing`, async (t) => {
    const app: TestApp = await startApp(t)
    await app.service.ctx.db.insertInto('demo_market').values({ state: 'planted', changed_at: new Date() }).execute()
    const { code, printed } = await run('bin/demo.ts', [verb, '--everything'], { DATABASE_URL: app.databaseUrl })
    assert.deepEqual([code, printed], [1, 'Stop the service first: it uses this database with 1 process.\n'])
    assert.equal((await app.call('GET', '/v1/market/search')).status, 200)
  })
