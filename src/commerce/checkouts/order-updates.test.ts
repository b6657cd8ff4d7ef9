import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { EgressError } from '#platform/egress/index.ts'
import type { RecordedEvent } from '#platform/events/index.ts'
import { startApp, type Reply } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { agentOf, CHECKOUT, FULFILLMENT, of, ORDER, SENT } from '#test/ucp/buying.ts'
import { startPlatform } from '#test/ucp/platform.ts'
import { ORDER_UPDATE_JOB, queueOrderUpdates, sendOrderUpdate, stopOrderUpdates, type OrderUpdate } from './order-updates.ts'

/** Tests which order updates are queued and how often they are retried. `test/ucp` tests the delivery. */

// the web role runs no jobs, so queued updates remain visible
const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { seller, buyer } = await openBargain(app)
const WEBHOOK = 'https://platform.test/news?for=ben'
const listener = await startPlatform({ after }, [CHECKOUT, FULFILLMENT])
listener.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: WEBHOOK } }]
const silent = await startPlatform({ after }, [CHECKOUT, FULFILLMENT])

const coat = () => onSale(seller, { title: 'Wool coat', price: 100, shipping: 5 })
/** Buys items through a platform. Returns the ids of the checkout, the order or purchase, and all orders. */
async function bought(count: number, platform = listener, by = buyer) {
  const agent = agentOf(app, platform, by.key)
  const ids = await Promise.all(Array.from({ length: count }, coat))
  const { body } = await agent.create({ line_items: ids.flatMap((id) => of(id)), fulfillment: SENT })
  const { body: done } = await agent.complete(body.id)
  assert.equal(done.status, 'completed', JSON.stringify(done))
  const { data } = (await by.call('GET', '/v1/orders?role=buyer')).body
  const orders: string[] = data
    .filter(({ id, purchase }: Reply['body']) => [id, purchase].includes(done.order.id))
    .map(({ id }: Reply['body']) => id)
  return { checkout: body.id as string, id: done.order.id as string, orders }
}

let events = 0
const event = (order: string, more: object = {}, type = 'order.shipped'): RecordedEvent =>
  ({ id: `evt_${++events}`, type, object: { object: 'order', id: order, purchase: null, pickup_code: null, ...more } }) as RecordedEvent
const queue = (...all: RecordedEvent[]) => inTransaction(ctx, (tx) => queueOrderUpdates(tx, all))

type Job = { payload: OrderUpdate; key: string; queue: string | null; waitMs: number }
const jobs = async (): Promise<Job[]> => {
  const { rows } = await sql<Job>`
    select j.payload, j.key, q.queue_name as queue, extract(epoch from j.run_at - now())::float * 1000 as "waitMs"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where t.identifier = ${ORDER_UPDATE_JOB} order by j.id`.execute(ctx.db)
  return rows
}
const clear = () => sql`delete from graphile_worker._private_jobs`.execute(ctx.db)
const queued = async () => (await jobs()).map(({ payload }) => payload.event)

