import { darker, lighter } from './colour.ts'

/** Basic shapes that all drawings use. The sheet is 1000 by 1250 units. */

/** Draws a shape of one color, lit from the upper left, with a darker outline. */
export const solid = (d: string, fill: string, outline = 6): string => filled(d, fill) + shaded(d) + line(d, darker(fill, 0.42), outline)

/** Draws a shape without an outline, for parts inside another shape. */
export const filled = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

/** Draws a shape that is filled with the image's cloth pattern. */
export const clothed = (d: string, fill: string, outline = 6): string =>
  filled(d, fill) + `<path d="${d}" fill="url(#cloth)"/>` + shaded(d) + line(d, darker(fill, 0.42), outline)

/** Adds light and shade over a colored shape. */
export const shaded = (d: string): string => `<path d="${d}" fill="url(#shade)"/>`

export const line = (d: string, stroke: string, width = 6): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Draws a seam of small stitches. */
export const stitches = (d: string, stroke: string, width = 4): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-dasharray="13 10"/>`

export const faded = (opacity: number, markup: string): string => `<g opacity="${opacity}">${markup}</g>`

/** Returns an oval as a path, so that the oval can be shaded like any other shape. */
export function oval(cx: number, cy: number, rx: number, ry = rx): string {
  const [kx, ky] = [rx * ARC, ry * ARC].map((length) => Math.round(length * 10) / 10) as [number, number]
  return `M${cx - rx} ${cy} C${cx - rx} ${cy - ky} ${cx - kx} ${cy - ry} ${cx} ${cy - ry} C${cx + kx} ${cy - ry} ${cx + rx} ${cy - ky} ${cx + rx} ${cy} C${cx + rx} ${cy + ky} ${cx + kx} ${cy + ry} ${cx} ${cy + ry} C${cx - kx} ${cy + ry} ${cx - rx} ${cy + ky} ${cx - rx} ${cy}Z`
}

/** Length of the Bézier handles for a quarter of a circle with radius 1. */
const ARC = 0.5523

/** Returns a rectangle with rounded corners as a path. */
export function box(x: number, y: number, width: number, height: number, round = 12): string {
  const r = Math.min(round, width / 2, height / 2)
  return `M${x + r} ${y} H${x + width - r} Q${x + width} ${y} ${x + width} ${y + r} V${y + height - r} Q${x + width} ${y + height} ${x + width - r} ${y + height} H${x + r} Q${x} ${y + height} ${x} ${y + height - r} V${y + r} Q${x} ${y} ${x + r} ${y}Z`
}

/** Returns a shape and its mirror image across the vertical center line. */
export const symmetric = (markup: string): string => markup + mirrored(markup)
export const mirrored = (markup: string): string => `<g transform="translate(1000 0) scale(-1 1)">${markup}</g>`

export const transformed = (x: number, y: number, markup: string, angle = 0, scale = 1): string =>
  `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(angle)}) scale(${fixed(scale)})">${markup}</g>`

export const button = (x: number, y: number, colour: string, radius = 13): string =>
  solid(oval(x, y, radius), colour, 4) + line(`M${x - 4} ${y - 3} l8 6`, darker(colour, 0.5), 3)

/** Draws a soft highlight, such as on glaze, leather or a lens. */
export const gleam = (d: string, width = 16, opacity = 0.5): string => faded(opacity, line(d, lighter('#ffffff'), width))

/** Rounds a number to two decimals, so that the files stay small. */
export const fixed = (value: number): string => String(Math.round(value * 100) / 100)
