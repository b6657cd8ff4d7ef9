import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { startApp } from '#test/app.ts'
import { deleteOldBrowsers, forgetBrowsers, isKnownBrowser } from './browsers.ts'
import {
  closeSession,
  deleteExpiredSessions,
  endSecondSteps,
  endSessions,
  markProved,
  markSecond,
  openGuestSession,
  renewProof,
  setTimeZone,
  startSession,
  zoneOf,
} from './index.ts'

const DAY = 86_400
const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx

const BROWSER = { agent: 'Firefox/1 Linux', device: null }
const start = (id: string, options = {}) => startSession(ctx, id, BROWSER, options)
const rowOf = (token: string) => db.selectFrom('sessions').selectAll().where('token_hash', '=', sha256(token)).executeTakeFirst()
const statusOf = async (token: string) => (await app.call('GET', '/v1/me', { cookie: `session=${token}` })).status
const tokenOf = ({ cookie }: { cookie: string }) => cookie.split('=')[1]!
const people = async () => [await app.signUp('Ana'), await app.signUp('Bo')] as const

test('the list of sessions contains the account’s active sessions, latest first, and marks the current session', async () => {
  const [ana, bo] = await people()
  await app.advance(1)
  const second = await start(ana.id)
  const ended = await start(ana.id)
  await db.updateTable('sessions').set({ expires_at: ctx.now() }).where('token_hash', '=', sha256(ended.token)).execute()
  const list = async (cookie: string) =>
    (await app.call('GET', '/v1/sessions', { cookie })).body.data.map(({ id, current }: { id: string; current: boolean }) => [id, current])
  const [one, two] = [(await rowOf(tokenOf(ana)))!.id, (await rowOf(second.token))!.id]
  assert.deepEqual(await list(ana.cookie), [
    [two, false],
    [one, true],
  ])
  assert.deepEqual(await list(`session=${second.token}`), [
    [two, true],
    [one, false],
  ])
  assert.deepEqual(await list(bo.cookie), [[(await rowOf(tokenOf(bo)))!.id, true]])
})

test('an account can end one of its own sessions, or all except the current one, but never a session of a different account', async () => {
  const [ana, bo] = await people()
  const [second, third] = [await start(ana.id), await start(ana.id)]
  const end = async (token: string) =>
    (await app.call('DELETE', `/v1/sessions/${(await rowOf(token))?.id ?? 'ses_0'}`, { cookie: ana.cookie, headers: { origin: app.url } }))
      .status
  const all = () => Promise.all([tokenOf(ana), second.token, third.token, tokenOf(bo)].map(statusOf))
  assert.deepEqual([await end(tokenOf(bo)), await end(second.token), await end(second.token)], [404, 200, 404])
  assert.deepEqual(await all(), [200, 401, 200, 200])
  assert.equal(await endSessions(ctx, ana.id, tokenOf(ana)), 1)
  assert.deepEqual(await all(), [200, 401, 401, 200])
  assert.equal(await endSessions(ctx, ana.id, null), 1)
  assert.deepEqual(await all(), [401, 401, 401, 200])
})

test('signing out ends only the session whose token is sent', async () => {
  const [ana, bo] = await people()
  const second = await start(ana.id)
  await closeSession(ctx, second.token)
  assert.deepEqual(await Promise.all([second.token, tokenOf(ana), tokenOf(bo)].map(statusOf)), [401, 200, 200])
})

test('the periodic job deletes all expired sessions, and no other sessions', async () => {
  const [ana] = await people()
  const [due, later] = [await start(ana.id), await start(ana.id)]
  const expire = (token: string, ms: number) =>
    db
      .updateTable('sessions')
      .set({ expires_at: new Date(now.getTime() + ms) })
      .where('token_hash', '=', sha256(token))
      .execute()
  const now = ctx.now()
  await expire(due.token, 0)
  await expire(later.token, 1)
  await deleteExpiredSessions({ ...ctx, now: () => now })
  assert.deepEqual([await rowOf(due.token), (await rowOf(later.token))?.account_id], [undefined, ana.id])
})

test('a proof of identity or a second step applies only to one active session, and removing the MFA factors ends all second steps', async () => {
  const [ana, bo] = await people()
  const [first, second] = [await start(ana.id), await start(ana.id, { second: true })]
  const theirs = await start(bo.id, { second: true })
  assert.deepEqual([(await rowOf(first.token))!.second_at, (await rowOf(second.token))!.second_at !== null], [null, true])
  await app.advance(60)
  const before = (await rowOf(second.token))!.proved_at!.getTime()
  await inTransaction(ctx, (tx) => markProved(tx, first.token))
  assert.ok((await rowOf(first.token))!.proved_at!.getTime() >= before + 59_000)
  assert.equal((await rowOf(second.token))!.proved_at!.getTime(), before)
  const renewed = await inTransaction(ctx, (tx) => renewProof(tx, first.token))
  assert.deepEqual([renewed?.accountId, renewed?.expiresAt, renewed?.device], [ana.id, first.expiresAt, null])

  assert.deepEqual(await inTransaction(ctx, (tx) => markSecond(tx, first.token)), first.expiresAt)
  await assert.rejects(
    inTransaction(ctx, (tx) => markSecond(tx, 'no such token')),
    { type: 'authentication' },
  )
  await inTransaction(ctx, (tx) => endSecondSteps(tx, ana.id))
  const seconds = await Promise.all([first, second, theirs].map(async ({ token }) => (await rowOf(token))!.second_at !== null))
  assert.deepEqual(seconds, [false, false, true])

  await db.updateTable('sessions').set({ expires_at: ctx.now() }).where('token_hash', '=', sha256(first.token)).execute()
  assert.equal(await inTransaction(ctx, (tx) => renewProof(tx, first.token)), null, 'an expired session is not renewed')
})

