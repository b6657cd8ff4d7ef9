import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Call, type Reply, type TestApp } from '#test/app.ts'
import { createAuthenticator, type Twist } from '#test/authenticator.ts'
import { addPasskey, requestPasskey, codeOf, firstStep, secondStep, switchOnTotp, verifyAddress } from '#test/factors.ts'
import { LINK_PATHS, mailedLink } from '#test/mailed-link.ts'
import { lifetime } from '#test/lifetime.ts'

const life = lifetime()

let app: TestApp
before(async () => {
  app = await startApp(life)
})

const WRONG: Record<string, Twist> = {
  'another origin': { origin: 'https://resale.evil.example' },
  'a shop’s origin': { origin: 'http://ana.resale.localhost' },
  'another party': { rpId: 'evil.example' },
  'the attacker’s own challenge': { challenge: Buffer.alloc(32, 7).toString('base64url') },
  'nobody verified': { unverified: true },
  'the other ceremony': { type: 'payment.get' },
}

const refused = (reply: Reply, status: number, param: string, why?: string) =>
  assert.deepEqual([reply.status, reply.body.error?.param], [status, param], why ?? JSON.stringify(reply.body))

const outlive = () => app.service.ctx.db.updateTable('passkey_challenges').set({ expires_at: app.service.ctx.now() }).execute()

describe('passkey registration', () => {
  const options = async (cookie: string) => (await app.call('POST', '/v1/passkeys/options', { cookie })).body.options
  const add = (cookie: string, response: unknown) => app.call('POST', '/v1/passkeys', { cookie, json: { response } })

  test('passkey registration rejects a wrong origin, relying party or challenge, missing user verification, and attestation certificates', async () => {
    const ana = await app.signUp('Ana')
    const device = createAuthenticator(app.url)
    for (const [why, twist] of Object.entries(WRONG))
      refused(await add(ana.cookie, device.create(await options(ana.cookie), twist)), 400, 'response', why)
    const attStmt = { alg: -7, sig: Buffer.alloc(70), x5c: [Buffer.alloc(200)] }
    for (const fmt of ['packed', 'fido-u2f', 'android-key', 'apple', 'tpm', 'none'])
      refused(await add(ana.cookie, device.create(await options(ana.cookie), { attestation: { fmt, attStmt } })), 400, 'response', fmt)
    for (const attestationObject of ['AA', 'n', 'gYGBgYGB'.repeat(2_000), Buffer.alloc(15_000, 0x81).toString('base64url')]) {
      const made = device.create(await options(ana.cookie))
      refused(
        await add(ana.cookie, { ...made, response: { ...made.response, attestationObject } }),
        400,
        'response',
        attestationObject.slice(0, 20),
      )
    }
    assert.equal((await app.call('GET', '/v1/passkeys', { cookie: ana.cookie })).body.total, 0)
  })

  test('passkey registration rejects a challenge that is used, expired, or issued for a different account or session', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const device = createAuthenticator(app.url)
    const requested = await options(ana.cookie)
    refused(await add(ana.cookie, device.create(requested, { origin: 'https://evil.example' })), 400, 'response')
    refused(await add(ana.cookie, device.create(requested)), 400, 'response', 'a challenge that a wrong response used up')
    refused(await add(ben.cookie, device.create(await options(ana.cookie))), 400, 'response', 'a challenge of another account')
    const other = await app.call('POST', '/v1/sessions', { json: { email: ana.email, password: ana.password } })
    const cookie = other.headers['set-cookie']!.split(';')[0]!
    refused(await add(cookie, device.create(await options(ana.cookie))), 400, 'response', 'a challenge of another session')
    const session = await requestPasskey(app, { cookie: ana.cookie })
    refused(
      await add(ana.cookie, device.create({ ...requested, challenge: session.options.challenge })),
      400,
      'response',
      'a challenge for identity confirmation',
    )
    const old = await options(ana.cookie)
    await outlive()
    refused(await add(ana.cookie, device.create(old)), 400, 'response', 'a challenge older than five minutes')
    const last = device.create(await options(ana.cookie))
    const both = await Promise.all(Array.from({ length: 4 }, () => add(ana.cookie, last)))
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 400, 400, 400],
    )
    refused(await add(ben.cookie, device.create(await options(ben.cookie))), 409, 'response', 'one passkey for two accounts')
  })
})

