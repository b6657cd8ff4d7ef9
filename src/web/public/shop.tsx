import type { Context, Person, Core } from '#platform/context/index.ts'
import { numberText, ratingText } from '#core/format/count.ts'
import { monthYear, replyTimeText } from '#core/format/time.ts'
import { firstSentence } from '#core/text.ts'
import type { SearchMarket } from '#catalog/browse/index.ts'
import { isRunning, type StoreFront, type Trust } from '#catalog/stores/index.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import { Empty, Notice } from '#web/ui/badge.tsx'
import { Button, ButtonLink, FollowButton, forWhom, ShareButton } from '#web/ui/button.tsx'
import { Grid } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { For, Section } from '#web/ui/parts.tsx'
import { Avatar, Away, Disc, Stars } from '#web/ui/shop.tsx'
import { Pager } from '#web/ui/tabs.tsx'
import { Time, Timestamp } from '#web/ui/time.tsx'
import { storeJsonLd, type Rating } from './json-ld.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { audiencesOf, pathIn, ROUTES, searchParts, searchPath, type SearchParts } from '#web/framework/routes.ts'
import { counted, priceText, tiersText } from '#web/framework/format.ts'
import { isLive } from '#core/tenant.ts'
import { Applied, appliedFilters } from './applied-filters.tsx'
import { FilterDrawer } from './filters.tsx'
import { partsOf } from './search-query.ts'
import { Sorts } from './sorts.tsx'
import { siteOf } from '#web/framework/site.ts'

/** `viewer`: the owner of a test shop. The pages of all other shops are public and have no viewer. */
type ShopProps = { ctx: Context; front: StoreFront; rating: Rating; trust: Trust; viewer?: Person | undefined }
type ShelfProps = { ctx: Context; front: StoreFront; query: SearchMarket; viewer?: Person | undefined }

/** A shop's front page, in the shop's color. A paused shop shows a notice. */
export const ShopPage = ({ ctx, front, rating, trust, query, viewer }: ShopProps & ShelfProps) => {
  const { store } = front
  return (
    <Layout
      site={siteOf(ctx)}
      tone={store.tone}
      title={`${store.name} · ${siteOf(ctx).name}`}
      {...(viewer ? { viewer } : headOf(ctx, front, rating))}
      front
      bag={viewer ? undefined : store.slug}
    >
      <Front ctx={ctx} front={front} rating={rating} trust={trust} viewer={viewer} />
      {isAway(store.awayUntil, ctx.now()) && !store.paused ? (
        <div class="section">
          <Away until={store.awayUntil} now={ctx.now()} />
        </div>
      ) : null}
      {store.paused || !isRunning(front.sale, ctx.now()) ? null : <SaleBanner sale={front.sale} />}
      {store.paused || viewer || store.bundleTiers.length === 0 ? null : <Bundles ctx={ctx} store={store} />}
      {store.paused ? <Resting /> : <Shelf ctx={ctx} front={front} query={query} viewer={viewer} />}
      {viewer ? null : <Safety ctx={ctx} slug={store.slug} />}
    </Layout>
  )
}

function headOf(ctx: Core, front: StoreFront, rating: Rating) {
  const { store } = front
  const address = ctx.urls.shop(store.slug)
  return {
    description: firstSentence(store.about) ?? `Second-hand items from ${store.name}.`,
    canonical: `${address}/`,
    card: { url: `${address}/og.png`, alt: `The shop ${store.name} on ${siteOf(ctx).name}` },
    jsonLd: storeJsonLd(ctx, store, rating),
    feeds: [
      { type: 'application/atom+xml', title: `New at ${store.name}`, href: '/feed.xml' },
      { type: 'application/feed+json', title: `New at ${store.name}`, href: '/feed.json' },
    ],
  }
}

