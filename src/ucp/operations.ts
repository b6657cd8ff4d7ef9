import { LOOKUP, SEARCH } from './names.ts'

/** One operation of the protocol: where it is by REST, and the endpoint of ours that does it. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  capability: string
  /** The endpoint, by its id. */
  endpoint: string
}

export const OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/catalog/search', capability: SEARCH, endpoint: 'searchCatalog' },
  { method: 'POST', path: '/catalog/lookup', capability: LOOKUP, endpoint: 'lookUpCatalog' },
  { method: 'POST', path: '/catalog/product', capability: LOOKUP, endpoint: 'getCatalogProduct' },
]
