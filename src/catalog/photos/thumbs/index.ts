import type { Core } from '#platform/context/index.ts'
import { variantOf } from '#catalog/browse/index.ts'
import { listPhotos } from '#catalog/photos/index.ts'

export type Thumb = { src: string; width: number; height: number }

/** Returns thumbnails by photo id. Videos have no thumbnails. The caller must check visibility. */
export async function thumbsOf(ctx: Core, listingIds: readonly string[]): Promise<ReadonlyMap<string, Thumb>> {
  const rows = [...(await listPhotos(ctx, listingIds)).values()].flat()
  return new Map(
    rows
      .filter(({ is_video }) => !is_video)
      .map((row) => {
        const { key, width, height } = variantOf(row, 'small')
        return [row.id, { src: ctx.urls.media(key), width, height }]
      }),
  )
}
