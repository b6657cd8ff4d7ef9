import { blushAttic } from './blush-attic.ts'
import { leafHouse } from './leaf-house.ts'
import { lemonRow } from './lemon-row.ts'
import { mintFox } from './mint-fox.ts'
import { pinkCassette } from './pink-cassette.ts'
import { movingSale, nest, rainyRadio } from './quiet-shops.ts'
import type { CastShop } from './types.ts'

export { KEY_HOLDER, OPERATOR, PEOPLE } from './people.ts'
export type { CastOffer, CastPerson, CastShop, CastTalk, CastThing, Life, PersonName } from './types.ts'

/** Everything that is planted. A new state joins as another thing here, and as a step in plant.ts where it needs one. */
export const SHOPS: readonly CastShop[] = [mintFox, lemonRow, pinkCassette, leafHouse, blushAttic, rainyRadio, movingSale, nest]
