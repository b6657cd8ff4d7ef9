import { darker, lighter } from '#demo/art/draw/colour.ts'
import { symmetric, box, filled, line, solid } from '#demo/art/draw/shapes.ts'

const STEEL = '#8b8d92'
const HOOK = 'M500 244 V196 C500 176 528 176 530 150 C532 120 486 108 478 140'

/** Draws a wooden hanger on the middle peg. `y` is the height of the hanger's shoulders. */
export const hanger = (wood: string, y = 300): string =>
  line(HOOK, darker(STEEL, 0.3), 12) +
  line(HOOK, lighter(STEEL, 0.3), 6) +
  solid(
    `M500 232 C520 232 660 ${y - 18} 700 ${y + 14} Q704 ${y + 34} 680 ${y + 30} C620 ${y + 4} 540 268 500 268 C460 268 380 ${y + 4} 320 ${y + 30} Q296 ${y + 34} 300 ${y + 14} C340 ${y - 18} 480 232 500 232Z`,
    wood,
    5,
  )

/** Draws a bar with two clips, for items that hang from their waistband. */
export const clipHanger = (wood: string): string =>
  line(HOOK, darker(STEEL, 0.3), 12) + line(HOOK, lighter(STEEL, 0.3), 6) + solid(box(310, 240, 380, 26, 13), wood, 5)

/** Draws the two clips in front of the waistband. */
export const clips = (): string =>
  symmetric(solid(box(352, 236, 42, 74, 8), STEEL, 5) + filled(box(360, 246, 26, 10, 5), lighter(STEEL, 0.5)))
