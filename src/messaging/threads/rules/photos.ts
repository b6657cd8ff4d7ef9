import type { Variant } from '#catalog/photos/rules/photo.ts'

/** Maximum number of photos in a message. */
export const MAX_MESSAGE_PHOTOS = 4

/** Photo of a message, as its row stores it. The largest file is the last one. */
export type MessagePhoto = { variants: Pick<Variant, 'size' | 'key' | 'width' | 'height'>[] }

export const PHOTO_SIZES = ['small', 'medium', 'large'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

/** Counts photos in words: "1 photo", "3 photos". */
export const photosText = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`)

/** Returns the text of a message with the number of its photos, for lists and mails: "How is the sole? (2 photos)". */
export const textAndPhotos = (text: string, photoCount: number): string =>
  photoCount === 0 ? text : `${text} (${photosText(photoCount)})`.trimStart()
