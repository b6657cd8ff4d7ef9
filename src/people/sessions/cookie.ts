import type { Context } from '#platform/context.ts'
import { TICKET_LIFE_MS } from '#domain/factors.ts'
import { sessionCookieName } from '#people/credentials/index.ts'
import { DEVICE_DAYS, type Browser } from './browsers.ts'
import { SESSION_SECONDS, type Opened } from './index.ts'
import { cookieValue } from '#platform/http/cookies.ts'

/** HttpOnly, SameSite=Lax, host-only, 30 days; `__Host-` and `Secure` in public mode (completions 1 and 3). */
export const sessionCookie = (ctx: Context, token: string, maxAgeSeconds: number): string =>
  `${sessionCookieName(ctx)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${ctx.config.mode === 'public' ? '; Secure' : ''}`

const deviceCookieName = ({ config }: Context): string => (config.mode === 'public' ? '__Host-device' : 'device')

/** By which a browser is known again to the accounts that were signed in to from it: as the session's, for 400 days. */
const deviceCookie = (ctx: Context, token: string): string =>
  `${deviceCookieName(ctx)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DEVICE_DAYS * 86_400}${ctx.config.mode === 'public' ? '; Secure' : ''}`

/** What a sign-in leaves in its browser. */
export const openedCookies = (ctx: Context, { token, device }: Opened): string[] => [
  sessionCookie(ctx, token, SESSION_SECONDS),
  ...(device === null ? [] : [deviceCookie(ctx, device)]),
]

/** What a request shows of the browser that sent it. */
export const browserOf = (ctx: Context, { cookie, userAgent }: { cookie: string | undefined; userAgent: string | null }): Browser => ({
  agent: userAgent,
  device: cookieValue(cookie, deviceCookieName(ctx)),
  // written by the script of the sign-in pages (islands/times.ts)
  zone: cookieValue(cookie, 'zone'),
})

const signInCookieName = ({ config }: Context): string => (config.mode === 'public' ? '__Host-sign_in' : 'sign_in')

/** Binds a sign-in that is under way to its browser: ten minutes, and never sent from another site. */
export const signInCookie = (ctx: Context, token: string): string =>
  `${signInCookieName(ctx)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${TICKET_LIFE_MS / 1000}${ctx.config.mode === 'public' ? '; Secure' : ''}`

/** Its token, from the header `Cookie`. */
export const signInToken = (ctx: Context, cookie: string | undefined): string | null => cookieValue(cookie, signInCookieName(ctx))
