import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
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
 * Takes note that somebody asks for a link by mail, whether or not an account has the address: the answer is the same and so is the
 * work, as nothing is looked up before a job does it. Errors: 429, 503 where the service sends no mail.
 */
export async function requestLink(tx: Tx, asked: LinkRequest): Promise<void> {
  requireMail(tx)
  await tx.rateLimits.take(tx, 'link', `${asked.purpose} ${asked.email}`)
  await enqueue(tx, 'mail_link', asked satisfies LinkRequest)
}

/** Mails the link, where an account has the address and was not sent three in this hour. */
export async function mailLink(ctx: Context, { email, purpose }: LinkRequest): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const person = await queries.lockPersonByEmail(tx.db, email)
    if (person && (await waitOf(tx, person, purpose)) === 0) await sendLink(tx, person, purpose, person.email!)
  })
}

/**
 * Puts the mail with its link into the queue. The account is locked by the caller. Gives null, or, where five of the kind went to
 * this address in the hour, when the next may: then nothing goes.
 */
export const sendLink = (tx: Tx, person: Pick<PersonRow, 'id' | 'name'>, purpose: LinkPurpose, to: string): Promise<Date | null> =>
  mailAccountLink(tx, { accountId: person.id, name: person.name, recipient: to, ...LINK_EMAILS[purpose](tx) }, purpose)

/**
 * How long, in milliseconds, until one more mail of this purpose may go to the account; 0 is now. Nobody waits without a link that works:
 * strangers who ask for many leave its owner the last ones, and where those were taken back, another goes.
 */
export async function waitOf(tx: Tx, { id }: Pick<PersonRow, 'id'>, purpose: LinkPurpose): Promise<number> {
  const now = tx.now().getTime()
  if (!(await queries.hasLink(tx.db, id, purpose, tx.now()))) return 0
  const asked = await queries.askedSince(tx.db, id, purpose, new Date(now - HOUR_MS))
  return asked.length < LINKS_AN_HOUR ? 0 : asked.at(-LINKS_AN_HOUR)!.getTime() + HOUR_MS - now
}

export function requireMail({ config }: Context): void {
  if (config.mail.kind === 'off') throw new ApiError('unavailable', 'This server sends no mail. Write to its operator.')
}
