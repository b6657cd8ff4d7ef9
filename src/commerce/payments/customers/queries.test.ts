import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import * as customers from './queries.ts'

const { app, ctx, db, ana, ben, eve, now, at, inTx } = await moneyRows({ after })

type Fields = Partial<Pick<customers.CustomerRow, 'provider' | 'mode' | 'provider_ref' | 'delete_at'>>
const customer = async (account_id: string, more: Fields = {}) => {
  const id = ctx.newId('pcu')
  const row = { id, account_id, provider: 'stripe' as const, mode: 'test' as const, provider_ref: `cus_${id}`, created_at: now, ...more }
  await db.insertInto('payment_customers').values(row).execute()
  return id
}
const rows = async (...ids: string[]) => db.selectFrom('payment_customers').selectAll().where('id', 'in', ids).orderBy('id').execute()
const idsOf = async (...ids: string[]) => (await rows(...ids)).map(({ id }) => id)

test('an account has one customer for each provider and mode, apart from customers that are being deleted', async () => {
  const deleted = await customer(ben.id, { delete_at: now })
  const [live, other, theirs] = [
    await customer(ben.id, { mode: 'live' }),
    await customer(ben.id, { provider: 'test' }),
    await customer(eve.id),
  ]
  const key = { account_id: ben.id, provider: 'stripe', mode: 'test' } as const
  const find = async (more: Partial<customers.CustomerKey> = {}) => (await customers.findCustomer(db, { ...key, ...more }))?.id
  assert.equal(await find(), undefined)
  const insert = (provider_ref: string) =>
    inTx((tx) => customers.insertCustomer(tx, { ...key, id: ctx.newId('pcu'), provider_ref, created_at: now }))
  const first = (await insert('cus_1'))!
  assert.equal(first.provider_ref, 'cus_1')
  assert.deepEqual([(await insert('cus_2'))?.id, await find()], [first.id, first.id])
  assert.deepEqual(
    [await find({ mode: 'live' }), await find({ provider: 'test' }), await find({ account_id: eve.id })],
    [live, other, theirs],
  )
  const verified = at(1)
  await customers.changeCustomer(db, deleted, { provider_ref: 'cus_3', email_verified_at: verified })
  const changed = (await rows(deleted, first.id)).map((row) => [row.provider_ref, row.email_verified_at])
  assert.deepEqual(changed, [['cus_3', verified], ['cus_1', null]]) // prettier-ignore
  await customers.deleteCustomer(db, deleted)
  assert.deepEqual(await idsOf(deleted, live, other, theirs, first.id), [live, other, theirs, first.id])
})

test('a customer that the provider does not know is deleted only while the account still uses this reference', async () => {
  const provider_ref = 'cus_unknown'
  const [key, gone] = [{ account_id: ana.id, provider: 'stripe', mode: 'test' } as const, { provider_ref }]
  const remaining = [
    await customer(ana.id, { ...gone, delete_at: at(9) }),
    await customer(ana.id, { ...gone, mode: 'live' }),
    await customer(ana.id, { ...gone, provider: 'test' }),
    await customer((await app.signUp('Fay')).id, gone),
  ]
  const unknown = await customer(ana.id, gone)
  await customers.deleteUnknown(db, key, 'cus_other')
  assert.deepEqual(await idsOf(unknown), [unknown])
  await customers.deleteUnknown(db, key, provider_ref)
  assert.deepEqual(await idsOf(...remaining, unknown), remaining)
})

test('a closed account’s customers are deleted at their own times, those of one provider and mode at a time, earliest first', async () => {
  const { id } = await app.signUp('Gil')
  const [known, unknown] = [await customer(id), await customer(id, { mode: 'live', provider_ref: null })]
  const [earlier, theirs] = [
    await customer(id, { provider: 'test', delete_at: at(-9) }),
    await customer((await app.signUp('Hal')).id, { mode: 'live' }),
  ]
  await customers.endCustomers(db, id, at(-100), at(100))
  const times = (await rows(known, unknown, earlier, theirs)).map((row) => row.delete_at)
  assert.deepEqual(times, [at(-100), at(100), at(-9), null])
  const due = async (provider: 'test' | 'stripe', mode: 'test' | 'live', seconds: number, limit = 9) =>
    (await customers.customersToDelete(db, { provider, mode, now: at(seconds), limit })).map((row) => row.id)
  assert.deepEqual([await due('stripe', 'live', 99), await due('stripe', 'live', 100)], [[], [unknown]])
  const first = await customer(id, { delete_at: at(-101) })
  assert.deepEqual([await due('stripe', 'test', -100), await due('stripe', 'test', -100, 1)], [[first, known], [first]])
  assert.deepEqual(await due('test', 'test', -9), [earlier])
})

test('an account’s email address is read and locked with the time of its verification, and a closed account is not locked', async () => {
  const closed = await app.signUp('Ida')
  await db.updateTable('accounts').set({ email_verified_at: at(-5) }).where('id', '=', eve.id).execute() // prettier-ignore
  for (const { id, email, verifiedAt } of [{ ...ben, verifiedAt: null }, { ...eve, verifiedAt: at(-5) }]) {
    assert.deepEqual(await customers.addressOf(db, id), { email, verifiedAt })
    assert.deepEqual(await inTx((tx) => customers.lockAddress(tx, id)), { email, verifiedAt })
  } // prettier-ignore
  const { status } = await app.call('DELETE', '/v1/accounts/me', { cookie: closed.cookie, json: { password: closed.password } })
  assert.equal(status, 200)
  assert.equal(await inTx((tx) => customers.lockAddress(tx, closed.id)), undefined)
})