test('a guest’s session lasts 7 days and does not count as proof of identity', async () => {
  const { id } = await app.signUp('Guest')
  const opened = await inTransaction(ctx, (tx) => openGuestSession(tx, id, { agent: 'x'.repeat(300) }))
  const row = (await rowOf(opened.token))!
  assert.equal(row.expires_at.getTime() - row.created_at.getTime(), 7 * DAY * 1_000)
  assert.deepEqual(
    [opened.expiresAt, opened.device, row.proved_at, row.second_at, row.agent?.length],
    [row.expires_at, null, null, null, 200],
  )
})

test('a sign-in sets the time zone of an account that has none, and changing the setting replaces the time zone of this account only', async () => {
  const [ana, bo] = await people()
  const signIn = (zone: string | null) => startSession(ctx, ana.id, { ...BROWSER, zone })
  await signIn('no/zone')
  assert.equal(await zoneOf(ctx, ana.id), 'UTC')
  await signIn('Europe/Berlin')
  await signIn('America/New_York')
  assert.deepEqual([await zoneOf(ctx, ana.id), await zoneOf(ctx, bo.id)], ['Europe/Berlin', 'UTC'])
  const set = (name: string) =>
    inTransaction(ctx, (tx) => setTimeZone(tx, { accountId: ana.id } as Parameters<typeof setTimeZone>[1], name))
  assert.equal(await set(' America/Lima '), 'America/Lima')
  await assert.rejects(set('Nowhere'), { param: 'time_zone' })
  assert.deepEqual([await zoneOf(ctx, ana.id), await zoneOf(ctx, bo.id)], ['America/Lima', 'UTC'])
})

test('an account remembers its own 20 most recently used browsers for 400 days, and never those of other accounts', async () => {
  const [ana, bo] = await people()
  const devices: string[] = []
  for (let n = 0; n < 21; n++) {
    const later = { ...ctx, now: () => new Date(ctx.now().getTime() + n * 1_000) }
    devices.push((await startSession(later, ana.id, BROWSER)).device!)
    if (n === 18) await startSession(later, ana.id, { agent: null, device: devices[0]! })
  }
  const theirs = (await start(bo.id)).device!
  const knows = ({ id }: { id: string }, device: string) => isKnownBrowser(ctx, id, { agent: null, device })
  const known = await Promise.all(devices.map((device) => knows(ana, device)))
  // the sign-up used one more browser; the browser that was used again stays, and the two that were unused longest are forgotten
  assert.deepEqual([known[0], known[1], known[2], known.slice(3).includes(false)], [true, false, true, false])
  assert.deepEqual([await knows(bo, theirs), await knows(ana, theirs), await knows(bo, devices[20]!)], [true, false, false])
  assert.equal(await isKnownBrowser(ctx, undefined, { agent: null, device: theirs }), false)
  await inTransaction(ctx, (tx) => forgetBrowsers(tx, ana.id))
  assert.deepEqual([await knows(ana, devices[20]!), await knows(bo, theirs)], [false, true])
  await db
    .updateTable('known_browsers')
    .set({ seen_at: new Date(ctx.now().getTime() - 399 * DAY * 1_000) })
    .where('account_id', '=', bo.id)
    .execute()
  await deleteOldBrowsers(ctx)
  assert.equal(await knows(bo, theirs), true)
  await db
    .updateTable('known_browsers')
    .set({ seen_at: new Date(ctx.now().getTime() - 401 * DAY * 1_000) })
    .where('account_id', '=', bo.id)
    .execute()
  await deleteOldBrowsers(ctx)
  assert.equal(await knows(bo, theirs), false)
})

test('a sign-in from a new browser is reported by email, except for the first sign-in within an hour of the sign-up', async () => {
  const [ana, bo] = await people()
  const mails = async (id: string) =>
    (
      await db
        .selectFrom('mails')
        .select('body')
        .where('account_id', '=', id)
        .where('subject', '=', 'New sign-in to your account')
        .execute()
    ).map(({ body }) => body)
  assert.deepEqual(await mails(ana.id), [], 'the first sign-in follows the sign-up')
  await inTransaction(ctx, (tx) => forgetBrowsers(tx, bo.id))
  await app.advance(3_540)
  const { device } = await start(bo.id)
  assert.deepEqual(await mails(bo.id), [])
  await startSession(ctx, bo.id, { agent: null, device })
  assert.deepEqual(await mails(bo.id), [], 'the browser is known')
  await start(bo.id)
  assert.match((await mails(bo.id)).join(), /Firefox on Linux/)
  await inTransaction(ctx, (tx) => forgetBrowsers(tx, ana.id))
  await app.advance(60)
  await start(ana.id)
  assert.equal((await mails(ana.id)).length, 1, 'the account is an hour old')
})

