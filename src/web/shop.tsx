import type { Context } from '#context.ts'
import { agoText, monthYear } from '#domain/human-time.ts'
import { firstSentence } from '#domain/text.ts'
import { pictureUrl } from '#features/shops/present.ts'
import { SHELF_COUNT, type StoreFront } from '#features/stores/service.ts'
import { Grid } from './cards.tsx'
import { Layout } from './layout.tsx'
import { counted, priceText } from './words.ts'

/** A shop's own front, flooded with its colour. A paused one rests. */
export const ShopPage = ({ ctx, front }: { ctx: Context; front: StoreFront }) => {
  const { store, counts, followers } = front
  const picture = pictureUrl(ctx, store)
  const facts = [
    store.paused ? null : `${counted(counts.for_sale, 'thing')} for sale`,
    counts.sold > 0 ? `${counts.sold} sold` : null,
    followers > 0 ? counted(followers, 'follower') : null,
    store.location === null ? null : `Ships from ${store.location}`,
    `Since ${monthYear(store.created_at)}`,
    `By ${store.owner_name}`,
  ].filter((fact) => fact !== null)
  return (
    <Layout
      site={ctx.config}
      tone={store.tone}
      title={`${store.name} · resale`}
      description={firstSentence(store.about) ?? undefined}
      canonical={`${ctx.urls.shop(store.slug)}/`}
    >
      <div class="front">
        {picture ? <img class="portrait" src={picture} width={88} height={88} alt="" /> : null}
        <h1>{store.name}</h1>
        {store.about ? <p class="about">{store.about}</p> : null}
        <ul class="facts">
          {facts.map((fact) => (
            <li>{fact}</li>
          ))}
        </ul>
      </div>
      {store.paused ? <Resting /> : <Shelf ctx={ctx} front={front} />}
    </Layout>
  )
}

const Resting = () => (
  <section class="section">
    <div class="empty">
      <h2>Resting</h2>
      <p>This shop is taking a break. Its things are safe and will be back with it.</p>
    </div>
  </section>
)

const Shelf = ({ ctx, front: { cards, counts, recentlySold } }: { ctx: Context; front: StoreFront }) => (
  <>
    <section class="section" aria-labelledby="shelf">
      <h2 id="shelf">For sale</h2>
      {cards.length > 0 ? <Grid ctx={ctx} cards={cards} /> : <p class="empty">Nothing is for sale here at the moment.</p>}
      {counts.for_sale > SHELF_COUNT ? (
        <p class="quiet">
          The newest {SHELF_COUNT} of {counts.for_sale}.
        </p>
      ) : null}
    </section>
    {recentlySold.length > 0 ? (
      <section class="section" aria-labelledby="sold">
        <h2 id="sold">Recently sold</h2>
        <ul class="sold-list">
          {recentlySold.map((sold) => (
            <li>
              <span>{sold.title}</span>
              <span class="quiet">
                {priceText(sold.price_cents)} · <time datetime={sold.sold_at.toISOString()}>{agoText(sold.sold_at, ctx.now())}</time>
              </span>
            </li>
          ))}
        </ul>
      </section>
    ) : null}
  </>
)
