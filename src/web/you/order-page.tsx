import type { Child } from '#web/jsx/index.ts'
import type { Person } from '#platform/context.ts'
import { Button, ButtonLink, Form, Notice, Section, Timeline } from '#web/components/index.ts'
import { PLACES } from '#web/base/places.ts'
import { dollarsText } from '#web/base/words.ts'
import { orderCost } from '#web/page/records.ts'
import { type At, type Order, type Review, WrongAbove } from '#web/page/index.ts'
import { ProblemForm, ProblemSoFar, type May } from './order-problem.tsx'
import { Receipt } from './order-receipt.tsx'
import { OrderReview } from './order-review.tsx'
import { stepsOf } from './order-steps.tsx'
import { NextStep } from './order-words.tsx'
import { Thing, thumbAt } from './thing.tsx'

export type OrderProps = {
  at: At
  order: Order
  /** What the table of orders lets its buyer do now. */
  may: May
  review: Review | null
}

const FIELDS = ['reason', 'body', 'rating', 'files']

export const OrderPage = ({ at, order, may, review }: OrderProps) => (
  <div class="order" id="order" data-live={`order:${order.id}`}>
    <div class="stack">
      <WrongAbove problem={at.problem} fields={FIELDS} />
      <Notice means={order.status === 'problem' || order.status === 'awaiting_payment' ? 'warn' : 'plainly'}>
        <span>
          <NextStep now={at.ctx.now()} order={order} />
        </span>
      </Notice>
      {order.pickup_code && order.status === 'paid' ? (
        <Section id="code" title="Your pickup code" look="code-card">
          <p class="display number code">{order.pickup_code}</p>
          <p>Show it to the seller once you have the thing in your hands, not before: it pays them.</p>
        </Section>
      ) : null}
      <ProblemSoFar ctx={at.ctx} viewer={at.viewer} order={order} may={may} />
      <Deeds viewer={at.viewer} order={order} may={may} />
      {may.has('report') ? <ProblemForm at={at} order={order} /> : null}
      <OrderReview at={at} order={order} review={review} />
      <Section id="way" title="Its way to you">
        <Timeline label="Steps of the order" steps={stepsOf(at.ctx, order)} />
      </Section>
    </div>
    <aside class="summary stack" aria-label="What you bought">
      <Thing title={order.listing.title} href={order.listing.url} picture={thumbAt(order.listing.photo)} shop={order.shop.name}>
        <strong class="number">{orderCost(order)}</strong>
      </Thing>
      <p class="actions">
        <ButtonLink small icon="chat" href={PLACES.ask(order.listing.id)}>
          Write to {order.shop.name}
        </ButtonLink>
      </p>
      <Receipt order={order} />
    </aside>
  </div>
)

const Deeds = ({ viewer, order, may }: { viewer: Person; order: Order; may: May }) => {
  if (order.status === 'awaiting_payment')
    return (
      <div class="actions">
        <ButtonLink kind="dark" href={PLACES.buy(order.listing.id)}>
          Pay {dollarsText(order.total - order.deposit)}
        </ButtonLink>
        <DeedForm viewer={viewer} order={order}>
          <Button name="do" value="cancel">
            Cancel the order
          </Button>
        </DeedForm>
      </div>
    )
  const buttons = [
    order.status !== 'problem' && may.has('confirm') ? (
      <Button kind="dark" name="do" value="good" icon="check">
        All good
      </Button>
    ) : null,
    may.has('deliver') || may.has('hand_over') ? (
      <Button name="do" value="arrived">
        {order.pickup ? 'I have picked it up' : 'It has arrived'}
      </Button>
    ) : null,
    may.has('ask_to_cancel') && !order.cancel_by ? (
      <Button kind="quiet" name="do" value="cancel">
        Ask to cancel
      </Button>
    ) : null,
  ].filter((button) => button !== null)
  return buttons.length === 0 ? null : (
    <DeedForm viewer={viewer} order={order}>
      {buttons}
    </DeedForm>
  )
}

const DeedForm = ({ viewer, order, children }: { viewer: Person; order: Order; children?: Child }) => (
  <Form class="actions" action={`/you/orders/${order.id}`} viewer={viewer}>
    {children}
  </Form>
)
