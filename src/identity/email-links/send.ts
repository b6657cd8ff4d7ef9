import { inTransaction, type Context, type Tx, type Core } from '#platform/context/index.ts'
import { LINKS_AN_HOUR, type LinkPurpose } from './rules.ts'
import { mailAccountLink } from '#messaging/notifications/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { enqueue } from '#platform/jobs/index.ts'
import { LINK_EMAILS } from './emails.ts'
import * as queries from './queries.ts'
import type { PersonRow } from './queries.ts'

const HOUR_MS = 3_600_000

type LinkRequest = { email: string; purpose: Extract<LinkPurpose, 'reset' | 'sign_in'> }

/**
 * Queues a request for an email link. Only the job looks up the address, so for an unknown address, the response and the work are the same.
 * Errors: 429, 503 if email is off.
 */
export async function requestLink(tx: Tx, request: LinkRequest): Promise<void> {
  requireMail(tx)
  await tx.rateLimits.take(tx, 'link', `${request.purpose} ${request.email}`)
  await enqueue(tx, 'mail_link', request satisfies LinkRequest)
}

/** Sends a link if an account with this email address exists and the hourly limit has not been reached. */
export async function mailLink(ctx: Context, { email, purpose }: LinkRequest): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const person = await queries.lockPersonByEmail(tx.db, email)
    if (person && (await waitOf(tx, person, purpose)) === 0) await sendLink(tx, person, purpose, person.email!)
  })
}

/**
 * Queues an email with a link and returns null. After five emails for this purpose to the address within an hour, sends nothing and returns
 * the time when the next email is allowed. The caller must lock the account first.
 */
export const sendLink = (tx: Tx, person: Pick<PersonRow, 'id' | 'name'>, purpose: LinkPurpose, to: string): Promise<Date | null> =>
  mailAccountLink(tx, { accountId: person.id, name: person.name, recipient: to, ...LINK_EMAILS[purpose](tx) }, purpose)

/**
 * Returns the time, in milliseconds, until this email can be sent to the account again; 0 means now. An account without a valid link never
 * waits, and revoked links do not count. Other people cannot lock the owner out by requesting many links, because the owner receives all of
 * them.
 */
export async function waitOf(tx: Tx, { id }: Pick<PersonRow, 'id'>, purpose: LinkPurpose): Promise<number> {
  const now = tx.now().getTime()
  if (!(await queries.hasLink(tx.db, id, purpose, tx.now()))) return 0
  const sent = await queries.countRequestedSince(tx.db, id, purpose, new Date(now - HOUR_MS))
  return sent.length < LINKS_AN_HOUR ? 0 : sent.at(-LINKS_AN_HOUR)!.getTime() + HOUR_MS - now
}

export function requireMail({ config }: Core): void {
  if (config.mail.kind === 'off') throw new ApiError('unavailable', 'This server does not send email. Contact its operator.')
}
