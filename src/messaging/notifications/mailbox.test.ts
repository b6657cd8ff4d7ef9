import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { signUpQuietly } from '#test/factories.ts'
import { startSmtp } from '#test/fakes/smtp.ts'
import { recordNotice, MESSAGE, ORDER } from '#test/notices.ts'
import { until } from '#test/until.ts'

test('the dev mailbox shows escaped emails, newest first, and exists only on the main host', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  await recordNotice(ctx, { accountId: ana.id, type: 'listing.sold', object: ORDER })
  await app.advance(60)
  await recordNotice(ctx, { accountId: ana.id, type: 'question.asked', object: { ...MESSAGE, text: '<script>alert(1)</script>' } })
  await app.advance(60)
  const list = await app.call('GET', '/dev/mail')
  assert.equal(list.status, 200)
  assert.ok(list.body.indexOf('“Ben” asks about “Wool coat”') < list.body.indexOf('Sold for $51.50: “Wool coat”'))
  assert.deepEqual([list.headers['x-robots-tag'], list.headers['cache-control']], ['noindex', 'private, no-store'])
  const [, address] = /href="(\/dev\/mail\/mal_\w+)"/.exec(list.body)!
  const one = await app.call('GET', address!)
  assert.ok(one.body.includes('&gt; &lt;script&gt;alert(1)') && !one.body.includes('<script>alert'))
  for (const [path, host] of [
    ['/dev/mail', 'shop.resale.localhost'],
    ['/dev/mail/mal_1', 'resale.localhost'],
  ] as const)
    assert.equal((await app.call('GET', path, { host })).status, 404, `${host}${path}`)
  const elsewhere = await app.call('GET', '/dev/mail', { host: 'evil.test' })
  assert.deepEqual([elsewhere.status, elsewhere.headers['location']], [404, undefined])
  const programs = await app.call('GET', '/dev/mail', { host: 'localhost' })
  assert.deepEqual([programs.status, programs.headers['location'], programs.body], [302, `${app.url}/dev/mail`, ''])
})

test('if PUBLIC_URL is localhost, the dev mailbox is served only on localhost and 127.0.0.1', async (t) => {
  const app = await startApp(t, { PUBLIC_URL: 'http://localhost:3000' })
  const statuses = ['localhost', '127.0.0.1', 'evil.test', 'shop.localhost'].map(
    async (host) => (await app.call('GET', '/dev/mail', { host })).status,
  )
  assert.deepEqual(await Promise.all(statuses), [200, 200, 404, 404])
})

test('the dev mailbox does not exist with SMTP or in public mode, and public mode without SMTP drops all emails', async (t) => {
  const smtp = await startSmtp()
  t.after(() => smtp.close())
  const local = await startApp(t, { SMTP_URL: smtp.url })
  assert.equal((await local.call('GET', '/dev/mail')).status, 404)
  const PUBLIC = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'shops.example', TEST_CLOCK: 'off', RATE_LIMITS: 'off' }
  const app = await startApp(t, PUBLIC)
  assert.equal((await app.call('GET', '/dev/mail', { host: 'market.example' })).status, 404)
  const { ctx } = app.service
  const account = await app.call('POST', '/v1/accounts', {
    host: 'market.example',
    json: { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' },
  })
  await recordNotice(ctx, { accountId: account.body.id, type: 'listing.sold', object: ORDER })
  await until('the job to run', async () => {
    const waiting = await ctx.db.selectFrom('events').select('id').where('dispatched_at', 'is', null).execute()
    return waiting.length === 0
  })
  assert.deepEqual(await ctx.db.selectFrom('mails').selectAll().execute(), [])
  assert.deepEqual(await readdir(join(app.dataDir, 'mail')).catch(() => []), [])
})
