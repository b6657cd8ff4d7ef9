/** Roles that can owe a task. `owner`: of a key or a webhook, regardless of role in a sale. */
export const TASK_ROLES = ['buyer', 'seller', 'owner', 'operator'] as const
export type TaskRole = (typeof TASK_ROLES)[number]

/**
 * Cost of ignoring a task, highest first: silence loses money; money is held until the person acts; an opportunity expires; only patience
 * is lost.
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
  /** Action due, worded for the person who owes it. */
  owes: string
  /** Consequence of being late, worded for the same person. */
  late: string
  /** The task remains after its deadline; all others end then. */
  stays?: true
}

/** Every task between people: who owes it and what being late costs. Mails and pages use these texts. */
export const TASKS = {
  answer_cancelling: {
    role: 'seller',
    record: 'order',
    cost: 'money',
    owes: 'Say yes or no to cancelling',
    late: 'Silence is a yes: the order is then cancelled and the money goes back.',
  },
  ship_order: {
    role: 'seller',
    record: 'order',
    cost: 'money',
    owes: 'Send it',
    late: 'Not sent by then, the order is cancelled and the money goes back.',
  },
  hand_over_order: {
    role: 'seller',
    record: 'order',
    cost: 'money',
    owes: 'Hand it over',
    late: 'Not handed over by then, the order is cancelled and the money goes back.',
  },
  confirm_order: {
    role: 'buyer',
    record: 'order',
    cost: 'money',
    owes: 'Say whether it arrived and all is well',
    late: 'After that the seller gets the money, and no problem can be reported.',
  },
  pay_rest: {
    role: 'buyer',
    record: 'order',
    cost: 'money',
    owes: 'Pay the rest',
    late: 'Not paid by then, the order ends, and your deposit is the seller’s once its own time is over.',
  },
  use_hold: {
    role: 'buyer',
    record: 'hold',
    cost: 'money',
    owes: 'Buy what your deposit holds',
    late: 'Not bought by then, the seller keeps your deposit.',
  },
  answer_bank: {
    role: 'operator',
    record: 'money_case',
    cost: 'money',
    owes: 'Answer the bank',
    late: 'Without an answer the bank keeps the money.',
    stays: true,
  },
  tell_about_sale: {
    role: 'seller',
    record: 'money_case',
    cost: 'money',
    owes: 'Say what you know of the sale',
    late: 'Without an answer the bank keeps the money.',
    stays: true,
  },
  answer_problem: {
    role: 'seller',
    record: 'order',
    cost: 'held',
    owes: 'Answer the problem',
    late: 'The money waits until the problem is solved.',
  },
  answer_part: {
    role: 'buyer',
    record: 'order',
    cost: 'held',
    owes: 'Take the part that the seller would give back, or refuse it',
    late: 'The money waits until the problem is solved.',
  },
  decide_dispute: {
    role: 'operator',
    record: 'order',
    cost: 'held',
    owes: 'Decide, where the two do not agree',
    late: 'The money waits until the problem is solved.',
  },
  settle_case: {
    role: 'operator',
    record: 'money_case',
    cost: 'held',
    owes: 'Look at the money, and close the case',
    late: 'The money waits until then.',
  },
  mend_account: {
    role: 'seller',
    record: 'money_case',
    cost: 'held',
    owes: 'Go on with your payout account',
    late: 'What you are owed waits until then.',
  },
  mend_bank: {
    role: 'seller',
    record: 'money_case',
    cost: 'held',
    owes: 'Look at the bank account at the payment provider',
    late: 'What you are owed waits until then.',
  },
  open_account: {
    role: 'seller',
    record: 'payout_account',
    cost: 'held',
    owes: 'Open your payout account',
    late: 'What you are owed waits until then.',
  },
  pay_order: {
    role: 'buyer',
    record: 'order',
    cost: 'time',
    owes: 'Pay',
    late: 'Not paid by then, the order ends and others can buy the item.',
  },
  pay_deposit: {
    role: 'buyer',
    record: 'hold',
    cost: 'time',
    owes: 'Pay the deposit',
    late: 'Not paid by then, the item is not kept for you.',
  },
  answer_offer: {
    role: 'seller',
    record: 'offer',
    cost: 'time',
    owes: 'Take the offer, turn it down or name another price',
    late: 'After that the offer is over.',
  },
  answer_counter: {
    role: 'buyer',
    record: 'offer',
    cost: 'time',
    owes: 'Take the other price or turn it down',
    late: 'After that the offer is over.',
  },
  decide_approval: {
    role: 'owner',
    record: 'approval',
    cost: 'time',
    owes: 'Approve it or decline it',
    late: 'Silence is never a yes: after that nothing is done.',
  },
  write_review: {
    role: 'buyer',
    record: 'order',
    cost: 'time',
    owes: 'Write a review',
    late: 'After that the order cannot be reviewed.',
  },
  answer_message: { role: 'seller', record: 'thread', cost: 'nothing', owes: 'Answer', late: 'Somebody waits.' },
  read_message: { role: 'buyer', record: 'thread', cost: 'nothing', owes: 'Read what was written to you', late: 'Somebody waits.' },
  switch_on_webhook: {
    role: 'owner',
    record: 'webhook',
    cost: 'nothing',
    owes: 'Mend the receiver and switch the webhook on',
    late: 'What failed can be sent again from its log for 30 days. What happens while it is off is in GET /v1/events alone.',
  },
  read_report: { role: 'operator', record: 'report', cost: 'nothing', owes: 'Read the report', late: 'Somebody waits.' },
  answer_appeal: { role: 'operator', record: 'appeal', cost: 'nothing', owes: 'Answer the appeal', late: 'Somebody waits.' },
  finish_listing: { role: 'seller', record: 'listing', cost: 'nothing', owes: 'Finish it', late: 'Nobody sees a draft.' },
} as const satisfies Record<string, TaskFacts>

export type TaskKind = keyof typeof TASKS
export const TASK_KINDS = Object.keys(TASKS) as [TaskKind, ...TaskKind[]]

/** A task of one record for one person. `until` is null without a deadline. */
export type Task<K extends TaskKind = TaskKind> = { kind: K; until: Date | null }

type Ranked = Task & { since: Date; id: string }

/** Sort order of every task list: highest cost first, then earliest deadline, then longest waiting. */
export const byCost = (one: Ranked, other: Ranked): number =>
  TASK_COSTS.indexOf(TASKS[one.kind].cost) - TASK_COSTS.indexOf(TASKS[other.kind].cost) ||
  timeOf(one) - timeOf(other) ||
  rankOf(one.kind) - rankOf(other.kind) ||
  one.since.getTime() - other.since.getTime() ||
  (one.id < other.id ? -1 : 1)

const timeOf = ({ until }: Task): number => until?.getTime() ?? Number.MAX_SAFE_INTEGER
const rankOf = (kind: TaskKind): number => TASK_KINDS.indexOf(kind)
