import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeTestKey } from '#test/sandbox.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import { finishApproved, runApproved } from './index.ts'
import { presentApproval } from './present.ts'
import * as queries from './queries.ts'
import type { ApprovalRow } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const now = ctx.now()
const at = (ms: number) => new Date(now.getTime() + ms)
const DAY_MS = 86_400_000

type Key = { account_id: string; key_id: string }
let made = 0

const keyOf = async ({ id }: { id: string }): Promise<Key> => {
  const { id: key_id } = await db.selectFrom('keys').select('id').where('account_id', '=', id).executeTakeFirstOrThrow()
  return { account_id: id, key_id }
}

const store = (id: string, key: Key, more: Partial<Parameters<typeof queries.insertApproval>[1]> = {}): Promise<boolean> =>
  queries.insertApproval(db, {
    ...{ id, ...key, action: 'shops.delete', actions: ['shops.delete'], summary: 'Delete a shop', amount_cents: null },
    ...{
      request: { endpoint: 'deleteShop' },
      versions: {},
      digest: Buffer.from(`digest ${++made}`),
      created_at: now,
      expires_at: at(DAY_MS),
    },
    ...more,
  })

async function insert(key: Key, more: Parameters<typeof store>[2] = {}): Promise<string> {
  const id = ctx.newId('apr')
  assert.equal(await store(id, key, more), true)
  return id
}

