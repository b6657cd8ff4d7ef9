/**
 * Shifts the points of each path, so that the drawings look as if they were cut from paper by hand. The shift depends only on the position
 * of the point, so a shape, its shade and its outline stay aligned. An SVG filter with this effect would take twenty times as long as
 * drawing the image.
 */
export function byHand(markup: string): string {
  const done = new Map<string, string>()
  return markup.replace(/ d="([^"]+)"/g, (_, d: string) => {
    const redrawn = done.get(d) ?? redraw(d)
    done.set(d, redrawn)
    return ` d="${redrawn}"`
  })
}

/** Maximum shift of a point (`ASTRAY`), and the distance over which the shift changes (`PERIOD`), in sheet units. */
const ASTRAY = 4.5
const PERIOD = 95
/** Length of the line segments that approximate a curve, in sheet units. Each curve has at least eight segments. */
const STEP = 12

type Point = readonly [x: number, y: number]

function redraw(d: string): string {
  let out = ''
  for (const { from, curve, opens, closes } of segments(d)) {
    if (opens) out += `M${put(astray(from))}`
    if (curve.length > 0)
      out += along([from, ...curve])
        .map((point) => `L${put(astray(point))}`)
        .join('')
    if (closes) out += 'Z'
  }
  return out
}

type Segment = { from: Point; curve: Point[]; opens?: boolean; closes?: boolean }

const COUNTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, Q: 4, T: 2, C: 6, Z: 0 }

/** Parses the SVG path commands that the drawings use: M L H V Q T C Z, absolute or relative. Throws on any other command. */
function* segments(d: string): Generator<Segment> {
  let [at, start, bend]: [Point, Point, Point | null] = [[0, 0], [0, 0], null]
  for (const [, letter, text] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const command = letter!.toUpperCase()
    const count = COUNTS[command]
    if (count === undefined) throw new Error(`A drawing has the path command ${letter}, which is not drawn by hand.`)
    const numbers = [...text!.matchAll(/-?\d*\.?\d+/g)].map(Number)
    const origin = (): Point => (letter === command ? [0, 0] : at)
    if (command === 'Z') {
      yield { from: at, curve: [start], closes: true }
      at = start
    }
    for (let i = 0; count > 0 && i + count <= numbers.length; i += count) {
      const [dx, dy] = origin()
      const points = pairs(command, numbers.slice(i, i + count), at, [dx, dy])
      const to = points.at(-1)!
      if (command === 'M' && i === 0) {
        start = to
        yield { from: to, curve: [], opens: true }
      } else if (command === 'T') {
        bend = bend ? [2 * at[0] - bend[0], 2 * at[1] - bend[1]] : at
        yield { from: at, curve: [bend, to] }
      } else {
        yield { from: at, curve: points }
        bend = command === 'Q' ? points[0]! : null
      }
      at = to
    }
  }
}

function pairs(command: string, numbers: readonly number[], at: Point, [dx, dy]: Point): Point[] {
  if (command === 'H') return [[numbers[0]! + dx, at[1]]]
  if (command === 'V') return [[at[0], numbers[0]! + dy]]
  return Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i]! + dx, numbers[2 * i + 1]! + dy])
}

function along(curve: readonly Point[]): Point[] {
  let length = 0
  for (let i = 1; i < curve.length; i++) length += Math.hypot(curve[i]![0] - curve[i - 1]![0], curve[i]![1] - curve[i - 1]![1])
  const steps = Math.max(curve.length > 2 ? 8 : 1, Math.ceil(length / STEP))
  return Array.from({ length: steps }, (_, i) => pointAt(curve, (i + 1) / steps))
}

function pointAt(curve: readonly Point[], share: number): Point {
  if (curve.length === 1) return curve[0]!
  const next = curve
    .slice(1)
    .map((point, i): Point => [curve[i]![0] + (point[0] - curve[i]![0]) * share, curve[i]![1] + (point[1] - curve[i]![1]) * share])
  return pointAt(next, share)
}

const astray = ([x, y]: Point): Point => [x + ASTRAY * noise(x, y, 1), y + ASTRAY * noise(x, y, 2)]

/** Returns smooth noise from -1 to 1, interpolated between random values at the corners of a grid. */
function noise(x: number, y: number, which: number): number {
  const [column, row] = [Math.floor(x / PERIOD), Math.floor(y / PERIOD)]
  const [right, down] = [ease(x / PERIOD - column), ease(y / PERIOD - row)]
  const top = corner(column, row, which) * (1 - right) + corner(column + 1, row, which) * right
  const bottom = corner(column, row + 1, which) * (1 - right) + corner(column + 1, row + 1, which) * right
  return top * (1 - down) + bottom * down
}

const ease = (share: number): number => share * share * (3 - 2 * share)

function corner(column: number, row: number, which: number): number {
  let mixed = Math.imul(column + 7, 374_761_393) ^ Math.imul(row + 13, 668_265_263) ^ Math.imul(which, 2_147_483_629)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return (((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_295) * 2 - 1
}

const put = ([x, y]: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
