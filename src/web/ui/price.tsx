import { shippingNote, shippingText, type Shipping } from '#core/shipping.ts'
import { priceText, totalText } from '#web/framework/format.ts'

/** A listing's price, in the shape of a price tag. */
export const Price = ({ cents, large, gone }: { cents: number; large?: boolean; gone?: boolean }) => (
  <span class={`price${large ? ' large' : ''}${gone ? ' gone' : ''}`}>{priceText(cents)}</span>
)

/** The previous price of a reduced listing, crossed out. Renders nothing if the price is not reduced. */
export const WasPrice = ({ cents, class: className }: { cents: number | null; class?: string }) =>
  cents === null ? null : (
    <span class={className}>
      Was <s>{priceText(cents)}</s>
    </span>
  )

/**
 * Additional shipping information for buyers: the pickup location, or a note that shipping must be requested and is not included in the
 * price.
 */
export const ShippingNote = ({ shipping }: { shipping: Shipping }) => {
  const note = shippingNote(shipping)
  return note === null ? null : <p class="small">{note}</p>
}

type WholeProps = { priceCents: number; wasCents?: number | null; shipping: Shipping; sold?: boolean }

/** Price, shipping and total of a listing. */
export const TotalPrice = ({ priceCents, wasCents = null, shipping, sold }: WholeProps) => {
  const total = totalText(priceCents, shipping)
  return (
    <p class="cost">
      <Price cents={priceCents} large gone={sold === true} />
      <WasPrice cents={wasCents} />
      {sold ? null : <span>{shippingText(shipping)}</span>}
      {sold || total === null ? null : <span class="whole">{total}</span>}
    </p>
  )
}
