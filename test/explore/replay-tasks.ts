import type { Lane, User } from '#test/model/lane.ts'
import { holdOwes, offerOwes, orderOwes } from '#test/truth/tasks.ts'
import type { Model, Order } from '#test/model/world.ts'
import { orderFacts } from './verdicts.ts'

const USERS = ['owner', 'ann', 'bob'] as const satisfies readonly User[]

/**
 * Compares the tasks in each user's inbox with the tasks that follow from the state tables and the model. `answered`: orders whose reported
 * problem the seller has answered. Ignores reviews and messages, because the model has none.
 */
export async function differentTasks(lane: Lane, model: Model, answered: ReadonlySet<string>): Promise<string[]> {
  const expected = expectedTasks(model, answered)
  const actual: string[] = []
  for (const who of USERS) {
    const { body } = await lane.call({ who, endpoint: 'getInbox', params: {}, body: {} })
    for (const { kind, record } of body['tasks'] as { kind: string; record: { object: string; id: string } }[])
      if (['order', 'offer', 'hold'].includes(record.object) && kind !== 'write_review')
        actual.push(`${who}: ${record.object} ${record.id}`)
  }
  // only the worker has to act on these returns, because they are overdue
  const { rows: late } = await lane.database.pools.requests.query<{ id: string }>(
    "select id from orders where return_status in ('offered', 'agreed') and return_by <= $1",
    [new Date(lane.now)],
  )
  const isCompared = (one: string): boolean => !late.some(({ id }) => one.endsWith(id))
  return differenceOf('task', expected.filter(isCompared), actual.filter(isCompared))
}

function expectedTasks(w: Model, answered: ReadonlySet<string>): string[] {
  const nameOf = (role: string, buyer: string): string[] => (role === 'operator' ? [] : [role === 'seller' ? 'owner' : buyer])
  return [
    ...w.orders.flatMap((o) => {
      const facts = { ...orderFacts(o), all_back: false }
      // once a deadline has passed, only the worker must act, so neither the buyer nor the seller has a task
      const due = orderOwes(facts, { pending: isPending(w, o), answered: answered.has(o.id) }).filter(
        ({ until }) => until === null || until.getTime() > w.now,
      )
      return due.flatMap(({ role }) => nameOf(role, o.buyer).map((who) => `${who}: order ${o.id}`))
    }),
    ...w.offers.flatMap(({ id, buyer, status, until }) => {
      const role = until > w.now ? offerOwes(status) : null
      return role ? nameOf(role, buyer).map((who) => `${who}: offer ${id}`) : []
    }),
    ...w.holds.flatMap(({ id, buyer, status, until }) => (until > w.now && holdOwes(status) ? [`${buyer}: hold ${id}`] : [])),
  ]
}

const isPending = (w: Model, o: Order): boolean =>
  o.status === 'awaiting_payment' && w.payments.some((p) => p.order === o.id && p.status === 'pending')

export function differenceOf(what: string, expected: readonly string[], actual: readonly string[]): string[] {
  const left = [...actual]
  const missing = expected.filter((one) => {
    const index = left.indexOf(one)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
  return [...missing.map((one) => `missing ${what}: ${one}`), ...left.map((one) => `unexpected ${what}: ${one}`)]
}
