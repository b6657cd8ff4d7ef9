import type { Cloth } from './cloth.ts'
import type { Random } from './draw/random.ts'
import type { Position } from './studio.ts'

/** Colors of a drawing. `bright` is an accent color that matches `dye`. */
export type Paint = { dye: string; bright: string; wood: string; random: Random; back: boolean }

export type Spot = readonly [x: number, y: number]

/** A kind of item, with the positions of its parts. */
export type ItemDrawing = {
  /** Phrase in the alt text that says how the item is presented, such as "on a hanger". */
  shown: string
  position: Position
  /** `y` is the height at which the item touches the table or the floor. `halfWidth` is half the width of the item's shadow. */
  base?: { y: number; halfWidth: number }
  /** Factor that scales the drawing around its base. `Spot` coordinates refer to the scaled drawing. */
  size?: number
  cloths: readonly Cloth[]
  closeUp: Spot
  /** Position of the label or the manufacturer's mark. Without this position, the item has no close-up of a label. */
  label?: Spot
  /** Position of a flaw, unless the item sets a different one. */
  flaw: Spot
  hasBack: boolean
  draw(paint: Paint): string
}
