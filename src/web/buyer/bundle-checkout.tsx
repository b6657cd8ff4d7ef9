import { CreateGuestPurchase, isForGuests, startPurchaseInBrowser } from '#commerce/guests/index.ts'
import { visibleCards, type Card } from '#catalog/browse/index.ts'
import { isReserved } from '#catalog/listings/rules/reservation.ts'
import { requireVisibleStore, type Store } from '#catalog/stores/index.ts'
import { MAX_BUNDLE_ITEMS, MIN_BUNDLE_ITEMS } from '#core/bundle.ts'
import type { Context } from '#platform/context/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { validate } from '#platform/http/validate.ts'
import { anonymousCaller, goTo, type Call, type Viewer } from '#web/framework/answer.ts'
import { counted, dollarsText } from '#web/framework/format.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { browserIn } from '#web/framework/session.ts'
import { ButtonLink, Empty, Facts, Form, Notice, Section } from '#web/ui/index.ts'
import {
  centsOf,
  filled,
  page,
  sendStepPage,
  toSignIn,
  WrongAbove,
  type Outcome,
  type PageRequest,
  type SentForm,
} from '#web/framework/page/index.ts'
import { addressFieldsIn, CHOICE_FIELDS } from './address-choice.tsx'
import { AddressFields } from './address.tsx'
import { bagCookie, bagOf } from './bag-cookie.ts'
import { fitsBundle, OneParcel, quoteFor, sumsOf, type Sums } from './bundle-quote.tsx'
import { ContactFields, GUEST_FIELDS, inNewSession } from './guest-checkout.tsx'
import { hrefOf, ItemSummary, Price, thumbOf } from './item-row.tsx'
import { NO_CARDS, PayButtons, Protection } from './pay-buttons.tsx'
import { payPurchase } from './purchase-payment.tsx'
import { sendPurchase } from './purchase-page.tsx'
import { RESERVED_FOR } from './reservation.tsx'

/** Checkout of several items for a buyer without an account: contact, address, total and payment on one page. The items are in the URL. */
export const bundleCheckoutPage = page({
  path: '/bundle/:slug/checkout',
  name: 'bundle checkout',
  who: 'either',
  guests: true,
  load: ({ ctx, c, typed }) => readBundle(ctx, c, typed['items']?.split(' ') ?? c.req.queries('item') ?? []),
  form: take,
  show: send,
})

type Bundle = {
  store: Store
  cards: Card[]
  missing: number
  sums: Sums | null
}

async function readBundle(ctx: Context, c: Call, items: readonly string[]): Promise<Bundle> {
  const anyone = anonymousCaller(c)
  const { store } = await requireVisibleStore(ctx, anyone, c.req.param('slug')!)
  const requested = [...new Set(items)].slice(0, MAX_BUNDLE_ITEMS)
  const cards = (await visibleCards(ctx, anyone, requested)).filter(
    (card) => card.shop.id === store.id && fitsBundle(anyone, card) && !isReserved(card, ctx.now()),
  )
  return { store, cards, missing: requested.length - cards.length, sums: (await quoteFor(ctx, anyone, store, cards)).sums }
}

const idsOf = ({ cards }: Bundle): string[] => cards.map(({ id }) => id)

const hasAccount = (viewer: Viewer): boolean => viewer.kind !== 'anonymous' && !viewer.guest

const needsAccount = (ctx: Context, { sums }: Bundle): boolean => !isForGuests(ctx, centsOf(sums?.total ?? 0))