/** Returns a stored event about an order, in the buyer's version. */
const storedEvent = async (order: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from events where account_id = ${buyer.id} and data::json->'object'->>'id' = ${order} order by created_at desc, id desc limit 1`.execute(ctx.db) // prettier-ignore
  return rows[0]!.id
}
type Post = { url: string; body: Reply['body']; headers: Record<string, string> }
/** Sends an update to a platform that responds with the given status or error. Returns the requests and the warnings. */
async function send(update: OrderUpdate, result: number | Error) {
  const [posts, warnings]: [Post[], unknown[]] = [[], []]
  const post = async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    posts.push({ url, body: JSON.parse(body), headers })
    return typeof result === 'number' ? { status: result } : Promise.reject(result)
  }
  const log = { ...ctx.log, warn: (facts: unknown) => warnings.push(facts) }
  await sendOrderUpdate({ ...ctx, log, egress: { ...ctx.egress, post } } as unknown as Context, update)
  return { posts, warnings }
}

test('only the buyer’s version of an order event is queued, and only if a platform follows the order', async () => {
  const [{ orders: [followed] }, { orders: [unfollowed] }] = [await bought(1), await bought(1, silent)] // prettier-ignore
  const { body: byHand } = await buyer.call('POST', '/v1/orders', { json: { listing: await coat() } })
  await clear()
  const { pickup_code: _, ...sellers } = event(followed!).object as Record<string, unknown>
  const news = event(followed!)
  await queue(
    { ...event(followed!), object: sellers },
    event(followed!, {}, 'order.opened'),
    event(followed!, {}, 'offer.updated'),
    event(followed!, { object: 'purchase' }),
    event(unfollowed!),
    event(byHand.id),
    news,
  )
  assert.deepEqual(
    (await jobs()).map(({ payload, key, queue: line }) => [payload, key, line]),
    [[{ event: news.id, order: followed, tries: 0 }, `platform ${news.id}`, 'platform platform.test']],
  )
  await queue(news)
  assert.equal((await jobs()).length, 1, 'an event is queued once')
  await queue()
})

test('several events about one purchase are one update, and each event about a single order is one', async () => {
  const [{ id: one, orders: pair }, { id: other, orders: second }, { orders: [single] }] = [await bought(2), await bought(2), await bought(1)] // prettier-ignore
  await clear()
  const all = [
    event(pair[0]!, { purchase: one }),
    event(single!),
    event(pair[1]!, { purchase: one }),
    event(second[0]!, { purchase: other }),
    event(single!),
    event(second[1]!, { purchase: other }),
  ]
  await queue(...all)
  assert.deepEqual(await queued(), [1, 2, 4, 5].map((index) => all[index]!.id)) // prettier-ignore
})

test('an update contains the order at the time of its event, or the current purchase, and the id of the checkout', async () => {
  const [single, pair] = [await bought(1), await bought(2)]
  const [first, second] = [await storedEvent(single.id), await storedEvent(pair.orders[0]!)]
  await seller.call('POST', `/v1/orders/${single.id}/ship`, { json: {} })
  const { posts } = await send({ event: first, order: single.id, tries: 0 }, 200)
  const [{ url, body, headers }] = posts as [Post]
  const { ucp, ...order } = body
  assert.deepEqual([url, ucp], [WEBHOOK, { version: '2026-04-08', status: 'success', capabilities: { [ORDER]: [{ version: '2026-04-08' }] } }]) // prettier-ignore
  assert.deepEqual([order.id, order.checkout_id, order.line_items[0].status], [single.id, single.checkout, 'processing'])
  const { created_at: created } = await ctx.db.selectFrom('events').select('created_at').where('id', '=', first).executeTakeFirstOrThrow()
  assert.equal(headers['Webhook-Timestamp'], String(Math.floor(created.getTime() / 1000)))
  assert.match(headers['Webhook-Id']!, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  const [again, other] = [await send({ event: first, order: single.id, tries: 1 }, 200), await send({ event: second, order: pair.orders[0]!, tries: 0 }, 200)] // prettier-ignore
  assert.equal(again.posts[0]!.headers['Webhook-Id'], headers['Webhook-Id'], 'a retry has the same id')
  assert.notEqual(other.posts[0]!.headers['Webhook-Id'], headers['Webhook-Id'])
  assert.match(headers['Signature-Input']!, /"@query"/)
  await ctx.db.updateTable('checkouts').set({ webhook_url: 'https://platform.test/news' }).where('id', '=', single.checkout).execute()
  const plain = await send({ event: first, order: single.id, tries: 0 }, 200)
  assert.doesNotMatch(plain.posts[0]!.headers['Signature-Input']!, /"@query"/, 'a URL without a query')
  const { body: purchase } = other.posts[0]!
  assert.deepEqual([purchase.id, purchase.checkout_id, purchase.line_items.length], [pair.id, pair.checkout, 2])
})

test('a failed update is retried after 3 seconds, and then like a webhook, until the last attempt is logged', async () => {
  const { id } = await bought(1)
  const stored = await storedEvent(id)
  await clear()
  assert.deepEqual([(await send({ event: stored, order: id, tries: 0 }, 204)).warnings, await jobs()], [[], []])
  const waits = [3, 300, 1_800, 7_200, 21_600, 86_400]
  for (const [tries, seconds] of waits.entries()) {
    const { warnings } = await send({ event: stored, order: id, tries }, tries === 1 ? new EgressError('timeout', 'Too slow.') : 500)
    const [job, none] = await jobs()
    assert.deepEqual([job!.payload, job!.key, none, warnings], [{ event: stored, order: id, tries: tries + 1 }, `platform ${stored} ${tries + 1}`, undefined, []]) // prettier-ignore
    assert.ok(Math.abs(job!.waitMs - seconds * 1_000) < 2_500, `${tries}: ${job!.waitMs}`)
    await clear()
  }
  const { warnings } = await send({ event: stored, order: id, tries: waits.length }, 302)
  assert.deepEqual([warnings, await jobs()], [[{ event: stored, problem: 'redirect' }], []])
  await assert.rejects(send({ event: stored, order: id, tries: 0 }, new TypeError('a bug')), TypeError)
})

test('after an account stops its updates, nothing is queued or sent for its orders, and other accounts’ updates continue', async () => {
  const cleo = await newBuyer(app, 'Cleo')
  const [mine, theirs] = [await bought(1), await bought(1, listener, cleo)]
  const stored = await storedEvent(mine.id)
  await clear()
  await inTransaction(ctx, (tx) => stopOrderUpdates(tx, buyer.id))
  const continued = event(theirs.id)
  await queue(event(mine.id), continued)
  assert.deepEqual(await queued(), [continued.id])
  assert.deepEqual((await send({ event: stored, order: mine.id, tries: 0 }, 200)).posts, [])
  assert.deepEqual((await send({ event: 'evt_none', order: theirs.id, tries: 0 }, 200)).posts, [])
})
