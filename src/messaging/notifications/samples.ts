import type { Core } from '#platform/context/index.ts'
import * as copy from './copy.ts'
import type { MailCopy } from './copy.ts'
import * as judged from './moderation-copy.ts'
import { guestCopy } from './guest-copy.ts'
import { guestPurchaseReceipt, guestReceipt } from './guest-receipt.ts'
import { moneyCase } from './payment-exception-copy.ts'
import type { OfferNotice, OrderNotice } from './records/schema.ts'
import type { MailKind } from './rules.ts'

export type SampleMail = MailCopy & { name: string; kind: MailKind }

const HOUR_MS = 3_600_000

/** Returns a sample of each email that reports an event, for previews. The events are fictional. */
export function sampleNotices(ctx: Core): SampleMail[] {
  const after = (hours: number) => new Date(ctx.now().getTime() + hours * HOUR_MS)
  const listing = { id: 'lst_1', title: 'Denim chore jacket', price: 64_00, url: `${ctx.config.publicUrl}/listings/lst_1` }
  const [shop, buyer] = [{ slug: 'corner-finds', name: 'Corner Finds' }, { name: 'Ben' }]
  const offer: OfferNotice = { id: 'off_1', status: 'open', amount: 50_00, note: 'Could you do 50?', listing, shop, buyer, expires_at: after(48) } // prettier-ignore
  const countered = { ...offer, counter: { amount: 58_00, note: 'It is hardly worn.', expires_at: after(24) } }
  const order: OrderNotice = { id: 'ord_1', status: 'paid', payment: 'paid', listing, shop, buyer, total: 70_00, shipping: 6_00, fee: 3_20, refunded: 0, ship_by: after(72) } // prettier-ignore
  const purchase = { id: 'pur_1', total_cents: 118_00, shipping_cents: 6_00, orders: [{ id: 'ord_1', title: listing.title }, { id: 'ord_2', title: 'Brass lamp' }] } // prettier-ignore
  const problem = { reason: 'damaged', body: 'The left cuff has a hole.' }
  const message = { id: 'msg_1', thread: 'thr_1', text: 'Does it run small?', photos: [], listing, shop, buyer }
  const review = { rating: 5, body: 'Just as described.', from: 'Ben', reply: { body: 'Thank you!' }, listing, shop }
  const measure = { kind: 'listing' as const, subject: { name: listing.title }, reason: 'The photos show another item.' }
  const decision = { id: 'ord_1', about: listing.title, decision: 'part' as const, back: 20_00, reason: 'The hole was not described.', side: 'buyer' as const } // prettier-ignore
  const money = { id: 'mcs_1', kind: 'chargeback' as const, what: 'opened' as const, stage: null, about: listing.title, amount: 70_00, order: 'ord_1', due_by: after(120), side: 'operator' as const } // prettier-ignore
  const samples: [name: string, kind: MailKind, copy: MailCopy | null, shop?: string][] = [
    ['offer-received', 'offer_received', copy.offerReceived(ctx, offer, false), shop.slug],
    ['offer-countered', 'counter_received', copy.counterReceived(ctx, countered), shop.slug],
    ['invitation', 'invitation', copy.invited(ctx, { id: 'inv_1', amount: 54_00, note: 'A lower price for you, because you like it.', listing, shop, until: after(48) }), shop.slug], // prettier-ignore
    ['offer-accepted', 'offer_accepted', copy.offerAccepted(ctx, { ...countered, order: 'ord_1' }), shop.slug],
    ['offer-declined', 'offer_ended', copy.offerEnded(ctx, { ...offer, status: 'declined' }), shop.slug],
    ['question', 'question', copy.question(ctx, message), shop.slug],
    ['question-passed-on', 'question', copy.passedOn(ctx, message), shop.slug],
    ['answer', 'answer', copy.answer(ctx, { ...message, text: 'It fits a medium.' }), shop.slug],
    ['sold', 'sold', copy.sold(ctx, order), shop.slug],
    ['guest-receipt', 'receipt', guestCopy(ctx, guestReceipt(ctx, order)), shop.slug],
    ['guest-purchase-receipt', 'receipt', guestCopy(ctx, guestPurchaseReceipt(ctx, order, purchase)), shop.slug],
    ['ship-reminder', 'ship_reminder', copy.shipReminder(ctx, order), shop.slug],
    ['order-shipped', 'order_shipped', copy.orderShipped(ctx, { ...order, tracking: { carrier: 'UPS', number: '1Z999AA10123456784' } }), shop.slug], // prettier-ignore
    ['problem', 'problem', copy.problem(ctx, { ...order, status: 'problem', problem }, 'seller'), shop.slug],
    ['problem-answered', 'problem', copy.problem(ctx, { ...order, status: 'problem', problem: { ...problem, answer: 'Send it back.' } }, 'buyer'), shop.slug], // prettier-ignore
    ['cancel-requested', 'refund', copy.cancelRequested(ctx, { ...order, cancel_by: after(48) }, 'seller'), shop.slug],
    ['cancelled', 'refund', copy.cancelled(ctx, { ...order, status: 'cancelled' }, 'buyer'), shop.slug],
    ['refunded', 'refund', copy.refunded(ctx, { ...order, refunded: 70_00 }, 'buyer'), shop.slug],
    ['payout', 'payout', copy.payout(ctx, order), shop.slug],
    ['webhook-off', 'webhook_off', copy.webhookOff(ctx, { url: 'https://hooks.example/in' })],
    ['approval', 'approval', copy.approvalRequested(ctx, { id: 'apr_1', summary: 'Accept the offer of $50', amount: 50_00, expires_at: after(24) })], // prettier-ignore
    ['review', 'review', copy.reviewed(ctx, review), shop.slug],
    ['review-replied', 'review', copy.reviewReplied(ctx, review), shop.slug],
    ['report-closed', 'report_closed', judged.reportClosed(ctx, { about: listing.title, outcome: 'upheld' })],
    ['moderation', 'measure', judged.measureTaken(ctx, measure)],
    ['moderation-lifted', 'measure', judged.measureLifted(ctx, { ...measure, lifted_reason: 'You replaced the photos.' })],
    ['appeal', 'measure', judged.appealAnswered(ctx, { about: listing.title, answer: 'The photos still show another item.' })],
    ['decision', 'decision', judged.decided(ctx, decision)],
    ['chargeback', 'money', moneyCase(ctx, money)],
  ]
  return samples.flatMap(([name, kind, copy, slug]) => (copy ? [{ name, kind, ...copy, ...(slug ? { shop: slug } : {}) }] : []))
}
