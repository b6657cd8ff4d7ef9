import { firstCodePoints } from '#core/text.ts'
import type { Line, Conversion, PhotoAddress } from './table.ts'
import { categoryFor, conditionSynonyms, describe, piecesIn, plainPrice, shortenTexts, type Described } from './columns.ts'

/**
 * Reads a Shopify product file (help.shopify.com, "Using CSV files to import and export products"), with the columns of either Shopify's
 * export or its newer template. Lines with the same handle form one product: the first line describes the product, each line with a price
 * is a variant, and any line may add a photo. Each variant becomes a draft, because listings are single items.
 */
export function* fromShopify(lines: readonly Line[]): Iterable<Conversion> {
  const products = Map.groupBy(lines, (line) => line.cell(...HANDLE).text || `line ${line.row}`)
  for (const product of products.values()) yield* productOf(product)
}

export const isShopify = (has: (name: string) => boolean): boolean =>
  HANDLE.some(has) && has('title') && (has('variant price') || (has('price') && has('product image url')))

const HANDLE = ['Handle', 'URL handle']
const BODY = ['Body (HTML)', 'Description']
const PHOTO = ['Image Src', 'Product image URL']
const PRICE = ['Variant Price', 'Price']
const QUANTITY = ['Variant Inventory Qty', 'Inventory quantity']

function* productOf(lines: readonly Line[]): Iterable<Conversion> {
  const first = lines[0]!
  const variants = lines.filter((line) => line.cell(...PRICE).text !== '')
  const product: Product = {
    first,
    description: describe(first.cell(...BODY).text),
    photos: photosOf(lines),
    hasVariants: variants.length > 1,
  }
  for (const variant of variants.length === 0 ? [first] : variants) yield draftOf(product, variant)
}

/** Data that all variants of a product have in common. */
type Product = { first: Line; description: Described; photos: readonly PhotoAddress[]; hasVariants: boolean }

function draftOf({ first, description, photos, hasVariants }: Product, variant: Line): Conversion {
  const { row } = variant
  const refused = refusalOf(first, variant)
  if (refused) return { row, ...refused }
  const notes: string[] = []
  const title = first.cell('Title')
  const price = variant.cell(...PRICE)
  const body = first.cell(...BODY)
  const shown = variant.cell('Variant Image', 'Variant image URL').text
  const category = categoryFor(
    first.cell('Product Category', 'Product category').text,
    first.cell('Google Shopping / Google Product Category').text,
    first.cell('Type').text,
  )
  const options = optionsOf(first, variant)
  const suffix = hasVariants ? options.map(({ value }) => value).join(', ') : ''
  return {
    row,
    cells: {
      ...shortenTexts([title.text, suffix].filter(Boolean).join(', '), description, notes),
      ...(category ? { category } : {}),
      ...(price.text ? { price: plainPrice(price.text) } : {}),
      fields: detailsOf(first, variant, options),
    },
    columns: { title: title.column, description: body.column, price: price.column, fields: 'Option1 Value' },
    // the variant's own photo becomes the cover of its draft
    photos: shown === '' ? [...photos] : [{ url: shown, alt: null }, ...photos.filter(({ url }) => url !== shown)],
    photoColumn: first.cell(...PHOTO).column,
    notes,
  }
}

function refusalOf(first: Line, variant: Line): { column: string; reason: string } | null {
  const status = first.cell('Status')
  if (status.text.toLowerCase() === 'archived')
    return { column: status.column, reason: 'is archived: the item is not for sale on Shopify.' }
  const card = first.cell('Gift Card', 'Gift card')
  if (/^true$/i.test(card.text)) return { column: card.column, reason: 'is TRUE: gift cards cannot be sold here.' }
  const quantity = variant.cell(...QUANTITY)
  if (quantity.text !== '' && Number(quantity.text) <= 0)
    return { column: quantity.column, reason: `is ${firstCodePoints(quantity.text, 20)}: the item is out of stock.` }
  return null
}

/** Returns the options of a variant. Omits the option `Title` with the value `Default Title`, which marks a product without variants. */
function optionsOf(first: Line, variant: Line): { label: string; value: string }[] {
  return [1, 2, 3].flatMap((number) => {
    const label = first.cell(`Option${number} Name`).text
    const value = variant.cell(`Option${number} Value`).text
    return label === '' || value === '' || value === 'Default Title' ? [] : [{ label, value }]
  })
}

function detailsOf(first: Line, variant: Line, options: readonly { label: string; value: string }[]): { label: string; value: string }[] {
  const vendor = first.cell('Vendor').text
  const condition = variant.cell('Google Shopping / Condition').text || first.cell('Google Shopping / Condition').text
  const pieces = piecesIn(variant.cell(...QUANTITY).text)
  return [
    ...(vendor ? [{ label: 'Brand', value: vendor }] : []),
    ...(condition ? [{ label: 'Condition', value: conditionSynonyms(condition) }] : []),
    ...options,
    ...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),
  ]
}

function photosOf(lines: readonly Line[]): PhotoAddress[] {
  const found = lines.flatMap((line) => {
    const url = line.cell(...PHOTO).text
    const position = Number(line.cell('Image Position', 'Image position').text) || Number.MAX_SAFE_INTEGER
    return url === '' ? [] : [{ url, alt: line.cell('Image Alt Text', 'Image alt text').text || null, position }]
  })
  const ordered = found.toSorted((a, b) => a.position - b.position).map(({ url, alt }) => ({ url, alt }))
  // a photo that occurs twice retains its first position
  return [...Map.groupBy(ordered, ({ url }) => url).values()].map(([photo]) => photo!)
}
