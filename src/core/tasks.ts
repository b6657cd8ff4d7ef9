/** Roles that can have a task. `owner` is the owner of, for example, a key or a webhook, regardless of any sale. */
export const TASK_ROLES = ['buyer', 'seller', 'owner', 'operator'] as const
export type TaskRole = (typeof TASK_ROLES)[number]

/**
 * Cost of ignoring a task, from highest to lowest. `money`: money is lost. `held`: money is held until the user acts. `time`: an
 * opportunity expires. `nothing`: another person has to wait, but nothing is lost.
 */
export const TASK_COSTS = ['money', 'held', 'time', 'nothing'] as const
export type TaskCost = (typeof TASK_COSTS)[number]

export const TASK_RECORDS = [
  'order',
  'offer',
  'hold',
  'approval',
  'money_case',
  'payout_account',
  'thread',
  'webhook',
  'listing',
  'report',
  'appeal',
] as const
export type TaskRecord = (typeof TASK_RECORDS)[number]

type TaskFacts = {
  role: TaskRole
  record: TaskRecord
  cost: TaskCost
  /** Action to take, worded for the user who has to take it. */
  action: string
  /** Consequence of missing the deadline, worded for the user who must act. */
  late: string
  /** True if the task continues after its deadline. All other tasks end at the deadline. */
  stays?: true
}

