import type { Context } from '#platform/context/index.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card, Detail } from '#catalog/browse/index.ts'
import { filterValue } from '#catalog/browse/rules/facets/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { pathIn } from '#web/framework/routes.ts'
import { Button, ButtonLink, Empty, Grid, Section } from '#web/ui/index.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { siteOf } from '#web/framework/site.ts'

/**
 * Number of results per search. The number is higher than the number of items shown, because items from the listing's own shop are
 * excluded.
 */
const CANDIDATES = 24

/**
 * Returns similar items for sale: first items in the same category from the same brand, then other items in the category. For a live
 * listing, excludes items from its own shop, because the listing's page already shows those.
 */
export async function similarTo(ctx: Context, viewer: Viewer, listing: Card, most: number): Promise<Card[]> {
  const { id, status, category, facets, shop } = listing
  const known = MARKET_CATEGORIES.find((name) => name === category)
  const query = { price: 'any', limit: CANDIDATES, offset: 0, ...(known && { category: known }) } as const
  const branded = facets.brand === null ? [] : [{ ...query, brand: [filterValue('brand', facets.brand)] }]
  const found = await Promise.all([...branded, query].map((each) => market.search(ctx, viewer, each)))
  const cards = new Map(found.flatMap((result) => result.cards).map((card) => [card.id, card]))
  return [...cards.values()].filter((card) => card.id !== id && (status !== 'live' || card.shop.id !== shop.id)).slice(0, most)
}

/** Path of the page with similar items, relative to the shop's host. */
export const similarPath = ({ shop, link }: Detail): string => pathIn(shop, `/${link}/similar`)

/**
 * Similar items on a listing page. A script loads these items when the visitor scrolls near them, so that the page itself loads quickly.
 */
export const SimilarItems = ({ detail }: { detail: Detail }) => (
  <section class="section" aria-labelledby="similar" data-island="similar">
    <h2 id="similar">Similar items</h2>
    <p>
      <ButtonLink href={similarPath(detail)} rel="nofollow" label="See similar items from other shops" />
    </p>
  </section>
)

/** Page with the similar items, for visitors without scripts. On a listing page, a script loads the grid of items from here. */
export const SimilarPage = ({ ctx, detail, cards }: { ctx: Context; detail: Detail; cards: readonly Card[] }) => (
  <Layout site={siteOf(ctx)} tone={detail.shop.tone} title={`Similar to ${detail.title} · ${siteOf(ctx).name}`}>
    <ol class="crumbs">
      <li>
        <a href={pathIn(detail.shop, `/${detail.link}`)}>{detail.title}</a>
      </li>
      <li>Similar items</li>
    </ol>
    <div class="hello">
      <h1>Similar items</h1>
    </div>
    {cards.length > 0 ? (
      <Grid ctx={ctx} cards={cards} returnTo={pathIn(detail.shop, `/${detail.link}`)} />
    ) : (
      <Empty icon="search" title="No similar items">
        <ButtonLink href={`${ctx.config.publicUrl}/search`} label="See all items" />
      </Empty>
    )}
  </Layout>
)

/**
 * Items that the visitor recently viewed. A script fills the section from the browser's storage, without sending anything to the service.
 */
export const RecentlyViewed = () => (
  <div data-island="recent" hidden>
    <Section id="recent" title="Recently viewed" className="section">
      <ul class="grid" />
      <p>
        <Button type="button" label="Clear recently viewed" />
      </p>
    </Section>
  </div>
)
