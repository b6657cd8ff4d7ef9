import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { sendNotice } from '#messaging/notifications/index.ts'
import { DIGEST_KINDS, type NoticeKind } from '#messaging/notifications/rules.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { signUpQuietly } from '#test/factories.ts'
import { header } from '#test/mail.ts'
import { mailbox } from '#test/notices.ts'

type Account = { id: string; cookie: string; email: string }
const COPY = { subject: 'Price drop: “Lamp”', lines: ['An item that you like costs less now.'], link: 'http://resale.localhost/you/likes' }

/** Sends an email of a kind and returns it as its recipient gets it. */
async function sent(app: TestApp, { id, email }: Account, kind: NoticeKind) {
  const mine = async () => (await mailbox(app)).filter((mail) => header(mail, 'to') === email)
  const before = (await mine()).length
  await inTransaction(app.service.ctx, (tx) => sendNotice(tx, { accountId: id, kind, about: null, ...COPY }))
  await app.advance(1)
  return (await mine())[before]
}

const pathOf = (mail: Awaited<ReturnType<typeof sent>>): string => {
  const url = /^<(.+)>$/.exec(header(mail!, 'list-unsubscribe')!)![1]!
  assert.match(new URL(url).pathname, /^\/unsubscribe\/[0-9A-Za-z]{32}$/)
  return new URL(url).pathname
}

/** Posts like a mail client: no cookie, no Origin, no Referer. */
const oneClick = (app: TestApp, path: string) => app.call('POST', path, { form: 'List-Unsubscribe=One-Click' })

const offOf = async (app: TestApp, { cookie }: Account): Promise<string[]> =>
  (await app.call('GET', '/v1/notices', { cookie })).body.switches.flatMap((one: { kind: string; enabled: boolean }) =>
    one.enabled ? [] : [one.kind],
  )

test('every digest has one-click unsubscribe headers, and the POST of a mail client switches off only that kind', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const paths = new Set<string>()
  for (const [index, kind] of DIGEST_KINDS.entries()) {
    const mail = await sent(app, ana, kind)
    assert.equal(header(mail!, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    const path = pathOf(mail)
    assert.ok(mail!.text.includes(path) && mail!.html!.includes(path))
    paths.add(path)
    const reply = await oneClick(app, path)
    assert.deepEqual([reply.status, reply.headers['location'], reply.headers['set-cookie']], [200, undefined, undefined])
    assert.equal((await oneClick(app, path)).status, 200, 'a repeated post')
    assert.equal((await offOf(app, ana)).length, index + 1)
    assert.ok((await offOf(app, ana)).includes(kind))
    assert.equal(await sent(app, ana, kind), undefined)
  }
  assert.equal(paths.size, DIGEST_KINDS.length)
  assert.deepEqual(await offOf(app, ben), [])
  const other = await sent(app, ana, 'payout')
  assert.deepEqual([header(other!, 'list-unsubscribe'), header(other!, 'list-unsubscribe-post')], [undefined, undefined])
})

test('opening the link changes nothing, and its page switches that kind of email off and on without a session', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await signUpQuietly(app, 'Ana')
  const path = pathOf(await sent(app, ana, 'price_drop'))
  const page = await app.call('GET', path)
  assert.deepEqual([page.status, page.headers['x-robots-tag'], page.headers['referrer-policy']], [200, 'noindex', 'same-origin'])
  assert.match(page.body, /You get an email for this event.*An item that you like costs less.*Turn off these emails/s)
  assert.deepEqual(await offOf(app, ana), [])
  assert.match(page.body, new RegExp(`action="${path}" method="post"`))
  const off = await app.call('POST', path, { form: 'emails=off' })
  assert.match(off.body, /You no longer get an email.*Turn on these emails/s)
  assert.deepEqual(await offOf(app, ana), ['price_drop'])
  const on = await app.call('POST', path, { form: 'emails=on' })
  assert.equal(on.status, 200)
  assert.deepEqual(await offOf(app, ana), [])
  assert.ok(!page.body.includes(ana.email), 'the page names no address')
  const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  assert.equal((await app.call('POST', path, { raw: { type: 'multipart/form-data; boundary=x', bytes: multipart } })).status, 200)
  assert.deepEqual(await offOf(app, ana), ['price_drop'])
  for (const form of ['', 'emails=perhaps', 'List-Unsubscribe=Two-Clicks']) {
    const bad = await app.call('POST', path, { form, headers: { Accept: 'text/html' } })
    assert.equal(bad.status, 400, form)
    assert.match(bad.body, /emails must be on or off/)
  }
})

test('an unsubscribe link stops working when the address changes or the account closes, and other tokens get 404', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const [first, again] = [pathOf(await sent(app, ana, 'price_drop')), pathOf(await sent(app, ana, 'price_drop'))]
  assert.equal(again, first, 'all digests of a kind have the same link')
  await ctx.db.updateTable('accounts').set({ email: 'new@example.test' }).where('id', '=', ana.id).execute()
  assert.equal((await oneClick(app, first)).status, 404)
  const moved = { ...ana, email: 'new@example.test' }
  const renewed = pathOf(await sent(app, moved, 'price_drop'))
  assert.notEqual(renewed, first)
  assert.equal((await oneClick(app, first)).status, 404)
  for (const token of ['x', '0'.repeat(32), renewed.slice('/unsubscribe/'.length, -1), '%00', "'; drop table accounts"]) {
    const path = `/unsubscribe/${encodeURIComponent(token)}`
    assert.deepEqual([(await app.call('GET', path)).status, (await oneClick(app, path)).status], [404, 404], token)
  }
  assert.deepEqual(await offOf(app, moved), [])
  assert.equal((await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: ana.password } })).status, 200)
  assert.equal((await oneClick(app, renewed)).status, 404)
  assert.deepEqual(await ctx.db.selectFrom('unsubscribe_links').selectAll().execute(), [])
})
