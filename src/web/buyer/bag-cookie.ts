import type { Core } from '#platform/context/index.ts'
import { readOwnCookie, serializeCookie } from '#platform/http/cookies.ts'
import type { Call } from '#web/framework/answer.ts'
import { idsIn, parseBags, serializeBags, withBag } from './bag-rules.ts'

/*
 * A browser's bags are stored in a cookie of the main host (decision 47). The cookie contains only ids of public listings. The service
 * checks every listing again before showing or selling it.
 */

const COOKIE = 'bag'
const LIFE_SECONDS = 30 * 24 * 60 * 60

const bagsIn = (ctx: Core, c: Call) => parseBags(readOwnCookie(ctx, c.req.header('Cookie'), COOKIE))

/** Returns the ids in this browser's bag for a shop. */
export const bagOf = (ctx: Core, c: Call, slug: string): readonly string[] => idsIn(bagsIn(ctx, c), slug)

/** Returns the cookie that replaces this browser's bag for a shop. */
export function bagCookie(ctx: Core, c: Call, slug: string, ids: readonly string[]): string {
  const text = serializeBags(withBag(bagsIn(ctx, c), slug, ids))
  return serializeCookie(ctx, COOKIE, text, { seconds: text === '' ? 0 : LIFE_SECONDS })
}
