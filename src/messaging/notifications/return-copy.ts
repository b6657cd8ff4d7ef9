import { quoteText } from '#core/quoted-name.ts'
import { priceText } from '#core/format/money.ts'
import type { Context } from '#platform/context/index.ts'
import type { Role } from '#platform/context/urls.ts'
import type { ReturnStatus } from '#commerce/orders/rules/return.ts'
import { actionLines } from './action-required.ts'
import { named, quoted } from './copy.ts'
import type { MailCopy } from './index.ts'
import type { OrderNotice } from './records/schema.ts'

type Return = NonNullable<OrderNotice['return']>
type Text = { subject: string; lines: string[] }

/** Returns the email about a step in a return, addressed to the other party. Returns null if the event is not about a return. */
export function returnChanged({ urls }: Context, notice: OrderNotice, role: Role): MailCopy | null {
  if (!notice.return) return null
  const { subject, lines } = TEXTS[notice.return.status](notice, notice.return, role)
  return { subject, lines: [...lines, ...actionLines(notice, role)], link: urls.order(role, notice.id) }
}

const DECIDES = 'A member of our staff decides. The money stays on hold until then.'

/** Returns the sentence about the refunded amount. In a purchase with several orders, shipping is refunded with the last order. */
const backOf = ({ purchase, total, refunded }: OrderNotice): string =>
  purchase ? 'the price of the item' : priceText(total - (refunded ?? 0))

const pays = (payer: Return['payer'], role: Role): string =>
  payer === role ? 'You pay the return shipping.' : `The ${payer} pays the return shipping.`

const parcelOf = ({ tracking }: Return): string[] => {
  const parts = [tracking?.carrier, tracking?.number].filter((part): part is string => Boolean(part))
  return parts.length > 0 ? [`Tracking: ${parts.map((part) => quoteText(part, 120)).join(' ')}`] : []
}

const TEXTS: Readonly<Record<ReturnStatus, (notice: OrderNotice, returned: Return, role: Role) => Text>> = {
  offered: (notice, { payer }, role) => ({
    subject: `Return offered: ${named(notice.listing.title)}`,
    lines:
      role === 'buyer'
        ? [`You can send ${named(notice.listing.title)} back for a full refund of ${backOf(notice)}. ${pays(payer, role)}`]
        : [
            `Our staff offered the buyer of ${named(notice.listing.title)} a return for a full refund of ${backOf(notice)}. ${pays(payer, role)}`,
          ],
  }),
  agreed: ({ listing }, { payer }, role) => ({
    subject: `Return agreed: ${named(listing.title)}`,
    lines: [`The buyer will send ${named(listing.title)} back within 7 days. ${pays(payer, role)} The money stays on hold.`],
  }),
  declined: ({ listing }) => ({
    subject: `Return declined: ${named(listing.title)}`,
    lines: [`The buyer does not want to send ${named(listing.title)} back. ${DECIDES}`],
  }),
  sent: ({ listing }, returned) => ({
    subject: `On its way back: ${named(listing.title)}`,
    lines: [`The buyer sent ${named(listing.title)} back.`, ...parcelOf(returned)],
  }),
  received: (notice) => ({
    subject: `Returned item received: ${named(notice.listing.title)}`,
    lines: [
      `The seller received ${named(notice.listing.title)} and has 3 working days to check it. After that, you will get ${backOf(notice)} back, unless the seller contests the return with photos.`,
    ],
  }),
  contested: ({ listing }, { contest }) => ({
    subject: `Return contested: ${named(listing.title)}`,
    lines: [`The seller contested the return of ${named(listing.title)}:`, ...quoted(contest?.body), DECIDES],
  }),
  expired: ({ listing }, { send_by: sendBy }) => ({
    subject: `Return not completed: ${named(listing.title)}`,
    lines: [
      sendBy
        ? `The buyer did not send ${named(listing.title)} back in time. ${DECIDES}`
        : `The buyer did not respond to the offered return of ${named(listing.title)} in time. ${DECIDES}`,
    ],
  }),
  refunded: ({ listing, refunded }) => ({
    subject: `Refunded: ${named(listing.title)}`,
    lines: [`The seller received ${named(listing.title)}, and you will get a refund${refunded ? ` of ${priceText(refunded)}` : ''}.`],
  }),
  closed: ({ listing }) => ({
    subject: `Return closed: ${named(listing.title)}`,
    lines: [`The order for ${named(listing.title)} is complete, so the return is closed.`],
  }),
}
