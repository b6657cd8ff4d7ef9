import type { Context, Core } from '#platform/context/index.ts'
import { withLink } from '#messaging/email-tokens/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { createSlots } from '#platform/jobs/slots.ts'
import * as queries from './queries.ts'
import type { MailRow } from './queries.ts'
import { foldedText } from './queue.ts'
import { isOptional } from './rules.ts'
import { unsubscribeToken, withUnsubscribe } from './unsubscribe.ts'

const MINUTE_MS = 60_000
const RETRIES_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS)
const MAX_TRIES = RETRIES_MS.length + 1

/** Time limit for sending, so that an unresponsive mail server cannot occupy too many job slots. */
const inSlot = createSlots(2)

/**
 * Sends an email if it is still due. Claims the email first, so that two processes never send it at the same time, and sends it outside any
 * transaction. If a process dies before it records success, the next attempt sends the email with the same Message-ID.
 */
export const sendMail = (ctx: Context, { id }: { id: string }): Promise<void> =>
  ctx.config.mail.kind === 'smtp' ? inSlot(() => trySending(ctx, id)) : trySending(ctx, id)

async function trySending(ctx: Context, id: string): Promise<void> {
  const mail = await queries.findMail(ctx.db, id)
  if (mail?.status !== 'waiting') return
  const now = ctx.now()
  if (mail.tries >= MAX_TRIES) return queries.markFailed(ctx.db, id, mail.last_error ?? 'The last attempt did not finish.', true)
  const next = new Date(now.getTime() + (RETRIES_MS[mail.tries] ?? MINUTE_MS))
  if (!(await queries.claimMail(ctx.db, id, mail.tries, now, next))) return
  try {
    const others = await queries.foldedInto(ctx.db, id)
    const { subject, body } = foldedText(mail, others)
    const content = await contentOf(ctx, { ...mail, subject, body })
    if (content === null) return
    await ctx.mail.send({ id, to: mail.recipient, ...content, at: mail.created_at })
    if (others.length > 0) await queries.setText(ctx.db, id, { subject, body })
  } catch (error) {
    const { reason, message } = error as { reason?: string; message: string }
    const last = reason === 'refused' || mail.tries + 1 === MAX_TRIES
    ctx.log.warn(
      { mail: id, kind: mail.kind, tries: mail.tries + 1, why: message },
      last ? 'sending an email failed permanently' : 'sending an email failed and will be retried',
    )
    return queries.markFailed(ctx.db, id, message, last)
  }
  await queries.markSent(ctx.db, id, ctx.now())
}

async function contentOf(ctx: Context, mail: MailRow) {
  const { account_id: accountId, recipient: email, kind, subject, shop_slug: slug } = mail
  const written = await textOf(ctx, mail)
  if (written === null) return null
  const unsubscribe = isOptional(kind) ? ctx.urls.unsubscribe(await unsubscribeToken(ctx, { accountId, kind, email })) : null
  const text = unsubscribe === null ? written : withUnsubscribe(written, unsubscribe)
  const shop = slug === null ? null : ((await queries.findShopTheme(ctx.db, slug)) ?? null)
  const html = ctx.hooks.mailHtml(ctx, { kind, subject, text, shop })
  return { subject, text, html, ...(unsubscribe === null ? {} : { unsubscribe }) }
}

/**
 * Returns the text of an email, or null if its link has been cancelled. Stores the text of emails with links only for the dev mailbox. In
 * all other modes, no table contains the secret of a link.
 */
async function textOf(ctx: Context, mail: MailRow): Promise<string | null> {
  if (mail.link_for === null) return mail.body
  const text = await withLink(ctx, { ...mail, link_for: mail.link_for })
  if (text !== null && ctx.config.mail.kind === 'mailbox') await queries.setBody(ctx.db, mail.id, text)
  return text
}

const AT_ONCE = 100

/** Queues the sending of every due email. */
export async function sendDueMails(ctx: Core): Promise<void> {
  if (ctx.config.mail.kind === 'off') return
  for (const id of await queries.dueMails(ctx.db, ctx.now(), AT_ONCE)) await enqueueOnce(ctx, 'send_mail', { id }, `mail ${id}`)
}
