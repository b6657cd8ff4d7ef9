import { ORDER_CAPABILITY } from '#domain/ucp.ts'
import type { Context } from '#platform/context.ts'
import { CHECKOUT, LOOKUP, offersName, SEARCH } from './names.ts'

/** One operation of the protocol: where it is by REST, and the endpoint of ours that does it. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  capability: string
  /** The endpoint, by its id. */
  endpoint: string
  /** Status of its good answer, where that is not 200. */
  status?: 201
  /** It is on a checkout that is there: what goes wrong is said on that, not instead of it. */
  onCheckout?: true
}

const checkout = { capability: CHECKOUT, path: '/checkout-sessions/{id}' } as const

const OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/catalog/search', capability: SEARCH, endpoint: 'searchCatalog' },
  { method: 'POST', path: '/catalog/lookup', capability: LOOKUP, endpoint: 'lookUpCatalog' },
  { method: 'POST', path: '/catalog/product', capability: LOOKUP, endpoint: 'getCatalogProduct' },
  { method: 'POST', path: '/checkout-sessions', capability: CHECKOUT, endpoint: 'createCheckout', status: 201 },
  { ...checkout, method: 'GET', endpoint: 'getCheckout' },
  { ...checkout, method: 'PUT', endpoint: 'updateCheckout' },
  { ...checkout, method: 'POST', path: '/checkout-sessions/{id}/complete', endpoint: 'completeCheckout', onCheckout: true },
  { ...checkout, method: 'POST', path: '/checkout-sessions/{id}/cancel', endpoint: 'cancelCheckout' },
  { method: 'GET', path: '/orders/{id}', capability: ORDER_CAPABILITY, endpoint: 'getOwnOrder' },
]

/** All operations. The extension for offers has a name that each service makes of its own host. */
export function operationsOf(ctx: Context): readonly Operation[] {
  const capability = offersName(ctx)
  return [
    ...OPERATIONS,
    { method: 'POST', path: '/offers', capability, endpoint: 'proposeOffer', status: 201 },
    { method: 'GET', path: '/offers', capability, endpoint: 'listOwnOffers' },
    { method: 'GET', path: '/offers/{id}', capability, endpoint: 'getOwnOffer' },
    { method: 'POST', path: '/offers/{id}/withdraw', capability, endpoint: 'takeBackOffer' },
  ]
}
