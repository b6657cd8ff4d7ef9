import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import type { Detail } from '#catalog/browse/index.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import type { Card, CardColours } from '#platform/images/index.ts'

export type { CardColours } from '#platform/images/index.ts'

export type DrawnCard = { bytes: Uint8Array<ArrayBuffer>; etag: string }

/** Returns the marketplace's share card. */
export const siteCard = (ctx: Context, colours: CardColours): Promise<DrawnCard> =>
  cachedCard(
    ctx,
    'site',
    { above: 'A marketplace of small shops', title: 'Good things, already made.', price: null, sold: false },
    null,
    colours,
  )

/** Returns the share card of a shop. The caller must check visibility. */
export const shopCard = (
  ctx: Context,
  shop: { id: string; name: string; location: string | null },
  colours: CardColours,
): Promise<DrawnCard> =>
  cachedCard(
    ctx,
    shop.id,
    { above: shop.location ?? `On ${ctx.settings.current().name}`, title: shop.name, price: null, sold: false },
    null,
    colours,
  )

/** Returns a listing's share card, which shows nothing that the listing's page does not show. The caller must check visibility. */
export function listingCard(
  ctx: Context,
  { id, status, title, priceCents, shop, cover }: Detail,
  colours: CardColours,
): Promise<DrawnCard> {
  const text = { above: shop.name, title: title!, price: priceText(priceCents!), sold: status === 'sold' }
  const photo = cover?.variants.find((variant) => variant.size === 'medium' && variant.key.endsWith('.webp')) ?? null
  return cachedCard(ctx, id, text, photo?.key ?? null, colours)
}

/** Cards that are being drawn. Concurrent requests for the same card share one drawing. */
const inFlight = new Map<string, Promise<DrawnCard>>()

/** if the wording or the photo changes, a new card replaces the stored card */
async function cachedCard(ctx: Context, of: string, text: CardText, photoKey: string | null, colours: CardColours): Promise<DrawnCard> {
  const hash = createHash('sha256')
    .update(JSON.stringify([DESIGN_VERSION, text, photoKey, colours]))
    .digest('hex')
    .slice(0, 24)
  const key = `cards/${of}/${hash}.png`
  const found = await ctx.storage.read(key)
  if (found) return asCard(Buffer.concat(await found.stream.toArray()), hash)
  const name = `${ctx.config.dataDir} ${key}`
  const drawing = inFlight.get(name) ?? draw(ctx, { of, key, hash }, text, photoKey, colours)
  inFlight.set(name, drawing)
  try {
    return await drawing
  } finally {
    inFlight.delete(name)
  }
}

/** Version of the card's design. Increase it with every change to the design. */
const DESIGN_VERSION = 2

type CardText = Pick<Card, 'above' | 'title' | 'price' | 'sold'>

async function draw(
  ctx: Context,
  { of, key, hash }: { of: string; key: string; hash: string },
  text: CardText,
  photoKey: string | null,
  colours: CardColours,
): Promise<DrawnCard> {
  const folder = await makeTempFolder(join(ctx.config.dataDir, 'work'))
  try {
    const path = photoKey === null ? null : await fetched(ctx, photoKey, folder.path)
    const bytes = await readFile(await ctx.images.card({ ...text, colours, photoPath: path }, folder.path))
    // if the photo could not be read, the card is not stored, so that the next request tries again
    if ((path === null) === (photoKey === null)) await replace(ctx, of, key, bytes)
    return asCard(bytes, hash)
  } finally {
    await folder.remove()
  }
}

async function fetched(ctx: Context, key: string, folder: string): Promise<string | null> {
  const stored = await ctx.storage.read(key)
  if (!stored) return null
  const path = join(folder, 'photo.webp')
  await pipeline(stored.stream, createWriteStream(path))
  return path
}

async function replace(ctx: Context, of: string, key: string, bytes: Uint8Array): Promise<void> {
  for await (const old of ctx.storage.list(`cards/${of}/`)) if (old.key !== key) await ctx.storage.delete(old.key)
  await ctx.storage.put(key, bytes, 'image/png')
}

const asCard = (bytes: Buffer, hash: string): DrawnCard => ({ bytes: new Uint8Array(bytes), etag: `"${hash}"` })
