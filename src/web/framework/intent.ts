import type { Context } from '#platform/context/index.ts'
import { textCookie, textCookieIn } from '#platform/http/cookies.ts'
import type { Call } from './answer.ts'
import { originOfOurs } from './hosts.ts'

/**
 * What somebody tapped before they signed in, kept in their browser for a quarter of an hour. A form of our own page alone can leave it, so
 * that a link from elsewhere does nothing.
 */
type Intent = {
  /** The page that does it, after the sign-in. */
  path: string
  /** The whole address to go back to, of ours. */
  back: string
}

const KEPT_SECONDS = 900

const cookie = (ctx: Context, text: string): Record<string, string> => ({ 'Set-Cookie': textCookie(ctx, 'intent', text, KEPT_SECONDS) })

export const withIntent = (ctx: Context, intent: Intent): Record<string, string> => cookie(ctx, JSON.stringify(intent))

export const withoutIntent = (ctx: Context): Record<string, string> => cookie(ctx, '')

/** Where to go back to after doing what was wanted at `path`; null where nothing of the kind was left. */
export function leftIntent(ctx: Context, c: Call, path: string): string | null {
  const intent = read(textCookieIn(ctx, c.req.header('Cookie'), 'intent') ?? '')
  if (intent === null || intent.path !== path || !URL.canParse(intent.back)) return null
  const { origin, href } = new URL(intent.back)
  return originOfOurs(origin, ctx.config) === null ? null : href
}

function read(text: string): Intent | null {
  try {
    const { path, back } = JSON.parse(text) as Partial<Intent>
    return typeof path === 'string' && typeof back === 'string' ? { path, back } : null
  } catch {
    return null
  }
}
