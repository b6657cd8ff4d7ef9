import type { Operator, Person, Core } from '#platform/context/index.ts'
import { REVIEW_DAYS } from '#catalog/reviews/rules.ts'
import { taskOf, type TaskFactsOf } from './rules.ts'
import { byCost, TASKS, type Task, type TaskCost, type TaskKind, type TaskRecord } from '#core/tasks.ts'
import { openCasesOf, type ShownCase } from '#commerce/payment-exceptions/index.ts'
import { aboutToAnswer } from '#commerce/negotiations/index.ts'
import * as queries from './queries.ts'
import type { TaskRow } from './queries.ts'

/** Maximum number of entries in each list. `GET /offers` and `GET /orders` return all entries, page by page. */
export const INBOX_LIST_COUNT = 100
const OPERATOR_COUNT = 1000

const DAY_MS = 86_400_000

export type OpenTask = Task &
  Omit<TaskRow, 'facts' | 'more'> & {
    cost: TaskCost
    late: string
    more: Record<string, unknown>
  }

export type { TaskRow } from './queries.ts'

/**
 * Lists every task that an account has as buyer, seller and owner of keys. The task that would be most expensive to miss comes first. The
 * Today page, `GET /inbox`, the badges and the emails all use this list (core/tasks.ts).
 */
export async function readTasks(ctx: Core, accountId: string): Promise<OpenTask[]> {
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

/** Lists the operator's tasks, at most a thousand of each kind. All operators have the same list. */
export const readOperatorTasks = async (ctx: Core, _operator: Operator): Promise<OpenTask[]> =>
  tasksOf(await queries.readOperatorRows(ctx.db, OPERATOR_COUNT), ctx.now(), new Set())

/** An open payment exception that concerns the account's money. `listing` is the title of the listing. */
export type MoneyProblem = Pick<ShownCase, 'id' | 'kind' | 'stage'> & {
  amountCents: number
  order: string | null
  listing: string | null
  createdAt: Date
}

export type Waiting = { tasks: OpenTask[]; money: MoneyProblem[]; unread_threads: number; unread_as_buyer: number }

/**
 * Returns the account's tasks in all its shops, its open payment exceptions, and the numbers of unread conversations (spec: interface, GET
 * /inbox).
 */
export async function readInbox(ctx: Core, actor: Person): Promise<Waiting> {
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

/** Counts the tasks of the given kinds, for a badge. */
export const countOf = (tasks: readonly OpenTask[], ...kinds: readonly TaskKind[]): number =>
  tasks.filter(({ kind }) => kinds.includes(kind)).length

function tasksOf(rows: readonly TaskRow[], now: Date, answered: ReadonlySet<string>): OpenTask[] {
  return rows
    .flatMap(({ facts, ...about }): OpenTask[] => {
      const known = factsOf(about.record, { ...facts, helper_answers: answered.has(about.id) })
      const task = taskOf(about.record, about.role, known, now)
      return task ? [{ ...about, ...task, cost: TASKS[task.kind].cost, late: TASKS[task.kind].late }] : []
    })
    .toSorted(byCost)
}

const TIMES = ['pay_by', 'ship_by', 'cancel_by', 'protect_until', 'return_by', 'ended_at', 'expires_at', 'until', 'due_by']

const factsOf = <K extends TaskRecord>(_record: K, facts: Record<string, unknown>): TaskFactsOf[K] =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, TIMES.includes(name) && typeof value === 'string' ? new Date(value) : value]),
  ) as unknown as TaskFactsOf[K]
