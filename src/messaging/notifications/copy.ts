import { textAndPhotos } from '#messaging/threads/rules/photos.ts'
import type { Core } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { cleanName, quoteName, quoteText } from '#core/quoted-name.ts'
import { clipAtWord, codePointLength } from '#core/text.ts'
import type { Role } from '#platform/context/urls.ts'
import { shippingNote, shippingOfRecord, shippingText } from '#core/shipping.ts'
import { cancelledUnpaid } from '#commerce/orders/rules/unpaid.ts'
import { when } from './local-times.ts'
import type {
  ApprovalNotice,
  InvitationNotice,
  MessageNotice,
  OfferNotice,
  OrderNotice,
  ReviewNotice,
  WebhookNotice,
} from './records/schema.ts'
import { actionsRequiredOf, actionLines, describeTask } from './action-required.ts'

/** Content of an email. `lines`: its paragraphs. Users' text in them is escaped with `quoted` or `named`. */
export type MailCopy = {
  subject: string
  lines: readonly string[]
  link: string
  /** Slug of the shop whose name and color the email shows. */
  shop?: string
}

/** Quotes a user's name or title inside our sentence. The text cannot contain a closing quotation mark. */
export const named = quoteName

/** Quotes text written by users: puts `>` before each line, so that recipients cannot mistake the text for ours. */
export const quoted = (text: string | null | undefined): string[] => {
  const quote = clipped(text?.trim() ?? '', 600)
  return quote === ''
    ? []
    : [
        quote
          .split(/[\n\p{Zl}\p{Zp}]/u)
          .map((line) => plain(`> ${line}`))
          .join('\n'),
      ]
}

/** Removes control characters, and characters that change the display order of text. */
const plain = (line: string): string => line.replaceAll(/[\p{Bidi_Control}\p{Cc}]/gu, '').trimEnd()

const clipped = (text: string, max: number): string => (codePointLength(text) > max ? `${clipAtWord(text, max)} …` : text)

/**
 * Returns the email about a new offer. If `helperAnswers` is true, the email does not request an answer, because the negotiator will
 * respond.
 */
export function offerReceived({ urls }: Core, { amount, note, listing, buyer, expires_at }: OfferNotice, helperAnswers: boolean): MailCopy {
  return {
    subject: `New offer for ${named(listing.title)}: ${priceText(amount)}`,
    lines: [
      `${named(buyer.name)} offers ${priceText(amount)} for ${named(listing.title)}. Your price is ${priceText(listing.price)}.`,
      ...quoted(note),
      helperAnswers
        ? 'Your helper will answer the offer according to your rules. You can see it here:'
        : describeTask({ kind: 'answer_offer', until: expires_at ?? null }),
    ],
    link: urls.offers('seller'),
  }
}

export function counterReceived({ urls }: Core, { amount, counter, listing, shop }: OfferNotice): MailCopy | null {
  if (!counter) return null
  return {
    subject: `${named(shop.name)} counters with ${priceText(counter.amount)} for ${named(listing.title)}`,
    lines: [
      `You offered ${priceText(amount)} for ${named(listing.title)}. ${named(shop.name)} would accept ${priceText(counter.amount)}. The listed price is now ${priceText(listing.price)}.`,
      ...quoted(counter.note),
      describeTask({ kind: 'answer_counter', until: counter.expires_at ?? null }),
    ],
    link: urls.offers('buyer'),
  }
}

/** Returns the email about an invitation. It must still be true if someone else has bought the item when the email arrives. */
export function invited({ urls }: Core, { amount, note, listing, shop, until }: InvitationNotice): MailCopy {
  const title = named(listing.title)
  return {
    subject: `${named(shop.name)} offers you ${title} for ${priceText(amount)}`,
    lines: [
      `You like ${title}. ${named(shop.name)} offers it to you for ${priceText(amount)}${listing.price === null ? '' : ` instead of ${priceText(listing.price)}`}.`,
      ...quoted(note),
      `The first invited person to accept gets the item. The invitation is open until ${when(until)}:`,
    ],
    link: urls.offers('buyer'),
  }
}

export function offerAccepted({ urls }: Core, { amount, counter, listing, shop, order }: OfferNotice): MailCopy {
  return {
    subject: `Offer accepted: pay for ${named(listing.title)} within 24 hours`,
    lines: [
      `${named(shop.name)} accepts ${priceText(Math.min(counter?.amount ?? amount, listing.price))} for ${named(listing.title)}. The item is reserved for you for 24 hours. Please pay within that time.`,
    ],
    link: order ? urls.order('buyer', order) : urls.offers('buyer'),
  }
}

