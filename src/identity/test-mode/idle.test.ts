import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Tenant } from '#core/tenant.ts'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import { startApp } from '#test/app.ts'
import { makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { advanceTestClock, closeTestAccount, deleteTestData, emptyIdleTenants } from './index.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const now = app.service.ctx.now()
const ctx: Context = { ...app.service.ctx, now: () => now }
const { db } = ctx
const DAY_MS = 86_400_000

test('test data is deleted once it has not been used for more than 42 days', async () => {
  const ana = await app.signUp('Ana')
  const { seller, buyer } = await openTestTenant(app, ana)
  await makeShop(ctx, seller.id)
  const shops = async () => (await db.selectFrom('shops').select('id').where('owner_id', '=', seller.id).execute()).length
  const unusedSince = async (ms: number) => {
    const used = new Date(now.getTime() - ms)
    await db.updateTable('accounts').set({ updated_at: used }).where('sandbox_of', '=', ana.id).execute()
    await db.updateTable('keys').set({ last_used_at: used }).where('id', 'in', [seller.keyId, buyer.keyId]).execute()
    return [await emptyIdleTenants(ctx, UNSTOPPED), await shops()]
  }
  assert.deepEqual([await unusedSince(42 * DAY_MS), await unusedSince(42 * DAY_MS + 1)], [['done', 1], ['done', 0]]) // prettier-ignore
})

test('closing an account deletes its test data and test keys and closes its test accounts, if it has any', async () => {
  const [ben, cy] = [await app.signUp('Ben'), await app.signUp('Cy')]
  const { seller, buyer } = await openTestTenant(app, ben)
  await makeShop(ctx, seller.id)
  for (const { id } of [ben, cy]) await inTransaction(ctx, (tx) => closeTestAccount(tx, id))
  const closed = await db.selectFrom('accounts').select('closed_at').where('id', 'in', [seller.id, buyer.id]).execute()
  assert.deepEqual(closed, [{ closed_at: now }, { closed_at: now }])
  const left = await db.selectFrom('keys').select('id').where('account_id', 'in', [seller.id, buyer.id]).execute()
  assert.deepEqual([left, await db.selectFrom('shops').select('id').where('owner_id', '=', seller.id).execute()], [[], []])
})

test('moving the clock or deleting the data of an account that never used test mode does nothing', async () => {
  const dan = (await app.signUp('Dan')).id as Tenant
  await inTransaction(ctx, async (tx) => {
    await advanceTestClock(tx, dan, 60)
    await deleteTestData(tx, dan)
  })
  assert.deepEqual(await db.selectFrom('accounts').select('id').where('sandbox_of', '=', dan).execute(), [])
})
