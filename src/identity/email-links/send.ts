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
 * Queues a request for an email link. The address is looked up only in the job, so the response and the work are the same for an unknown
 * address. Errors: 429, 503 if email is off.
 */
export async function requestLink(tx: Tx, request: LinkRequest): Promise<void> {
  requireMail(tx)
  await tx.rateLimits.take(tx, 'link', `${request.purpose} ${request.email}`)
  await enqueue(tx, 'mail_link', request satisfies LinkRequest)
}

/** Sends the link if an account has this email address and the hourly limit permits. */
export async function mailLink(ctx: Context, { email, purpose }: LinkRequest): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const person = await queries.lockPersonByEmail(tx.db, email)
    if (person && (await waitOf(tx, person, purpose)) === 0) await sendLink(tx, person, purpose, person.email!)
  })
}

/**
 * Queues the email with its link and returns null. If the address has received five emails for this purpose within an hour, sends nothing
 * and returns the time when the next email is allowed. The caller must have locked the account.
 */
export const sendLink = (tx: Tx, person: Pick<PersonRow, 'id' | 'name'>, purpose: LinkPurpose, to: string): Promise<Date | null> =>
  mailAccountLink(tx, { accountId: person.id, name: person.name, recipient: to, ...LINK_EMAILS[purpose](tx) }, purpose)

/**
 * Returns the milliseconds until the account may get another email for this purpose, or 0 if it may get one now. An account without a valid
 * link never waits, and revoked links do not count. Even if other people request many links, they cannot lock out the owner, because the
 * owner receives all of these links.
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
