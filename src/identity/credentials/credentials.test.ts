import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { GUEST_SCOPES, SCOPES } from '#core/scopes.ts'
import { SANDBOX_ROLES } from '#core/tenant.ts'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import type { Credentials } from '#platform/http/pipeline.ts'
import { startApp } from '#test/app.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { authenticate, isPaused, personOfKeyId, readAgentLink, requireActiveCredential } from './index.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const inPublic: Context = { ...ctx, config: { ...ctx.config, mode: 'public' } }

type SignedUp = Awaited<ReturnType<typeof app.signUp>>

const NONE: Credentials = { authorization: undefined, cookie: undefined, origin: undefined, writes: false, address: '192.0.2.1' }
const bySession = ({ cookie }: Pick<SignedUp, 'cookie'>, more: Partial<Credentials> = {}, on: Context = ctx) =>
  authenticate(on, { ...NONE, cookie: on.config.mode === 'public' ? `__Host-${cookie}` : cookie, origin: app.url, ...more })
const byKey = (key: string, writes = false) => authenticate(ctx, { ...NONE, authorization: `Bearer ${key}`, writes })
const change = ({ id }: { id: string }, set: { suspended_at?: Date | null; closed_at?: Date; is_operator?: boolean; brake?: boolean }) =>
  db
    .updateTable('accounts')
    // a closed account has no address
    .set(set.closed_at ? { ...set, email: null, password_hash: null } : set)
    .where('id', '=', id)
    .execute()
const changeKey = (secret: string, set: { expires_at?: Date; secret_expires_at?: Date; last_used_at?: Date; revoked_at?: Date }) =>
  db.updateTable('keys').set(set).where('secret_hash', '=', sha256(secret)).execute()
const makeAgent = async ({ cookie }: SignedUp, json: object = {}): Promise<{ id: string; secret: string }> =>
  (await app.call('POST', '/v1/keys', { cookie, json: { name: 'Agent', kind: 'agent', scopes: ['buying'], ...json } })).body
const inMs = (ms: number) => new Date(ctx.now().getTime() + ms)
const isRefused = (type: string, code?: string) => (error: { type?: string; code?: string }) => error.type === type && error.code === code
const operatorRights = async (person: Pick<SignedUp, 'cookie'>, on: Context, more: Partial<Credentials> = {}) => {
  const { isOperator, lacksSecond } = (await bySession(person, more, on)) as Person
  return [isOperator, lacksSecond]
}

test('a session acts with all rights of its account, and a request without a session is anonymous', async () => {
  const ana = await app.signUp('Ana')
  const anonymous = { kind: 'anonymous', address: '192.0.2.1' }
  const { provedAt, ...person } = (await bySession(ana)) as Person
  assert.ok(provedAt instanceof Date)
  assert.deepEqual(person, {
    kind: 'session',
    accountId: ana.id,
    tenant: person.tenant,
    name: 'Ana',
    credential: ana.id,
    keyKind: 'session',
    scopes: SCOPES,
    askFirst: [],
    maxOfferCents: null,
    maxDayCents: null,
    sessionToken: ana.cookie.split('=')[1],
    agent: null,
    address: '192.0.2.1',
  })
  for (const cookie of [undefined, 'session=unknown', `__Host-${ana.cookie}`])
    assert.deepEqual(await authenticate(ctx, { ...NONE, cookie }), anonymous)
  assert.deepEqual(await bySession(ana, {}, { ...ctx, now: () => inMs(30 * 86_400_000) }), anonymous, 'the session has expired')
  await change(ana, { closed_at: ctx.now() })
  assert.deepEqual(await bySession(ana), anonymous, 'the account is closed')
})

test('a session can change data only through requests from the service’s own pages', async () => {
  const ana = await app.signUp('Ana')
  for (const origin of [undefined, 'null', 'https://evil.example', `${app.url}.evil.example`]) {
    await assert.rejects(bySession(ana, { writes: true, origin }), isRefused('permission', 'origin'))
    assert.equal((await bySession(ana, { origin })).kind, 'session', 'reading needs no origin')
  }
  for (const origin of [app.url, app.programsUrl]) assert.equal((await bySession(ana, { writes: true, origin })).kind, 'session')
})

