import { z } from 'zod'
import { listUpTo, oneOf, text } from '#lib/http/fields.ts'

/** completions 4: at most 24 a listing, one of them a video. */
export const MAX_PHOTOS = 24
export const MAX_IMAGE_BYTES = 10 * 1_048_576
export const MAX_VIDEO_BYTES = 40 * 1_048_576

export const ListingParams = z.object({ id: z.string() })
export const PhotoParams = z.object({ id: z.string(), photoId: z.string() })

/** Body of `POST /listings/{id}/photos` beside the files of a multipart body. */
export const AddPhotos = z.object({
  urls: z.array(z.string()).max(MAX_PHOTOS, `must have at most ${MAX_PHOTOS} addresses`).optional(),
  alt: text(0, 500).nullable().optional(),
  source: oneOf(['own', 'web']).default('own'),
})
/** Body of `PATCH /listings/{id}/photos/{photoId}`. */
export const ChangePhoto = z.object({ alt: text(0, 500).nullable() })
export const OrderPhotos = z.object({ photo_ids: listUpTo(MAX_PHOTOS, z.string()) })

/** interface, photo. */
export const Photo = z
  .object({
    object: z.literal('photo'),
    id: z.string(),
    url: z.string(),
    alt: z.string().nullable(),
    source: z.enum(['own', 'web']),
    is_video: z.boolean(),
  })
  .meta({ id: 'Photo' })
