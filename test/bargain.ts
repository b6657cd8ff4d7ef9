import assert from 'node:assert/strict'
import type { Call, Reply, TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'

export type Buyer = {
  id: string
  key: string
  cookie: string
  name: string
  call(method: string, path: string, call?: Call): Promise<Reply>
  offer(listing: string, amount: number, note?: string): Promise<Reply['body']>
}

/** Creates a buyer and a seller. The automatic negotiator is off unless `haggle` is true. */
export async function openBargain(app: TestApp, { haggle = false } = {}): Promise<{ seller: Seller; buyer: Buyer }> {
  const seller = await openSeller(app, 'Sol')
  assert.equal((await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle } })).status, 200)
  return { seller, buyer: await newBuyer(app) }
}

export async function newBuyer(app: TestApp, name = 'Ben'): Promise<Buyer> {
  const { id, key, cookie } = await app.signUp(name)
  const call = (method: string, path: string, options: Call = {}) => app.call(method, path, { key, ...options })
  return {
    id,
    key,
    cookie,
    name,
    call,
    async offer(listing, amount, note) {
      const reply = await call('POST', '/v1/offers', { json: { listing, amount, ...(note === undefined ? {} : { note }) } })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      return reply.body
    },
  }
}

/** Creates a live listing, which costs 100 dollars by default. Returns its id. */
export async function onSale(seller: Seller, more: Record<string, unknown> = {}): Promise<string> {
  return (await seller.list({ title: 'Wool coat', price: 100, publish: true, ...more })).id
}

/** Creates a key for the account, with the given scopes. */
export async function keyOf(app: TestApp, { cookie }: { cookie: string }, rights: Record<string, unknown>): Promise<string> {
  const reply = await app.call('POST', '/v1/keys', { cookie, json: { name: 'Another key', kind: 'api', scopes: [], ...rights } })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.secret
}

/** Returns the account's offer events about a record, oldest first, including internal events. */
export async function offerEventsOf(app: TestApp, accountId: string, about: string): Promise<{ type: string; object: Reply['body'] }[]> {
  const rows = await app.service.ctx.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('account_id', '=', accountId)
    .where('type', 'like', 'offer.%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ type, data }) => ({ type, object: JSON.parse(data).object })).filter(({ object }) => object.id === about)
}
