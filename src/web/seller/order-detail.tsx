import type { Child } from '#web/framework/jsx/index.ts'
import type { Person } from '#platform/context/index.ts'
import { Button, Countdown, Facts, Field, Form, Timestamp, Notice, OrderTimeline, ShippingNote, TextArea } from '#web/ui/index.ts'
import { PersonLinks } from '#web/ui/person-links.tsx'
import { TrackingNumber } from '#web/ui/return-path.tsx'
import { shippingOfRecord, shippingText } from '#core/shipping.ts'
import { PROTECTED_DAYS, UNCONFIRMED_DAYS } from '#commerce/orders/rules/order.ts'
import { isSentBack } from '#commerce/orders/rules/return.ts'
import { LabelPanel, ShipTo, type Label, type Rate } from './order-label.tsx'
import { OfferReturn, SaleReturn } from './order-return.tsx'
import { localPath, ROUTES } from '#web/framework/routes.ts'
import { type PageRequest, dollarsText, fieldAt, type Order } from '#web/framework/page/index.ts'

type LabelParts = { label: Label; rates: readonly Rate[] }
type DetailProps = { at: PageRequest; order: Order }

/** A single sale: the shipping address, the next step, the amounts and the progress. */
export const OrderDetail = ({ at, order, label, rates, isBlocked }: DetailProps & LabelParts & { isBlocked: boolean }) => {
  const { listing, address, status } = order
  const shipTo = address ? <ShipTo address={address} /> : null
  return (
    <div class="two-sides" id="order" data-live={`order:${order.id}`}>
      <div class="stack">
        {order.purchase ? <OfPurchase order={order} /> : null}
        {status === 'paid' ? shipTo : null}
        <SaleReturn at={at} order={order} />
        {label || (status === 'paid' && address) ? <LabelPanel at={at} order={order} label={label} rates={rates} /> : null}
        <Next at={at} order={order} label={label} />
        {status === 'paid' ? null : shipTo}
      </div>
      <div class="stack">
        <section class="summary stack" aria-label="The order">
          <div class="thing">
            {listing.photo ? <img class="row-photo" src={listing.photo} alt="" width={44} height={55} /> : null}
            <a class="title" href={listing.url}>
              {listing.title}
            </a>
          </div>
          <Facts caption="Order summary" rows={sums(order, label)} />
          <ShippingNote shipping={shippingOfRecord(order)} />
        </section>
        <section class="panel">
          <h2>Tracking</h2>
          <OrderTimeline timeline={order.timeline} />
        </section>
        <PersonLinks of={{ order: order.id }} name={order.buyer.name} isBlocked={isBlocked} />
      </div>
    </div>
  )
}

const OfPurchase = ({ order: { purchase, status } }: { order: Order }) => (
  <Notice means="plainly">
    <p>
      The buyer bought this item together with others. Shipping is refunded only if all of the items are.{' '}
      <a href={ROUTES.shipPurchase(purchase!)}>{status === 'paid' ? 'Ship all items together' : 'See the whole purchase'}</a>
    </p>
  </Notice>
)

/** Order statuses in which the seller receives no payment. */
const UNPAID: readonly Order['status'][] = ['cancelled', 'expired', 'refunded']

/** Returns an order's amounts. The seller's share is the last row. */
const sums = (order: Order, label: Label): (readonly [string, Child])[] => {
  const labelCost = label?.status === 'bought' ? label.amount : 0
  const { item, fee, deposit, total, refunded, tracking, status } = order
  return [
    ...(tracking.number ? [['Tracking', <TrackingNumber tracking={tracking} />] as const] : []),
    ['Item', dollarsText(item)],
    ['Delivery', shippingText(shippingOfRecord(order))],
    ['Paid by the buyer', dollarsText(total)],
    ...(deposit > 0 ? [['Deposit included', dollarsText(deposit)] as const] : []),
    ...(fee > 0 ? [['Fee', `−${dollarsText(fee)}`] as const] : []),
    ...(refunded > 0 ? [['Refunded', `−${dollarsText(refunded)}`] as const] : []),
    ...(labelCost > 0 ? [['Shipping label', `−${dollarsText(labelCost)}`] as const] : []),
    ...(UNPAID.includes(status) ? [] : [['You receive', dollarsText(Math.max(0, total - fee - refunded - labelCost))] as const]),
  ]
}

/** Only the owner can press the refund button. */
const Next = ({ at, order, label }: NextProps) => {
  if (order.status === 'paid') return <ToShip at={at} order={order} label={label} />
  if (order.status === 'problem') return <Trouble at={at} order={order} />
  if (order.status === 'awaiting_payment')
    return (
      <div class="panel stack">
        <p>
          The buyer can pay <Countdown at={order.pay_by} now={at.ctx.now()} before="for another " over="no longer" />. Until then, no one
          else can buy the item.
        </p>
      </div>
    )
  if (order.protect_until && (order.status === 'shipped' || order.status === 'delivered'))
    return (
      <div class="panel stack">
        <p>
          We will send your money when the buyer confirms that everything is OK, or automatically on{' '}
          <strong>
            <Timestamp at={order.protect_until} />
          </strong>
          .
        </p>
      </div>
    )
  return null
}

