import { firstCodePoints } from '#core/text.ts'
import type { Line, Conversion } from './table.ts'
import { categoryFor, conditionSynonyms, describe, piecesIn, plainPrice, shortenTexts } from './columns.ts'

/**
 * Reads files from eBay's Seller Hub: the report of active listings, which has no descriptions and no photos, and the listing templates
 * (columns `*Title`, `PicURL`, `*ConditionID`, `C:Brand`).
 */
export function* fromEbay(lines: readonly Line[]): Iterable<Conversion> {
  const items = Map.groupBy(lines, (line) => line.cell('Item number').text || `line ${line.row}`)
  // if an item has variations, its first line describes the whole item
  for (const group of items.values()) for (const line of group.length > 1 ? group.slice(1) : group) yield draftOf(line)
}

export const isEbay = (has: (name: string) => boolean): boolean =>
  has('title') && (has('item number') || has('conditionid') || has('condition id')) && PRICE.some(has)

const PRICE = ['Current price', 'Start price', 'StartPrice', 'Price', 'Auction Buy It Now price', 'BuyItNowPrice']
const FIXED = ['Current price', 'Start price', 'StartPrice', 'Price']
const BUY_NOW = ['Auction Buy It Now price', 'BuyItNowPrice', 'Buy It Now price']
const PHOTOS = ['Item photo URL', 'PicURL']

function draftOf(line: Line): Conversion {
  const { row } = line
  const currency = line.cell('Currency')
  if (currency.text !== '' && currency.text.toUpperCase() !== 'USD')
    return { row, column: currency.column, reason: `is ${firstCodePoints(currency.text, 10)}: prices here are in US dollars.` }
  const quantity = line.cell('Available quantity', 'Quantity')
  const pieces = piecesIn(quantity.text)
  if (pieces === 0) return { row, column: quantity.column, reason: 'is 0: the item is out of stock.' }
  const notes: string[] = []
  const title = line.cell('Title')
  const description = line.cell('Description')
  const price = priceOf(line, notes)
  const shipping = line.cell('ShippingService-1:Cost', 'Shipping service 1 cost')
  const category = categoryFor(line.cell('eBay category 1 name', 'Category name').text)
  const photos = line.cell(...PHOTOS)
  if (photos.text === '') notes.push('eBay’s file has no photos for this item. Add photos to the draft.')
  return {
    row,
    cells: {
      ...shortenTexts(title.text, describe(description.text), notes),
      ...(category ? { category } : {}),
      ...(price.text ? { price: plainPrice(price.text) } : {}),
      ...(shipping.text ? { shipping: plainPrice(shipping.text) } : {}),
      fields: detailsOf(line, pieces),
    },
    columns: {
      title: title.column,
      description: description.column,
      price: price.column,
      shipping: shipping.column,
      fields: line.cell('Variation details').column,
    },
    photos: photos.text
      .split(/\s*[|;]\s*/)
      .filter(Boolean)
      .map((url) => ({ url, alt: null })),
    photoColumn: photos.column,
    notes,
  }
}

/** Returns the price. For an auction, returns only the Buy It Now price, because the other price is the opening bid. */
function priceOf(line: Line, notes: string[]): { column: string; text: string } {
  if (!/auction|chinese/i.test(line.cell('Format').text)) return line.cell(...FIXED)
  const now = line.cell(...BUY_NOW)
  if (now.text === '') notes.push('This auction has no Buy It Now price. Set a price in the draft.')
  return now
}

const ASPECTS = ['Brand', 'Size', 'Color', 'Colour', 'Material', 'Style', 'Department', 'Model', 'Author', 'Type'] as const

function detailsOf(line: Line, pieces: number | null): { label: string; value: string }[] {
  const condition = line.cell('ConditionID', 'Condition ID', 'Condition').text
  const description = line.cell('ConditionDescription', 'Condition description').text
  return [
    ...(condition ? [{ label: 'Condition', value: conditionSynonyms(condition) }] : []),
    ...(description ? [{ label: 'Condition in words', value: firstCodePoints(description, 500) }] : []),
    ...ASPECTS.flatMap((label) => {
      const value = line.cell(`C:${label}`).text
      return value === '' ? [] : [{ label, value }]
    }),
    ...variation(line.cell('Variation details').text),
    ...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),
  ]
}

/** Parses variations like `Color=Red|Size=M`. */
const variation = (text: string): { label: string; value: string }[] =>
  text.split('|').flatMap((pair) => {
    const [label = '', value = ''] = pair.split('=').map((part) => part.trim())
    return label === '' || value === '' ? [] : [{ label, value }]
  })
