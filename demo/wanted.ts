import { viewsOf, type Picture } from './art/picture.ts'
import { altOf } from './art/words.ts'
import type { Emblem } from './art/emblem.ts'
import type { Studio } from './art/studio.ts'
import type { CastShop, CastThing } from './cast/index.ts'
import type { NewPicture } from './queries.ts'

/** What is kept of a picture until it is drawn. */
export type Drawing = { of: 'thing'; picture: Picture } | { of: 'emblem'; emblem: Emblem; studio: Studio }

/** A picture to draw. `turn`: in which round; `hours`: how old the thing is. */
export type Wanted = Omit<NewPicture, 'position' | 'drawing'> & { drawing: Drawing; turn: number; hours: number }

/** All pictures of a shop: its sign, and each thing in its views. `ids` are those of its things, in their order. */
export function picturesOfShop(shop: CastShop, shopId: string, ids: readonly string[]): Wanted[] {
  const emblem: Wanted = {
    listing_id: null,
    shop_id: shopId,
    alt: null,
    drawing: { of: 'emblem', emblem: shop.emblem, studio: shop.tone },
    turn: 0,
    hours: 0,
  }
  return [emblem, ...shop.things.flatMap((thing, at) => picturesOfThing(shop, thing, ids[at]!, `${shop.slug} ${at}`))]
}

function picturesOfThing(shop: CastShop, thing: CastThing, listingId: string, seed: string): Wanted[] {
  const { kind, dye, bright, cloth, flaw, at } = thing.look
  const base = {
    kind,
    seed,
    dye,
    bright,
    studio: shop.tone,
    ...(cloth ? { cloth } : {}),
    ...(flaw ? { flaw: { is: flaw, ...(at ? { at } : {}) } } : {}),
  }
  return (thing.views ?? viewsOf(base)).map((view, which) => ({
    listing_id: listingId,
    shop_id: null,
    alt: altOf({ kind, view }, thing.title ?? `A ${kind}`),
    drawing: { of: 'thing', picture: { ...base, view } },
    turn: which === 0 ? 1 : 2,
    hours: thing.life.hours,
  }))
}
