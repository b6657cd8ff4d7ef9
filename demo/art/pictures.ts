import type { CastShop, CastItem } from '#demo/cast/index.ts'
import type { ShopPictures } from '#demo/wanted.ts'
import { drawEmblem } from './emblem.ts'
import { drawPicture, viewsOf } from './picture.ts'
import { altOf } from './alt-text.ts'

/** An image of the demo marketplace: its file name, alt text and drawing function. */
export type Plate = { file: string; alt: string; svg(): string }

/** Lists all images of a shop: the logo, and for each item its views, best view first. */
export function platesOf(shop: CastShop): { sign: Plate; items: Plate[][] } {
  const sign = { file: `${shop.slug}.avif`, alt: shop.name, svg: () => drawEmblem(shop.emblem, shop.tone) }
  return { sign, items: shop.items.map((item, at) => platesOfItem(shop, item, at)) }
}

function platesOfItem(shop: CastShop, item: CastItem, at: number): Plate[] {
  const { flaw, at: spot, ...appearance } = item.appearance
  const base = {
    ...appearance,
    seed: `${shop.slug} ${at}`,
    studio: shop.tone,
    ...(flaw ? { flaw: { is: flaw, ...(spot ? { at: spot } : {}) } } : {}),
  }
  return (item.views ?? viewsOf(base)).map((view) => ({
    file: `${shop.slug}-${at + 1}-${view}.avif`,
    alt: altOf({ kind: appearance.kind, view }, item.title ?? `A ${appearance.kind}`),
    svg: () => drawPicture({ ...base, view }),
  }))
}

/** Returns the content of `demo/pictures/list.json`, which the service reads. */
export function listOf(shops: readonly CastShop[]): Record<string, ShopPictures> {
  return Object.fromEntries(
    shops.map((shop) => {
      const { sign, items } = platesOf(shop)
      return [shop.slug, { sign: sign.file, things: items.map((plates) => plates.map(({ file, alt }) => ({ file, alt }))) }]
    }),
  )
}
