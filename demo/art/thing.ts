import type { Cloth } from './cloth.ts'
import type { Random } from './draw/random.ts'
import type { Position } from './studio.ts'

/** Colours of a drawing. `bright` is a second colour that matches `dye`. */
export type Paint = { dye: string; bright: string; wood: string; random: Random; back: boolean }

export type Spot = readonly [x: number, y: number]

/** A kind of item, with the positions of its parts. */
export type ItemDrawing = {
  /** For alt texts, for example "on a hanger". */
  shown: string
  position: Position
  /** `y`: where the item touches the table or the floor. `halfWidth`: half the width of its shadow. */
  base?: { y: number; halfWidth: number }
  /** Scale factor of the drawing around its base. `Spot` coordinates are those after scaling. */
  size?: number
  cloths: readonly Cloth[]
  closeUp: Spot
  /** Label or manufacturer's mark. An item without this position has no close-up of a label. */
  label?: Spot
  /** Default position of a flaw. */
  flaw: Spot
  hasBack: boolean
  draw(paint: Paint): string
}
