import type { Context } from '#platform/context.ts'
import { numberText } from '#domain/formats/counts.ts'
import { monthYear } from '#domain/formats/times.ts'
import { MARKET_CATEGORIES, PRICE_BANDS } from '#domain/market.ts'
import { firstSentence } from '#domain/text.ts'
import { pictureUrl } from '#market/stores/present.ts'
import type { SearchMarket } from '#market/browse/schema.ts'
import type { StoreFront } from '#market/stores/index.ts'
import { Empty } from '#web/components/badge.tsx'
import { Button, ButtonLink, FollowButton } from '#web/components/button.tsx'
import { Grid } from '#web/components/card.tsx'
import { Select } from '#web/components/field.tsx'
import { Form, Hidden } from '#web/components/form.tsx'
import { Avatar, Disc, Stars } from '#web/components/shop.tsx'
import { Pager } from '#web/components/tabs.tsx'
import { Time } from '#web/components/time.tsx'
import { storeJsonLd, type Rating } from './json-ld.ts'
import { Layout } from '#web/layouts/public.tsx'
import { PLACES, searchPath, type SearchParts } from '#web/base/places.ts'
import { counted, priceText } from '#web/base/words.ts'
import { PRICE_WORDS } from './search.tsx'

type ShopProps = { ctx: Context; front: StoreFront; rating: Rating }
type ShelfProps = { ctx: Context; front: StoreFront; asked: SearchMarket }

/** A shop's own front, flooded with its colour. A paused one rests. */
export const ShopPage = ({ ctx, front, rating, asked }: ShopProps & ShelfProps) => {
  const { store } = front
  const address = ctx.urls.shop(store.slug)
  return (
    <Layout
      site={ctx.config}
      tone={store.tone}
      title={`${store.name} · resale`}
      description={firstSentence(store.about) ?? `Second-hand things from ${store.name}.`}
      canonical={`${address}/`}
      card={{ url: `${address}/og.png`, alt: `The shop ${store.name} on resale` }}
      jsonLd={storeJsonLd(ctx, front, rating)}
      feeds={[
        { type: 'application/atom+xml', title: `New at ${store.name}`, href: '/feed.xml' },
        { type: 'application/feed+json', title: `New at ${store.name}`, href: '/feed.json' },
      ]}
    >
      <Front ctx={ctx} front={front} rating={rating} />
      {store.paused ? <Resting /> : <Shelf ctx={ctx} front={front} asked={asked} />}
    </Layout>
  )
}

const Front = ({ ctx, front: { store, counts, followers }, rating }: ShopProps) => {
  const facts = [
    store.paused ? null : `${counted(counts.for_sale, 'thing')} for sale`,
    counts.sold > 0 ? `${numberText(counts.sold)} sold` : null,
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
        <ButtonLink kind="dark" icon="pencil" rel="nofollow" href={`${ctx.config.publicUrl}${PLACES.editShop(store.slug)}`} whom="owner">
          Edit
        </ButtonLink>
        <Form action={`${ctx.config.publicUrl}${PLACES.follow(store.slug)}`} returnTo="/" island="tap" whom="stranger other">
          <FollowButton following={false} />
        </Form>
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

const Shelf = ({ ctx, front, asked }: ShelfProps) => {
  const { cards, counts, shelf, recentlySold } = front
  const { q, category, price, offers, sort } = asked
  const parts: SearchParts = { q, category, price, offers, sort }
  const isAll = searchPath(parts, '/') === '/'
  const next = asked.offset + cards.length
  return (
    <>
      <section class="section" aria-labelledby="shelf">
        <h2 id="shelf">{isAll ? 'For sale' : shelfHead(front)}</h2>
        {counts.for_sale > 0 ? <ShelfSearch parts={parts} isAll={isAll} /> : null}
        {cards.length > 0 ? <Grid ctx={ctx} cards={cards} /> : <NothingHere isAll={isAll} />}
        <Pager
          previous={asked.offset > 0 ? searchPath({ ...parts, offset: Math.max(0, asked.offset - asked.limit) }, '/') : null}
          next={cards.length > 0 && next < shelf.total ? searchPath({ ...parts, offset: next }, '/') : null}
          more={`Load ${numberText(Math.min(asked.limit, shelf.total - next))} more`}
        />
      </section>
      {recentlySold.length > 0 && isAll && asked.offset === 0 ? <RecentlySold ctx={ctx} sold={recentlySold} /> : null}
    </>
  )
}

/** As the search of the market: what is not what was asked for never stands under its count alone. */
const shelfHead = ({ shelf: { total, exact } }: StoreFront): string =>
  total === 0 ? 'Nothing found here' : exact ? `${counted(total, 'thing')} found here` : 'Nothing by that name here; near it'

/** A plain form: it works without scripts, and its address keeps all that was asked. */
const ShelfSearch = ({ parts, isAll }: { parts: SearchParts; isAll: boolean }) => (
  <form class="shelf-search" action="/" method="get" role="search" aria-label="In this shop">
    <div class="field">
      <label for="shelf-q">Look in this shop</label>
      <input class="input" id="shelf-q" name="q" type="search" maxlength={200} value={parts.q ?? ''} />
    </div>
    <Select
      name="category"
      label="Category"
      value={parts.category ?? ''}
      choices={[{ value: '', label: 'All' }, ...MARKET_CATEGORIES.map((name) => ({ value: name, label: name }))]}
    />
    <Select
      name="price"
      label="Price"
      value={parts.price ?? 'any'}
      choices={PRICE_BANDS.map((band) => ({ value: band, label: PRICE_WORDS[band] }))}
    />
    <Select name="sort" label="Order" value={parts.sort ?? ''} choices={ordersFor(parts.q)} />
    <Hidden values={{ offers: parts.offers ? 'true' : undefined }} />
    <Button kind="dark">Show</Button>
    {isAll ? null : (
      <ButtonLink href="/" kind="quiet">
        Show all
      </ButtonLink>
    )}
  </form>
)

/** Words have a best match; without any the newest is first. */
const ordersFor = (q: string | undefined) => [
  ...(q ? [{ value: '', label: 'Best match' }] : []),
  { value: q ? 'newest' : '', label: 'Newest' },
  { value: 'price-asc', label: 'Cheapest' },
  { value: 'price-desc', label: 'Dearest' },
]

const NothingHere = ({ isAll }: { isAll: boolean }) => (
  <Empty icon={isAll ? 'tag' : 'search'} title={isAll ? 'Nothing is for sale here at the moment' : 'This shop has nothing like that now'}>
    <p>{isAll ? 'Follow the shop to see what comes next.' : 'Ask for less, or follow the shop to see what comes next.'}</p>
  </Empty>
)

const RecentlySold = ({ ctx, sold }: { ctx: Context; sold: StoreFront['recentlySold'] }) => (
  <section class="section" aria-labelledby="sold">
    <h2 id="sold">Recently sold</h2>
    <ul class="sold-strip">
      {sold.map(({ title, price_cents, sold_at }) => (
        <li>
          <span>{title}</span>
          <span>
            {priceText(price_cents)} · <Time at={sold_at} now={ctx.now()} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)
