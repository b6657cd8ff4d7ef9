import type { Cloth } from './cloth.ts'
import type { Random } from './draw/random.ts'
import type { Place } from './studio.ts'

/** What a thing is drawn with. `bright` is a second colour that goes with the dye. */
export type Paint = { dye: string; bright: string; wood: string; random: Random; back: boolean }

export type Spot = readonly [x: number, y: number]

/** A kind of thing: how it is drawn and where its parts are. */
export type Thing = {
  /** In alt texts: "on a hanger". */
  shown: string
  place: Place
  /** Where it touches the table or the floor; half the width of its shadow. */
  base?: { y: number; halfWidth: number }
  /** How much larger than drawn, seen from where it stands. Spots are where they are then. */
  size?: number
  cloths: readonly Cloth[]
  /** What a close-up shows. */
  closeUp: Spot
  /** Where the label is sewn or the maker's mark stands; things without one have no such picture. */
  label?: Spot
  /** Where a flaw is, unless the thing's own words say otherwise. */
  flaw: Spot
  hasBack: boolean
  draw(paint: Paint): string
}
