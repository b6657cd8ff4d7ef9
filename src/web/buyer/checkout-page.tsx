import type { Context } from '#platform/context/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import { PROTECTED_DAYS, UNCONFIRMED_DAYS } from '#commerce/orders/rules/order.ts'
import { shippingNote, shippingWords } from '#core/shipping.ts'
import { ButtonLink, Countdown, Facts, Form, Moment, Notice, Section } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { priceText } from '#web/framework/format.ts'
import { agreedOf, type PageRequest, dollarsText, type Offer, WrongAbove } from '#web/framework/page/index.ts'
import { ADDRESS_FIELDS, AddressFields } from './address.tsx'
import { counterPath } from './offer-form.tsx'
import { PayButtons } from './pay-buttons.tsx'
import { dueCents, totalCents, type Sale } from './purchase.ts'
import { placeOf, Thing, thumbOf } from './item-row.tsx'

export const CheckoutPage = ({ at, sale }: { at: PageRequest; sale: Sale }) => (
  <div class="step checkout">
    <div class="stack">
      <WrongAbove problem={at.problem} fields={ADDRESS_FIELDS} />
      {sale.counter && !sale.closed ? <Cheaper counter={sale.counter} /> : null}
      {sale.closed ? (
        <>
          {at.problem ? null : <Notice means="warn">{sale.closed}</Notice>}
          <p class="actions">
            <ButtonLink href={placeOf(sale.card) ?? '/search'}>Back to it</ButtonLink>
            <ButtonLink href={sale.card?.category ? `/c/${sale.card.category.toLowerCase()}` : '/search'}>See what is like it</ButtonLink>
          </p>
        </>
      ) : (
        <Form
          class="form wide"
          action={ROUTES.buy(sale.listingId)}
          viewer={at.viewer}
          label="Buy it"
          with={{ expected_total: String(dollarsFromCents(totalCents(sale))), hold: sale.hold ? 'true' : undefined }}
        >
          <Where at={at} sale={sale} />
          <Section id="pay" title="Pay">
            <Kept ctx={at.ctx} sale={sale} />
            <PayButtons ctx={at.ctx} words={`Pay ${priceText(dueCents(sale))}`} free={dueCents(sale) === 0} />
          </Section>
        </Form>
      )}
    </div>
    <Summary ctx={at.ctx} sale={sale} />
  </div>
)

/** Warns a buyer who is about to pay the full price when the seller's counter is lower. */
const Cheaper = ({ counter }: { counter: Offer }) => (
  <Notice>
    {counter.shop.name} would take {dollarsText(agreedOf(counter))} for this item.{' '}
    <a href={counterPath(counter)}>Answer the counter instead</a>
  </Notice>
)

const Where = ({ at, sale }: { at: PageRequest; sale: Sale }) =>
  sale.shipping.kind === 'pickup' ? (
    <Section id="where" title="Pick it up">
      <p>
        {shippingNote(sale.shipping)} When you meet, you settle by message. Once paid you get a code of six digits: show it only when you
        have the thing in your hands.
      </p>
    </Section>
  ) : (
    <Section id="where" title="Where to">
      <AddressFields at={at} known={sale.lastAddress} />
    </Section>
  )

/** Says until when the item is reserved, to the second, and what happens then. */
const Kept = ({ ctx, sale }: { ctx: Context; sale: Sale }) =>
  sale.order ? (
    <Notice means="warn">
      <span>
        It is kept for you <Countdown at={sale.order.pay_by} now={ctx.now()} before="for " over="no longer" />, until{' '}
        <strong>
          <Moment at={sale.order.pay_by} />
        </strong>
        . Not paid by then, it is for sale again and you can buy it anew.
      </span>
    </Notice>
  ) : (
    <p class="quiet">When you pay, the thing is taken out of sale for you. If a payment fails, it stays yours to pay for 15 minutes.</p>
  )

const Summary = ({ ctx, sale }: { ctx: Context; sale: Sale }) => (
  <aside class="summary stack" aria-label="What you buy">
    <Thing title={sale.title} href={placeOf(sale.card)} picture={thumbOf(ctx, sale.card?.cover)} shop={sale.shop} />
    <Facts
      caption="What it comes to"
      rows={[
        [sale.order?.offer ? 'Agreed price' : 'Price', priceText(sale.itemCents)],
        ['Delivery', shippingWords(sale.shipping)],
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
    <p class="small quiet">
      Your money is held until you say that all is good, or until {PROTECTED_DAYS} days after you say that it arrived. If you say nothing,
      the seller is paid {UNCONFIRMED_DAYS} days after sending it: report a problem before then. <a href="/safety">How buying is safe</a>
    </p>
    {sale.depositAsked === null || sale.closed ? null : (
      <p class="small">
        Not sure yet? <a href={ROUTES.hold(sale.listingId)}>Hold it for 72 hours with a deposit of {priceText(sale.depositAsked)}</a>.
      </p>
    )}
  </aside>
)
