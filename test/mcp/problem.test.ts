import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { connect, type Given, type Talker } from '#test/mcp/client.ts'

/** Tests a seller's whole workflow over MCP. The owner approves each action that the key may not perform without approval. */

const app = await startApp({ after })
const ADDRESS = { name: 'Bo', line1: 'Elm 1', city: 'Salem', postal_code: '97301', country: 'US' }
const SELLING = ['shops', 'listings', 'offers', 'orders', 'messages']

async function agentOf(name: string, rights: object): Promise<{ talker: Talker; approve(given: Given): Promise<Given>; cookie: string }> {
  const { cookie } = await app.signUp(name)
  const made = await app.call('POST', '/v1/keys', { cookie, json: { name: 'Agent', kind: 'agent', ...rights } })
  const talker = await connect(app, made.body.secret)
  after(() => talker.client.close())
  return {
    talker,
    cookie,
    async approve({ status, approval }) {
      assert.equal(status, 'waiting')
      const { body } = await app.call('POST', `/v1/approvals/${approval.id}/approve`, { cookie })
      assert.equal(body.status, 'done', JSON.stringify(body))
      return body.result.body
    },
  }
}

test('an agent opens a shop, sells items and resolves problems, but moves money only with approval', async () => {
  const ana = await agentOf('Ana', { scopes: SELLING })
  const bo = await agentOf('Bo', { scopes: ['buying'], ask_first: [] })
  const shop = await ana.talker.use('open_shop', { name: 'Attic', slug: 'attic-of-ana', visibility: 'public' })
  assert.equal(shop.result.slug, 'attic-of-ana')
  const sold = async (title: string): Promise<string> => {
    const draft = await ana.talker.use('draft_listing', { title, price: 40, shipping: 5 })
    const published = await ana.talker.use('price_and_publish', { listing: draft.result.id })
    if (published.status === 'waiting') await ana.approve(published)
    return (await bo.talker.use('buy', { listing: draft.result.id, method: 'test_ok', address: ADDRESS })).result.id
  }
  const orderOf = async (id: string) => (await app.call('GET', `/v1/orders/${id}`, { cookie: ana.cookie })).body

  const broken = await sold('Brass lamp')
  await ana.talker
    .use('ship_order', { order: broken, carrier: 'other' })
    .then((given) => (given.status === 'waiting' ? ana.approve(given) : given))
  const early = await ana.talker.refused('refund_order', { order: broken })
  assert.equal(early.type, 'conflict')
  assert.equal(
    (await bo.talker.use('report_problem', { order: broken, reason: 'damaged', body: 'The shade is torn.' })).result.status,
    'problem',
  )
  assert.equal(
    (await ana.talker.use('answer_problem', { order: broken, body: 'Sorry. Half back?' })).result.problem.answer,
    'Sorry. Half back?',
  )
  const part = await ana.talker.use('refund_order', { order: broken, amount: 20 })
  assert.deepEqual([part.approval.action, part.approval.amount], ['orders.refund', 20])
  assert.equal((await orderOf(broken)).refunded, 0, 'nothing runs before the approval')
  await ana.approve(part)
  const settled = await bo.talker.use('answer_problem', { order: broken, agree: true })
  assert.deepEqual([settled.result.status, settled.result.refunded], ['completed', 20])

  const unsent = await sold('Oak chair')
  const cancelled = await ana.talker.use('cancel_order', { order: unsent })
  assert.equal(cancelled.approval.action, 'orders.cancel')
  assert.equal((await orderOf(unsent)).status, 'paid', 'nothing runs before the approval')
  assert.equal((await ana.approve(cancelled)).status, 'cancelled')
  assert.equal((await orderOf(unsent)).refunded, 45)
})

