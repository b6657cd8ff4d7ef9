import type { Person, Tx, Core } from '#platform/context/index.ts'
import type { LinkPurpose } from '#identity/email-links/rules.ts'
import { cleanName } from '#core/quoted-name.ts'
import { notFound } from '#platform/errors/index.ts'
import { queuePushes } from '#messaging/push/index.ts'
import {
  hasPush,
  isOptional,
  isRequiredNotice,
  NOTICE_KINDS,
  PUSH_KINDS,
  titleOf,
  type AccountMailKind,
  type MailKind,
  type NoticeKind,
} from './rules.ts'
import { copyInZone } from './local-times.ts'
import * as queries from './queries.ts'
import type { Channels, MailRow } from './queries.ts'
import { queueLink, queueMail } from './queue.ts'
import { guestCopy, withoutMark } from './guest-copy.ts'
import type { ChangeNotices } from './schema.ts'
import type { MailCopy } from './copy.ts'

export type { Channels } from './queries.ts'
export { whenAndBy, notYouHint } from './security-context.ts'
export { findSubscription, setSubscription, withUnsubscribe, type Subscription } from './unsubscribe.ts'
export { when } from './local-times.ts'
export { hostOf, named, type MailCopy } from './copy.ts'

/** Returns the kinds of notification that the account has switched off, separately for emails and push notifications. */
export type SwitchedOff = { mail: ReadonlySet<string>; push: ReadonlySet<string> }

export async function listSwitches(ctx: Core, actor: Person): Promise<SwitchedOff> {
  const rows = await queries.listSwitches(ctx.db, actor.accountId)
  const offIn = (channel: 'enabled' | 'push') => new Set(rows.filter((row) => !row[channel]).map(({ kind }) => kind))
  return { mail: offIn('enabled'), push: offIn('push') }
}

/** Changes the given switches. Returns all kinds of notification that are switched off. */
export async function changeSwitches(tx: Tx, actor: Person, change: ChangeNotices): Promise<SwitchedOff> {
  for (const kind of NOTICE_KINDS) {
    const enabled = change[kind]
    if (enabled !== undefined) await queries.setSwitch(tx.db, actor.accountId, kind, { enabled })
  }
  for (const kind of PUSH_KINDS) {
    const push = change.push?.[kind]
    if (push !== undefined) await queries.setSwitch(tx.db, actor.accountId, kind, { push })
  }
  return listSwitches(tx, actor)
}

/**
 * Returns two flags: `mail` is true if the account gets this kind of notification by email; `push` is true if it gets it as a push
 * notification. Both are false for a closed account.
 */
export async function listChannels(ctx: Core, accountId: string, kind: NoticeKind): Promise<Channels> {
  const { mail, push } = (await queries.findChannels(ctx.db, accountId, kind)) ?? { mail: false, push: false }
  return { mail: mail && ctx.config.mail.kind !== 'off', push }
}

export type Notice = MailCopy & {
  accountId: string
  kind: MailKind
  /** Id of the event. Each event causes at most one email. Null if the caller prevents duplicates. */
  about: string | null
  /** Time of the event. Defaults to the current time. */
  at?: Date
}

/**
 * Queues an email in the caller's transaction, so that nothing is sent before the commit. Does nothing if this kind is switched off, the
 * account is closed, the event already has an email, or the service sends no email.
 */
export async function sendNotice(tx: Tx, notice: Notice): Promise<void> {
  const { accountId, kind, about, at, shop } = notice
  if (tx.config.mail.kind === 'off') return
  const reader = await queries.findReader(tx.db, accountId, kind)
  if (!reader) return
  const { email: recipient, name, time_zone: zone, is_guest: isGuest } = reader
  const letter = isGuest ? { ...guestCopy(tx, notice), reader: withoutMark(name), kind: null } : { ...notice, reader: name }
  const { subject, body } = mailBody(tx, { ...letter, zone })
  await queueMail(tx, { accountId, kind, about, recipient, subject, body, at, shop, linkFor: isGuest ? 'guest' : null })
}

