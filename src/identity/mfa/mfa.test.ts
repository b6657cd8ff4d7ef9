import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { addPasskey, requestPasskey, codeOf, firstStep, secondStep, switchOnTotp, verifyAddress } from '#test/factors.ts'
import { LINK_PATHS, mailedLink, mailsTo } from '#test/mailed-link.ts'
import { lifetime } from '#test/lifetime.ts'

const life = lifetime()

let app: TestApp
before(async () => {
  app = await startApp(life)
})

const factors = async (cookie: string) => (await app.call('GET', '/v1/factors', { cookie })).body
const me = async (cookie: string) => (await app.call('GET', '/v1/me', { cookie })).status
const cookieOf = (reply: Reply): string => /(?:^|,)(session=\w+)/.exec(reply.headers['set-cookie'] ?? '')?.[1] ?? ''
const subjects = async (email: string) => {
  return (await mailsTo(app, email)).map(({ subject }) => subject).filter((subject) => /passkey|Authenticator codes/.test(subject))
}

describe('codes from an authenticator app', () => {
  test('an authenticator code is required after the password, works once, and is accepted up to one 30-second step early or late', async () => {
    const ana = await app.signUp('Ana')
    assert.deepEqual((await factors(ana.cookie)).second_step, false)
    const { secret, codes } = await switchOnTotp(app, ana)
    assert.equal(new Set(codes).size, 10)
    const first = await firstStep(app, ana)
    assert.deepEqual([first.reply.status, first.reply.body.error.code], [401, 'second_factor'])
    assert.deepEqual(first.reply.body.error.factors, ['totp', 'recovery_code'])
    assert.equal(cookieOf(first.reply), '', 'no session yet')
    assert.match(first.reply.headers['set-cookie']!, /^sign_in=\w{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/)
    const code = codeOf(app, secret)
    const wrong = await secondStep(app, first, { totp: code === '000000' ? '000001' : '000000' })
    assert.deepEqual([wrong.status, wrong.body.error.param], [401, 'totp'])
    const done = await secondStep(app, first, { totp: `${code.slice(0, 3)} ${code.slice(3)}` })
    assert.equal(done.status, 201)
    assert.equal(await me(cookieOf(done)), 200)

    const replayed = await secondStep(app, await firstStep(app, ana), { totp: code })
    assert.equal(replayed.status, 401, 'rejects a used code')
    assert.equal((await secondStep(app, await firstStep(app, ana), { totp: codeOf(app, secret, 1) })).status, 201, 'accepts the next code')
    assert.equal(
      (await secondStep(app, await firstStep(app, ana), { totp: codeOf(app, secret, 0) })).status,
      401,
      'rejects a code before the used one',
    )
    // a wrong code counts toward the limit for ten minutes
    await app.advance(660)
    for (const steps of [-2, 2])
      assert.equal((await secondStep(app, await firstStep(app, ana), { totp: codeOf(app, secret, steps) })).status, 401)
    assert.equal((await secondStep(app, await firstStep(app, ana), { totp: codeOf(app, secret, -1) })).status, 201)
    const { totp } = await factors(ana.cookie)
    assert.ok(totp.last_used_at > totp.created_at)
  })

  test('an authenticator app is activated by entering its first code, and codes from an earlier secret are rejected', async () => {
    const ben = await app.signUp('Ben')
    const start = () => app.call('POST', '/v1/totp', { cookie: ben.cookie })
    const confirm = (code: string) => app.call('POST', '/v1/totp/confirm', { cookie: ben.cookie, json: { code } })
    assert.equal((await confirm('123456')).status, 409)
    const first = (await start()).body
    assert.match(first.secret, /^[A-Z2-7]{32}$/)
    assert.match(first.uri, /^otpauth:\/\/totp\/resale:ben\d+%40example\.test\?issuer=resale&secret=[A-Z2-7]{32}&/)
    assert.equal((await firstStep(app, ben)).reply.status, 201, 'no second step yet')
    const { secret } = (await start()).body
    assert.notEqual(secret, first.secret)
    const old = await confirm(codeOf(app, first.secret))
    assert.deepEqual([old.status, old.body.error.param], [400, 'code'], 'the earlier secret no longer works')
    assert.equal((await confirm(codeOf(app, secret))).status, 200)
    assert.equal((await start()).status, 409)
    assert.equal((await confirm(codeOf(app, secret, 1))).status, 409)
    assert.equal((await app.call('DELETE', '/v1/totp', { cookie: ben.cookie })).status, 200)
    assert.equal((await app.call('DELETE', '/v1/totp', { cookie: ben.cookie })).status, 404)
    assert.equal((await firstStep(app, ben)).reply.status, 201)
    assert.equal((await factors(ben.cookie)).recovery_codes, null, 'the codes are deleted with the last factor')
    const late = (await start()).body
    await app.advance(3_601)
    await app.call('POST', '/v1/sessions/proof', { cookie: ben.cookie, json: { password: ben.password } })
    assert.equal((await confirm(codeOf(app, late.secret))).status, 409)
    assert.deepEqual((await subjects(ben.email)).slice(0, 2), ['Authenticator codes are off', 'Authenticator codes are on'])
  })
})

describe('recovery codes for signing in', () => {
  test('each recovery code works once, the owner is notified of how many codes remain, and new codes replace all old codes', async () => {
    const ana = await app.signUp('Ana')
    const { codes } = await switchOnTotp(app, ana)
    const used = await secondStep(app, await firstStep(app, ana), { recovery_code: codes[0]!.toUpperCase().replace('-', ' ') })
    assert.equal(used.status, 201)
    assert.equal((await factors(ana.cookie)).recovery_codes.left, 9)
    const mail = (await mailsTo(app, ana.email)).find(({ subject }) => subject === 'A recovery code was used')
    assert.match(mail!.body, /9 are left/)
    const again = await secondStep(app, await firstStep(app, ana), { recovery_code: codes[0] })
    assert.deepEqual([again.status, again.body.error.param], [401, 'recovery_code'])
    const renewed = await app.call('POST', '/v1/recovery-codes', { cookie: ana.cookie })
    assert.equal(renewed.status, 201)
    assert.equal((await secondStep(app, await firstStep(app, ana), { recovery_code: codes[1] })).status, 401)
    assert.equal((await secondStep(app, await firstStep(app, ana), { recovery_code: renewed.body.codes[9] })).status, 201)
    const ben = await app.signUp('Ben')
    assert.equal((await app.call('POST', '/v1/recovery-codes', { cookie: ben.cookie })).status, 409, 'recovery codes need another factor')
  })

  test('recovery codes are never stored in plain text', async () => {
    const ana = await app.signUp('Ana')
    const { codes } = await switchOnTotp(app, ana)
    const { db } = app.service.ctx
    const stored = JSON.stringify([
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('mails').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
    ])
    for (const code of codes) assert.equal(stored.includes(code), false)
  })
})

describe('signing in with passkeys', () => {
  test('passkeys can be used to sign in without a password and can be renamed and removed, and the owner is notified', async () => {
    const ana = await app.signUp('Ana')
    const { device, id, codes } = await addPasskey(app, ana)
    assert.equal(codes!.length, 10)
    const { options, cookie } = await requestPasskey(app)
    assert.deepEqual([options.rpId, options.userVerification, options.allowCredentials], ['resale.localhost', 'required', []])
    const entered = await app.call('POST', '/v1/sessions/passkey', { cookie, json: { passkey: device.get(options) } })
    assert.equal(entered.status, 201)
    assert.equal(await me(cookieOf(entered)), 200)
    const other = await addPasskey(app, ana)
    assert.equal(other.codes, null, 'recovery codes come with the first factor')
    assert.equal(
      (await app.call('PATCH', `/v1/passkeys/${id}`, { cookie: ana.cookie, json: { name: 'Old phone' } })).body.name,
      'Old phone',
    )
    const { body } = await app.call('GET', '/v1/passkeys', { cookie: ana.cookie })
    assert.deepEqual(
      body.data.map(({ name, last_used_at }: { name: string; last_used_at: string | null }) => [name, last_used_at !== null]),
      [
        ['Old phone', true],
        ['Phone', false],
      ],
    )
    assert.equal((await app.call('DELETE', `/v1/passkeys/${id}`, { cookie: ana.cookie })).status, 200)
    const gone = await requestPasskey(app)
    assert.equal(
      (await app.call('POST', '/v1/sessions/passkey', { cookie: gone.cookie, json: { passkey: device.get(gone.options) } })).status,
      401,
    )
    assert.equal((await factors(ana.cookie)).second_step, true, 'the other passkey remains')
    assert.deepEqual((await subjects(ana.email)).slice(0, 3), [
      'A passkey was removed from your account',
      'A passkey was added to your account',
      'A passkey was added to your account',
    ])
  })

  test('a passkey can be the second step of a sign-in with a password or an email link', async () => {
    const ana = await app.signUp('Ana')
    const { device } = await addPasskey(app, ana)
    const first = await firstStep(app, ana)
    assert.deepEqual(first.reply.body.error.factors, ['passkey', 'recovery_code'])
    const { options } = await requestPasskey(app, first)
    assert.deepEqual(
      options.allowCredentials.map(({ id }: { id: string }) => id),
      [device.id],
    )
    assert.equal((await secondStep(app, first, { passkey: device.get(options) })).status, 201)

    await verifyAddress(app, ana)
    const token = await mailedLink(app, ana.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    const byLink = await app.call('POST', '/v1/sign-in-links/complete', { json: { token } })
    assert.deepEqual([byLink.status, byLink.body.error.code], [401, 'second_factor'])
    const cookie = byLink.headers['set-cookie']!.split(';')[0]!
    const requested = await requestPasskey(app, { cookie, ticket: byLink.body.error.ticket })
    const passed = await secondStep(app, { cookie, ticket: byLink.body.error.ticket }, { passkey: device.get(requested.options) })
    assert.equal(passed.status, 201)
    assert.equal((await app.call('POST', '/v1/sign-in-links/complete', { json: { token } })).status, 400, 'the link is used up')
  })

  test('using a passkey counts as proof of identity for 15 minutes', async () => {
    const ana = await app.signUp('Ana')
    const { device } = await addPasskey(app, ana)
    await app.advance(16 * 60)
    const stale = await app.call('POST', '/v1/totp', { cookie: ana.cookie })
    assert.deepEqual([stale.status, stale.body.error.code], [403, 'proof'])
    const { options } = await requestPasskey(app, { cookie: ana.cookie })
    const proved = await app.call('POST', '/v1/sessions/proof', { cookie: ana.cookie, json: { passkey: device.get(options) } })
    assert.equal(proved.status, 200)
    assert.equal((await app.call('POST', '/v1/totp', { cookie: ana.cookie })).status, 201)
    for (const json of [{}, { password: ana.password, passkey: device.get(options) }]) {
      const refused = await app.call('POST', '/v1/sessions/proof', { cookie: ana.cookie, json })
      assert.deepEqual([refused.status, refused.body.error.param], [400, 'password'])
    }
  })
})

test('a session can pass the second sign-in step only with a code from its own account', async () => {
  const ana = await app.signUp('Ana')
  const { secret } = await switchOnTotp(app, ana)
  const other = await app.signUp('Other')
  const passed = await app.call('POST', '/v1/sessions/second', { cookie: ana.cookie, json: { totp: codeOf(app, secret) } })
  assert.deepEqual([passed.status, passed.body.account], [200, ana.id])
  assert.equal(
    (await app.call('POST', '/v1/sessions/second', { cookie: other.cookie, json: { totp: codeOf(app, secret, 1) } })).status,
    401,
  )
  for (const json of [{}, { totp: '123456', recovery_code: 'aaaaa-aaaaa' }])
    assert.deepEqual((await app.call('POST', '/v1/sessions/second', { cookie: ana.cookie, json })).body.error.param, 'totp')
  assert.equal((await app.call('POST', '/v1/sessions/second', { json: { totp: '123456' } })).body.error.param, 'ticket')
})

test('an export lists the account’s MFA factors without their secrets, and closing the account deletes these factors', async () => {
  const ana = await app.signUp('Ana')
  const { secret } = await switchOnTotp(app, ana)
  const { id } = await addPasskey(app, ana)
  await firstStep(app, ana)
  await requestPasskey(app, { cookie: ana.cookie })
  const { body: requested } = await app.call('POST', '/v1/exports', { cookie: ana.cookie })
  await app.advance(1)
  const archive = await app.call('GET', `/v1/exports/${requested.id}/archive`, { cookie: ana.cookie })
  const file = Buffer.from(unzipSync(archive.bytes)['factors.json']!).toString()
  const { passkeys, totp, recovery_codes } = JSON.parse(file)
  assert.deepEqual([passkeys[0].id, typeof totp.confirmed_at, recovery_codes.length], [id, 'string', 10])
  const { db } = app.service.ctx
  const stored = await db.selectFrom('authenticator_apps').select('secret').where('account_id', '=', ana.id).executeTakeFirstOrThrow()
  for (const secretText of [secret, stored.secret.toString('hex'), stored.secret.toString('base64'), 'hash', 'salt'])
    assert.equal(file.includes(secretText), false)

  assert.equal((await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: ana.password } })).status, 200)
  for (const table of ['passkeys', 'authenticator_apps', 'recovery_codes', 'passkey_challenges', 'sign_in_tickets'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', ana.id)
      .executeTakeFirstOrThrow()
    assert.equal(count, 0, table)
  }
})
