/** The sheet that all drawings share: its size, light, shadows and edges. */

/** Width of the image in pixels. The sheet itself is 1000 by 1250 units. */
export const WIDTH_PX = 960
export const HEIGHT_PX = 1_200

export const svg = (defs: string, content: string, viewBox = '0 0 1000 1250', width = WIDTH_PX, height = HEIGHT_PX): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice"><defs>${LIGHT}${defs}</defs>${content}</svg>`

const stops = (...list: readonly (readonly [at: number, colour: string, opacity: number])[]): string =>
  list.map(([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('')

const LIGHT = [
  `<linearGradient id="shade" x1="0" y1="0" x2="1" y2="1">${stops([0, '#fffaf0', 0.3], [0.42, '#fffaf0', 0], [0.6, '#3b2231', 0], [1, '#3b2231', 0.26])}</linearGradient>`,
  `<linearGradient id="wall" x1="0" y1="0" x2="0.6" y2="1">${stops([0, '#fffaf0', 0.55], [0.55, '#fffaf0', 0], [1, '#3b2231', 0.05])}</linearGradient>`,
  `<radialGradient id="vignette" cx=".44" cy=".4" r=".82">${stops([0.66, '#3b2231', 0], [1, '#3b2231', 0.11])}</radialGradient>`,
  `<radialGradient id="glow">${stops([0, '#fff6cf', 0.95], [0.5, '#fff1bd', 0.45], [1, '#fff1bd', 0])}</radialGradient>`,
  '<pattern id="rib" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="8" height="20" fill="#3b2231" opacity=".5"/></pattern>',
  `<radialGradient id="under">${stops([0, '#3b2231', 0.62], [0.55, '#3b2231', 0.3], [1, '#3b2231', 0])}</radialGradient>`,
  '<filter id="drop" x="-6%" y="-4%" width="118%" height="114%" color-interpolation-filters="sRGB"><feOffset in="SourceAlpha" dx="24" dy="30"/><feGaussianBlur stdDeviation="11"/><feColorMatrix values="0 0 0 0 .23 0 0 0 0 .13 0 0 0 0 .19 0 0 0 .3 0"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>',
].join('')
