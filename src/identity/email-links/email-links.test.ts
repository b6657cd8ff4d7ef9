import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readBacklog } from '#admin/health/queries.ts'
import { REAL } from '#core/tenant.ts'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { findExport } from '#identity/exports/queries.ts'
import { openTicket } from '#identity/mfa/tickets/index.ts'
import { deleteExpiredLinks, findGuestLink, withLink } from '#messaging/email-tokens/index.ts'
import { saveLink } from '#messaging/email-tokens/queries.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { fromNewNetwork, MANY_NETWORKS } from '#test/guests.ts'
import { lockWaits } from '#test/contention.ts'
import { startSmtp } from '#test/fakes/smtp.ts'
import { readMail } from '#test/mail.ts'
import { LINK_PATHS, mailedLink, mailsTo } from '#test/mailed-link.ts'
import { lifetime } from '#test/lifetime.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { until } from '#test/until.ts'
import { greet, readAddress, resendVerification, wantAddress } from './addresses.ts'
import { confirmsOwner, hashNewByLink, readLink } from './email-verification.ts'
import { lockOwnerOf, proveOwner } from './guest-address.ts'
import { changePassword, resetPassword, signInByLink } from './passwords.ts'
import { forgetLinks, lockPerson } from './queries.ts'
import type { LinkPurpose } from './rules.ts'
import { mailLink, requestLink, waitOf } from './send.ts'

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

/** Deletes a person's links. Runs `meanwhile` after the account is locked. */
const forget = ({ id }: SignedUp, purposes: LinkPurpose[], meanwhile?: () => Promise<void>) =>
  inTx(async ({ db }) => {
    await lockPerson(db, id)
    await meanwhile?.()
    await forgetLinks(db, id, purposes)
  })

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

test('ten links for one purpose can be requested for an address in ten minutes, from any number of networks', async (t) => {
  const strict = await startApp(t, { RATE_LIMITS: 'on', ...MANY_NETWORKS })
  const request = async (email: string, path = '/v1/password-resets') =>
    (await strict.call('POST', path, { json: { email }, headers: fromNewNetwork() })).status
  for (let tries = 0; tries < 10; tries++) assert.equal(await request('a@example.test'), 202)
  assert.deepEqual(
    [await request('a@example.test'), await request('b@example.test'), await request('a@example.test', '/v1/sign-in-links')],
    [429, 202, 202],
  )
})

type SignedUp = Awaited<ReturnType<TestApp['signUp']>>

const inTx = <T>(run: Parameters<typeof inTransaction<T>>[1], more: Partial<Context> = {}): Promise<T> =>
  inTransaction({ ...app.service.ctx, ...more }, run)
const actorOf = ({ id, cookie }: Pick<SignedUp, 'id' | 'cookie'>) =>
  ({ kind: 'session', accountId: id, tenant: REAL, sessionToken: cookie.split('=')[1] }) as Person
const verified = async (name: string): Promise<SignedUp> => {
  const person = await app.signUp(name)
  await verify(await mailedLink(app, person.email, LINK_PATHS.verify), person.cookie)
  return person
}
const changeEmail = ({ cookie, password }: SignedUp, email: string) =>
  app.call('PUT', '/v1/me/email', { cookie, json: { email, password } })
const changesOf = async ({ id }: { id: string }) =>
  (await app.service.ctx.db.selectFrom('events').select('id').where('account_id', '=', id).where('type', '=', 'account.changed').execute())
    .length
const useSignInLink = (token: string, cookie?: string) =>
  app.call('POST', '/v1/sign-in-links/complete', { json: { token }, ...(cookie ? { cookie } : {}) })

