import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { blockedAmong } from '#catalog/saved-searches/queries.ts'
import { isBlocked } from '#messaging/blocks/index.ts'
import { findBlock } from '#messaging/blocks/queries.ts'
import { replyAsAgent } from '#messaging/threads/index.ts'
import { startApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { newBuyer, offerEventsOf, onSale, openBargain } from '#test/bargain.ts'
import { lockWaits } from '#test/contention.ts'
import { HOME } from '#test/sales.ts'
import { until } from '#test/until.ts'

const app = await startApp({ after })
const { ctx } = app.service
const talk = async ({ seller, buyer }: Awaited<ReturnType<typeof openBargain>>): Promise<{ id: string; listing: string }> => {
  const listing = await onSale(seller)
  return { id: (await buyer.call('POST', '/v1/threads', { json: { listing, text: 'Is it wool?' } })).body.id, listing }
}

test('a buyer can block a shop or the other person in a conversation, sees the shop in the list of blocks, and can unblock it', async () => {
  const { seller, buyer } = await openBargain(app)
  const path = `/v1/market/stores/${seller.slug}/block`
  const { status, body } = await buyer.call('PUT', path)
  const shop = { slug: seller.slug, name: 'Shop of Sol' }
  assert.deepEqual(
    [status, { ...body, created_at: '' }],
    [200, { object: 'block', name: 'Sol', shop, thread: null, order: null, created_at: '' }],
  )
  assert.deepEqual((await buyer.call('PUT', path)).body, body)
  assert.deepEqual((await buyer.call('GET', '/v1/blocks')).body, { object: 'list', data: [body], total: 1, has_more: false })
  assert.equal((await seller.call('GET', '/v1/blocks')).body.total, 0)
  for (let i = 0; i < 2; i++) assert.deepEqual((await buyer.call('DELETE', path)).body, { object: 'block', deleted: true })
  assert.equal((await buyer.call('GET', '/v1/blocks')).body.total, 0)
  assert.equal((await buyer.call('PUT', `/v1/market/stores/${seller.slug}/follow`)).status, 200)
})

test('a seller sees only the public name of a buyer whom the seller has blocked, and each person can remove only their own block', async () => {
  const pair = await openBargain(app)
  const { seller, buyer } = pair
  const { id, listing } = await talk(pair)
  const { body } = await seller.call('PUT', `/v1/threads/${id}/block`)
  assert.deepEqual({ ...body, created_at: '' }, { object: 'block', name: 'Ben', shop: null, thread: id, order: null, created_at: '' })
  await buyer.call('PUT', `/v1/threads/${id}/block`)
  assert.equal((await buyer.call('DELETE', `/v1/threads/${id}/block`)).status, 200)
  const rae = await newBuyer(app, 'Rae')
  const people = [rae, seller, buyer].map((one) => one.id)
  const among = ({ id: own }: { id: string }) => blockedAmong(ctx.db, own, people)
  assert.deepEqual([await among(seller), await among(buyer), await among(rae)], [new Set([buyer.id]), new Set([seller.id]), new Set()])
  assert.equal(await findBlock(ctx.db, rae.id, buyer.id), undefined)
  assert.equal((await buyer.call('POST', '/v1/offers', { json: { listing, amount: 60 } })).status, 409)
  assert.equal((await seller.call('DELETE', `/v1/threads/${id}/block`)).status, 200)
  assert.equal((await buyer.call('POST', '/v1/offers', { json: { listing, amount: 60 } })).status, 201)
})

test('the two parties to an order can block and unblock each other, even without a conversation or a shop', async () => {
  const { seller, buyer } = await openBargain(app)
  const listing = await onSale(seller)
  const order = (await buyer.call('POST', '/v1/orders', { json: { listing, address: HOME } })).body.id as string
  const path = `/v1/orders/${order}/block`
  assert.equal((await (await newBuyer(app, 'Rae')).call('PUT', path)).status, 404)
  const block = { object: 'block', name: 'Ben', shop: null, thread: null, order, created_at: '' }
  assert.deepEqual({ ...(await seller.call('PUT', path)).body, created_at: '' }, block)
  assert.equal((await buyer.call('POST', '/v1/threads', { json: { shop: seller.slug, text: 'Hello' } })).body.error.code, 'unavailable')
  assert.deepEqual((await seller.call('DELETE', path)).body, { object: 'block', deleted: true })
  await buyer.call('POST', `/v1/orders/${order}/cancel`)
  assert.equal((await seller.call('DELETE', `/v1/shops/${seller.slug}`)).status, 200)
  const { body } = await buyer.call('PUT', path)
  assert.deepEqual([body.name, body.shop.slug, body.order], ['Sol', seller.slug, order])
  assert.equal((await buyer.call('DELETE', path)).status, 200)
  assert.equal((await buyer.call('GET', '/v1/blocks')).body.total, 0)
})

test('a buyer can unblock a shop that was hidden or deleted after the block', async () => {
  const { seller, buyer } = await openBargain(app)
  for (const end of [
    () => seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { visibility: 'private' } }),
    () => seller.call('DELETE', `/v1/shops/${seller.slug}`),
  ]) {
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { visibility: 'public' } })
    assert.equal((await buyer.call('PUT', `/v1/market/stores/${seller.slug}/block`)).status, 200)
    assert.equal((await end()).status, 200)
    assert.equal((await buyer.call('GET', '/v1/blocks')).body.data[0].shop.slug, seller.slug)
    assert.equal((await buyer.call('DELETE', `/v1/market/stores/${seller.slug}/block`)).status, 200)
    assert.equal((await buyer.call('GET', '/v1/blocks')).body.total, 0)
  }
})

