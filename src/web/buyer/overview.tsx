import { UNFINISHED } from '#commerce/orders/rules/order.ts'
import { readTasks } from '#commerce/inbox/index.ts'
import * as likes from '#catalog/likes/index.ts'
import * as market from '#catalog/browse/index.ts'
import { Empty, Grid, Section } from '#web/ui/index.ts'
import { api, call, page, sendAccountPage, type PageRequest } from '#web/framework/page/index.ts'
import { shownIn } from '#web/ui/tasks/badges.ts'
import { ElsewhereNote, TaskList } from '#web/ui/tasks/list.tsx'
import { needText } from '#web/ui/tasks/copy.ts'
import { OrderedItem } from './order-copy.tsx'

/** The buyer's overview: open tasks, orders in transit, and new listings from followed shops. */
export const overviewPage = page({ path: '/you', name: 'you', show: send })

async function send(at: PageRequest): Promise<Response> {
  const { ctx, viewer } = at
  const [waiting, orders, { rows: stores }] = await Promise.all([
    readTasks(ctx, viewer.accountId),
    call(ctx, viewer, api.listOrders, { query: { role: 'buyer', limit: '20' } }),
    likes.listFollows(ctx, viewer, { limit: 4, offset: 0 }),
  ])
  const tasks = shownIn('you', waiting)
  const due = new Set(tasks.map(({ id }) => id))
  const inTransit = orders.data.filter(({ id, status }) => !due.has(id) && UNFINISHED.some((open) => open === status))
  const shelves = await Promise.all(stores.map(({ id }) => market.shelf(ctx, viewer, id, { limit: 2 })))
  const newest = stores.length > 0 ? shelves.flat() : (await market.search(ctx, viewer, NEWEST)).cards
  return sendAccountPage(at, {
    current: 'overview',
    title: `Hello ${viewer.name}`,
    intro: needText(tasks.length),
    tasks: waiting,
    children: (
      <>
        <div id="waiting" data-live="any">
          {tasks.length === 0 ? (
            inTransit.length === 0 ? (
              <Empty icon="check" title="Nothing to do">
                <p>Answers to your offers, new messages and orders on their way appear here.</p>
              </Empty>
            ) : null
          ) : (
            <TaskList tasks={tasks} now={ctx.now()} />
          )}
          <ElsewhereNote frame="app" tasks={waiting} />
          {inTransit.length > 0 ? (
            <Section id="way" title="Orders on their way" className="section">
              <ul class="rows">
                {inTransit.map((order) => (
                  <li>
                    <OrderedItem now={ctx.now()} order={order} />
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
        </div>
        {newest.length > 0 ? (
          <Section id="new" title={stores.length > 0 ? 'From shops you follow' : 'Just listed'} className="section">
            <Grid ctx={ctx} cards={newest} viewer={viewer} returnTo="/you" />
          </Section>
        ) : null}
      </>
    ),
  })
}

const NEWEST = { sort: 'newest', price: 'any', limit: 8, offset: 0 } as const
