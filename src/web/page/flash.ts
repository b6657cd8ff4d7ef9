import type { Context } from '#platform/context.ts'
import { goTo, type Call } from '#web/base/answer.ts'

/** What the next page says of what was just done, and the form that takes it back (ux rule 6). */
export type Flash = { says: string; undo?: { path: string; fields: Record<string, string> } | undefined }

const KEPT_SECONDS = 30
const MOST_CHARS = 1_500

const nameOf = (ctx: Context): string => (ctx.config.mode === 'public' ? '__Host-flash' : 'flash')

const cookie = (ctx: Context, value: string, seconds: number): string =>
  `${nameOf(ctx)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${ctx.config.mode === 'public' ? '; Secure' : ''}`

/** Goes on to a page that says what was done. */
export const goSaying = (ctx: Context, c: Call, location: string, flash: Flash): Response =>
  goTo(c, location, 303, { 'Set-Cookie': flashCookie(ctx, flash) })

export const flashCookie = (ctx: Context, flash: Flash): string =>
  cookie(ctx, Buffer.from(JSON.stringify(flash)).toString('base64url'), KEPT_SECONDS)

/** What was left for this page, and the header that forgets it: it is said once. Whatever else stands there is nothing. */
export function takeFlash(ctx: Context, c: Call): { flash: Flash | null; headers: Record<string, string> } {
  // a script that looks at a part of the page leaves it for the page that it was meant for
  if (c.req.header('Page-Part') !== undefined) return { flash: null, headers: {} }
  const prefix = `${nameOf(ctx)}=`
  const raw = (c.req.header('Cookie') ?? '').split('; ').find((part) => part.startsWith(prefix))
  if (!raw) return { flash: null, headers: {} }
  return { flash: read(raw.slice(prefix.length)), headers: { 'Set-Cookie': cookie(ctx, '', 0) } }
}

function read(text: string): Flash | null {
  if (text.length > MOST_CHARS) return null
  try {
    const { says, undo } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Flash
    if (typeof says !== 'string') return null
    return undo && /^\/[a-z]/.test(undo.path) ? { says, undo } : { says }
  } catch {
    return null
  }
}
