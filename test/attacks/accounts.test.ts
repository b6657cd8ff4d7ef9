import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { onSale } from '#test/bargain.ts'
import { openSeller } from '#test/factories.ts'
import { verifyAddress } from '#test/factors.ts'
import { LINK_PATHS, mailedLink, mailsTo } from '#test/mailed-link.ts'
import { lifetime } from '#test/lifetime.ts'
import { agentOf, CHECKOUT, FULFILLMENT, of, ORDER, SENT } from '#test/ucp/buying.ts'
import { HOME } from '#test/sales.ts'
import { startPlatform, type Platform } from '#test/ucp/platform.ts'

const HOOK = 'http://127.0.0.1:9/'
const QUARTER = 15 * 60 + 1

const cookiesOf = (reply: Reply): string =>
  [...(reply.headers['set-cookie'] ?? '').matchAll(/(?:^|,)((?:session|device)=[^;]+)/g)].map(([, cookie]) => cookie!).join('; ')
const deviceOf = (cookies: string): string => cookies.split('; ').find((part) => part.startsWith('device='))!

const life = lifetime()
let app: TestApp
let made = 0
let platform: Platform
let coat: string

before(async () => {
  app = await startApp(life)
  platform = await startPlatform(life, [CHECKOUT, FULFILLMENT])
  platform.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: HOOK } }]
  coat = await onSale(await openSeller(app, 'Sol'), { shipping: 5 })
})

const subjectsTo = async (email: string): Promise<string[]> => {
  return (await mailsTo(app, email)).map(({ subject }) => subject)
}
const signIn = (email: string, password: string, cookie?: string) =>
  app.call('POST', '/v1/sessions', { json: { email, password }, ...(cookie ? { cookie } : {}) })

/** Signs up with another person's email address, and creates every kind of access that could later lead back into the account. */
async function planted() {
  const email = `victim${++made}@example.test`
  const password = 'what only the thief knows'
  const opened = await app.call('POST', '/v1/accounts', { json: { name: 'Thief', email, password } })
  const cookie = cookiesOf(await signIn(email, password))
  const { id, api_key } = opened.body
  const key = api_key.secret as string
  const agent = await app.call('POST', '/v1/keys', {
    cookie,
    json: { name: 'Agent', kind: 'agent', scopes: ['shops'], ask_first: ['shops.delete'] },
  })
  await app.call('PUT', '/v1/webhooks', { key, json: { url: HOOK } })
  assert.equal((await agentOf(app, platform, key).create({ line_items: of(coat), fulfillment: SENT })).status, 201)
  await app.call('POST', '/v1/shops', { key, json: { name: 'Trap', slug: `trap-${made}` } })
  const requested = await app.call('DELETE', `/v1/shops/trap-${made}`, { key: agent.body.secret })
  assert.equal(requested.status, 202)
  await app.call('POST', '/v1/searches', { key, json: { q: 'lamp', alert: 'daily' } })
  assert.equal((await app.call('POST', '/v1/addresses', { key, json: HOME })).status, 201)
  const customer = { id: `pcu_${made}`, account_id: id, provider: 'test', mode: 'test', provider_ref: `test_customer_${made}` } as const
  await app.service.ctx.db
    .insertInto('payment_customers')
    .values({ ...customer, created_at: app.service.ctx.now() })
    .execute()
  assert.equal((await app.call('PUT', '/v1/me/email', { cookie, json: { email: `thief${made}@evil.test` } })).status, 202)
  const trojan = await mailedLink(app, `thief${made}@evil.test`, LINK_PATHS.verify)
  return {
    id: id as string,
    email,
    password,
    cookie,
    key,
    agent: agent.body.secret as string,
    link: agent.body.link as string,
    trojan,
    evil: `thief${made}@evil.test`,
  }
}
type Planted = Awaited<ReturnType<typeof planted>>

