import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import { moneyRows } from '#test/money-rows.ts'
import { deleteEndedCustomers, endCustomers, endEarlierCustomers } from './end.ts'

const { ctx, db, ana, ben, now, at } = await moneyRows({ after })
const inRealTime = { ...ctx, now: () => now }
const HOUR = 3_600

const customer = async (account_id: string, provider_ref: string | null) => {
  const row = { id: ctx.newId('pcu'), account_id, provider: 'test', mode: ctx.testPayments.mode, provider_ref, created_at: now } as const
  await db.insertInto('payment_customers').values(row).execute()
  return row.id
}
const timeOf = async (id: string) =>
  (await db.selectFrom('payment_customers').select('delete_at').where('id', '=', id).executeTakeFirst())?.delete_at

test('a closing account’s customer is deleted at once, or after an hour if the provider may still be creating it', async () => {
  const [known, other] = [await customer(ana.id, 'cus_1'), await customer(ben.id, 'cus_2')]
  await inTransaction(inRealTime, (tx) => endCustomers(tx, ana.id))
  await inTransaction(inRealTime, (tx) => endEarlierCustomers(tx, ben.id))
  const unknown = await customer(ana.id, null)
  await inTransaction(inRealTime, (tx) => endCustomers(tx, ana.id))
  assert.deepEqual([await timeOf(known), await timeOf(unknown), await timeOf(other)], [now, at(HOUR), at(HOUR)])
})

test('if the provider cannot delete a customer, the deletion is repeated ten minutes later', async () => {
  const id = await customer(ana.id, 'cus_3')
  await db.deleteFrom('payment_customers').where('id', '<>', id).execute()
  await inTransaction(inRealTime, (tx) => endCustomers(tx, ana.id))
  let failures = 1
  const deleteCustomer = async () => {
    if (failures-- > 0) throw new Error('no answer')
  }
  const run = (seconds: number) =>
    deleteEndedCustomers({ ...ctx, now: () => at(seconds), testPayments: { ...ctx.testPayments, deleteCustomer } }, UNSTOPPED)
  assert.equal(await run(0), 'done')
  assert.deepEqual(await timeOf(id), at(600))
  await run(599)
  assert.deepEqual(await timeOf(id), at(600))
  await run(600)
  assert.equal(await timeOf(id), undefined)
})