const Do = ({ order, viewer, label, children }: { order: Order; viewer: Person; label: string; children?: Child }) => (
  <Form action={`/app/orders/${order.id}`} viewer={viewer} class="form wide" label={label}>
    {children}
  </Form>
)

type NextProps = DetailProps & Pick<LabelParts, 'label'>

const ToShip = ({ at, order, label }: NextProps) => (
  <div class="panel stack">
    {order.cancel_by ? (
      <Notice means="warn">
        <p>
          <strong>The buyer wants to cancel.</strong> If you do not answer, the order will be cancelled on{' '}
          <Timestamp at={order.cancel_by} />.
        </p>
        <Form action={`/app/orders/${order.id}`} viewer={at.viewer} class="actions" label="Cancellation request">
          <Button small do="agree" label="Cancel order" />
          <Button small do="refuse" label={order.pickup ? 'No, I will hand it over' : 'No, I will ship it'} />
        </Form>
      </Notice>
    ) : null}
    <h2>{order.pickup ? 'Handover' : 'Shipping'}</h2>
    {order.ship_by ? (
      <p>
        <Countdown at={order.ship_by} now={at.ctx.now()} before="You have " over="The time is up" />. Deadline:{' '}
        <Timestamp at={order.ship_by} />. After that, the order is cancelled and refunded automatically.
      </p>
    ) : null}
    {order.pickup ? (
      <Do order={order} viewer={at.viewer} label="Handover">
        <Field
          {...fieldAt(at, 'code')}
          label="The buyer’s code"
          inputmode="numeric"
          autocomplete="off"
          required
          hint="The six digits shown on the buyer’s order page."
        />
        <Button kind="dark" do="deliver" label="Mark as handed over" />
      </Do>
    ) : (
      <Do order={order} viewer={at.viewer} label="Shipping">
        <Field
          {...fieldAt(at, 'carrier', label?.carrier)}
          label="Carrier"
          maxlength={60}
          hint="USPS, UPS, FedEx, DHL, OnTrac, Royal Mail or Canada Post. For any other carrier, enter “other”."
        />
        <Field
          {...fieldAt(at, 'number', label?.tracking.number ?? undefined)}
          label="Tracking number"
          maxlength={120}
          hint={`You will get your money ${PROTECTED_DAYS} days after the buyer confirms that the parcel arrived. If the buyer does not confirm, you will get it ${UNCONFIRMED_DAYS} days after you ship.`}
        />
        <Button kind="dark" do="ship" label="Mark as shipped" />
      </Do>
    )}
    <details class="danger">
      <summary>{order.pickup ? 'Unable to hand over the item?' : 'Unable to ship the item?'}</summary>
      <Do order={order} viewer={at.viewer} label="Cancel">
        <p>The buyer will get a full refund. The listing stays sold until you relist it.</p>
        <Button
          kind="bad"
          do="cancel"
          label={order.purchase ? 'Cancel and refund the item' : `Cancel and refund ${dollarsText(order.total)}`}
        />
      </Do>
    </details>
  </div>
)

const Trouble = ({ at, order }: DetailProps) => (
  <div class="panel stack">
    <h2>The buyer reported a problem</h2>
    {order.problem ? (
      <>
        <blockquote>{order.problem.body}</blockquote>
        {order.problem.photos.length > 0 ? (
          <ul class="evidence" role="list">
            {order.problem.photos.map(localPath).map((url, index) => (
              <li>
                <img src={url} alt={`The buyer’s photo ${index + 1}`} width={160} height={160} loading="lazy" />
              </li>
            ))}
          </ul>
        ) : null}
        {order.problem.answer ? <p class="quiet">You answered: {order.problem.answer}</p> : null}
        {order.problem.offered === null ? null : (
          <p>You offered a refund of {dollarsText(order.problem.offered)}. The buyer has not answered yet.</p>
        )}
      </>
    ) : null}
    <p>Your money is on hold until the problem is resolved. Only you or the operator can refund the buyer.</p>
    {order.problem && !order.problem.answer && !order.return ? (
      <Do order={order} viewer={at.viewer} label="Answer">
        <TextArea {...fieldAt(at, 'body')} label="Your answer" rows={3} maxlength={2000} required />
        <Button do="answer" label="Answer" />
      </Do>
    ) : null}
    <OfferReturn at={at} order={order} />
    {isSentBack(order.return?.status ?? null) ? null : (
      <Do order={order} viewer={at.viewer} label="Partial refund">
        <Field
          {...fieldAt(at, 'amount')}
          label="Partial refund"
          inputmode="decimal"
          before="$"
          required
          hint="The buyer can accept the partial refund. You keep the rest."
        />
        <Button do="offer" label="Offer refund" />
      </Do>
    )}
    <Form action={`/app/orders/${order.id}`} viewer={at.viewer} label="Full refund">
      <Button
        kind="bad"
        do="refund"
        label={order.purchase ? 'Refund the item' : `Refund all ${dollarsText(order.total - order.refunded)}`}
      />
    </Form>
  </div>
)
