import { z } from 'zod'
import { listUpTo, oneOf, text } from '#platform/http/fields.ts'
import { id, idParams, kind, link } from '#platform/http/record-fields.ts'

/** completions 4: at most 24 a listing, one of them a video. */
export const MAX_PHOTOS = 24
export const MAX_IMAGE_BYTES = 10 * 1_048_576
export const MAX_VIDEO_BYTES = 40 * 1_048_576

export const ListingParams = idParams('listing')
export const PhotoParams = z.object({ id: id('listing'), photoId: id('photo') })

const WORDS = {
  alt: 'What the picture shows, for those who do not see it.',
  source: '`own` for the seller’s pictures, `web` for others. The cover is the first own one.',
}

/** Body of `POST /listings/{id}/photos` beside the files of a multipart body. */
export const AddPhotos = z.object({
  urls: z
    .array(z.string())
    .max(MAX_PHOTOS, `must have at most ${MAX_PHOTOS} addresses`)
    .optional()
    .describe('Public addresses of pictures; each is downloaded and a copy kept.'),
  alt: text(0, 500).nullable().optional().describe(WORDS.alt),
  source: oneOf(['own', 'web']).default('own').describe(WORDS.source),
})
/** Body of `PATCH /listings/{id}/photos/{photoId}`. */
export const ChangePhoto = z.object({ alt: text(0, 500).nullable().describe(WORDS.alt) })
export const OrderPhotos = z.object({
  photo_ids: listUpTo(MAX_PHOTOS, z.string()).describe(
    'Every photo of the listing in the order you want, by its id. The first must be your own picture.',
  ),
})

/** interface, photo. */
export const Photo = z
  .object({
    object: kind('photo'),
    id: id('photo'),
    url: link('Address of the picture or video.'),
    alt: z.string().nullable().describe(WORDS.alt),
    source: z.enum(['own', 'web']).describe(WORDS.source),
    is_video: z.boolean().describe('Whether it is the video.'),
  })
  .meta({ id: 'Photo' })
