import type { Context } from '#context.ts'
import { monthYear } from '#domain/formats/times.ts'
import { firstSentence } from '#domain/text.ts'
import { pictureUrl } from '#features/shops/present.ts'
import { SHELF_COUNT, type StoreFront } from '#features/stores/service.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Grid } from '#web/components/card.tsx'
import { Avatar, Disc, Stars } from '#web/components/shop.tsx'
import { Time } from '#web/components/time.tsx'
import { storeJsonLd, type Rating } from '#web/json-ld.ts'
import { Layout } from '#web/layouts/public.tsx'
import { PLACES } from '#web/places.ts'
import { counted, priceText } from '#web/words.ts'

type ShopProps = { ctx: Context; front: StoreFront; rating: Rating }

/** A shop's own front, flooded with its colour. A paused one rests. */
export const ShopPage = ({ ctx, front, rating }: ShopProps) => {
  const { store } = front
  const address = ctx.urls.shop(store.slug)
  return (
    <Layout
      site={ctx.config}
      tone={store.tone}
      title={`${store.name} · resale`}
      description={firstSentence(store.about) ?? undefined}
      canonical={`${address}/`}
      card={`${address}/og.png`}
      jsonLd={storeJsonLd(ctx, front, rating)}
      feeds={[
        { type: 'application/atom+xml', title: `New at ${store.name}`, href: '/feed.xml' },
        { type: 'application/feed+json', title: `New at ${store.name}`, href: '/feed.json' },
      ]}
    >
      <Front ctx={ctx} front={front} rating={rating} />
      {store.paused ? <Resting /> : <Shelf ctx={ctx} front={front} />}
    </Layout>
  )
}

const Front = ({ ctx, front: { store, counts, followers }, rating }: ShopProps) => {
  const facts = [
    store.paused ? null : `${counted(counts.for_sale, 'thing')} for sale`,
    counts.sold > 0 ? `${counts.sold} sold` : null,
    followers > 0 ? counted(followers, 'follower') : null,
    store.location === null ? null : `Ships from ${store.location}`,
    `Since ${monthYear(store.created_at)}`,
    `By ${store.owner_name}`,
  ].filter((fact) => fact !== null)
  return (
    <div class="front">
      <Disc />
      <div class="who">
        <Avatar name={store.name} picture={pictureUrl(ctx, store)} large />
        <h1>{store.name}</h1>
      </div>
      {store.about ? <p class="about">{store.about}</p> : null}
      <ul class="facts">
        {facts.map((fact) => (
          <li>{fact}</li>
        ))}
      </ul>
      <div class="actions">
        <ButtonLink kind="dark" icon="plus" rel="nofollow" href={`${ctx.config.publicUrl}${PLACES.follow(store.slug)}`}>
          Follow
        </ButtonLink>
        <ButtonLink kind="pop" href="/reviews">
          {rating.count > 0 ? (
            <>
              <Stars rating={rating.average} /> {counted(rating.count, 'review')}
            </>
          ) : (
            'Reviews'
          )}
        </ButtonLink>
      </div>
    </div>
  )
}

const Resting = () => (
  <section class="section">
    <Empty icon="pause" title="Resting">
      <p>This shop is taking a break. Its things are safe and will be back with it. Follow it to hear when.</p>
    </Empty>
  </section>
)

const Shelf = ({ ctx, front: { cards, counts, recentlySold } }: { ctx: Context; front: StoreFront }) => (
  <>
    <section class="section" aria-labelledby="shelf">
      <h2 id="shelf">For sale</h2>
      {cards.length > 0 ? (
        <Grid ctx={ctx} cards={cards} />
      ) : (
        <Empty icon="tag" title="Nothing is for sale here at the moment">
          <p>Follow the shop to see what comes next.</p>
        </Empty>
      )}
      {counts.for_sale > SHELF_COUNT ? (
        <p class="quiet">
          The newest {SHELF_COUNT} of {counts.for_sale}. The search finds the rest.
        </p>
      ) : null}
    </section>
    {recentlySold.length > 0 ? (
      <section class="section" aria-labelledby="sold">
        <h2 id="sold">Recently sold</h2>
        <ul class="sold-strip">
          {recentlySold.map((sold) => (
            <li>
              <span>{sold.title}</span>
              <span>
                {priceText(sold.price_cents)} · <Time at={sold.sold_at} now={ctx.now()} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    ) : null}
  </>
)