/** Orders the items for a new guest, starts the guest's session in this browser, and pays. */
async function take(at: PageRequest<Viewer>, { fields }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const { items = '', email = '', expected_total = '', method = '' } = fields
  const listings = items.split(' ')
  const slug = c.req.param('slug')!
  if (hasAccount(viewer)) return goTo(c, ROUTES.bundle(slug, ...listings))
  const { missing } = await readBundle(ctx, c, listings)
  if (missing > 0) throw conflict(`${counted(missing, 'item')} can no longer be ordered. Check the items and the total, then continue.`)
  const input = validate(CreateGuestPurchase, {
    ...filled({ email }),
    listings,
    address: filled(addressFieldsIn(fields)),
    expected_total: Number(expected_total),
  })
  const { buyer, purchaseId, opened } = await startPurchaseInBrowser(ctx, viewer, input, browserIn(ctx, c))
  const response = await inNewSession({ ...at, viewer: buyer }, opened, {
    pay: (guest) => payPurchase(guest, purchaseId!, { method }),
    show: (guest) => sendPurchase(guest, purchaseId!),
  })
  const left = bagOf(ctx, c, slug).filter((one) => !listings.includes(one))
  response.headers.append('Set-Cookie', bagCookie(ctx, c, slug, left))
  return response
}

function send(at: PageRequest<Viewer>, bundle: Bundle): Promise<Response> | Response {
  const { ctx, c, viewer } = at
  const { store, cards } = bundle
  if (hasAccount(viewer)) return goTo(c, ROUTES.bundle(store.slug, ...idsOf(bundle)))
  if (needsAccount(ctx, bundle)) return toSignIn(c)
  if (cards.length === 1 && !at.problem) return goTo(c, ROUTES.buy(cards[0]!.id))
  return sendStepPage(at, {
    title: 'Checkout',
    tone: store.tone,
    children: (
      <div class="step checkout">
        <div class="stack">
          <WrongAbove problem={at.problem} fields={[...CHOICE_FIELDS, ...GUEST_FIELDS]} />
          {bundle.missing > 0 && cards.length >= MIN_BUNDLE_ITEMS && !at.problem ? (
            <Notice means="warn">
              {counted(bundle.missing, 'item')} can no longer be ordered. The price is for the other {cards.length} items.
            </Notice>
          ) : null}
          {cards.length < MIN_BUNDLE_ITEMS ? <Gone at={at} store={store} /> : <CheckoutForm at={at} bundle={bundle} />}
        </div>
        {cards.length < MIN_BUNDLE_ITEMS ? null : <Summary at={at} bundle={bundle} />}
      </div>
    ),
  })
}

const Gone = ({ at, store }: { at: PageRequest<Viewer>; store: Store }) => (
  <Empty icon="tag" title="These items cannot be ordered together at the moment">
    <p>Too many of these items are sold or reserved. Check again later: an item goes back on sale if its buyer does not pay in time.</p>
    <ButtonLink href={`${at.ctx.urls.shop(store.slug)}/`} label="See the shop’s items" />
  </Empty>
)

const CheckoutForm = ({ at, bundle }: { at: PageRequest<Viewer>; bundle: Bundle }) => {
  const { ctx, viewer } = at
  const [ids, { total }] = [idsOf(bundle), bundle.sums!]
  return (
    <Form
      class="form wide"
      action={ROUTES.bundleCheckout(bundle.store.slug, [])}
      viewer={viewer}
      label="Checkout"
      with={{ items: ids.join(' '), expected_total: String(total) }}
    >
      <ContactFields at={at} back={ROUTES.bundle(bundle.store.slug, ...ids)} />
      <Section id="where" title="Delivery address">
        <AddressFields at={at} known={null} short />
      </Section>
      <Section id="pay" title="Payment">
        <p class="quiet">
          Nothing is reserved yet. When you press Pay, all items are reserved for you for {RESERVED_FOR}. If the payment fails, you can try
          again until then.
        </p>
        <PayButtons ctx={ctx} cards={NO_CARDS} typed={at.typed} amount={dollarsText(total)} free={total === 0} />
        <Protection />
      </Section>
    </Form>
  )
}

const Summary = ({ at: { ctx }, bundle: { store, cards, sums } }: { at: PageRequest<Viewer>; bundle: Bundle }) => (
  <aside class="summary stack" aria-label="Your purchase">
    {cards.map((card) => (
      <ItemSummary title={card.title ?? 'A listing'} href={hrefOf(card)} picture={thumbOf(ctx, card.cover)} shop={store.name}>
        <Price of={card} small />
      </ItemSummary>
    ))}
    <Facts caption="Total for your purchase" rows={sumsOf(sums!)} />
    <OneParcel />
  </aside>
)
