import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { REAL } from '#core/tenant.ts'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { addPasskey, requestPasskey, codeOf, firstStep, secondStep, switchOnTotp, verifyAddress } from '#test/factors.ts'
import { LINK_PATHS, mailedLink, mailsTo } from '#test/mailed-link.ts'
import { lifetime } from '#test/lifetime.ts'
import { lockOwner } from './owner/index.ts'
import { noteUse } from './passkeys/assertion.ts'
import { deleteExpiredChallenges } from './passkeys/challenges.ts'
import { addPasskey as storePasskey, type CheckedPasskey } from './passkeys/registration.ts'
import { codesForFirst } from './recovery/index.ts'
import { MAX_PASSKEYS, SETUP_LIFE_MS, TICKET_LIFE_MS } from './rules.ts'
import { deleteExpiredTickets, readTicket, takeTicket } from './tickets/index.ts'
import { confirmTotp, deleteExpiredSetups, waitingSetup } from './totp/index.ts'

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
    const again = await confirm(codeOf(app, secret, 1))
    assert.deepEqual([again.status, again.body.error.message], [409, (await start()).body.error.message])
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

type SignedUp = Awaited<ReturnType<TestApp['signUp']>>

const actorOf = ({ id, cookie }: Pick<SignedUp, 'id' | 'cookie'>) =>
  ({ kind: 'session', accountId: id, tenant: REAL, sessionToken: cookie.split('=')[1] }) as Person
