import type { Context, Person } from '#platform/context/index.ts'
import { numberText } from '#core/format/count.ts'
import { monthYear } from '#core/format/time.ts'
import { MARKET_CATEGORIES, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import { firstSentence } from '#core/text.ts'
import type { SearchMarket } from '#catalog/browse/index.ts'
import type { StoreFront } from '#catalog/stores/index.ts'
import { Empty } from '#web/ui/badge.tsx'
import { Button, ButtonLink, FollowButton, forWhom, ShareButton } from '#web/ui/button.tsx'
import { Grid } from '#web/ui/card.tsx'
import { Select } from '#web/ui/field.tsx'
import { Form, Hidden } from '#web/ui/form.tsx'
import { For, Section } from '#web/ui/parts.tsx'
import { Avatar, Disc, Stars } from '#web/ui/shop.tsx'
import { Pager } from '#web/ui/tabs.tsx'
import { Time } from '#web/ui/time.tsx'
import { storeJsonLd, type Rating } from './json-ld.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { audiencesOf, pathIn, ROUTES, searchPath, type SearchParts } from '#web/framework/routes.ts'
import { counted, priceText } from '#web/framework/format.ts'
import { PRICE_LABELS } from './search.tsx'

/** `viewer`: the owner of a test shop. The pages of all other shops are public and have no viewer. */
type ShopProps = { ctx: Context; front: StoreFront; rating: Rating; viewer?: Person | undefined }
type ShelfProps = { ctx: Context; front: StoreFront; query: SearchMarket; viewer?: Person | undefined }

/** The front page of a shop in its colour. A paused shop shows a notice. */
export const ShopPage = ({ ctx, front, rating, query, viewer }: ShopProps & ShelfProps) => {
  const { store } = front
  return (
    <Layout
      site={ctx.config}
      tone={store.tone}
      title={`${store.name} · resale`}
      {...(viewer ? { viewer } : headOf(ctx, front, rating))}
      front
    >
      <Front ctx={ctx} front={front} rating={rating} viewer={viewer} />
      {store.paused ? <Resting /> : <Shelf ctx={ctx} front={front} query={query} viewer={viewer} />}
      {viewer ? null : <Safety ctx={ctx} slug={store.slug} />}
    </Layout>
  )
}

function headOf(ctx: Context, front: StoreFront, rating: Rating) {
  const { store } = front
  const address = ctx.urls.shop(store.slug)
  return {
    description: firstSentence(store.about) ?? `Second-hand items from ${store.name}.`,
    canonical: `${address}/`,
    card: { url: `${address}/og.png`, alt: `The shop ${store.name} on resale` },
    jsonLd: storeJsonLd(ctx, store, rating),
    feeds: [
      { type: 'application/atom+xml', title: `New at ${store.name}`, href: '/feed.xml' },
      { type: 'application/feed+json', title: `New at ${store.name}`, href: '/feed.json' },
    ],
  }
}

const Front = ({ ctx, front: { store, followers, following }, rating, viewer }: ShopProps) => {
  const audiences = viewer && audiencesOf(viewer, store.owner.id)
  const facts = [
    store.paused ? null : `${counted(store.forSale, 'item')} for sale`,
    store.sold > 0 ? `${numberText(store.sold)} sold` : null,
    followers > 0 ? counted(followers, 'follower') : null,
    store.location === null ? null : `Ships from ${store.location}`,
    `Since ${monthYear(store.createdAt)}`,
    `By ${store.owner.name}`,
  ].filter((fact) => fact !== null)
  return (
    <div class="front">
      <Disc />
      <div class="who">
        <Avatar name={store.name} picture={store.pictureUrl} large />
        <h1>{store.name}</h1>
      </div>
      {store.about ? <p class="about">{store.about}</p> : null}
      <ul class="facts">
        {facts.map((fact) => (
          <li>{fact}</li>
        ))}
      </ul>
      <div class="actions">
        <For parts="owner" audiences={audiences}>
          {(whom) => (
            <ButtonLink kind="dark" icon="pencil" rel="nofollow" href={`${ctx.config.publicUrl}${ROUTES.editShop(store.slug)}`} whom={whom}>
              Edit
            </ButtonLink>
          )}
        </For>
        <For parts="stranger other" audiences={audiences}>
          {(whom) => (
            <Form
              action={`${viewer ? '' : ctx.config.publicUrl}${ROUTES.follow(store.slug)}`}
              viewer={viewer}
              returnTo={pathIn(store, '/')}
              island="tap"
              {...(whom === undefined ? {} : { whom })}
            >
              <FollowButton following={viewer !== undefined && following} />
            </Form>
          )}
        </For>
        <ButtonLink kind="pop" href={pathIn(store, '/reviews')}>
          {rating.count > 0 ? (
            <>
              <Stars rating={rating.average} /> {counted(rating.count, 'review')}
            </>
          ) : (
            'Reviews'
          )}
        </ButtonLink>
        {viewer ? null : <ShareButton at={`${ctx.config.publicUrl}${ROUTES.shareShop(store.slug)}`} />}
      </div>
    </div>
  )
}

/** Links to report and to block the shop, for everyone except its owner. */
const Safety = ({ ctx, slug }: { ctx: Context; slug: string }) => (
  <p class="shop-safety small quiet" {...forWhom('stranger other')}>
    <a rel="nofollow" href={`${ctx.config.publicUrl}${ROUTES.reportShop(slug)}`}>
      Report this shop
    </a>{' '}
    ·{' '}
    <a rel="nofollow" href={`${ctx.config.publicUrl}${ROUTES.blockShop(slug)}`}>
      Block this shop
    </a>
  </p>
)

const Resting = () => (
  <section class="section">
    <Empty icon="pause" title="On a break">
      <p>This shop is taking a break. Its listings will return when it reopens. Follow it to see its new items in your account.</p>
    </Empty>
  </section>
)

const Shelf = ({ ctx, front, query, viewer }: ShelfProps) => {
  const { store, cards, shelf, recentlySold } = front
  const { q, category, price, offers, sort } = query
  const parts: SearchParts = { q, category, price, offers, sort }
  const isAll = searchPath(parts, '/') === '/'
  const next = query.offset + cards.length
  const at = (more: SearchParts) => pathIn(store, searchPath(more, '/'))
  return (
    <>
      <Section id="shelf" title={isAll ? 'For sale' : shelfHead(front)} className="section">
        {store.forSale > 0 ? <ShelfSearch parts={parts} isAll={isAll} home={pathIn(store, '/')} /> : null}
        {cards.length > 0 ? <Grid ctx={ctx} cards={cards} viewer={viewer} returnTo={pathIn(store, '/')} /> : <EmptyShelf isAll={isAll} />}
        <Pager
          previous={query.offset > 0 ? at({ ...parts, offset: Math.max(0, query.offset - query.limit) }) : null}
          next={cards.length > 0 && next < shelf.total ? at({ ...parts, offset: next }) : null}
          more={`Load ${numberText(Math.min(query.limit, shelf.total - next))} more`}
        />
      </Section>
      {recentlySold.length > 0 && isAll && query.offset === 0 ? <RecentlySold ctx={ctx} sold={recentlySold} /> : null}
    </>
  )
}

/** Returns the heading of the listings. Like the heading of a marketplace search, it mentions when no result matches exactly. */
const shelfHead = ({ shelf: { total, exact } }: StoreFront): string =>
  total === 0 ? 'No items found' : exact ? `${counted(total, 'item')} found` : 'No exact matches. Showing similar items.'

/** Search in a shop as a GET form, which needs no scripts. The URL contains the whole search. */
const ShelfSearch = ({ parts, isAll, home }: { parts: SearchParts; isAll: boolean; home: string }) => (
  <form class="shelf-search" action={home} method="get" role="search" aria-label="Search this shop">
    <div class="field">
      <label for="shelf-q">Search this shop</label>
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
      choices={PRICE_BANDS.map((band) => ({ value: band, label: PRICE_LABELS[band] }))}
    />
    <Select name="sort" label="Sort by" value={parts.sort ?? ''} choices={ordersFor(parts.q)} />
    <Hidden values={{ offers: parts.offers ? 'true' : undefined }} />
    <Button kind="dark">Apply</Button>
    {isAll ? null : (
      <ButtonLink href={home} kind="quiet">
        Show all
      </ButtonLink>
    )}
  </form>
)

const ordersFor = (q: string | undefined) => [
  ...(q ? [{ value: '', label: 'Best match' }] : []),
  { value: q ? 'newest' : '', label: 'Newest' },
  { value: 'price-asc', label: 'Price: low to high' },
  { value: 'price-desc', label: 'Price: high to low' },
]

const EmptyShelf = ({ isAll }: { isAll: boolean }) => (
  <Empty icon={isAll ? 'tag' : 'search'} title={isAll ? 'Nothing for sale right now' : 'No matching items in this shop'}>
    <p>{isAll ? 'Follow the shop to see new items.' : 'Use fewer filters, or follow the shop to see new items.'}</p>
  </Empty>
)

const RecentlySold = ({ ctx, sold }: { ctx: Context; sold: StoreFront['recentlySold'] }) => (
  <Section id="sold" title="Recently sold" className="section">
    <ul class="sold-strip">
      {sold.map(({ title, priceCents, soldAt }) => (
        <li>
          <span>{title}</span>
          <span>
            {priceText(priceCents)} · <Time at={soldAt} now={ctx.now()} />
          </span>
        </li>
      ))}
    </ul>
  </Section>
)
