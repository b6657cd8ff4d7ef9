import type { Core } from '#platform/context/index.ts'
import type { PhotoRow } from './queries.ts'

/** Builds the API view of a photo (spec: interface, photo). */
export const presentPhoto = (ctx: Core, row: PhotoRow) => ({
  object: 'photo' as const,
  id: row.id,
  url: ctx.urls.media(row.variants.at(-1)!.key),
  alt: row.alt,
  source: row.source,
  is_video: row.is_video,
})
