import type { Context } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { cleanName, quoteName, quoteText } from '#core/quoted-name.ts'
import { clipAtWord, codePointLength } from '#core/text.ts'
import type { Role } from '#platform/context/urls.ts'
import { shippingNote, shippingOfRecord, shippingWords } from '#core/shipping.ts'
import { cancelledUnpaid } from '#commerce/orders/rules/unpaid.ts'
import { when } from './local-times.ts'
import type { ApprovalNotice, MessageNotice, OfferNotice, OrderNotice, ReviewNotice, WebhookNotice } from './records/schema.ts'
import { owedBy, owedLines, describeTask } from './action-required.ts'

/** Text of a mail. `lines` are its paragraphs; user text in them went through `quoted` or `named`. */
export type MailCopy = { subject: string; lines: readonly string[]; link: string }

/** Quotes a user's name or title inside our sentence, so that it cannot end the quotes. */
export const named = quoteName

/** Quotes user text with a mark on every line, so that it cannot pass as ours. */
export const quoted = (text: string | null | undefined): string[] => {
  const words = clipped(text?.trim() ?? '', 600)
  return words === ''
    ? []
    : [
        words
          .split(/[\n\p{Zl}\p{Zp}]/u)
          .map((line) => plain(`> ${line}`))
          .join('\n'),
      ]
}

/** Removes characters that hide or reorder text. */
const plain = (line: string): string => line.replaceAll(/[\p{Bidi_Control}\p{Cc}]/gu, '').trimEnd()

const clipped = (text: string, max: number): string => (codePointLength(text) > max ? `${clipAtWord(text, max)} …` : text)

/** `helperAnswers`: the negotiator answers, so the mail asks for nothing. */
export function offerReceived(
  { urls }: Context,
  { amount, note, listing, buyer, expires_at }: OfferNotice,
  helperAnswers: boolean,
): MailCopy {
  return {
    subject: `${priceText(amount)} offered for ${named(listing.title)}`,
    lines: [
      `${named(buyer.name)} offers ${priceText(amount)} for ${named(listing.title)}, which you ask ${priceText(listing.price)} for.`,
      ...quoted(note),
      helperAnswers
        ? 'Your helper answers it within your rules. You can still look at it here:'
        : describeTask({ kind: 'answer_offer', until: expires_at ?? null }),
    ],
    link: urls.offers('seller'),
  }
}

export function counterReceived({ urls }: Context, { amount, counter, listing, shop }: OfferNotice): MailCopy | null {
  if (!counter) return null
  return {
    subject: `${named(shop.name)} answers with ${priceText(counter.amount)} for ${named(listing.title)}`,
    lines: [
      `You offered ${priceText(amount)} for ${named(listing.title)}. ${named(shop.name)} would accept ${priceText(counter.amount)}, and asks ${priceText(listing.price)} now.`,
      ...quoted(counter.note),
      describeTask({ kind: 'answer_counter', until: counter.expires_at ?? null }),
    ],
    link: urls.offers('buyer'),
  }
}

export function offerAccepted({ urls }: Context, { amount, counter, listing, shop, order }: OfferNotice): MailCopy {
  return {
    subject: `Your offer for ${named(listing.title)} is accepted: pay within a day`,
    lines: [
      `${named(shop.name)} accepts ${priceText(Math.min(counter?.amount ?? amount, listing.price))} for ${named(listing.title)}. It is kept for you for 24 hours; pay before they are over.`,
    ],
    link: order ? urls.order('buyer', order) : urls.offers('buyer'),
  }
}

export function offerEnded({ urls }: Context, { amount, status, listing, shop }: OfferNotice): MailCopy {
  const title = named(listing.title)
  return {
    subject: status === 'declined' ? `Your offer for ${title} is turned down` : `No longer for sale: ${title}`,
    lines: [
      status === 'declined'
        ? `${named(shop.name)} does not accept ${priceText(amount)} for ${title}. You are free to offer again.`
        : `${title} is not for sale any more, or takes no offers now, so yours of ${priceText(amount)} is closed.`,
    ],
    link: urls.offers('buyer'),
  }
}

