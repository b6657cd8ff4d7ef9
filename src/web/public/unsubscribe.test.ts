import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { LINK_PURPOSES, type LinkPurpose } from '#identity/email-links/rules.ts'
import { emailAccount, mailAccountLink, sendNotice } from '#messaging/notifications/index.ts'
import {
  ALL_KINDS,
  isOptional,
  isRequiredNotice,
  KINDS,
  NOTICE_KINDS,
  PUSH_KINDS,
  REASONS,
  type AccountMailKind,
  type AnyKind,
  type MailKind,
  type Reason,
} from '#messaging/notifications/rules.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, signUpQuietly } from '#test/factories.ts'
import { buyAsGuest, MANY_NETWORKS, newEmail } from '#test/guests.ts'
import { header } from '#test/mail.ts'
import { mailbox } from '#test/notices.ts'

type Account = { id: string; cookie: string; email: string }
const COPY = { subject: 'Price drop: “Lamp”', lines: ['An item that you like costs less now.'], link: 'http://resale.localhost/you/likes' }

async function sent(app: TestApp, { id, email }: Account, kind: AnyKind) {
  const mine = async () => (await mailbox(app)).filter((mail) => header(mail, 'to') === email)
  const before = (await mine()).length
  await inTransaction(app.service.ctx, async (tx) => {
    if (isOptional(kind) || isRequiredNotice(kind)) return sendNotice(tx, { accountId: id, kind: kind as MailKind, about: null, ...COPY })
    const mail = { accountId: id, name: 'Ana', recipient: email, ...COPY }
    if ((LINK_PURPOSES as readonly string[]).includes(kind)) await mailAccountLink(tx, mail, kind as LinkPurpose)
    else await emailAccount(tx, { ...mail, kind: kind as AccountMailKind })
  })
  await app.advance(1)
  return (await mine())[before]
}

const pathOf = (mail: Awaited<ReturnType<typeof sent>>): string => {
  const url = /^<(.+)>$/.exec(header(mail!, 'list-unsubscribe')!)![1]!
  assert.match(new URL(url).pathname, /^\/unsubscribe\/[0-9A-Za-z]{32}$/)
  return new URL(url).pathname
}

/** Posts like a mail client: without a cookie, Origin or Referer. */
const oneClick = (app: TestApp, path: string) => app.call('POST', path, { form: 'List-Unsubscribe=One-Click' })

const offOf = async (app: TestApp, { cookie }: Account): Promise<string[]> =>
  (await app.call('GET', '/v1/notices', { cookie })).body.switches.flatMap((one: { kind: string; enabled: boolean }) =>
    one.enabled ? [] : [one.kind],
  )

test('every email either has one-click unsubscribe headers for its kind only, or explains why this kind cannot be turned off', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const [ana, ben] = [await signUpQuietly(app, 'Ana'), await signUpQuietly(app, 'Ben')]
  const off: string[] = []
  for (const kind of ALL_KINDS) {
    const mail = (await sent(app, ana, kind))!
    const { required } = KINDS[kind] as { required?: Reason }
    if (required !== undefined) {
      assert.ok(REASONS[required], kind)
      assert.deepEqual([header(mail, 'list-unsubscribe'), header(mail, 'list-unsubscribe-post')], [undefined, undefined], kind)
      const { status, body } = await app.call('PATCH', '/v1/notices', { cookie: ana.cookie, json: { [kind]: false } })
      assert.deepEqual([status, body.switches.some((one: { kind: string }) => one.kind === kind)], [200, false], kind)
      assert.ok(await sent(app, ana, kind), `${kind} cannot be switched off`)
      continue
    }
    assert.equal(header(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click', kind)
    const path = pathOf(mail)
    assert.ok(mail.text.includes(path) && mail.html!.includes(path), kind)
    assert.equal((await app.call('GET', path)).status, 200, kind)
    assert.deepEqual(await offOf(app, ana), off, `${kind}: GET changes nothing`)
    const reply = await oneClick(app, path)
    assert.deepEqual([reply.status, reply.headers['location'], reply.headers['set-cookie']], [200, undefined, undefined], kind)
    assert.equal((await oneClick(app, path)).status, 200, 'a repeated post')
    off.push(kind)
    assert.deepEqual(await offOf(app, ana), off, kind)
    assert.equal(await sent(app, ana, kind), undefined, kind)
  }
  assert.deepEqual(off, NOTICE_KINDS)
  assert.deepEqual(await offOf(app, ben), [])
})

test('every kind of email that can be turned off also has a push setting, which the unsubscribe link does not change', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await signUpQuietly(app, 'Ana')
  assert.deepEqual(PUSH_KINDS, NOTICE_KINDS)
  await oneClick(app, pathOf(await sent(app, ana, 'order_shipped')))
  const { body } = await app.call('GET', '/v1/notices', { cookie: ana.cookie })
  const shipped = body.switches.find((one: { kind: string }) => one.kind === 'order_shipped')
  assert.deepEqual([shipped.enabled, shipped.push], [false, true])
})