test('blocking the user’s own shop returns 409, and blocking through a hidden shop or a conversation of other people returns 404', async () => {
  const pair = await openBargain(app)
  const { id } = await talk(pair)
  const other = await newBuyer(app, 'Rae')
  const own = await pair.seller.call('PUT', `/v1/market/stores/${pair.seller.slug}/block`)
  assert.equal(own.status, 409)
  assert.match(own.body.error.message, /your own shop/)
  for (const method of ['PUT', 'DELETE']) {
    assert.equal((await other.call(method, `/v1/threads/${id}/block`)).status, 404)
    assert.equal((await other.call(method, '/v1/market/stores/no-such-shop/block')).status, 404)
  }
  await pair.seller.call('PATCH', `/v1/shops/${pair.seller.slug}`, { json: { visibility: 'private' } })
  assert.equal((await other.call('PUT', `/v1/market/stores/${pair.seller.slug}/block`)).status, 404)
})

test('a block closes the open offers between the two people and notifies the blocked person of the closed offers', async () => {
  for (const blocker of ['buyer', 'seller'] as const) {
    const pair = await openBargain(app)
    const { seller, buyer } = pair
    const { id, listing } = await talk(pair)
    const open = await buyer.offer(listing, 60)
    const countered = await buyer.offer(await onSale(seller), 60)
    await seller.call('POST', `/v1/offers/${countered.id}/counter`, { json: { amount: 80 } })
    const remaining = await (await newBuyer(app, 'Rae')).offer(listing, 50)
    assert.equal((await pair[blocker].call('PUT', `/v1/threads/${id}/block`)).status, 200)
    for (const offer of [open, countered]) {
      const { body } = await buyer.call('GET', `/v1/offers/${offer.id}`)
      assert.deepEqual([body.status, body.closed_reason], ['closed', 'unavailable'])
    }
    assert.equal((await seller.call('GET', `/v1/offers/${remaining.id}`)).body.status, 'open')
    const event = {
      type: blocker === 'seller' ? 'offer.closed' : 'offer.updated',
      object: (await buyer.call('GET', `/v1/offers/${open.id}`)).body,
    }
    const [blocked, other] = blocker === 'seller' ? [buyer, seller] : [seller, buyer]
    assert.deepEqual((await offerEventsOf(app, blocked.id, open.id)).at(-1), event)
    assert.ok((await offerEventsOf(app, other.id, open.id)).every(({ object }) => object.status === 'open'))
  }
})

test('after a block, an open order and its messages continue until the order ends', async () => {
  const pair = await openBargain(app)
  const { seller, buyer } = pair
  const { id, listing } = await talk(pair)
  const other = await talk(pair)
  const order = (await buyer.call('POST', '/v1/orders', { json: { listing, address: HOME } })).body.id
  await seller.call('PUT', `/v1/threads/${id}/block`)
  const write = (who: 'buyer' | 'seller', thread: string) =>
    pair[who].call('POST', `/v1/threads/${thread}/messages`, { json: { text: 'Hi' } })
  assert.equal((await buyer.call('POST', `/v1/orders/${order}/pay`, { json: { method: 'test_ok' } })).status, 200)
  for (const who of ['buyer', 'seller'] as const) {
    assert.equal((await write(who, id)).status, 201)
    assert.equal((await write(who, other.id)).status, 409)
  }
  assert.equal((await seller.call('POST', `/v1/orders/${order}/ship`, { json: {} })).status, 200)
  assert.equal((await buyer.call('POST', `/v1/orders/${order}/confirm`)).status, 200)
  for (const who of ['buyer', 'seller'] as const) assert.equal((await write(who, id)).status, 409)
})

