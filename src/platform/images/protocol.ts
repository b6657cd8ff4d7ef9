/** What the service and its decoding process say to each other. Both ends are ours; only the file is hostile. */

export type Size = { name: 'small' | 'medium' | 'large'; longSidePx: number }

export type Job = {
  id: number
  inputPath: string
  outFolder: string
  sizes: readonly Size[]
  /** A share card instead of a photo: one PNG, as large as the drawing, with a picture of ours laid into it. */
  card?: { photo: LaidIn | null }
}

/** A WebP file that this service wrote itself, and the box it fills. */
export type LaidIn = { path: string; left: number; top: number; width: number; height: number }

export type Variant = {
  size: Size['name']
  path: string
  width: number
  height: number
  bytes: number
  contentType: 'image/webp' | 'image/png'
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
