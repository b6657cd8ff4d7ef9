import type { Core } from '#platform/context/index.ts'
import { TICKET_LIFE_MS } from '#identity/mfa/rules.ts'
import { SESSION_COOKIE } from '#identity/credentials/index.ts'
import { DEVICE_DAYS, type Browser } from '#identity/sessions/browsers.ts'
import { SESSION_SECONDS, type Opened } from '#identity/sessions/index.ts'
import { cookieValue, serializeCookie, readOwnCookie } from '#platform/http/cookies.ts'

/** Serializes the session cookie with a lifetime of `seconds`. */
export const sessionCookie = (ctx: Core, token: string, seconds: number): string => serializeCookie(ctx, SESSION_COOKIE, token, { seconds })

/**
 * Serializes the cookie that lets a sign-in recognize a known browser. It has the same attributes as the session cookie, and lasts 400
 * days.
 */
const deviceCookie = (ctx: Core, token: string): string => serializeCookie(ctx, 'device', token, { seconds: DEVICE_DAYS * 86_400 })

/** Returns the cookies to set in the response to a sign-in. */
export const openedCookies = (ctx: Core, { token, device }: Opened): string[] => [
  sessionCookie(ctx, token, SESSION_SECONDS),
  ...(device === null ? [] : [deviceCookie(ctx, device)]),
]

/** Returns the browser that sent a request, with its device token and time zone. */
export const browserOf = (ctx: Core, { cookie, userAgent }: { cookie: string | undefined; userAgent: string | null }): Browser => ({
  agent: userAgent,
  device: readOwnCookie(ctx, cookie, 'device'),
  // this cookie is written by the script on the sign-in pages (islands/times.ts)
  zone: cookieValue(cookie, 'zone'),
})

/**
 * Serializes the cookie that ties a pending sign-in to its browser. The cookie lasts ten minutes, and is never sent with cross-site
 * requests.
 */
export const signInCookie = (ctx: Core, token: string): string =>
  serializeCookie(ctx, 'sign_in', token, { seconds: TICKET_LIFE_MS / 1000, strict: true })

/** Returns the token of a pending sign-in from the `Cookie` header. */
export const signInToken = (ctx: Core, cookie: string | undefined): string | null => readOwnCookie(ctx, cookie, 'sign_in')
