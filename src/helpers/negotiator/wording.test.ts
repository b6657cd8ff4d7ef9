import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'
import { startModel } from '#test/fakes/model.ts'

const model = await startModel({ after })
const app = await startApp({ after }, model.env)
const { seller, buyer } = await openBargain(app, { haggle: true })

const TEMPLATE = "Thanks for your offer of $40. I could do $75. It's good for 48 hours."
const WORDED = 'Lovely that you like it! How about $75? It is good for 48 hours.'

const CASES: readonly [what: string, answer: typeof model.answer, expected: string, by: string, decision: string][] = [
  ['uses a valid message from the model', () => ({ text: WORDED }), WORDED, 'model', 'proposed'],
  [
    'falls back to the template when the message names another amount',
    () => ({ text: 'How about $75, or $74?' }),
    TEMPLATE,
    'template',
    'proposed',
  ],
  ['falls back to the template when the model fails', () => ({ status: 400, body: '{}' }), TEMPLATE, 'template', 'failed'],
]

for (const [what, answer, expected, by, decision] of CASES) {
  test(`a counteroffer ${what}, and the model never sees the minimum price`, async () => {
    model.answer = answer
    const listing = await onSale(seller, { lowest_price: 73.19 })
    const { id } = await buyer.offer(listing, 40)
    await app.advance(0)
    const { db } = app.service.ctx
    const message = await db
      .selectFrom('messages as m')
      .innerJoin('threads as t', 't.id', 'm.thread_id')
      .select('m.text')
      .where('t.listing_id', '=', listing)
      .executeTakeFirstOrThrow()
    const run = await db.selectFrom('helper_runs').selectAll().where('subject', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual([message.text, run.decision], [expected, decision])
    assert.equal((await seller.call('GET', `/v1/offers/${id}/explain`)).body.worded_by, by)
    assert.ok(!JSON.stringify([run, model.prompts]).includes('73.19'))
  })
}
