import type { Anonymous, Context, Person, Core } from '#platform/context/index.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Call, Viewer } from '#web/framework/answer.ts'
import { dollarsFromCents } from '#core/money.ts'
import { isActive, OFFERS_A_DAY } from '#commerce/offers/rules.ts'
import * as market from '#catalog/browse/index.ts'
import type { Detail } from '#catalog/browse/index.ts'
import { waitForAnswer } from '#commerce/negotiations/index.ts'
import { Button, ButtonLink, Chip, Chips, Countdown, Field, Form, Notice, NumberLine, TextArea } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { priceText, totalText } from '#web/framework/format.ts'
import { marksOf } from './offer-item.tsx'
import { ListedItem, hrefOf, Price } from './item-row.tsx'
import { call, validateBody } from '#platform/http/call.ts'
import { api } from '#api/index.ts'
import { page, type PageRequest, type Outcome } from '#web/framework/page/page.tsx'
import { sendStepPage, WrongAbove } from '#web/framework/page/frames.tsx'
import { filled, fieldAt, typedAmount } from '#web/framework/page/problem.ts'
import type { Fields, SentForm } from '#web/framework/page/form.ts'
import { agreedOf, centsOf, dollarsText, type Offer } from '#web/framework/page/records.ts'
import { reservedFor } from '#commerce/reservations/index.ts'

/** Makes an offer on a listing, or replaces the buyer's open offer with a higher offer (spec: completions 6). */
export const offerPage = page({
  path: '/offer/:listing',
  name: 'offer',
  beforeSignIn: { fields: ['amount', 'note', 'wait'], show: send, check: checkOffer },
  form: take,
  show: send,
})

const bodyOf = (c: Call, fields: Fields) => ({
  ...filled({ amount: typedAmount(fields['amount']) ?? '', note: fields['note'] ?? '' }),
  listing: c.req.param('listing')!,
})

async function take({ ctx, c, viewer }: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const body = bodyOf(c, fields)
  const { id, amount, created_at } = await call(ctx, viewer, api.makeOffer, { body })
  if (fields['wait'] === 'true') await waitForAnswer(ctx, { id, created_at: new Date(created_at) })
  return { to: `/you/offers?offer=${id}`, message: `Your offer of ${dollarsText(amount)} was sent.` }
}

/** Checks an anonymous user's offer before the sign-in. If the listing does not accept the offer, returns a page with the reason. */
async function checkOffer(at: PageRequest<Anonymous>, fields: Fields): Promise<Response | null> {
  const { ctx, c, viewer } = at
  const listing = await market.readListing(ctx, viewer, c.req.param('listing')!)
  if ((await closedBecause(ctx, viewer, listing)) !== null) return send(at)
  const { amount } = validateBody(api.makeOffer, bodyOf(c, fields))
  if (amount > listing.priceCents!) throw invalid('amount', `amount must not be above the price of ${priceText(listing.priceCents!)}.`)
  return null
}

async function closedBecause(ctx: Core, viewer: Viewer, listing: Detail): Promise<string | null> {
  const accountId = viewer.kind === 'anonymous' ? null : viewer.accountId
  if (listing.seller.id === accountId) return 'This is your own listing.'
  if (listing.status !== 'live') return 'This item is no longer for sale.'
  const reserved = await reservedFor(ctx, listing.id)
  if (reserved && (reserved.by === 'order' || reserved.buyerId !== accountId))
    return reserved.buyerId === accountId
      ? 'This item is reserved for you. Pay for your order instead.'
      : 'This item is reserved for another buyer. If they do not pay in time, you can make an offer again.'
  return listing.takesOffers ? null : 'The seller does not accept offers on this item. You can buy it at the full price, or ask a question.'
}

async function send(at: PageRequest<Viewer>): Promise<Response> {
  const { ctx, c, viewer } = at
  // a suggested amount is a link that sets `amount` in the query
  const typed = at.problem ? at.typed : { amount: c.req.query('amount') ?? '', note: c.req.query('note') ?? '' }
  const listing = await market.readListing(ctx, viewer, c.req.param('listing')!)
  const activeOffer = viewer.kind === 'anonymous' ? null : await activeOfferOn(ctx, viewer, listing.id)
  const closed = await closedBecause(ctx, viewer, listing)
  return sendStepPage(at, {
    title: activeOffer ? 'Make a new offer' : 'Make an offer',
    tone: listing.shop.tone,
    children: (
      <div class="step stack">
        <ListedItem ctx={ctx} card={listing}>
          <Price of={listing} />
        </ListedItem>
        {closed ? (
          <>
            <Notice means="plainly">{closed}</Notice>
            <p class="actions">
              <ButtonLink href={hrefOf(listing) ?? '/'} label="Back to the item" />
            </p>
          </>
        ) : (
          <OfferForm at={{ ...at, typed }} listing={listing} activeOffer={activeOffer} />
        )}
      </div>
    ),
  })
}

