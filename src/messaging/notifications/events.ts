import { inTransaction, type Context, type Tx, type Core } from '#platform/context/index.ts'
import type { RecordedEvent } from '#platform/events/index.ts'
import { enqueue } from '#platform/jobs/index.ts'
import type { Role } from '#platform/context/urls.ts'
import { hasPush, type MailKind } from './rules.ts'
import * as queries from './queries.ts'
import {
  AppealNotice,
  ApprovalNotice,
  DecisionNotice,
  InvitationNotice,
  MeasureNotice,
  MessageNotice,
  MoneyNotice,
  OfferNotice,
  OrderNotice,
  ReportNotice,
  ReviewNotice,
  WebhookNotice,
} from './records/schema.ts'
import * as judged from './moderation-copy.ts'
import { guestPurchaseReceipt, guestReceipt } from './guest-receipt.ts'
import { moneyCase } from './payment-exception-copy.ts'
import { sendNotice, sendPushNotice, type MailCopy } from './index.ts'
import { returnChanged } from './return-copy.ts'
import * as copy from './copy.ts'

type Read<T> = { safeParse(object: unknown): { success: true; data: T } | { success: false; error: Error } }
/** `atMs`: time of the event in ms since 1970. Absent from jobs of an earlier release. */
type Event = Pick<RecordedEvent, 'id' | 'accountId' | 'type' | 'object'> & { atMs?: number }
type MailBuilder = { kind: MailKind; build(ctx: Context, event: Event): Promise<MailCopy | null> }

/** Builders of emails to the event's account, by event type. */
const MAIL_BUILDERS: Partial<Record<RecordedEvent['type'], MailBuilder>> = {
  'offer.received': mailBuilder('offer_received', OfferNotice, offerReceived),
  'offer.countered': mailBuilder('counter_received', OfferNotice, copy.counterReceived),
  'invitation.received': mailBuilder('invitation', InvitationNotice, copy.invited),
  'offer.accepted': mailBuilder('offer_accepted', OfferNotice, copy.offerAccepted),
  'offer.declined': mailBuilder('offer_ended', OfferNotice, copy.offerEnded),
  'offer.closed': mailBuilder('offer_ended', OfferNotice, copy.offerEnded),
  'question.asked': mailBuilder('question', MessageNotice, copy.question, agentAnswersFirst),
  'thread.needs_owner': mailBuilder('question', MessageNotice, copy.passedOn),
  'message.answered': mailBuilder('answer', MessageNotice, copy.answer),
  'listing.sold': mailBuilder('sold', OrderNotice, copy.sold),
  'order.paid': { kind: 'receipt', build: receiptOfGuest },
  'order.ship_reminder': mailBuilder('ship_reminder', OrderNotice, copy.shipReminder),
  'order.shipped': mailBuilder('order_shipped', OrderNotice, copy.orderShipped),
  'order.problem': ofOrder('problem', copy.problem),
  'order.problem_answered': ofOrder('problem', copy.problem),
  'order.return_changed': ofOrder('problem', returnChanged),
  'order.cancel_asked': ofOrder('refund', copy.cancelRequested),
  'order.cancelled': ofOrder('refund', copy.cancelled),
  'order.refunded': ofOrder('refund', copy.refunded),
  'payout.sent': mailBuilder('payout', OrderNotice, copy.payout),
  'webhook.switched_off': mailBuilder('webhook_off', WebhookNotice, copy.webhookOff),
  'approval.asked': mailBuilder('approval', ApprovalNotice, copy.approvalRequested),
  'review.created': mailBuilder('review', ReviewNotice, copy.reviewed),
  'review.replied': mailBuilder('review', ReviewNotice, copy.reviewReplied),
  'measure.taken': mailBuilder('measure', MeasureNotice, judged.measureTaken),
  'measure.lifted': mailBuilder('measure', MeasureNotice, judged.measureLifted),
  'appeal.answered': mailBuilder('measure', AppealNotice, judged.appealAnswered),
  'order.decided': mailBuilder('decision', DecisionNotice, judged.decided),
  'money.case': mailBuilder('money', MoneyNotice, moneyCase),
  'report.closed': mailBuilder('report_closed', ReportNotice, judged.reportClosed),
}

/**
 * Queues the job that writes the email about an event. The dispatcher has locked the event and must not wait for the account lock, so the
 * job does.
 */
