import type { Context } from '#context.ts'
import { sessionCookie, signInCookie } from '#features/accounts/cookie.ts'
import { SESSION_SECONDS, type Opened } from '#features/accounts/sessions.ts'
import type { Entered } from '#features/factors/second-step.ts'
import { goTo, type Call } from '#web/answer.ts'

/** After the first step of signing in: on to where one was going, or to the second step. */
export function goEntered(ctx: Context, c: Call, entered: Entered, to: string): Response {
  if (entered.kind === 'session') return goOpened(ctx, c, entered.opened, to)
  return goTo(c, secondPath(to), 303, { 'Set-Cookie': signInCookie(ctx, entered.ticket.token) })
}

export const goOpened = (ctx: Context, c: Call, { token }: Opened, to: string): Response =>
  goTo(c, to, 303, { 'Set-Cookie': sessionCookie(ctx, token, SESSION_SECONDS) })

export const secondPath = (to: string): string => `/sign-in/second?return=${encodeURIComponent(to)}`
