import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Operator } from '#platform/context/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { readReport } from '#admin/reports/index.ts'
import { readDispute } from './index.ts'

const { app, ctx, db, ana, ben, shop, at, dates, order } = await moneyRows({ after })
const operator = { kind: 'session', accountId: ana.id, isOperator: true } as Operator

/** Creates a conversation between Ana and Ben about a listing. Its texts are the numbers from 1 to `count`. */
async function conversation(listing_id: string, count: number): Promise<string> {
  const id = ctx.newId('thr')
  const about = { listing_id, listing_title: 'Lamp', shop_id: shop.id, shop_slug: shop.slug, shop_name: 'Attic' }
  await db.insertInto('threads').values({ id, ...about, seller_id: ana.id, buyer_id: ben.id, ...dates }).execute() // prettier-ignore
  const messages = Array.from({ length: count }, (_, n) => ({ id: ctx.newId('msg'), thread_id: id, sender: 'buyer' as const, text: String(n + 1), created_at: at(n) })) // prettier-ignore
  await db.insertInto('messages').values(messages).execute()
  return id
}
const ends = (messages: readonly { text: string }[]) => [messages.length, messages[0]!.text, messages.at(-1)!.text]

test('a dispute shows the last 50 messages, and a reported conversation its last 200', async () => {
  const orderId = await order()
  const { listing_id: listing } = await db.selectFrom('orders').select('listing_id').where('id', '=', orderId).executeTakeFirstOrThrow()
  const problem = {
    reason: 'damaged',
    body: 'A hole.',
    photos: [],
    reported_at: at(0),
    answer: null,
    answered_at: null,
    offered_cents: null,
  }
  await db.updateTable('orders').set({ status: 'problem', problem: JSON.stringify(problem) }).where('id', '=', orderId).execute() // prettier-ignore
  const thread_id = await conversation(listing, 201)
  const { messages } = await readDispute(ctx, operator, orderId)
  assert.deepEqual(ends(messages), [50, '152', '201'])
  const eve = await app.signUp('Eve')
  const id = ctx.newId('rep')
  await db.insertInto('reports').values({ id, account_id: ben.id, accused_id: ana.id, thread_id, reason: 'other', created_at: at(0) }).execute() // prettier-ignore
  const report = (await readReport(ctx, { ...operator, accountId: eve.id }, id)) as { messages: { text: string }[] }
  assert.deepEqual(ends(report.messages), [200, '2', '201'])
})
