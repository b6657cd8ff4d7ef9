import { scopeAliases } from '#identity/oauth-apps/rules.ts'
import { authorityOf, ORDER_CAPABILITY, UCP_VERSION, type Declared } from './rules.ts'
import type { Core } from '#platform/context/index.ts'
import { OFFERS_VERSION } from './offer-schema.ts'

export const SEARCH = 'dev.ucp.shopping.catalog.search'
export const LOOKUP = 'dev.ucp.shopping.catalog.lookup'
export const CART = 'dev.ucp.shopping.cart'
export const CHECKOUT = 'dev.ucp.shopping.checkout'
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment'
export const LINKING = 'dev.ucp.common.identity_linking'

export const UCP_PATH = '/ucp'
export const TOOLS_PATH = '/ucp/mcp'
export const endpointOf = ({ config }: Core): string => `${config.programsUrl}${UCP_PATH}`
export const standard = (path: string): string => `https://ucp.dev/${UCP_VERSION}/${path}`

/** Returns the namespace of our extensions, which must match the origin of the extensions' specification. */
export const ownAuthority = ({ config }: Core): string => authorityOf(config.programsUrl)

type Capability = Declared & { spec: string; schema: string; config?: object }

/** Returns the name of the offers extension. `OFFERS_SCHEMA` is the path of the extension's schema. */
export const offersName = (ctx: Core): string => `${ownAuthority(ctx)}.shopping.offer`
export const OFFERS_SCHEMA = '/ucp/schemas/offer.json'

/** Returns the capabilities that the profile declares. */
export function ownCapabilities(ctx: Core): Record<string, Capability[]> {
  const official = (spec: string, schema: string, more: object = {}): Capability[] => [
    { version: UCP_VERSION, spec: standard(`specification/${spec}`), schema: standard(`schemas/${schema}.json`), ...more },
  ]
  return {
    [SEARCH]: official('catalog/search', 'shopping/catalog_search'),
    [LOOKUP]: official('catalog/lookup', 'shopping/catalog_lookup'),
    [CART]: official('cart', 'shopping/cart'),
    [CHECKOUT]: official('checkout', 'shopping/checkout'),
    [FULFILLMENT]: official('fulfillment', 'shopping/fulfillment', {
      extends: CHECKOUT,
      config: { allows_multi_destination: { shipping: false, pickup: false }, allows_method_combinations: [['shipping'], ['pickup']] },
    }),
    [ORDER_CAPABILITY]: official('order', 'shopping/order'),
    [offersName(ctx)]: [
      {
        version: OFFERS_VERSION,
        spec: `${ctx.config.programsUrl}/docs/protocols/offers`,
        schema: `${ctx.config.programsUrl}${OFFERS_SCHEMA}`,
        extends: CHECKOUT,
      },
    ],
    [LINKING]: official('identity-linking', 'common/identity_linking', { config: { scopes: scopePolicies() } }),
  }
}

const scopePolicies = () =>
  Object.fromEntries(Object.entries(scopeAliases).map(([name, { label }]) => [name, { description: { plain: label } }]))