test('a suspended account can read, and can change data only where suspended accounts may', async () => {
  const ana = await app.signUp('Ana')
  const agent = await makeAgent(ana)
  assert.equal(((await bySession(ana)) as Person).isSuspended, undefined)
  await change(ana, { suspended_at: ctx.now(), is_operator: true })
  const person = (await bySession(ana)) as Person
  assert.deepEqual([person.isSuspended, person.isOperator, person.lacksSecond], [true, undefined, undefined])
  assert.equal(((await bySession(ana, { writes: true, evenSuspended: true })) as Person).isSuspended, true)
  await assert.rejects(bySession(ana, { writes: true }), (error: Error) => {
    assert.ok(isRefused('permission', 'suspended')(error as { type?: string; code?: string }))
    assert.match(error.message, /cannot make changes\. Sign in and appeal at http/)
    return true
  })
  for (const key of [ana.key, agent.secret]) {
    assert.equal((await byKey(key)).kind, 'key')
    await assert.rejects(byKey(key, true), isRefused('permission', 'suspended'))
  }
  await assert.rejects(personOfKeyId(ctx, agent.id), isRefused('permission', 'suspended'), 'an approved request would change data')
  assert.equal(await readAgentLink(ctx, agent.secret), null)

  const reasons = async (reason: string) => {
    await db
      .insertInto('measures')
      .values({
        id: ctx.newId('mea'),
        kind: 'account',
        subject_id: ana.id,
        subject_name: 'Ana',
        account_id: ana.id,
        reason,
        taken_at: ctx.now(),
      })
      .execute()
    const message = await byKey(ana.key, true).then(
      () => '',
      (error: Error) => error.message,
    )
    await db.updateTable('measures').set({ lifted_at: ctx.now(), lifted_reason: 'A mistake' }).where('subject_id', '=', ana.id).execute()
    return message
  }
  assert.match(await reasons('Sold fakes'), /changes\. Reason: Sold fakes\. Sign in/)
  assert.match(await reasons('Sold fakes!'), /Reason: Sold fakes! Sign in/)
  const tenant = await openTestTenant(app, await app.signUp('Ben'))
  assert.equal((await byKey(tenant.seller.key, true)).kind, 'key')
})

test('the suspension or pause of an account also applies to the keys of its test accounts', async () => {
  const ana = await app.signUp('Ana')
  const { seller } = await openTestTenant(app, ana)
  await change(ana, { suspended_at: ctx.now() })
  await assert.rejects(byKey(seller.key, true), isRefused('permission', 'suspended'))
  await change(ana, { suspended_at: null, brake: true })
  assert.equal(await isPaused(ctx, seller.keyId), true)
  await change(ana, { closed_at: ctx.now() })
  await assert.rejects(byKey(seller.key), isRefused('authentication'))
})

test('in public mode, an operator has operator rights only after the second step, and never with test data', async () => {
  const ana = await app.signUp('Ana')
  assert.deepEqual(await operatorRights(ana, inPublic), [undefined, undefined])
  await change(ana, { is_operator: true })
  assert.deepEqual(await operatorRights(ana, ctx), [true, undefined])
  assert.deepEqual(await operatorRights(ana, inPublic), [undefined, true])
  await db.updateTable('sessions').set({ second_at: ctx.now() }).where('account_id', '=', ana.id).execute()
  assert.deepEqual(await operatorRights(ana, inPublic), [true, undefined])
  await openTestTenant(app, ana)
  assert.deepEqual(await operatorRights(ana, ctx, { testAccount: 'seller' }), [undefined, undefined])
})

test('a session acts as a test account if the request or the session names its role', async () => {
  const ana = await app.signUp('Ana')
  const as = (testAccount?: string) => bySession(ana, { testAccount }) as Promise<Person>
  for (const role of ['', 'Seller', 'admin']) await assert.rejects(as(role), { param: 'Test-Account' })
  for (const role of SANDBOX_ROLES) await assert.rejects(as(role), { param: 'Test-Account', message: /no test data yet/ })
  const tenant = await openTestTenant(app, ana)
  for (const role of SANDBOX_ROLES) {
    const person = await as(role)
    assert.deepEqual(
      [person.accountId, person.credential, person.testRole, person.tenant],
      [tenant[role].id, tenant[role].id, role, ana.id],
    )
  }
  await db.updateTable('sessions').set({ test_role: 'buyer' }).where('account_id', '=', ana.id).execute()
  assert.deepEqual([(await as()).accountId, (await as('seller')).accountId], [tenant.buyer.id, tenant.seller.id])
  assert.equal(((await byKey(tenant.seller.key)) as Person).tenant, ana.id)
})

test('a guest’s session may only read and buy', async () => {
  const [ana, guest] = [await app.signUp('Ana'), await app.signUp('Guest')]
  await db.updateTable('accounts').set({ email: null, password_hash: null, guest_email: guest.email }).where('id', '=', guest.id).execute()
  const person = (await bySession(guest)) as Person
  assert.deepEqual([person.scopes, person.guest], [GUEST_SCOPES, true])
  const account = (await bySession(ana)) as Person
  assert.equal(account.guest, undefined)
})

