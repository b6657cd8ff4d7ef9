import { z } from 'zod'
import { listUpTo, oneOf, text } from '#platform/http/fields.ts'
import { id, idParams } from '#platform/http/record-fields.ts'
import { MAX_PHOTOS, PHOTO_DESCRIPTIONS } from '#catalog/photos/schema.ts'

export { Photo } from '#catalog/photos/schema.ts'

export const ListingParams = idParams('listing')
export const PhotoParams = z.object({ id: id('listing'), photoId: id('photo') })

/** Body of `POST /listings/{id}/photos`. A multipart body can also contain files. */
export const AddPhotos = z.object({
  urls: z
    .array(z.string())
    .max(MAX_PHOTOS, `must have at most ${MAX_PHOTOS} URLs`)
    .optional()
    .describe('Public URLs of photos. Each photo is downloaded and stored as a copy.'),
  alt: text(0, 500).nullable().optional().describe(PHOTO_DESCRIPTIONS.alt),
  source: oneOf(['own', 'web']).default('own').describe(PHOTO_DESCRIPTIONS.source),
})
/** Body of `PATCH /listings/{id}/photos/{photoId}`. */
export const ChangePhoto = z.object({ alt: text(0, 500).nullable().describe(PHOTO_DESCRIPTIONS.alt) })
export const OrderPhotos = z.object({
  photo_ids: listUpTo(MAX_PHOTOS, z.string()).describe(
    'Ids of all photos of the listing in the new order. The first must be a photo that you uploaded.',
  ),
})