test('a browser remembers up to four accounts, the latest first', async () => {
  const devices: string[] = []
  let device: string | null = null
  const accounts: { id: string }[] = []
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    const account = await app.signUp(name)
    const opened = await startSession(ctx, account.id, { agent: null, device })
    device = opened.device!
    devices.push(device.split('.')[0]!)
    accounts.push(account)
  }
  assert.deepEqual(device!.split('.'), devices.toReversed().slice(0, 4))
  const knows = (at: number) => isKnownBrowser(ctx, accounts[at]!.id, { agent: null, device })
  assert.deepEqual([await knows(4), await knows(1), await knows(0)], [true, true, false])
  const again = await startSession(ctx, accounts[1]!.id, { agent: null, device })
  assert.deepEqual(again.device!.split('.'), [devices[1], devices[4], devices[3], devices[2]])
  const mixed = await startSession(ctx, accounts[4]!.id, { agent: null, device: `short.${devices[4]}` })
  assert.equal(mixed.device, devices[4], 'text that is no token is dropped')
})

test('a sign-in moves the orders of guests with the account’s address only if the address is verified and the account is not suspended', async () => {
  const [ana, guest] = await people()
  const moved: string[] = []
  const hooks = { ...ctx.hooks, signedIn: async (_: unknown, id: string) => void moved.push(id) }
  const signIn = () => startSession({ ...ctx, hooks }, ana.id, BROWSER)
  const change = (set: object) => db.updateTable('accounts').set(set).where('id', '=', ana.id).execute()
  await change({ email_verified_at: ctx.now() })
  await signIn()
  await db.updateTable('accounts').set({ email: null, password_hash: null, guest_email: ana.email.toUpperCase() }).where('id', '=', guest.id).execute() // prettier-ignore
  await change({ email_verified_at: null })
  await signIn()
  await change({ email_verified_at: ctx.now(), suspended_at: ctx.now() })
  await signIn()
  assert.deepEqual(moved, [])
  await change({ suspended_at: null })
  await signIn()
  assert.deepEqual(moved, [ana.id])
})

test('the list of sessions shows each session without its token, and the account shows the rights of the key that reads it', async () => {
  const [ana] = await people()
  const row = (await rowOf(tokenOf(ana)))!
  const times = { created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }
  const { data } = (await app.call('GET', '/v1/sessions', { cookie: ana.cookie })).body
  assert.deepEqual(data, [{ object: 'session', id: row.id, agent: null, current: true, ...times }])
  const { created_at } = await db.selectFrom('accounts').select('created_at').where('id', '=', ana.id).executeTakeFirstOrThrow()
  const json = { name: 'Agent', kind: 'agent', scopes: ['buying'], ask_first: ['buying.pay'], max_offer: 12.5, max_day: 80 }
  const { secret } = (await app.call('POST', '/v1/keys', { cookie: ana.cookie, json })).body
  await app.call('POST', '/v1/shops', { key: ana.key, json: { name: 'Lamps', slug: `lamps-of-${row.id.slice(-6)}` } })
  const { usage, quotas, shops, ...rest } = (await app.call('GET', '/v1/me', { key: secret })).body
  assert.deepEqual(rest, {
    object: 'account',
    id: ana.id,
    name: 'Ana',
    email: ana.email,
    email_verified: false,
    key: { kind: 'agent', scopes: ['read', 'buying'], ask_first: ['buying.pay'], max_offer: 12.5, max_day: 80 },
    livemode: true,
    test_account: null,
    brake: false,
    created_at: created_at.toISOString(),
  })
  assert.deepEqual([usage.limit, Object.keys(usage)], [ctx.config.usageLimit, ['requests', 'limit']])
  const { quotas: limits } = ctx.config
  assert.deepEqual(quotas, {
    shops: { used: 1, limit: limits.shops },
    keys: { used: 2, limit: limits.keys },
    listings: { used: 0, limit: limits.listings },
    media_gb: { used: 0, limit: limits.mediaGigabytes },
    exports_a_day: { used: 0, limit: limits.exportsADay },
  })
  assert.deepEqual(shops.map(({ object, name, slug, url }: Record<string, string>) => [object, name, url!.includes(slug!)]), [['shop', 'Lamps', true]]) // prettier-ignore
  const proof = (await app.call('POST', '/v1/sessions/proof', { cookie: ana.cookie, json: { password: ana.password } })).body
  const left = Date.parse(proof.proved_until) - ctx.now().getTime()
  assert.ok(proof.object === 'session' && left > 890_000 && left <= 900_000, `${left} ms`)
})
