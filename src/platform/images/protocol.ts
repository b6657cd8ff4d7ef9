/** Messages between the service and its child processes. Only the image file is untrusted. */

export type Size = { name: 'small' | 'medium' | 'large'; longSidePx: number }

export type Job = {
  id: number
  inputPath: string
  outFolder: string
  sizes: readonly Size[]
}

export type CardColours = { band: string; pop: string; ink: string; text: string }

export type Card = {
  above: string
  title: string
  price: string | null
  /** True for a sold listing, which is shown with its price crossed out. */
  sold: boolean
  photoPath: string | null
  colours: CardColours
}

export type CardJob = { id: number; outFolder: string; card: Card }

export const CARD_FILE = 'card.png'

export type Variant = {
  size: Size['name']
  path: string
  width: number
  height: number
  bytes: number
  contentType: 'image/webp'
}

export type Picture = {
  /** Size of the original in pixels, after it was rotated upright. */
  width: number
  height: number
  variants: Variant[]
}

export type ChildMessage =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; picture: Picture }
  | { kind: 'failed'; id: number; reason: 'busy' | 'timeout' | 'too_many_pixels' | 'unreadable' | 'unsupported'; detail: string }