describe('the limits on verification emails', () => {
  test('apply to a change of address before the service reveals whether the address is in use', async () => {
    const [ana, taken] = [await app.signUp('Ana'), await app.signUp('Taken')]
    const resend = () => app.call('POST', '/v1/email-verifications', { cookie: ana.cookie })
    assert.deepEqual([(await resend()).status, (await resend()).status], [202, 202])
    const refused = await changeEmail(ana, taken.email)
    assert.equal(refused.status, 429)
    assert.match(refused.body.error.message, /three emails in an hour/)
  })

  test('apply to an address across accounts, and a rejected change leaves no pending address', async () => {
    const requested = 'requested@example.test'
    for (const name of ['A', 'B', 'C', 'D', 'E']) assert.equal((await changeEmail(await app.signUp(name), requested)).status, 202)
    const last = await app.signUp('F')
    const refused = await changeEmail(last, requested)
    assert.equal(refused.status, 429)
    assert.match(refused.body.error.message, /This address has reached its hourly limit .* in 60 minutes\./)
    assert.equal((await readAddress(app.service.ctx, last.id)).newEmail, null)
  })

  test('count only links for the same purpose and account that were requested within an hour, and only while one of them works', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { db } = app.service.ctx
    const resend = (person: SignedUp) => inTx((tx) => resendVerification(tx, actorOf(person)))
    assert.deepEqual([await resend(ana), await resend(ben)], [ana.email, ben.email])
    const wait = (ms: number, purpose: 'verify' | 'reset' = 'verify') =>
      inTx((tx) => waitOf({ ...tx, now: () => new Date(last.getTime() + ms) }, ana, purpose))
    const sent = () => db.selectFrom('mails').select(['id', 'created_at']).where('account_id', '=', ana.id).where('link_for', '=', 'verify')
    const last = app.service.ctx.now()
    assert.equal(await wait(0), 0, 'the sign-up and one request')
    await resend(ana)
    const first = (await sent().orderBy('created_at').executeTakeFirstOrThrow()).created_at
    const left = first.getTime() + 60 * 60_000 - last.getTime()
    assert.deepEqual([await wait(0), await wait(left - 1), await wait(left)], [left, 1, 0])
    assert.equal(await wait(0, 'reset'), 0)
    await forget(ana, ['verify'])
    assert.equal(await wait(0), 0, 'none of the links works')
    assert.equal(await inTx((tx) => waitOf(tx, ben, 'verify')), 0)
  })
})

