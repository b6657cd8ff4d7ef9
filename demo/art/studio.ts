import { darker, distance, lighter, mix } from './draw/colour.ts'
import { between, pick, type Random } from './draw/random.ts'
import { box, faded, filled, fixed, line, oval, shaded } from './draw/shapes.ts'

/** Rooms in which shops photograph their items. The walls match the shop's color. */
export const STUDIOS = {
  lemon: { walls: ['#f7e2a0', '#f3d68a', '#f6ebc9'], arch: '#e9bd5c', wood: '#c08a52' },
  mint: { walls: ['#c3e2d4', '#aed6c8', '#deeee4'], arch: '#7fbfa9', wood: '#c79a68' },
  pink: { walls: ['#f4ccd6', '#eebaca', '#f8e0e4'], arch: '#dd93aa', wood: '#b98059' },
  leaf: { walls: ['#cddfb4', '#bad2a2', '#e3eacf'], arch: '#93b577', wood: '#a9774a' },
  blush: { walls: ['#f6cdb6', '#efb99d', '#f8e1d2'], arch: '#df9a78', wood: '#b57a50' },
} as const
export type Studio = keyof typeof STUDIOS

/** Position of an item in the image: on a peg, on a table or on the floor. */
export type Position = 'peg' | 'table' | 'floor'

/** Draws the room. The color of its wall contrasts with the item. */
export function room(studio: Studio, position: Position, subject: string, baseY: number, random: Random): string {
  const { walls, arch, wood } = STUDIOS[studio]
  const apart = walls.filter((wall) => distance(wall, subject) > 60)
  const wall = pick(random, apart.length > 0 ? apart : [walls[2]])
  const daylight = random() < 0.62 ? windowLight(random) : ''
  const niche = position === 'table' && random() < 0.45
  return wallOf(wall) + (niche ? archway(arch, wall) : '') + GROUNDS[position](wall, wood, baseY, random) + daylight + VIGNETTE
}

/** Draws the white background of images that a manufacturer or dealer would publish. */
export const plainRoom = (): string => filled('M0 0H1000V1250H0Z', '#ffffff')

const wallOf = (wall: string): string => filled('M0 0H1000V1250H0Z', wall) + '<path d="M0 0H1000V1250H0Z" fill="url(#wall)"/>'

const GROUNDS: Record<Position, (wall: string, wood: string, baseY: number, random: Random) => string> = {
  peg: (_wall, wood) => {
    const peg = (x: number) =>
      `<g>${filled(oval(x + 8, 132, 17), darker(wood, 0.5))}${filled(oval(x, 122, 17), lighter(wood, 0.18))}${shaded(oval(x, 122, 17))}</g>`
    return (
      faded(0.2, filled('M0 160H1000V176H0Z', darker(wood, 0.7))) +
      filled('M0 84H1000V160H0Z', wood) +
      grain(wood, 84, 160) +
      filled('M0 84H1000V90H0Z', lighter(wood, 0.35)) +
      peg(130) +
      peg(500) +
      peg(870)
    )
  },
  table: (wall, wood, baseY) => {
    const edge = Math.min(baseY - 46, 1010)
    const top = mix(wood, wall, 0.35)
    return (
      filled(`M0 ${edge}H1000V1250H0Z`, top) + grain(top, edge + 16, 1250) + filled(`M0 ${edge}H1000V${edge + 7}H0Z`, lighter(top, 0.45))
    )
  },
  floor: (wall, wood, baseY, random) => {
    const edge = baseY - 120
    const boards = mix(wood, wall, 0.25)
    const seams = Array.from({ length: 7 }, (_, at) =>
      line(`M${fixed(60 + at * 150)} ${edge} L${fixed(-160 + at * 225 + between(random, -12, 12))} 1250`, darker(boards, 0.24), 4),
    ).join('')
    return (
      filled(`M0 ${edge - 74}H1000V${edge}H0Z`, lighter(wall, 0.5)) +
      filled(`M0 ${edge - 74}H1000V${edge - 66}H0Z`, lighter(wall, 0.85)) +
      filled(`M0 ${edge}H1000V1250H0Z`, boards) +
      seams +
      faded(0.22, filled(`M0 ${edge}H1000V${edge + 10}H0Z`, '#3b2231'))
    )
  },
}

const archway = (arch: string, wall: string): string => filled('M170 1250 V560 A330 330 0 0 1 830 560 V1250Z', mix(arch, wall, 0.32))

const grain = (wood: string, from: number, to: number): string =>
  faded(
    0.35,
    [0.24, 0.5, 0.78]
      .map((share, at) =>
        line(
          `M${-20 + at * 90} ${fixed(from + (to - from) * share)} q260 ${at % 2 === 0 ? 9 : -8} 520 0 t520 ${at % 2 === 0 ? -4 : 5}`,
          darker(wood, 0.3),
          3,
        ),
      )
      .join(''),
  )

function windowLight(random: Random): string {
  const x = between(random, 40, 420)
  const y = between(random, 130, 320)
  const panes = [0, 1].flatMap((row) => [0, 1].map((column) => box(x + column * 232, y + row * 300, 208, 276, 4)))
  return `<g transform="skewX(-13) skewY(4)" opacity=".34"><path d="${panes.join(' ')}" fill="#fffdf0"/></g>`
}

const VIGNETTE = '<path d="M0 0H1000V1250H0Z" fill="url(#vignette)"/>'
