import type { Child } from '#web/framework/jsx/index.ts'
import { Facts, Timestamp, ShippingNote } from '#web/ui/index.ts'
import { AddressBlock } from './address.tsx'
import { dollarsText } from '#core/format/money.ts'
import { shippingOfRecord, shippingText } from '#core/shipping.ts'
import type { Order } from '#web/framework/page/records.ts'

/** Printable receipt with items, amounts and address. */
export const Receipt = ({ order, alone = false }: { order: Order; alone?: boolean }) => {
  const paid = order.timeline.find(({ status }) => status === 'paid')
  const shipping = shippingOfRecord(order)
  const rows: [string, Child][] = [
    ...(alone ? [['Item', order.listing.title] as [string, string]] : []),
    ['Item price', dollarsText(order.item)],
    ['Delivery', shippingText(shipping)],
    ['Total', <strong>{dollarsText(order.total)}</strong>],
    ...(order.deposit > 0 ? [['Deposit paid', dollarsText(order.deposit)] as [string, string]] : []),
    ...(order.refunded > 0 ? [['Refunded', dollarsText(order.refunded)] as [string, string]] : []),
    ['Paid', paid ? <Timestamp at={paid.at} /> : 'Not yet'],
    ...(alone
      ? ([
          ['Shop', order.shop.name],
          ['Buyer', order.buyer.name],
        ] as [string, string][])
      : []),
    ['Order', order.id],
  ]
  return (
    <section class="stack" aria-labelledby="receipt">
      {alone ? <h1 id="receipt">Receipt</h1> : <h2 id="receipt">{paid ? 'Receipt' : 'Order summary'}</h2>}
      <Facts caption="Receipt" rows={rows} />
      {paid && !alone ? (
        <p class="small">
          <a href={`/you/orders/${order.id}/receipt`}>Printable receipt</a>
        </p>
      ) : null}
      <ShippingNote shipping={shipping} />
      {order.address && alone ? <AddressBlock address={order.address} class="small" /> : null}
    </section>
  )
}
