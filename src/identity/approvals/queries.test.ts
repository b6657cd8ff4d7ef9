import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as approvals from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
const { seller } = await openTestTenant(app, ana)
const now = ctx.now()
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const bytes = (text: string) => Buffer.from(text)
const STATUSES = ['pending', 'approved', 'done', 'failed', 'declined', 'expired'] as const
type Status = (typeof STATUSES)[number]

for (const [id, account_id] of [['key_1', ana.id], ['key_2', ana.id], ['key_3', ben.id], ['key_4', seller.id]] as const)
  await db
    .insertInto('keys')
    .values({ id, account_id, kind: 'agent', name: `Name of ${id}`, secret_hash: bytes(id), last4: 'last', scopes: [], created_at: now })
    .execute() // prettier-ignore
const OWNERS: Readonly<Record<string, string>> = { key_1: ana.id, key_2: ana.id, key_3: ben.id, key_4: seller.id }

beforeEach(() => db.deleteFrom('approvals').execute())

type Fields = { key?: string; digest?: string; status?: Status; decided?: number; expires?: number; created?: number; request?: object }
async function add(id: string, { key = 'key_1', digest = id, status = 'pending', decided = -1, expires = 1, created = -2, request = {} }: Fields = {}) {
  const row = { id, account_id: OWNERS[key]!, key_id: key, action: 'listings.delete', actions: ['listings.delete'], summary: 'Delete', amount_cents: null }
  const isNew = await approvals.insertApproval(db, { ...row, request, versions: {}, digest: bytes(digest), created_at: at(created), expires_at: at(expires) })
  const hasResult = status === 'done' || status === 'failed'
  const decided_at = status === 'expired' ? null : at(decided)
  if (status !== 'pending')
    await db.updateTable('approvals').set({ status, decided_at, result: hasResult ? '{}' : null }).where('id', '=', id).execute()
  return isNew
} // prettier-ignore
const statuses = async () =>
  Object.fromEntries((await db.selectFrom('approvals').select(['id', 'status']).execute()).map(({ id, status }) => [id, status]))
const rowOf = (id: string) =>
  db.selectFrom('approvals').select(['status', 'decided_at', 'result']).where('id', '=', id).executeTakeFirstOrThrow()

test('an identical request of the same key has one pending approval, also after that approval has expired', async () => {
  const waiting = (key: string, digest: string) =>
    inTransaction(ctx, async (tx) => (await approvals.lockWaiting(tx.db, key, bytes(digest)))?.id)
  assert.deepEqual([await add('apr_1', { digest: 'one', expires: -1 }), await add('apr_2', { digest: 'one' })], [true, false])
  assert.deepEqual([await add('apr_3', { digest: 'two' }), await add('apr_4', { key: 'key_2', digest: 'one' })], [true, true])
  const found = async () => [await waiting('key_1', 'one'), await waiting('key_1', 'two'), await waiting('key_2', 'one')]
  assert.deepEqual(await found(), ['apr_1', 'apr_3', 'apr_4'])
  await approvals.endWaiting(db, 'apr_1', { status: 'expired' })
  assert.deepEqual(await found(), [undefined, 'apr_3', 'apr_4'])
  assert.equal(await add('apr_5', { digest: 'one' }), true)
  assert.deepEqual([await found(), await waiting('key_2', 'two')], [['apr_5', 'apr_3', 'apr_4'], undefined])
})

test('a pending approval ends as expired or failed on its own, and an approval that was decided does not end again', async () => {
  for (const id of ['apr_1', 'apr_2', 'apr_3']) await add(id)
  await add('apr_4', { status: 'declined' })
  const failed = { status: 'failed', now, result: { status: 409 } } as const
  await approvals.endWaiting(db, 'apr_1', { status: 'expired' })
  await approvals.endWaiting(db, 'apr_2', failed)
  await approvals.endWaiting(db, 'apr_4', failed)
  assert.deepEqual(await statuses(), { apr_1: 'expired', apr_2: 'failed', apr_3: 'pending', apr_4: 'declined' })
  assert.deepEqual(await rowOf('apr_1'), { status: 'expired', decided_at: null, result: null })
  assert.deepEqual(await rowOf('apr_2'), { status: 'failed', decided_at: now, result: { status: 409 } })
})

test('only the key’s pending approvals that have not expired count as waiting', async () => {
  await add('apr_1')
  await add('apr_2', { expires: 0 })
  await add('apr_3', { status: 'declined' })
  for (const id of ['apr_4', 'apr_5']) await add(id, { key: 'key_2' })
  const count = (key: string) => approvals.countWaiting(db, key, now)
  assert.deepEqual([await count('key_1'), await count('key_2'), await count('key_3')], [1, 2, 0])
})