export function offerEnded({ urls }: Core, { amount, status, closed_reason, listing, shop }: OfferNotice): MailCopy {
  const title = named(listing.title)
  return {
    subject: status === 'declined' ? `Your offer for ${title} was declined` : `Your offer for ${title} was closed`,
    lines: [
      status === 'declined'
        ? `${named(shop.name)} declined your offer of ${priceText(amount)} for ${title}. You can make another offer.`
        : closed_reason === 'unavailable'
          ? `Your offer of ${priceText(amount)} for ${title} was closed.`
          : `${title} is no longer for sale or no longer accepts offers, so your offer of ${priceText(amount)} was closed.`,
    ],
    link: urls.offers('buyer'),
  }
}

export function question({ urls }: Core, { text, photos, thread, listing, shop, buyer }: MessageNotice): MailCopy {
  const about = named(listing?.title ?? shop.name)
  return {
    subject: `${named(buyer.name)} asks about ${about}`,
    lines: [
      `${named(buyer.name)} wrote to you about ${about} and is waiting for your answer.`,
      ...quoted(textAndPhotos(text, photos.length)),
    ],
    link: urls.thread('seller', thread),
  }
}

/** Returns the email with a question that the shop agent forwarded to the owner. */
export function passedOn({ urls }: Core, { text, photos, thread, listing, shop, buyer }: MessageNotice): MailCopy {
  const about = named(listing?.title ?? shop.name)
  return {
    subject: `${named(buyer.name)} needs your answer about ${about}`,
    lines: [`${named(buyer.name)} asked something about ${about} that only you can answer:`, ...quoted(textAndPhotos(text, photos.length))],
    link: urls.thread('seller', thread),
  }
}

export function answer({ urls }: Core, { text, photos, thread, listing, shop }: MessageNotice): MailCopy {
  const about = named(listing?.title ?? shop.name)
  return {
    subject: `${named(shop.name)} wrote to you about ${about}`,
    lines: [`You have a new message about ${about}.`, ...quoted(textAndPhotos(text, photos.length))],
    link: urls.thread('buyer', thread),
  }
}

/** Returns the line about delivery, with the same wording as on every page: `Delivery: $6 shipping.` */
export function deliveryLine({ shipping = null, pickup, pickup_place }: OrderNotice): string {
  const delivery = shippingOfRecord({ shipping, pickup: pickup === true, pickup_place })
  return [`Delivery: ${shippingText(delivery)}.`, shippingNote(delivery)].filter((line) => line !== null).join(' ')
}

export function sold({ urls }: Core, notice: OrderNotice): MailCopy {
  const { id, listing, buyer, total } = notice
  return {
    subject: `Sold for ${priceText(total)}: ${named(listing.title)}`,
    lines: [
      `${named(buyer.name)} bought ${named(listing.title)} and paid ${priceText(total)}. ${deliveryLine(notice)}`,
      ...actionLines(notice, 'seller'),
    ],
    link: urls.order('seller', id),
  }
}

/** Returns the email that reminds the seller to ship, or to respond to a cancellation request. */
export function shipReminder({ urls }: Core, notice: OrderNotice): MailCopy {
  const { id, listing, buyer } = notice
  const [title, who] = [named(listing.title), named(buyer.name)]
  const asksToCancel = actionsRequiredOf(notice, 'seller')?.kind === 'answer_cancelling'
  return {
    subject: asksToCancel ? `Reminder: ${who} asked to cancel ${title}` : `Reminder: ship ${title}`,
    lines: [
      asksToCancel ? `${who} wants to cancel the order for ${title}.` : `${who} is waiting for ${title}.`,
      ...actionLines(notice, 'seller'),
    ],
    link: urls.order('seller', id),
  }
}

export function orderShipped({ urls }: Core, notice: OrderNotice): MailCopy {
  const { id, listing, shop, tracking } = notice
  const parcel = [tracking?.carrier, tracking?.number].filter((part): part is string => Boolean(part)).map((part) => quoteText(part, 120))
  return {
    subject: `Shipped: ${named(listing.title)}`,
    lines: [
      `${named(shop.name)} shipped ${named(listing.title)}.`,
      ...(parcel.length > 0 ? [`Tracking: ${parcel.join(' ')}`] : []),
      ...actionLines(notice, 'buyer'),
    ],
    link: urls.order('buyer', id),
  }
}

