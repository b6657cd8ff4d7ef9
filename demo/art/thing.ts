import type { Cloth } from './cloth.ts'
import type { Random } from './draw/random.ts'
import type { Position } from './studio.ts'

/** Colours of a drawing. `bright` is a second colour that matches `dye`. */
export type Paint = { dye: string; bright: string; wood: string; random: Random; back: boolean }

export type Spot = readonly [x: number, y: number]

/** A kind of item, with the positions of its parts. */
export type ItemDrawing = {
  /** Phrase for the alt text, for example "on a hanger". */
  shown: string
  position: Position
  /** `y`: where the item touches the table or the floor. `halfWidth`: half the width of the item's shadow. */
  base?: { y: number; halfWidth: number }
  /** Scale factor of the drawing around its base. `Spot` coordinates refer to the scaled drawing. */
  size?: number
  cloths: readonly Cloth[]
  closeUp: Spot
  /** Position of a label or a manufacturer's mark. An item without this position has no close-up of a label. */
  label?: Spot
  /** Default position of a flaw. */
  flaw: Spot
  hasBack: boolean
  draw(paint: Paint): string
}
