import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { AskFirst } from '#core/scopes.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { picture } from '#test/law/world.ts'
import { HOME } from '#test/sales.ts'

/** Tests which requests with a key wait for the owner's approval, for each approval requirement (spec: completions 13.10). */

const app = await startApp({ after })
const [seller, buyer] = [await openSeller(app, 'Ana'), await openSeller(app, 'Ben')]
await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true, haggle: false } })
const live = async (): Promise<string> => (await seller.list({ title: 'Lamp', price: 100, shipping: 5, publish: true })).id
const made = async (path: string, json: object): Promise<string> => (await buyer.call('POST', path, { json })).body.id

type Request = [path: string, json: object]

/** Every way for a buyer to commit money or pay. Each function creates a new record for its request. */
const APPROVAL_SUBJECTS: Record<string, () => Promise<Request>> = {
  'making an offer': async () => ['/v1/offers', { listing: await live(), amount: 60 }],
  'accepting a counter': async () => {
    const id = await made('/v1/offers', { listing: await live(), amount: 60 })
    await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 80 } })
    return [`/v1/offers/${id}/accept`, {}]
  },
  'creating an order': async () => ['/v1/orders', { listing: await live(), address: HOME }],
  'requesting a hold': async () => ['/v1/holds', { listing: await live() }],
}
const PAYMENTS: Record<string, () => Promise<Request>> = {
  'paying an order': async () => [
    `/v1/orders/${await made('/v1/orders', { listing: await live(), address: HOME })}/pay`,
    { method: 'test_ok' },
  ],
  'paying a deposit': async () => [`/v1/holds/${await made('/v1/holds', { listing: await live() })}/pay`, { method: 'test_ok' }],
}
const ACTIONS: [AskFirst, AskFirst, Record<string, () => Promise<Request>>][] = [
  ['buying.offer', 'buying.pay', APPROVAL_SUBJECTS],
  ['buying.pay', 'buying.offer', PAYMENTS],
]

for (const [action, other, requests] of ACTIONS)
  for (const [what, request] of Object.entries(requests))
    test(`${what} needs approval with ask_first ${action} but not with ${other}, and is rejected immediately if it exceeds max_offer`, async () => {
      const key = (rights: object) => buyer.keyWith({ kind: 'agent', scopes: ['buying'], ...rights })
      const [path, json] = await request()
      for (const ask_first of [[], [action]]) {
        const over = await app.call('POST', path, { json, key: await key({ ask_first, max_offer: 9.99 }) })
        assert.deepEqual([over.status, over.body.error?.code, over.body.error?.param], [403, 'over_limit', 'amount'], JSON.stringify(over.body)) // prettier-ignore
      }
      const held = await app.call('POST', path, { json, key: await key({ ask_first: [action] }) })
      assert.deepEqual([held.status, held.body.object, held.body.actions], [202, 'approval', [action]])
      const free = await app.call('POST', path, { json, key: await key({ ask_first: [other] }) })
      assert.ok(free.status < 300 && free.body.object !== 'approval', JSON.stringify(free.body))
    })

test('deleting a photo, even from a draft, needs approval if the key has ask_first listings.delete', async () => {
  const { id } = await seller.list({ title: 'Lamp', price: 5 })
  const { data } = (await seller.call('POST', `/v1/listings/${id}/photos`, { raw: picture() })).body
  const key = await seller.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.delete'] })
  const held = await app.call('DELETE', `/v1/listings/${id}/photos/${data[0].id}`, { key })
  assert.deepEqual([held.status, held.body.action], [202, 'listings.delete'])
  assert.equal((await seller.call('GET', `/v1/listings/${id}`)).body.photos.length, 1)
})

test('creating a key that has already expired returns a 400 that names the field expires_at', async () => {
  for (const expires_at of [new Date(Date.now() - 1000).toISOString(), '2020-01-01T00:00:00.000Z']) {
    const json = { name: 'Late', kind: 'api', scopes: ['read'], expires_at }
    const reply = await app.call('POST', '/v1/keys', { cookie: seller.cookie, json })
    assert.deepEqual([reply.status, reply.body.error.param], [400, 'expires_at'])
  }
})
