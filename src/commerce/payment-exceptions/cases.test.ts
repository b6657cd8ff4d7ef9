import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { followTransfer } from './follow.ts'
import { closeCase, openCase, saveChargeback, type CaseRow } from './index.ts'

const { ctx, db, ana, ben, eve, now, at, order, move } = await moneyRows({ after })
const run = <T>(work: (tx: Tx) => Promise<T>, time = now): Promise<T> => inTransaction({ ...ctx, now: () => time }, work)
await db.updateTable('accounts').set({ is_operator: true }).where('id', '=', eve.id).execute()

beforeEach(() => db.deleteFrom('events').execute())
const NAMES = new Map([[ana.id, 'seller'], [ben.id, 'buyer'], [eve.id, 'operator']]) // prettier-ignore
/** Returns the recipients of the events, and whether the exception was opened or closed. */
const notified = async (): Promise<string[]> => {
  const rows = await db.selectFrom('events').select(['account_id', 'data']).where('type', '=', 'money.case').execute()
  await db.deleteFrom('events').execute()
  return rows.map(({ account_id, data }) => {
    const { side, what } = JSON.parse(data).object as { side: string; what: string }
    assert.equal(NAMES.get(account_id), side)
    return `${what} for ${side}`
  })
}
const eventsTo = (what: string, ...sides: string[]) => sides.map((side) => `${what} for ${side}`)
const rowOf = (ref: string) =>
  db.selectFrom('money_cases').select(['amount_cents', 'reason', 'closed_at', 'updated_at']).where('ref', '=', ref).executeTakeFirst()

test('an exception is opened once, closed once, and opened again with the new amount and reason', async () => {
  const orderId = await order()
  const open = (amountCents: number | undefined, reason: string | null, time = now) =>
    run((tx) => openCase(tx, { kind: 'mismatch', ref: 'pi_1', orderId, ...(amountCents !== undefined && { amountCents }), reason }), time)
  assert.equal(await run((tx) => closeCase(tx, 'mismatch', 'pi_1')), false)
  const first = (await open(undefined, null))!
  assert.deepEqual(await rowOf('pi_1'), { amount_cents: 0, reason: null, closed_at: null, updated_at: now })
  assert.equal(await open(500, 'Again.'), null)
  assert.deepEqual(await notified(), ['opened for operator'])
  assert.equal(await run((tx) => closeCase(tx, 'mismatch', 'pi_1'), at(1)), true)
  assert.deepEqual(await rowOf('pi_1'), { amount_cents: 0, reason: null, closed_at: at(1), updated_at: at(1) })
  assert.equal(await run((tx) => closeCase(tx, 'mismatch', 'pi_1'), at(2)), false)
  assert.equal((await open(700, 'x'.repeat(501), at(3)))!.id, first.id)
  assert.deepEqual(await rowOf('pi_1'), { amount_cents: 700, reason: 'x'.repeat(500), closed_at: null, updated_at: at(3) })
  assert.deepEqual(await notified(), ['closed for operator', 'opened for operator'])
})

test('the seller and the buyer are notified only about exceptions that affect their own money', async () => {
  const orderId = await order()
  for (const [kind, ...sides] of [
    ['refund_failed', 'operator', 'buyer'],
    ['transfer_failed', 'operator'],
    ['transfer_reversed', 'operator', 'seller'],
    ['payout_failed', 'operator', 'seller'],
    ['account_stopped', 'operator', 'seller'],
    ['mismatch', 'operator'],
  ] as const) {
    await run((tx) => openCase(tx, { kind, ref: kind, orderId, reason: null }))
    assert.deepEqual(await notified(), eventsTo('opened', ...sides))
  }
})

test('a chargeback notifies each time its stage changes, and the buyer only once it is more than an inquiry', async () => {
  const order_id = await order()
  const facts = { ref: 'dp_1', amount_cents: 500, taken_cents: 0, covered_cents: 0, entries: 1, reason: null, due_by: null, move_id: null }
  let before: CaseRow | undefined
  const save = async (stage: CaseRow['stage'], time = now) => {
    const subject = { order_id, hold_id: null, payment_id: null, account_id: ana.id }
    before = await run((tx) => saveChargeback(tx, before, { ...facts, ...subject, stage }), time)
    return [before.closed_at, ...(await notified())]
  }
  const toAll = (what: string) => eventsTo(what, 'operator', 'seller', 'buyer')
  assert.deepEqual(await save('inquiry'), [null, ...eventsTo('opened', 'operator', 'seller')])
  assert.deepEqual(await save('open'), [null, ...toAll('opened')])
  assert.deepEqual(await save('open'), [null])
  assert.deepEqual(await save('won', at(1)), [at(1), ...toAll('closed')])
  assert.deepEqual(await save('won', at(2)), [at(1)])
  assert.deepEqual(await save('lost', at(3)), [at(1), ...toAll('closed')])
})

test('the exception of a transfer follows the amount that is left, and ends when nothing is left', async () => {
  const orderId = await order()
  const transferId = await move({ order_id: orderId })
  await run((tx) => openCase(tx, { kind: 'transfer_failed', ref: 'tr_1', orderId, transferId, amountCents: 600, reason: null }))
  const follow = async (cents: number, time: Date) => {
    await run((tx) => followTransfer(tx, transferId, cents), time)
    const { amount_cents, closed_at, updated_at } = (await rowOf('tr_1'))!
    return [amount_cents, closed_at, updated_at]
  }
  await notified()
  assert.deepEqual(await follow(600, at(1)), [600, null, now])
  assert.deepEqual(await follow(1, at(2)), [1, null, at(2)])
  assert.deepEqual(await notified(), [])
  assert.deepEqual(await follow(0, at(3)), [1, at(3), at(3)])
  assert.deepEqual(await notified(), ['closed for operator'])
})
