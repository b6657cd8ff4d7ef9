import { ORDER_CAPABILITY } from './rules.ts'
import type { Context } from '#platform/context/index.ts'
import { CART, CHECKOUT, LOOKUP, offersName, SEARCH } from './names.ts'

/** One operation of the protocol: where it is by REST, and the endpoint of ours that does it. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  capability: string
  /** Its tool by MCP, and the argument that holds what by REST is the body. */
  tool: string
  argument?: 'catalog' | 'cart' | 'checkout' | 'offer'
  /** Its tool takes no retry without a key (checkout, MCP binding). */
  needsKey?: true
  /** The endpoint, by its id. */
  endpoint: string
  /** Status of its good answer, where that is not 200. */
  status?: 201
  /** It is on a checkout that is there: what goes wrong is said on that, not instead of it. */
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

/** All operations. The extension for offers has a name that each service makes of its own host. */
export function operationsOf(ctx: Context): readonly Operation[] {
  const capability = offersName(ctx)
  return [
    ...OPERATIONS,
    { method: 'POST', path: '/offers', capability, tool: 'make_offer', argument: 'offer', endpoint: 'proposeOffer', status: 201 },
    { method: 'GET', path: '/offers', capability, tool: 'list_offers', endpoint: 'listOwnOffers' },
    { method: 'GET', path: '/offers/{id}', capability, tool: 'get_offer', endpoint: 'getOwnOffer' },
    { method: 'POST', path: '/offers/{id}/withdraw', capability, tool: 'withdraw_offer', endpoint: 'takeBackOffer' },
  ]
}