const inTx = <T>(run: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(app.service.ctx, run)
const at = (time: Date, ms: number) => ({ ...app.service.ctx, now: () => new Date(time.getTime() + ms) })
const secondAt = async ({ cookie }: { cookie: string }) =>
  (
    await app.service.ctx.db
      .selectFrom('sessions')
      .select('second_at')
      .where('token_hash', '=', sha256(cookie.split('=')[1]!))
      .executeTakeFirstOrThrow()
  ).second_at
const changesOf = async ({ id }: { id: string }) =>
  (await app.service.ctx.db.selectFrom('events').select('type').where('account_id', '=', id).execute()).filter(
    ({ type }) => type === 'account.changed',
  ).length

describe('the record of an account’s factors', () => {
  test('shows each factor with its times and the number of unused recovery codes', async () => {
    const ana = await app.signUp('Ana')
    const none = { object: 'factors', second_step: false, passkeys: 0, totp: null, recovery_codes: null, required: false }
    assert.deepEqual(await factors(ana.cookie), none)
    const { body: setup } = await app.call('POST', '/v1/totp', { cookie: ana.cookie })
    assert.deepEqual(
      [setup.object, setup.status, Date.parse(setup.expires_at) > app.service.ctx.now().getTime()],
      ['totp', 'waiting', true],
    )
    assert.deepEqual(await factors(ana.cookie), none, 'an app is a factor only after its first code')
    const { id } = await addPasskey(app, ana)
    const { body: passkeys } = await app.call('GET', '/v1/passkeys', { cookie: ana.cookie })
    const { created_at } = passkeys.data[0]
    assert.deepEqual(passkeys.data, [{ object: 'passkey', id, name: 'Phone', created_at, last_used_at: null }])
    const codes = { left: 10, created_at: (await factors(ana.cookie)).recovery_codes.created_at }
    assert.deepEqual(await factors(ana.cookie), { ...none, second_step: true, passkeys: 1, recovery_codes: codes })

    const { secret } = await switchOnTotp(app, ana)
    const first = await firstStep(app, ana)
    await secondStep(app, first, { totp: codeOf(app, secret) })
    const { totp, ...rest } = await factors(ana.cookie)
    assert.ok(Date.parse(totp.last_used_at) >= Date.parse(totp.created_at) + 30_000)
    assert.deepEqual(Object.keys(totp), ['created_at', 'last_used_at'])
    const { last_step } = await app.service.ctx.db
      .selectFrom('authenticator_apps')
      .select('last_step')
      .where('account_id', '=', ana.id)
      .executeTakeFirstOrThrow()
    const period = Math.floor(Date.parse(totp.last_used_at) / 30_000)
    assert.ok(Math.abs(last_step! - period) <= 1, `period ${last_step} of about ${period}`)
    assert.deepEqual(rest, { object: 'factors', second_step: true, passkeys: 1, recovery_codes: codes, required: false })

    const { options, expires_at, object } = (await app.call('POST', '/v1/sessions/passkey-options', { json: {} })).body
    assert.deepEqual([object, typeof options.challenge], ['passkey_options', 'string'])
    const left = Date.parse(expires_at) - app.service.ctx.now().getTime()
    assert.ok(left > 290_000 && left <= 300_000, `${left} ms`)
  })

  test('offers a recovery code only while one is left', async () => {
    const ana = await app.signUp('Ana')
    await switchOnTotp(app, ana)
    const use = (count: number) =>
      app.service.ctx.db
        .updateTable('recovery_codes')
        .set({ used_at: app.service.ctx.now() })
        .where('code_hash', 'in', (eb) =>
          eb.selectFrom('recovery_codes').select('code_hash').where('account_id', '=', ana.id).orderBy('code_hash').limit(count),
        )
        .where('account_id', '=', ana.id)
        .execute()
    const offered = async () => (await firstStep(app, ana)).reply.body.error.factors
    await use(9)
    assert.deepEqual(await offered(), ['totp', 'recovery_code'])
    await use(10)
    assert.deepEqual(await offered(), ['totp'])
  })
})

describe('a change of an account’s factors', () => {
  test('is recorded as an event, is announced by email, and counts as the second step of the session that makes it', async () => {
    const ana = await app.signUp('Ana')
    const before = await changesOf(ana)
    assert.equal(await secondAt(ana), null)
    await switchOnTotp(app, ana)
    assert.notEqual(await secondAt(ana), null)
    assert.equal((await app.call('DELETE', '/v1/totp', { cookie: ana.cookie })).status, 200)
    assert.equal(await secondAt(ana), null, 'an account without factors has no second step')
    const { id } = await addPasskey(app, ana)
    assert.notEqual(await secondAt(ana), null)
    await app.call('POST', '/v1/recovery-codes', { cookie: ana.cookie })
    await app.call('DELETE', `/v1/passkeys/${id}`, { cookie: ana.cookie })
    assert.equal(await changesOf(ana), before + 5)
    const mails = (await mailsTo(app, ana.email)).filter(({ body }) => body.includes('check your sign-in methods'))
    assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
      'A passkey was added to your account',
      'A passkey was removed from your account',
      'Authenticator codes are off',
      'Authenticator codes are on',
      'You have new recovery codes',
    ])
    assert.equal(mails.filter(({ body }) => body.includes('“Phone”')).length, 2, 'the emails name the passkey')
  })

  test('never affects the factors of another account', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: theirs } = await addPasskey(app, ben)
    const { secret, codes: none } = await switchOnTotp(app, ben)
    assert.equal(none, null, 'the account already has recovery codes')
    const { body: waiting } = await app.call('POST', '/v1/totp', { cookie: ana.cookie })
    const carl = await app.signUp('Carl')
    await switchOnTotp(app, carl)
    assert.equal(await inTx((tx) => waitingSetup(tx, actorOf(ana)).then((setup) => setup?.secret)), waiting.secret, 'it still waits')
    const before = await factors(ben.cookie)
    const { id } = await addPasskey(app, ana)
    for (const [method, json] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      assert.equal((await app.call(method, `/v1/passkeys/${theirs}`, { cookie: ana.cookie, ...(json && { json }) })).status, 404)
    await app.call('POST', '/v1/recovery-codes', { cookie: ana.cookie })
    await app.call('PATCH', `/v1/passkeys/${id}`, { cookie: ana.cookie, json: { name: 'Mine' } })
    await app.call('DELETE', '/v1/totp', { cookie: ana.cookie })
    await app.call('DELETE', `/v1/passkeys/${id}`, { cookie: ana.cookie })
    assert.deepEqual(await factors(ben.cookie), before)
    assert.equal((await app.call('GET', '/v1/passkeys', { cookie: ben.cookie })).body.data[0].name, 'Phone')
    assert.notEqual(await secondAt(ben), null)

    const carls = await factors(carl.cookie)
    assert.equal((await secondStep(app, await firstStep(app, ben), { totp: codeOf(app, secret) })).status, 201)
    assert.deepEqual(await factors(carl.cookie), carls, 'only the used app has a last use')
  })

  test('is rejected in a session that ended while the change was prepared', async () => {
    const ana = await app.signUp('Ana')
    const { body: setup } = await app.call('POST', '/v1/totp', { cookie: ana.cookie })
    const gone = { ...actorOf(ana), sessionToken: 'an ended session' }
    const over = { message: /You were signed out/ }
    await assert.rejects(
      inTx((tx) => confirmTotp(tx, gone, codeOf(app, setup.secret), null)),
      over,
    )
    const checked = { credential: { id: 'AAAA', publicKey: new Uint8Array(4), counter: 0 }, transports: [], codes: null }
    await assert.rejects(
      inTx((tx) => storePasskey(tx, gone, 'Phone', checked satisfies CheckedPasskey)),
      over,
    )
    await assert.rejects(
      inTx((tx) => codesForFirst(tx, ana.id, null)),
      { status: 409, message: /sign-in methods have just changed/ },
    )
    await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: ana.password } })
    await assert.rejects(
      inTx((tx) => lockOwner(tx, ana.id)),
      { message: 'This account is closed.' },
    )
  })

  test('removing one of two factors does not delete the recovery codes, and removing an unconfirmed app changes nothing', async () => {
    const ana = await app.signUp('Ana')
    await switchOnTotp(app, ana)
    const { id } = await addPasskey(app, ana)
    await app.call('DELETE', `/v1/passkeys/${id}`, { cookie: ana.cookie })
    assert.equal((await factors(ana.cookie)).recovery_codes.left, 10)
    assert.notEqual(await secondAt(ana), null)

    const ben = await app.signUp('Ben')
    await app.call('POST', '/v1/totp', { cookie: ben.cookie })
    const before = await changesOf(ben)
    assert.equal((await app.call('DELETE', '/v1/totp', { cookie: ben.cookie })).status, 200)
    assert.deepEqual([await changesOf(ben), await subjects(ben.email)], [before, []])
  })

  test('an account can have twenty passkeys', async () => {
    const ana = await app.signUp('Ana')
    const { db, now } = app.service.ctx
    const insert = (number: number) =>
      db
        .insertInto('passkeys')
        .values({
          id: `psk_${ana.id.slice(4, 20)}${number}`,
          account_id: ana.id,
          credential_id: Buffer.from(`${ana.id} ${number}`),
          public_key: Buffer.from([0]),
          counter: 0,
          transports: [],
          name: `Key ${number}`,
          created_at: now(),
        })
        .execute()
    for (let number = 1; number < MAX_PASSKEYS; number++) await insert(number)
    const { device } = await addPasskey(app, ana)
    const request = () => app.call('POST', '/v1/passkeys/options', { cookie: ana.cookie })
    assert.equal((await request()).status, 409)
    await db
      .deleteFrom('passkeys')
      .where('credential_id', '=', Buffer.from(`${ana.id} 1`))
      .execute()
    const { options } = (await request()).body
    assert.equal(options.excludeCredentials.length, MAX_PASSKEYS - 1)
    await insert(1)
    const late = await app.call('POST', '/v1/passkeys', { cookie: ana.cookie, json: { name: 'Late', response: device.create(options) } })
    assert.deepEqual([late.status, /20 passkeys/.test(late.body.error.message)], [409, true])
  })
})

