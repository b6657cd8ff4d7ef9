/** What the service and its decoding process say to each other. Both ends are ours; only the file is hostile. */

export type Size = { name: 'small' | 'medium' | 'large'; longSidePx: number }

export type Job = {
  id: number
  inputPath: string
  outFolder: string
  sizes: readonly Size[]
}

export type CardColours = { band: string; pop: string; ink: string; text: string }

/** What stands on a share card. */
export type Card = {
  /** Small, above: the shop. */
  above: string
  title: string
  /** On the sticker. */
  price: string | null
  /** Struck through on it. */
  sold: boolean
  /** A WebP file that this service wrote itself. */
  photoPath: string | null
  colours: CardColours
}

export type CardJob = { id: number; outFolder: string; card: Card }

/** What it is called in the folder. */
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
