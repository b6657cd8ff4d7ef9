import type { Context } from '#platform/context/index.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { anonymousCaller, type Call } from '#web/framework/answer.ts'
import { shippingCentsOf } from '#core/shipping.ts'
import { dollarsText, priceText } from '#web/framework/format.ts'
import { waitingIntent } from '#web/framework/intent.ts'
import { typedAmount } from '#web/framework/page/index.ts'
import { ListedItem, Price } from '#web/buyer/item-row.tsx'

/** The reason why a page asks for an account. `action` completes the heading "Sign up or sign in to". */
export type Reason = { action: string; why: string; card: Card | undefined }

type Copy = Pick<Reason, 'action' | 'why'>

/** Reasons for pages about one listing, by the first segment of the path to return to. */
const OF_LISTING: Readonly<Record<string, Copy>> = {
  offer: {
    action: 'make an offer',
    why: 'You will get the seller’s answer in your account. If the seller accepts, the item is reserved for you.',
  },
  ask: { action: 'ask a question', why: 'The seller’s answer will appear in your account, and you will also get it by email.' },
  checkout: {
    action: 'buy this item',
    why: 'Your account is where you find the receipt, track the delivery and report a problem. Next, you will go to the checkout.',
  },
  hold: {
    action: 'hold this item',
    why: 'The seller holds the item for your account. Next, you will read the terms and pay the deposit.',
  },
  like: { action: 'like this item', why: 'With an account, you see your likes on all your devices.' },
}

/** Reasons for pages that are not about a single listing, by the first segment of the path to return to. */
const OTHERS: Readonly<Record<string, Copy>> = {
  bundle: {
    action: 'buy several items together',
    why: 'You will find the receipts and the delivery status in your account. Next, you will choose the items and pay for all of them at once.',
  },
  bag: {
    action: 'buy the items in your bag',
    why: 'You will find the receipts and the delivery status in your account. Next, you will see your bag again and can pay for all items at once.',
  },
  report: { action: 'send a report', why: 'Reports need an account, which prevents most false reports. An operator reads every report.' },
  block: { action: 'block this person', why: 'The people you block are listed in your account, where you can also unblock them.' },
  follow: { action: 'follow this shop', why: 'New items from the shops that you follow appear in your account.' },
  app: { action: 'sell', why: 'You manage your shop, your listings and your payouts in your account. An account is free.' },
}

/**
 * Returns the reason to sign in before opening the page at `returnTo`, or null for a page that needs no explanation. The reason mentions
 * data that this browser has already sent, such as the amount of an offer.
 */
export async function reasonFor(ctx: Context, c: Call, returnTo: string): Promise<Reason | null> {
  const [, kind = '', id = ''] = /^\/([a-z]+)(?:\/([^/?#]+))?/.exec(returnTo) ?? []
  const copy = Object.hasOwn(OF_LISTING, kind) && id !== '' ? OF_LISTING[kind]! : null
  if (!copy) return Object.hasOwn(OTHERS, kind) ? { ...OTHERS[kind]!, ...bundleCopy(ctx, kind), card: undefined } : null
  const [[card], intent] = await Promise.all([market.visibleCards(ctx, anonymousCaller(c), [id]), waitingIntent(ctx, c)])
  const fields = intent?.path === returnTo ? intent.fields : null
  const why = kind === 'checkout' && card ? guestCopy(ctx, card) : null
  return { ...copy, ...why, ...(fields && sentCopy(kind, fields)), card }
}

function guestCopy({ settings }: Context, { priceCents, shipping }: Card): Pick<Copy, 'why'> | null {
  const { guestLimitCents } = settings.current()
  if (guestLimitCents === 0 || (priceCents ?? 0) + (shippingCentsOf(shipping) ?? 0) <= guestLimitCents) return null
  return {
    why: `Purchases above ${priceText(guestLimitCents)} need an account, where you will find the receipt and the delivery status. Next, you will go to the checkout.`,
  }
}

function bundleCopy({ settings }: Context, kind: string): Pick<Copy, 'why'> | null {
  const { guestLimitCents } = settings.current()
  if (guestLimitCents === 0 || (kind !== 'bundle' && kind !== 'bag')) return null
  return {
    why: `Purchases above ${priceText(guestLimitCents)} need an account, where you will find the receipts and the delivery status. Next, you will see your items again and can pay for all of them at once.`,
  }
}

/** Returns the reason to sign in, for a user who has already submitted a form. */
function sentCopy(kind: string, fields: Readonly<Record<string, string>>): Copy | null {
  if (kind === 'ask')
    return { action: 'send your question', why: 'You will get the answer in your account. We will send your question as you wrote it.' }
  if (kind !== 'offer') return null
  return {
    action: `send your offer of ${dollarsText(Number(typedAmount(fields['amount'])))}`,
    why: 'You will get the seller’s answer in your account. We will send your offer as you wrote it. You do not have to pay unless the seller accepts.',
  }
}

/** Heading for a sign-in page that gives a reason. */
export const reasonTitle = ({ action }: Reason): string => `Sign up or sign in to ${action}`

/** Explains why the page asks for an account, and shows the item. */
export const ReasonPart = ({ ctx, reason: { why, card } }: { ctx: Context; reason: Reason }) => (
  <>
    <p class="lead">{why}</p>
    {card ? (
      <ListedItem ctx={ctx} card={card}>
        <Price of={card} />
      </ListedItem>
    ) : null}
  </>
)
