import type { Core } from '#platform/context/index.ts'
import { isReserved } from '#catalog/listings/rules/reservation.ts'
import { MAX_BUNDLE_ITEMS, MIN_BUNDLE_ITEMS, nextTier } from '#core/bundle.ts'
import { readStore, type StoreFront } from '#catalog/stores/index.ts'
import { visibleCards, type Card } from '#catalog/browse/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { counted } from '#web/framework/format.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { Button, Check, Empty, Facts } from '#web/ui/index.ts'
import {
  api,
  call,
  page,
  redirectWithMessage,
  sendStepPage,
  toSignIn,
  WrongAbove,
  type PageRequest,
  type Outcome,
  type Problem,
  type SentForm,
} from '#web/framework/page/index.ts'
import { bagCookie, bagOf } from './bag-cookie.ts'
import { ContinueToPayment, Discounts, fitsBundle, OneParcel, quoteFor, sumsOf, type Sums } from './bundle-quote.tsx'
import { ItemSummary, Price, thumbOf } from './item-row.tsx'

/** A shop's bundle page, where the buyer chooses items and sees their total price. The chosen items are in the URL. */
export const bundlePage = page({ path: '/bundle/:slug', name: 'bundle', who: 'either', load, form: buy, show: send })

type Bag = { store: StoreFront['store']; cards: Card[]; chosen: string[]; sums: Sums | null; problem: Problem | undefined }

async function load({ ctx, c, viewer, typed }: PageRequest<Viewer>): Promise<Bag> {
  const { store, cards } = await readStore(ctx, viewer, c.req.param('slug')!)
  const requested = typed['items']?.split(' ') ?? c.req.queries('item') ?? []
  // adds items from the bag that the page omits, because it lists only the newest items
  const older = requested.slice(0, MAX_BUNDLE_ITEMS).filter((id) => !cards.some((card) => card.id === id))
  const named = (await visibleCards(ctx, viewer, older)).filter(({ shop }) => shop.id === store.id)
  const fit = [...named, ...cards].filter((card) => isFit(ctx, viewer, card))
  const chosen = [...new Set(requested)].filter((id) => fit.some((card) => card.id === id)).slice(0, MAX_BUNDLE_ITEMS)
  const ordered = [...fit.filter(({ id }) => chosen.includes(id)), ...fit.filter(({ id }) => !chosen.includes(id))]
  const cardsChosen = chosen.length < MIN_BUNDLE_ITEMS ? [] : ordered.slice(0, chosen.length)
  return { store, cards: ordered, chosen, ...(await quoteFor(ctx, viewer, store, cardsChosen)) }
}

const isFit = (ctx: Core, viewer: Viewer, card: Card): boolean => fitsBundle(viewer, card) && !isReserved(card, ctx.now())

async function buy({ ctx, c, viewer }: PageRequest<Viewer>, { fields: { items = '', expected_total = '' } }: SentForm): Promise<Outcome> {
  if (viewer.kind === 'anonymous') return toSignIn(c)
  const body = { listings: items.split(' '), expected_total: Number(expected_total) }
  const { id } = await call(ctx, viewer, api.createPurchase, { body })
  const response = redirectWithMessage(ctx, c, ROUTES.purchase(id), { message: 'All items are reserved for you for 15 minutes.' })
  const slug = c.req.param('slug')!
  const left = bagOf(ctx, c, slug).filter((one) => !body.listings.includes(one))
  response.headers.append('Set-Cookie', bagCookie(ctx, c, slug, left))
  return response
}

function send(at: PageRequest<Viewer>, bag: Bag): Promise<Response> {
  return sendStepPage(at, {
    title: `Bundle from ${bag.store.name}`,
    tone: bag.store.tone,
    children: (
      <div class="step checkout">
        <div class="stack">
          <WrongAbove problem={at.problem ?? bag.problem} />
          {bag.cards.length === 0 ? (
            <Empty icon="tag" title="No items to bundle">
              <p>This shop currently has no items that can be shipped together.</p>
            </Empty>
          ) : (
            <Choose bag={bag} at={at} />
          )}
        </div>
        <Total at={at} bag={bag} />
      </div>
    ),
  })
}

/** A GET form with a checkbox for each item: choosing items only changes the URL. */
const Choose = ({ at, bag: { store, cards, chosen } }: { at: PageRequest<Viewer>; bag: Bag }) => (
  <form class="form wide" action={ROUTES.bundle(store.slug)} method="get" aria-label="Items">
    <fieldset class="field stacked">
      <legend>Choose 2 to 10 items</legend>
      <div class="options">
        {cards.map((card) => (
          <Check
            name="item"
            value={card.id}
            checked={chosen.includes(card.id)}
            label={
              <ItemSummary title={card.title ?? 'A listing'} href={null} picture={thumbOf(at.ctx, card.cover)}>
                <Price of={card} small />
              </ItemSummary>
            }
          />
        ))}
      </div>
    </fieldset>
    <Button label="Update bundle" />
  </form>
)

const Total = ({ at, bag: { store, chosen, sums } }: { at: PageRequest<Viewer>; bag: Bag }) => (
  <aside class="summary stack" aria-label="Your bundle">
    <h2>{counted(chosen.length, 'item')}</h2>
    <Discounts tiers={store.bundleTiers} next={nextTier(store.bundleTiers, chosen.length)} count={chosen.length} />
    {sums ? (
      <>
        <Facts caption="Total for the bundle" rows={sumsOf(sums)} />
        <ContinueToPayment
          ctx={at.ctx}
          viewer={at.viewer}
          slug={store.slug}
          items={chosen}
          sums={sums}
          back={ROUTES.bundle(store.slug, ...chosen)}
        />
        <OneParcel />
      </>
    ) : (
      <p>Choose at least 2 items, then update the bundle to see the price.</p>
    )}
  </aside>
)
