import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HOLD_STATUSES } from '#commerce/holds/rules.ts'
import { LISTING_RULES, LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { ENDS_OF, MONEY_CASE_KINDS } from '#commerce/payment-exceptions/rules.ts'
import { OFFER_STATUSES } from '#commerce/offers/rules.ts'
import { ORDER_STATUSES, type OrderFacts } from '#commerce/orders/rules/order.ts'
import { APPROVAL_STATUSES, taskOf, type TaskFactsOf } from '#commerce/inbox/rules.ts'
import { byCost, TASK_ROLES, type TaskKind, type TaskRecord } from '#core/tasks.ts'
import { clockOf, DOES, holdOwes, holdsMoney, mayDo, offerOwes, orderOwes, type ExpectedTask } from './tasks.ts'

const HOUR_MS = 3600_000
const NOW = new Date('2026-11-22T12:00:00Z')
const hence = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS)

const RETURNS = [null, 'offered', 'agreed', 'sent', 'received', 'declined', 'expired', 'contested'] as const

function* orders(): Generator<OrderFacts & { answered: boolean; pending: boolean }> {
  const bits = [false, true]
  for (const status of ORDER_STATUSES)
    for (const pickup of bits)
      for (const cancelRequested of bits)
        for (const offered of bits)
          for (const answered of bits)
            for (const disputed of bits)
              for (const pending of bits)
                for (const returned of RETURNS)
                  for (const cancelHours of [20, 90])
                    yield {
                      status,
                      pickup,
                      pay_by: hence(1),
                      paid_at: hence(-24),
                      ship_by: status === 'paid' ? hence(60) : null,
                      cancel_by: cancelRequested && status === 'paid' ? hence(cancelHours) : null,
                      protect_until: status === 'shipped' || status === 'delivered' ? hence(70) : null,
                      offered_cents: offered && status === 'problem' ? 500 : null,
                      disputed_cents: disputed && status === 'problem' ? 4000 : 0,
                      all_back: false,
                      bank_alone: false,
                      answered: answered && status === 'problem',
                      pending: pending && status === 'awaiting_payment',
                      return_status: status === 'problem' ? returned : null,
                      return_by:
                        status === 'problem' && (returned === 'offered' || returned === 'agreed' || returned === 'received')
                          ? hence(50)
                          : null,
                    }
}

const factsOf = ({
  pending,
  answered,
  offered_cents,
  ...order
}: OrderFacts & { pending: boolean; answered: boolean }): TaskFactsOf['order'] => ({
  ...order,
  payment: pending ? 'pending' : order.status === 'awaiting_payment' ? 'unpaid' : 'paid',
  deposit_cents: 0,
  answered,
  offered: offered_cents !== null,
  ended_at: null,
  reviewed: false,
})

const dueFor = <K extends TaskRecord>(record: K, facts: TaskFactsOf[K]) =>
  TASK_ROLES.flatMap((role) => {
    const task = taskOf(record, role, facts, NOW)
    return task ? [{ ...task, role }] : []
  })

describe('the task tables', () => {
  test('until its deadline, an order creates a task for the party that waiting would harm', () => {
    let checked = 0
    for (const order of orders()) {
      const expected = orderOwes(order, order)
      const tasks = dueFor('order', factsOf(order))
      const context = JSON.stringify(order)
      assert.deepEqual(
        tasks.map(({ role, until }): ExpectedTask => ({ role, until })),
        expected,
        context,
      )
      for (const { kind, role } of tasks) if (kind in DOES) assert.ok(mayDo(kind, role, order, NOW), `${role} cannot ${kind}: ${context}`)
      const bankOrProvider = order.disputed_cents > 0 || order.pending
      if ((clockOf(order) || holdsMoney(order.status)) && !bankOrProvider) assert.ok(tasks.length > 0, `no role has a task: ${context}`)
      checked++
    }
    assert.equal(checked, ORDER_STATUSES.length * 128 * RETURNS.length)
  })

  test('an order past its deadline creates no task, even before the periodic job closes it', () => {
    for (const order of orders()) {
      const until = clockOf(order)
      if (until === null || order.status === 'problem') continue
      for (const role of TASK_ROLES) assert.equal(taskOf('order', role, factsOf(order), until), null, JSON.stringify(order))
    }
  })

  test('an open offer creates a task for the role that can accept it, unless a helper answers the offer', () => {
    for (const status of OFFER_STATUSES) {
      const role = offerOwes(status)
      const tasks = dueFor('offer', { status, expires_at: hence(3), helper_answers: false })
      assert.deepEqual(
        tasks.map((task) => [task.role, task.until]),
        role ? [[role, hence(3)]] : [],
        status,
      )
      const helped = dueFor('offer', { status, expires_at: hence(3), helper_answers: true })
      assert.equal(helped.length, status === 'open' ? 0 : tasks.length, status)
      assert.deepEqual(dueFor('offer', { status, expires_at: NOW, helper_answers: false }), [], status)
    }
  })

  test('a hold creates a task for the buyer until the hold expires', () => {
    for (const status of HOLD_STATUSES) {
      const role = holdOwes(status)
      assert.deepEqual(
        dueFor('hold', { status, until: hence(3) }).map((task) => [task.role, task.until]),
        role ? [[role, hence(3)]] : [],
        status,
      )
    }
  })

  test('an approval creates a task for the key’s owner, a payment exception for the role that can settle it, and a draft for the seller', () => {
    for (const status of APPROVAL_STATUSES)
      assert.deepEqual(
        dueFor('approval', { status, expires_at: hence(3) }).map(({ role }) => role),
        status === 'pending' ? ['owner'] : [],
      )
    for (const kind of MONEY_CASE_KINDS)
      for (const tellable of [false, true]) {
        const facts = { case: kind, closed: false, stage: kind === 'chargeback' ? ('open' as const) : null, due_by: hence(-3), tellable }
        const roles = dueFor('money_case', facts).map(({ role }) => role)
        assert.ok(roles.length > 0, `no role has a task for ${kind}`)
        // a chargeback creates a task for the operator, and a failed payout account creates a task for the seller
        assert.equal(roles.includes('operator'), ENDS_OF[kind].length > 0 || kind === 'chargeback', kind)
        assert.deepEqual(dueFor('money_case', { ...facts, closed: true }), [])
      }
    for (const status of LISTING_STATUSES) {
      const publishes = LISTING_RULES.some(({ from, operation, to }) => from === status && operation === 'publish' && to !== status)
      assert.equal(dueFor('listing', { status }).length, publishes ? 1 : 0, status)
    }
  })

  test('tasks are sorted by what a missed deadline would cost', () => {
    const at = (kind: TaskKind, hours: number | null) => ({
      kind,
      until: hours === null ? null : hence(hours),
      since: NOW,
      id: `${kind}${hours}`,
    })
    const expected = [
      at('answer_cancelling', 2),
      at('ship_order', 90),
      at('answer_problem', null),
      at('answer_offer', 1),
      at('answer_offer', 40),
      at('answer_message', null),
    ]
    assert.deepEqual(expected.toReversed().toSorted(byCost), expected)
  })
})
