import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { ENDPOINTS } from '#api/index.ts'
import { listedTool, TOOLS } from '#mcp/tools/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { openSeller } from '#test/factories.ts'
import { likeEarlier } from '#test/likers.ts'
import { lifetime } from '#test/lifetime.ts'
import { connect, type Talker } from '#test/mcp/client.ts'
import { HOME } from '#test/sales.ts'

/** Tests the MCP tools for buyers with the official client. */

type Fields = { properties: Record<string, { enum?: string[] }> }
const byId = new Map(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint]))

test('the tools whose argument schemas are written by hand list every value that their endpoints accept', () => {
  for (const [tool, id, field] of [
    ['block_or_report', 'reportThread', 'reason'],
    ['block_or_report', 'reportListing', 'reason'],
    ['save_search', 'saveSearch', 'alert'],
    ['save_search', 'saveSearch', 'alert_by'],
  ] as const) {
    const body = z.toJSONSchema(byId.get(id)!.body!, { io: 'input', unrepresentable: 'any' }) as unknown as Fields
    const values = body.properties[field]!.enum!
    const shown = JSON.stringify(
      (
        listedTool(
          TOOLS.find(({ name }) => name === tool)!,
          byId,
        ).inputSchema as unknown as Fields
      ).properties[field],
    )
    assert.deepEqual([id, values.length > 1, values.filter((value) => !shown.includes(value))], [id, true, []])
  }
})