describe('signing in with a passkey', () => {
  const enter = (cookie: string, passkey: unknown) => app.call('POST', '/v1/sessions/passkey', { cookie, json: { passkey } })

  test('passkey sign-in rejects a wrong origin, relying party, challenge, signature, account or browser, and a replayed or late response', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { device } = await addPasskey(app, ana)
    await addPasskey(app, ben)
    for (const [why, twist] of Object.entries(WRONG)) {
      const { options, cookie } = await requestPasskey(app)
      refused(await enter(cookie, device.get(options, twist)), 401, 'passkey', why)
      if (!twist.challenge) refused(await enter(cookie, device.get(options)), 401, 'passkey', `${why}: its challenge is burnt`)
    }
    const [mine, theirs] = [await requestPasskey(app), await requestPasskey(app)]
    refused(await enter(theirs.cookie, device.get(mine.options)), 401, 'passkey', 'another browser')
    refused(await enter('', device.get(mine.options)), 401, 'passkey', 'no browser')
    const answer = device.get(mine.options)
    const { response } = answer
    for (const [why, bad] of Object.entries({
      'another person': { ...response, userHandle: Buffer.from(ben.id).toString('base64url') },
      'no person': { ...response, userHandle: null },
      'a bent signature': { ...response, signature: `${response.signature.slice(0, -4)}AAAA` },
      'a long one': { ...response, signature: 'A'.repeat(12_000) },
    })) {
      const { options, cookie } = await requestPasskey(app)
      refused(
        await enter(cookie, { ...device.get(options), response: { ...device.get(options).response, ...pick(bad, response) } }),
        401,
        'passkey',
        why,
      )
    }
    const anonymous = await requestPasskey(app)
    refused(await enter(anonymous.cookie, createAuthenticator(app.url).get(anonymous.options)), 401, 'passkey', 'unknown')
    const late = await requestPasskey(app)
    await outlive()
    refused(await enter(late.cookie, device.get(late.options)), 401, 'passkey', 'late')
    const good = await requestPasskey(app)
    const signed = device.get(good.options)
    const all = await Promise.all(Array.from({ length: 5 }, () => enter(good.cookie, signed)))
    assert.deepEqual(
      all.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 401, 401, 401, 401],
      'one of five concurrent requests succeeds',
    )
  })

  test('passkey sign-in rejects a signature counter that has not increased, because this indicates a cloned passkey', async () => {
    const ana = await app.signUp('Ana')
    const { device } = await addPasskey(app, ana)
    const use = async (counter: number) => {
      const { options, cookie } = await requestPasskey(app)
      return (await enter(cookie, device.get(options, { counter }))).status
    }
    assert.equal(await use(10), 201)
    assert.deepEqual([await use(10), await use(9), await use(0), await use(11)], [401, 401, 401, 201])
  })

  test('the second step of sign-in rejects a different account’s passkey', async () => {
    const [ana, eve] = [await app.signUp('Ana'), await app.signUp('Eve')]
    await addPasskey(app, ana)
    const { device } = await addPasskey(app, eve)
    const first = await firstStep(app, ana)
    const { options } = await requestPasskey(app, first)
    refused(await secondStep(app, first, { passkey: device.get(options) }), 401, 'passkey')
    const own = await requestPasskey(app)
    refused(
      await secondStep(app, first, { passkey: device.get(own.options) }),
      401,
      'passkey',
      'a challenge for sign-in without a password',
    )
  })
})

const pick = (bad: Record<string, unknown>, right: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(bad).filter(([name, value]) => value !== right[name]))

