import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { startSmtp } from '#test/fakes/smtp.ts'
import { readMail } from '#test/mail.ts'
import { LINK_PATHS, mailedLink, mailsTo } from '#test/mailed-link.ts'
import { lifetime } from '#test/lifetime.ts'

const life = lifetime()
const MINUTE = 60
const NEW = 'quite another password'

let app: TestApp
before(async () => {
  app = await startApp(life)
})

const signIn = (email: string, password: string) => app.call('POST', '/v1/sessions', { json: { email, password } })
const reset = (token: string, password = NEW) => app.call('POST', '/v1/password-resets/complete', { json: { token, password } })
const verify = (token: string, cookie?: string) =>
  app.call('POST', '/v1/email-verifications/complete', { json: { token }, ...(cookie ? { cookie } : {}) })
const me = async (cookie: string) => (await app.call('GET', '/v1/me', { cookie })).body
const resetToken = (email: string) => mailedLink(app, email, LINK_PATHS.reset, { requestPath: '/v1/password-resets' })
const refusedToken = (reply: Reply) => assert.deepEqual([reply.status, reply.body.error.param], [400, 'token'], JSON.stringify(reply.body))

describe('resetting a password', () => {
  test('a password reset link works once and ends all sessions, but API keys remain valid', async () => {
    const ana = await app.signUp('Ana')
    await verify(await mailedLink(app, ana.email, LINK_PATHS.verify), ana.cookie)
    const token = await resetToken(ana.email)
    assert.equal((await reset(token, 'short')).status, 400, 'a rejected password does not use the link')
    assert.equal((await reset(token)).status, 200)
    assert.equal((await app.call('GET', '/v1/me', { cookie: ana.cookie })).status, 401, 'the session has ended')
    assert.equal((await app.call('GET', '/v1/me', { key: ana.key })).status, 200, 'the API key still works')
    assert.equal((await signIn(ana.email, ana.password)).status, 401)
    assert.equal((await signIn(ana.email, NEW)).status, 201)
    refusedToken(await reset(token))
    const mails = (await mailsTo(app, ana.email)).map(({ subject }) => subject)
    assert.deepEqual(mails.slice(0, 2), ['New sign-in to your account', 'Your password was changed'])
  })

  test('a password reset link works only once, even if it is used concurrently', async () => {
    const { email } = await app.signUp('Twin')
    const token = await resetToken(email)
    const replies = await Promise.all(Array.from({ length: 6 }, (_, index) => reset(token, `the password ${index} of six`)))
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400, 400, 400, 400],
    )
  })

  test('a password reset link expires after an hour or when the password changes', async () => {
    const { email, password, cookie } = await app.signUp('Late')
    const early = await resetToken(email)
    await app.advance(59 * MINUTE)
    assert.match((await app.call('GET', `/forgot/new?token=${early}`)).body, /name="password"/, 'the page load does not use the link')
    await app.advance(2 * MINUTE)
    refusedToken(await reset(early))
    const other = await resetToken(email)
    const changed = await app.call('PUT', '/v1/me/password', { cookie, json: { password, new_password: NEW } })
    assert.equal(changed.status, 200)
    refusedToken(await reset(other))
  })

  test('known and unknown email addresses get the same response, and an address gets at most three emails an hour', async () => {
    const { email } = await app.signUp('Asked')
    const requestLink = (to: string) => app.call('POST', '/v1/password-resets', { json: { email: to } })
    const [known, unknown] = [await requestLink(email), await requestLink('nobody@example.test')]
    assert.deepEqual([known.status, known.body], [202, { object: 'password_reset', status: 'asked' }])
    assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
    for (let more = 0; more < 4; more++) await requestLink(email)
    await app.advance(2)
    await app.advance(2)
    const sent = (await mailsTo(app, email)).filter(({ subject }) => subject === 'Reset your password')
    assert.equal(sent.length, 3)
    assert.equal((await mailsTo(app, 'nobody@example.test')).length, 0)
  })

  test('resetting a password returns the same error for every invalid token', async () => {
    const { email } = await app.signUp('Token')
    const other = await mailedLink(app, email, LINK_PATHS.verify)
    const bodies = []
    for (const token of ['', 'x', '0'.repeat(32), other, other.toLowerCase()]) {
      const reply = await reset(token)
      refusedToken(reply)
      bodies.push(JSON.stringify(reply.body))
    }
    assert.equal(new Set(bodies).size, 1, 'a link of another kind gets the same error as an unknown one')
    assert.equal((await verify(other)).status, 200, 'the rejection does not use the link')
  })

  test('when an SMTP server sends the emails, the database never contains their tokens', async (t) => {
    const smtp = await startSmtp()
    t.after(() => smtp.close())
    const there = await startApp(t, { SMTP_URL: smtp.url })
    const { email } = await there.signUp('Secret')
    await there.call('POST', '/v1/password-resets', { json: { email } })
    for (let tries = 0; tries < 10 && smtp.delivered.length < 2; tries++) await there.advance(1)
    const tokens = smtp.delivered.flatMap(({ raw }) => /token=([0-9A-Za-z]{32})/.exec(readMail(raw).text)?.[1] ?? [])
    assert.equal(tokens.length, 2, 'the emails contain the tokens')
    const { db } = there.service.ctx
    const stored = JSON.stringify([
      await db.selectFrom('mails').selectAll().execute(),
      await db.selectFrom('mailed_links').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
    ])
    for (const token of tokens) assert.ok(!stored.includes(token), 'the database does not contain the token')
    assert.match(stored, /\{token\}/)
  })
})

