import { firstCodePoints } from '#core/text.ts'
import { attributesOf, decodeEntities, isTag, piecesOf, plainText, type Piece } from './html.ts'
import { offerOf, productOf } from './json-ld.ts'
import { lenientCents, writtenCurrency } from './lenient-price.ts'

/** Product data from a web page. `priceCents`: set only if the price is in US dollars. */
export type ProductPage = {
  title: string
  brand: string | null
  priceCents: number | null
  currency: string | null
  condition: 'new' | 'used' | null
  image: string | null
  text: string
}

const MAX_HTML = 1_500_000
const MAX_TITLE = 200
const MAX_TEXT = 8_000

/**
 * Reads a page's product from JSON-LD, microdata, Open Graph or the title, in this order. Returns null if there is none. The page is
 * untrusted, so strings are truncated and numbers are parsed; the result is untrusted, too. Never throws.
 */
export function readProductPage(html: string): ProductPage | null {
  const page = [...piecesOf(html.slice(0, MAX_HTML))]
  const metas = metaTags(page)
  const product = productOf(jsonBlocks(page))
  const micro = microdata(page)
  const offer = product ? offerOf(product) : null
  const title = clip(product?.name ?? micro['name'] ?? metas['og:title'] ?? metas['twitter:title'] ?? titleTag(page))
  if (title === '') return null
  const amount = offer?.price ?? micro['price'] ?? metas['product:price:amount'] ?? metas['og:price:amount']
  const written = offer?.currency ?? micro['pricecurrency'] ?? metas['product:price:currency'] ?? metas['og:price:currency']
  const currency = written?.toUpperCase() ?? writtenCurrency(amount)
  return {
    title,
    brand: orNull(firstCodePoints(clip(product?.brand ?? micro['brand'] ?? metas['product:brand'] ?? ''), 80)),
    priceCents: currency === 'USD' ? lenientCents(amount) : null,
    currency: currency === null ? null : clip(currency).slice(0, 10),
    condition: conditionOf(offer?.condition ?? product?.condition ?? micro['itemcondition'] ?? metas['product:condition'] ?? ''),
    image: webAddress(product?.image ?? metas['og:image'] ?? ''),
    text: plainText(page, MAX_TEXT),
  }
}

const clip = (text: string): string =>
  firstCodePoints(
    decodeEntities(text)
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
    MAX_TITLE,
  )

const orNull = (text: string): string | null => (text === '' ? null : text)

const webAddress = (text: string): string | null => {
  const address = decodeEntities(text).trim()
  return /^https?:\/\/[^\s"'<>]+$/i.test(address) && address.length <= 2_000 ? address : null
}

function conditionOf(written: string): ProductPage['condition'] {
  if (/used|refurbished|damaged|pre-?owned|second/i.test(written)) return 'used'
  return /new/i.test(written) ? 'new' : null
}

const titleTag = (pieces: readonly Piece[]): string => pieces.find((piece) => isTag(piece, 'title'))?.text ?? ''

function jsonBlocks(pieces: readonly Piece[]): unknown[] {
  const blocks = pieces.filter((piece) => piece.kind === 'raw' && /application\/ld\+json/i.test(piece.inside))
  return blocks.slice(0, 20).flatMap(({ text }) => {
    try {
      return [JSON.parse(text.trim()) as unknown]
    } catch {
      return []
    }
  })
}

function metaTags(pieces: readonly Piece[]): Record<string, string | undefined> {
  const found = Object.create(null) as Record<string, string | undefined>
  for (const piece of pieces) {
    if (!isTag(piece, 'meta')) continue
    const { property, name, content } = attributesOf(piece.inside)
    if (content) found[(property ?? name ?? '').toLowerCase()] ??= content
  }
  return found
}

/** Collects a page's microdata: after the start of a schema.org Product, the first `itemprop` of each name. */
function microdata(pieces: readonly Piece[]): Record<string, string | undefined> {
  const found = Object.create(null) as Record<string, string | undefined>
  let isProduct = false
  for (const piece of pieces) {
    if (piece.kind !== 'tag' || !/\bitem(?:prop|type)\b/i.test(piece.inside)) continue
    const { itemtype, itemprop, content, href } = attributesOf(piece.inside)
    isProduct ||= /^https?:\/\/schema\.org\/Product$/i.test(itemtype ?? '')
    const value = (content ?? href ?? piece.text).trim()
    if (isProduct && itemprop && value) found[itemprop.toLowerCase()] ??= value
  }
  return found
}