async function assertAllGone({ id, email, password, cookie, key, agent, link, trojan, evil }: Planted) {
  const { db } = app.service.ctx
  for (const secret of [key, agent]) assert.equal((await app.call('GET', '/v1/me', { key: secret })).status, 401, 'keys')
  assert.equal((await app.call('GET', '/v1/me', { cookie })).status, 401, 'sessions')
  assert.equal((await signIn(email, password)).status, 401, 'the password')
  assert.equal((await app.call('GET', new URL(link).pathname)).status, 404, 'the agent link')
  const left = async (
    table: 'approvals' | 'webhooks' | 'known_browsers' | 'sessions' | 'passkeys' | 'authenticator_apps' | 'payout_accounts' | 'addresses',
  ) => (await db.selectFrom(table).select('account_id').where('account_id', '=', id).execute()).length
  for (const table of ['approvals', 'webhooks', 'passkeys', 'authenticator_apps', 'payout_accounts', 'addresses'] as const)
    assert.equal(await left(table), 0, table)
  const customer = await db.selectFrom('payment_customers').select('delete_at').where('account_id', '=', id).executeTakeFirst()
  assert.notEqual(customer?.delete_at, null, 'the saved cards of the impostor are deleted')
  assert.deepEqual(await db.selectFrom('saved_searches').select('alert').where('account_id', '=', id).execute(), [{ alert: 'none' }])
  const news = await db.selectFrom('checkouts').select('webhook_url').where('account_id', '=', id).execute()
  assert.deepEqual(news, [{ webhook_url: null }], 'the webhook URL for order updates is removed')
  const used = await app.call('POST', '/v1/email-verifications/complete', { json: { token: trojan } })
  assert.equal(used.status, 400, 'the link to the impostor’s other address is invalid')
  const { email: now } = await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(now, email)
  assert.ok((await subjectsTo(email)).includes('Your email address is confirmed, and earlier access has ended'))
  assert.ok(!(await subjectsTo(evil)).includes('Your email address is confirmed, and earlier access has ended'))
}

