import { PostalAddress } from '#web/ui/address.tsx'
import { readPurchaseAs } from '#commerce/purchases/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { dollarsText } from '#web/framework/format.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { Button, Facts, Form, Row, Rows, Section, StatusBadge } from '#web/ui/index.ts'
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
import { AddressFields } from './address.tsx'
import { sumsOf } from './bundle-quote.tsx'
import { GuestNotice } from './guest-notice.tsx'
import { PayButtons, readCardChoice, saveCard, type CardChoice } from './pay-buttons.tsx'
import { itemsOf, payPurchase } from './purchase-payment.tsx'
import { Reservation, ReservationEnd, Reserved } from './reservation.tsx'

/** A purchase of several items: address and payment, then the order of each item. */
export const purchasePage = page({
  path: '/you/purchases/:id',
  name: 'your purchase',
  evenSuspended: true,
  guests: true,
  form: act,
  show: (at) => sendPurchase(at, at.c.req.param('id')!),
})

async function act(at: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  if (fields['do'] === 'cancel') {
    await call(ctx, viewer, api.cancelPurchase, { params: { id } })
    return { to: ROUTES.purchase(id), message: 'Cancelled. Nothing was charged.' }
  }
  const addresses = await addressesOf(at)
  const address = addressIn(fields, { addresses })
  const outcome = await payPurchase(at, id, { method: fields['method'] ?? '', ...(address ? { address } : {}) })
  if (fields['save_address'] === 'true' && typeof address === 'object') await saveAddress(ctx, viewer, address, { addresses })
  await saveCard(ctx, viewer, fields)
  return outcome
}

const addressesOf = async ({ ctx, viewer }: PageRequest): Promise<readonly SavedAddress[]> =>
  viewer.guest ? [] : (await call(ctx, viewer, api.listAddresses)).data

/** Sends the page that shows a buyer their purchase. */
export async function sendPurchase(at: PageRequest, id: string): Promise<Response> {
  const { ctx, c, viewer } = at
  const { purchase, party } = await readPurchaseAs(ctx, viewer, id)
  if (party === 'seller') return goTo(c, ROUTES.shipPurchase(purchase.id))
  const [addresses, cards] = await Promise.all([addressesOf(at), readCardChoice(ctx, viewer)])
  return sendAccountPage(at, {
    current: 'orders',
    title: itemsOf(purchase),
    intro: purchase.status === 'awaiting_payment' ? <span data-reserved>Waiting for your payment</span> : ENDS[purchase.status],
    children: (
      <div class="order" id="purchase" data-live="order">
        <div class="stack">
          <WrongAbove problem={at.problem} fields={CHOICE_FIELDS} />
          {at.viewer.guest && purchase.status === 'paid' ? (
            <GuestNotice what="purchase">
              you can then confirm that the items arrived, review the shop and keep your orders in an account.
            </GuestNotice>
          ) : null}
          {purchase.status === 'expired' ? <ReservationEnd {...endOf(at, purchase)} /> : null}
          {purchase.status === 'awaiting_payment' ? (
            <Pay at={at} purchase={purchase} addresses={addresses} cards={cards} />
          ) : (
            <DeliverTo of={purchase} />
          )}
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
            caption="Total for the purchase"
            rows={[
              ...sumsOf(purchase, purchase.status === 'paid' ? 'Paid' : 'Amount due'),
              ...(purchase.refunded > 0 ? [['Refunded', dollarsText(purchase.refunded)] as const] : []),
            ]}
          />
          <p class="small quiet">
            Each item has a separate order. You can report a problem, get a refund or write a review for each order. Shipping is refunded
            when all items are refunded.
          </p>
        </aside>
      </div>
    ),
  })
}

const ENDS: Readonly<Record<Exclude<Purchase['status'], 'awaiting_payment'>, string>> = {
  paid: 'Paid in one payment',
  expired: 'Not paid in time. Nothing was charged.',
  cancelled: 'Cancelled. Nothing was charged.',
}

type PayProps = { at: PageRequest; purchase: Purchase; addresses: readonly SavedAddress[]; cards: CardChoice }

const Pay = ({ at, purchase, addresses, cards }: PayProps) => (
  <>
    <Reservation payBy={purchase.pay_by} now={at.ctx.now()} what="All items are" {...endOf(at, purchase)}>
      <span>If you do not pay by then, the items go back on sale.</span>
    </Reservation>
    <Reserved>
      <Form class="form wide" action={ROUTES.purchase(purchase.id)} viewer={at.viewer} label="Checkout">
        <Section id="where" title="Delivery address">
          {at.viewer.guest ? (
            <AddressFields at={at} known={purchase.address} short />
          ) : (
            <AddressChoice at={at} sale={{ addresses, order: purchase, lastAddress: purchase.address }} />
          )}
        </Section>
        <Section id="pay" title="Payment">
          <PayButtons ctx={at.ctx} cards={cards} typed={at.typed} amount={dollarsText(purchase.total)} free={purchase.total === 0} />
        </Section>
      </Form>
      <Form action={ROUTES.purchase(purchase.id)} viewer={at.viewer} label="Cancel" with={{ do: 'cancel' }}>
        <Button kind="quiet" label="Cancel the purchase" />
      </Form>
    </Reserved>
  </>
)

const endOf = ({ ctx }: PageRequest, { shop, orders }: Purchase) => ({
  charged: 'You did not pay in time, and nothing was charged. A payment that still arrives is refunded automatically.',
  next: {
    href: ctx.urls.bundle(
      shop.slug,
      orders.map(({ listing }) => listing.id),
    ),
    label: 'Order the items again',
  },
})

const DeliverTo = ({ of: { address } }: { of: Purchase }) =>
  address ? (
    <Section id="where" title="Delivery address">
      <PostalAddress address={address} />
    </Section>
  ) : null
