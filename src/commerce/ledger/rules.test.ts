import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  balances,
  chargedBack,
  covered,
  coveredFrom,
  depositUsed,
  earned,
  givenBack,
  paidOut,
  payableAgain,
  received,
  refundReturned,
  reversed,
  shippingMoved,
  type LedgerAccount,
  type LedgerLine,
} from './rules.ts'

const order = { orderId: 'ord_1' }
const hold = { holdId: 'hld_1' }

/** A random history of one sale and its hold. Each amount is a fraction of the money that is left at this step. */
type Life = {
  itemCents: number
  feeShare: number
  depositShare: number | null
  hold: 'kept' | 'returned' | 'used'
  refunds: number[]
  end: 'completed' | 'refunded' | 'stays'
  paidOut: boolean
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
const orderLives: fc.Arbitrary<Life> = fc.record({
  itemCents: fc.integer({ min: 1, max: 10_000_000 }),
  feeShare: fc.double({ min: 0, max: 0.5, noNaN: true }),
  depositShare: fc.option(share),
  hold: fc.constantFrom('kept', 'returned', 'used'),
  refunds: fc.array(share, { maxLength: 4 }),
  end: fc.constantFrom('completed', 'refunded', 'stays'),
  paidOut: fc.boolean(),
})

function* postings(life: Life): Generator<LedgerLine[]> {
  const deposit = life.depositShare === null ? 0 : Math.round(life.itemCents * life.depositShare)
  if (deposit > 0) yield received(hold, deposit)
  if (deposit > 0 && life.hold === 'kept') {
    yield earned(hold, deposit, 0)
    if (life.paidOut) yield paidOut(hold, deposit)
  }
  if (deposit > 0 && life.hold === 'returned') yield givenBack(hold, deposit)
  const used = life.hold === 'used' ? deposit : 0
  yield received(order, life.itemCents - used)
  if (used > 0) yield depositUsed(hold.holdId, order.orderId, used)
  let left = life.itemCents
  for (const part of life.refunds) {
    const cents = Math.round(left * part)
    yield givenBack(order, cents)
    left -= cents
  }
  if (life.end === 'refunded') yield givenBack(order, left)
  if (life.end !== 'completed') return
  const fee = Math.floor(left * life.feeShare)
  yield earned(order, left, fee)
  if (life.paidOut) yield paidOut(order, left - fee)
}

const sum = (lines: readonly LedgerLine[], account?: LedgerAccount, subject?: 'order' | 'hold'): number =>
  lines
    .filter(
      (line) => (account === undefined || line.account === account) && (!subject || (line.orderId === undefined) === (subject === 'hold')),
    )
    .reduce((total, { amountCents }) => total + amountCents, 0)

test('at every step, the ledger sums to zero and no balance of held or owed money is negative', () => {
  fc.assert(
    fc.property(orderLives, (life) => {
      const lines: LedgerLine[] = []
      for (const posting of postings(life)) {
        assert.ok(balances(posting))
        lines.push(...posting)
        for (const account of ['escrow', 'seller'] as const)
          for (const subject of ['order', 'hold'] as const) assert.ok(sum(lines, account, subject) >= 0, `${account} of the ${subject}`)
        const captured = -lines
          .filter(({ account, amountCents }) => account === 'buyer' && amountCents < 0)
          .reduce((all, line) => all + line.amountCents, 0)
        const refunded = lines
          .filter(({ account, amountCents }) => account === 'buyer' && amountCents > 0)
          .reduce((all, line) => all + line.amountCents, 0)
        assert.equal(captured, sum(lines, 'bank') + sum(lines, 'seller') + sum(lines, 'fees') + refunded + sum(lines, 'escrow'))
      }
      assert.equal(sum(lines), 0)
    }),
    { numRuns: 2_000 },
  )
})

test('a posting counts as unbalanced if its sum is not zero or if it contains fractions of a cent', () => {
  assert.equal(balances([{ account: 'buyer', amountCents: -100, ...order }]), false)
  assert.equal(balances([...received(order, 100), { account: 'fees', amountCents: 1, ...order }]), false)
  assert.equal(balances(received(order, 0.5)), false)
  assert.equal(balances([]), true)
})

test('each posting moves the exact amounts between the accounts of the ledger', () => {
  const amounts = (lines: readonly LedgerLine[]) =>
    lines
      .filter(({ amountCents }) => amountCents !== 0)
      .map(({ account, amountCents, orderId, holdId }) => `${account} ${amountCents} ${orderId ?? holdId}`)
  assert.deepEqual(amounts(shippingMoved('ord_1', 'ord_2', 500)), ['escrow -500 ord_1', 'escrow 500 ord_2'])
  assert.deepEqual(amounts(refundReturned(order, 300)), ['buyer -300 ord_1', 'escrow 300 ord_1'])
  assert.deepEqual(amounts(chargedBack(order, 700)), ['debt -700 ord_1', 'buyer 700 ord_1'])
  assert.deepEqual(amounts(payableAgain(order, 90)), ['debt -90 ord_1', 'seller 90 ord_1'])
  assert.deepEqual(amounts(reversed(order, { debtCents: 40, sellerCents: 60 })), ['bank -100 ord_1', 'debt 40 ord_1', 'seller 60 ord_1'])
  assert.deepEqual(amounts(covered(order, { escrowCents: 1, sellerCents: 20, feeCents: 300 })), [
    'escrow -1 ord_1',
    'seller -20 ord_1',
    'fees -300 ord_1',
    'debt 321 ord_1',
  ])
  assert.deepEqual(amounts(covered(order, {})), [])
})

test('if refunds that have not been sent yet cover a chargeback, the unused part of the deposit is taken from the hold', () => {
  const amounts = (lines: readonly LedgerLine[], account: LedgerAccount) =>
    lines
      .filter((line) => line.account === account && line.amountCents !== 0)
      .map(({ amountCents, orderId, holdId }) => [orderId ?? holdId, amountCents])
  const both = coveredFrom(order, 'hld_1', 500, 200)
  assert.deepEqual(amounts(both, 'escrow'), [['ord_1', -300], ['hld_1', -200]]) // prettier-ignore
  assert.deepEqual(amounts(both, 'debt'), [['ord_1', 300], ['ord_1', 200]]) // prettier-ignore
  assert.deepEqual(amounts(coveredFrom(order, null, 500, 200), 'escrow'), [['ord_1', -500]])
  assert.deepEqual(amounts(coveredFrom(hold, 'hld_1', 500, 200), 'escrow'), [['hld_1', -500]])
  for (const lines of [both, coveredFrom(order, null, 500, 200), coveredFrom(hold, 'hld_1', 500, 200)]) assert.ok(balances(lines))
})
