import { readFileSync } from 'node:fs'
import type { CastShop } from './cast/index.ts'
import type { NewPicture } from './queries.ts'

/** Images of a shop in `demo/pictures`: the logo, and for each item its views, best view first. */
export type ShopPictures = { sign: string; things: readonly (readonly { file: string; alt: string }[])[] }

const LIST = JSON.parse(readFileSync(new URL('./pictures/list.json', import.meta.url), 'utf8')) as Record<string, ShopPictures>

/** `round`: number of the round that adds the image. `hours`: age of the item in hours. */
export type PlannedPicture = Omit<NewPicture, 'position'> & { round: number; hours: number }

/** Lists all images of a shop. `ids` contains the ids of the shop's listings in the order of `items`. */
export function picturesOfShop({ slug, items }: CastShop, shopId: string, ids: readonly string[]): PlannedPicture[] {
  const { sign, things: pictures } = LIST[slug]!
  return [
    { listing_id: null, shop_id: shopId, alt: null, drawing: { file: sign }, round: 0, hours: 0 },
    ...items.flatMap(({ life }, at) =>
      pictures[at]!.map(({ file, alt }, which) => ({
        listing_id: ids[at]!,
        shop_id: null,
        alt,
        drawing: { file },
        round: which === 0 ? 1 : 2,
        hours: life.hours,
      })),
    ),
  ]
}
