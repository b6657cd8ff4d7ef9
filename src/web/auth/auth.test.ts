import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { LINK_PATHS, mailedLink } from '#test/mailed-link.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

const NEW = 'quite another password'

test('a user can reset a password on the web pages: they request an email, set a new password and sign in', async (t) => {
  const app = await startApp(t)
  const { email, password, cookie } = await app.signUp('Ana')
  const headers = { origin: app.url, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const post = (path: string, fields: Record<string, string>) =>
    app.call('POST', path, { headers, form: new URLSearchParams(fields).toString() })
  await app.call('POST', '/v1/email-verifications/complete', { cookie, json: { token: await mailedLink(app, email, LINK_PATHS.verify) } })
  assert.match((await app.call('GET', '/sign-in?return=/you/likes')).body, /href="\/forgot\?return=%2Fyou%2Flikes"/)
  assert.equal((await app.call('GET', '/forgot')).status, 200)
  const [known, unknown] = [
    await post('/forgot', { email, do: 'reset' }),
    await post('/forgot', { email: 'nobody@example.test', do: 'reset' }),
  ]
  assert.equal(known.status, 200)
  const plain = ({ body }: Reply, address: string) => body.replaceAll(address, '…').replace(/nonce="[^"]+"/, '')
  assert.equal(plain(known, email), plain(unknown, 'nobody@example.test'), 'the same page for known and unknown emails')
  const wrong = await post('/forgot', { email: 'nonsense', do: 'reset' })
  assert.match(wrong.body, /id="email-problem"[^]*value="nonsense"|value="nonsense"[^]*id="email-problem"/)
  assert.equal((await app.call('POST', '/forgot', { form: 'email=a%40b.c' })).status, 403, 'rejects a form from another origin')

  const token = await mailedLink(app, email, LINK_PATHS.reset)
  const page = await app.call('GET', `/forgot/new?token=${token}`)
  assert.deepEqual([page.headers['referrer-policy'], page.headers['cache-control']], ['same-origin', 'private, no-store'])
  const short = await post('/forgot/new', { token, password: 'short' })
  assert.equal(short.status, 400)
  assert.match(short.body, /id="password-problem"/)
  const set = await post('/forgot/new', { token, password: NEW })
  assert.match(set.body, /New password set[^]*API keys keep working/)
  const again = await post('/forgot/new', { token, password: NEW })
  assert.match(again.body, /no longer works/)
  assert.match((await app.call('GET', `/forgot/new?token=${token}`)).body, /no longer works/)
  assert.equal((await app.call('GET', '/you', { cookie })).status, 303)
  assert.equal((await post('/sign-in', { email, password })).status, 401)
  assert.equal((await post('/sign-in', { email, password: NEW, return: '/you' })).headers['location'], '/you')
})

test('an email link signs in or verifies an address only after the user presses a button, and never on page load', async (t) => {
  const app = await startApp(t)
  const { email, key, password } = await app.signUp('Ana')
  const post = (path: string, fields: Record<string, string>) =>
    app.call('POST', path, { headers: { origin: app.url }, form: new URLSearchParams(fields).toString() })
  await post('/forgot', { email, do: 'sign_in' })
  const link = await mailedLink(app, email, LINK_PATHS.sign_in)
  for (let visit = 0; visit < 3; visit++)
    assert.match((await app.call('GET', `/sign-in/link?token=${link}`)).body, /Sign in on this browser/)
  // the account's email address is unverified: signing in with the password preserves all existing access, and the second button revokes
  // this access
  assert.match((await post('/sign-in/link', { token: link })).body, /id="password-problem"[^]*Revoke all access and take over/)
  const entered = await post('/sign-in/link', { token: link, password })
  assert.deepEqual([entered.status, entered.headers['location']], [303, '/you'])
  assert.match((await post('/sign-in/link', { token: link })).body, /no longer works/)

  const ben = await app.signUp('Ben')
  const token = await mailedLink(app, ben.email, LINK_PATHS.verify)
  const verified = async () => (await app.call('GET', '/v1/me', { key: ben.key })).body.email_verified
  for (let visit = 0; visit < 2; visit++) assert.match((await app.call('GET', `/verify?token=${token}`)).body, /<button[^>]*>Verify email/)
  assert.equal(await verified(), false)
  assert.match((await post('/verify', { token })).body, /id="password-problem"/)
  assert.equal(await verified(), false)
  assert.match((await post('/verify', { token, password: ben.password })).body, /is verified/)
  assert.equal(await verified(), true)
  assert.equal((await app.call('GET', '/verify?token=%00')).status, 400)
  assert.equal((await app.call('GET', '/v1/me', { key })).body.email_verified, true, 'the sign-in link verified the address')

  const eve = await app.signUp('Eve')
  const mine = await mailedLink(app, eve.email, LINK_PATHS.verify)
  const taken = await post('/verify', { token: mine, do: 'take' })
  assert.match(
    taken.body,
    /is verified[^]*We have revoked all access granted before you verified this address: 1 session, 1 key and the old password[^]*href="\/forgot"/,
  )
  assert.equal((await app.call('GET', '/v1/me', { key: eve.key })).status, 401)
})

test('the settings page changes email, password and sessions, and shows each error next to its field', async (t) => {
  const app = await startApp(t)
  const ana = await app.signUp('Ana')
  for (const agent of ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) AppleWebKit/605.1 Version/26.0 Safari/604.1', 'curl/8'])
    await app.call('POST', '/v1/sessions', { json: { email: ana.email, password: ana.password }, headers: { 'user-agent': agent } })
  const visitor = await visitorOf(app, ana.cookie)
  const send = (fields: Record<string, string>) => visitor.post('/you/settings', fields)
  const page = (await visitor.get('/you/settings')).body
  assert.match(page, /Not verified yet[^]*Send the email again[^]*This browser/)
  assert.match(page, /Safari on an iPhone[^]*|A program/)
  assert.match((await send({ do: 'email', email: 'nonsense' })).body, /id="email-problem"[^]*value="nonsense"|value="nonsense"/)
  assert.equal((await send({ do: 'email', email: 'new@example.test' })).status, 303)
  assert.match((await visitor.get('/you/settings')).body, /To change your email to new@example\.test/)
  assert.match((await send({ do: 'password', old_password: 'wrong', new_password: NEW })).body, /id="old_password-problem"/)
  assert.match((await send({ do: 'password', old_password: ana.password, new_password: 'short' })).body, /id="new_password-problem"/)
  const { body } = await app.call('GET', '/v1/sessions', { cookie: ana.cookie })
  assert.equal(body.total, 3)
  const other = body.data.find(({ current }: { current: boolean }) => !current)
  assert.equal((await send({ do: 'end_session', session: other.id })).status, 303)
  assert.equal((await send({ do: 'end_others' })).status, 303)
  assert.equal((await app.call('GET', '/v1/sessions', { cookie: ana.cookie })).body.total, 1)
  assert.equal((await send({ do: 'password', old_password: ana.password, new_password: NEW })).status, 303)
  assert.equal((await app.call('POST', '/v1/sessions', { json: { email: ana.email, password: NEW } })).status, 201)
})

test('a receipt exists only for a paid order, and only its buyer can open it', async (t) => {
  const app = await startApp(t)
  const [seller, ben] = [await openSeller(app), await app.signUp('Ben')]
  const { id: listing } = await seller.list({ title: 'Oak lamp', price: 60, shipping: 6, publish: true })
  const address = { name: 'Ben Buyer', line1: '1 High Street', city: 'Portland', postal_code: '97201', country: 'USA' }
  const { id } = (await app.call('POST', '/v1/orders', { key: ben.key, json: { listing, address } })).body
  const path = `/you/orders/${id}/receipt`
  const visitor = await visitorOf(app, ben.cookie)
  assert.equal((await visitor.get(path)).status, 404)
  await app.call('POST', `/v1/orders/${id}/pay`, { key: ben.key, json: { method: 'test_ok' } })
  const { body } = await visitor.get(path)
  for (const text of ['Receipt', 'Oak lamp', '$66', '1 High Street', id]) assert.ok(body.includes(text), text)
  assert.match((await visitor.get(`/you/orders/${id}`)).body, new RegExp(`href="${path}"`))
  assert.equal((await (await visitorOf(app, seller.cookie)).get(path)).status, 404)
})
