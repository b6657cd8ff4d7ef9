import type { Context } from '#platform/context/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import { PROTECTED_DAYS, UNCONFIRMED_DAYS } from '#commerce/orders/rules/order.ts'
import { shippingNote, shippingText } from '#core/shipping.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { ButtonLink, Countdown, Facts, Form, Timestamp, Notice, Section } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { priceText } from '#web/framework/format.ts'
import { agreedOf, type PageRequest, dollarsText, type Offer, WrongAbove } from '#web/framework/page/index.ts'
import { AddressChoice, CHOICE_FIELDS } from './address-choice.tsx'
import { GUEST_FIELDS, GuestFields } from './guest-checkout.tsx'
import { counterPath } from './offer-form.tsx'
import { PayButtons } from './pay-buttons.tsx'
import { dueCents, totalCents, type Sale } from './purchase.ts'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

export const CheckoutPage = ({ at, sale }: { at: PageRequest<Viewer>; sale: Sale }) => (
  <div class="step checkout">
    <div class="stack">
      <WrongAbove problem={at.problem} fields={[...CHOICE_FIELDS, ...GUEST_FIELDS]} />
      {sale.counter && !sale.closed ? <Cheaper counter={sale.counter} /> : null}
      {sale.closed ? (
        <>
          {at.problem ? null : <Notice means="warn">{sale.closed}</Notice>}
          <p class="actions">
            <ButtonLink href={hrefOf(sale.card) ?? '/search'}>Back to the item</ButtonLink>
            <ButtonLink href={sale.card?.category ? `/c/${sale.card.category.toLowerCase()}` : '/search'}>See similar items</ButtonLink>
          </p>
        </>
      ) : (
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
            <ReservationNotice ctx={at.ctx} sale={sale} />
            <PayButtons ctx={at.ctx} words={`Pay ${priceText(dueCents(sale))}`} free={dueCents(sale) === 0} />
            <Protection />
          </Section>
        </Form>
      )}
    </div>
    <Summary ctx={at.ctx} sale={sale} />
  </div>
)

/** Warns a buyer who is about to pay the full price although the seller's counteroffer is lower. */
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
        {shippingNote(sale.shipping)} Arrange by message when to meet. After you pay, you get a six-digit code. Show it only when you have
        the item in your hands.
      </p>
    </Section>
  ) : at.viewer.kind === 'anonymous' || at.viewer.guest ? null : (
    <Section id="where" title="Delivery address">
      <AddressChoice at={{ ...at, viewer: at.viewer }} sale={sale} />
    </Section>
  )

const Protection = () => (
  <p class="small quiet">
    We hold your money until you confirm that everything is OK, or until {PROTECTED_DAYS} days after you confirm that it arrived. If you
    confirm neither, the seller is paid {UNCONFIRMED_DAYS} days after shipping. Report a problem before then.{' '}
    <a href="/safety">How we protect buyers</a>
  </p>
)

/** Shows when the reservation of the item ends, to the second, and what happens afterwards. */
const ReservationNotice = ({ ctx, sale }: { ctx: Context; sale: Sale }) =>
  sale.order ? (
    <Notice means="warn">
      <span>
        The item is reserved for you <Countdown at={sale.order.pay_by} now={ctx.now()} before="for " over="no longer" />, until{' '}
        <strong>
          <Timestamp at={sale.order.pay_by} />
        </strong>
        . If you do not pay by then, it goes back on sale and you can buy it again.
      </span>
    </Notice>
  ) : (
    <p class="quiet">Paying reserves the item for you. If a payment fails, you have 15 minutes to try again.</p>
  )

const Summary = ({ ctx, sale }: { ctx: Context; sale: Sale }) => (
  <aside class="summary stack" aria-label="Your purchase">
    <ItemSummary title={sale.title} href={hrefOf(sale.card)} picture={thumbOf(ctx, sale.card?.cover)} shop={sale.shop} />
    <Facts
      caption="Order summary"
      rows={[
        [sale.order?.offer ? 'Agreed price' : 'Price', priceText(sale.itemCents)],
        ['Delivery', shippingText(sale.shipping)],
        ...(sale.depositCents > 0 ? [['Deposit you paid', `− ${priceText(sale.depositCents)}`] as const] : []),
        ['To pay', <strong>{priceText(dueCents(sale))}</strong>],
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
