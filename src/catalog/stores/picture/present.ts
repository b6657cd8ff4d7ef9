import type { Context } from '#platform/context/index.ts'

/** Returns the URL of a shop's picture in its largest size, or null if the shop has no picture. */
export const pictureUrl = (ctx: Pick<Context, 'urls'>, { picture }: { picture: readonly { key: string }[] | null }): string | null =>
  picture === null ? null : ctx.urls.media(picture.at(-1)!.key)