test('a key acts with its own rights until it is revoked or expires', async () => {
  const ana = await app.signUp('Ana')
  const { id, secret } = await makeAgent(ana, { max_offer: 12.5, max_day: 80, ask_first: ['buying.pay'] })
  const person = (await byKey(secret)) as Person
  assert.deepEqual(person, {
    kind: 'key',
    accountId: ana.id,
    tenant: person.tenant,
    name: 'Ana',
    credential: id,
    keyKind: 'agent',
    scopes: ['read', 'buying'],
    askFirst: ['buying.pay'],
    maxOfferCents: 1_250,
    keyName: 'Agent',
    maxDayCents: 8_000,
    address: '192.0.2.1',
  })
  assert.deepEqual(await personOfKeyId(ctx, id), { ...person, address: '' })
  const now = ctx.now()
  const on = { ...ctx, now: () => now }
  const works = (by: string) =>
    authenticate(on, { ...NONE, authorization: `Bearer ${by}` }).then(
      () => true,
      (error: { type?: string }) => (error.type === 'authentication' ? false : Promise.reject(error as Error)),
    )
  for (const column of ['expires_at', 'secret_expires_at'] as const) {
    const { secret: limited } = await makeAgent(ana)
    await changeKey(limited, { [column]: new Date(now.getTime() + 1) })
    assert.equal(await works(limited), true)
    await changeKey(limited, { [column]: now })
    assert.equal(await works(limited), false, column)
  }
  await changeKey(secret, { revoked_at: now })
  assert.equal(await works(secret), false)
  assert.equal(await works('nonsense'), false)
  await assert.rejects(personOfKeyId(ctx, 'key_0'), isRefused('authentication'))
  for (const authorization of ['Basic x', 'Bearer', `Bearer ${ana.key} ${ana.key}`])
    await assert.rejects(authenticate(ctx, { ...NONE, authorization }), { type: 'authentication', message: /must be "Bearer <key>"/ })
  assert.equal((await authenticate(ctx, { ...NONE, authorization: `bearer  ${ana.key} ` })).kind, 'key')
})

test('the last use of a key is recorded at most once a minute', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const now = ctx.now()
  const lastUse = async ({ key }: SignedUp) =>
    (await db.selectFrom('keys').select('last_used_at').where('secret_hash', '=', sha256(key)).executeTakeFirstOrThrow()).last_used_at
  const use = (ms: number) =>
    authenticate({ ...ctx, now: () => new Date(now.getTime() + ms) }, { ...NONE, authorization: `Bearer ${ana.key}` })
  assert.equal(await lastUse(ana), null)
  await use(0)
  assert.deepEqual(await lastUse(ana), now)
  await use(60_000)
  assert.deepEqual(await lastUse(ana), now)
  await use(60_001)
  assert.deepEqual([await lastUse(ana), await lastUse(ben)], [new Date(now.getTime() + 60_001), null])
})

test('a pause stops agents and no other keys', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const [agent, other] = [await makeAgent(ana), await makeAgent(ben)]
  assert.equal(await isPaused(ctx, agent.id), false)
  await change(ana, { brake: true })
  await assert.rejects(byKey(agent.secret), isRefused('permission', 'brake'))
  await assert.rejects(personOfKeyId(ctx, agent.id), isRefused('permission', 'brake'))
  assert.deepEqual([(await byKey(ana.key)).kind, (await byKey(other.secret)).kind], ['key', 'key'])
  assert.deepEqual([await isPaused(ctx, agent.id), await isPaused(ctx, other.id), await isPaused(ctx, 'key_0')], [true, false, false])
  assert.equal(await readAgentLink(ctx, agent.secret), null)
})

test('an agent link shows the rights of an agent’s key that works, and nothing for any other token', async () => {
  const ana = await app.signUp('Ana')
  const { secret } = await makeAgent(ana, { max_offer: 5, max_day: 20 })
  const link = (await readAgentLink(ctx, secret))!
  assert.deepEqual(
    [link.owner, link.name, link.scopes, link.maxOfferCents, link.maxDayCents, link.askFirst.length > 0],
    ['Ana', 'Agent', ['read', 'buying'], 500, 2_000, true],
  )
  const at = (ms: number) => readAgentLink({ ...ctx, now: () => new Date(link.expiresAt!.getTime() + ms) }, secret)
  assert.deepEqual([(await at(-1))?.name, await at(0)], ['Agent', null])
  const endless = await makeAgent(ana, { expires_at: null })
  assert.equal((await readAgentLink(ctx, endless.secret))?.expiresAt, null)
  for (const token of ['', 'ral_nonsense', ana.key, `${secret.slice(0, -1)}-`]) assert.equal(await readAgentLink(ctx, token), null)
  const [ofApp, revoked] = [await makeAgent(ana), await makeAgent(ana)]
  await changeKey(ofApp.secret, { secret_expires_at: inMs(60_000) })
  await changeKey(revoked.secret, { revoked_at: ctx.now() })
  assert.deepEqual([await readAgentLink(ctx, ofApp.secret), await readAgentLink(ctx, revoked.secret)], [null, null])
  await change(ana, { closed_at: ctx.now() })
  assert.equal(await readAgentLink(ctx, secret), null)
})

test('an action that grants access is rejected if its session or key ended in the meantime', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const check = (person: Person) => inTransaction(ctx, (tx) => requireActiveCredential(tx, person))
  const [session, key] = [(await bySession(ana)) as Person, (await byKey(ana.key)) as Person]
  await check(session)
  await check(key)
  await db.deleteFrom('sessions').where('account_id', '=', ana.id).execute()
  await changeKey(ana.key, { revoked_at: ctx.now() })
  for (const person of [session, key]) await assert.rejects(check(person), isRefused('authentication'))
  for (const person of [await bySession(ben), await byKey(ben.key)]) await check(person as Person)
})
