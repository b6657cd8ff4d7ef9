import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskKind, TaskRecord, TaskRole } from '#core/tasks.ts'
import { ENDS_OF, MONEY_CASE_KINDS } from '#commerce/payment-exceptions/rules.ts'
import { APPROVAL_STATUSES, taskOf, type TaskFactsOf } from './rules.ts'

const NOW = new Date('2026-11-18T12:00:00.000Z')
const SOON = new Date('2026-11-19T12:00:00.000Z')
const LATER = new Date('2026-12-18T12:00:00.000Z')

const CALM: TaskFactsOf = {
  order: {
    ...{ status: 'cancelled', payment: 'paid', pickup: false, deposit_cents: 0, disputed_cents: 0, pay_by: SOON, ship_by: SOON },
    ...{ cancel_by: null, protect_until: SOON, answered: false, offered: false, return_status: null, return_by: null },
    ...{ ended_at: null, reviewed: false },
  },
  offer: { status: 'declined', expires_at: SOON, helper_answers: false },
  hold: { status: 'used', until: SOON },
  approval: { status: 'approved', expires_at: SOON },
  money_case: { case: 'mismatch', closed: true, stage: null, due_by: SOON, tellable: false },
  payout_account: { ready: false, due: false, stopped: false },
  thread: { seller_unread: 0, buyer_unread: 0, needs_owner: false, unanswered: false, only_counters: false },
  webhook: { enabled: true, switched_off: false },
  listing: { status: 'live' },
  report: { status: 'closed' },
  appeal: { answered: true },
}

function check<K extends TaskRecord>(
  record: K,
  role: TaskRole,
  change: Partial<TaskFactsOf[K]>,
  kind: TaskKind | null,
  until: Date | null = null,
) {
  const task = taskOf(record, role, { ...CALM[record], ...change }, NOW)
  assert.deepEqual(task, kind === null ? null : { kind, until }, `${record} ${role} ${JSON.stringify(change)}`)
}

test('a record that needs no action creates no task for the buyer or the seller', () => {
  for (const record of Object.keys(CALM) as TaskRecord[])
    for (const role of ['buyer', 'seller', 'owner', 'operator'] as const) check(record, role, {}, null)
})

test('a buyer has a task to pay for an order until its deadline, unless the payment provider is already processing a payment', () => {
  const unpaid = { status: 'awaiting_payment', payment: 'unpaid' } as const
  check('order', 'buyer', unpaid, 'pay_order', SOON)
  check('order', 'buyer', { ...unpaid, deposit_cents: 1 }, 'pay_rest', SOON)
  check('order', 'buyer', { ...unpaid, payment: 'pending' }, null)
  check('order', 'buyer', { ...unpaid, payment: 'pending', deposit_cents: 1 }, null)
  check('order', 'buyer', { ...unpaid, pay_by: NOW }, null)
  check('order', 'seller', unpaid, null)
})

test('a seller must ship or hand over a paid order, but must first answer any request to cancel the order', () => {
  const paid = { status: 'paid' } as const
  check('order', 'seller', paid, 'ship_order', SOON)
  check('order', 'seller', { ...paid, ship_by: NOW }, null)
  check('order', 'seller', { ...paid, ship_by: null }, 'ship_order')
  check('order', 'seller', { ...paid, pickup: true }, 'hand_over_order', SOON)
  check('order', 'seller', { ...paid, cancel_by: LATER }, 'answer_cancelling', SOON)
  check('order', 'seller', { ...paid, cancel_by: SOON, ship_by: LATER, pickup: true }, 'answer_cancelling', SOON)
  check('order', 'seller', { ...paid, cancel_by: SOON, ship_by: null }, 'answer_cancelling', SOON)
  check('order', 'buyer', paid, null)
})

test('a buyer has a task to confirm an order that is on its way, and a task to review an order for 30 days after it ends', () => {
  for (const status of ['shipped', 'delivered'] as const) {
    check('order', 'buyer', { status }, 'confirm_order', SOON)
    check('order', 'seller', { status }, null)
  }
  for (const status of ['completed', 'refunded'] as const) {
    check('order', 'buyer', { status, ended_at: NOW }, 'write_review', LATER)
    check('order', 'buyer', { status, ended_at: NOW, reviewed: true }, null)
    check('order', 'buyer', { status }, null)
  }
})

