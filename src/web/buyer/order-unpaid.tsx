import type { Child } from '#web/framework/jsx/index.ts'
import type { Person } from '#platform/context/index.ts'
import { dollarsText } from '#web/framework/format.ts'
import type { PageRequest, Order } from '#web/framework/page/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { Button, ButtonLink, Form } from '#web/ui/index.ts'
import { chargedText, Reservation, Reserved } from './reservation.tsx'

/** The reservation for an unpaid order, with the actions for the order. */
export const Unpaid = ({ at, order }: { at: PageRequest; order: Order }) => (
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
export const ActionForm = ({ viewer, order, children }: { viewer: Person; order: Order; children?: Child }) => (
  <Form class="actions" action={`/you/orders/${order.id}`} viewer={viewer}>
    {children}
  </Form>
)
