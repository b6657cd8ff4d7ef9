import { Button, ButtonLink, Countdown, Field, Form, Section, Timestamp } from '#web/ui/index.ts'
import { payerText, ReturnContest, ReturnPath, ReturnTracking, STAFF_DECIDES, type Return } from '#web/ui/return-path.tsx'
import { dollarsText } from '#web/framework/format.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { type PageRequest, fieldAt, type Order } from '#web/framework/page/index.ts'

type Props = { at: PageRequest; order: Order }
type StepProps = Props & { returned: Return }

/** The return of an item: its steps, the buyer's next step, and its deadline. Renders nothing if there is no return. */
export const OrderReturn = ({ at, order }: Props) => {
  const { return: returned } = order
  if (!returned) return null
  return (
    <Section id="return" title="Return">
      {order.status === 'problem' ? <NextStep at={at} order={order} returned={returned} /> : null}
      <ReturnTracking returned={returned} />
      <ReturnContest returned={returned} />
      <ReturnPath returned={returned} />
    </Section>
  )
}

const NextStep = ({ at, order, returned }: StepProps) => {
  if (returned.status === 'offered') return <Offered at={at} order={order} returned={returned} />
  if (returned.status === 'agreed') return <Agreed at={at} order={order} returned={returned} />
  if (returned.status === 'sent')
    return <p>The item is on its way back. When it arrives, the seller has 3 working days to check it. You will then be refunded.</p>
  if (returned.status === 'received' && returned.check_by)
    return (
      <p>
        The seller has the item. You get {back(order)} back by <Timestamp at={returned.check_by} />, unless the seller contests the return
        with photos.
      </p>
    )
  return <p>{STAFF_DECIDES}</p>
}

/** Describes the refund. The shipping fee of a purchase is refunded only with the last of its orders. */
const back = ({ purchase, total, refunded }: Order): string => (purchase ? 'the price of the item' : dollarsText(total - refunded))

const Offered = ({ at, order, returned }: StepProps) => (
  <>
    <p>
      Send the item back and get <strong>{back(order)}</strong> back. {payerText(returned, 'buyer')}
    </p>
    <p>
      Answer <Countdown at={returned.agree_by} now={at.ctx.now()} before="within " />, by <Timestamp at={returned.agree_by} />. If you
      decline or do not answer, a member of our staff decides.
    </p>
    <Form class="actions" action={`/you/orders/${order.id}`} viewer={at.viewer} label="Return">
      <Button kind="dark" do="agree-return" label="Agree to the return" />
      <Button do="decline-return" label="Decline the return" />
    </Form>
  </>
)

const Agreed = ({ at, order, returned }: StepProps) => (
  <>
    {returned.send_by ? (
      <p>
        Send the item <Countdown at={returned.send_by} now={at.ctx.now()} before="within " />, by <Timestamp at={returned.send_by} />. After
        that, a member of our staff decides.
      </p>
    ) : null}
    <p>
      {payerText(returned, 'buyer')} Ask {order.shop.name} for the return address:
    </p>
    <p>
      <ButtonLink small icon="chat" href={ROUTES.ask(order.listing.id)} label="Ask for the address" />
    </p>
    <Form class="form wide" action={`/you/orders/${order.id}`} viewer={at.viewer} label="Send the item back">
      <Field
        {...fieldAt(at, 'carrier')}
        label="Carrier"
        maxlength={60}
        required
        hint="USPS, UPS, FedEx, DHL, OnTrac, Royal Mail or Canada Post. For any other carrier, enter “other”."
      />
      <Field {...fieldAt(at, 'number')} label="Tracking number" maxlength={120} required hint="You can find it on the carrier’s receipt." />
      <div>
        <Button kind="dark" do="send-return" label="Mark as sent" />
      </div>
    </Form>
  </>
)