describe('the second step of sign-in', () => {
  test('a sign-in ticket works only once, for ten minutes, in the same browser, and until the password changes', async () => {
    const [ana, eve] = [await app.signUp('Ana'), await app.signUp('Eve')]
    const { secret } = await switchOnTotp(app, ana)
    await switchOnTotp(app, eve)
    await verifyAddress(app, ana)
    const over = (reply: Reply, why: string) => assert.deepEqual([reply.status, reply.body.error?.code], [401, 'ticket'], why)
    const first = await firstStep(app, ana)
    const theirs = await firstStep(app, eve)
    over(await secondStep(app, { ...first, cookie: '' }, { totp: codeOf(app, secret) }), 'no cookie')
    over(await secondStep(app, { ...first, cookie: theirs.cookie }, { totp: codeOf(app, secret) }), 'a cookie of another account')
    over(await secondStep(app, { ...first, ticket: theirs.ticket }, { totp: codeOf(app, secret) }), 'a ticket of another account')
    over(await secondStep(app, { ...first, ticket: '' }, { totp: codeOf(app, secret) }), 'no ticket')
    const wrongBrowser = await app.call('POST', '/v1/sessions/passkey-options', { json: { ticket: first.ticket } })
    over(wrongBrowser, 'another browser does not learn the passkeys')
    assert.equal((await secondStep(app, first, { totp: codeOf(app, secret) })).status, 201)
    over(await secondStep(app, first, { totp: codeOf(app, secret, 1) }), 'a used ticket')
    const late = await firstStep(app, ana)
    await app.advance(601)
    over(await secondStep(app, late, { totp: codeOf(app, secret) }), 'an expired ticket')
    const before = await firstStep(app, ana)
    const token = await mailedLink(app, ana.email, LINK_PATHS.reset, { requestPath: '/v1/password-resets' })
    const reset = await app.call('POST', '/v1/password-resets/complete', { json: { token, password: 'quite another one' } })
    assert.equal(reset.status, 200)
    over(await secondStep(app, before, { totp: codeOf(app, secret) }), 'a ticket from before the password change')
    assert.equal(
      (await firstStep(app, { ...ana, password: 'quite another one' })).reply.status,
      401,
      'a password reset does not bypass the second step',
    )
  })

  test('an account can enter at most five wrong codes in ten minutes, even with concurrent requests and several sign-ins', async () => {
    const ana = await app.signUp('Ana')
    const { secret, codes } = await switchOnTotp(app, ana)
    const right = codeOf(app, secret)
    const wrong = (index: number) => String((Number(right) + 100 + index) % 1_000_000).padStart(6, '0')
    const tickets = await Promise.all(Array.from({ length: 8 }, () => firstStep(app, ana)))
    const tries = await Promise.all(
      tickets.flatMap((ticket, at) => Array.from({ length: 3 }, (_, index) => secondStep(app, ticket, { totp: wrong(3 * at + index) }))),
    )
    const rejected = tries.filter(({ status }) => status === 401).length
    assert.deepEqual([rejected, tries.filter(({ status }) => status === 429).length], [5, 19])
    assert.equal((await secondStep(app, tickets[0]!, { totp: right })).status, 429, 'the right code is rejected too')
    assert.equal((await secondStep(app, tickets[1]!, { recovery_code: codes[3] })).status, 201, 'the owner can still use a recovery code')
  })

  test('a sign-in allows at most six attempts in total, across all kinds of codes and passkeys', async () => {
    const ana = await app.signUp('Ana')
    await addPasskey(app, ana)
    const first = await firstStep(app, ana)
    for (let answers = 0; answers < 6; answers++) {
      const { options } = await requestPasskey(app, first)
      refused(await secondStep(app, first, { passkey: createAuthenticator(app.url).get(options) }), 401, 'passkey')
    }
    const { options } = await requestPasskey(app, first)
    refused(await secondStep(app, first, { passkey: createAuthenticator(app.url).get(options) }), 401, 'ticket')
  })

  test('an authentication code works only once, even if ten concurrent requests send it', async () => {
    const ana = await app.signUp('Ana')
    const { secret, codes } = await switchOnTotp(app, ana)
    const once = async (answer: object, most: number) => {
      const tickets = await Promise.all(Array.from({ length: most }, () => firstStep(app, ana)))
      const replies = await Promise.all(tickets.map((ticket) => secondStep(app, ticket, answer)))
      assert.equal(replies.filter(({ status }) => status === 201).length, 1, JSON.stringify(replies.map(({ status }) => status)))
      assert.ok(replies.every(({ status }) => status < 500))
    }
    await once({ totp: codeOf(app, secret) }, 10)
    await once({ recovery_code: codes[0] }, 4)
  })
})

test('adding or removing an authentication factor requires recent reauthentication', async () => {
  const ana = await app.signUp('Ana')
  const { id, device } = await addPasskey(app, ana)
  await switchOnTotp(app, ana)
  const { body } = await app.call('POST', '/v1/passkeys/options', { cookie: ana.cookie })
  await app.advance(15 * 60)
  const calls: [string, string, unknown?][] = [
    ['POST', '/v1/passkeys/options'],
    ['POST', '/v1/passkeys', { response: device.create(body.options) }],
    ['DELETE', `/v1/passkeys/${id}`],
    ['POST', '/v1/totp'],
    ['POST', '/v1/totp/confirm', { code: '123456' }],
    ['DELETE', '/v1/totp'],
    ['POST', '/v1/recovery-codes'],
  ]
  for (const [method, path, json] of calls) {
    const reply = await app.call(method, path, { cookie: ana.cookie, ...(json ? { json } : {}) })
    assert.deepEqual([reply.status, reply.body.error?.code], [403, 'proof'], path)
  }
})