test('a buyer who has paid a deposit for a hold can still order the item after a block', async () => {
  const pair = await openBargain(app)
  const { seller, buyer } = pair
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
  const { id, listing } = await talk(pair)
  const hold = (await buyer.call('POST', '/v1/holds', { json: { listing } })).body.id
  assert.equal((await buyer.call('POST', `/v1/holds/${hold}/pay`, { json: { method: 'test_ok' } })).status, 200)
  await seller.call('PUT', `/v1/threads/${id}/block`)
  assert.equal((await buyer.call('POST', '/v1/orders', { json: { listing, hold, address: HOME } })).status, 201)
})

test('when offers, messages and a block are sent concurrently, no offer is left open', async () => {
  const { seller } = await openBargain(app)
  for (let round = 0; round < 12; round++) {
    const buyer = await newBuyer(app, `Racer${round}`)
    const [listing, second] = [await onSale(seller), await onSale(seller)]
    const { id } = (await buyer.call('POST', '/v1/threads', { json: { listing, text: 'Is it wool?' } })).body
    const standing = await buyer.offer(second, 60)
    const [made, blocked, accepted, sent] = await Promise.all([
      buyer.call('POST', '/v1/offers', { json: { listing, amount: 60 } }),
      (round % 2 ? buyer : seller).call('PUT', `/v1/threads/${id}/block`),
      seller.call('POST', `/v1/offers/${standing.id}/accept`, { json: {} }),
      buyer.call('POST', `/v1/threads/${id}/messages`, { json: { text: 'And the size?' } }),
    ])
    assert.equal(blocked.status, 200, JSON.stringify(blocked.body))
    assert.ok(made.status === 201 || made.body.error.code === 'unavailable', JSON.stringify(made.body))
    assert.ok(accepted.status === 200 || accepted.body.error.code === 'unavailable', JSON.stringify(accepted.body))
    assert.ok(sent.status === 201 || sent.body.error.code === 'unavailable', JSON.stringify(sent.body))
    for (const status of ['open', 'countered'])
      assert.equal((await buyer.call('GET', `/v1/offers?role=buyer&status=${status}`)).body.total, 0)
  }
})

test('a block waits until every concurrent transaction that has already checked for blocks has ended', async () => {
  const pair = await openBargain(app)
  const { seller, buyer } = pair
  const { id, listing } = await talk(pair)
  let blocked: Promise<unknown> | undefined
  let done = false
  await inTransaction(ctx, async (tx) => {
    assert.equal(await isBlocked(tx, buyer.id, seller.id), false)
    blocked = seller.call('PUT', `/v1/threads/${id}/block`).then(() => (done = true))
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal(done, false, 'the block did not wait')
  })
  await blocked
  assert.equal((await buyer.call('POST', '/v1/offers', { json: { listing, amount: 60 } })).status, 409)
})

test('an account can block a thousand people, and the next block returns 409 with the code `quota`', async () => {
  const { seller, buyer } = await openBargain(app)
  const now = ctx.now()
  const ids = Array.from({ length: 1000 }, (_, n) => `usr_blocked_${n}`)
  const people = ids.map((id, n) => ({ id, name: 'Nobody', email: `blocked${n}@example.test`, created_at: now, updated_at: now }))
  await ctx.db.insertInto('accounts').values(people).execute()
  const rows = ids.map((id) => ({ account_id: buyer.id, blocked_id: id, created_at: now }))
  await ctx.db.insertInto('blocks').values(rows).execute()
  const path = `/v1/market/stores/${seller.slug}/block`
  const { status, body } = await buyer.call('PUT', path)
  assert.deepEqual([status, body.error.code], [409, 'quota'])
  assert.match(body.error.message, /^Quota "blocks": an account can have 1,000 blocked people/)
  await ctx.db.deleteFrom('blocks').where('blocked_id', '=', ids[0]!).execute()
  assert.equal((await buyer.call('PUT', path)).status, 200)
  await ctx.db.deleteFrom('accounts').where('id', 'in', ids).execute()
})

