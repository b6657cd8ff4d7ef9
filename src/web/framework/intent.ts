import type { Context } from '#platform/context/index.ts'
import { textCookie, textCookieIn } from '#platform/http/cookies.ts'
import type { Call } from './answer.ts'
import { originOfOurs } from './hosts.ts'

/**
 * An action that a user started before the sign-in, stored in a cookie for 15 minutes. Only our own forms set the cookie, so a link on
 * another site cannot trigger the action.
 */
type Intent = {
  /** Path of the page that completes the action after the sign-in. */
  path: string
  /** Full URL of the page on our site to return to. */
  back: string
}

const MAX_AGE_SECONDS = 900

const cookie = (ctx: Context, text: string): Record<string, string> => ({ 'Set-Cookie': textCookie(ctx, 'intent', text, MAX_AGE_SECONDS) })

export const withIntent = (ctx: Context, intent: Intent): Record<string, string> => cookie(ctx, JSON.stringify(intent))

export const withoutIntent = (ctx: Context): Record<string, string> => cookie(ctx, '')

/** Returns the URL to return to after the action at `path`, or null when the cookie has no such action. */
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
