import { dollarsFromCents } from '#core/money.ts'
import { shippingNote, shippingText } from '#core/shipping.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { ButtonLink, Facts, Form, Notice, Section } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { priceText } from '#web/framework/format.ts'
import { agreedOf, type PageRequest, dollarsText, type Offer, WrongAbove } from '#web/framework/page/index.ts'
import { AddressChoice, CHOICE_FIELDS } from './address-choice.tsx'
import { GUEST_FIELDS, GuestFields } from './guest-checkout.tsx'
import { InvitationNotice } from './invitation-item.tsx'
import { counterPath } from './offer-form.tsx'
import { PayButtons, Protection } from './pay-buttons.tsx'
import { chargedText, Reservation, Reserved, RESERVED_FOR } from './reservation.tsx'
import { dueCents, totalCents, type Sale } from './purchase.ts'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

export const CheckoutPage = ({ at, sale }: { at: PageRequest<Viewer>; sale: Sale }) => (
  <div class="step checkout">
    <div class="stack">
      <WrongAbove problem={at.problem} fields={[...CHOICE_FIELDS, ...GUEST_FIELDS]} />
      {sale.counter && !sale.closed ? <Cheaper counter={sale.counter} /> : null}
      {sale.invitation && !sale.closed && at.viewer.kind !== 'anonymous' ? (
        <InvitationNotice viewer={at.viewer} invitation={sale.invitation} />
      ) : null}
      {sale.closed ? (
        <>
          {at.problem ? null : <Notice means="warn">{sale.closed}</Notice>}
          <p class="actions">
            <ButtonLink href={hrefOf(sale.card) ?? '/search'} label="Back to the item" />
            <ButtonLink href={sale.card?.category ? `/c/${sale.card.category.toLowerCase()}` : '/search'} label="See similar items" />
          </p>
        </>
      ) : sale.order ? (
        <>
          <Reservation
            payBy={sale.order.pay_by}
            now={at.ctx.now()}
            what="The item is"
            charged={chargedText(sale.order)}
            next={{ href: ROUTES.buy(sale.listingId), label: 'Check out again' }}
          >
            <span>If you do not pay by then, the item goes back on sale.</span>
          </Reservation>
          <Reserved>
            <CheckoutForm at={at} sale={sale} />
          </Reserved>
        </>
      ) : (
        <>
          {sale.expired && !at.problem ? (
            <Notice means="warn">
              <strong>Your reservation has ended.</strong>
              <span>{chargedText(sale.expired)} The item is for sale again, so you can still buy it.</span>
            </Notice>
          ) : null}
          <CheckoutForm at={at} sale={sale} />
        </>
      )}
    </div>
    <Summary ctx={at.ctx} sale={sale} />
  </div>
)

const CheckoutForm = ({ at, sale }: { at: PageRequest<Viewer>; sale: Sale }) => (
  <Form
    class="form wide"
    action={ROUTES.buy(sale.listingId)}
    viewer={at.viewer}
    label="Checkout"
    with={{ expected_total: String(dollarsFromCents(totalCents(sale))), hold: sale.hold ? 'true' : undefined }}
  >
    {at.viewer.kind === 'anonymous' || at.viewer.guest ? <GuestFields at={at} sale={sale} /> : null}
    <Where at={at} sale={sale} />
    <Section id="pay" title="Payment">
      {sale.order ? null : (
        <p class="quiet">
          Nothing is reserved yet. When you press Pay, the item is reserved for you for {RESERVED_FOR}. If the payment fails, you can try
          again until then.
        </p>
      )}
      <PayButtons ctx={at.ctx} cards={sale.cards} typed={at.typed} amount={priceText(dueCents(sale))} free={dueCents(sale) === 0} />
      <Protection />
    </Section>
  </Form>
)

/** Warns a buyer who is about to pay the full price although the seller has made a lower counteroffer. */
const Cheaper = ({ counter }: { counter: Offer }) => (
  <Notice>
    {counter.shop.name} counters with {dollarsText(agreedOf(counter))} for this item.{' '}
    <a href={counterPath(counter)}>Answer the counteroffer instead</a>
  </Notice>
)

const Where = ({ at, sale }: { at: PageRequest<Viewer>; sale: Sale }) =>
  sale.shipping.kind === 'pickup' ? (
    <Section id="where" title="Pickup">
      <p>
        {shippingNote(sale.shipping)} Arrange by message when to meet. After you pay, you will get a six-digit code. Show it only when you
        have the item in your hands.
      </p>
    </Section>
  ) : at.viewer.kind === 'anonymous' || at.viewer.guest ? null : (
    <Section id="where" title="Delivery address">
      <AddressChoice at={{ ...at, viewer: at.viewer }} sale={sale} />
    </Section>
  )

const Summary = ({ ctx, sale }: { ctx: PageRequest['ctx']; sale: Sale }) => (
  <aside class="summary stack" aria-label="Your purchase">
    <ItemSummary title={sale.title} href={hrefOf(sale.card)} picture={thumbOf(ctx, sale.card?.cover)} shop={sale.shop} />
    <Facts
      caption="Order summary"
      rows={[
        [sale.order?.offer ? 'Agreed price' : 'Price', priceText(sale.itemCents)],
        ['Delivery', shippingText(sale.shipping)],
        ...(sale.depositCents > 0 ? [['Deposit you paid', `− ${priceText(sale.depositCents)}`] as const] : []),
        ['Amount due', <strong>{priceText(dueCents(sale))}</strong>],
      ]}
    />
    {sale.shipping.kind === 'ask' ? (
      <Notice>
        <span>
          {shippingNote(sale.shipping)} <a href={ROUTES.ask(sale.listingId)}>Ask before you pay</a>.
        </span>
      </Notice>
    ) : null}
    {sale.quotedDepositCents === null || sale.closed ? null : (
      <p class="small">
        Not sure yet? <a href={ROUTES.hold(sale.listingId)}>Hold it for 72 hours with a deposit of {priceText(sale.quotedDepositCents)}</a>.
      </p>
    )}
  </aside>
)