describe('MCP tools for buyers', () => {
  let app: TestApp
  let talker: Talker
  let buyer: Awaited<ReturnType<typeof newBuyer>>
  let seller: Awaited<ReturnType<typeof openBargain>>['seller']
  let listing: string
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
    const bargain = await openBargain(app)
    seller = bargain.seller
    listing = await onSale(seller, { title: 'Wool coat', price: 100, shipping: 5 })
    buyer = await newBuyer(app, 'Bea')
    talker = await connect(app, buyer.key)
  })
  after(() => talker.client.close())

  test('with MCP tools, an agent can like an item and follow a shop, list both, and undo both', async () => {
    assert.equal((await talker.use('like_or_follow', { listing })).liked, true)
    assert.equal((await talker.use('like_or_follow', { shop: seller.slug })).following, true)
    assert.deepEqual((await talker.use('list_saved', { what: 'likes' })).data.map(({ id }: { id: string }) => id), [listing]) // prettier-ignore
    assert.equal((await talker.use('list_saved', { what: 'follows' })).total, 1)
    assert.equal((await talker.use('like_or_follow', { listing, undo: true })).liked, false)
    assert.equal((await talker.use('like_or_follow', { shop: seller.slug, undo: true })).following, false)
    for (const what of ['likes', 'follows']) assert.equal((await talker.use('list_saved', { what })).total, 0, what)
  })

  test('an agent can save a search with alerts, change it and delete it with MCP tools', async () => {
    const filters = { q: 'wool coat', brand: ['muji'], max_price: 80, alert: 'daily', alert_by: 'push' }
    const saved = await talker.use('save_search', { action: 'save', ...filters })
    assert.deepEqual([saved.q, saved.brand, saved.max_price, saved.alert, saved.alert_by], ['wool coat', ['muji'], 80, 'daily', 'push'])
    const changed = await talker.use('save_search', { action: 'change', search: saved.id, alert_by: 'email', name: 'Coats' })
    assert.deepEqual([changed.name, changed.alert, changed.alert_by], ['Coats', 'daily', 'email'])
    assert.equal((await talker.use('list_saved', { what: 'searches' })).data[0].id, saved.id)
    assert.equal((await talker.use('save_search', { action: 'delete', search: saved.id })).deleted, true)
    assert.equal((await talker.use('list_saved', { what: 'searches' })).total, 0)
  })

  test('an agent can buy a bundle, read it and cancel it with MCP tools', async () => {
    const listings = [await onSale(seller, { price: 20, shipping: 5 }), await onSale(seller, { price: 30, shipping: 5 })]
    const { result } = await talker.use('buy', { listings, address: HOME })
    assert.equal((await talker.use('list_purchases', { purchase: result.id })).id, result.id)
    assert.deepEqual((await talker.use('list_purchases', { role: 'buyer' })).data.map(({ id }: { id: string }) => id), [result.id]) // prettier-ignore
    assert.equal((await talker.use('cancel_order', { purchase: result.id })).result.status, 'cancelled')
    const again = await talker.use('buy', { listings, address: HOME, method: 'test_ok' })
    const shop = await connect(app, seller.key)
    const shipped = await shop.use('ship_order', { purchase: again.result.id, carrier: 'UPS', number: '1Z999AA10123456784' })
    assert.ok(shipped.result.orders.length === 2 && shipped.status === 'done')
    await shop.client.close()
  })

  test('an agent can list, accept and decline invitations with MCP tools', async () => {
    for (const answer of ['accept', 'decline']) {
      const liked = await onSale(seller, { shipping: 5 })
      await likeEarlier(app, buyer, liked)
      const { body } = await seller.call('POST', `/v1/listings/${liked}/invitations`, { json: { amount: 90 } })
      assert.equal((await talker.use('list_offers', { invitations: true })).data[0].id, body.id)
      const { result, status } = await talker.use('answer_offer', {
        offer: body.id,
        answer,
        ...(answer === 'accept' && { expected_amount: 90 }),
      })
      assert.deepEqual([status ?? 'done', result.status], ['done', answer === 'accept' ? 'taken' : 'declined'])
    }
  })

  test('an agent can withdraw the buyer’s offer with an MCP tool', async () => {
    const { result } = await talker.use('make_offer', { listing, amount: 70 })
    assert.equal((await talker.use('answer_offer', { offer: result.id, answer: 'withdraw' })).result.status, 'withdrawn')
  })

  test('an agent can block, unblock and report a user with MCP tools', async () => {
    const { result } = await talker.use('send_message', { listing, text: 'Is it warm?' })
    const blocked = await talker.use('block_or_report', { action: 'block', thread: result.id })
    assert.equal(blocked.result.object, 'block')
    assert.equal((await talker.use('list_saved', { what: 'blocks' })).total, 1)
    assert.equal((await talker.refused('send_message', { thread: result.id, text: 'Hello?' })).code, 'unavailable')
    await talker.use('block_or_report', { action: 'unblock', shop: seller.slug })
    assert.equal((await talker.use('list_saved', { what: 'blocks' })).total, 0)
    const { result: order } = await talker.use('buy', { listing: await onSale(seller, { price: 20, shipping: 5 }) })
    assert.equal((await talker.use('block_or_report', { action: 'block', order: order.id })).result.object, 'block')
    await talker.use('block_or_report', { action: 'unblock', order: order.id })
    assert.equal((await talker.use('list_saved', { what: 'blocks' })).total, 0)
    const report = { action: 'report', reason: 'spam', body: 'Sends advertising.' }
    for (const subject of [{ thread: result.id }, { shop: seller.slug }, { listing, reason: 'counterfeit' }])
      assert.match((await talker.use('block_or_report', { ...report, ...subject })).result.object, /report/, JSON.stringify(subject))
  })
})

test('a report that an agent makes over MCP is sent only after the owner’s approval', async (t) => {
  const app = await startApp(t)
  const [{ seller }, reporter] = [await openBargain(app), await openSeller(app, 'Bea')]
  const key = await reporter.keyWith({ kind: 'agent', scopes: ['buying'], ask_first: ['messages.send'] })
  const talker = await connect(app, key)
  t.after(() => talker.client.close())
  const waiting = await talker.use('block_or_report', { action: 'report', shop: seller.slug, reason: 'spam', body: 'Sends advertising.' })
  assert.deepEqual([waiting.status, waiting.approval.object], ['waiting', 'approval'])
  const reports = async () => (await app.service.ctx.db.selectFrom('reports').select('id').execute()).length
  assert.equal(await reports(), 0)
  const approved = await app.call('POST', `/v1/approvals/${waiting.approval.id}/approve`, { cookie: reporter.cookie })
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  assert.equal(await reports(), 1)
})