export async function enqueueNotification(tx: Tx, { id, accountId, type, object, createdAt }: RecordedEvent): Promise<void> {
  const builder = MAIL_BUILDERS[type]
  if (builder && (tx.config.mail.kind !== 'off' || hasPush(builder.kind)))
    await enqueue(tx, 'tell', { id, accountId, type, object, atMs: createdAt.getTime() } satisfies Event)
}

/** Returns true if the negotiator answers this offer. The owner then needs no push notification. */
const helperAnswers = async (tx: Tx, { type, object }: Event): Promise<boolean> =>
  type === 'offer.received' && (await tx.hooks.helperAnswersOffer(tx, (object as { id: string }).id))

/** Writes the email and push notifications for an event once. Logs and skips an event that cannot be parsed. */
export async function notifyOfEvent(ctx: Context, event: Event): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const builder = MAIL_BUILDERS[event.type]
    const mail = await builder?.build(tx, event)
    if (!builder || !mail) return
    const notice = { ...mail, kind: builder.kind, accountId: event.accountId, about: event.id }
    if (!(await helperAnswers(tx, event))) await sendPushNotice(tx, notice)
    // dates the email by its event: jobs run concurrently, and mailboxes sort emails by date
    await sendNotice(tx, event.atMs === undefined ? notice : { ...notice, at: new Date(event.atMs) })
  })
}

/**
 * Builds the receipt for a guest, who can open the order only through the link in it. All orders in a purchase share one receipt. Other
 * buyers find the receipt in their account.
 */
async function receiptOfGuest(ctx: Context, event: Event): Promise<MailCopy | null> {
  if (!(await queries.isGuest(ctx.db, event.accountId))) return null
  const order = readRecord(ctx, event, OrderNotice)
  const purchase = order?.purchase ? await queries.findPurchase(ctx.db, order.purchase) : undefined
  if (!order || (purchase && purchase.orders[0]!.id !== order.id)) return null
  const copy = purchase ? guestPurchaseReceipt(ctx, order, purchase) : guestReceipt(ctx, order)
  return { ...ofShop(order), ...copy }
}

/**
 * Returns true if the shop agent handles a buyer's message before the shop's owner is notified. If the agent forwards the message, the
 * event `thread.needs_owner` notifies the owner.
 */
function agentAnswersFirst(ctx: Context, { id, thread }: MessageNotice): Promise<boolean> {
  return ctx.hooks.helperAnswersMessage(ctx, { threadId: thread, messageId: id })
}

async function offerReceived(ctx: Context, offer: OfferNotice): Promise<MailCopy> {
  return copy.offerReceived(ctx, offer, offer.id ? await ctx.hooks.helperAnswersOffer(ctx, offer.id) : false)
}

function mailBuilder<T>(
  kind: MailKind,
  schema: Read<T>,
  write: (ctx: Context, record: T) => MailCopy | null | Promise<MailCopy | null>,
  unless?: (ctx: Context, record: T) => Promise<boolean>,
): MailBuilder {
  return {
    kind,
    async build(ctx, event) {
      const record = readRecord(ctx, event, schema)
      if (record === null || (await unless?.(ctx, record))) return null
      const written = await write(ctx, record)
      return written && { ...ofShop(record), ...written }
    },
  }
}

function ofShop(record: unknown): { shop?: string } {
  const { shop } = record as { shop?: { slug: string } }
  return shop ? { shop: shop.slug } : {}
}

/** the wording of an email about an order depends on the recipient's role */
function ofOrder(kind: MailKind, write: (ctx: Context, record: OrderNotice, role: Role) => MailCopy | null): MailBuilder {
  return {
    kind,
    async build(ctx, event) {
      const record = readRecord(ctx, event, OrderNotice)
      if (record === null) return null
      const role = (await queries.ownsListing(ctx.db, event.accountId, record.listing.id)) ? 'seller' : 'buyer'
      const written = write(ctx, record, role)
      return written && { ...ofShop(record), ...written }
    },
  }
}

function readRecord<T>(ctx: Core, { id, type, object }: Event, schema: Read<T>): T | null {
  const read = schema.safeParse(object)
  if (read.success) return read.data
  ctx.log.error({ event: id, type, err: read.error }, 'no email sent: reading the event’s record failed')
  return null
}
