import type { Core } from '#platform/context/index.ts'
import { openedCookies, signInCookie } from '#identity/sessions/cookie/index.ts'
import type { Opened } from '#identity/sessions/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { created } from '#platform/http/endpoint.ts'
import type { Entered } from './index.ts'
import type { Ticket } from '#identity/mfa/tickets/index.ts'

/**
 * Returns the response to the first step of a sign-in: the session with its cookie. Errors: 401 `second_factor`, with a ticket for the
 * second step.
 */
export function answerSignIn(ctx: Core, entered: Entered) {
  if (entered.kind === 'second') throw secondNeeded(ctx, entered.ticket)
  return answerOpened(ctx, entered.opened)
}

export const answerOpened = (ctx: Core, opened: Opened) => ({
  ...created({ object: 'session', account: opened.accountId, expires_at: opened.expiresAt.toISOString() }),
  headers: { 'Set-Cookie': openedCookies(ctx, opened) },
})

/** Returns the error for a sign-in that still needs its second factor. The error contains a ticket, which a cookie ties to the browser. */
const secondNeeded = (ctx: Core, { id, token, factors, expiresAt }: Ticket): ApiError =>
  new ApiError(
    'authentication',
    'This account uses two-step verification. Send the second step with the ticket to POST /sessions/second, from the same browser.',
    {
      code: 'second_factor',
      headers: { 'Set-Cookie': signInCookie(ctx, token) },
      more: { ticket: id, factors, expires_at: expiresAt.toISOString() },
    },
  )