describe('changing and verifying an account’s email address', () => {
  test('the link in the sign-up email verifies the address, but a new account can act before that', async () => {
    const ana = await app.signUp('Vera')
    assert.equal((await me(ana.cookie)).email_verified, false)
    const opened = await app.call('POST', '/v1/shops', { key: ana.key, json: { name: 'Vera', slug: 'vera-at-once' } })
    assert.equal(opened.status, 201)
    const token = await mailedLink(app, ana.email, LINK_PATHS.verify)
    const verified = { object: 'email_verification', email: ana.email, status: 'verified', ended: null }
    assert.deepEqual((await verify(token, ana.cookie)).body, verified)
    assert.equal((await me(ana.cookie)).email_verified, true)
    refusedToken(await verify(token))
    const again = await app.call('POST', '/v1/email-verifications', { cookie: ana.cookie })
    assert.equal(again.status, 409, 'the email is already verified')
  })

  test('an account can request three verification emails an hour; further requests return 429 with the time to wait', async () => {
    const { cookie } = await app.signUp('Again')
    const requestLink = () => app.call('POST', '/v1/email-verifications', { cookie })
    assert.deepEqual([(await requestLink()).status, (await requestLink()).status], [202, 202], 'the first email was sent at sign-up')
    const refused = await requestLink()
    assert.equal(refused.status, 429)
    assert.match(refused.body.error.message, /in 60 minutes/)
    assert.ok(Number(refused.headers['retry-after']) > 3_500)
    await app.advance(61 * MINUTE)
    assert.equal((await requestLink()).status, 202)
  })

  test('an email verification link expires after a day', async () => {
    const { email } = await app.signUp('Old')
    const token = await mailedLink(app, email, LINK_PATHS.verify)
    await app.advance(24 * 60 * MINUTE)
    refusedToken(await verify(token))
  })

  test('a new email address takes effect only after a password check and verification, and the old address is notified', async () => {
    const ana = await app.signUp('Mover')
    const newEmail = 'moved@example.test'
    const change = (json: object) => app.call('PUT', '/v1/me/email', { cookie: ana.cookie, json })
    assert.equal((await change({ email: newEmail, password: 'not the password' })).status, 401)
    assert.equal((await change({ email: ana.email, password: ana.password })).status, 400)
    const taken = await app.signUp('Taken')
    assert.equal((await change({ email: taken.email, password: ana.password })).status, 409)
    const first = await mailedLink(app, ana.email, LINK_PATHS.verify)
    assert.equal((await change({ email: newEmail, password: ana.password })).status, 202)
    assert.equal((await me(ana.cookie)).email, ana.email, 'the email changes only after verification')
    const token = await mailedLink(app, newEmail, LINK_PATHS.verify)
    refusedToken(await verify(first))
    const [mails] = await mailsTo(app, ana.email)
    assert.match(mails!.body, /m…@example\.test/)
    assert.ok(!mails!.body.includes(newEmail), 'the email to the old address masks the new one')
    assert.equal((await verify(token, ana.cookie)).status, 200)
    const now = await me(ana.cookie)
    assert.deepEqual([now.email, now.email_verified], [newEmail, true])
    assert.equal((await signIn(ana.email, ana.password)).status, 401)
    assert.equal((await signIn(newEmail, ana.password)).status, 201)
    assert.equal((await mailsTo(app, ana.email))[0]!.subject, 'Your account has a new email address')
  })

  test('resetting the password cancels a pending email change', async () => {
    const ana = await app.signUp('Robbed')
    await app.call('PUT', '/v1/me/email', { cookie: ana.cookie, json: { email: 'thief@example.test', password: ana.password } })
    const stolen = await mailedLink(app, 'thief@example.test', LINK_PATHS.verify)
    assert.equal((await reset(await resetToken(ana.email))).status, 200)
    refusedToken(await verify(stolen))
    assert.equal((await signIn(ana.email, NEW)).status, 201)
  })
})