/** All kinds of tasks, each with the role that must act and the consequence of being late. Emails and pages use these descriptions. */
export const TASKS = {
  answer_cancelling: {
    role: 'seller',
    record: 'order',
    cost: 'money',
    action: 'Accept or decline the cancellation',
    late: 'Without an answer, the order is cancelled and the buyer gets the money back.',
  },
  ship_order: {
    role: 'seller',
    record: 'order',
    cost: 'money',
    action: 'Ship it',
    late: 'If you do not ship by then, the order is cancelled and the buyer gets the money back.',
  },
  hand_over_order: {
    role: 'seller',
    record: 'order',
    cost: 'money',
    action: 'Hand over the item',
    late: 'If you do not hand it over by then, the order is cancelled and the buyer gets the money back.',
  },
  confirm_order: {
    role: 'buyer',
    record: 'order',
    cost: 'money',
    action: 'Confirm the item or report a problem',
    late: 'After that, the seller gets the money, and you can no longer report a problem.',
  },
  pay_rest: {
    role: 'buyer',
    record: 'order',
    cost: 'money',
    action: 'Pay the rest',
    late: 'If you do not pay by then, the order ends, and the seller keeps your deposit when the hold ends.',
  },
  use_hold: {
    role: 'buyer',
    record: 'hold',
    cost: 'money',
    action: 'Buy the item on hold',
    late: 'If you do not buy by then, the seller keeps your deposit.',
  },
  answer_bank: {
    role: 'operator',
    record: 'money_case',
    cost: 'money',
    action: 'Answer the bank',
    late: 'Without an answer, the bank keeps the money.',
    stays: true,
  },
  tell_about_sale: {
    role: 'seller',
    record: 'money_case',
    cost: 'money',
    action: 'Tell us about the sale',
    late: 'Without an answer, the bank keeps the money.',
    stays: true,
  },
  check_return: {
    role: 'seller',
    record: 'order',
    cost: 'money',
    action: 'Check the returned item, then refund it or contest the return',
    late: 'After that, the buyer gets a full refund.',
  },
  answer_return: {
    role: 'buyer',
    record: 'order',
    cost: 'held',
    action: 'Accept or decline the return',
    late: 'Without an answer, the operator decides.',
  },
  send_return: {
    role: 'buyer',
    record: 'order',
    cost: 'held',
    action: 'Send the item back and enter its tracking number',
    late: 'If you do not send it by then, the operator decides.',
  },
  receive_return: {
    role: 'seller',
    record: 'order',
    cost: 'held',
    action: 'Mark the returned item as received when it arrives',
    late: 'The money stays on hold until then.',
  },
  answer_problem: {
    role: 'seller',
    record: 'order',
    cost: 'held',
    action: 'Answer the problem',
    late: 'The money stays on hold until the problem is resolved.',
  },
  answer_part: {
    role: 'buyer',
    record: 'order',
    cost: 'held',
    action: 'Accept or decline the partial refund',
    late: 'The money stays on hold until the problem is resolved.',
  },
  decide_dispute: {
    role: 'operator',
    record: 'order',
    cost: 'held',
    action: 'Decide the dispute',
    late: 'The money stays on hold until the problem is resolved.',
  },
  settle_case: {
    role: 'operator',
    record: 'money_case',
    cost: 'held',
    action: 'Review the payment and close the case',
    late: 'The money stays on hold until then.',
  },
  mend_account: {
    role: 'seller',
    record: 'money_case',
    cost: 'held',
    action: 'Complete your payout account',
    late: 'Your payout stays on hold until then.',
  },
  mend_bank: {
    role: 'seller',
    record: 'money_case',
    cost: 'held',
    action: 'Check your bank account at the payment provider',
    late: 'Your payout stays on hold until then.',
  },
  open_account: {
    role: 'seller',
    record: 'payout_account',
    cost: 'held',
    action: 'Open your payout account',
    late: 'Your payout stays on hold until then.',
  },
  pay_order: {
    role: 'buyer',
    record: 'order',
    cost: 'time',
    action: 'Pay',
    late: 'If you do not pay by then, the order ends and others can buy the item.',
  },
  pay_deposit: {
    role: 'buyer',
    record: 'hold',
    cost: 'time',
    action: 'Pay the deposit',
    late: 'If you do not pay by then, the item is not held for you.',
  },
  answer_offer: {
    role: 'seller',
    record: 'offer',
    cost: 'time',
    action: 'Accept, decline or counter the offer',
    late: 'After that, the offer expires.',
  },
  answer_counter: {
    role: 'buyer',
    record: 'offer',
    cost: 'time',
    action: 'Accept or decline the counteroffer',
    late: 'After that, the offer expires.',
  },
  decide_approval: {
    role: 'owner',
    record: 'approval',
    cost: 'time',
    action: 'Approve or decline the request',
    late: 'Nothing happens without your approval.',
  },
  write_review: {
    role: 'buyer',
    record: 'order',
    cost: 'time',
    action: 'Write a review',
    late: 'After that, you can no longer review the order.',
  },
  answer_message: { role: 'seller', record: 'thread', cost: 'nothing', action: 'Answer', late: 'Someone is waiting.' },
  read_message: { role: 'buyer', record: 'thread', cost: 'nothing', action: 'Read the message', late: 'Someone is waiting.' },
  switch_on_webhook: {
    role: 'owner',
    record: 'webhook',
    cost: 'nothing',
    action: 'Fix your endpoint and turn the webhook on',
    late: 'You can resend failed deliveries from the log for 30 days. Events that happen while the webhook is off appear only in GET /v1/events.',
  },
  read_report: { role: 'operator', record: 'report', cost: 'nothing', action: 'Read the report', late: 'Someone is waiting.' },
  answer_appeal: { role: 'operator', record: 'appeal', cost: 'nothing', action: 'Answer the appeal', late: 'Someone is waiting.' },
  finish_listing: { role: 'seller', record: 'listing', cost: 'nothing', action: 'Finish it', late: 'Buyers cannot see drafts.' },
} as const satisfies Record<string, TaskFacts>

export type TaskKind = keyof typeof TASKS
export const TASK_KINDS = Object.keys(TASKS) as [TaskKind, ...TaskKind[]]

/** A task for one user about one record. `until` is null if there is no deadline. */
export type Task<K extends TaskKind = TaskKind> = { kind: K; until: Date | null }

type Ranked = Task & { since: Date; id: string }

/** Sort order of all task lists: highest cost first, then earliest deadline, kind and longest wait. */
export const byCost = (one: Ranked, other: Ranked): number =>
  TASK_COSTS.indexOf(TASKS[one.kind].cost) - TASK_COSTS.indexOf(TASKS[other.kind].cost) ||
  timeOf(one) - timeOf(other) ||
  rankOf(one.kind) - rankOf(other.kind) ||
  one.since.getTime() - other.since.getTime() ||
  (one.id < other.id ? -1 : 1)

const timeOf = ({ until }: Task): number => until?.getTime() ?? Number.MAX_SAFE_INTEGER
const rankOf = (kind: TaskKind): number => TASK_KINDS.indexOf(kind)
