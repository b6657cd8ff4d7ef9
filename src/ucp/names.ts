import { authorityOf, UCP_VERSION, type Declared } from '#domain/ucp.ts'
import type { Context } from '#platform/context.ts'

/** What this service speaks, by the names of the protocol. */
export const SEARCH = 'dev.ucp.shopping.catalog.search'
export const LOOKUP = 'dev.ucp.shopping.catalog.lookup'

/** Where programs reach the protocol by REST, and where the standard's own documents are. */
export const UCP_PATH = '/ucp'
export const endpointOf = ({ config }: Context): string => `${config.programsUrl}${UCP_PATH}`
export const standard = (path: string): string => `https://ucp.dev/${UCP_VERSION}/${path}`

/** The namespace of what is ours, bound to the origin that its specification is served at. */
export const ownAuthority = ({ config }: Context): string => authorityOf(config.programsUrl)

type Capability = Declared & { spec: string; schema: string; config?: object }

/** The capabilities of the service, as its profile declares them. */
export function ownCapabilities(_ctx: Context): Record<string, Capability[]> {
  const official = (spec: string, schema: string, more: object = {}): Capability[] => [
    { version: UCP_VERSION, spec: standard(`specification/${spec}`), schema: standard(`schemas/${schema}.json`), ...more },
  ]
  return {
    [SEARCH]: official('catalog/search', 'shopping/catalog_search'),
    [LOOKUP]: official('catalog/lookup', 'shopping/catalog_lookup'),
  }
}