export function problem({ urls }: Core, notice: OrderNotice, role: Role): MailCopy {
  const { id, listing, problem: reported } = notice
  const title = named(listing.title)
  // omits the details, which are in the email about the chargeback itself (payment-exception-copy.ts)
  if (reported?.reason === 'chargeback' && role === 'seller')
    return {
      subject: `The buyer’s bank reversed the payment for ${title}`,
      lines: [
        `The buyer’s bank has reversed the payment for ${title} and will decide the dispute. The money stays on hold until then. Tell us about the sale to help us answer the bank.`,
      ],
      link: urls.order(role, id),
    }
  return role === 'seller'
    ? {
        subject: `Problem reported: ${title}`,
        lines: [
          `The buyer of ${title} reported a problem${reported?.reason ? ` (${cleanName(reported.reason.replaceAll('_', ' '))})` : ''}. The money is held until the problem is resolved.`,
          ...quoted(reported?.body),
          ...actionLines(notice, role),
        ],
        link: urls.order(role, id),
      }
    : {
        subject: `Answer to your problem report: ${title}`,
        lines: [`The seller answered your problem report about ${title}.`, ...quoted(reported?.answer), ...actionLines(notice, role)],
        link: urls.order(role, id),
      }
}

export function cancelRequested({ urls }: Core, notice: OrderNotice, role: Role): MailCopy {
  const { id, listing, buyer } = notice
  return {
    subject: `${named(buyer.name)} asked to cancel ${named(listing.title)}`,
    lines: [`${named(buyer.name)} would like to cancel the order for ${named(listing.title)}.`, ...actionLines(notice, role)],
    link: urls.order(role, id),
  }
}

export function cancelled({ urls }: Core, { id, listing, payment, deposit, timeline }: OrderNotice, role: Role): MailCopy {
  const unpaid = payment ? cancelledUnpaid({ payment, deposit: deposit ?? 0, timeline: timeline ?? [] }) : null
  return {
    subject: `Cancelled: ${named(listing.title)}`,
    lines: [`The order for ${named(listing.title)} is cancelled${unpaid ?? '. Any payment for it goes back to the buyer.'}`],
    link: urls.order(role, id),
  }
}

export function refunded({ urls }: Core, { id, listing, refunded: back }: OrderNotice, role: Role): MailCopy {
  return {
    subject: `Refunded: ${named(listing.title)}`,
    lines: [`The buyer gets a refund${back ? ` of ${priceText(back)}` : ''} for ${named(listing.title)}.`],
    link: urls.order(role, id),
  }
}

export function payout({ urls }: Core, { listing, total, fee, refunded: back }: OrderNotice): MailCopy {
  return {
    subject: `Your payout for ${named(listing.title)} is on its way`,
    lines: [
      `The order for ${named(listing.title)} is complete, and we have sent your payout.`,
      [`Paid: ${priceText(total)}`, fee ? `Fee: ${priceText(fee)}` : '', back ? `Refunded: ${priceText(back)}` : '']
        .filter(Boolean)
        .join('\n'),
    ],
    link: urls.payouts(),
  }
}

/** Returns only the host of a webhook URL, because the rest may contain a secret of the receiver. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'your address')

export function webhookOff({ urls }: Core, { url }: WebhookNotice): MailCopy {
  const host = hostOf(url)
  return {
    subject: 'Your webhook is switched off',
    lines: [
      `Every delivery to ${host} has failed for three days, so we switched your webhook off. No events are lost: you can read them for 30 days.`,
      'Fix the receiver, then switch the webhook on again:',
    ],
    link: urls.developers(),
  }
}

export function approvalRequested({ urls }: Core, { id, summary, amount, expires_at }: ApprovalNotice): MailCopy {
  return {
    subject: `An agent needs your approval: ${cleanName(summary)}`,
    lines: [
      'An agent with one of your keys needs your approval for this:',
      ...quoted(summary),
      ...(amount ? [`Amount: ${priceText(amount)}.`] : []),
      `Nothing happens unless you approve by ${when(expires_at)}:`,
    ],
    link: urls.approval(id),
  }
}

export function reviewed(_ctx: Core, { rating, body, from, listing }: ReviewNotice): MailCopy {
  return {
    subject: `New review of ${named(listing.title)}: ${rating} of 5`,
    lines: [`${named(from ?? 'A buyer')} rated ${named(listing.title)} ${rating} out of 5.`, ...quoted(body), 'You can reply once:'],
    link: listing.url,
  }
}

export function reviewReplied(_ctx: Core, { reply, listing, shop }: ReviewNotice): MailCopy {
  return {
    subject: `${named(shop.name)} replied to your review`,
    lines: [`${named(shop.name)} replied to your review of ${named(listing.title)}.`, ...quoted(reply?.body)],
    link: listing.url,
  }
}