export function question({ urls }: Context, { text, thread, listing, shop, buyer }: MessageNotice): MailCopy {
  const about = named(listing?.title ?? shop.name)
  return {
    subject: `${named(buyer.name)} asks about ${about}`,
    lines: [`${named(buyer.name)} wrote to you about ${about} and waits for your answer.`, ...quoted(text)],
    link: urls.thread('seller', thread),
  }
}

/** Quotes the question that the agent left to the owner. */
export function passedOn({ urls }: Context, { text, thread, listing, shop, buyer }: MessageNotice): MailCopy {
  const about = named(listing?.title ?? shop.name)
  return {
    subject: `${named(buyer.name)} waits for your answer about ${about}`,
    lines: [`${named(buyer.name)} asked something about ${about} that is yours to answer:`, ...quoted(text)],
    link: urls.thread('seller', thread),
  }
}

export function answer({ urls }: Context, { text, thread, listing, shop }: MessageNotice): MailCopy {
  const about = named(listing?.title ?? shop.name)
  return {
    subject: `${named(shop.name)} wrote to you about ${about}`,
    lines: [`There is a new message for you about ${about}.`, ...quoted(text)],
    link: urls.thread('buyer', thread),
  }
}

/** Returns the delivery line, worded as on every page: `Delivery: $6 shipping.` */
function deliveryLine({ shipping = null, pickup, pickup_place }: OrderNotice): string {
  const way = shippingOfRecord({ shipping, pickup: pickup === true, pickup_place })
  return [`Delivery: ${shippingWords(way)}.`, shippingNote(way)].filter((line) => line !== null).join(' ')
}

export function sold({ urls }: Context, told: OrderNotice): MailCopy {
  const { id, listing, buyer, total } = told
  return {
    subject: `Sold for ${priceText(total)}: ${named(listing.title)}`,
    lines: [
      `${named(buyer.name)} bought ${named(listing.title)} and paid ${priceText(total)}. ${deliveryLine(told)}`,
      ...owedLines(told, 'seller'),
    ],
    link: urls.order('seller', id),
  }
}

/** Reminds the seller to ship, or to answer a pending request to cancel. */
export function shipReminder({ urls }: Context, told: OrderNotice): MailCopy {
  const { id, listing, buyer } = told
  const [title, who] = [named(listing.title), named(buyer.name)]
  const asked = owedBy(told, 'seller')?.kind === 'answer_cancelling'
  return {
    subject: asked ? `${who} still asks to cancel ${title}` : `Time to send ${title}`,
    lines: [asked ? `${who} asked to cancel the order of ${title}.` : `${who} waits for ${title}.`, ...owedLines(told, 'seller')],
    link: urls.order('seller', id),
  }
}

export function orderShipped({ urls }: Context, told: OrderNotice): MailCopy {
  const { id, listing, shop, tracking } = told
  const parcel = [tracking?.carrier, tracking?.number].filter((part): part is string => Boolean(part)).map((part) => quoteText(part, 120))
  return {
    subject: `On its way: ${named(listing.title)}`,
    lines: [
      `${named(shop.name)} has sent ${named(listing.title)}.`,
      ...(parcel.length > 0 ? [`Parcel: ${parcel.join(' ')}`] : []),
      ...owedLines(told, 'buyer'),
    ],
    link: urls.order('buyer', id),
  }
}

export function problem({ urls }: Context, told: OrderNotice, role: Role): MailCopy {
  const { id, listing, problem: reported } = told
  const title = named(listing.title)
  // the mail about the chargeback itself has the details (payment-exception-copy.ts)
  if (reported?.reason === 'chargeback' && role === 'seller')
    return {
      subject: `A bank takes the payment for ${title} back`,
      lines: [
        `The buyer’s bank has taken the payment for ${title} back, and decides about it. The money stays where it is until then; what you know of the sale helps us to answer it.`,
      ],
      link: urls.order(role, id),
    }
  return role === 'seller'
    ? {
        subject: `A problem with ${title}`,
        lines: [
          `The buyer of ${title} reports a problem${reported?.reason ? ` (${cleanName(reported.reason.replaceAll('_', ' '))})` : ''}. The money stays where it is until this is settled.`,
          ...quoted(reported?.body),
          ...owedLines(told, role),
        ],
        link: urls.order(role, id),
      }
    : {
        subject: `An answer about ${title}`,
        lines: [`The problem you reported with ${title} has an answer.`, ...quoted(reported?.answer), ...owedLines(told, role)],
        link: urls.order(role, id),
      }
}

