import * as market from '#catalog/browse/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { requireVisibleStore, type Store } from '#catalog/stores/index.ts'
import { isReserved } from '#catalog/listings/rules/reservation.ts'
import { nextTier } from '#core/bundle.ts'
import { counted, plural } from '#core/format/count.ts'
import { quoteName } from '#core/quoted-name.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { Button, ButtonLink, Empty, Facts, Form, Notice } from '#web/ui/index.ts'
import { page, sendStepPage, WrongAbove, type PageRequest, type Problem } from '#web/framework/page/index.ts'
import { ItemSummary, Price, hrefOf, thumbOf } from './item-row.tsx'
import { ContinueToPayment, Discounts, fitsBundle, OneParcel, quoteFor, sumsOf, type Sums } from './bundle-quote.tsx'
import { bagCookie, bagOf } from './bag-cookie.ts'

/** The bag for one shop: items that this browser remembers even if the buyer has no account. */
export const bagPage = page({ path: '/bag/:slug', name: 'bag', who: 'either', load, show: send })

type Bag = {
  store: Store
  cards: Card[]
  /** Items that another buyer has reserved. They stay in the bag. */
  reserved: Card[]
  /** Messages about items that the page removed from the bag. */
  removed: string[]
  /** The bag cookie without the removed items, or null if no item was removed. */
  cookie: string | null
  sums: Sums | null
  problem: Problem | undefined
}

async function load({ ctx, c, viewer }: PageRequest<Viewer>): Promise<Bag> {
  const { store } = await requireVisibleStore(ctx, viewer, c.req.param('slug')!)
  const ids = bagOf(ctx, c, store.slug)
  const all = (await market.visibleCards(ctx, viewer, ids)).filter(({ shop }) => shop.id === store.id)
  const canStay = (card: Card) => fitsBundle(viewer, card)
  const [cards, reserved] = [
    all.filter((card) => canStay(card) && !isReserved(card, ctx.now())),
    all.filter((card) => canStay(card) && isReserved(card, ctx.now())),
  ]
  const remaining = [...cards, ...reserved].map(({ id }) => id)
  return {
    store,
    cards,
    reserved,
    removed: removedText(ids, all, remaining),
    cookie:
      remaining.length === ids.length
        ? null
        : bagCookie(
            ctx,
            c,
            store.slug,
            ids.filter((id) => remaining.includes(id)),
          ),
    ...(await quoteFor(ctx, viewer, store, cards)),
  }
}

function removedText(ids: readonly string[], all: readonly Card[], remaining: readonly string[]): string[] {
  const gone = all.filter(({ id }) => !remaining.includes(id))
  const missing = ids.length - all.length
  return [
    ...gone.map(
      ({ title, status }) =>
        `${quoteName(title ?? 'A listing')} ${status === 'sold' ? 'was sold' : 'can no longer be ordered with others'}, so we removed it from your bag.`,
    ),
    ...(missing > 0
      ? [
          `${counted(missing, 'item')} ${plural(missing, 'is', 'are')} no longer for sale, so we removed ${plural(missing, 'it', 'them')} from your bag.`,
        ]
      : []),
  ]
}

function send(at: PageRequest<Viewer>, bag: Bag): Promise<Response> {
  const { store, cards, reserved, removed } = bag
  return sendStepPage(at, {
    title: `Your bag from ${store.name}`,
    tone: store.tone,
    headers: bag.cookie === null ? undefined : { 'Set-Cookie': bag.cookie },
    children: (
      <div class="step checkout">
        <div class="stack">
          <WrongAbove problem={at.problem ?? bag.problem} />
          {removed.length === 0 ? null : (
            <Notice means="warn">
              {removed.map((text) => (
                <p>{text}</p>
              ))}
            </Notice>
          )}
          {cards.length + reserved.length === 0 ? (
            <Empty icon="tag" title="Your bag is empty">
              <p>Open a listing in this shop and choose “Add to bag”.</p>
              <ButtonLink href={`${at.ctx.urls.shop(store.slug)}/`} label="See the shop’s items" />
            </Empty>
          ) : (
            <>
              {cards.map((card) => (
                <Item at={at} card={card} />
              ))}
              {reserved.map((card) => (
                <Item at={at} card={card} note="Someone has reserved this item. It stays in your bag, but you cannot order it right now." />
              ))}
              <p>
                <a href={`${at.ctx.urls.shop(store.slug)}/`}>Add more items from {store.name}</a>
              </p>
            </>
          )}
        </div>
        {cards.length === 0 ? null : <Total at={at} bag={bag} />}
      </div>
    ),
  })
}

const Item = ({ at: { ctx, viewer }, card, note }: { at: PageRequest<Viewer>; card: Card; note?: string }) => (
  <ItemSummary title={card.title ?? 'A listing'} href={hrefOf(card)} picture={thumbOf(ctx, card.cover)}>
    <Price of={card} small />
    {note ? <span class="small quiet">{note}</span> : null}
    <Form action={ROUTES.bag(card.shop.slug)} viewer={viewer} label={`Remove ${card.title}`} with={{ remove: card.id }}>
      <Button kind="quiet" small icon="cross">
        Remove <span class="hidden-text">{card.title}</span>
      </Button>
    </Form>
  </ItemSummary>
)

const Total = ({ at, bag: { store, cards, sums } }: { at: PageRequest<Viewer>; bag: Bag }) => (
  <aside class="summary stack" aria-label="Your bag">
    <h2>{counted(cards.length, 'item')}</h2>
    <Discounts tiers={store.bundleTiers} next={nextTier(store.bundleTiers, cards.length)} count={cards.length} />
    {sums ? <Facts caption="Total for your bag" rows={sumsOf(sums)} /> : null}
    <Checkout at={at} store={store} cards={cards} sums={sums} />
    {cards.length > 1 ? <OneParcel /> : null}
  </aside>
)

/** A single item uses the ordinary checkout. Several items are combined into one purchase. */
const Checkout = ({ at: { ctx, viewer }, store, cards, sums }: Pick<Bag, 'store' | 'cards' | 'sums'> & { at: PageRequest<Viewer> }) => {
  const items = cards.map(({ id }) => id)
  if (items.length > 1)
    return sums && <ContinueToPayment ctx={ctx} viewer={viewer} slug={store.slug} items={items} sums={sums} back={ROUTES.bag(store.slug)} />
  return (
    <p class="actions bottom-bar">
      <ButtonLink kind="dark" href={ROUTES.buy(items[0]!)} label="Continue to payment" />
    </p>
  )
}