test('after a problem is reported, both the buyer and the seller have a task, except while the bank decides a dispute', () => {
  const problem = { status: 'problem', return_by: SOON } as const
  const steps: [Partial<TaskFactsOf['order']>, TaskRole, TaskKind, Date | null][] = [
    [{ return_status: 'offered' }, 'buyer', 'answer_return', SOON],
    [{ return_status: 'agreed' }, 'buyer', 'send_return', SOON],
    [{ return_status: 'sent' }, 'seller', 'receive_return', null],
    [{ return_status: 'received' }, 'seller', 'check_return', SOON],
    [{ offered: true }, 'buyer', 'answer_part', null],
    [{}, 'seller', 'answer_problem', null],
    [{}, 'operator', 'decide_dispute', null],
  ]
  for (const [facts, role, kind, until] of steps) {
    check('order', role, { ...problem, ...facts }, kind, until)
    check('order', role, { ...problem, ...facts, disputed_cents: 1 }, null)
  }
  check('order', 'buyer', { ...problem, offered: true, return_status: 'sent' }, null)
  check('order', 'seller', { ...problem, answered: true }, null)
  check('order', 'seller', { ...problem, offered: true }, null)
  check('order', 'seller', { ...problem, return_status: 'declined' }, null)
})

test('an open offer, hold or approval creates a task for only one of the two roles, and only until its deadline', () => {
  check('offer', 'seller', { status: 'open' }, 'answer_offer', SOON)
  check('offer', 'seller', { status: 'open', helper_answers: true }, null)
  check('offer', 'seller', { status: 'open', expires_at: NOW }, null)
  check('offer', 'buyer', { status: 'countered' }, 'answer_counter', SOON)
  check('hold', 'buyer', { status: 'asked' }, 'pay_deposit', SOON)
  check('hold', 'buyer', { status: 'active' }, 'use_hold', SOON)
  check('hold', 'buyer', { status: 'active', until: NOW }, null)
  for (const status of APPROVAL_STATUSES)
    check('approval', 'owner', { status }, status === 'pending' ? 'decide_approval' : null, status === 'pending' ? SOON : null)
})

test('an open payment exception is a task for the operator, or for the seller if the exception concerns the payout account', () => {
  const open = { closed: false } as const
  check('money_case', 'operator', { ...open, case: 'chargeback' }, 'answer_bank', SOON)
  check('money_case', 'operator', { ...open, case: 'chargeback', due_by: NOW }, 'answer_bank', NOW)
  check('money_case', 'seller', { ...open, case: 'chargeback', tellable: true }, 'tell_about_sale', SOON)
  check('money_case', 'seller', { ...open, case: 'chargeback' }, null)
  for (const kind of MONEY_CASE_KINDS.filter((one) => ENDS_OF[one].length > 0))
    check('money_case', 'operator', { ...open, case: kind }, 'settle_case')
  check('money_case', 'seller', { ...open, case: 'payout_failed' }, 'mend_bank')
  check('money_case', 'seller', { ...open, case: 'account_stopped' }, 'mend_account')
  check('money_case', 'operator', { ...open, case: 'account_stopped' }, null)
})

test('a seller has a task to open a payout account only if money is due, no account is ready, and no other task covers this', () => {
  const due = { due: true } as const
  check('payout_account', 'seller', due, 'open_account')
  check('payout_account', 'seller', { ...due, ready: true }, null)
  check('payout_account', 'seller', { ...due, stopped: true }, null)
  check('payout_account', 'seller', { stopped: true }, null)
})

test('a seller has a task to answer a message, and a buyer has a task to read a message unless it is about a counteroffer', () => {
  check('thread', 'seller', { seller_unread: 1, unanswered: true }, 'answer_message')
  check('thread', 'seller', { seller_unread: 1 }, null)
  check('thread', 'seller', { unanswered: true }, null)
  check('thread', 'seller', { needs_owner: true }, 'answer_message')
  check('thread', 'buyer', { buyer_unread: 1 }, 'read_message')
  check('thread', 'buyer', { buyer_unread: 1, only_counters: true }, null)
})

test('a draft, a disabled webhook, an open report and an unanswered appeal each create one task', () => {
  check('listing', 'seller', { status: 'draft' }, 'finish_listing')
  check('webhook', 'owner', { enabled: false, switched_off: true }, 'switch_on_webhook')
  check('webhook', 'owner', { enabled: false }, null)
  check('webhook', 'owner', { switched_off: true }, null)
  check('report', 'operator', { status: 'open' }, 'read_report')
  check('appeal', 'operator', { answered: false }, 'answer_appeal')
})
