import type { Person } from '#platform/context/index.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { dollarsText } from '#web/framework/format.ts'
import { Button, ButtonLink, Form, Notice, Section, Timeline } from '#web/ui/index.ts'
import { PROTECTED_DAYS } from '#commerce/orders/rules/order.ts'
import { PersonLinks } from '#web/ui/person-links.tsx'
import { ROUTES } from '#web/framework/routes.ts'
import { type PageRequest, type Order, type Review, WrongAbove } from '#web/framework/page/index.ts'
import { ProblemForm, ProblemSummary, type May } from './order-problem.tsx'
import { AddressBlock } from './address.tsx'
import { OrderReturn } from './order-return.tsx'
import { chargedText, Reservation, Reserved } from './reservation.tsx'
import { Receipt } from './order-receipt.tsx'
import { OrderReview } from './order-review.tsx'
import { stepsOf } from './order-steps.tsx'
import { GuestNotice } from './guest-notice.tsx'
import { NextStep } from './order-copy.tsx'
import { ItemSummary, thumbAt } from './item-row.tsx'

export type OrderProps = {
  at: PageRequest
  order: Order
  may: May
  review: Review | null
  isBlocked: boolean
}

const FIELDS = ['reason', 'body', 'rating', 'files', 'carrier', 'number']

export const OrderPage = ({ at, order, may, review, isBlocked }: OrderProps) => (
  <div class="order" id="order" data-live={`order:${order.id}`}>
    <div class="stack">
      <WrongAbove problem={at.problem} fields={FIELDS} />
      {at.viewer.guest && order.status !== 'awaiting_payment' ? (
        <GuestNotice what="order">
          {order.pickup ? 'you then see your pickup code' : 'you can then confirm that the item arrived'}, review the shop and keep your
          order in an account.
        </GuestNotice>
      ) : null}
      <DeliverTo order={order} />
      {order.status === 'awaiting_payment' ? null : (
        <Notice means={order.status === 'problem' ? 'warn' : 'plainly'}>
          <span>
            <NextStep now={at.ctx.now()} order={order} />
          </span>
        </Notice>
      )}
      {order.pickup_code && order.status === 'paid' ? (
        <Section id="code" title="Your pickup code" className="code-card">
          <p class="display number code">{order.pickup_code}</p>
          <p>Show it to the seller only when you have the item in your hands. The seller enters it to confirm the pickup.</p>
        </Section>
      ) : null}
      <ProblemSummary ctx={at.ctx} viewer={at.viewer} order={order} may={may} />
      <OrderReturn at={at} order={order} />
      {order.status === 'awaiting_payment' ? (
        <Unpaid at={at} order={order} />
      ) : (
        (Confirm({ at, order, may }) ?? <OrderActions viewer={at.viewer} order={order} may={may} />)
      )}
      {may.has('report') ? <ProblemForm at={at} order={order} /> : null}
      {at.viewer.guest ? null : <OrderReview at={at} order={order} review={review} />}
      <Section id="way" title="Tracking">
        <Timeline label="Order steps" steps={stepsOf(at.ctx, order)} />
      </Section>
    </div>
    <aside class="summary stack" aria-label="Order details">
      <ItemSummary title={order.listing.title} href={order.listing.url} picture={thumbAt(order.listing.photo)} shop={order.shop.name} />
      {order.purchase ? (
        <p>
          You bought this item together with other items. <a href={ROUTES.purchase(order.purchase)}>See the whole purchase</a>
        </p>
      ) : null}
      <p class="actions">
        <ButtonLink small icon="chat" href={ROUTES.ask(order.listing.id)} label={`Message ${order.shop.name}`} />
      </p>
      <Receipt order={order} />
      {at.viewer.guest ? null : <PersonLinks of={{ order: order.id }} name={order.shop.name} isBlocked={isBlocked} />}
    </aside>
  </div>
)

const DeliverTo = ({ order: { address } }: { order: Order }) =>
  address ? (
    <Section id="deliver-to" title="Delivery address" className="summary stack tight">
      <AddressBlock address={address} />
    </Section>
  ) : null

