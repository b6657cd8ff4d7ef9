import { attributeOf, keyOf } from '#catalog/listings/rules/fields.ts'
import { memoized } from '#core/memo.ts'
import type { SizeContext } from './size.ts'

export const FACETS = ['brand', 'size', 'condition', 'color'] as const
export type FacetName = (typeof FACETS)[number]

export type FacetField = { facet: FacetName; context: SizeContext }

const SIZE =
  /^(?:(?:shoe|ring|clothing|dress|shirt|trousers?|pants|jeans|jacket|coat|suit|hat|belt|glove|waist|bra|sock|eu|eur|us|uk)_)*size(?:_(?:eu|eur|us|uk|mens?|womens?|kids))*$/
const COLOR = /^(?:(?:main|primary|second|secondary|exterior|frame|fabric)_)?colou?rs?$/
const CONDITION = /^(?:(?:item|overall|general|used)_)?condition(?:_(?:grade|rating))?$/
const BRAND = new Set(['designer', 'brand_designer', 'designer_brand', 'label'])

/** Returns the facet for a detail line with this label, or null if there is none. */
export const facetField = memoized((label: string): FacetField | null => {
  const key = keyOf(label)
  const isRing = /(?:^|_)ring(?:_|$)/.test(key)
  const [, system = null] = /(?:^|_)(eu|us|uk)(?:r)?(?:_|$)/.exec(key) ?? []
  const facet = facetOfKey(key)
  return facet && { facet, context: { isRing, system } }
}, 5_000)

function facetOfKey(key: string): FacetName | null {
  const attribute = attributeOf(key)
  if (attribute === 'brand' || attribute === 'size') return attribute
  // a line labeled `Condition of the box` is a remark, not the condition of the item
  if (attribute === 'condition') return CONDITION.test(key) ? 'condition' : null
  return BRAND.has(key) ? 'brand' : SIZE.test(key) ? 'size' : COLOR.test(key) ? 'color' : null
}