/** Returns the buyer's open offer, or null. A higher offer would replace the open offer. */
async function activeOfferOn(ctx: Context, viewer: Person, listing: string): Promise<Offer | null> {
  const { data } = await call(ctx, viewer, api.listOffers, { query: { role: 'buyer', listing, limit: '1' } })
  return data.find(({ status }) => isActive(status)) ?? null
}

/**
 * Returns the seller's counteroffer that the buyer can still accept, or null. Ignores counteroffers that are not below the listing's price.
 */
export async function openCounter(ctx: Context, viewer: Person, listing: string): Promise<Offer | null> {
  const activeOffer = await activeOfferOn(ctx, viewer, listing)
  return activeOffer?.status === 'countered' && agreedOf(activeOffer) < activeOffer.listing.price ? activeOffer : null
}

/** Returns the path of the page where a buyer responds to a counteroffer. */
export const counterPath = ({ id }: Offer): string => `/you/offers?tab=needs#${id}`

/** Returns true when the buyer has an open offer on the listing. */
export const hasActiveOffer = async (ctx: Context, viewer: Person, listing: string): Promise<boolean> =>
  (await activeOfferOn(ctx, viewer, listing)) !== null

const CHIPS = [10, 20, 30] as const

/**
 * Returns suggested amounts below the price. The amounts depend only on the price, so they do not reveal the seller's minimum price (spec:
 * ux 1.5). For a price in whole dollars, the suggested amounts are also whole dollars.
 */
const chipsBelow = (priceCents: number, aboveCents: number): { percent: number; cents: number }[] =>
  CHIPS.map((percent) => {
    const cents = (priceCents * (100 - percent)) / 100
    return { percent, cents: priceCents >= 1_000 ? Math.round(cents / 100) * 100 : Math.round(cents) }
  }).filter(({ cents }) => cents > aboveCents && cents > 0 && cents < priceCents)

type FormProps = { at: PageRequest<Viewer>; listing: Detail; activeOffer: Offer | null }

const OfferForm = ({ at, listing, activeOffer }: FormProps) => {
  const price = listing.priceCents!
  const whole = totalText(price, listing.shipping)
  return (
    <>
      <WrongAbove problem={at.problem} fields={['amount', 'note']} />
      {activeOffer ? (
        <>
          <NumberLine marks={marksOf(activeOffer)} />
          <p>
            Your offer of {dollarsText(activeOffer.amount)} is open{' '}
            <Countdown at={activeOffer.expires_at} now={at.ctx.now()} before="for " />. A new offer must be higher and replaces it.
          </p>
        </>
      ) : null}
      <Chips label="Suggested offers">
        {chipsBelow(price, centsOf(activeOffer?.amount ?? 0)).map(({ percent, cents }) => (
          <Chip
            href={`${ROUTES.offer(listing.id)}?amount=${dollarsFromCents(cents)}`}
            current={at.typed['amount'] === String(dollarsFromCents(cents))}
            label={`${priceText(cents)} (${percent}% off)`}
          />
        ))}
      </Chips>
      <Form class="form" action={ROUTES.offer(listing.id)} viewer={at.viewer}>
        <noscript>
          <input type="hidden" name="wait" value="true" />
        </noscript>
        {at.viewer.kind === 'anonymous' ? (
          <p class="small quiet">
            You need an account, so that the seller can answer you. Sign up or sign in on the next page, and we will send your offer as you
            wrote it.
          </p>
        ) : null}
        <Field
          {...fieldAt(at, 'amount')}
          label="Your offer, in US dollars"
          before="$"
          inputmode="decimal"
          autocomplete="off"
          required
          hint={`${activeOffer ? `More than ${dollarsText(activeOffer.amount)}, up` : 'Up'} to the price of ${priceText(price)}.${listing.shipping.kind === 'sent' ? ` Shipping of ${priceText(listing.shipping.cents)} is added.` : ''}`}
        />
        <TextArea {...fieldAt(at, 'note')} label="Message (optional)" hint="Up to 500 characters." rows={3} maxlength={500} />
        <div class="actions">
          <Button kind="dark" label="Send offer" />
          <ButtonLink href={ROUTES.buy(listing.id)} label={`Buy for ${whole ?? priceText(price)}`} />
        </div>
      </Form>
      <ul class="notes">
        <li>
          An offer is not a purchase. The seller has 48 hours to accept, decline or counter it. The shop’s helper may counter too, but it
          never accepts.
        </li>
        <li>If the seller accepts, the item will be reserved for you, and you will have 24 hours to pay.</li>
        <li>
          You can make at most {OFFERS_A_DAY} offers on one listing in 24 hours. You can withdraw an offer until it is accepted or declined.
        </li>
      </ul>
    </>
  )
}