type Confirmed = 'arrived' | 'good'

const confirmAt = ({ id }: Order, step: Confirmed): string => `/you/orders/${id}?confirm=${step}`

const arrivedLabel = (order: Order): string => (order.pickup ? 'I have picked it up' : 'It has arrived')

const mayArrive = (may: May): boolean => may.has('deliver') || may.has('hand_over')

const mayBeGood = (order: Order, may: May): boolean => order.status !== 'problem' && may.has('confirm')

/** Asks for confirmation before a step that ends the buyer's protection. Returns null if the buyer chose no step. */
const Confirm = ({ at, order, may }: { at: PageRequest; order: Order; may: May }) => {
  const step = at.c.req.query('confirm')
  if (step === 'good' && mayBeGood(order, may))
    return (
      <Section id="confirm" title="Is everything OK?">
        <p>
          The seller gets the money now, and your protection ends. You can no longer report a problem with this order. Check the item first.
          You cannot undo this.
        </p>
        <ActionForm viewer={at.viewer} order={order}>
          <Button kind="dark" do="good" icon="check" label="Pay the seller" />
          <ButtonLink href={`/you/orders/${order.id}`} label="Not yet" />
        </ActionForm>
      </Section>
    )
  if (step === 'arrived' && mayArrive(may))
    return (
      <Section id="confirm" title={order.pickup ? 'Confirm pickup' : 'Confirm delivery'}>
        <p>
          {order.pickup ? 'You can no longer cancel. ' : ''}Your protection ends in {PROTECTED_DAYS} days. The seller then gets the money,
          unless you report a problem first. You cannot undo this.
        </p>
        <ActionForm viewer={at.viewer} order={order}>
          <Button kind="dark" do="arrived" label={order.pickup ? 'Confirm pickup' : 'Confirm delivery'} />
          <ButtonLink href={`/you/orders/${order.id}`} label="Not yet" />
        </ActionForm>
      </Section>
    )
  return null
}

const OrderActions = ({ viewer, order, may }: { viewer: Person; order: Order; may: May }) => {
  const buttons = [
    mayBeGood(order, may) ? <ButtonLink kind="dark" href={confirmAt(order, 'good')} icon="check" label="Everything is OK" /> : null,
    mayArrive(may) ? <ButtonLink href={confirmAt(order, 'arrived')} label={arrivedLabel(order)} /> : null,
    may.has('ask_to_cancel') && !order.cancel_by ? <Button kind="quiet" do="cancel" label="Ask to cancel" /> : null,
  ].filter((button) => button !== null)
  return buttons.length === 0 ? null : (
    <ActionForm viewer={viewer} order={order}>
      {buttons}
    </ActionForm>
  )
}

/** The reservation for an unpaid order, with the actions for the order. */
const Unpaid = ({ at, order }: { at: PageRequest; order: Order }) => (
  <>
    <Reservation
      payBy={order.pay_by}
      now={at.ctx.now()}
      what="The item is"
      charged={chargedText(order)}
      next={{ href: ROUTES.buy(order.listing.id), label: 'Check out again' }}
    >
      <span>
        {order.payment === 'pending' ? 'Your bank is processing the payment.' : 'If you do not pay by then, the item goes back on sale.'}
      </span>
    </Reservation>
    <Reserved>
      <div class="actions">
        <ButtonLink kind="dark" href={ROUTES.buy(order.listing.id)} label={`Pay ${dollarsText(order.total - order.deposit)}`} />
        <ActionForm viewer={at.viewer} order={order}>
          <Button do="cancel" label="Cancel order" />
        </ActionForm>
      </div>
    </Reserved>
  </>
)

/** A form with the actions for an order. */
const ActionForm = ({ viewer, order, children }: { viewer: Person; order: Order; children?: Child }) => (
  <Form class="actions" action={`/you/orders/${order.id}`} viewer={viewer}>
    {children}
  </Form>
)
