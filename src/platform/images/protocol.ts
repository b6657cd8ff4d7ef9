/** Messages between the service and its children. Only the file is hostile. */

export type Size = { name: 'small' | 'medium' | 'large'; longSidePx: number }

export type Job = {
  id: number
  inputPath: string
  outFolder: string
  sizes: readonly Size[]
}

export type CardColours = { band: string; pop: string; ink: string; text: string }

export type Card = {
  /** Shop name above the title. */
  above: string
  title: string
  /** Shown on the price tag. */
  price: string | null
  /** Strikes the price through. */
  sold: boolean
  /** Our own WebP file, or null. */
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
  /** Pixels of the original, upright. */
  width: number
  height: number
  variants: Variant[]
}

export type ChildMessage =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; picture: Picture }
  | { kind: 'failed'; id: number; reason: 'unsupported' | 'too_many_pixels' | 'unreadable'; detail: string }
