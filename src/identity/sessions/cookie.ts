import type { Context } from '#platform/context/index.ts'
import { TICKET_LIFE_MS } from '#identity/mfa/rules.ts'
import { SESSION_COOKIE } from '#identity/credentials/index.ts'
import { DEVICE_DAYS, type Browser } from './browsers.ts'
import { SESSION_SECONDS, type Opened } from './index.ts'
import { cookieValue, serializeCookie, readOwnCookie } from '#platform/http/cookies.ts'

/** For 30 days, or as long as it is told. */
export const sessionCookie = (ctx: Context, token: string, seconds: number): string =>
  serializeCookie(ctx, SESSION_COOKIE, token, { seconds })

/** By which a browser is known again to the accounts that were signed in to from it: as the session's, for 400 days. */
const deviceCookie = (ctx: Context, token: string): string => serializeCookie(ctx, 'device', token, { seconds: DEVICE_DAYS * 86_400 })

/** What a sign-in leaves in its browser. */
export const openedCookies = (ctx: Context, { token, device }: Opened): string[] => [
  sessionCookie(ctx, token, SESSION_SECONDS),
  ...(device === null ? [] : [deviceCookie(ctx, device)]),
]

/** What a request shows of the browser that sent it. */
export const browserOf = (ctx: Context, { cookie, userAgent }: { cookie: string | undefined; userAgent: string | null }): Browser => ({
  agent: userAgent,
  device: readOwnCookie(ctx, cookie, 'device'),
  // written by the script of the sign-in pages (islands/times.ts)
  zone: cookieValue(cookie, 'zone'),
})

/** Binds a sign-in that is under way to its browser: ten minutes, and never sent from another site. */
export const signInCookie = (ctx: Context, token: string): string =>
  serializeCookie(ctx, 'sign_in', token, { seconds: TICKET_LIFE_MS / 1000, strict: true })

/** Its token, from the header `Cookie`. */
export const signInToken = (ctx: Context, cookie: string | undefined): string | null => readOwnCookie(ctx, cookie, 'sign_in')
