import { z } from 'zod'

import { id, kind, link } from '#platform/http/record-fields.ts'

/** Maximum number of photos in a listing, including the video if there is one (spec: completions 4). */
export const MAX_PHOTOS = 24
export const MAX_IMAGE_BYTES = 10 * 1_048_576
export const MAX_VIDEO_BYTES = 40 * 1_048_576

export const PHOTO_DESCRIPTIONS = {
  alt: 'Alternative text: what the photo shows, for people who cannot see it.',
  source: '`own` for the seller’s photos, `web` for others. The first `own` photo is the cover.',
}

/** Schema of a photo (spec: interface, photo). */
export const Photo = z
  .object({
    object: kind('photo'),
    id: id('photo'),
    url: link('URL of the photo or video.'),
    alt: z.string().nullable().describe(PHOTO_DESCRIPTIONS.alt),
    source: z.enum(['own', 'web']).describe(PHOTO_DESCRIPTIONS.source),
    is_video: z.boolean().describe('Whether the file is a video.'),
  })
  .meta({ id: 'Photo' })