describe('signing in with an emailed link', () => {
  test('a sign-in link works only once, within an hour, and also verifies the email address', async () => {
    const { email } = await app.signUp('Linus')
    const use = (token: string) => app.call('POST', '/v1/sign-in-links/complete', { json: { token } })
    const token = await mailedLink(app, email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    const opened = await use(token)
    assert.equal(opened.status, 201, JSON.stringify(opened.body))
    const account = await me(opened.headers['set-cookie']!.split(';')[0]!)
    assert.deepEqual([account.email, account.email_verified], [email, true])
    refusedToken(await use(token))
    const late = await mailedLink(app, email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    await app.advance(61 * MINUTE)
    refusedToken(await use(late))
  })
})

describe('listing and ending the sessions of an account', () => {
  test('a user can list all sessions, and can end either a single session or all sessions except the current one', async () => {
    const ana = await app.signUp('Many')
    for (let more = 0; more < 3; more++) await signIn(ana.email, ana.password)
    const list = async () => (await app.call('GET', '/v1/sessions', { cookie: ana.cookie })).body.data
    const before = await list()
    assert.equal(before.length, 4)
    assert.equal(before.filter(({ current }: { current: boolean }) => current).length, 1)
    const outsider = await app.signUp('Stranger')
    const end = (id: string, cookie: string) => app.call('DELETE', `/v1/sessions/${id}`, { cookie })
    const other = before.find(({ current }: { current: boolean }) => !current).id
    assert.equal((await end(other, outsider.cookie)).status, 404)
    assert.equal((await end(other, ana.cookie)).status, 200)
    const rest = await app.call('POST', '/v1/sessions/end-others', { cookie: ana.cookie })
    assert.deepEqual(rest.body, { object: 'sessions', ended: 2 })
    assert.equal((await list()).length, 1)
    assert.equal((await app.call('GET', '/v1/me', { cookie: outsider.cookie })).status, 200)
  })

  test('changing the password requires the current password and ends all other sessions', async () => {
    const ana = await app.signUp('Changer')
    const elsewhere = (await signIn(ana.email, ana.password)).headers['set-cookie']!.split(';')[0]!
    const change = (password: string) => app.call('PUT', '/v1/me/password', { cookie: ana.cookie, json: { password, new_password: NEW } })
    assert.equal((await change('not the password')).status, 401)
    assert.equal((await change(ana.password)).status, 200)
    assert.equal((await app.call('GET', '/v1/me', { cookie: elsewhere })).status, 401)
    assert.equal((await app.call('GET', '/v1/me', { cookie: ana.cookie })).status, 200)
  })
})

test('after too many attempts, the page says how long the user must wait', async (t) => {
  const strict = await startApp(t, { RATE_LIMITS: 'on' })
  const headers = { origin: strict.url }
  const requestLink = () => strict.call('POST', '/forgot', { headers, form: 'email=a%40example.test&do=reset' })
  for (let tries = 0; tries < 10; tries++) assert.equal((await requestLink()).status, 200)
  const refused = await requestLink()
  assert.equal(refused.status, 429)
  assert.match(refused.body, /Try again in 10 minutes/)
})