/**
 * In the caller's transaction, queues a push notification for each of the account's browsers: at most one per browser and `about`. Does
 * nothing if this kind has no push notifications, or if the account has switched them off.
 */
export async function sendPushNotice(tx: Tx, notice: Notice & { about: string }): Promise<void> {
  const { accountId, kind } = notice
  if (!hasPush(kind) || (isOptional(kind) && (await queries.isPushOff(tx.db, accountId, kind)))) return
  await queuePushes(tx, copyInZone(notice, await queries.readersZone(tx.db, accountId)))
}

/**
 * Email about the account itself, which the user cannot switch off. The caller passes the recipient, because the address may be new.
 * `zone`: the account's time zone, if the caller has read it.
 */
export type AccountMail = MailCopy & { accountId: string; name: string; recipient: string; zone?: string | null }

export type AccountCopy = MailCopy & { kind: AccountMailKind }

/** Queues an email about the account itself to its current email address. Does nothing for a closed account, which has no address. */
export async function emailOwner(tx: Tx, accountId: string, copy: AccountCopy): Promise<void> {
  const owner = await queries.findOwner(tx.db, accountId)
  if (owner?.email) await emailAccount(tx, { accountId, name: owner.name, recipient: owner.email, zone: owner.time_zone, ...copy })
}

/** In the caller's transaction, queues an email about the account itself. The hourly limit applies per address and kind of email. */
export async function emailAccount(tx: Tx, { kind, ...mail }: AccountMail & AccountCopy): Promise<void> {
  if (tx.config.mail.kind !== 'off') await queueMail(tx, { ...(await written(tx, mail)), kind, about: null })
}

/**
 * Queues an email about the account with a link, and returns null. The link is created when the email is sent. If the rate limit is
 * reached, queues nothing and returns the time when the next email is allowed.
 */
export const mailAccountLink = async (tx: Tx, mail: AccountMail, linkFor: LinkPurpose): Promise<Date | null> =>
  tx.config.mail.kind === 'off' ? null : queueLink(tx, await written(tx, mail), linkFor)

async function written(tx: Tx, { accountId, recipient, name, ...mail }: AccountMail) {
  const zone = mail.zone === undefined ? await queries.readersZone(tx.db, accountId) : mail.zone
  return { accountId, recipient, ...mailBody(tx, { ...mail, reader: name, zone, kind: null }) }
}

export type Letter = MailCopy & { reader: string; zone: string | null; kind: string | null }

/** Returns the subject and the full body of an email. Its closing lines name the setting that controls this kind of email. */
export function mailBody(ctx: Core, { reader, zone, kind, link, ...copy }: Letter): { subject: string; body: string } {
  const { subject, lines } = copyInZone(copy, zone)
  return { subject, body: [`Hello ${cleanName(reader)},`, ...lines, link, ...endOf(ctx, kind)].join('\n\n') }
}

/** Emails about the account itself have no closing lines; all others do. */
function endOf(ctx: Core, kind: string | null): string[] {
  if (kind !== null && isRequiredNotice(kind)) return ['-- \nThis email is about your account, so it cannot be switched off.']
  if (kind === null || !isOptional(kind)) return []
  return [`-- \nYou receive this email because the notification "${titleOf(kind)}" is on. Turn it off at ${ctx.urls.settings()}`]
}

const SHOWN = 100

/** Returns the emails that were sent last, to any account. Only for the dev mailbox in local mode. */
export const readMailbox = async (ctx: Core): Promise<SentMail[]> => (await queries.sentMails(ctx.db, SHOWN)).map(sentOf)

export type SentMail = { id: string; recipient: string; subject: string; body: string; createdAt: Date }

const sentOf = ({ id, recipient, subject, body, created_at }: MailRow): SentMail => ({
  id,
  recipient,
  subject,
  body,
  createdAt: created_at,
})

/** Returns one sent email. Errors: 404 if there is no such email. */
export async function readMailboxMail(ctx: Core, id: string): Promise<SentMail> {
  const mail = await queries.findMail(ctx.db, id)
  if (mail?.status !== 'sent') throw notFound('mail')
  return sentOf(mail)
}
