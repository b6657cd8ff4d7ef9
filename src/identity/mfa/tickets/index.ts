import type { Tx, Core } from '#platform/context/index.ts'
import { TICKET_ANSWERS, TICKET_LIFE_MS, type Factor } from '#identity/mfa/rules.ts'
import { randomToken } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { ApiError } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { TicketRow } from './queries.ts'

/** A sign-in after its first step. The second step requires both `token` (from the browser's cookie) and `id` (from the response). */
export type Ticket = { id: string; token: string; factors: readonly Factor[]; expiresAt: Date }

/** Returns a secret for the cookie of a browser that is starting to sign in. */
export const newSignInToken = (ctx: Core): string => randomToken(ctx)

export async function openTicket(ctx: Core, accountId: string, factors: readonly Factor[]): Promise<Ticket> {
  const token = newSignInToken(ctx)
  const now = ctx.now()
  const [id, expiresAt] = [ctx.newId('sgn'), new Date(now.getTime() + TICKET_LIFE_MS)]
  await queries.insertTicket(ctx.db, { id, token_hash: sha256(token), account_id: accountId, created_at: now, expires_at: expiresAt })
  return { id, token, factors, expiresAt }
}

const ticketOf = async (ctx: Core, token: string | null): Promise<TicketRow | null> =>
  token === null ? null : ((await queries.findTicket(ctx.db, sha256(token), ctx.now())) ?? null)

/** Returns the pending sign-in for the page that asks for the second step, or null. */
export async function readTicket(ctx: Core, token: string | null): Promise<{ id: string; accountId: string } | null> {
  const ticket = await ticketOf(ctx, token)
  return ticket && { id: ticket.id, accountId: ticket.account_id }
}

/** Returns the pending sign-in if both the id and the token are correct. Errors: 401 `ticket`, with the same message for every cause. */
export async function requireTicket(ctx: Core, id: string, token: string | null): Promise<TicketRow> {
  const ticket = await ticketOf(ctx, token)
  if (ticket?.id !== id) throw goneTicket()
  return ticket
}

/** Counts an attempt. Call this function before checking the submitted factor. Errors: 401 `ticket` if no attempts are left. */
export async function countAnswer(ctx: Core, { id }: TicketRow): Promise<void> {
  if (!(await queries.countAnswer(ctx.db, id, TICKET_ANSWERS))) throw goneTicket()
}

/** Consumes the sign-in ticket. Errors: 401 `ticket` if it was already consumed. */
export async function takeTicket(tx: Tx, { id }: TicketRow): Promise<void> {
  if (!(await queries.takeTicket(tx.db, id))) throw goneTicket()
}

/** Deletes all pending sign-ins after a password change, because they started with the old password. */
export const forgetTickets = (tx: Tx, accountId: string): Promise<void> => queries.deleteTicketsOf(tx.db, accountId)

export const deleteExpiredTickets = (ctx: Core): Promise<void> => queries.deleteExpiredTickets(ctx.db, ctx.now())

const goneTicket = (): ApiError =>
  new ApiError('authentication', 'This sign-in was already used, has expired, or started in another browser. Sign in again.', {
    param: 'ticket',
    code: 'ticket',
  })
