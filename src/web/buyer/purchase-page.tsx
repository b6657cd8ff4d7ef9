import { addressLines } from '#core/address.ts'
import { readPurchaseAs } from '#commerce/purchases/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { counted, dollarsText } from '#web/framework/format.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { Button, Countdown, Facts, Form, Notice, Row, Rows, Section, StatusBadge, Timestamp } from '#web/ui/index.ts'
import {
  api,
  call,
  page,
  sendAccountPage,
  WrongAbove,
  type PageRequest,
  type Outcome,
  type Purchase,
  type SavedAddress,
  type SentForm,
} from '#web/framework/page/index.ts'
import { AddressChoice, addressIn, CHOICE_FIELDS, saveAddress } from './address-choice.tsx'
import { sumsOf } from './bundle-quote.tsx'
import { PayButtons } from './pay-buttons.tsx'
import { sendAwayWith } from './payment-redirect.tsx'

/** A purchase of several items: address and payment, then the order of each item. */
export const purchasePage = page({
  path: '/you/purchases/:id',
  name: 'your purchase',
  who: 'person',
  evenSuspended: true,
  form: act,
  show: send,
})

async function act(at: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  if (fields['do'] === 'cancel') {
    await call(ctx, viewer, api.cancelPurchase, { params: { id } })
    return { to: ROUTES.purchase(id), message: 'Cancelled. Nothing was charged.' }
  }
  const { data: addresses } = await call(ctx, viewer, api.listAddresses)
  const address = addressIn(fields, { addresses })
  const body = { method: fields['method'] ?? '', ...(address ? { address } : {}) }
  const paid = await call(ctx, viewer, api.payPurchase, { params: { id }, body })
  if (fields['save_address'] === 'true' && typeof address === 'object') await saveAddress(ctx, viewer, address, { addresses })
  if (paid.checkout_url)
    return sendAwayWith(at, paid.checkout_url, {
      tone: null,
      item: <p>{itemsOf(paid)}</p>,
      reserved: (
        <>
          The items are reserved for you until <Timestamp at={paid.pay_by} />.
        </>
      ),
      back: ROUTES.purchase(id),
    })
  const message =
    paid.status === 'paid'
      ? 'Paid. The items are yours, and the seller is notified.'
      : 'Your bank is still processing the payment. The items are reserved for you. This page shows when the payment is complete.'
  return { to: ROUTES.purchase(id), message }
}

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { purchase, party } = await readPurchaseAs(ctx, viewer, c.req.param('id')!)
  if (party === 'seller') return goTo(c, ROUTES.shipPurchase(purchase.id))
  const { data: addresses } = await call(ctx, viewer, api.listAddresses)
  return sendAccountPage(at, {
    current: 'orders',
    title: itemsOf(purchase),
    intro: <Status purchase={purchase} now={ctx.now()} />,
    children: (
      <div class="order" id="purchase" data-live="order">
        <div class="stack">
          <WrongAbove problem={at.problem} fields={CHOICE_FIELDS} />
          {purchase.status === 'awaiting_payment' ? <Pay at={at} purchase={purchase} addresses={addresses} /> : <DeliverTo of={purchase} />}
          <Section id="items" title="Items">
            <Rows>
              {purchase.orders.map((order) => (
                <Row href={`/you/orders/${order.id}`} title={order.listing.title} line={dollarsText(order.item)}>
                  <StatusBadge status={order.status} to="buyer" />
                </Row>
              ))}
            </Rows>
          </Section>
        </div>
        <aside class="summary stack" aria-label="Purchase details">
          <Facts
            caption="Price of the purchase"
            rows={[
              ...sumsOf(purchase, purchase.status === 'paid' ? 'Paid' : 'To pay'),
              ...(purchase.refunded > 0 ? [['Refunded', dollarsText(purchase.refunded)] as const] : []),
            ]}
          />
          <p class="small quiet">
            Each item has its own order. You can report a problem, get a refund or write a review for each of them. The shipping is refunded
            with the last item.
          </p>
        </aside>
      </div>
    ),
  })
}

const itemsOf = ({ orders, shop }: Pick<Purchase, 'orders' | 'shop'>): string => `${counted(orders.length, 'item')} from ${shop.name}`

const Status = ({ purchase, now }: { purchase: Purchase; now: Date }) => {
  if (purchase.status === 'awaiting_payment')
    return (
      <>
        Reserved for you <Countdown at={purchase.pay_by} now={now} before="for " over="no longer" />
      </>
    )
  if (purchase.status === 'paid') return <>Paid in one payment</>
  return <>{purchase.status === 'expired' ? 'Not paid in time. Nothing was charged.' : 'Cancelled. Nothing was charged.'}</>
}

const Pay = ({ at, purchase, addresses }: { at: PageRequest; purchase: Purchase; addresses: readonly SavedAddress[] }) => (
  <>
    <Form class="form wide" action={ROUTES.purchase(purchase.id)} viewer={at.viewer} label="Checkout">
      <Section id="where" title="Delivery address">
        <AddressChoice at={at} sale={{ addresses, order: purchase, lastAddress: purchase.address }} />
      </Section>
      <Section id="pay" title="Payment">
        <Notice means="warn">
          <span>
            All items are reserved for you until <Timestamp at={purchase.pay_by} />. If you do not pay by then, they go back on sale.
          </span>
        </Notice>
        <PayButtons ctx={at.ctx} words={`Pay ${dollarsText(purchase.total)}`} free={purchase.total === 0} />
      </Section>
    </Form>
    <Form action={ROUTES.purchase(purchase.id)} viewer={at.viewer} label="Cancel" with={{ do: 'cancel' }}>
      <Button kind="quiet">Cancel the purchase</Button>
    </Form>
  </>
)

const DeliverTo = ({ of: { address } }: { of: Purchase }) =>
  address ? (
    <Section id="where" title="Delivery address">
      <address>
        {addressLines(address).map((line) => (
          <>
            {line}
            <br />
          </>
        ))}
      </address>
    </Section>
  ) : null
