import type { Child } from '#web/framework/jsx/index.ts'
import { counted } from '#core/format/count.ts'
import { PAY_WITHIN_MS } from '#commerce/orders/rules/order.ts'
import { depositText } from '#commerce/orders/rules/unpaid.ts'
import type { Order } from '#web/framework/page/records.ts'
import { ButtonLink, Notice, Timer } from '#web/ui/index.ts'

/** How long the items stay reserved after the buyer starts a payment, as formatted text. */
export const RESERVED_FOR = counted(PAY_WITHIN_MS / 60_000, 'minute')

type ReservationProps = {
  payBy: string
  now: Date
  /** Beginning of the sentence that ends with `reserved for you`, such as `The item is`. */
  what: string
  /** Message that says whether the buyer was charged, shown when the reservation ends. */
  charged: string
  next: { href: string; label: string }
}

/**
 * Shows how long the items are reserved, to the second. When the reservation ends, a script hides the page's `Reserved` elements, and shows
 * what happened and what the buyer can do next.
 */
export const Reservation = ({ payBy, now, what, charged, next, children }: ReservationProps & { children?: Child }) => (
  <>
    <Reserved>
      <Notice means="warn">
        <span>{what} reserved for you:</span>
        <strong>
          <Timer at={payBy} now={now} />
        </strong>
        {children}
      </Notice>
    </Reserved>
    <div class="stack" data-reserved-over hidden>
      <ReservationEnd charged={charged} next={next} />
    </div>
  </>
)

/** Says that the reservation has ended, and links to the next step. */
export const ReservationEnd = ({ charged, next: { href, label } }: Pick<ReservationProps, 'charged' | 'next'>) => (
  <>
    <Notice means="warn">
      <strong>Your reservation has ended.</strong>
      <span>{charged}</span>
    </Notice>
    <p class="actions">
      <ButtonLink kind="dark" href={href} label={label} />
    </p>
  </>
)

/** Content that is hidden when the reservation ends. */
export const Reserved = ({ children }: { children?: Child }) => (
  <div class="stack" data-reserved>
    {children}
  </div>
)

/** States what an unpaid, expired order cost the buyer. */
export function chargedText(order: Pick<Order, 'payment' | 'deposit' | 'timeline'>): string {
  if (order.payment === 'pending') return 'The payment is not confirmed yet. If it still arrives, you will get a full refund automatically.'
  const deposit = depositText(order)
  return deposit === null ? 'You did not pay in time, and nothing was charged.' : `You did not pay in time. ${deposit}`
}
