import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Tenant } from '#core/tenant.ts'
import { inTransaction } from '#platform/context/index.ts'
import { startApp, type Reply } from '#test/app.ts'
import { makeTestKey } from '#test/sandbox.ts'
import { listKeys, revokeKey, revokeKeys, revokeKeysById, rotateSecret } from './index.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service

type Person = Awaited<ReturnType<typeof app.signUp>>

async function create(person: Person, json: object = {}): Promise<Reply['body']> {
  const reply = await app.call('POST', '/v1/keys', { cookie: person.cookie, json: { name: 'Key', kind: 'api', scopes: [], ...json } })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}

const listed = async ({ cookie }: { cookie: string }): Promise<string[]> =>
  (await app.call('GET', '/v1/keys', { cookie })).body.data.map(({ id }: { id: string }) => id)
const statusOf = async ({ secret }: { secret: string }): Promise<number> => (await app.call('GET', '/v1/me', { key: secret })).status
const eventsOf = async (accountId: string, type: string): Promise<string[]> =>
  (
    await ctx.db.selectFrom('events').select('data').where('account_id', '=', accountId).where('type', '=', type).orderBy('id').execute()
  ).map(({ data }) => JSON.parse(data).object.id)

test('the list of keys contains the account’s active live and test keys, newest first, and no keys of other accounts', async () => {
  const [ana, bo] = [await app.signUp('Ana'), await app.signUp('Bo')]
  const start = (await listed(ana))[0]!
  await app.advance(1)
  const revoked = await create(ana)
  await app.call('DELETE', `/v1/keys/${revoked.id}`, { cookie: ana.cookie })
  await makeTestKey(app, bo, 'seller')
  const live = await create(ana)
  await app.advance(1)
  const own = await makeTestKey(app, ana, 'buyer')
  assert.deepEqual(await listed(ana), [own.id, live.id, start])
  const shown = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data
  assert.deepEqual(
    shown.map(({ livemode, test_account }: Reply['body']) => [livemode, test_account]),
    [
      [false, 'buyer'],
      [true, null],
      [true, null],
    ],
  )
  const tester = { accountId: ana.id, tenant: ana.id as Tenant }
  assert.deepEqual(
    (await listKeys(ctx, tester)).map(({ id }) => id),
    [own.id],
    'test mode shows only test keys',
  )
  await assert.rejects(
    inTransaction(ctx, (tx) => revokeKey(tx, tester, live.id)),
    { type: 'not_found' },
  )
})

test('an account can revoke each of its own keys once, but no keys of other accounts', async () => {
  const [ana, bo] = [await app.signUp('Ana'), await app.signUp('Bo')]
  const [first, second, theirs] = [await create(ana), await create(ana), await create(bo)]
  const revoke = async (id: string) => (await app.call('DELETE', `/v1/keys/${id}`, { cookie: ana.cookie })).status
  assert.deepEqual([await revoke(theirs.id), await revoke(first.id), await revoke(first.id)], [404, 200, 404])
  assert.deepEqual([await statusOf(first), await statusOf(second), await statusOf(theirs)], [401, 200, 200])
  assert.deepEqual([await eventsOf(ana.id, 'key.revoked'), await eventsOf(bo.id, 'key.revoked')], [[first.id], []])
})

test('revoking all keys of an account revokes its live and test keys, and counts and records only those that were active', async () => {
  const [ana, bo] = [await app.signUp('Ana'), await app.signUp('Bo')]
  const [own, theirs, trial] = [await create(ana), await create(bo), await makeTestKey(app, ana, 'seller')]
  const gone = await create(ana)
  await app.call('DELETE', `/v1/keys/${gone.id}`, { cookie: ana.cookie })
  assert.equal(await inTransaction(ctx, (tx) => revokeKeys(tx, ana.id)), 3)
  assert.equal(await inTransaction(ctx, (tx) => revokeKeys(tx, ana.id)), 0)
  assert.deepEqual([await statusOf(own), await statusOf(trial), await statusOf(theirs)], [401, 401, 200])
  assert.equal((await eventsOf(ana.id, 'key.revoked')).length, 4)
})

test('revoking keys by id revokes only those keys, and records each revocation once', async () => {
  const [ana, bo] = [await app.signUp('Ana'), await app.signUp('Bo')]
  const [first, other, second] = [await create(ana), await create(ana), await create(bo)]
  for (const ids of [[first.id], [first.id, second.id], []]) await inTransaction(ctx, (tx) => revokeKeysById(tx, ids))
  assert.deepEqual([await statusOf(first), await statusOf(second), await statusOf(other)], [401, 401, 200])
  assert.deepEqual([await eventsOf(ana.id, 'key.revoked'), await eventsOf(bo.id, 'key.revoked')], [[first.id], [second.id]])
})