const Front = ({ ctx, front: { store, followers, following }, rating, trust, viewer }: ShopProps) => {
  const audiences = viewer && audiencesOf(viewer, store.owner.id)
  const facts = [
    store.paused ? null : `${counted(store.forSale, 'item')} for sale`,
    store.sold > 0 ? `${numberText(store.sold)} sold` : null,
    followers > 0 ? counted(followers, 'follower') : null,
    store.location === null ? null : `Ships from ${store.location}`,
    trust.replySeconds === null ? null : replyTimeText(trust.replySeconds),
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
            <ButtonLink
              kind="dark"
              icon="pencil"
              rel="nofollow"
              href={`${ctx.config.publicUrl}${ROUTES.editShop(store.slug)}`}
              whom={whom}
              label="Edit"
            />
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
              <Stars rating={rating.average} /> <span aria-hidden="true">{ratingText(rating.average)}</span>{' '}
              {counted(rating.count, 'review')}
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

const SaleBanner = ({ sale: { percent, endsAt, partial } }: { sale: NonNullable<StoreFront['sale']> }) => (
  <div class="section">
    <Notice means="plainly">
      <strong>
        Sale: {percent}% off {partial ? 'selected items ' : ''}until <Timestamp at={endsAt} form="day" />
      </strong>
    </Notice>
  </div>
)

const Bundles = ({ ctx, store }: { ctx: Context; store: StoreFront['store'] }) => (
  <p {...forWhom('stranger other')}>
    <span>{tiersText(store.bundleTiers)}.</span>{' '}
    <a rel="nofollow" href={`${ctx.config.publicUrl}${ROUTES.bundle(store.slug)}`}>
      Buy several items together
    </a>
  </p>
)

const Safety = ({ ctx, slug }: { ctx: Context; slug: string }) => (
  <p class="shop-safety small quiet" {...forWhom('stranger other')}>
    <a rel="nofollow" href={`${ctx.config.publicUrl}${ROUTES.reportPerson({ store: slug })}`}>
      Report this shop
    </a>{' '}
    ·{' '}
    <a rel="nofollow" href={`${ctx.config.publicUrl}${ROUTES.blockPerson({ store: slug })}`}>
      Block this shop’s owner
    </a>
  </p>
)

const Resting = () => (
  <section class="section">
    <Empty icon="pause" title="On a break">
      <p>This shop is taking a break. Its listings will return when it reopens. Follow the shop to see its new items in your account.</p>
    </Empty>
  </section>
)

/**
 * Path on a shop's host that returns the number of matching items. The filter sheet requests this path whenever a filter changes. The dot
 * in the path prevents a collision with a listing's slug.
 */
export const COUNT_PATH = '/count.json'

const Shelf = ({ ctx, front, query, viewer }: ShelfProps) => {
  const { store, cards, shelf, recentlySold } = front
  const { limit: _limit, ...parts } = partsOf(query)
  const isAll = searchPath(parts, '/') === '/'
  const next = query.offset + cards.length
  const home = pathIn(store, '/')
  const at = (more: SearchParts) => pathIn(store, searchPath(more, '/'))
  return (
    <>
      <Section id="shelf" title={isAll ? 'For sale' : shelfHead(front)} className="section">
        {store.forSale > 0 ? <ShelfSearch parts={parts} home={home} /> : null}
        {store.forSale > 0 ? (
          <div class="results">
            <FilterDrawer
              parts={parts}
              facets={shelf.facets}
              total={shelf.total}
              action={home}
              {...(isLive(store.tenant) && { countAt: COUNT_PATH })}
            />
            <div class="result-tools">
              <Applied parts={parts} facets={shelf.facets} pathOf={at} />
              {shelf.total > 1 ? <Sorts parts={parts} pathOf={at} /> : null}
            </div>
            <div>
              {cards.length > 0 ? (
                <Grid ctx={ctx} cards={cards} viewer={viewer} returnTo={home} />
              ) : (
                <EmptyShelf parts={parts} pathOf={at} />
              )}
            </div>
          </div>
        ) : (
          <EmptyShelf parts={parts} pathOf={at} />
        )}
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

/** If no result matches exactly, the heading says so, as for a search of the whole marketplace. */
const shelfHead = ({ shelf: { total, exact } }: StoreFront): string =>
  total === 0 ? 'No items found' : exact ? `${counted(total, 'item')} found` : 'No exact matches. Showing similar items.'

/** A GET form that searches the shop and preserves the filters. Works without scripts. */
const ShelfSearch = ({ parts: { q, ...filters }, home }: { parts: SearchParts; home: string }) => (
  <form class="shelf-search" action={home} method="get" role="search" aria-label="Search this shop">
    <input
      class="input"
      id="shelf-q"
      name="q"
      type="search"
      maxlength={200}
      value={q ?? ''}
      aria-label="Search this shop"
      placeholder="Search this shop"
    />
    {[...searchParts(filters)].map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <Button label="Search" />
  </form>
)

const EmptyShelf = ({ parts, pathOf }: { parts: SearchParts; pathOf: (parts: SearchParts) => string }) => {
  const on = appliedFilters(parts)
  return (
    <Empty
      icon={on.length === 0 ? 'tag' : 'search'}
      title={on.length === 0 ? 'Nothing for sale right now' : 'No matching items in this shop'}
    >
      <p>{on.length === 0 ? 'Follow the shop to see new items.' : 'Remove a filter, or follow the shop to see new items.'}</p>
      {on.length === 0 ? null : (
        <div class="actions">
          {on.length > 1 ? on.map(({ label, without }) => <ButtonLink href={pathOf(without)} label={`Without ${label}`} />) : null}
          <ButtonLink href={pathOf({})} label="Show all" />
        </div>
      )}
    </Empty>
  )
}

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