test('the settings page lists the emails that cannot be turned off, and explains why', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await signUpQuietly(app, 'Ana')
  const { body } = await app.call('GET', '/you/settings', { cookie: ana.cookie })
  for (const reason of Object.values(REASONS)) assert.ok(body.includes(reason), reason)
  for (const kind of ALL_KINDS) assert.ok(body.includes(KINDS[kind].title), kind)
})

test('a guest can turn off one kind of email with the link in such an email, and still gets the receipt', async (t) => {
  const app = await startApp(t, MANY_NETWORKS)
  const seller = await openSeller(app)
  const email = newEmail()
  const { order } = await buyAsGuest(app, (await seller.list({ title: 'Lamp', price: 20, shipping: 5, publish: true })).id, email)
  const mine = async () => (await mailbox(app)).filter((mail) => header(mail, 'to') === email)
  await app.advance(1)
  assert.match((await mine())[0]!.text, /Order number: ord_/)
  assert.equal(header((await mine())[0]!, 'list-unsubscribe'), undefined)
  assert.equal(
    (await seller.call('POST', `/v1/orders/${order}/ship`, { json: { carrier: 'UPS', number: '1Z999AA10123456784' } })).status,
    200,
  )
  await app.advance(1)
  const shipped = (await mine())[1]!
  assert.match(shipped.text, /guest\/order\?token=\w{32}\n\n-- \nUnsubscribe from this kind of email: http\S+$/)
  const reply = await oneClick(app, pathOf(shipped))
  assert.equal(reply.status, 200)
  assert.match(reply.body, /You will no longer get an email.*A seller ships your order/s)
  assert.doesNotMatch(reply.body, /notification settings/)
  const switches = await app.service.ctx.db.selectFrom('notice_switches').select(['kind', 'enabled']).execute()
  assert.deepEqual(switches, [{ kind: 'order_shipped', enabled: false }])
})

test('opening an unsubscribe link changes nothing, but its form turns the emails off and on without a session', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await signUpQuietly(app, 'Ana')
  const path = pathOf(await sent(app, ana, 'price_drop'))
  const page = await app.call('GET', path)
  assert.deepEqual([page.status, page.headers['x-robots-tag'], page.headers['referrer-policy']], [200, 'noindex', 'same-origin'])
  assert.match(page.body, /You will get an email for this event.*An item that you like costs less.*Turn off these emails/s)
  assert.deepEqual(await offOf(app, ana), [])
  assert.match(page.body, new RegExp(`action="${path}" method="post"`))
  const off = await app.call('POST', path, { form: 'emails=off' })
  assert.match(off.body, /You will no longer get an email.*Turn on these emails/s)
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

test('an unsubscribe link stops working if its account changes the email address or is closed, and an invalid token gets a 404', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const ana = await signUpQuietly(app, 'Ana')
  const [first, again] = [pathOf(await sent(app, ana, 'price_drop')), pathOf(await sent(app, ana, 'price_drop'))]
  assert.equal(again, first, 'all emails of a kind have the same link')
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
