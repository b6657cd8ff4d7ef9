import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { SCOPES, type AskFirst } from '#core/scopes.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { likeEarlier } from '#test/likers.ts'
import { ok, openSeller, type Seller } from '#test/factories.ts'
import { withBlockedWrites } from '#test/contention.ts'
import { PNG } from '#test/law/world.ts'
import { HOME } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'
import { startLocalServer } from '#test/local-server.ts'

/** Tests that an approval is bound to what was approved, and that identical requests share one approval (spec: completions 12). */
describe('approvals are bound to what was approved', () => {
  let app: TestApp
  let me: Seller
  let other: Seller
  const life = lifetime()

  before(async () => {
    app = await startApp(life)
    ;[me, other] = [await openSeller(app, 'Mia'), await openSeller(app, 'Oto')]
    for (const one of [me, other]) await ok(one, 'PATCH', `/shops/${one.slug}`, { ask_hold: true, haggle: false, answer_questions: false })
  })

  const approvalKey = (...ask_first: AskFirst[]) => me.keyWith({ kind: 'agent', scopes: SCOPES, ask_first })
  const approve = (id: string) => app.call('POST', `/v1/approvals/${id}/approve`, { cookie: me.cookie })
  const statusOf = async (id: string) => (await app.call('GET', `/v1/approvals/${id}`, { cookie: me.cookie })).body.status

  async function requestApproval(action: AskFirst, [method, path, json]: Sent): Promise<Reply['body']> {
    const reply = await app.call(method, `/v1${path}`, { key: await approvalKey(action), ...(json ? { json } : {}) })
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
    return reply.body
  }

  test('approving “Honest for $100” does not publish a listing that has been changed to “Swapped for $1”', async () => {
    const key = await approvalKey('listings.publish')
    const { id } = (await app.call('POST', '/v1/listings', { key, json: { shop: me.slug, title: 'Honest', price: 100 } })).body
    const held = await app.call('POST', `/v1/listings/${id}/publish`, { key })
    assert.match(held.body.summary, /Publish the \$100 listing “Honest”/)
    assert.equal((await app.call('PATCH', `/v1/listings/${id}`, { key, json: { title: 'Swapped', price: 1 } })).status, 200)
    const answer = await approve(held.body.id)
    assert.deepEqual([answer.status, answer.body.error.code, await statusOf(held.body.id)], [409, 'changed', 'failed'])
    assert.equal((await ok(me, 'GET', `/listings/${id}`)).status, 'draft')
  })

  const listing = async (who: Seller, more: object = {}): Promise<string> =>
    (await ok(who, 'POST', '/listings', { shop: who.slug, title: 'Lamp', price: 100, shipping: 5, publish: true, ...more })).id
  const offer = async (seller: Seller, buyer: Seller, countered = false): Promise<string> => {
    const { id } = await ok(buyer, 'POST', '/offers', { listing: await listing(seller), amount: 60 })
    if (countered) await ok(seller, 'POST', `/offers/${id}/counter`, { amount: 80 })
    return id
  }
  const order = async (seller: Seller, buyer: Seller, verbs: readonly [Seller, string, object?][] = []): Promise<string> => {
    const { id } = await ok(buyer, 'POST', '/orders', { listing: await listing(seller), address: HOME })
    for (const [who, verb, json] of verbs) await ok(who, 'POST', `/orders/${id}/${verb}`, json ?? {})
    return id
  }
  const hold = async (seller: Seller, buyer: Seller, paid: boolean): Promise<string> => {
    const { id } = await ok(buyer, 'POST', '/holds', { listing: await listing(seller) })
    if (paid) await ok(buyer, 'POST', `/holds/${id}/pay`, { method: 'test_ok' })
    return id
  }
  const liked = async (seller: Seller, buyer: Seller): Promise<string> => {
    const id = await listing(seller)
    await likeEarlier(app, buyer, id)
    return id
  }
  const invited = async (seller: Seller, buyer: Seller): Promise<string> =>
    (await ok(seller, 'POST', `/listings/${await liked(seller, buyer)}/invitations`, { amount: 90 })).id
  const onListing = (id: string, table: string) => sql`
    update listings set price_cents = price_cents - 100 where id = (select listing_id from ${sql.table(table)} where id = ${id})`
  const set = (table: string, column: string, id: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - 1 where id = ${id}`
  const pay = { method: 'test_ok' }

  /** For each kind of request that needs approval: the request, and a change to a record that its path or body names. */
  const KINDS: Record<string, { action: AskFirst; make: () => Promise<string>; sent: (id: string) => Sent; change: (id: string) => ReturnType<typeof set> | Sent }> = {
    'deleting a shop': { action: 'shops.delete', make: () => newShop(), sent: (id) => ['DELETE', `/shops/${id}`], change: (id) => ['PATCH', `/shops/${id}`, { name: 'Renamed' }] },
    'deleting a shop (compares listings)': { action: 'shops.delete', make: () => stockedShop(), sent: (id) => ['DELETE', `/shops/${id}`], change: (id) => ['POST', '/listings', { shop: id, title: 'Another' }] },
    'deleting a shop (compares prices)': { action: 'shops.delete', make: () => stockedShop(), sent: (id) => ['DELETE', `/shops/${id}`], change: (id) => sql`update listings set price_cents = 1 where shop_id = (select id from shops where slug = ${id})` },
    'making a shop public': { action: 'listings.publish', make: () => stockedShop({ visibility: 'private' }), sent: (id) => ['PATCH', `/shops/${id}`, { visibility: 'public' }], change: (id) => sql`update listings set title = 'Swapped' where shop_id = (select id from shops where slug = ${id})` },
    'setting a minimum percentage for all listings': { action: 'shops.floor', make: () => stockedShop(), sent: (id) => ['PATCH', `/shops/${id}`, { lowest_percent: 60 }], change: (id) => sql`update listings set price_cents = 100 where shop_id = (select id from shops where slug = ${id})` },
    'setting a minimum percentage': { action: 'shops.floor', make: () => newShop(), sent: (id) => ['PATCH', `/shops/${id}`, { lowest_percent: 60 }], change: (id) => ['PATCH', `/shops/${id}`, { location: 'Elsewhere' }] },
    'creating a live listing': { action: 'listings.publish', make: () => newShop(), sent: (id) => ['POST', '/listings', { shop: id, title: 'New', price: 5, publish: true }], change: (id) => ['PATCH', `/shops/${id}`, { name: 'Renamed' }] },
    'changing a price': { action: 'listings.price', make: () => listing(me), sent: (id) => ['PATCH', `/listings/${id}`, { price: 90 }], change: (id) => ['PATCH', `/listings/${id}`, { description: 'Other words' }] },
    'changing a price (compares minimum price)': { action: 'listings.price', make: () => listing(me), sent: (id) => ['PATCH', `/listings/${id}`, { price: 95 }], change: (id) => ['PATCH', `/listings/${id}`, { lowest_price: 50 }] },
    'deleting a listing': { action: 'listings.delete', make: () => listing(me), sent: (id) => ['DELETE', `/listings/${id}`], change: (id) => ['POST', `/listings/${id}/unpublish`] },
    'starting research': { action: 'listings.price', make: () => listing(me), sent: (id) => ['POST', `/listings/${id}/research`, {}], change: (id) => ['PATCH', `/listings/${id}`, { visibility: 'link' }] },
    'accepting an offer': { action: 'offers.accept', make: () => offer(me, other), sent: (id) => ['POST', `/offers/${id}/accept`, {}], change: (id) => onListing(id, 'offers') },
    'countering an offer': { action: 'offers.counter', make: () => offer(me, other), sent: (id) => ['POST', `/offers/${id}/counter`, { amount: 80 }], change: (id) => set('offers', 'amount_cents', id) },
    'inviting': { action: 'offers.invite', make: () => liked(me, other), sent: (id) => ['POST', `/listings/${id}/invitations`, { amount: 90 }], change: (id) => ['PATCH', `/listings/${id}`, { description: 'Other words' }] },
    'accepting an invitation': { action: 'buying.pay', make: () => invited(other, me), sent: (id) => ['POST', `/invitations/${id}/take`, {}], change: (id) => set('invitations', 'amount_cents', id) },
    'accepting an invitation (compares shipping)': { action: 'buying.pay', make: () => invited(other, me), sent: (id) => ['POST', `/invitations/${id}/take`, {}], change: (id) => sql`update listings set shipping_cents = 1 where id = (select listing_id from invitations where id = ${id})` },
    'declining an offer': { action: 'offers.decline', make: () => offer(me, other), sent: (id) => ['POST', `/offers/${id}/decline`], change: (id) => set('offers', 'amount_cents', id) },
    'sending a message': { action: 'messages.send', make: () => thread(), sent: (id) => ['POST', `/threads/${id}/messages`, { text: 'Yes' }], change: (id) => sql`insert into messages (id, thread_id, sender, text, created_at) values (${`msg_zz${id.slice(4)}`}, ${id}, 'buyer', 'Is it broken?', now())` },
    'starting a thread': { action: 'messages.send', make: () => listing(other), sent: (id) => ['POST', '/threads', { listing: id, text: 'Hello' }], change: (id) => set('listings', 'price_cents', id) },
    'making an offer': { action: 'buying.offer', make: () => listing(other), sent: (id) => ['POST', '/offers', { listing: id, amount: 50 }], change: (id) => set('listings', 'price_cents', id) },
    'accepting an offer (compares buyer name)': { action: 'offers.accept', make: () => offer(me, other), sent: (id) => ['POST', `/offers/${id}/accept`, {}], change: (id) => sql`update accounts set name = name || ' Two' where id = (select buyer_id from offers where id = ${id})` },
    'accepting a counter': { action: 'buying.offer', make: () => offer(other, me, true), sent: (id) => ['POST', `/offers/${id}/accept`, {}], change: (id) => onListing(id, 'offers') },
    'creating an order': { action: 'buying.offer', make: () => listing(other), sent: (id) => ['POST', '/orders', { listing: id }], change: (id) => set('listings', 'shipping_cents', id) },
    'paying an order': { action: 'buying.pay', make: () => order(other, me), sent: (id) => ['POST', `/orders/${id}/pay`, pay], change: (id) => set('orders', 'item_cents', id) },
    'shipping an order': { action: 'orders.ship', make: () => order(me, other, [[other, 'pay', pay]]), sent: (id) => ['POST', `/orders/${id}/ship`, {}], change: (id) => sql`update orders set cancel_by = now() + interval '1 day' where id = ${id}` },
    'cancelling an order': { action: 'orders.cancel', make: () => order(me, other, [[other, 'pay', pay]]), sent: (id) => ['POST', `/orders/${id}/cancel`], change: (id) => set('orders', 'item_cents', id) },
    'refunding an order': { action: 'orders.refund', make: () => order(me, other, [[other, 'pay', pay], [me, 'ship'], [other, 'problem', { reason: 'damaged', body: 'Torn.' }]]), sent: (id) => ['POST', `/orders/${id}/refund`, {}], change: (id) => set('orders', 'shipping_cents', id) },
    'confirming an order': { action: 'buying.confirm', make: () => order(other, me, [[me, 'pay', pay], [other, 'ship']]), sent: (id) => ['POST', `/orders/${id}/confirm`], change: (id) => sql`update orders set problem = '{"reason":"other","body":"x","photos":[],"offered_cents":null}' where id = ${id}` },
    'requesting a hold': { action: 'buying.offer', make: () => listing(other), sent: (id) => ['POST', '/holds', { listing: id }], change: (id) => set('listings', 'price_cents', id) },
    'paying a deposit': { action: 'buying.pay', make: () => hold(other, me, false), sent: (id) => ['POST', `/holds/${id}/pay`, pay], change: (id) => set('holds', 'deposit_cents', id) },
    'returning a deposit': { action: 'orders.refund', make: () => hold(me, other, true), sent: (id) => ['POST', `/holds/${id}/return`], change: (id) => set('holds', 'deposit_cents', id) },
    'setting a webhook': { action: 'webhooks.change', make: async () => '', sent: () => ['PUT', '/webhooks', { url: 'http://127.0.0.1:9/a' }], change: () => ['PUT', '/webhooks', { url: 'http://127.0.0.1:9/b' }] },
  } // prettier-ignore

  for (const [what, { action, make, sent, change }] of Object.entries(KINDS)) {
    test(`an approval for ${what} fails with 409 and has no effect if the record has changed`, async () => {
      const id = await make()
      const held = await requestApproval(action, sent(id))
      const changing = change(id)
      if (Array.isArray(changing)) await ok(me, ...changing)
      else await changing.execute(app.service.ctx.db)
      const [table, key] = RECORDS[sent(id)[1].split('/')[1]!] ?? ['webhooks', 'account_id']
      const rows = async () =>
        (await sql`select * from ${sql.table(table)} where ${sql.ref(key)} = ${id || me.id}`.execute(app.service.ctx.db)).rows
      const before = JSON.stringify(await rows())
      const answer = await approve(held.id)
      assert.deepEqual([answer.status, answer.body.error?.code, await statusOf(held.id)], [409, 'changed', 'failed'])
      assert.equal(JSON.stringify(await rows()), before)
    })
    test(`an approval for ${what} runs if the record has not changed`, async () => {
      const held = await requestApproval(action, sent(await make()))
      const answer = await approve(held.id)
      assert.deepEqual([answer.status, answer.body.status], [200, 'done'], JSON.stringify(answer.body))
    })
  }

  test('an approval stays valid if only the views or likes have changed', async () => {
    const id = await listing(me)
    const held = await requestApproval('listings.price', ['PATCH', `/listings/${id}`, { price: 90 }])
    await app.call('GET', `/v1/market/listings/${id}`, { headers: { 'user-agent': 'Mozilla/5.0' } })
    await ok(other, 'PUT', `/market/listings/${id}/like`)
    assert.equal((await approve(held.id)).body.status, 'done')
  })

  test('the service locks the record while it checks an approval, so no concurrent change goes unnoticed', async () => {
    const rounds = process.env['ATTACK'] === 'long' ? 60 : 12
    for (let at = 0; at < rounds; at++) {
      const { id } = await ok(me, 'POST', '/listings', { shop: me.slug, title: 'Honest', price: 100 })
      const held = await requestApproval('listings.publish', ['POST', `/listings/${id}/publish`, {}])
      const [answer] = await Promise.all([approve(held.id), me.call('PATCH', `/v1/listings/${id}`, { json: { title: `Swapped ${at}` } })])
      const { rows } = await sql<{ title: string }>`
        select data::jsonb -> 'object' ->> 'title' as title from events where type = 'listing.published' and data like ${`%${id}%`}`.execute(
        app.service.ctx.db,
      )
      if (answer.status === 200) assert.deepEqual(rows, [{ title: 'Honest' }])
      else assert.deepEqual([answer.body.error.code, rows.length], ['changed', 0])
    }
  })

  test('an approval fails if the record changes while the service is fetching the photos in the request', async (t) => {
    const slug = await newShop()
    const pictures = await startLocalServer(t, (_request, response) => {
      const swapped = ok(me, 'PATCH', `/shops/${slug}`, { name: 'Swapped' })
      swapped.then(() => response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)).catch(() => response.destroy())
    })
    const json = { shop: slug, title: 'New', price: 5, publish: true, photo_urls: [`${pictures.url}/a.png`] }
    const held = await requestApproval('listings.publish', ['POST', '/listings', json])
    const answer = await approve(held.id)
    assert.deepEqual([answer.status, answer.body.error?.code, await statusOf(held.id)], [409, 'changed', 'failed'])
    assert.equal((await ok(me, 'GET', `/listings?shop=${slug}`)).total, 0)
  })

  test('65 identical requests create a single approval and send a single email', async () => {
    const id = await listing(me)
    const key = await approvalKey('listings.price')
    const replies = await Promise.all(
      Array.from({ length: 65 }, () => app.call('PATCH', `/v1/listings/${id}`, { key, json: { price: 77 } })),
    )
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [202])
    assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
    const { rows } = await sql`select id from events where type = 'approval.asked' and data like ${`%${replies[0]!.body.id}%`}`.execute(
      app.service.ctx.db,
    )
    assert.equal(rows.length, 1)
    // a request with a different amount needs its own approval, and a change to the record ends the pending approval
    assert.notEqual((await app.call('PATCH', `/v1/listings/${id}`, { key, json: { price: 78 } })).body.id, replies[0]!.body.id)
    await ok(me, 'PATCH', `/listings/${id}`, { title: 'Other' })
    const again = await app.call('PATCH', `/v1/listings/${id}`, { key, json: { price: 77 } })
    assert.notEqual(again.body.id, replies[0]!.body.id)
    const ended = (await app.call('GET', `/v1/approvals/${replies[0]!.body.id}`, { cookie: me.cookie })).body
    assert.deepEqual([ended.status, ended.result.status, ended.result.body.error.code], ['failed', 409, 'changed'])
  })

  test('a request needs approval if ask_first contains any action of the request, and the approval lists all these actions', async () => {
    const sent: Sent = ['POST', '/offers', { listing: await listing(other), amount: 50, note: 'Call me' }]
    for (const action of ['buying.offer', 'messages.send'] as const) {
      const held = await requestApproval(action, sent)
      assert.deepEqual(held.actions, [action])
      assert.match(held.summary, /Call me/)
    }
    const both = await app.call(sent[0], `/v1${sent[1]}`, { key: await approvalKey('messages.send', 'buying.offer'), json: sent[2]! })
    assert.deepEqual(both.body.actions, ['buying.offer', 'messages.send'])
    // to decide on a request, a key needs the scopes for all actions of the request
    const some = await me.keyWith({ kind: 'api', scopes: ['buying'] })
    assert.equal((await app.call('POST', `/v1/approvals/${both.body.id}/approve`, { key: some })).status, 403)
  })

  test('a key with lower spending limits than the requesting key cannot approve the request', async () => {
    const held = await requestApproval('buying.offer', ['POST', '/offers', { listing: await listing(other), amount: 50 }])
    for (const caps of [{ max_offer: 49 }, { max_day: 1000 }]) {
      const key = await me.keyWith({ kind: 'api', scopes: SCOPES, ...caps })
      const reply = await app.call('POST', `/v1/approvals/${held.id}/approve`, { key })
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'over_limit'])
    }
  })

  test('uploading a photo returns 400 and creates no approval if the key needs approval to publish', async () => {
    const id = await listing(me)
    const bytes = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n',
    )
    const reply = await app.call('POST', `/v1/listings/${id}/photos`, {
      key: await approvalKey('listings.publish'),
      raw: { type: 'multipart/form-data; boundary=b', bytes },
    })
    assert.deepEqual([reply.status, reply.body.error.param], [400, 'files'])
  })

  describe('max_day, the daily spending limit per key', () => {
    const capped = (max_day: number, more: object = {}) => me.keyWith({ kind: 'api', scopes: SCOPES, max_day, ...more })
    const offerBy = async (key: string, amount: number, listed?: string) =>
      app.call('POST', '/v1/offers', { key, json: { listing: listed ?? (await listing(other)), amount } })
    const over = (reply: Reply) =>
      assert.deepEqual([reply.status, reply.body.error?.code, reply.body.error?.param], [403, 'over_limit', 'amount'])

    test('GET /me returns max_day, and the error for exceeding max_day states the remaining amount', async () => {
      const key = await capped(100)
      assert.equal((await app.call('GET', '/v1/me', { key })).body.key.max_day, 100)
      assert.equal((await offerBy(key, 70)).status, 201)
      const refused = await offerBy(key, 31)
      over(refused)
      assert.match(refused.body.error.message, /at most \$100 in 24 hours \(max_day\): \$30 is left, and this request commits \$31/)
      assert.equal((await offerBy(key, 30)).status, 201)
    })

    test('concurrent requests never exceed max_day in total', async () => {
      const key = await capped(100)
      const listings = await Promise.all(Array.from({ length: 12 }, () => listing(other)))
      const replies = await withBlockedWrites(app.service.ctx.db, 'commitments', 4, () =>
        Promise.all(listings.map((id) => offerBy(key, 30, id))),
      )
      assert.equal(replies.filter(({ status }) => status === 201).length, 3)
      for (const reply of replies.filter(({ status }) => status !== 201)) over(reply)
    })

    test('the max_day limit counts each amount until it is released, and each purchase only once', async () => {
      const key = await capped(120)
      const id = await listing(other)
      const first = (await offerBy(key, 50, id)).body.id
      assert.equal((await offerBy(key, 60, id)).status, 201, 'the higher offer replaces the first one in the cap')
      const openOffer = (await ok(me, 'GET', `/offers?listing=${id}&status=open`)).data[0].id
      assert.notEqual(openOffer, first)
      await ok(other, 'POST', `/offers/${openOffer}/counter`, { amount: 90 })
      const taken = await app.call('POST', `/v1/offers/${openOffer}/accept`, { key, json: {} })
      assert.equal(taken.status, 200, 'the counter replaces the offer in the cap')
      over(await offerBy(key, 31))
      const paid = await app.call('POST', `/v1/orders/${taken.body.order}/pay`, { key, json: { method: 'test_ok', address: HOME } })
      assert.equal(paid.status, 200, JSON.stringify(paid.body))
      over(await offerBy(key, 26))
      const rest = await offerBy(key, 25)
      assert.equal(rest.status, 201, 'the payment, with its shipping of 5, counts 95 and not 185')
      await ok(me, 'POST', `/offers/${rest.body.id}/withdraw`)
      assert.equal((await offerBy(key, 25)).status, 201, 'a withdrawn offer frees its amount')
    })

    test('the max_day limit also counts orders, holds and payments by other clients, and an approval cannot exceed it', async () => {
      const key = await capped(100, { kind: 'agent', ask_first: ['messages.send'] })
      over(await app.call('POST', '/v1/orders', { key, json: { listing: await listing(other) } }))
      over(await app.call('POST', `/v1/orders/${await order(other, me)}/pay`, { key, json: { ...pay, address: HOME } }))
      for (let at = 0; at < 10; at++)
        assert.equal((await app.call('POST', '/v1/holds', { key, json: { listing: await listing(other) } })).status, 201)
      over(await app.call('POST', '/v1/holds', { key, json: { listing: await listing(other) } }))
      const held = await app.call('POST', '/v1/offers', {
        key: await capped(40, { kind: 'agent', ask_first: ['buying.offer'] }),
        json: { listing: await listing(other), amount: 41 },
      })
      over(held)
    })

    test('after 24 hours, an amount no longer counts toward max_day', async () => {
      const key = await capped(50)
      assert.equal((await offerBy(key, 50)).status, 201)
      over(await offerBy(key, 1))
      await sql`update commitments set at = at - interval '24 hours'`.execute(app.service.ctx.db)
      assert.equal((await offerBy(key, 50)).status, 201)
    })

    test('the max_offer limit also applies to the price of an item in a hold request', async () => {
      const key = await me.keyWith({ kind: 'api', scopes: SCOPES, max_offer: 9 })
      over(await app.call('POST', '/v1/holds', { key, json: { listing: await listing(other) } }))
    })
  })

  let shops = 0
  const newShop = async (): Promise<string> => (await ok(me, 'POST', '/shops', { name: 'Shop', slug: `bound-${++shops}` })).slug
  const stockedShop = async (more: object = {}): Promise<string> => {
    const slug = await newShop()
    if (Object.keys(more).length > 0) await ok(me, 'PATCH', `/shops/${slug}`, more)
    await ok(me, 'POST', '/listings', { shop: slug, title: 'Honest', price: 100 })
    return slug
  }
  const thread = async (): Promise<string> => (await ok(other, 'POST', '/threads', { listing: await listing(me), text: 'Is it whole?' })).id
})

type Sent = [method: string, path: string, json?: object]

const RECORDS: Record<string, [table: string, key: string]> = { shops: ['shops', 'slug'], listings: ['listings', 'id'], offers: ['offers', 'id'], orders: ['orders', 'id'], holds: ['holds', 'id'], threads: ['messages', 'thread_id'] } // prettier-ignore