describe('an account that an impostor opened with another person’s email address', () => {
  test('using the verification link revokes all sessions and keys of an impostor', async () => {
    const other = await planted()
    // cancels the impostor's change of address, which would divert the verification email
    await app.service.ctx.db.updateTable('accounts').set({ new_email: null }).where('id', '=', other.id).execute()
    await app.call('POST', '/v1/email-verifications', { cookie: other.cookie })
    const token = await mailedLink(app, other.email, LINK_PATHS.verify)
    const proved = await app.call('POST', '/v1/email-verifications/complete', { json: { token } })
    assert.equal(proved.status, 200)
    assert.deepEqual(proved.body.ended, { sessions: 1, keys: 2, approvals: 1, webhook: true })
    await assertAllGone(other)
  })

  test('signing in by email link ends all access that an impostor created', async () => {
    const thief = await planted()
    const token = await mailedLink(app, thief.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    const entered = await app.call('POST', '/v1/sign-in-links/complete', { json: { token } })
    assert.equal(entered.status, 201)
    await assertAllGone(thief)
    const cookie = cookiesOf(entered)
    const known = await app.service.ctx.db.selectFrom('known_browsers').select('account_id').where('account_id', '=', thief.id).execute()
    assert.equal(known.length, 1, 'only the browser of the address owner is known')
    assert.equal((await app.call('GET', '/v1/me', { cookie })).body.email_verified, true)
    assert.equal((await app.call('PUT', '/v1/me/password', { cookie, json: { new_password: 'mine and nobody else’s' } })).status, 200)
    assert.equal((await signIn(thief.email, 'mine and nobody else’s')).status, 201)
  })

  test('a password reset ends all access that the impostor created', async () => {
    const thief = await planted()
    const token = await mailedLink(app, thief.email, LINK_PATHS.reset, { requestPath: '/v1/password-resets' })
    const reset = await app.call('POST', '/v1/password-resets/complete', { json: { token, password: 'mine and nobody else’s' } })
    assert.deepEqual([reset.status, reset.body.ended?.keys], [200, 2])
    await assertAllGone(thief)
    assert.equal((await signIn(thief.email, 'mine and nobody else’s')).status, 201)
  })

  test('requests that run during an email verification leave no key, session or webhook behind', async () => {
    const rounds = process.env.ATTACK === 'long' ? 20 : 4
    for (let round = 0; round < rounds; round++) {
      const thief = await planted()
      const token = await mailedLink(app, thief.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
      const key = (name: string) => app.call('POST', '/v1/keys', { cookie: thief.cookie, json: { name, kind: 'api', scopes: [] } })
      const flood = Array.from({ length: 6 }, (_, one) => [key(`k${one}`), signIn(thief.email, thief.password)]).flat()
      const hooks = [1, 2, 3].map((one) => app.call('PUT', '/v1/webhooks', { key: thief.key, json: { url: `${HOOK}${one}` } }))
      const buys = [1, 2, 3].map(() => agentOf(app, platform, thief.key).create({ line_items: of(coat), fulfillment: SENT }))
      const password = () =>
        app.call('PUT', '/v1/me/password', {
          cookie: thief.cookie,
          json: { password: thief.password, new_password: 'still the thief’s one' },
        })
      const proof = app.call('POST', '/v1/sign-in-links/complete', { json: { token } })
      const replies = await Promise.all([proof, ...flood, ...hooks, ...buys, ...(round % 2 ? [password()] : [])])
      // skips the checks if the password was changed first, because the change invalidated the link before it verified the address
      if (replies[0].status !== 201) continue
      const { db } = app.service.ctx
      const count = async (table: 'webhooks' | 'sessions') =>
        (await db.selectFrom(table).select('account_id').where('account_id', '=', thief.id).execute()).length
      const keys = await db.selectFrom('keys').select('id').where('account_id', '=', thief.id).where('revoked_at', 'is', null).execute()
      assert.deepEqual([keys.length, await count('webhooks'), await count('sessions')], [0, 0, 1])
      const notified = db.selectFrom('checkouts').select('id').where('account_id', '=', thief.id).where('webhook_url', 'is not', null)
      assert.deepEqual(await notified.execute(), [])
      for (const one of [thief.password, 'still the thief’s one']) assert.equal((await signIn(thief.email, one)).status, 401)
    }
  })

  test('verifying an email address in the same session or with the password does not end sessions or revoke keys', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const first = await mailedLink(app, ana.email, LINK_PATHS.verify)
    const sameBrowser = await app.call('POST', '/v1/email-verifications/complete', { cookie: ana.cookie, json: { token: first } })
    assert.deepEqual([sameBrowser.status, sameBrowser.body.ended], [200, null])
    const second = await mailedLink(app, ben.email, LINK_PATHS.verify)
    const wrong = await app.call('POST', '/v1/email-verifications/complete', { json: { token: second, password: 'not his password' } })
    assert.deepEqual([wrong.status, wrong.body.error.param], [401, 'password'])
    const there = await app.call('POST', '/v1/email-verifications/complete', { json: { token: second, password: ben.password } })
    assert.deepEqual([there.status, there.body.ended], [200, null])
    for (const { key, cookie } of [ana, ben])
      for (const by of [{ key }, { cookie }]) assert.equal((await app.call('GET', '/v1/me', by)).status, 200)
  })

  test('correcting a mistyped email address cannot take over an account with a verified address', async () => {
    const ana = await app.signUp('Ana')
    await app.call('POST', '/v1/email-verifications/complete', {
      cookie: ana.cookie,
      json: { token: await mailedLink(app, ana.email, LINK_PATHS.verify) },
    })
    await app.call('PUT', '/v1/me/email', { cookie: ana.cookie, json: { email: `typo.${ana.email}` } })
    const token = await mailedLink(app, `typo.${ana.email}`, LINK_PATHS.verify)
    const taken = await app.call('POST', '/v1/email-verifications/complete', { json: { token } })
    assert.deepEqual([taken.status, taken.body.error.param], [401, 'password'])
    assert.equal((await app.call('GET', '/v1/me', { key: ana.key })).body.email, ana.email)
    assert.equal((await app.call('POST', '/v1/email-verifications/complete', { cookie: ana.cookie, json: { token } })).status, 200)
    assert.ok((await subjectsTo(ana.email)).includes('Your account has a new email address'), 'the old address gets an email')
  })
})

describe('signing in to another person’s account', () => {
  test('ten failed sign-ins block unknown browsers, but neither the owner’s browser nor an email link', async () => {
    const strict = await startApp(life, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1/32' })
    let from = 0
    const send = (email: string, password: string, cookie?: string) =>
      strict.call('POST', '/v1/sessions', {
        json: { email, password },
        ...(cookie ? { cookie } : {}),
        headers: { 'x-forwarded-for': `198.51.100.${++from}` },
      })
    const ana = await strict.signUp('Ana')
    const home = deviceOf(cookiesOf(await send(ana.email, ana.password)))
    for (let tries = 0; tries < 10; tries++) assert.equal((await send(ana.email, `wrong ${tries}`)).status, 401)
    const away = await send(ana.email, ana.password)
    assert.equal(away.status, 429)
    assert.match(away.body.error.message, /sign-in link by email|passkey/)
    assert.equal((await send(ana.email, ana.password, home)).status, 201, 'a known browser can sign in')
    // failed attempts from a known browser are also limited
    for (let tries = 0; tries < 10; tries++) assert.equal((await send(ana.email, `wrong ${tries}`, home)).status, 401)
    assert.equal((await send(ana.email, ana.password, home)).status, 429)
    const token = await mailedLink(strict, ana.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    assert.equal((await strict.call('POST', '/v1/sign-in-links/complete', { json: { token } })).status, 201)
  })

  test('the owner of an account always has a working sign-in link, even if other people request many links', async () => {
    const strict = await startApp(life, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1/32' })
    const ana = await strict.signUp('Ana')
    await verifyAddress(strict, ana)
    let from = 0
    const post = (path: string, json: object) =>
      strict.call('POST', path, { json, headers: { 'x-forwarded-for': `198.51.${from >> 8}.${from++ % 256}` } })
    const requestLink = () => post('/v1/sign-in-links', { email: ana.email })
    const used = new Set<string>()
    const unused = async (): Promise<string> => {
      const tokens = (await mailsTo(strict, ana.email)).flatMap(
        ({ body }) => /sign-in\/link\?token=([0-9A-Za-z]{32})/.exec(body)?.[1] ?? [],
      )
      const token = tokens.find((one) => !used.has(one)) ?? 'none'
      used.add(token)
      return token
    }
    for (let quarter = 1; quarter <= 9; quarter++) {
      for (let times = 0; times < 12; times++) {
        const over = await requestLink()
        if (over.status === 429) assert.match(over.body.error.message, /the last links sent still work/)
        else assert.equal(over.status, 202)
      }
      await strict.advance(QUARTER)
      const reply = await post('/v1/sign-in-links/complete', { token: await unused() })
      assert.equal(reply.status, 201, `after ${quarter} quarters of an hour`)
    }
    // a new password invalidates all links, so the next request sends an email although three emails were sent in the last hour
    await strict.advance(3_600)
    for (let times = 0; times < 3; times++) await requestLink()
    const token = await mailedLink(strict, ana.email, LINK_PATHS.reset, { requestPath: '/v1/password-resets' })
    assert.equal((await post('/v1/password-resets/complete', { token, password: 'quite another password' })).status, 200)
    for (const { body } of await mailsTo(strict, ana.email)) used.add(/token=([0-9A-Za-z]{32})/.exec(body)?.[1] ?? '')
    await requestLink()
    await strict.advance(1)
    assert.equal((await post('/v1/sign-in-links/complete', { token: await unused() })).status, 201)
  })

  test('a completed password reset clears the failed sign-in attempts, so the account’s owner can sign in immediately', async () => {
    const strict = await startApp(life, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1/32' })
    let from = 0
    const signIn = (email: string, password: string) =>
      strict.call('POST', '/v1/sessions', { json: { email, password }, headers: { 'x-forwarded-for': `198.51.100.${++from}` } })
    const ana = await strict.signUp('Ana')
    for (let tries = 0; tries < 10; tries++) await signIn(ana.email, `wrong ${tries}`)
    assert.equal((await signIn(ana.email, ana.password)).status, 429)
    const token = await mailedLink(strict, ana.email, LINK_PATHS.reset, { requestPath: '/v1/password-resets' })
    const password = 'quite another password'
    assert.equal((await strict.call('POST', '/v1/password-resets/complete', { json: { token, password } })).status, 200)
    assert.equal((await signIn(ana.email, password)).status, 201)
  })

  test('successful sign-ins do not count toward the rate limit', async () => {
    const strict = await startApp(life, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1/32' })
    const ben = await strict.signUp('Ben')
    for (let times = 0; times < 15; times++) {
      const headers = { 'x-forwarded-for': `198.51.100.${times}` }
      assert.equal((await strict.call('POST', '/v1/sessions', { json: ben, headers })).status, 201)
    }
  })

  test('the owner always gets an email about new keys, webhook changes and sign-ins from new browsers', async () => {
    const eve = await app.signUp('Eve')
    await app.advance(QUARTER)
    assert.deepEqual(await subjectsTo(eve.email), ['Confirm your email'], 'the sign-in at sign-up sends no email')
    await app.call('POST', '/v1/sessions/proof', { cookie: eve.cookie, json: { password: eve.password } })
    await app.call('POST', '/v1/keys', { cookie: eve.cookie, json: { name: 'Bot', kind: 'api', scopes: [] } })
    assert.equal((await subjectsTo(eve.email))[0], 'New key for your account')
    await app.call('PUT', '/v1/webhooks', { key: eve.key, json: { url: `${HOOK}secret-path` } })
    assert.equal((await subjectsTo(eve.email))[0], 'Your webhook has a new address')
    const [mail] = await mailsTo(app, eve.email)
    assert.match(mail!.body, /127\.0\.0\.1:9[^/]/)
    assert.ok(!mail!.body.includes('secret-path'))
    assert.match(mail!.body, /by your key “First key”/)
    for (const [more, subject] of [
      [{ events: ['listing.sold', 'offer.received'] }, 'Your webhook was changed'],
      [{ events: ['offer.received', 'listing.sold'], enabled: false }, 'Your webhook was switched off'],
    ] as const) {
      const json = { url: `${HOOK}secret-path`, ...more }
      await app.call('PUT', '/v1/webhooks', { key: eve.key, json })
      const notified = await subjectsTo(eve.email)
      assert.equal(notified[0], subject)
      await app.call('PUT', '/v1/webhooks', { key: eve.key, json: { ...json, events: more.events.toReversed() } })
      assert.deepEqual(await subjectsTo(eve.email), notified, 'the same settings again send no email')
    }
    const count = (await subjectsTo(eve.email)).length
    await app.call('POST', '/v1/webhooks/rotate-secret', { key: eve.key })
    for (let each = 0; each < 2; each++) await app.call('DELETE', '/v1/webhooks', { key: eve.key })
    const newest = (await subjectsTo(eve.email)).slice(0, -count)
    assert.deepEqual(newest, ['Your webhook was removed', 'Your webhook has a new secret'])
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const fresh = await app.call('POST', '/v1/sessions', {
      json: { email: eve.email, password: eve.password },
      headers: { 'user-agent': agent },
    })
    assert.equal((await subjectsTo(eve.email))[0], 'New sign-in to your account')
    assert.match((await mailsTo(app, eve.email))[0]!.body, /from Firefox on Linux[^]*If this was not you/)
    const before = (await subjectsTo(eve.email)).length
    assert.equal((await signIn(eve.email, eve.password, deviceOf(cookiesOf(fresh)))).status, 201)
    assert.equal((await subjectsTo(eve.email)).length, before, 'the same browser causes no second email')
  })

  test('without reauthentication, a stolen session cannot create keys or change the webhook, email or password', async () => {
    const mia = await app.signUp('Mia')
    await app.advance(QUARTER)
    const { cookie } = mia
    const tries = [
      app.call('POST', '/v1/keys', { cookie, json: { name: 'k', kind: 'api', scopes: [] } }),
      app.call('PUT', '/v1/webhooks', { cookie, json: { url: HOOK } }),
      app.call('POST', '/v1/webhooks/rotate-secret', { cookie }),
      app.call('DELETE', '/v1/webhooks', { cookie }),
      app.call('PUT', '/v1/me/email', { cookie, json: { email: 'thief@evil.test' } }),
      app.call('PUT', '/v1/me/password', { cookie, json: { new_password: 'of the thief alone' } }),
      app.call('DELETE', '/v1/accounts/me', { cookie, json: {} }),
      app.call('POST', '/v1/sessions/end-others', { cookie }),
    ]
    for (const reply of await Promise.all(tries)) assert.deepEqual([reply.status, reply.body.error?.code], [403, 'proof'])
    const wrong = await app.call('POST', '/v1/sessions/proof', { cookie, json: { password: 'a guess of it' } })
    assert.deepEqual([wrong.status, wrong.body.error.param], [401, 'password'])
    assert.equal((await app.call('PUT', '/v1/webhooks', { key: mia.key, json: { url: HOOK } })).status, 200, 'a key needs no confirmation')
    assert.equal((await app.call('POST', '/v1/sessions/proof', { cookie, json: { password: mia.password } })).status, 200)
    assert.equal(
      (await tries[0]!.then(() => app.call('POST', '/v1/keys', { cookie, json: { name: 'k', kind: 'api', scopes: [] } }))).status,
      201,
    )
    await app.advance(QUARTER)
    assert.equal((await app.call('POST', '/v1/keys', { cookie, json: { name: 'k', kind: 'api', scopes: [] } })).status, 403)
  })
})

describe('weak passwords and undeliverable email addresses', () => {
  test('common passwords, sequences, and passwords based on the user’s address or name are rejected', async () => {
    const refused = async (json: Record<string, string>) => {
      const reply = await app.call('POST', '/v1/accounts', {
        json: { name: 'Zoe Marsh', email: `zoe.marsh${++made}@example.test`, ...json },
      })
      assert.deepEqual([reply.status, reply.body.error?.param], [400, 'password'], json.password)
    }
    for (const password of ['1234567890', 'Basketball99', 'abcdefghijklm', 'zoemarsh2026', `zoe.marsh${made + 5}@example.test`])
      await refused({ password })
    const zoe = await app.signUp('Zoe Marsh')
    const changed = await app.call('PUT', '/v1/me/password', {
      cookie: zoe.cookie,
      json: { password: zoe.password, new_password: 'Zoe-Marsh-1' },
    })
    assert.deepEqual([changed.status, changed.body.error.param], [400, 'new_password'])
    const token = await mailedLink(app, zoe.email, LINK_PATHS.reset, { requestPath: '/v1/password-resets' })
    const reset = await app.call('POST', '/v1/password-resets/complete', { json: { token, password: 'qwertyuiop' } })
    assert.deepEqual([reset.status, reset.body.error.param], [400, 'password'])
    assert.equal(
      (await app.call('POST', '/v1/password-resets/complete', { json: { token, password: 'four words make one' } })).status,
      200,
      'the link is not used up',
    )
  })

  test('sign-up rejects an address that the mailer would refuse', async () => {
    const bad = [
      '"a b"@example.test',
      'a@b@example.test',
      'a,b@example.test',
      'Eve<eve@example.test>',
      'a@exa(mple).test',
      'a:b@example.test',
      'a;@example.test',
      'a\\b@example.test',
      'a@[127.0.0.1]',
      'ana@localhost',
      'ana@.test',
      'ana@test.',
    ]
    for (const email of bad) {
      const reply = await app.call('POST', '/v1/accounts', { json: { name: 'Eve', email, password: 'a long enough password' } })
      assert.deepEqual([reply.status, reply.body.error?.param], [400, 'email'], email)
    }
  })
})
