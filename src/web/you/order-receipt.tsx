import { shippingOfRecord, shippingWords } from '#domain/shipping.ts'
import { ShippingNote } from '#web/components/price.tsx'
import { Facts } from '#web/components/table.tsx'
import { dateTimeText, priceText } from '#web/words.ts'
import type { ShownOrder } from './order-types.ts'

const dollars = (amount: number): string => priceText(Math.round(amount * 100))

/** What was paid for what, and where it went: the same to print. */
export const Receipt = ({ order, alone = false }: { order: ShownOrder; alone?: boolean }) => {
  const paid = order.timeline.find(({ status }) => status === 'paid')
  const shipping = shippingOfRecord(order)
  const rows: [string, string][] = [
    ...(alone ? [['What', order.listing.title] as [string, string]] : []),
    ['Item', dollars(order.item)],
    ['Delivery', shippingWords(shipping)],
    ['Total', dollars(order.total)],
    ...(order.deposit > 0 ? [['Paid as deposit', dollars(order.deposit)] as [string, string]] : []),
    ...(order.refunded > 0 ? [['Given back', dollars(order.refunded)] as [string, string]] : []),
    ['Paid', paid ? dateTimeText(new Date(paid.at)) : 'not yet'],
    ['Shop', order.shop.name],
    ...(alone ? [['Bought by', order.buyer.name] as [string, string]] : []),
    ['Order', order.id],
  ]
  return (
    <section class="stack" aria-labelledby="receipt">
      {alone ? <h1 id="receipt">Receipt</h1> : <h2 id="receipt">{paid ? 'Receipt' : 'What it comes to'}</h2>}
      <Facts caption="Receipt" rows={rows} />
      {paid && !alone ? (
        <p class="small">
          <a href={`/you/orders/${order.id}/receipt`}>The receipt alone, to print or keep</a>
        </p>
      ) : null}
      <ShippingNote shipping={shipping} />
      {order.address ? (
        <address class="small">
          {[
            order.address.name,
            order.address.line1,
            order.address.line2,
            [order.address.postal_code, order.address.city].join(' '),
            order.address.state,
            order.address.country,
          ]
            .filter(Boolean)
            .map((line) => (
              <span>{line}</span>
            ))}
        </address>
      ) : null}
    </section>
  )
}
