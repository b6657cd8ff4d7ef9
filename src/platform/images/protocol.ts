/** Messages between the service and its child processes. Both ends are ours; only the file is hostile. */

export type Size = { name: 'small' | 'medium' | 'large'; longSidePx: number }

export type Job = {
  id: number
  inputPath: string
  outFolder: string
  sizes: readonly Size[]
}

export type CardColours = { band: string; pop: string; ink: string; text: string }

/** Content of a share card. */
export type Card = {
  /** Shop name, small, above the title. */
  above: string
  title: string
  /** Shown on the price tag. */
  price: string | null
  /** True when the price is struck through. */
  sold: boolean
  /** WebP file that this service wrote, or null. */
  photoPath: string | null
  colours: CardColours
}

export type CardJob = { id: number; outFolder: string; card: Card }

/** File name of the card in the output folder. */
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
  /** Pixels of the picture as sent, upright. */
  width: number
  height: number
  variants: Variant[]
}

export type ChildMessage =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; picture: Picture }
  | { kind: 'failed'; id: number; reason: 'unsupported' | 'too_many_pixels' | 'unreadable'; detail: string }
