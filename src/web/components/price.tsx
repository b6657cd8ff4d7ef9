import { priceText, shippingText, totalText } from '#web/words.ts'

/** The price tag alone. */
export const Price = ({ cents, large, gone }: { cents: number; large?: boolean; gone?: boolean }) => (
  <span class={`price${large ? ' large' : ''}${gone ? ' gone' : ''}`}>{priceText(cents)}</span>
)

/** Price, shipping, and what it comes to (ux rule 3: 0 is pickup only, null is a question). */
export const WholePrice = ({ priceCents, shippingCents, sold }: { priceCents: number; shippingCents: number | null; sold?: boolean }) => {
  const total = totalText(priceCents, shippingCents)
  return (
    <p class="cost">
      <Price cents={priceCents} large gone={sold === true} />
      {sold ? null : <span>{shippingText(shippingCents)}</span>}
      {sold || total === null ? null : <span class="whole">{total}</span>}
    </p>
  )
}
