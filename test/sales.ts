import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Reply, TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'

export const HOME = { name: 'Ben Buyer', line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

/** A seller with a live listing, a buyer, and the buyer's order for that listing. */
export type SaleScene = {
  app: TestApp
  seller: Seller
  buyer: Awaited<ReturnType<TestApp['signUp']>>
  listing: Reply['body']
  as(party: 'buyer' | 'seller', verb: string, json?: Record<string, unknown>): Promise<Reply>
  read(party?: 'buyer' | 'seller'): Promise<Reply['body']>
  order: { id: string }
}

/** Creates an order that is not paid yet. By default, the price is 40 dollars and the shipping price is 8 dollars. */
export async function openSale(app: TestApp, details: Record<string, unknown> = {}): Promise<SaleScene> {
  const seller = await openSeller(app)
  const buyer = await app.signUp('Ben Buyer')
  const listing = await seller.list({ title: 'Brass lamp', price: 40, shipping: 8, publish: true, ...details })
  const made = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listing.id, address: HOME } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body
  const keyOf = { buyer: buyer.key, seller: seller.key }
  return {
    app,
    seller,
    buyer,
    listing,
    order: { id },
    as: (party, verb, json = {}) => app.call('POST', `/v1/orders/${id}/${verb}`, { key: keyOf[party], json }),
    read: async (party = 'seller') => (await app.call('GET', `/v1/orders/${id}`, { key: keyOf[party] })).body,
  }
}

export type Stage = 'awaiting_payment' | 'paid' | 'shipped' | 'delivered' | 'problem' | 'completed'

/** Creates an order and brings it to `stage` by calling the API as the buyer and the seller. */
export async function openSaleAt(app: TestApp, stage: Stage, details: Record<string, unknown> = {}): Promise<SaleScene> {
  const sale = await openSale(app, details)
  const steps: [Stage, () => Promise<Reply>][] = [
    ['paid', () => sale.as('buyer', 'pay', { method: 'test_ok' })],
    ['shipped', () => sale.as('seller', 'ship', { carrier: 'UPS', number: '1Z999AA10123456784' })],
    ['delivered', () => sale.as('buyer', 'deliver')],
    ['problem', () => sale.as('buyer', 'problem', { reason: 'damaged', body: 'The shade is torn.' })],
    ['completed', () => sale.as('buyer', 'confirm')],
  ]
  const order: Stage[] = ['awaiting_payment', 'paid', 'shipped', 'delivered', 'problem', 'completed']
  for (const [reached, step] of steps) {
    if (order.indexOf(reached) > order.indexOf(stage)) break
    if (reached === 'problem' && stage !== 'problem') continue
    const reply = await step()
    assert.deepEqual([reply.status, reply.body.status], [200, reached], JSON.stringify(reply.body))
  }
  return sale
}

/** Returns an order's status, payment and payout on one line. */
export const fields = (order: Reply['body']): string => `${order.status}/${order.payment}/${order.payout}`

/** Returns the sum of an order's entries in each ledger account, in cents. */
export async function ledgerOf(app: TestApp, orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::int as cents from ledger_entries where order_id = ${orderId}
    group by account having sum(amount_cents) <> 0`.execute(app.service.ctx.db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

/** Returns the types of an account's events that concern a record, in order. */
export async function eventsOf(app: TestApp, accountId: string, about: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where account_id = ${accountId} and data::jsonb -> 'object' ->> 'id' = ${about} order by id`.execute(
    app.service.ctx.db,
  )
  return rows.map(({ type }) => type)
}