test('two agents complete a return, from the offer to the refund; the money is held until then', async () => {
  const ann = await agentOf('Ann', { scopes: SELLING, ask_first: ['orders.refund'] })
  const ben = await agentOf('Ben', { scopes: ['buying'], ask_first: [] })
  await ann.talker.use('open_shop', { name: 'Loft', slug: 'loft-of-ann', visibility: 'public' })
  const { result: listing } = await ann.talker.use('draft_listing', { title: 'Wool coat', price: 40, shipping: 5 })
  await ann.talker.use('price_and_publish', { listing: listing.id })
  const { id: order } = (await ben.talker.use('buy', { listing: listing.id, method: 'test_ok', address: ADDRESS })).result
  const step = async ({ talker }: typeof ann, word: string, more: object = {}) =>
    (await talker.use('answer_problem', { order, return: word, ...more })).result

  await ann.talker.use('ship_order', { order, carrier: 'other' })
  assert.equal((await ann.talker.refused('answer_problem', { order, return: 'offer', payer: 'seller' })).type, 'conflict')
  await ben.talker.use('report_problem', { order, reason: 'not_as_described', body: 'It has moth holes.' })
  const offered = await ann.approve(await ann.talker.use('answer_problem', { order, return: 'offer', payer: 'seller' }))
  assert.deepEqual([offered.status, offered.return.status, offered.return.payer], ['problem', 'offered', 'seller'])
  assert.equal((await ann.talker.refused('answer_problem', { order, return: 'received' })).type, 'conflict')
  assert.equal((await step(ben, 'agree')).return.status, 'agreed')
  const wrong = await ben.talker.refused('answer_problem', { order, return: 'send', carrier: 'UPS', number: 'wrong' })
  assert.equal(wrong.param, 'number')
  const sent = await step(ben, 'send', { carrier: 'UPS', number: '1Z999AA10123456784' })
  assert.deepEqual([sent.return.status, sent.return.tracking.number], ['sent', '1Z999AA10123456784'])
  const arrived = await ann.talker.use('answer_problem', { order, return: 'received' })
  assert.equal(arrived.approval.action, 'orders.refund')
  assert.equal((await ann.approve(arrived)).return.status, 'received')
  const refund = await ann.talker.use('refund_order', { order })
  assert.equal(refund.approval.action, 'orders.refund')
  const held = (await app.call('GET', `/v1/orders/${order}`, { cookie: ann.cookie })).body
  assert.deepEqual([held.refunded, held.payout], [0, 'on_hold'], 'nothing runs before the approval')
  const done = await ann.approve(refund)
  assert.deepEqual([done.status, done.refunded, done.return.status], ['refunded', 45, 'refunded'])
})

test('a seller’s agent publishes a question and its answer only with the owner’s approval', async () => {
  const asks = await agentOf('Ida', { scopes: SELLING, ask_first: ['messages.send'] })
  await asks.talker.use('open_shop', { name: 'Barn', slug: 'barn-of-ida', visibility: 'public' })
  const { result: draft } = await asks.talker.use('draft_listing', { title: 'Oak stool', price: 40 })
  const text = { listing: draft.id, question: 'Is it oiled?', answer: 'Yes.' }
  assert.equal((await asks.talker.refused('send_message', { question: 'Is it oiled?', listing: draft.id })).param, 'answer')
  const held = await asks.talker.use('send_message', text)
  assert.equal(held.approval.action, 'messages.send')
  const published = await asks.approve(held)
  assert.deepEqual([published.object, published.question, published.listing], ['question', 'Is it oiled?', draft.id])
})

test('a tool that moves money requires the scope for that action', async () => {
  const reader = await agentOf('Cy', { scopes: ['listings'] })
  const names = await reader.talker.tools()
  for (const name of ['open_shop', 'cancel_order', 'refund_order', 'report_problem', 'answer_problem', 'hand_over']) {
    assert.ok(!names.includes(name), name)
    const args = name === 'open_shop' ? { name: 'X', slug: 'x-of-cy' } : name === 'report_problem' ? { reason: 'damaged', body: 'x' } : {}
    const order = name === 'open_shop' ? {} : { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt' }
    const error = await reader.talker.refused(name, { ...order, ...args })
    assert.deepEqual([error.type, error.code], ['permission', 'scope'], name)
  }
})
