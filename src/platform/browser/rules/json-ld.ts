type Node = Record<string, unknown>

/** Fields of a schema.org Product that the service reads. */
export type PageProduct = { name: string; brand: string | null; image: string | null; condition: string | null; offers: Node[] }

export type PageOffer = { price: string | number | null; currency: string | null; condition: string | null }

const MAX_NODES = 500
const MAX_DEPTH = 6

/** Finds the first named product in the JSON-LD blocks. Also searches inside lists, graphs, main entities and product groups. */
export function productOf(blocks: readonly unknown[]): PageProduct | null {
  const nodes = blocks.flatMap((block) => nodesOf(block)).slice(0, MAX_NODES)
  const node = ['Product', 'ProductGroup', 'IndividualProduct', 'Vehicle', 'Book']
    .flatMap((type) => nodes.filter((one) => isOf(one, type)))
    .find((one) => textOf(one['name']) !== null)
  if (!node) return null
  const variants = listOf(node['hasVariant']).filter(isNode)
  return {
    name: textOf(node['name'])!,
    brand: textOf(node['brand']) ?? nameOf(node['brand']),
    image: imageOf(node['image']) ?? imageOf(variants[0]?.['image']),
    condition: textOf(node['itemCondition']),
    offers: [node, ...variants].flatMap((one) => listOf(one['offers']).filter(isNode)),
  }
}

/**
 * Returns a product's first offer with a price, else its first offer, or null if it has none. The price of a price range is its lowest
 * price.
 */
export function offerOf({ offers }: PageProduct): PageOffer | null {
  const read = offers.map((offer) => {
    const spec = listOf(offer['priceSpecification']).find(isNode)
    return {
      price: amountOf(offer['price']) ?? amountOf(offer['lowPrice']) ?? amountOf(spec?.['price']),
      currency: textOf(offer['priceCurrency']) ?? textOf(spec?.['priceCurrency']),
      condition: textOf(offer['itemCondition']),
    }
  })
  return read.find(({ price }) => price !== null) ?? read[0] ?? null
}

function nodesOf(value: unknown, depth = 0): Node[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.slice(0, MAX_NODES).flatMap((one) => nodesOf(one, depth + 1))
  if (!isNode(value)) return []
  return [value, ...['@graph', 'mainEntity', 'itemListElement', 'item'].flatMap((key) => nodesOf(value[key], depth + 1))]
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_NODES) : [value])

const isOf = (node: Node, type: string): boolean =>
  listOf(node['@type']).some((one) => typeof one === 'string' && one.replace(/^https?:\/\/schema\.org\//, '') === type)

const textOf = (value: unknown): string | null => {
  const one = listOf(value)[0]
  return typeof one === 'string' && one.trim() !== '' ? one : null
}

const nameOf = (value: unknown): string | null => {
  const one = listOf(value)[0]
  return isNode(one) ? textOf(one['name']) : null
}

const imageOf = (value: unknown): string | null => {
  const one = listOf(value)[0]
  return isNode(one) ? (textOf(one['url']) ?? textOf(one['contentUrl'])) : textOf(one)
}

const amountOf = (value: unknown): string | number | null => (typeof value === 'number' || typeof value === 'string' ? value : null)
