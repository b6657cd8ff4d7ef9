import { PostalAddress } from '#web/ui/address.tsx'
import { Button, Facts, Field, Form, Row, Rows, StatusBadge } from '#web/ui/index.ts'
import { counted, dollarsText } from '#web/framework/format.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { notFound } from '#platform/errors/index.ts'
import { api, call, fieldAt, page, sendApp, WrongAbove, type PageRequest } from '#web/framework/page/index.ts'
import { readPurchaseAs } from '#commerce/purchases/index.ts'

const FIELDS = ['carrier', 'number']

/** A purchase of several items, which the seller ships in one parcel. */
export const shipPurchasePage = page({
  path: '/app/purchases/:id',
  name: 'purchase to ship',
  evenSuspended: true,
  async form({ ctx, c, viewer }, { fields: { carrier = '', number = '' } }) {
    const id = c.req.param('id')!
    await call(ctx, viewer, api.shipPurchase, { params: { id }, body: { carrier, number } })
    return { to: ROUTES.shipPurchase(id), message: 'Marked as shipped. The buyer can now see the tracking details.' }
  },
  show: send,
})

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const { purchase, party } = await readPurchaseAs(ctx, viewer, c.req.param('id')!)
  if (party !== 'seller') throw notFound('purchase')
  const waits = purchase.orders.some(({ status }) => status === 'paid')
  return sendApp(at, {
    current: 'orders',
    title: `${counted(purchase.orders.length, 'item')} for ${purchase.buyer.name}`,
    intro: 'One payment and one parcel. After shipping, each order is handled separately.',
    apiCalls: [
      `GET /purchases/${purchase.id}`,
      [`POST /purchases/${purchase.id}/ship`, { carrier: 'USPS', number: '9400111899223100000001' }],
    ],
    atFields: FIELDS,
    children: (
      <div class="two-sides" id="purchase" data-live="order">
        <div class="stack">
          <WrongAbove problem={at.problem} fields={FIELDS} />
          {purchase.address ? (
            <section class="panel">
              <h2>Ship to</h2>
              <PostalAddress address={purchase.address} />
            </section>
          ) : null}
          {waits ? (
            <div class="panel stack">
              <h2>Shipping</h2>
              <Form action={ROUTES.shipPurchase(purchase.id)} viewer={viewer} class="form wide" label="Shipping">
                <Field
                  {...fieldAt(at, 'carrier')}
                  label="Carrier"
                  maxlength={60}
                  hint="USPS, UPS, FedEx, DHL, OnTrac, Royal Mail or Canada Post. For any other carrier, enter “other”."
                />
                <Field {...fieldAt(at, 'number')} label="Tracking number" maxlength={120} />
                <Button kind="dark" label="Mark all as shipped" />
              </Form>
            </div>
          ) : null}
          <Rows>
            {purchase.orders.map((order) => (
              <Row href={`/app/orders/${order.id}`} title={order.listing.title} line={dollarsText(order.item)}>
                <StatusBadge status={order.status} />
              </Row>
            ))}
          </Rows>
        </div>
        <section class="summary stack" aria-label="The purchase">
          <Facts
            caption="Purchase summary"
            rows={[
              ['Items', dollarsText(purchase.items)],
              ...(purchase.discount > 0 ? [[`Discount (${purchase.percent}%)`, `−${dollarsText(purchase.discount)}`] as const] : []),
              ['Delivery', dollarsText(purchase.shipping)],
              [purchase.status === 'paid' ? 'Paid by the buyer' : 'Total', dollarsText(purchase.total)],
              ...(purchase.refunded > 0 ? [['Refunded', `−${dollarsText(purchase.refunded)}`] as const] : []),
            ]}
          />
        </section>
      </div>
    ),
  })
}
