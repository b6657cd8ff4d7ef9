import assert from 'node:assert/strict'
import type { Reply, TestApp } from '#test/app.ts'
import { speak, type Platform, type UcpCall } from '#test/ucp/platform.ts'
import { isStandard } from '#test/ucp/standard.ts'

export const CART = 'dev.ucp.shopping.cart'
export const CHECKOUT = 'dev.ucp.shopping.checkout'
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment'
export const ORDER = 'dev.ucp.shopping.order'

/** An address, with the field names that the protocol uses. */
export const ADDRESS = {
  first_name: 'Ben',
  last_name: 'Bauer',
  street_address: 'Elm 1',
  address_locality: 'Bonn',
  postal_code: '53111',
  address_country: 'US',
}
export const SENT = { methods: [{ type: 'shipping', destinations: [ADDRESS] }] }
export const paying = (token = 'test_ok') => ({
  payment: { instruments: [{ id: 'i1', handler_id: 'test', type: 'test', selected: true, credential: { type: 'test', token } }] },
})

export const of = (id: string) => [{ item: { id }, quantity: 1 }]

/** Validates a response against the schemas in the release. The response is either a checkout or an error. */
export function isCheckout(reply: Reply): Reply['body'] {
  const { body } = reply
  if (body.ucp?.status === 'error') isStandard('shopping/types/error_response.json', body)
  else if (reply.status < 300) isStandard('shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout', body)
  if (reply.status < 300 && body.totals) addsUp(body)
  return body
}

function isCart({ body }: Reply): void {
  isStandard('shopping/cart.json', body)
  addsUp(body)
}

/** Checks that there is exactly one total, and that this total is the sum of the other amounts (protocol: checkout, Verification). */
export function addsUp({ totals }: { totals: { type: string; amount: number }[] }): void {
  const total = totals.filter(({ type }) => type === 'total')
  assert.equal(total.length, 1)
  assert.equal(totals.filter(({ type }) => type !== 'total').reduce((sum, { amount }) => sum + amount, 0), total[0]!.amount) // prettier-ignore
}

export type Agent = ReturnType<typeof agentOf>

/** Returns a buyer's agent that uses one platform and one API key. */
export function agentOf(app: TestApp, platform: Platform, key: string | undefined) {
  const send = speak(app, platform)
  const call = async (method: string, path: string, more: UcpCall = {}) => {
    const reply = await send(method, path, { key, ...more })
    if (path.startsWith('/checkout-sessions') || reply.body.ucp?.status === 'error') isCheckout(reply)
    return reply
  }
  return {
    call,
    async cart(method: string, path: string, json?: object) {
      const reply = await send(method, `/carts${path}`, { key, ...(json && { json }) })
      if (reply.body.ucp?.status === 'success') isCart(reply)
      return reply
    },
    create: (json: object, more: UcpCall = {}) => call('POST', '/checkout-sessions', { json, ...more }),
    get: (id: string) => call('GET', `/checkout-sessions/${id}`),
    update: (id: string, json: object) => call('PUT', `/checkout-sessions/${id}`, { json }),
    complete: (id: string, json: object = paying(), more: UcpCall = {}) =>
      call('POST', `/checkout-sessions/${id}/complete`, { json, ...more }),
    cancel: (id: string, more: UcpCall = {}) => call('POST', `/checkout-sessions/${id}/cancel`, { json: {}, ...more }),
    async order(id: string) {
      const reply = await send('GET', `/orders/${id}`, { key })
      if (reply.body.ucp?.status === 'success') {
        isStandard('shopping/order.json', reply.body)
        addsUp(reply.body)
      }
      return reply
    },
  }
}

export const codesOf = (body: { messages?: { code?: string }[] }): string[] => (body.messages ?? []).map(({ code = '' }) => code)
