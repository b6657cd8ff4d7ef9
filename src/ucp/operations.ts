import { ORDER_CAPABILITY } from './rules.ts'
import type { Core } from '#platform/context/index.ts'
import { CART, CHECKOUT, LOOKUP, offersName, SEARCH } from './names.ts'

/** An operation of the protocol and its endpoint. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  capability: string
  /** Name of the operation's MCP tool. `argument` is the argument that contains the REST body. */
  tool: string
  argument?: 'catalog' | 'cart' | 'checkout' | 'offer'
  /** True if the tool requires an idempotency key (UCP checkout, MCP binding). */
  needsKey?: true
  endpoint: string
  status?: 201
  /** True if errors are reported in the checkout. The response is then the checkout, with the error among its messages. */
  onCheckout?: true
}

const cart = { capability: CART, path: '/carts/{id}' } as const
const checkout = { capability: CHECKOUT, path: '/checkout-sessions/{id}' } as const

const OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/catalog/search', capability: SEARCH, tool: 'search_catalog', argument: 'catalog', endpoint: 'searchCatalog' },
  { method: 'POST', path: '/catalog/lookup', capability: LOOKUP, tool: 'lookup_catalog', argument: 'catalog', endpoint: 'lookUpCatalog' },
  { method: 'POST', path: '/catalog/product', capability: LOOKUP, tool: 'get_product', argument: 'catalog', endpoint: 'getCatalogProduct' },
  { method: 'POST', path: '/carts', capability: CART, tool: 'create_cart', argument: 'cart', endpoint: 'createCart', status: 201 },
  { ...cart, method: 'GET', tool: 'get_cart', endpoint: 'getCart' },
  { ...cart, method: 'PUT', tool: 'update_cart', argument: 'cart', endpoint: 'updateCart' },
  { ...cart, method: 'POST', path: '/carts/{id}/cancel', tool: 'cancel_cart', needsKey: true, endpoint: 'cancelCart' },
  {
    method: 'POST',
    path: '/checkout-sessions',
    capability: CHECKOUT,
    tool: 'create_checkout',
    argument: 'checkout',
    endpoint: 'createCheckout',
    status: 201,
  },
  { ...checkout, method: 'GET', tool: 'get_checkout', endpoint: 'getCheckout' },
  { ...checkout, method: 'PUT', tool: 'update_checkout', argument: 'checkout', endpoint: 'updateCheckout' },
  {
    ...checkout,
    method: 'POST',
    path: '/checkout-sessions/{id}/complete',
    tool: 'complete_checkout',
    argument: 'checkout',
    needsKey: true,
    endpoint: 'completeCheckout',
    onCheckout: true,
  },
  {
    ...checkout,
    method: 'POST',
    path: '/checkout-sessions/{id}/cancel',
    tool: 'cancel_checkout',
    needsKey: true,
    endpoint: 'cancelCheckout',
  },
  { method: 'GET', path: '/orders/{id}', capability: ORDER_CAPABILITY, tool: 'get_order', endpoint: 'getOwnOrder' },
]

/** Returns all operations of this service. The name of the offers extension contains the service's host. */
export function operationsOf(ctx: Core): readonly Operation[] {
  const capability = offersName(ctx)
  return [
    ...OPERATIONS,
    { method: 'POST', path: '/offers', capability, tool: 'make_offer', argument: 'offer', endpoint: 'proposeOffer', status: 201 },
    { method: 'GET', path: '/offers', capability, tool: 'list_offers', endpoint: 'listOwnOffers' },
    { method: 'GET', path: '/offers/{id}', capability, tool: 'get_offer', endpoint: 'getOwnOffer' },
    { method: 'POST', path: '/offers/{id}/withdraw', capability, tool: 'withdraw_offer', endpoint: 'takeBackOffer' },
  ]
}