test('an account reads its own approvals and, only if requested, those of its test accounts', async () => {
  await add('apr_theirs', { key: 'key_3', created: -1 })
  await add('apr_test', { key: 'key_4', created: -2 })
  await add('apr_old', { created: -4 })
  await add('apr_new', { key: 'key_2', created: -3, status: 'done' })
  await add('apr_late', { created: -5, expires: 0 })
  await add('apr_expired', { created: -6, status: 'expired' })
  const live = { accountId: ana.id, withTest: false }
  const find = async (whose: approvals.Whose, id: string) => (await approvals.findApproval(db, whose, id))?.id
  assert.deepEqual([await find(live, 'apr_old'), await find(live, 'apr_new')], ['apr_old', 'apr_new'])
  assert.deepEqual([await find(live, 'apr_test'), await find(live, 'apr_theirs')], [undefined, undefined])
  const all = { accountId: ana.id, withTest: true }
  assert.deepEqual([await find(all, 'apr_test'), await find(all, 'apr_theirs'), await find(all, 'apr_old')], ['apr_test', undefined, 'apr_old']) // prettier-ignore
  const [old, test] = [await approvals.findAnyApproval(db, 'apr_old'), await approvals.findAnyApproval(db, 'apr_test')]
  assert.deepEqual([old?.id, old?.key_name, old?.livemode], ['apr_old', 'Name of key_1', true])
  assert.deepEqual([test?.id, test?.key_name, test?.livemode], ['apr_test', 'Name of key_4', false])
  const list = async (whose: approvals.Whose, by: { keyId?: string; status?: Status } = {}) => {
    const { rows, total } = await approvals.listApprovals(db, { ...whose, keyId: null, status: undefined, now, limit: 9, offset: 0, ...by })
    assert.equal(total, rows.length)
    return rows.map(({ id }) => id)
  }
  assert.deepEqual(await list(all), ['apr_test', 'apr_new', 'apr_old', 'apr_late', 'apr_expired'])
  assert.deepEqual(await list(live), ['apr_new', 'apr_old', 'apr_late', 'apr_expired'])
  assert.deepEqual(await list(live, { keyId: 'key_2' }), ['apr_new'])
  assert.deepEqual([await list(live, { status: 'pending' }), await list(live, { status: 'expired' })], [['apr_old'], ['apr_late', 'apr_expired']]) // prettier-ignore
})

test('the latest approval about a record is the newest of the same key, endpoint and record', async () => {
  const request = (endpoint: string, id: string) => ({ endpoint, params: { id }, query: {}, body: {} })
  await add('apr_1', { created: -5, request: request('buy', 'lst_1') })
  await add('apr_2', { created: -4, request: request('buy', 'lst_1') })
  await add('apr_3', { created: -3, request: request('buy', 'lst_2') })
  await add('apr_4', { created: -3, request: request('sell', 'lst_1') })
  await add('apr_5', { created: -3, key: 'key_2', request: request('buy', 'lst_1') })
  const latest = async (keyId: string, endpoint: string, id: string) => (await approvals.latestAbout(db, { keyId, endpoint, id }))?.id
  assert.deepEqual([await latest('key_1', 'buy', 'lst_1'), await latest('key_1', 'sell', 'lst_1')], ['apr_2', 'apr_4'])
  assert.deepEqual([await latest('key_2', 'buy', 'lst_1'), await latest('key_2', 'sell', 'lst_1')], ['apr_5', undefined])
})

test('a status changes only for one approval in the expected status, and an expired approval cannot be decided', async () => {
  await add('apr_1')
  await add('apr_2')
  await add('apr_late', { expires: 0 })
  const update = (id: string, from: Status, to: Status, result?: unknown) =>
    approvals.updateApprovalStatus(db, id, from, to, { now, ...(result === undefined ? {} : { result }) })
  assert.deepEqual([await update('apr_1', 'pending', 'approved'), await update('apr_late', 'pending', 'approved')], [true, false])
  assert.deepEqual(await statuses(), { apr_1: 'approved', apr_2: 'pending', apr_late: 'pending' })
  assert.deepEqual(await rowOf('apr_1'), { status: 'approved', decided_at: now, result: null })
  assert.equal(await update('apr_1', 'pending', 'declined'), false)
  await db.updateTable('approvals').set({ decided_at: at(-1), expires_at: at(-1) }).where('id', '=', 'apr_1').execute() // prettier-ignore
  assert.equal(await update('apr_1', 'approved', 'done', { status: 200 }), true, 'it was approved before it expired')
  assert.deepEqual(await rowOf('apr_1'), { status: 'done', decided_at: at(-1), result: { status: 200 } })
  assert.equal(await update('apr_1', 'approved', 'failed', { status: 500 }), false)
  await approvals.expireApprovals(db, now)
  assert.deepEqual(await statuses(), { apr_1: 'done', apr_2: 'pending', apr_late: 'expired' })
})

test('only requests that were approved before the given time and have not run are stuck', async () => {
  for (const status of STATUSES) await add(`apr_${status}`, { status, decided: -2 })
  await add('apr_recent', { status: 'approved', decided: -1 })
  assert.deepEqual(await approvals.stuckApprovals(db, at(-1)), [{ id: 'apr_approved' }])
})

test('the approvals of an account are deleted together, and the result counts the pending approvals', async () => {
  for (const status of STATUSES) await add(`apr_${status}`, { status })
  await add('apr_second', { key: 'key_2' })
  await add('apr_theirs', { key: 'key_3' })
  assert.equal(await approvals.deleteApprovals(db, ana.id), 2)
  assert.deepEqual(await statuses(), { apr_theirs: 'pending' })
})
