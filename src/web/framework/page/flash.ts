import type { Context } from '#platform/context/index.ts'
import { readOwnCookie, textCookie, textCookieIn } from '#platform/http/cookies.ts'
import { goTo, type Call } from '#web/framework/answer.ts'

/** What the next page says of what was just done, and the form that takes it back (ux rule 6). */
export type Flash = { says: string; undo?: { path: string; fields: Record<string, string> } | undefined }

const KEPT_SECONDS = 30

/** Goes on to a page that says what was done. */
export const redirectWithMessage = (ctx: Context, c: Call, location: string, flash: Flash): Response =>
  goTo(c, location, 303, { 'Set-Cookie': flashCookie(ctx, flash) })

export const flashCookie = (ctx: Context, flash: Flash): string => textCookie(ctx, 'flash', JSON.stringify(flash), KEPT_SECONDS)

/** What was left for this page, and the header that forgets it: it is said once. Whatever else stands there is nothing. */
export function takeFlash(ctx: Context, c: Call): { flash: Flash | null; headers: Record<string, string> } {
  // a script that looks at a part of the page leaves it for the page that it was meant for
  if (c.req.header('Page-Part') !== undefined) return { flash: null, headers: {} }
  const header = c.req.header('Cookie')
  if (readOwnCookie(ctx, header, 'flash') === null) return { flash: null, headers: {} }
  return { flash: read(textCookieIn(ctx, header, 'flash') ?? ''), headers: { 'Set-Cookie': textCookie(ctx, 'flash', '', 0) } }
}

function read(text: string): Flash | null {
  try {
    const { says, undo } = JSON.parse(text) as Flash
    if (typeof says !== 'string') return null
    return undo && /^\/[a-z]/.test(undo.path) ? { says, undo } : { says }
  } catch {
    return null
  }
}
