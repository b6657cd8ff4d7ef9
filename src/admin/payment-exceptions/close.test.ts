import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Operator } from '#platform/context/index.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import type { CaseEnd, MoneyCaseKind } from '#commerce/payment-exceptions/rules.ts'
import { post } from '#commerce/ledger/index.ts'
import { received } from '#commerce/ledger/rules.ts'
import { lockWaits } from '#test/contention.ts'
import { moneyRows } from '#test/money-rows.ts'
import { until } from '#test/until.ts'
import { closeMoneyCase, readMoneyCase } from './index.ts'

const { ctx, db, eve, order, payment, move } = await moneyRows({ after })
await db.updateTable('accounts').set({ is_operator: true }).where('id', '=', eve.id).execute()
const operator = { kind: 'session', accountId: eve.id, name: 'Eve', isOperator: true } as Operator
const CANNOT = 'This case cannot be closed by hand; it closes when the provider reports the result.'
const AGAIN_OR_BY_HAND = 'This case can only be closed with "again" or "by_hand".'

/** Creates an exception about a held transfer. Returns the ids of both. */
async function exception(kind: MoneyCaseKind): Promise<{ id: string; transferId: string }> {
  const orderId = await order()
  await inTransaction(ctx, (tx) => post(tx, received({ orderId }, 6_000)))
  const refund = kind === 'refund_failed' ? ({ kind: 'refund', payment_id: await payment({ order_id: orderId }) } as const) : {}
  const transferId = await move({ order_id: orderId, status: 'held', ...refund })
  const ref = `ref_${transferId}`
  if (kind === 'chargeback') {
    const id = ctx.newId('mcs')
    const dates = { created_at: ctx.now(), updated_at: ctx.now() }
    await db.insertInto('money_cases').values({ id, provider: 'test', kind, ref, stage: 'open', amount_cents: 9, ...dates }).execute() // prettier-ignore
    return { id, transferId }
  }
  const opened = await inTransaction(ctx, (tx) => openCase(tx, { kind, ref, orderId, transferId, amountCents: 6_000, reason: null }))
  return { id: opened!.id, transferId }
}
const close = (id: string, how: CaseEnd) => inTransaction(ctx, (tx) => closeMoneyCase(tx, operator, id, { how, reason: 'Checked.' }))
const transfer = async (id: string) =>
  (await db.selectFrom('money_moves').select(['status', 'provider_ref']).where('id', '=', id).executeTakeFirst())!

for (const [kind, how, refusal, after] of [
  ['refund_failed', 'seen', AGAIN_OR_BY_HAND, null],
  ['transfer_failed', 'seen', AGAIN_OR_BY_HAND, null],
  ['payout_failed', 'again', 'This case can only be closed with "seen".', null],
  ['mismatch', 'by_hand', 'This case can only be closed with "seen".', null],
  ['chargeback', 'seen', CANNOT, null],
  ['account_stopped', 'again', CANNOT, null],
  ['transfer_reversed', 'again', null, 'due'],
  ['refund_failed', 'by_hand', null, 'sent'],
  ['payout_failed', 'seen', null, 'held'],
] as const)
  test(`closing the exception ${kind} with "${how}" ${refusal === null ? 'settles its transfer and adds a note' : 'is refused'}`, async () => {
    const { id, transferId } = await exception(kind)
    const notes = () => db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute()
    if (refusal !== null) {
      await assert.rejects(close(id, how), { type: 'conflict', message: refusal })
      assert.deepEqual([(await readMoneyCase(ctx, operator, id)).closed_at, await notes()], [null, []])
      return
    }
    assert.notEqual((await close(id, how)).closed_at, null)
    const ref = after === 'sent' ? `by hand ${transferId}` : null
    assert.deepEqual(await transfer(transferId), { status: after, provider_ref: ref })
    const [note, ...others] = await notes()
    assert.deepEqual([note!.actor_id, note!.reason, others], [eve.id, 'Checked.', []])
    const events = await db.selectFrom('events').select('data').where('account_id', '=', eve.id).where('type', '=', 'money.case').execute()
    const closings = events.filter(({ data }) => data.includes(`"${id}"`) && data.includes('"closed"'))
    assert.equal(closings.length, 1, 'the operators are notified once')
    await assert.rejects(close(id, how), { type: 'conflict', message: 'This case is closed.' })
  })

test('a payment exception that does not exist returns 404', async () => {
  for (const id of ['mcs_unknown', ctx.newId('mcs')]) await assert.rejects(close(id, 'seen'), { type: 'not_found' })
})

test('of two operators who close the same exception at the same time, the second gets a 409', async () => {
  const { id } = await exception('payout_failed')
  const [closed, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = inTransaction(ctx, async (tx) => {
    await closeMoneyCase(tx, operator, id, { how: 'seen', reason: 'Checked.' })
    closed.resolve()
    await end.promise
  })
  await Promise.race([closed.promise, first])
  const second = assert.rejects(close(id, 'seen'), { type: 'conflict', message: 'This case is closed.' })
  await until('the second operator waits for the first', async () => (await lockWaits(db)) > 0)
  end.resolve()
  await Promise.all([first, second])
})
