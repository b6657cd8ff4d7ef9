import { blushAttic } from './blush-attic.ts'
import { leafHouse } from './leaf-house.ts'
import { lemonRow } from './lemon-row.ts'
import { mintFox } from './mint-fox.ts'
import { pinkCassette } from './pink-cassette.ts'
import { movingSale, nest, rainyRadio } from './quiet-shops.ts'
import type { CastShop } from './types.ts'

export { KEY_HOLDER, OPERATOR, PEOPLE } from './people.ts'
export type { CastOffer, CastPerson, CastShop, CastTalk, CastItem, Life, PersonName } from './types.ts'

/** All demo shops. To demonstrate a new state, add an item here and, if needed, a step in plant.ts. */
export const SHOPS: readonly CastShop[] = [mintFox, lemonRow, pinkCassette, leafHouse, blushAttic, rainyRadio, movingSale, nest]
