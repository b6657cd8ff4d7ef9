import type { Context, Operator, Person } from '#platform/context/index.ts'
import { REVIEW_DAYS } from '#catalog/reviews/rules.ts'
import { taskOf, type TaskFactsOf } from './rules.ts'
import { byCost, TASKS, type Task, type TaskCost, type TaskKind, type TaskRecord } from '#core/tasks.ts'
import { openCasesOf, type ShownCase } from '#commerce/payment-exceptions/index.ts'
import { aboutToAnswer } from '#commerce/negotiations/index.ts'
import * as queries from './queries.ts'
import type { TaskRow } from './queries.ts'

/** Most entries of each list; `GET /offers` and `GET /orders` page through all. */
export const INBOX_LIST_COUNT = 100
/** Most of each kind that the operator is shown. */
const DESK_COUNT = 1000

const DAY_MS = 86_400_000

/** One thing that somebody is owed, with what it is about. */
export type OwedTask = Task &
  Omit<TaskRow, 'facts' | 'more'> & {
    cost: TaskCost
    /** What lateness costs, in a sentence. */
    late: string
    /** What the pages say of the record beside its title. */
    more: Record<string, unknown>
  }

export type { TaskRow } from './queries.ts'

/**
 * Everything that waits on an account, as buyer, seller and owner of keys: the one list behind Today, `GET /inbox`, the badges and
 * what mails say of the same (core/tasks.ts). What is dearest to be late with comes first.
 */
export async function readTasks(ctx: Context, accountId: string): Promise<OwedTask[]> {
  const now = ctx.now()
  const rows = await queries.readTaskRows(ctx.db, {
    accountId,
    now,
    reviewedAfter: new Date(now.getTime() - REVIEW_DAYS * DAY_MS),
    needsAccount: ctx.config.payments.kind === 'stripe',
    limit: INBOX_LIST_COUNT,
  })
  const open = rows.filter(({ record, role }) => record === 'offer' && role === 'seller')
  const answered = await aboutToAnswer(
    ctx,
    open.map(({ id, since }) => ({ id, since })),
  )
  return tasksOf(rows, now, answered)
}

/** What waits for the operator, whoever that is: at most a thousand of a kind. */
export const readOperatorTasks = async (ctx: Context, _operator: Operator): Promise<OwedTask[]> =>
  tasksOf(await queries.readOperatorRows(ctx.db, DESK_COUNT), ctx.now(), new Set())

/** A problem with a seller's money that the operator handles. `listing`: its title. */
export type MoneyProblem = Pick<ShownCase, 'id' | 'kind' | 'stage'> & {
  amountCents: number
  order: string | null
  listing: string | null
  createdAt: Date
}

export type Waiting = { tasks: OwedTask[]; money: MoneyProblem[]; unread_threads: number; unread_as_buyer: number }

/** Everything waiting on the account, across all its shops (interface, GET /inbox). */
export async function readInbox(ctx: Context, actor: Person): Promise<Waiting> {
  const [tasks, money, unread] = await Promise.all([
    readTasks(ctx, actor.accountId),
    openCasesOf(ctx, actor.accountId, INBOX_LIST_COUNT),
    queries.countUnread(ctx.db, actor.accountId),
  ])
  return { tasks, money: money.map(problemOf), ...unread }
}

const problemOf = ({ id, kind, stage, amount_cents, order_id, listing_title, created_at }: ShownCase): MoneyProblem => ({
  ...{ id, kind, stage },
  amountCents: amount_cents,
  order: order_id,
  listing: listing_title,
  createdAt: created_at,
})

/** How many of some kinds there are: a badge. */
export const countOf = (tasks: readonly OwedTask[], ...kinds: readonly TaskKind[]): number =>
  tasks.filter(({ kind }) => kinds.includes(kind)).length

function tasksOf(rows: readonly TaskRow[], now: Date, answered: ReadonlySet<string>): OwedTask[] {
  return rows
    .flatMap(({ facts, ...about }): OwedTask[] => {
      const known = factsOf(about.record, { ...facts, helper_answers: answered.has(about.id) })
      const task = taskOf(about.record, about.role, known, now)
      return task ? [{ ...about, ...task, cost: TASKS[task.kind].cost, late: TASKS[task.kind].late }] : []
    })
    .toSorted(byCost)
}

const TIMES = ['pay_by', 'ship_by', 'cancel_by', 'protect_until', 'ended_at', 'expires_at', 'until', 'due_by']

/** Facts as the database wrote them, with their times as times. */
const factsOf = <K extends TaskRecord>(_record: K, facts: Record<string, unknown>): TaskFactsOf[K] =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, TIMES.includes(name) && typeof value === 'string' ? new Date(value) : value]),
  ) as unknown as TaskFactsOf[K]