test('when the owner of an email address signs in for the first time, an impostor’s authentication factors are removed', async () => {
  const eve = await app.signUp('Eve')
  const { device } = await addPasskey(app, eve)
  await switchOnTotp(app, eve)
  const token = await mailedLink(app, eve.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
  const owner = await app.call('POST', '/v1/sign-in-links/complete', { json: { token } })
  assert.equal(owner.status, 201, 'the previous account’s second step is not required')
  const cookie = owner.headers['set-cookie']!.match(/session=\w+/)![0]
  const own = (await app.call('GET', '/v1/factors', { cookie })).body
  assert.deepEqual([own.second_step, own.passkeys, own.totp, own.recovery_codes], [false, 0, null, null])
  const { options, cookie: browser } = await requestPasskey(app)
  refused(await app.call('POST', '/v1/sessions/passkey', { cookie: browser, json: { passkey: device.get(options) } }), 401, 'passkey')
})

describe('an operator in public mode', () => {
  const HOST = { host: 'market.example', 'x-forwarded-proto': 'https', origin: 'https://market.example' }
  const PERSON = { name: 'Olga', email: 'olga@example.test', password: 'a long enough password' }
  let there: TestApp
  before(async () => {
    there = await startApp(life, {
      PUBLIC_URL: 'https://market.example',
      STORE_DOMAIN: 'shops.example',
      TEST_CLOCK: 'off',
      RATE_LIMITS: 'off',
    })
  })
  const call = (method: string, path: string, cookie: string, more: Call = {}) =>
    there.call(method, path, { ...more, headers: { ...HOST, cookie, ...more.headers } })
  const signIn = async () => (await call('POST', '/v1/sessions', '', { json: PERSON })).headers['set-cookie']!.split(';')[0]!
  const operatorPages = async (cookie: string) => [
    (await call('GET', '/v1/operator/health', cookie)).status,
    (await call('GET', '/operator', cookie)).status,
  ]

  test('an operator page requires the second step of sign-in and links to it', async () => {
    assert.equal((await call('POST', '/v1/accounts', '', { json: PERSON })).status, 201)
    const { db } = there.service.ctx
    await db.updateTable('accounts').set({ is_operator: true }).where('email', '=', PERSON.email).execute()
    const [cookie, older] = [await signIn(), await signIn()]
    const refusal = await call('GET', '/v1/operator/health', cookie)
    assert.deepEqual([refusal.status, refusal.body.error.code], [403, 'second_factor'])
    const page = await call('GET', '/operator', cookie)
    assert.deepEqual(
      [page.status, /href="(\/sign-in\/second\?return=[^"]+)"/.exec(page.body)?.[1]],
      [403, '/sign-in/second?return=%2Foperator'],
    )
    assert.match((await call('GET', '/sign-in/second?return=%2Foperator', cookie)).body, /href="\/you\/settings#ways-in"/)
    assert.equal((await call('POST', '/v1/shops', cookie, { json: { name: 'Olga', slug: 'olga' } })).status, 201)
    assert.equal((await call('GET', '/v1/factors', cookie)).body.required, true)

    const { body: setup } = await call('POST', '/v1/totp', cookie)
    assert.equal((await call('POST', '/v1/totp/confirm', cookie, { json: { code: codeOf(there, setup.secret) } })).status, 200)
    assert.deepEqual(await operatorPages(cookie), [200, 200], 'the session that set up the factor has passed both steps')
    assert.deepEqual(await operatorPages(older), [403, 403], 'an older session has not passed the second step')
    const passed = await call('POST', '/v1/sessions/second', older, { json: { totp: codeOf(there, setup.secret, 1) } })
    assert.equal(passed.status, 200)
    assert.deepEqual(await operatorPages(older), [200, 200])
    assert.equal((await call('DELETE', '/v1/totp', cookie)).status, 200)
    assert.deepEqual(
      [await operatorPages(cookie), await operatorPages(older)],
      [
        [403, 403],
        [403, 403],
      ],
      'without a factor, one step is not enough for operator rights',
    )
  })

  test('sign-in uses __Host- cookies, and passkeys are accepted only for the public origin', async () => {
    const cookie = await signIn()
    const { body, headers } = await call('POST', '/v1/sessions/passkey-options', '')
    assert.match(headers['set-cookie']!, /^__Host-sign_in=\w{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600; Secure$/)
    assert.equal(body.options.rpId, 'market.example')
    const { body: requested } = await call('POST', '/v1/passkeys/options', cookie)
    const near = createAuthenticator('https://market.example:8443').create(requested.options)
    refused(await call('POST', '/v1/passkeys', cookie, { json: { response: near } }), 400, 'response', 'another port is another origin')
    const { body: again } = await call('POST', '/v1/passkeys/options', cookie)
    const made = createAuthenticator('https://market.example').create(again.options)
    assert.equal((await call('POST', '/v1/passkeys', cookie, { json: { response: made } })).status, 201)
  })
})
