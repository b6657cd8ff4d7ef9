import { idOf, pick, textOf, type Args, type CallEndpoint, type Tool } from '#mcp/shape/tool.ts'

const OFFER = ['listing', 'amount', 'note'] as const
const ORDER = ['listing', 'expected_total', 'address'] as const
const LISTINGS = ['listings'] as const
const BUNDLE = ['listings', 'expected_total', 'address'] as const
const PURCHASES = ['role', 'status', 'limit', 'offset'] as const

/** Tools for buyers. The key's spending limits apply: `max_offer` and `max_day`. */
export const buyingTools: readonly Tool[] = [
  {
    name: 'make_offer',
    title: 'Make an offer',
    description:
      'Makes an offer on a listing that accepts offers. The offer is binding: the seller may accept it. A higher offer replaces your open offer. The seller has 48 hours to answer. Counteroffers appear in `list_offers`.',
    calls: ['makeOffer'],
    takes: { makeOffer: OFFER },
    required: ['listing', 'amount'],
    gives: ['makeOffer'],
    run: (args, call) => call('makeOffer', { body: pick(args, OFFER) }),
  },
  {
    name: 'list_addresses',
    title: 'List my addresses',
    description: 'The user’s delivery addresses, the default first. `buy` takes an id as `address`.',
    calls: ['listAddresses'],
    gives: ['listAddresses'],
    run: (_args, call) => call('listAddresses'),
  },
  {
    name: 'quote_bundle',
    title: 'Price several items together',
    description: 'Price of 2 to 10 items from one shop in one parcel, with the shop’s discount. Reserves nothing.',
    calls: ['quotePurchase'],
    takes: { quotePurchase: LISTINGS },
    required: ['listings'],
    gives: ['quotePurchase'],
    run: (args, call) => call('quotePurchase', { body: pick(args, LISTINGS) }),
  },
  {
    name: 'buy',
    title: 'Buy items, or pay an order',
    description:
      'Orders a `listing`, or several `listings` from one shop, or continues an unpaid `order` or `purchase`, and pays if `method` is given. Send `expected_total` so that the user pays only the agreed amount. With `checkout`, the user pays at the returned `checkout_url`.',
    calls: ['createOrder', 'getOrder', 'payOrder', 'createPurchase', 'getPurchase', 'payPurchase'],
    takes: { createOrder: ORDER, payOrder: ['method', 'address'], createPurchase: LISTINGS },
    own: { order: idOf('order to pay'), purchase: idOf('purchase to pay') },
    gives: ['payOrder', 'payPurchase'],
    run: (args, call) => (args['listings'] === undefined && args['purchase'] === undefined ? buy(args, call) : buyBundle(args, call)),
  },
  {
    name: 'list_purchases',
    title: 'List or read purchases of several items',
    description: 'Lists purchases of several items from one shop, as buyer and seller, newest first. With `purchase`: reads one.',
    calls: ['listPurchases', 'getPurchase'],
    takes: { listPurchases: PURCHASES },
    own: { purchase: { type: 'string' } },
    gives: ['listPurchases', 'getPurchase'],
    run: (args, call) =>
      args['purchase'] === undefined
        ? call('listPurchases', { query: pick(args, PURCHASES) })
        : call('getPurchase', { params: { id: textOf(args, 'purchase') } }),
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

async function buyBundle(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const purchase =
    args['purchase'] === undefined
      ? await call('createPurchase', { body: pick(args, BUNDLE) })
      : await call('getPurchase', { params: { id: textOf(args, 'purchase') } })
  if (args['method'] === undefined) return purchase
  return call('payPurchase', { params: { id: String(purchase['id']) }, body: pick(args, ['method', 'address']) })
}
