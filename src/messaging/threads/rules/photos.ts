import { counted } from '#core/format/count.ts'
import type { Variant } from '#catalog/photos/rules/photo.ts'

export const MAX_MESSAGE_PHOTOS = 4

/** A photo in a message, as stored in the message row. Its last file is the largest. */
export type MessagePhoto = { variants: Pick<Variant, 'size' | 'key' | 'width' | 'height'>[] }

export const PHOTO_SIZES = ['small', 'medium', 'large'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

/** Returns a message's text, followed by the number of photos: "How is the sole? (2 photos)". */
export const textAndPhotos = (text: string, photoCount: number): string =>
  photoCount === 0 ? text : `${text} (${counted(photoCount, 'photo')})`.trimStart()
