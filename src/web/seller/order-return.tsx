import { Button, Check, Choices, Countdown, FilesField, Form, TextArea, Timestamp } from '#web/ui/index.ts'
import { payerText, ReturnContest, ReturnPath, ReturnTracking, STAFF_DECIDES, type Return } from '#web/ui/return-path.tsx'
import { PHOTO_TYPES } from '#web/framework/share-target.ts'
import { type PageRequest, dollarsText, fieldAt, problemAt, type Order } from '#web/framework/page/index.ts'

type Props = { at: PageRequest; order: Order }
type StepProps = Props & { returned: Return }

/** For a purchase of several items, the shipping fee is refunded only with the last of its orders. */
const back = ({ purchase, total, refunded }: Order): string => (purchase ? 'the price of the item' : dollarsText(total - refunded))

/** The return of an item: its steps, the seller's next step, and the deadline. Renders nothing if there is no return. */
export const SaleReturn = ({ at, order }: Props) => {
  const { return: returned } = order
  if (!returned) return null
  return (
    <section class="panel stack" id="return" aria-labelledby="return-title">
      <h2 id="return-title">Return</h2>
      {order.status === 'problem' ? <NextStep at={at} order={order} returned={returned} /> : null}
      <ReturnTracking returned={returned} />
      <ReturnContest returned={returned} />
      <ReturnPath returned={returned} />
    </section>
  )
}

const NextStep = ({ at, order, returned }: StepProps) => {
  const now = at.ctx.now()
  if (returned.status === 'offered')
    return (
      <p>
        The buyer can answer <Countdown at={returned.agree_by} now={now} before="for another " />, until{' '}
        <Timestamp at={returned.agree_by} />. After that, a member of our staff decides. {payerText(returned, 'seller')}
      </p>
    )
  if (returned.status === 'agreed' && returned.send_by)
    return (
      <p>
        The buyer agreed, and must send the item by <Timestamp at={returned.send_by} />. {payerText(returned, 'seller')} Send the buyer the
        return address in a message.
      </p>
    )
  if (returned.status === 'sent')
    return (
      <>
        <p>
          The item is on its way back. When it arrives, you have 3 working days to check it. After that, the buyer will get {back(order)}
          back.
        </p>
        <Form action={`/app/orders/${order.id}`} viewer={at.viewer} label="Returned item">
          <Button kind="dark" do="received" label="Mark as received" />
        </Form>
      </>
    )
  if (returned.status === 'received') return <Received at={at} order={order} returned={returned} />
  return <p>{STAFF_DECIDES}</p>
}

const Received = ({ at, order, returned }: StepProps) => (
  <>
    {returned.check_by ? (
      <p>
        Check the item <Countdown at={returned.check_by} now={at.ctx.now()} before="within " />, by <Timestamp at={returned.check_by} />.
        After that, the buyer gets {back(order)} back automatically.
      </p>
    ) : null}
    <details class="more" open={at.typed['do'] === 'contest'}>
      <summary>Something is wrong with the returned item</summary>
      <Form class="form wide" action={`/app/orders/${order.id}/contest`} viewer={at.viewer} label="Contest the return" multipart>
        <p>A member of our staff will read your description, look at your photos, and decide.</p>
        <TextArea {...fieldAt(at, 'body')} label="What is wrong?" rows={4} maxlength={2000} required />
        <FilesField
          label="Photos"
          hint="1 to 6 photos of at most 10 MB each. Only you, the buyer and the person who decides see them."
          accept={PHOTO_TYPES}
          required
          problem={problemAt(at.problem, 'files') ?? problemAt(at.problem, 'photo_urls')}
        />
        <div>
          <Button do="contest" label="Contest return" />
        </div>
      </Form>
    </details>
  </>
)

/** Form that offers a return. Shown only for a shipped order that has a reported problem and no return. */
export const OfferReturn = ({ at, order }: Props) => {
  if (order.return || order.pickup || !order.timeline.some(({ status }) => status === 'shipped')) return null
  return (
    <Form class="form wide" action={`/app/orders/${order.id}`} viewer={at.viewer} label="Return">
      <Choices
        {...pick(at)}
        label="Return for a full refund"
        hint="The buyer has 3 days to answer, and then 7 days to send the item back."
        stacked
      >
        <Check type="radio" name="payer" value="seller" checked={at.typed['payer'] !== 'buyer'} label="I pay the return shipping" />
        <Check type="radio" name="payer" value="buyer" checked={at.typed['payer'] === 'buyer'} label="The buyer pays the return shipping" />
      </Choices>
      <Button do="return" label="Offer return" />
    </Form>
  )
}

const pick = (at: PageRequest) => ({ name: 'payer', problem: problemAt(at.problem, 'payer') })