describe('a pending email address', () => {
  test('gets the next verification email, even if the current address is verified', async () => {
    const ana = await verified('Ana')
    assert.deepEqual(await readAddress(app.service.ctx, ana.id), { email: ana.email, verified: true, newEmail: null, hasPassword: true })
    await changeEmail(ana, 'next.ana@example.test')
    const again = await app.call('POST', '/v1/email-verifications', { cookie: ana.cookie })
    assert.deepEqual([again.status, again.body.email], [202, 'next.ana@example.test'])
    assert.equal((await readAddress(app.service.ctx, ana.id)).newEmail, 'next.ana@example.test')
  })

  test('replaces a verified address only for the owner, ends earlier links, and is recorded once', async () => {
    const ana = await verified('Ana')
    const newEmail = `new.${ana.email}`
    const [reset1, signIn1] = [
      await resetToken(ana.email),
      await mailedLink(app, ana.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' }),
    ]
    assert.equal((await changeEmail({ ...ana, email: ana.email }, ana.email.toUpperCase())).status, 400, 'the same address')
    await changeEmail(ana, newEmail)
    const token = await mailedLink(app, newEmail, LINK_PATHS.verify)
    const means = await readLink(app.service.ctx, token, 'verify')
    assert.deepEqual(means, { accountId: ana.id, firstProof: false, otherAddress: true })
    assert.equal((await verify(token)).status, 401)
    const before = await changesOf(ana)
    const ben = await app.signUp('Ben')
    assert.equal((await verify(token, ben.cookie)).status, 401, 'another account’s session')
    assert.deepEqual((await verify(token, ana.cookie)).body.ended, null)
    assert.equal(await changesOf(ana), before + 1)
    const { db } = app.service.ctx
    const left = db.selectFrom('mailed_links').select('purpose').where('account_id', '=', ana.id)
    assert.deepEqual(await left.execute(), [], 'no link would work again if the account got the old address back')
    refusedToken(await reset(reset1))
    refusedToken(await useSignInLink(signIn1))
    const subjects = (await mailsTo(app, newEmail)).map(({ subject }) => subject)
    assert.deepEqual(subjects, ['Your account now uses this email address', 'Confirm your email'])
    assert.equal((await mailsTo(app, ana.email))[0]!.subject, 'Your account has a new email address')
  })

  test('replaces an unverified address for whoever opens the link, and a second link to a verified address then ends nothing', async () => {
    const ana = await app.signUp('Ana')
    const newEmail = `first.${ana.email}`
    await changeEmail(ana, newEmail)
    const token = await mailedLink(app, newEmail, LINK_PATHS.verify)
    assert.deepEqual(await readLink(app.service.ctx, token, 'verify'), { accountId: ana.id, firstProof: true, otherAddress: false })
    assert.deepEqual((await verify(token)).body.ended, { sessions: 1, keys: 1, approvals: 0, webhook: false })
    const address = { email: newEmail, verified: true, newEmail: null, hasPassword: false }
    assert.deepEqual(await readAddress(app.service.ctx, ana.id), address)
    const ben = await app.signUp('Ben')
    const first = await mailedLink(app, ben.email, LINK_PATHS.verify)
    assert.equal((await app.call('POST', '/v1/email-verifications', { cookie: ben.cookie })).status, 202)
    const second = await mailedLink(app, ben.email, LINK_PATHS.verify)
    assert.notEqual(second, first)
    assert.equal((await verify(first, ben.cookie)).status, 200)
    const again = await verify(second)
    assert.deepEqual([again.status, again.body.ended], [200, null], JSON.stringify(again.body))
    assert.equal((await app.call('GET', '/v1/me', { key: ben.key })).status, 200)
  })

  test('cannot be requested in a session that has ended in the meantime', async () => {
    const ana = await app.signUp('Ana')
    const gone = { ...actorOf(ana), sessionToken: 'an ended session' }
    await assert.rejects(
      inTx((tx) => wantAddress(tx, gone, `new.${ana.email}`)),
      { message: /You were signed out/ },
    )
    assert.equal((await readAddress(app.service.ctx, ana.id)).newEmail, null)
  })

  test('cannot take an address that another account has got in the meantime', async () => {
    const ana = await app.signUp('Ana')
    await changeEmail(ana, 'late@example.test')
    const token = await mailedLink(app, 'late@example.test', LINK_PATHS.verify)
    await app.call('POST', '/v1/accounts', { json: { name: 'Fast', email: 'late@example.test', password: 'a long enough password' } })
    const refused = await verify(token, ana.cookie)
    assert.deepEqual([refused.status, refused.body.error.param], [409, 'email'])
  })
})

describe('the owner of an email link', () => {
  test('is confirmed by a session of the account or by its password', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { ctx } = app.service
    const token = await mailedLink(app, ana.email, LINK_PATHS.verify)
    assert.deepEqual(await readLink(ctx, token, 'verify'), { accountId: ana.id, firstProof: true, otherAddress: false })
    assert.equal(await readLink(ctx, token, 'reset'), null)
    const caller = (person: SignedUp) => actorOf(person)
    const anonymous = { kind: 'anonymous', address: '' } as const
    const by = (who: Parameters<typeof confirmsOwner>[2], link = { token, purpose: 'verify' as const }) => confirmsOwner(ctx, link, who)
    assert.equal(await by({ caller: caller(ana) }), true)
    assert.deepEqual([await by({ caller: caller(ben) }), await by({ caller: anonymous })], [false, false])
    assert.equal(await by({ caller: caller(ben), password: ana.password }), true)
    await assert.rejects(by({ caller: anonymous, password: 'wrong' }), { status: 401, param: 'password' })
    assert.equal(await by({ caller: caller(ana) }, { token: '0'.repeat(32), purpose: 'verify' }), false)
    await assert.rejects(hashNewByLink(ctx, token, NEW), { param: 'token' })
    await assert.rejects(hashNewByLink(ctx, await resetToken(ana.email), ana.email), { param: 'password' })
  })

  test('keeps their sessions if the first use of a link is theirs; otherwise the response counts what has ended', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const link = (email: string) => mailedLink(app, email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    await app.advance(16 * MINUTE)
    const stays = await useSignInLink(await link(ana.email), ana.cookie)
    assert.equal(stays.status, 201)
    const sessions = (await app.call('GET', '/v1/sessions', { cookie: ana.cookie })).body.data
    assert.deepEqual([sessions.length, sessions[0].current], [1, true])
    assert.equal((await app.call('POST', '/v1/totp', { cookie: ana.cookie })).status, 201, 'the link proves the identity')
    assert.equal((await me(ana.cookie)).email_verified, true)

    const other = await useSignInLink(await link(ben.email), ana.cookie)
    assert.match(other.headers['set-cookie']!, /session=/, 'a session of another account does not continue')
    assert.equal((await me(other.headers['set-cookie']!.split(';')[0]!)).id, ben.id)
    assert.equal((await app.call('GET', '/v1/me', { key: ben.key })).status, 401)
    assert.equal((await me(ana.cookie)).id, ana.id)

    const carl = await app.signUp('Carl')
    const ended = (await verify(await mailedLink(app, carl.email, LINK_PATHS.verify))).body.ended
    assert.deepEqual(ended, { sessions: 1, keys: 1, approvals: 0, webhook: false })
    const dora = await verified('Dora')
    const done = await reset(await resetToken(dora.email))
    assert.equal(done.body.ended, null, 'the address was verified before')
    assert.equal((await app.call('GET', '/v1/me', { key: dora.key })).status, 200)
  })

  test('opens a new session with a link unless this browser has one, and keeps the time of the first proof of the address', async () => {
    const ana = await verified('Ana')
    const { db } = app.service.ctx
    const verifiedAt = async () =>
      (await db.selectFrom('accounts').select('email_verified_at').where('id', '=', ana.id).executeTakeFirstOrThrow()).email_verified_at
    const first = await verifiedAt()
    const enter = async (caller: Parameters<typeof signInByLink>[2]['caller']) => {
      const token = await mailedLink(app, ana.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
      return inTx((tx) => signInByLink(tx, token, { caller, owner: false, browser: { agent: null, device: null } }))
    }
    const [fresh, same] = [await enter({ kind: 'anonymous', address: '' }), await enter(actorOf(ana))]
    assert.deepEqual([fresh.stays, fresh.ended, same.stays, same.ended], [false, null, true, null])
    assert.deepEqual(await verifiedAt(), first)
    assert.equal((await reset(await resetToken(ana.email))).status, 200)
    assert.deepEqual(await verifiedAt(), first)
  })

  test('ends access to the account and its test accounts that is older than the first verification, and the end is recorded', async () => {
    const ana = await app.signUp('Ana')
    const { seller, buyer } = await openTestTenant(app, ana)
    const { ctx } = app.service
    const askFirst = { cookie: ana.cookie, json: { name: 'Agent', kind: 'agent', scopes: ['shops'], ask_first: ['shops.delete'], livemode: false, test_account: 'seller' } } // prettier-ignore
    const agent = (await app.call('POST', '/v1/keys', askFirst)).body.secret
    const slug = 'test-mode-trap'
    assert.equal((await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Trap', slug } })).status, 201)
    assert.equal((await app.call('DELETE', `/v1/shops/${slug}`, { key: agent })).status, 202)
    for (const { key } of [seller, { key: ana.key }])
      assert.equal((await app.call('PUT', '/v1/webhooks', { key, json: { url: 'http://127.0.0.1:9/hook' } })).status, 200)
    assert.equal((await app.call('POST', '/v1/searches', { key: buyer.key, json: { q: 'lamp', alert: 'daily' } })).status, 201)
    const ids = [ana.id, seller.id, buyer.id]
    await openTicket(ctx, ana.id, ['totp'])
    const older = await resetToken(ana.email)
    const copy = (await app.call('POST', '/v1/exports', { cookie: ana.cookie })).body.id
    const before = await changesOf(ana)
    const { ended } = (await verify(await mailedLink(app, ana.email, LINK_PATHS.verify))).body
    assert.deepEqual([ended.sessions, ended.webhook, await changesOf(ana)], [1, true, before + 1])
    refusedToken(await reset(older))
    assert.equal(await findExport(ctx.db, ana.id, copy, ctx.now()), undefined)
    const left = async (table: 'webhooks' | 'approvals' | 'sign_in_tickets' | 'known_browsers') =>
      (await ctx.db.selectFrom(table).select('account_id').where('account_id', 'in', ids).execute()).length
    assert.deepEqual(
      [await left('webhooks'), await left('approvals'), await left('sign_in_tickets'), await left('known_browsers')],
      [0, 0, 0, 0],
    )
    assert.deepEqual(await ctx.db.selectFrom('saved_searches').select('alert').where('account_id', 'in', ids).execute(), [{ alert: 'none' }]) // prettier-ignore
  })

  test('cannot use a link that was sent to an earlier address', async () => {
    const ana = await app.signUp('Ana')
    const links = [
      [await resetToken(ana.email), reset],
      [await mailedLink(app, ana.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' }), useSignInLink],
      [await mailedLink(app, ana.email, LINK_PATHS.verify), verify],
    ] as const
    const { db } = app.service.ctx
    await db
      .updateTable('accounts')
      .set({ email: `moved.${ana.email}` })
      .where('id', '=', ana.id)
      .execute()
    for (const [token, use] of links) refusedToken(await use(token))
  })
})

describe('a new password', () => {
  test('verifies the address, cancels other links and the pending address, and is recorded', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    await changeEmail(ana, 'pending@example.test')
    await changeEmail(ben, 'also.pending@example.test')
    const other = await mailedLink(app, ana.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    const theirs = await mailedLink(app, ben.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    const before = await changesOf(ana)
    const token = await resetToken(ana.email)
    assert.equal(
      (await app.call('POST', '/v1/password-resets/complete', { cookie: ana.cookie, json: { token, password: NEW } })).status,
      200,
    )
    assert.equal(await changesOf(ana), before + 1)
    const address = { email: ana.email, verified: true, newEmail: null, hasPassword: true }
    assert.deepEqual(await readAddress(app.service.ctx, ana.id), address)
    assert.equal((await app.call('GET', '/v1/me', { key: ana.key })).status, 200, 'the session confirmed the owner')
    refusedToken(await useSignInLink(other))
    assert.equal((await readAddress(app.service.ctx, ben.id)).newEmail, 'also.pending@example.test')
    assert.equal((await useSignInLink(theirs, ben.cookie)).status, 201)
  })

  test('ends sign-ins that wait for a second factor, but not the verification link of an address that stays the same', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const link = await mailedLink(app, ana.email, LINK_PATHS.verify)
    const { ctx } = app.service
    for (const { id } of [ana, ben]) await openTicket(ctx, id, ['totp'])
    const { cookie, password } = ana
    assert.equal((await app.call('PUT', '/v1/me/password', { cookie, json: { password, new_password: NEW } })).status, 200)
    const waiting = await ctx.db.selectFrom('sign_in_tickets').select('account_id').where('account_id', 'in', [ana.id, ben.id]).execute()
    assert.deepEqual(waiting, [{ account_id: ben.id }])
    assert.equal((await verify(link, cookie)).status, 200)
  })

  test('set by a link clears the failed attempts with the account’s passwords', async () => {
    const ana = await app.signUp('Ana')
    const token = await resetToken(ana.email)
    const cleared: unknown[] = []
    const forget = async (_ctx: unknown, action: string, name: string) => void cleared.push([action, name])
    const rateLimits = { ...app.service.ctx.rateLimits, forget } as Context['rateLimits']
    const by = { owner: true, browser: { agent: null, device: null } }
    await inTx((tx) => resetPassword(tx, { token, passwordHash: 'hash' }, by), { rateLimits })
    assert.deepEqual(cleared, [['password', ana.email], ['own password', ana.id], ['known browser', ana.id]]) // prettier-ignore
  })

  test('is not saved in a session that has ended in the meantime', async () => {
    const ana = await app.signUp('Ana')
    const gone = { ...actorOf(ana), sessionToken: 'an ended session' }
    await assert.rejects(
      inTx((tx) => changePassword(tx, gone, 'hash')),
      { message: /You were signed out/ },
    )
    assert.equal((await signIn(ana.email, ana.password)).status, 201)
  })

  test('ends only unsent emails and links of the same account and purpose', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    await mailsTo(app, ana.email)
    const { db } = app.service.ctx
    const links = async ({ id }: SignedUp) => (await db.selectFrom('mailed_links').select('purpose').where('account_id', '=', id).execute()).map(({ purpose }) => purpose) // prettier-ignore
    const mails = async ({ id }: SignedUp) =>
      (await db.selectFrom('mails').select('status').where('account_id', '=', id).where('link_for', 'is not', null).execute()).map(
        ({ status }) => status,
      )
    await forget(ana, ['reset'])
    assert.deepEqual([await links(ana), await links(ben), await mails(ana)], [['verify'], ['verify'], ['sent']])
    await db
      .updateTable('mails')
      .set({ status: 'waiting', sent_at: null })
      .where('link_for', '=', 'verify')
      .where('account_id', '=', ben.id)
      .execute()
    await forget(ana, ['verify'])
    assert.deepEqual([await links(ana), await links(ben)], [[], ['verify']])
    assert.deepEqual([await mails(ana), await mails(ben)], [['sent'], ['waiting']])
    const failures = async () => (await readBacklog(db, { since: new Date(0), lateBefore: new Date(0) })).mails_failed
    const before = await failures()
    await forget(ben, ['verify'])
    assert.deepEqual([await mails(ben), await failures()], [['failed'], before], 'the health page does not count cancelled emails')
    await db.updateTable('mails').set({ last_error: 'refused' }).where('account_id', '=', ben.id).where('status', '=', 'failed').execute()
    assert.equal(await failures(), before + 1)
  })

  test('leaves no link in an email that is being sent at the same time', async () => {
    const ana = await app.signUp('Ana')
    await mailsTo(app, ana.email)
    const { ctx } = app.service
    const mail = await ctx.db
      .updateTable('mails')
      .set({ status: 'waiting', sent_at: null })
      .where('account_id', '=', ana.id)
      .where('link_for', '=', 'verify')
      .returningAll()
      .executeTakeFirstOrThrow()
    const { promise: locked, resolve: setLocked } = Promise.withResolvers<void>()
    const sending = locked.then(() => withLink(ctx, { ...mail, link_for: 'verify' }))
    const isWaiting = locked.then(() => until('the email to wait', async () => (await lockWaits(ctx.db)) > 0))
    await forget(ana, ['verify'], async () => {
      setLocked()
      await isWaiting
    })
    assert.equal(await sending, null)
    assert.equal(await ctx.db.selectFrom('mailed_links').select('email').where('account_id', '=', ana.id).executeTakeFirst(), undefined)
  })
})

test('a server without email sends no links and says so', async () => {
  const { ctx } = app.service
  const off = { config: { ...ctx.config, mail: { kind: 'off' } } } as Partial<Context>
  const ana = await app.signUp('Ana')
  await assert.rejects(
    inTx((tx) => requestLink(tx, { email: ana.email, purpose: 'reset' }), off),
    { status: 503 },
  )
  await assert.rejects(
    inTx((tx) => resendVerification(tx, actorOf(ana)), off),
    { status: 503 },
  )
  const count = async () => (await ctx.db.selectFrom('mails').select('id').where('account_id', '=', ana.id).execute()).length
  const before = await count()
  await inTx((tx) => greet(tx, ana as never), off)
  assert.equal(await count(), before)
  await inTx((tx) => greet(tx, { ...ana, name: 'Ana' }))
  assert.equal(await count(), before + 1)
})

test('a requested link is sent only if the address belongs to an account', async () => {
  const ana = await app.signUp('Ana')
  const { ctx } = app.service
  const count = async () => (await ctx.db.selectFrom('mails').select('id').where('link_for', '=', 'reset').execute()).length
  const before = await count()
  await mailLink(ctx, { email: 'nobody@example.test', purpose: 'reset' })
  assert.equal(await count(), before)
  await mailLink(ctx, { email: ana.email.toUpperCase(), purpose: 'reset' })
  assert.equal(await count(), before + 1)
})

test('the first proof of a guest’s address ends earlier access to the account with this address, unless the owner gave it', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const prove = async ({ email }: SignedUp, owner: boolean) =>
    inTx(async (tx) => proveOwner(tx, (await lockOwnerOf(tx, email.toUpperCase()))!, { owner }))
  assert.equal(await inTx((tx) => lockOwnerOf(tx, 'nobody@example.test')), null)
  assert.deepEqual(await inTx((tx) => lockOwnerOf(tx, ana.email)), { id: ana.id, name: 'Ana', email: ana.email, verified: false })
  assert.equal(await prove(ana, true), null)
  assert.equal((await me(ana.cookie)).email_verified, true)
  assert.deepEqual(await prove(ben, false), { sessions: 1, keys: 1, approvals: 0, webhook: false })
  assert.equal((await readAddress(app.service.ctx, ben.id)).verified, true)
  assert.equal(await prove(ana, false), null, 'the address is already verified')
  assert.equal((await app.call('GET', '/v1/me', { cookie: ana.cookie })).status, 200)
})

test('an expired link is deleted when it expires, but a link to a guest’s order only after 90 days', async () => {
  const ana = await app.signUp('Ana')
  await mailsTo(app, ana.email)
  const { ctx } = app.service
  const now = ctx.now()
  const at = (ms: number) => new Date(now.getTime() + ms)
  const days90 = 90 * 86_400_000
  const tokens = ['A', 'B', 'C', 'D'].map((letter) => letter.repeat(32))
  const mails = await ctx.db.selectFrom('mails').selectAll().where('account_id', '=', ana.id).limit(1).execute()
  for (const [index, [purpose, created_at, expires_at]] of (
    [
      ['reset', at(-1), at(0)],
      ['reset', at(-1), at(1)],
      ['guest', at(-days90), at(-1)],
      ['guest', at(1 - days90), at(-1)],
    ] as const
  ).entries()) {
    const mail_id = `${mails[0]!.id}_${index}`
    await ctx.db
      .insertInto('mails')
      .values({ ...mails[0]!, id: mail_id })
      .execute()
    await saveLink(ctx.db, { token_hash: sha256(tokens[index]!), account_id: ana.id, purpose, email: ana.email, mail_id, created_at, expires_at }) // prettier-ignore
  }
  await deleteExpiredLinks({ ...ctx, now: () => now })
  const left = ctx.db.selectFrom('mailed_links').select('token_hash').where('account_id', '=', ana.id).where('purpose', '<>', 'verify')
  const hashes = (await left.execute()).map(({ token_hash }) => token_hash.toString('hex')).toSorted()
  assert.deepEqual(hashes, [tokens[1]!, tokens[3]!].map((token) => sha256(token).toString('hex')).toSorted())
  assert.equal((await findGuestLink(ctx, tokens[3]!))?.purpose, 'guest')
  assert.deepEqual([await findGuestLink(ctx, tokens[1]!), await findGuestLink(ctx, 'not a token')], [undefined, undefined])
})

test('a link works only for its own purpose, and a wrong use does not consume it', async () => {
  const ana = await app.signUp('Ana')
  const tokens = {
    verify: await mailedLink(app, ana.email, LINK_PATHS.verify),
    reset: await resetToken(ana.email),
    sign_in: await mailedLink(app, ana.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' }),
  }
  const uses: Record<keyof typeof tokens, (token: string) => Promise<Reply>> = {
    verify,
    reset,
    sign_in: (token) => app.call('POST', '/v1/sign-in-links/complete', { json: { token } }),
  }
  for (const [purpose, use] of Object.entries(uses))
    for (const [other, token] of Object.entries(tokens)) if (other !== purpose) refusedToken(await use(token))
  assert.deepEqual([(await signIn(ana.email, ana.password)).status, (await uses.sign_in(tokens.sign_in)).status], [201, 201])
})