describe('wrong and late proofs', () => {
  test('correct codes do not count toward the limit on wrong codes', async () => {
    const ana = await app.signUp('Ana')
    const { secret, codes } = await switchOnTotp(app, ana)
    const statusOf = async (answer: object) => (await secondStep(app, await firstStep(app, ana), answer)).status
    const wrongCode = (shift: number) => ({ totp: String((Number(codeOf(app, secret)) + shift) % 1_000_000).padStart(6, '0') })
    const wrong = async (answers: readonly object[]) => {
      const statuses = []
      for (const answer of answers) statuses.push(await statusOf(answer))
      return statuses
    }
    assert.deepEqual(await wrong([101, 102, 103, 104].map(wrongCode)), [401, 401, 401, 401])
    assert.equal(await statusOf({ totp: codeOf(app, secret) }), 201)
    assert.deepEqual(await wrong([105, 106].map(wrongCode)), [401, 429])
    const bad = { recovery_code: 'aaaaa-aaaaa' }
    assert.deepEqual(await wrong([bad, bad, { recovery_code: 'no code' }, bad]), [401, 401, 401, 401])
    assert.equal(await statusOf({ recovery_code: codes[0] }), 201)
    assert.deepEqual(await wrong([bad, bad]), [401, 429])
    const ben = await app.signUp('Ben')
    const none = await app.call('POST', '/v1/sessions/second', { cookie: ben.cookie, json: bad })
    assert.deepEqual([none.status, none.body.error.param], [401, 'recovery_code'], 'an account without codes')
  })

  test('a day allows twenty wrong authenticator codes', async () => {
    const ana = await app.signUp('Ana')
    const { secret } = await switchOnTotp(app, ana)
    const statuses = []
    for (let count = 0; count < 21; count++) {
      const totp = String((Number(codeOf(app, secret)) + 500_000) % 1_000_000).padStart(6, '0')
      statuses.push((await app.call('POST', '/v1/sessions/second', { cookie: ana.cookie, json: { totp } })).status)
      if (count % 5 === 4) await app.advance(601)
    }
    assert.deepEqual([new Set(statuses.slice(0, 20)), statuses[20]], [new Set([401]), 429])
  })

  test('an authenticator code is a second step but no proof of identity, and the code of an unconfirmed app is neither', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { secret } = await switchOnTotp(app, ana)
    const { body: setup } = await app.call('POST', '/v1/totp', { cookie: ben.cookie })
    await app.advance(16 * 60)
    const second = ({ cookie }: { cookie: string }, code: string) =>
      app.call('POST', '/v1/sessions/second', { cookie, json: { totp: code } })
    assert.equal((await second(ben, codeOf(app, setup.secret))).status, 401)
    const before = (await secondAt(ana))!.getTime()
    assert.equal((await second(ana, codeOf(app, secret))).status, 200)
    assert.ok((await secondAt(ana))!.getTime() >= before + 900_000)
    assert.equal((await app.call('POST', '/v1/totp', { cookie: ana.cookie })).body.error.code, 'proof')
  })

  test('a session starts with a second step only if the sign-in had one', async () => {
    const ana = await app.signUp('Ana')
    const { device } = await addPasskey(app, ana)
    const { secret } = await switchOnTotp(app, ana)
    const byCode = await secondStep(app, await firstStep(app, ana), { totp: codeOf(app, secret) })
    const { options, cookie } = await requestPasskey(app)
    const byPasskey = await app.call('POST', '/v1/sessions/passkey', { cookie, json: { passkey: device.get(options) } })
    for (const reply of [byCode, byPasskey]) assert.notEqual(await secondAt({ cookie: cookieOf(reply) }), null)
    const plain = await app.signUp('Plain')
    assert.equal(await secondAt({ cookie: cookieOf((await firstStep(app, plain)).reply) }), null)
  })

  test('as the second step, a passkey response may omit the account but must not name another one', async () => {
    const [ana, eve] = [await app.signUp('Ana'), await app.signUp('Eve')]
    const { device } = await addPasskey(app, ana)
    const statusOf = async (userHandle: string | null) => {
      const first = await firstStep(app, ana)
      const [unused, { options }] = [await requestPasskey(app, first), await requestPasskey(app, first)]
      const passkey = device.get(options)
      const answer = { ...passkey, response: { ...passkey.response, userHandle } }
      const { status } = await secondStep(app, first, { passkey: answer })
      if (status === 401)
        assert.equal((await secondStep(app, first, { passkey: device.get(unused.options) })).status, 201, 'another challenge still works')
      return status
    }
    assert.equal(await statusOf(null), 201)
    assert.equal(await statusOf(Buffer.from(eve.id).toString('base64url')), 401)
  })

  test('a passkey that was used since it was verified is rejected', async () => {
    const ana = await app.signUp('Ana')
    const { id } = await addPasskey(app, ana)
    const { db } = app.service.ctx
    const { counter: was } = await db.selectFrom('passkeys').select('counter').where('id', '=', id).executeTakeFirstOrThrow()
    const use = { passkeyId: id, accountId: ana.id, was, counter: was + 1 }
    await inTx((tx) => noteUse(tx, use))
    await assert.rejects(
      inTx((tx) => noteUse(tx, use)),
      { status: 401 },
    )
  })

  test('a sign-in with one ticket uses up only this ticket, and a new password uses up only the account’s own tickets', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { secret } = await switchOnTotp(app, ana)
    const { secret: theirs } = await switchOnTotp(app, ben)
    const [first, second, third, other] = [
      await firstStep(app, ana),
      await firstStep(app, ana),
      await firstStep(app, ana),
      await firstStep(app, ben),
    ]
    // wrong answers count for one ticket only
    for (let tries = 0; tries < 5; tries++) await secondStep(app, first, { recovery_code: 'aaaaa-aaaaa' })
    assert.equal((await secondStep(app, first, { totp: codeOf(app, secret) })).status, 201)
    assert.equal((await secondStep(app, second, { totp: codeOf(app, secret, 1) })).status, 201)
    await app.call('PUT', '/v1/me/password', { cookie: ana.cookie, json: { password: ana.password, new_password: 'quite another one' } })
    const tokenOf = ({ cookie }: { cookie: string }) => cookie.split('=')[1]!
    const { ctx } = app.service
    assert.deepEqual(
      [await readTicket(ctx, null), await readTicket(ctx, tokenOf(third)), (await readTicket(ctx, tokenOf(other)))?.accountId],
      [null, null, ben.id],
    )
    assert.equal((await secondStep(app, other, { totp: codeOf(app, theirs) })).status, 201)
    await assert.rejects(
      inTx((tx) => takeTicket(tx, { id: other.ticket } as Parameters<typeof takeTicket>[1])),
      { status: 401 },
    )
  })

  test('tickets, challenges and unconfirmed apps end at their time limit, and the periodic jobs delete only these', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { ctx } = app.service
    const { db } = ctx
    await switchOnTotp(app, ben)
    const { cookie } = await firstStep(app, ben)
    await requestPasskey(app)
    await app.call('POST', '/v1/totp', { cookie: ana.cookie })
    const token = cookie.split('=')[1]!
    const ticket = await db
      .selectFrom('sign_in_tickets')
      .select(['created_at', 'expires_at'])
      .where('token_hash', '=', sha256(token))
      .executeTakeFirstOrThrow()
    assert.equal(ticket.expires_at.getTime() - ticket.created_at.getTime(), TICKET_LIFE_MS)
    const due = ticket.expires_at
    assert.equal((await readTicket(at(due, -1), token))?.accountId, ben.id)
    assert.equal(await readTicket(at(due, 0), token), null)
    const count = async (table: 'sign_in_tickets' | 'passkey_challenges' | 'authenticator_apps') =>
      (await db.selectFrom(table).select('account_id').execute()).length
    await deleteExpiredTickets(at(due, -1))
    const tickets = await count('sign_in_tickets')
    await deleteExpiredTickets(at(due, 0))
    assert.equal(await count('sign_in_tickets'), tickets - 1)

    const { expires_at } = await db
      .selectFrom('passkey_challenges')
      .select('expires_at')
      .orderBy('expires_at', 'desc')
      .executeTakeFirstOrThrow()
    await deleteExpiredChallenges(at(expires_at, -1))
    assert.notEqual(await count('passkey_challenges'), 0)
    await deleteExpiredChallenges(at(expires_at, 0))
    assert.equal(await count('passkey_challenges'), 0)

    const waiting = (await waitingSetup(ctx, actorOf(ana)))!
    assert.match(waiting.uri, /example\.test/)
    const { created_at } = await db
      .selectFrom('authenticator_apps')
      .select('created_at')
      .where('account_id', '=', ana.id)
      .executeTakeFirstOrThrow()
    assert.equal(waiting.expiresAt.getTime(), created_at.getTime() + SETUP_LIFE_MS)
    const seen = async (ms: number) => (await waitingSetup(at(created_at, ms), actorOf(ana))) !== null
    assert.deepEqual([await seen(SETUP_LIFE_MS - 1), await seen(SETUP_LIFE_MS)], [true, false])
    await assert.rejects(
      inTransaction(at(created_at, SETUP_LIFE_MS), (tx) => confirmTotp(tx, actorOf(ana), '000000', null)),
      /No authenticator setup is waiting/,
    )
    assert.equal(await waitingSetup(ctx, actorOf(ben)), null, 'a confirmed app does not wait')
    await deleteExpiredSetups(at(created_at, SETUP_LIFE_MS - 1))
    const apps = await count('authenticator_apps')
    await deleteExpiredSetups(at(created_at, SETUP_LIFE_MS))
    assert.equal(await count('authenticator_apps'), apps - 1)
    assert.equal(await waitingSetup(ctx, actorOf(ana)), null)
  })
})
