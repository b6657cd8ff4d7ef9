import type { Context, Person, Tx } from '#platform/context/index.ts'
import type { LinkPurpose } from '#identity/email-links/rules.ts'
import { cleanName } from '#core/quoted-name.ts'
import { notFound } from '#platform/errors/index.ts'
import { ALWAYS_NOTIFIED, NOTICE_KINDS, NOTICES, type AccountMailKind, type MailKind, type NoticeKind } from './rules.ts'
import { copyInZone } from './local-times.ts'
import * as queries from './queries.ts'
import type { MailRow } from './queries.ts'
import { queueLink, queueMail } from './queue.ts'
import type { ChangeNotices } from './schema.ts'
import type { MailCopy } from './copy.ts'

export { whenAndBy, notYouHint } from './security-context.ts'
export { when } from './local-times.ts'
export { hostOf, named, type MailCopy } from './copy.ts'

/** Returns the kinds of notification that the account has switched off. */
export const listSwitches = async (ctx: Context, actor: Person): Promise<Set<NoticeKind>> =>
  new Set((await queries.switchedOff(ctx.db, actor.accountId)) as NoticeKind[])

/** Changes the given switches. Returns all kinds that are off. */
export async function changeSwitches(tx: Tx, actor: Person, change: ChangeNotices): Promise<Set<NoticeKind>> {
  for (const kind of NOTICE_KINDS) {
    const enabled = change[kind]
    if (enabled !== undefined) await queries.setSwitch(tx.db, actor.accountId, kind, enabled)
  }
  return listSwitches(tx, actor)
}

export type Notice = MailCopy & {
  accountId: string
  kind: MailKind
  /** Id of the event. One email is sent per event. Null if the caller prevents duplicates. */
  about: string | null
  /** Time of the event. The default is now. */
  at?: Date
}

/**
 * Queues an email in the caller's transaction, so nothing is sent before the commit. Does nothing if the kind is switched off, the account
 * is closed, the event already has an email, or the service sends no email.
 */
export async function sendNotice(tx: Tx, notice: Notice): Promise<void> {
  const { accountId, kind, about, at, link } = notice
  if (tx.config.mail.kind === 'off') return
  const reader = await queries.findReader(tx.db, accountId, kind)
  if (!reader) return
  const { subject, lines } = copyInZone(notice, reader.time_zone)
  const body = [`Hello ${cleanName(reader.name)},`, ...lines, link, footer(tx, kind)].join('\n\n')
  await queueMail(tx, { accountId, kind, about, recipient: reader.email, subject, body, at })
}

/**
 * An email about the account itself, which the user cannot switch off. The recipient is explicit, because the address may be new. `zone` is
 * the account's time zone, if the caller has read it.
 */
export type AccountMail = MailCopy & { accountId: string; name: string; recipient: string; zone?: string | null }

export type AccountCopy = MailCopy & { kind: AccountMailKind }

/** Queues an email about the account itself to its current email address. Does nothing for a closed account, which has no address. */
export async function emailOwner(tx: Tx, accountId: string, words: AccountCopy): Promise<void> {
  const owner = await queries.findOwner(tx.db, accountId)
  if (owner?.email) await emailAccount(tx, { accountId, name: owner.name, recipient: owner.email, zone: owner.time_zone, ...words })
}

/** Queues an email about the account itself in the caller's transaction. Each kind of email has its own hourly limit per address. */
export async function emailAccount(tx: Tx, { kind, ...mail }: AccountMail & AccountCopy): Promise<void> {
  if (tx.config.mail.kind !== 'off') await queueMail(tx, { ...(await written(tx, mail)), kind, about: null })
}

/**
 * Queues an email about the account that contains a link, and returns null. The link is created when the email is sent. At the limit,
 * queues nothing and returns the time at which the next email is allowed.
 */
export const mailAccountLink = async (tx: Tx, mail: AccountMail, linkFor: LinkPurpose): Promise<Date | null> =>
  tx.config.mail.kind === 'off' ? null : queueLink(tx, await written(tx, mail), linkFor)

async function written(tx: Tx, mail: AccountMail) {
  const { accountId, recipient, name, link } = mail
  const zone = mail.zone === undefined ? await queries.readersZone(tx.db, accountId) : mail.zone
  const { subject, lines } = copyInZone(mail, zone)
  return { accountId, recipient, subject, body: [`Hello ${cleanName(name)},`, ...lines, link].join('\n\n') }
}

const footer = (ctx: Context, kind: MailKind): string =>
  kind in ALWAYS_NOTIFIED
    ? '-- \nThis email is about your account, so it cannot be switched off.'
    : `-- \nYou receive this email because the notification "${NOTICES[kind as NoticeKind]}" is on. Turn it off at ${ctx.urls.settings()}`

const SHOWN = 100

/** Returns the latest sent emails of all accounts, for the dev mailbox of local mode only. */
export const readMailbox = async (ctx: Context): Promise<SentMail[]> => (await queries.sentMails(ctx.db, SHOWN)).map(sentOf)

export type SentMail = { id: string; recipient: string; subject: string; body: string; createdAt: Date }

const sentOf = ({ id, recipient, subject, body, created_at }: MailRow): SentMail => ({
  id,
  recipient,
  subject,
  body,
  createdAt: created_at,
})

/** Returns one sent email. Errors: 404. */
export async function readMailboxMail(ctx: Context, id: string): Promise<SentMail> {
  const mail = await queries.findMail(ctx.db, id)
  if (mail?.status !== 'sent') throw notFound('mail')
  return sentOf(mail)
}
