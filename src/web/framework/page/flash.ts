import type { Core } from '#platform/context/index.ts'
import { readOwnCookie, textCookie, textCookieIn } from '#platform/http/cookies.ts'
import { goTo, type Call } from '#web/framework/answer.ts'

/** Message about the last action, with a form to undo the action. The message appears on the next page (spec: ux rule 6). */
export type Flash = { message: string; undo?: { path: string; fields: Record<string, string> } | undefined }

const MAX_AGE_SECONDS = 30

/** Redirects to a page that shows the message. */
export const redirectWithMessage = (ctx: Core, c: Call, location: string, flash: Flash): Response =>
  goTo(c, location, 303, { 'Set-Cookie': flashCookie(ctx, flash) })

/** Returns the cookie that stores the message and its undo form. */
export const flashCookie = (ctx: Core, flash: Flash): string =>
  textCookie(ctx, 'flash', JSON.stringify({ says: flash.message, undo: flash.undo }), MAX_AGE_SECONDS)

/** Returns the stored message, and the header that clears it, so that the message appears only once. Ignores malformed cookie values. */
export function takeFlash(ctx: Core, c: Call): { flash: Flash | null; headers: Record<string, string> } {
  // the message stays stored if a script fetches only a part of the page
  if (c.req.header('Page-Part') !== undefined) return { flash: null, headers: {} }
  const header = c.req.header('Cookie')
  if (readOwnCookie(ctx, header, 'flash') === null) return { flash: null, headers: {} }
  return { flash: read(textCookieIn(ctx, header, 'flash') ?? ''), headers: { 'Set-Cookie': textCookie(ctx, 'flash', '', 0) } }
}

function read(text: string): Flash | null {
  try {
    const { says: message, undo } = JSON.parse(text) as { says: string; undo?: Flash['undo'] }
    if (typeof message !== 'string') return null
    return undo && /^\/[a-z]/.test(undo.path) ? { message, undo } : { message }
  } catch {
    return null
  }
}