test('replacing the secret of a key affects no other key, and restores the default approvals of agents', async () => {
  const [ana, bo] = [await app.signUp('Ana'), await app.signUp('Bo')]
  const agent = { kind: 'agent', ask_first: ['buying.pay'] }
  const [old, other] = [await create(ana, agent), await create(bo, agent)]
  const until = new Date(ctx.now().getTime() + 3_600_000)
  const secret = await inTransaction(ctx, (tx) => rotateSecret(tx, old.id, until))
  assert.deepEqual([await statusOf(old), await statusOf({ secret }), await statusOf(other)], [401, 200, 200])
  const asks = async (key: string) => (await app.call('GET', '/v1/me', { key })).body.key.ask_first
  const usual = (await create(ana, { kind: 'agent' })).ask_first
  assert.deepEqual([await asks(secret), await asks(other.secret)], [usual, ['buying.pay']])
  const [shown] = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data.filter(({ id }: { id: string }) => id === old.id)
  assert.equal(shown.last4, secret.slice(-4))
  await app.advance(3_540)
  assert.equal(await statusOf({ secret }), 200)
  await app.advance(60)
  assert.equal(await statusOf({ secret }), 401)
})

test('a new key has the rights in the request and the scope `read`, and has no spending limit by default', async () => {
  const ana = await app.signUp('Ana')
  const plain = await create(ana, { scopes: ['offers', 'listings'] })
  assert.deepEqual(
    [plain.scopes, plain.ask_first, plain.max_offer, plain.max_day, plain.expires_at, plain.link, plain.last4],
    [['read', 'listings', 'offers'], [], null, null, null, null, plain.secret.slice(-4)],
  )
  const expires_at = new Date(ctx.now().getTime() + 60_000).toISOString()
  const limited = await create(ana, { max_offer: 12.5, max_day: 80, expires_at, ask_first: ['buying.pay', 'buying.pay'] })
  assert.deepEqual([limited.max_offer, limited.max_day, limited.expires_at, limited.ask_first], [12.5, 80, expires_at, ['buying.pay']])
  assert.deepEqual([(await create(ana, { kind: 'agent', expires_at: null })).expires_at], [null])
  const late = { name: 'Key', kind: 'api', scopes: [], expires_at: ctx.now().toISOString() }
  const refused = await app.call('POST', '/v1/keys', { cookie: ana.cookie, json: late })
  assert.deepEqual([refused.status, refused.body.error.param], [400, 'expires_at'])
  assert.deepEqual((await eventsOf(ana.id, 'key.created')).slice(-3).length, 3)
})

test('a key is shown with its rights and times but without its secret, and its owner is notified by email', async () => {
  const ana = await app.signUp('Ana')
  const rights = { kind: 'agent', scopes: ['buying'], ask_first: ['buying.pay'], max_offer: 5, max_day: 20 }
  const { id, secret } = await create(ana, rights)
  const record = async () =>
    (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data.find((key: Reply['body']) => key.id === id)
  const { created_at, expires_at, ...shown } = await record()
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 90 * 86_400_000)
  assert.deepEqual(shown, {
    object: 'key',
    id,
    name: 'Key',
    ...rights,
    scopes: ['read', 'buying'],
    livemode: true,
    test_account: null,
    last4: secret.slice(-4),
    last_used_at: null,
    revoked_at: null,
  })
  await app.call('GET', '/v1/me', { key: secret })
  assert.ok(Date.parse((await record()).last_used_at) >= Date.parse(created_at))
  await app.call('DELETE', `/v1/keys/${id}`, { cookie: ana.cookie })
  const [event] = await ctx.db
    .selectFrom('events')
    .select('data')
    .where('account_id', '=', ana.id)
    .where('type', '=', 'key.revoked')
    .execute()
  assert.notEqual(JSON.parse(event!.data).object.revoked_at, null)
  const mails = await ctx.db
    .selectFrom('mails')
    .select(['subject', 'body'])
    .where('account_id', '=', ana.id)
    .where('kind', '=', 'key_made')
    .execute()
  assert.deepEqual(
    [mails.length, mails[0]?.subject, mails[0]?.body.includes(`ending in ${secret.slice(-4)}`)],
    [1, 'New key for your account', true],
  )
})
