import { shippingText } from '#core/shipping.ts'
import { ButtonLink, Facts, Form, Notice, ShippingNote } from '#web/ui/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { leftText, priceText } from '#web/framework/format.ts'
import {
  WrongAbove,
  api,
  call,
  filled,
  page,
  sendStepPage,
  type PageRequest,
  type Outcome,
  type SentForm,
} from '#web/framework/page/index.ts'
import { sendAway } from './payment-redirect.tsx'
import { PayButtons, saveCard } from './pay-buttons.tsx'
import { loadSale, readSale, type Sale } from './purchase.ts'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

/** Reserves an item in exchange for a deposit. Before the payment, explains what happens to the deposit (spec: completions 7, Holds). */
export const holdPage = page({ path: '/hold/:listing', name: 'hold', load: loadSale, form: take, show: send })

async function take(at: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const { method = '' } = fields
  const listing = c.req.param('listing')!
  const { id } = await call(ctx, viewer, api.askHold, { body: { listing } })
  const { status, until, checkout_url: away } = await call(ctx, viewer, api.payHold, { params: { id }, body: filled({ method }) })
  await saveCard(ctx, viewer, fields)
  if (away) return sendAway(at, away, await readSale(ctx, viewer, listing))
  const message =
    status === 'active'
      ? `The item is held for you for ${leftText(new Date(until), ctx.now())}.`
      : 'Your bank is still processing the payment. The item will be held for you once the deposit is paid.'
  return { to: ROUTES.buy(listing), message }
}

function send(at: PageRequest, sale: Sale): Promise<Response> | Response {
  const { ctx, c, problem } = at
  if (sale.order || sale.hold) return goTo(c, ROUTES.buy(sale.listingId))
  if (sale.quotedDepositCents === null && !sale.closed && !problem) throw notFound('page')
  return sendStepPage(at, {
    title: 'Hold with a deposit',
    ...(sale.tone ? { tone: sale.tone } : {}),
    children: (
      <div class="step stack">
        <ItemSummary title={sale.title} href={hrefOf(sale.card)} picture={thumbOf(ctx, sale.card?.cover)} shop={sale.shop}>
          <strong class="number">{priceText(sale.itemCents)}</strong> · {shippingText(sale.shipping)}
        </ItemSummary>
        <WrongAbove problem={problem} />
        {sale.closed || sale.quotedDepositCents === null ? (
          <>
            <Notice means="warn">{sale.closed ?? 'This shop does not hold items for a deposit.'}</Notice>
            <p class="actions">
              <ButtonLink href={hrefOf(sale.card) ?? '/search'} label="Back to the item" />
            </p>
          </>
        ) : (
          <Terms at={at} sale={sale} depositCents={sale.quotedDepositCents} />
        )}
      </div>
    ),
  })
}

const Terms = ({ at, sale, depositCents }: { at: PageRequest; sale: Sale; depositCents: number }) => (
  <>
    <ShippingNote shipping={sale.shipping} />
    <Facts
      caption="Terms of the hold"
      rows={[
        ['Deposit', <strong>{priceText(depositCents)}</strong>],
        ['Held for you', '72 hours from the payment'],
        [
          'If you buy',
          `the deposit counts toward the price, and ${priceText(Math.max(0, sale.itemCents - depositCents))} remains to be paid`,
        ],
        ['If you do not buy', 'the seller keeps the deposit'],
        ['If the seller backs out', 'you get the full deposit back'],
      ]}
    />
    <Form class="form wide" action={ROUTES.hold(sale.listingId)} viewer={at.viewer} label="Pay the deposit">
      <PayButtons ctx={at.ctx} cards={sale.cards} typed={at.typed} amount={priceText(depositCents)} purpose=" and hold the item" />
    </Form>
  </>
)
