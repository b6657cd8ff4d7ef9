import { idOf, pick, textOf, type Args, type CallEndpoint, type Tool } from '#mcp/shape/tool.ts'

const OFFER = ['listing', 'amount', 'note'] as const
const ORDER = ['listing', 'expected_total', 'address'] as const

/** Tools for buyers. The key's caps apply: `max_offer`, `max_day`. */
export const buyingTools: readonly Tool[] = [
  {
    name: 'make_offer',
    title: 'Make an offer',
    description:
      'Offers a price for a listing that takes offers. It is a promise: the seller may take it. A higher offer replaces a standing one. The seller has 48 hours; a counter comes back in `list_offers`.',
    calls: ['makeOffer'],
    takes: { makeOffer: OFFER },
    required: ['listing', 'amount'],
    gives: ['makeOffer'],
    run: (args, call) => call('makeOffer', { body: pick(args, OFFER) }),
  },
  {
    name: 'buy',
    title: 'Buy a thing, or pay an order',
    description:
      'Orders a `listing` at its price, or takes up the `order` of an accepted offer, and pays it where `method` is sent. Send `expected_total`, so that nothing else is paid than the user agreed to. With the method `checkout` the answer has `checkout_url`, where the user pays.',
    calls: ['createOrder', 'getOrder', 'payOrder'],
    takes: { createOrder: ORDER, payOrder: ['method', 'address'] },
    own: { order: idOf('order that is to be paid') },
    gives: ['payOrder'],
    run: buy,
  },
]

async function buy(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const order =
    args['order'] === undefined
      ? await call('createOrder', { body: pick(args, ORDER) })
      : await call('getOrder', { params: { id: textOf(args, 'order') } })
  if (args['method'] === undefined) return order
  return call('payOrder', { params: { id: String(order['id']) }, body: pick(args, ['method', 'address']) })
}