const rowOf = async (id: string) => (await queries.findAnyApproval(db, id))!
const statuses = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await rowOf(id)).status))
const inTx = <T>(run: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(ctx, run)

test('an identical request is found only for the same key, and only while it is pending', async () => {
  const [ana, ben] = [await keyOf(await app.signUp('Ana')), await keyOf(await app.signUp('Ben'))]
  const digest = Buffer.from('same')
  const [id, other, theirs] = [await insert(ana, { digest }), await insert(ana), await insert(ben, { digest })]
  const waiting = (key: Key) => inTx(async (tx) => (await queries.lockWaiting(tx.db, key.key_id, digest))?.id)
  assert.deepEqual([await waiting(ana), await waiting(ben)], [id, theirs])
  assert.equal(await store('apr_0', ana, { digest }), false)
  await queries.endWaiting(db, id, { status: 'expired' })
  assert.deepEqual([await waiting(ana), await statuses([id, other, theirs])], [undefined, ['expired', 'pending', 'pending']]) // prettier-ignore
  await queries.endWaiting(db, id, { status: 'failed', now, result: { status: 409 } })
  assert.equal((await rowOf(id)).status, 'expired', 'it has already ended')
  await queries.endWaiting(db, other, { status: 'failed', now, result: { status: 409 } })
  const { status, decided_at, result } = await rowOf(other)
  assert.deepEqual([status, decided_at, result], ['failed', now, { status: 409 }])
})

test('the limit on pending requests counts those of one key that are pending and have not expired', async () => {
  const [ana, ben] = [await keyOf(await app.signUp('Ana')), await keyOf(await app.signUp('Ben'))]
  await insert(ana, { expires_at: at(1) })
  await insert(ana, { expires_at: now })
  const ended = await insert(ana)
  await queries.endWaiting(db, ended, { status: 'expired' })
  await insert(ben)
  assert.deepEqual([await queries.countWaiting(db, ana.key_id, now), await queries.countWaiting(db, ben.key_id, now)], [1, 1])
})

test('a decision changes one approval, and only from the expected status before it expires', async () => {
  const ana = await keyOf(await app.signUp('Ana'))
  const [id, other, late] = [await insert(ana), await insert(ana), await insert(ana, { expires_at: now })]
  const update = (one: string, from: ApprovalRow['status'], to: ApprovalRow['status'], result?: unknown) =>
    queries.updateApprovalStatus(db, one, from, to, { now, ...(result === undefined ? {} : { result }) })
  assert.equal(await update(late, 'pending', 'approved'), false)
  assert.deepEqual([await update(id, 'approved', 'done', {}), await update(id, 'pending', 'approved'), await update(id, 'pending', 'approved')], [false, true, false]) // prettier-ignore
  assert.deepEqual([await statuses([id, other, late]), (await rowOf(id)).decided_at], [['approved', 'pending', 'pending'], now])
  await db
    .updateTable('approvals')
    .set({ decided_at: at(-5) })
    .where('id', '=', id)
    .execute()
  await update(id, 'approved', 'done', { status: 200 })
  const { decided_at, result } = await rowOf(id)
  assert.deepEqual([decided_at, result], [at(-5), { status: 200 }])
  assert.equal((await rowOf(other)).result, null)
})

test('the periodic jobs expire pending approvals at their deadline, and find approved ones that never ran', async () => {
  const ana = await keyOf(await app.signUp('Ana'))
  const [due, later, decided] = [await insert(ana, { expires_at: now }), await insert(ana, { expires_at: at(1) }), await insert(ana, { expires_at: at(2) })] // prettier-ignore
  await queries.updateApprovalStatus(db, decided, 'pending', 'approved', { now })
  await db.updateTable('approvals').set({ expires_at: now }).where('id', '=', decided).execute()
  await queries.expireApprovals(db, now)
  assert.deepEqual(await statuses([due, later, decided]), ['expired', 'pending', 'approved'])
  const stuck = async (before: Date) => (await queries.stuckApprovals(db, before)).map(({ id }) => id)
  assert.deepEqual([await stuck(now), (await stuck(at(1))).includes(decided)], [[], true])
  await queries.updateApprovalStatus(db, decided, 'approved', 'done', { now, result: { status: 200 } })
  assert.deepEqual(await stuck(at(1)), [])
})

test('a request to a removed endpoint fails, and the periodic job runs only requests that were approved a minute ago, until it is stopped', async () => {
  const ana = await keyOf(await app.signUp('Ana'))
  const request = { endpoint: 'removedEndpoint', fromForm: false }
  const approved = async (ms: number) => {
    const id = await insert(ana, { request })
    await queries.updateApprovalStatus(db, id, 'pending', 'approved', { now: at(ms) })
    return id
  }
  const [old, recent, pending] = [await approved(-60_001), await approved(-59_000), await insert(ana, { request })]
  const later = { ...ctx, now: () => now }
  await finishApproved(later, AbortSignal.abort())
  assert.deepEqual(await statuses([old, recent, pending]), ['approved', 'approved', 'pending'])
  await finishApproved(later, UNSTOPPED)
  assert.deepEqual(await statuses([old, recent, pending]), ['failed', 'approved', 'pending'])
  for (const id of [recent, pending]) await runApproved(later, id)
  assert.deepEqual(await statuses([old, recent, pending]), ['failed', 'failed', 'pending'])
  const { result } = await rowOf(recent)
  const { status, body } = result as { status: number; body: { error: { message: string } } }
  assert.deepEqual([status, body.error.message], [409, 'This type of request no longer exists.'])
})

test('deleting the approvals of an account counts those that were pending, and affects no other account', async () => {
  const [ana, ben] = [await keyOf(await app.signUp('Ana')), await keyOf(await app.signUp('Ben'))]
  const ids = [await insert(ana), await insert(ana), await insert(ana)]
  await queries.endWaiting(db, ids[0]!, { status: 'expired' })
  const theirs = await insert(ben)
  assert.deepEqual([await queries.deleteApprovals(db, ana.account_id), await queries.deleteApprovals(db, ana.account_id)], [2, 0])
  assert.deepEqual([await queries.findAnyApproval(db, ids[1]!), (await rowOf(theirs)).status], [undefined, 'pending'])
})

test('an approval shows its request, its key and its mode, and is expired from its deadline on', async () => {
  const owner = await app.signUp('Ana')
  const ana = await keyOf(owner)
  const row = await rowOf(await insert(ana, { amount_cents: 1_250, actions: ['buying.offer', 'buying.pay'], action: 'buying.offer' }))
  const on = (ms: number) => ({ ...ctx, now: () => at(ms) })
  const shown = {
    object: 'approval',
    id: row.id,
    status: 'pending',
    action: 'buying.offer',
    actions: ['buying.offer', 'buying.pay'],
    summary: 'Delete a shop',
    livemode: true,
    amount: 12.5,
    key: { id: ana.key_id, name: row.key_name },
    result: null,
    expires_at: at(DAY_MS).toISOString(),
    created_at: now.toISOString(),
    decided_at: null,
    url: `${app.url}/app/approvals/${row.id}`,
  }
  assert.deepEqual(presentApproval(on(DAY_MS - 1), row), shown)
  assert.deepEqual(presentApproval(on(DAY_MS), row), { ...shown, status: 'expired' })
  assert.deepEqual(presentApproval(on(DAY_MS), { ...row, actions: [], status: 'done', decided_at: now }), {
    ...shown,
    status: 'done',
    actions: ['buying.offer'],
    decided_at: now.toISOString(),
  })
  const { id: test_key } = await makeTestKey(app, owner, 'seller')
  const { account_id } = await db.selectFrom('keys').select('account_id').where('id', '=', test_key).executeTakeFirstOrThrow()
  assert.equal((await rowOf(await insert({ account_id, key_id: test_key }))).livemode, false)
})

test('only the requesting key and the signed-in owner see a secret in the result', async () => {
  const ana = await keyOf(await app.signUp('Ana'))
  const row = await rowOf(await insert(ana))
  const seen = (result: unknown, viewer?: Partial<Person>) => presentApproval(ctx, { ...row, result }, viewer as Person).result
  const secret = { status: 201, body: { id: 'key_1', secret: 'rsk_x' } }
  const other: Partial<Person> = { kind: 'key', credential: 'key_other' }
  assert.deepEqual(seen(secret, other), { status: 201, body: { id: 'key_1' } })
  for (const viewer of [undefined, { kind: 'session', credential: ana.account_id }, { kind: 'key', credential: ana.key_id }] as const)
    assert.deepEqual(seen(secret, viewer), secret)
  for (const plain of [null, { status: 200, body: null }, { status: 200, body: 'text' }, { status: 200, body: { id: 'x' } }])
    assert.deepEqual(seen(plain, other), plain)
})
