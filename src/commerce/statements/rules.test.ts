import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kindOf, LINE_KINDS, NO_CHANGES, periodOf, statementOf, type Changes, type Month } from './rules.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const month = (name: string, payments: number, changes: Partial<Changes>): Month => ({ month: name, payments, ...NO_CHANGES, ...changes })

describe('periods that a statement can cover', () => {
  test('a statement period is a month or a year in UTC, and must have begun already', () => {
    const bounds = (text: string, now = NOW) => {
      const period = periodOf(text, now)
      return period && [period.name, period.from.toISOString(), period.until.toISOString()]
    }
    assert.deepEqual(bounds('2026-11'), ['2026-11', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'])
    assert.deepEqual(bounds('2025-12'), ['2025-12', '2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'])
    assert.deepEqual(bounds('2026-09'), ['2026-09', '2026-09-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z'])
    assert.deepEqual(bounds('2026'), ['2026', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
    assert.equal(bounds('2026-12'), null)
    assert.notEqual(bounds('2026-12', new Date('2026-12-01T00:00:00Z')), null, 'the first moment of the month')
    for (const text of ['', '2026-', '2026-00', '2026-13', '2026-1', '1999', '2027', ' 2026', '2026-11x', 'x2026'])
      assert.equal(bounds(text), null, text)
  })
})

describe('seller statements for a period', () => {
  const months = [
    month('2025-12', 1, { heldCents: 100, paidCents: 100 }),
    month('2026-10', 2, { heldCents: 5, availableCents: 7, paidCents: 20, feesCents: 3, refundedCents: 4, labelsCents: 1 }),
    month('2026-11', 4, { heldCents: -30, availableCents: 10, paidOutCents: 15, chargebacksCents: 5 }),
  ]
  const statement = (name: string, now = NOW) => statementOf(months, periodOf(name, now)!, now)

  test('the opening balance of a monthly statement is the balance of all previous months', () => {
    assert.deepEqual(statement('2026-11'), {
      period: '2026-11',
      isFinal: false,
      payments: 4,
      opening: { heldCents: 105, availableCents: 7 },
      changes: { ...NO_CHANGES, heldCents: -30, availableCents: 10, paidOutCents: 15, chargebacksCents: 5 },
      closing: { heldCents: 75, availableCents: 17 },
    })
  })

  test('each amount in a yearly statement is the sum of the amounts in the monthly statements', () => {
    const { opening, payments, changes, closing } = statement('2026')
    assert.deepEqual([opening, payments, closing], [{ heldCents: 100, availableCents: 0 }, 6, { heldCents: 75, availableCents: 17 }])
    assert.deepEqual(changes, {
      heldCents: -25,
      availableCents: 17,
      paidCents: 20,
      refundedCents: 4,
      feesCents: 3,
      labelsCents: 1,
      chargebacksCents: 5,
      paidOutCents: 15,
    })
  })

  test('a monthly statement without any changes has the same opening and closing balance', () => {
    const { opening, changes, closing } = statement('2026-01')
    assert.deepEqual(
      [opening, changes, closing],
      [{ heldCents: 100, availableCents: 0 }, NO_CHANGES, { heldCents: 100, availableCents: 0 }],
    )
  })

  test('a statement is final as soon as its period is over', () => {
    assert.equal(statement('2026-10').isFinal, true)
    assert.equal(statement('2026-11', new Date('2026-12-01T00:00:00Z')).isFinal, true)
    assert.equal(statement('2026-11', new Date('2026-11-30T23:59:59.999Z')).isFinal, false)
  })
})

test('the kind of each line in a statement follows from the amounts that changed', () => {
  const named: [(typeof LINE_KINDS)[number], Partial<Changes>][] = [
    ['payment', { paidCents: 1 }],
    ['refund', { refundedCents: 1, chargebacksCents: 1 }],
    ['refund_returned', { refundedCents: -1 }],
    ['payout', { paidOutCents: 1, chargebacksCents: -1 }],
    ['payout_returned', { paidOutCents: -1, chargebacksCents: 1 }],
    ['chargeback', { chargebacksCents: 1, feesCents: -1 }],
    ['chargeback_returned', { chargebacksCents: -1 }],
    ['label', { labelsCents: 1 }],
    ['completed', { feesCents: 1 }],
  ]
  for (const [kind, changes] of named) assert.equal(kindOf({ ...NO_CHANGES, ...changes }), kind)
  assert.deepEqual(named.map(([kind]) => kind).toSorted(), [...LINE_KINDS].toSorted())
})
