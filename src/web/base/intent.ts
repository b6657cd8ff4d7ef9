import type { Context } from '#platform/context.ts'
import { cookieValue } from '#platform/http/cookies.ts'
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
const MOST_CHARS = 1_500

const nameOf = (ctx: Context): string => (ctx.config.mode === 'public' ? '__Host-intent' : 'intent')

const cookie = (ctx: Context, value: string, seconds: number): Record<string, string> => ({
  'Set-Cookie': `${nameOf(ctx)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${ctx.config.mode === 'public' ? '; Secure' : ''}`,
})

export const withIntent = (ctx: Context, intent: Intent): Record<string, string> =>
  cookie(ctx, Buffer.from(JSON.stringify(intent)).toString('base64url'), KEPT_SECONDS)

export const withoutIntent = (ctx: Context): Record<string, string> => cookie(ctx, '', 0)

/** Where to go back to after doing what was wanted at `path`; null where nothing of the kind was left. */
export function leftIntent(ctx: Context, c: Call, path: string): string | null {
  const intent = read(cookieValue(c.req.header('Cookie'), nameOf(ctx)) ?? '')
  if (intent === null || intent.path !== path || !URL.canParse(intent.back)) return null
  const { origin, href } = new URL(intent.back)
  return originOfOurs(origin, ctx.config) === null ? null : href
}

function read(text: string): Intent | null {
  if (text === '' || text.length > MOST_CHARS) return null
  try {
    const { path, back } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<Intent>
    return typeof path === 'string' && typeof back === 'string' ? { path, back } : null
  } catch {
    return null
  }
}
