import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as queries from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

const insert = (id: string, { id: account_id }: { id: string }, seconds: number, items: readonly queries.NewItem[] = []) =>
  inTransaction(ctx, (tx) =>
    queries.insertBulk(tx.db, { id, account_id, key_id: null, change: { publish: true }, forbidden: [], created_at: at(seconds) }, items),
  )
const item = (listing_id: string, state: queries.ItemState = 'waiting'): queries.NewItem => ({
  listing_id,
  before: null,
  state,
  message: state === 'refused' ? 'No.' : null,
  param: state === 'refused' ? 'ids' : null,
})

test('an account has at most one unfinished bulk change, and reads only its own bulk changes', async () => {
  const statuses = async () =>
    Object.fromEntries((await db.selectFrom('bulk_changes').select(['id', 'status']).execute()).map(({ id, status }) => [id, status]))
  assert.deepEqual([await insert('blk_1', ana, 0), await insert('blk_2', ana, 1), await insert('blk_3', ben, 2)], [true, false, true])
  await queries.markRunning(db, 'blk_1')
  assert.deepEqual(await statuses(), { blk_1: 'running', blk_3: 'queued' })
  assert.equal(await insert('blk_2', ana, 1), false)
  await queries.updateBulk(db, 'blk_1', { status: 'done', ended_at: at(3) })
  await queries.markRunning(db, 'blk_1')
  assert.deepEqual(await statuses(), { blk_1: 'done', blk_3: 'queued' }, 'only a queued bulk change can start to run')
  const unfinished = async ({ id }: { id: string }) => queries.hasUnfinished(db, id)
  assert.deepEqual([await unfinished(ana), await unfinished(ben), await unfinished(eve)], [false, true, false])
  assert.equal(await insert('blk_4', ana, -1), true)
  const latest = async ({ id }: { id: string }) => (await queries.latestBulk(db, id))?.id
  assert.deepEqual([await latest(ana), await latest(ben), await latest(eve)], ['blk_1', 'blk_3', undefined])
  const found = async ({ id }: { id: string }) =>
    Promise.all(['blk_1', 'blk_3', 'blk_4'].map(async (bulk) => (await queries.findBulk(db, id, bulk))?.id))
  assert.deepEqual(await found(ana), ['blk_1', undefined, 'blk_4'])
  assert.deepEqual(await found(ben), [undefined, 'blk_3', undefined])
  const locked = (id: string) => inTransaction(ctx, async (tx) => (await queries.lockBulk(tx.db, id))?.id)
  assert.deepEqual([await locked('blk_1'), await locked('blk_3'), await locked('blk_2')], ['blk_1', 'blk_3', undefined])
})

test('the items of a bulk change are read by their state in the order of the selection, and are changed one at a time', async () => {
  await db.deleteFrom('bulk_changes').execute()
  await insert('blk_b', ben, 0, [item('lst_x'), item('lst_y')])
  await insert('blk_a', ana, 0, [item('lst_1', 'refused'), item('lst_2'), item('lst_3')])
  const items = async (bulk: string, ...states: queries.ItemState[]) =>
    (await queries.itemsOf(db, bulk, states)).map(({ listing_id, state }) => `${listing_id} ${state}`)
  const next = async (bulk: string, state: queries.ItemState) => (await queries.nextItem(db, bulk, state))?.listing_id
  assert.deepEqual(await items('blk_a', 'waiting'), ['lst_2 waiting', 'lst_3 waiting'])
  assert.deepEqual([await next('blk_a', 'waiting'), await next('blk_a', 'refused')], ['lst_2', 'lst_1'])
  const change = (position: number) =>
    queries.updateItem(db, { bulk_id: 'blk_a', position }, 'waiting', { state: 'changed', changed_at: now })
  await change(1)
  await change(2)
  const all = ['waiting', 'changed', 'refused', 'restored', 'unrestored'] as const
  assert.deepEqual(await items('blk_a', ...all), ['lst_1 refused', 'lst_2 changed', 'lst_3 waiting'])
  assert.deepEqual(await items('blk_b', ...all), ['lst_x waiting', 'lst_y waiting'])
  assert.equal(await next('blk_a', 'waiting'), 'lst_3')
  assert.equal((await queries.nextItem(db, 'blk_a', 'refused'))?.before, null)
  const { counts, refused } = await queries.progressOf(db, 'blk_a')
  assert.deepEqual(counts, { refused: 1, changed: 1, waiting: 1 })
  assert.deepEqual(
    refused.map(({ listing_id, message, param }) => [listing_id, message, param]),
    [['lst_1', 'No.', 'ids']],
  )
})

test('a suspended account cannot run a bulk change, and neither can its test account or an account that does not exist', async () => {
  const seller = async (who: typeof ana) => (await openTestTenant(app, who)).seller.id
  const [anaTest, benTest] = [await seller(ana), await seller(ben)]
  const barred = (...accounts: string[]) => Promise.all(accounts.map((id) => queries.isBarred(db, id)))
  assert.deepEqual(await barred(ana.id, anaTest, ben.id, benTest), [false, false, false, false])
  await db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', ben.id).execute()
  assert.deepEqual(await barred(ana.id, anaTest, ben.id, benTest, 'usr_none'), [false, false, true, true, true])
})
