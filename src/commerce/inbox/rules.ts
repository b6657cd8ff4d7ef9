import type { ChargebackStage } from '#admin/disputes/rules.ts'
import { holdStatusAt, type HoldStatus } from '#commerce/holds/rules.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'
import type { MoneyCaseKind } from '#commerce/payment-exceptions/rules.ts'
import { statusAt as offerStatusAt, type OfferStatus } from '#commerce/offers/rules.ts'
import { statusAt as orderStatusAt, type OrderPayment, type OrderStatus } from '#commerce/orders/rules/order.ts'
import { isSentBack, type ReturnStatus } from '#commerce/orders/rules/return.ts'
import { REVIEW_DAYS } from '#catalog/reviews/rules.ts'
import { TASKS, type Task, type TaskKind, type TaskRecord, type TaskRole } from '#core/tasks.ts'

/*
 * Tables with the tasks for each kind of record, by state. A role has the task in the first row that applies. If a state has no entry, the
 * code does not compile.
 */

type Row<F> = { task: TaskKind; when?: (facts: F) => boolean; until?: (facts: F) => Date | null }
type Rows<F> = readonly Row<F>[]

export const APPROVAL_STATUSES = ['pending', 'approved', 'done', 'failed', 'declined', 'expired'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

export type TaskFactsOf = {
  order: {
    status: OrderStatus
    payment: OrderPayment
    pickup: boolean
    deposit_cents: number
    disputed_cents: number
    pay_by: Date
    ship_by: Date | null
    cancel_by: Date | null
    protect_until: Date | null
    answered: boolean
    offered: boolean
    return_status: ReturnStatus | null
    return_by: Date | null
    ended_at: Date | null
    reviewed: boolean
  }
  /** `helper_answers` is true while the negotiator is about to make a counteroffer. */
  offer: { status: OfferStatus; expires_at: Date; helper_answers: boolean }
  hold: { status: HoldStatus; until: Date }
  approval: { status: ApprovalStatus; expires_at: Date }
  /** `tellable` is true while the seller can still comment on the chargeback. */
  money_case: { case: MoneyCaseKind; closed: boolean; stage: ChargebackStage | null; due_by: Date | null; tellable: boolean }
  /** `due` is true if the service owes the seller money. `stopped` is true if a payment exception already covers the payout account. */
  payout_account: { ready: boolean; due: boolean; stopped: boolean }
  /**
   * `unanswered` is true if the buyer wrote the last message, without counting a helper's messages about offers. `only_counters` is true if
   * all unread messages for the buyer only announce counteroffers.
   */
  thread: { seller_unread: number; buyer_unread: number; needs_owner: boolean; unanswered: boolean; only_counters: boolean }
  /** `switched_off` is true if the service has disabled the webhook. */
  webhook: { enabled: boolean; switched_off: boolean }
  listing: { status: ListingStatus }
  report: { status: 'open' | 'closed' }
  appeal: { answered: boolean }
}

const DAY_MS = 86_400_000

type OrderFacts = TaskFactsOf['order']
const cancelRequested = ({ cancel_by }: OrderFacts): boolean => cancel_by !== null
const bankDecides = ({ disputed_cents }: OrderFacts): boolean => disputed_cents > 0
const returning =
  (status: ReturnStatus) =>
  (o: OrderFacts): boolean =>
    o.return_status === status && !bankDecides(o)
const returnBy = ({ return_by }: OrderFacts): Date | null => return_by
const reviewBy = ({ ended_at }: OrderFacts): Date => new Date(ended_at!.getTime() + REVIEW_DAYS * DAY_MS)
const REVIEW: Row<OrderFacts> = { task: 'write_review', when: ({ ended_at, reviewed }) => ended_at !== null && !reviewed, until: reviewBy }
const CONFIRM: Row<OrderFacts> = { task: 'confirm_order', until: ({ protect_until }) => protect_until }

export const ORDER_TASKS: Readonly<Record<OrderStatus, Rows<OrderFacts>>> = {
  awaiting_payment: [
    { task: 'pay_rest', when: (o) => o.payment !== 'pending' && o.deposit_cents > 0, until: (o) => o.pay_by },
    { task: 'pay_order', when: (o) => o.payment !== 'pending', until: (o) => o.pay_by },
  ],
  // the first matching row applies, so a seller must answer a cancellation request before shipping the item
  paid: [
    { task: 'answer_cancelling', when: cancelRequested, until: (o) => (o.ship_by && o.ship_by < o.cancel_by! ? o.ship_by : o.cancel_by) },
    { task: 'hand_over_order', when: (o) => o.pickup, until: (o) => o.ship_by },
    { task: 'ship_order', until: (o) => o.ship_by },
  ],
  shipped: [CONFIRM],
  delivered: [CONFIRM],
  // while the bank decides, the payment exception has the task
  problem: [
    { task: 'answer_return', when: returning('offered'), until: returnBy },
    { task: 'send_return', when: returning('agreed'), until: returnBy },
    { task: 'receive_return', when: returning('sent') },
    { task: 'check_return', when: returning('received'), until: returnBy },
    { task: 'answer_part', when: (o) => o.offered && !isSentBack(o.return_status) && !bankDecides(o) },
    { task: 'answer_problem', when: (o) => !o.offered && !o.answered && o.return_status === null && !bankDecides(o) },
    { task: 'decide_dispute', when: (o) => !bankDecides(o) },
  ],
  completed: [REVIEW],
  refunded: [REVIEW],
  cancelled: [],
  expired: [],
}

export const OFFER_TASKS: Readonly<Record<OfferStatus, Rows<TaskFactsOf['offer']>>> = {
  open: [{ task: 'answer_offer', when: (o) => !o.helper_answers, until: (o) => o.expires_at }],
  countered: [{ task: 'answer_counter', until: (o) => o.expires_at }],
  // the order that resulted from the offer has the task
  accepted: [],
  declined: [],
  withdrawn: [],
  replaced: [],
  expired: [],
  closed: [],
  lapsed: [],
}

export const HOLD_TASKS: Readonly<Record<HoldStatus, Rows<TaskFactsOf['hold']>>> = {
  asked: [{ task: 'pay_deposit', until: (h) => h.until }],
  active: [{ task: 'use_hold', until: (h) => h.until }],
  // the order that used the hold has the task
  used: [],
  returned: [],
  kept: [],
  expired: [],
}

export const APPROVAL_TASKS: Readonly<Record<ApprovalStatus, Rows<TaskFactsOf['approval']>>> = {
  pending: [{ task: 'decide_approval', until: (a) => a.expires_at }],
  approved: [],
  done: [],
  failed: [],
  declined: [],
  expired: [],
}

const SETTLE: Row<TaskFactsOf['money_case']> = { task: 'settle_case' }

export const MONEY_CASE_TASKS: Readonly<Record<MoneyCaseKind, Rows<TaskFactsOf['money_case']>>> = {
  chargeback: [
    { task: 'answer_bank', until: (c) => c.due_by },
    { task: 'tell_about_sale', when: (c) => c.tellable, until: (c) => c.due_by },
  ],
  refund_failed: [SETTLE],
  transfer_failed: [SETTLE],
  transfer_reversed: [SETTLE],
  payout_failed: [SETTLE, { task: 'mend_bank' }],
  account_stopped: [{ task: 'mend_account' }],
  mismatch: [SETTLE],
}

export const LISTING_TASKS: Readonly<Record<ListingStatus, Rows<TaskFactsOf['listing']>>> = {
  draft: [{ task: 'finish_listing' }],
  live: [],
  sold: [],
}

const THREAD_TASKS: Rows<TaskFactsOf['thread']> = [
  { task: 'answer_message', when: (t) => t.needs_owner || (t.seller_unread > 0 && t.unanswered) },
  // a message about a counteroffer needs no task: an open offer has a task of its own, and an offer that has ended needs no response
  { task: 'read_message', when: (t) => t.buyer_unread > 0 && !t.only_counters },
]

type RowsOf = { readonly [K in TaskRecord]: (facts: TaskFactsOf[K], now: Date) => Rows<TaskFactsOf[K]> }

/** Returns the possible tasks for a record's status at `now`, even if a periodic job has not stored the record's expiry yet. */
const ROWS: RowsOf = {
  order: (facts, now) => ORDER_TASKS[orderStatusAt(facts, now)],
  offer: ({ status, expires_at }, now) => OFFER_TASKS[offerStatusAt({ status, expiresAt: expires_at }, now)],
  hold: (facts, now) => HOLD_TASKS[holdStatusAt(facts, now)],
  approval: ({ status }) => APPROVAL_TASKS[status],
  money_case: (facts) => (facts.closed ? [] : MONEY_CASE_TASKS[facts.case]),
  payout_account: ({ ready, due, stopped }) => (due && !ready && !stopped ? [{ task: 'open_account' }] : []),
  thread: () => THREAD_TASKS,
  webhook: ({ enabled, switched_off }) => (!enabled && switched_off ? [{ task: 'switch_on_webhook' }] : []),
  listing: ({ status }) => LISTING_TASKS[status],
  report: ({ status }) => (status === 'open' ? [{ task: 'read_report' }] : []),
  appeal: ({ answered }) => (answered ? [] : [{ task: 'answer_appeal' }]),
}

/** Returns the task that a role has at `now`, or null if there is none. */
export function taskOf<K extends TaskRecord>(record: K, role: TaskRole, facts: TaskFactsOf[K], now: Date): Task | null {
  const row = ROWS[record](facts, now).find(({ task, when }) => TASKS[task].role === role && (when?.(facts) ?? true))
  if (!row) return null
  const until = row.until?.(facts) ?? null
  const over = until !== null && until <= now && !('stays' in TASKS[row.task])
  return over ? null : { kind: row.task, until }
}
