import type { Cloth } from './cloth.ts'
import type { Random } from './draw/random.ts'
import type { Position } from './studio.ts'

/** Colours of a drawing. `bright` is a second colour that matches the dye. */
export type Paint = { dye: string; bright: string; wood: string; random: Random; back: boolean }

export type Spot = readonly [x: number, y: number]

/** A kind of item: its drawing and the positions of its parts. */
export type ItemDrawing = {
  /** Used in alt texts: "on a hanger". */
  shown: string
  place: Position
  /** Where it touches the table or the floor, and half the width of its shadow. */
  base?: { y: number; halfWidth: number }
  /** Scale of the drawing, from its base. Spots are in scaled positions. */
  size?: number
  cloths: readonly Cloth[]
  closeUp: Spot
  /** Position of the label or the maker's mark. Items without one have no such picture. */
  label?: Spot
  /** Default position of a flaw. */
  flaw: Spot
  hasBack: boolean
  draw(paint: Paint): string
}