export function cancelAsked({ urls }: Context, told: OrderNotice, role: Role): MailCopy {
  const { id, listing, buyer } = told
  return {
    subject: `${named(buyer.name)} asks to cancel ${named(listing.title)}`,
    lines: [`${named(buyer.name)} would like to cancel the order of ${named(listing.title)}.`, ...owedLines(told, role)],
    link: urls.order(role, id),
  }
}

export function cancelled({ urls }: Context, { id, listing, payment, deposit, timeline }: OrderNotice, role: Role): MailCopy {
  const unpaid = payment ? cancelledUnpaid({ payment, deposit: deposit ?? 0, timeline: timeline ?? [] }) : null
  return {
    subject: `Cancelled: ${named(listing.title)}`,
    lines: [`The order of ${named(listing.title)} is cancelled${unpaid ?? '. Whatever was paid for it goes back to the buyer.'}`],
    link: urls.order(role, id),
  }
}

export function refunded({ urls }: Context, { id, listing, refunded: back }: OrderNotice, role: Role): MailCopy {
  return {
    subject: `Refunded: ${named(listing.title)}`,
    lines: [`${back ? priceText(back) : 'Money'} of the order of ${named(listing.title)} goes back to the buyer.`],
    link: urls.order(role, id),
  }
}

export function payout({ urls }: Context, { listing, total, fee, refunded: back }: OrderNotice): MailCopy {
  return {
    subject: `Money for ${named(listing.title)} is on its way to you`,
    lines: [
      `The order of ${named(listing.title)} is finished, and your money for it was sent.`,
      [`Paid: ${priceText(total)}`, fee ? `Fee: ${priceText(fee)}` : '', back ? `Given back: ${priceText(back)}` : '']
        .filter(Boolean)
        .join('\n'),
    ],
    link: urls.payouts(),
  }
}

/** Returns only the host of a webhook, because the rest may be the receiver's secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'your address')

export function webhookOff({ urls }: Context, { url }: WebhookNotice): MailCopy {
  const host = hostOf(url)
  return {
    subject: 'Your webhook is switched off',
    lines: [
      `Every delivery to ${host} has failed for three days, so your webhook is switched off. No event is lost: they can be read for 30 days.`,
      'Mend the receiver, then switch it on again:',
    ],
    link: urls.developers(),
  }
}

export function approvalAsked({ urls }: Context, { id, summary, amount, expires_at }: ApprovalNotice): MailCopy {
  return {
    subject: `An agent asks: ${cleanName(summary)}`,
    lines: [
      'An agent with a key of yours wants to do this and may not without your yes:',
      ...quoted(summary),
      ...(amount ? [`It is about ${priceText(amount)}.`] : []),
      `Nothing happens unless you approve by ${when(expires_at)}:`,
    ],
    link: urls.approval(id),
  }
}

export function reviewed(_ctx: Context, { rating, body, from, listing }: ReviewNotice): MailCopy {
  return {
    subject: `${rating} of 5 for ${named(listing.title)}`,
    lines: [`${named(from ?? 'A buyer')} gives ${rating} of 5 for ${named(listing.title)}.`, ...quoted(body), 'You can answer once:'],
    link: listing.url,
  }
}

export function reviewReplied(_ctx: Context, { reply, listing, shop }: ReviewNotice): MailCopy {
  return {
    subject: `${named(shop.name)} answers your review`,
    lines: [`${named(shop.name)} answers what you wrote about ${named(listing.title)}.`, ...quoted(reply?.body)],
    link: listing.url,
  }
}
