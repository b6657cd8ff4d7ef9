import type { Tx } from '#platform/context/index.ts'
import type { LinkPurpose } from '#identity/email-links/rules.ts'
import type { AccountMailKind, MailKind } from './rules.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import * as queries from './queries.ts'
import type { MailRow } from './queries.ts'

export type QueuedMail = {
  accountId: string
  kind: MailKind | AccountMailKind
  /** Id of the event. Each event causes at most one email. */
  about: string | null
  recipient: string
  subject: string
  body: string
  at?: Date | undefined
  /** Slug of the shop whose name and color the email shows. */
  shop?: string | undefined
  /** Purpose of the link in the body. The link is created when the email is sent. */
  linkFor?: LinkPurpose | null
}

/**
 * Queues an email in the caller's transaction. Emails with a link use `queueLink` instead. Each address receives at most five emails of
 * each kind per hour (spec: completions 12). Further emails wait until the limit permits, and are then combined into one.
 */
export async function queueMail(tx: Tx, { accountId, about, at, shop, linkFor, ...mail }: QueuedMail): Promise<void> {
  const id = tx.newId('mal')
  const row = {
    id,
    account_id: accountId,
    event_id: about,
    ...mail,
    shop_slug: shop ?? null,
    link_for: linkFor ?? null,
    created_at: at ?? tx.now(),
  }
  const isNew = await queries.insertMail(tx.db, row)
  if (!isNew) return
  const from = await tx.rateLimits.mail(tx, mail.kind, mail.recipient)
  if (from === null) return enqueueOnce(tx, 'send_mail', { id }, `mail ${id}`)
  // `rateLimits.mail` holds a lock until the commit, so concurrent callers wait for each other
  const first = await queries.lockDelayedMail(tx.db, { ...mail, link_for: linkFor ?? null }, tx.now())
  if (first) return queries.foldMail(tx.db, id, first)
  await queries.delayMail(tx.db, id, from)
  await tx.rateLimits.mailLater(tx, mail.kind, mail.recipient, from)
}

/**
 * Queues an email with a link and returns null. The link is created when the email is sent. Each address receives at most five emails per
 * hour for each kind of link. Above this limit, queues nothing, because a late link is useless. Returns the time when the next email is
 * allowed.
 */
export async function queueLink(tx: Tx, mail: Omit<QueuedMail, 'kind' | 'about' | 'at'>, linkFor: LinkPurpose): Promise<Date | null> {
  const { accountId, recipient, subject, body } = mail
  const from = await tx.rateLimits.mail(tx, linkFor, recipient)
  if (from !== null) return from
  const id = tx.newId('mal')
  const row = {
    id,
    account_id: accountId,
    kind: linkFor,
    event_id: null,
    recipient,
    subject,
    body,
    link_for: linkFor,
    created_at: tx.now(),
  }
  await queries.insertMail(tx.db, row)
  await enqueueOnce(tx, 'send_mail', { id }, `mail ${id}`)
  return null
}

const MOST_IN_ONE = 50
const BREAK = '\n\n'

/** Merges several emails of the same kind into one, which uses the greeting and the closing lines of the first email. */
export function foldedText(first: MailRow, others: readonly Pick<MailRow, 'subject' | 'body'>[]): Pick<MailRow, 'subject' | 'body'> {
  if (others.length === 0) return first
  const [greeting = '', ...rest] = first.body.split(BREAK)
  const end = rest.findLast((part) => part.startsWith('-- \n'))
  const all = [first, ...others]
  const summaries = all.slice(0, MOST_IN_ONE).map(({ subject, body }) => [`* ${subject}`, ...middleOf(body)].join(BREAK))
  const more = all.length > MOST_IN_ONE ? [`And ${all.length - MOST_IN_ONE} more.`] : []
  const why = `We combined these ${all.length} emails, because they were due at almost the same time.`
  return {
    subject: `${all.length} updates: ${first.subject}`,
    body: [greeting, why, ...summaries, ...more, ...(end === undefined ? [] : [end])].join(BREAK),
  }
}

const middleOf = (body: string): string[] =>
  body
    .split(BREAK)
    .slice(1)
    .filter((part) => !part.startsWith('-- \n'))
