import { readFileSync } from 'node:fs'
import type { CastShop } from './cast/index.ts'
import type { NewPicture } from './queries.ts'

/** The pictures of a shop in `demo/pictures`: its sign, and those of each thing, best first. */
export type ShopPictures = { sign: string; things: readonly (readonly { file: string; alt: string }[])[] }

const LIST = JSON.parse(readFileSync(new URL('./pictures/list.json', import.meta.url), 'utf8')) as Record<string, ShopPictures>

/** A picture to add. `turn`: in which round; `hours`: how old the thing is. */
export type Wanted = Omit<NewPicture, 'position'> & { turn: number; hours: number }

/** All pictures of a shop. `ids` are those of its things, in their order. */
export function picturesOfShop({ slug, things }: CastShop, shopId: string, ids: readonly string[]): Wanted[] {
  const { sign, things: pictures } = LIST[slug]!
  return [
    { listing_id: null, shop_id: shopId, alt: null, drawing: { file: sign }, turn: 0, hours: 0 },
    ...things.flatMap(({ life }, at) =>
      pictures[at]!.map(({ file, alt }, which) => ({
        listing_id: ids[at]!,
        shop_id: null,
        alt,
        drawing: { file },
        turn: which === 0 ? 1 : 2,
        hours: life.hours,
      })),
    ),
  ]
}
