import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decidePurchase, PURCHASE_ACTORS, PURCHASE_OPERATIONS, PURCHASE_STATUSES, purchaseStatusAt } from './rules.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const LATER = new Date(NOW.getTime() + 1)
/** Transitions of a purchase before its deadline, and at or after its deadline. Written by hand. */
const IN_TIME: Record<string, string> = { 'awaiting_payment pay provider': 'paid', 'awaiting_payment cancel buyer': 'cancelled' }
const OVERDUE: Record<string, string> = { 'awaiting_payment expire clock': 'expired' }

test('a purchase can be paid or cancelled only before its deadline, and counts as expired afterward', () => {
  for (const [pay_by, allowed] of [
    [LATER, IN_TIME],
    [NOW, OVERDUE],
  ] as const)
    // prettier-ignore
    for (const status of PURCHASE_STATUSES)
      for (const operation of PURCHASE_OPERATIONS)
        for (const by of PURCHASE_ACTORS) {
          const decision = decidePurchase(operation, by, { status, pay_by }, NOW)
          const to = allowed[`${status} ${operation} ${by}`]
          if (to === undefined) assert.equal(decision.kind, 'refuse', `${status} ${operation} ${by}`)
          else assert.deepEqual(decision, { kind: 'move', to })
        }
  assert.deepEqual(PURCHASE_STATUSES.map((status) => purchaseStatusAt({ status, pay_by: NOW }, NOW)), ['expired', 'paid', 'expired', 'cancelled']) // prettier-ignore
  assert.equal(purchaseStatusAt({ status: 'awaiting_payment', pay_by: LATER }, NOW), 'awaiting_payment')
})

test('if an operation on a purchase is refused after the deadline, the error says that the purchase has expired', () => {
  const overdue = { status: 'awaiting_payment', pay_by: NOW } as const
  assert.deepEqual(decidePurchase('pay', 'provider', overdue, NOW), {
    kind: 'refuse',
    message: 'This purchase is expired: there is nothing to pay.',
  })
})
