import type { Core } from '#platform/context/index.ts'
import { openedCookies, signInCookie } from '#identity/sessions/cookie/index.ts'
import type { Opened } from '#identity/sessions/index.ts'
import type { Entered } from '#identity/mfa/second-step/index.ts'
import { flashCookie } from './flash.ts'
import { goTo, type Call } from '#web/framework/answer.ts'

/** Redirects after the first sign-in step: to `to` with `message`, or to the second step if the account requires one. */
export function redirectAfterSignIn(ctx: Core, c: Call, entered: Entered, to: string, message?: string): Response {
  if (entered.kind === 'session') return redirectWithSession(ctx, c, entered.opened, to, message)
  return goTo(c, secondPath(to), 303, { 'Set-Cookie': signInCookie(ctx, entered.ticket.token) })
}

export const redirectWithSession = (ctx: Core, c: Call, opened: Opened, to: string, message?: string): Response =>
  goTo(c, to, 303, { 'Set-Cookie': [...openedCookies(ctx, opened), ...(message === undefined ? [] : [flashCookie(ctx, { message })])] })

export const secondPath = (to: string): string => `/sign-in/second?return=${encodeURIComponent(to)}`