test('with ask_first, a block that closes offers needs approval, and its summary counts only open offers between the two people', async () => {
  const pair = await openBargain(app)
  const { id, listing } = await talk(pair)
  const other = await openBargain(app)
  await other.buyer.offer(listing, 60)
  await pair.buyer.offer(await onSale(other.seller), 60)
  const withdrawn = await pair.buyer.offer(listing, 50)
  await pair.buyer.call('POST', `/v1/offers/${withdrawn.id}/withdraw`)
  const key = await pair.seller.keyWith({ kind: 'agent', scopes: ['messages'], ask_first: ['offers.decline'] })
  const block = () => app.call('PUT', `/v1/threads/${id}/block`, { key })
  await pair.buyer.offer(listing, 60)
  const { status, body } = await block()
  assert.deepEqual([status, body.action, body.summary], [202, 'offers.decline', 'Block “Ben”. This closes 1 offer from them.'])
  const without = await openBargain(app)
  const free = await without.seller.keyWith({ kind: 'agent', scopes: ['messages'], ask_first: ['offers.decline'] })
  assert.equal((await app.call('PUT', `/v1/threads/${(await talk(without)).id}/block`, { key: free })).status, 200)
})

test('with ask_first, an action that a block prevents returns the error and does not request approval', async () => {
  const pair = await openBargain(app)
  const { id, listing } = await talk(pair)
  const offer = await pair.buyer.offer(listing, 60)
  const key = await pair.seller.keyWith({ kind: 'agent', scopes: ['offers'], ask_first: ['offers.accept'] })
  await pair.buyer.call('PUT', `/v1/threads/${id}/block`)
  const { status, body } = await app.call('POST', `/v1/offers/${offer.id}/accept`, { key, json: {} })
  assert.deepEqual([status, body.error.code], [409, 'unavailable'])
})

test('the shop’s agent sends no messages after either side blocks the other', async () => {
  const pair = await openBargain(app)
  await pair.seller.call('PATCH', `/v1/shops/${pair.seller.slug}`, { json: { answer_questions: false } })
  const { id } = await talk(pair)
  await ctx.db.updateTable('shops').set({ answer_questions: true }).where('slug', '=', pair.seller.slug).execute()
  await pair.seller.call('PUT', `/v1/threads/${id}/block`)
  const [question] = await ctx.db.selectFrom('messages').select('id').where('thread_id', '=', id).execute()
  const reply = { threadId: id, inReplyTo: question!.id, text: 'Yes.', needsOwner: false }
  assert.deepEqual(await inTransaction(ctx, (tx) => replyAsAgent(tx, reply)), { kind: 'quiet', because: 'blocked' })
  await pair.seller.call('DELETE', `/v1/threads/${id}/block`)
  assert.equal((await inTransaction(ctx, (tx) => replyAsAgent(tx, reply))).kind, 'sent')
})

test('removing a block waits for any transaction that has already checked for blocks between the same two people', async () => {
  const pair = await openBargain(app)
  const { id } = await talk(pair)
  await pair.seller.call('PUT', `/v1/threads/${id}/block`)
  const removed = await inTransaction(ctx, async (tx) => {
    assert.equal(await isBlocked(tx, pair.seller.id, pair.buyer.id), true)
    const reply = pair.seller.call('DELETE', `/v1/threads/${id}/block`)
    await until('the removal waits for a lock', async () => (await lockWaits(tx.db)) > 0)
    return { reply }
  })
  assert.equal((await removed.reply).status, 200)
})

test('closing an account removes all blocks that the account created and all blocks against it', async () => {
  const pair = await openBargain(app)
  const { seller, buyer } = pair
  const { id } = await talk(pair)
  for (const person of [seller, buyer]) await person.call('PUT', `/v1/threads/${id}/block`)
  const closed = await app.call('DELETE', '/v1/accounts/me', { cookie: buyer.cookie, json: { password: 'a long enough password' } })
  assert.equal(closed.status, 200, JSON.stringify(closed.body))
  for (const person of [seller.id, buyer.id])
    assert.deepEqual(await ctx.db.selectFrom('blocks').select('account_id').where('account_id', '=', person).execute(), [])
})

test('the consistency audit finds no errors after all other tests in this file', async () => {
  await app.advance(0)
  assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
})
