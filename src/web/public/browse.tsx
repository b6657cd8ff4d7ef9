import type { Context } from '#platform/context/index.ts'
import type { MarketResult } from '#catalog/browse/index.ts'
import type { ListedStore } from '#catalog/stores/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { ButtonLink, Chip, Chips, Empty, Grid, Pager, ShopBands } from '#web/ui/index.ts'
import { marketCard } from '#web/ui/layouts/document.tsx'
import { Layout } from '#web/ui/layouts/public.tsx'
import { categoryPath, searchPath } from '#web/framework/routes.ts'
import { counted } from '#web/framework/format.ts'
import { Categories } from './home.tsx'
import { PRICE_LABELS } from './applied-filters.tsx'
import { RecentlyViewed } from './similar.tsx'
import { siteOf } from '#web/framework/site.ts'

type CategoryProps = { ctx: Context; viewer: Viewer; category: string; found: MarketResult }

/** The page for a category, with a description for search engines. */
export const CategoryPage = ({ ctx, viewer, category, found }: CategoryProps) => (
  <Layout
    site={siteOf(ctx)}
    viewer={viewer}
    title={`Second-hand ${category.toLowerCase()} · ${siteOf(ctx).name}`}
    description={`${counted(found.total, 'second-hand item')} in ${category} from small shops, with the total price on every card.`}
    canonical={`${ctx.config.publicUrl}${categoryPath(category)}`}
    card={marketCard(siteOf(ctx))}
  >
    <div class="hello">
      <h1>{category}</h1>
      <p>{found.total === 0 ? 'No items yet.' : `${counted(found.total, 'item')} in ${counted(found.stores, 'shop')}, newest first.`}</p>
    </div>
    <Categories current={category} />
    {found.cards.length > 0 ? (
      <section class="section" aria-labelledby="shelf">
        <div class="section-head">
          <h2 id="shelf">Just listed</h2>
          <Chips label="Prices" row>
            {(['under-25', '25-100', 'over-100'] as const).map((price) => (
              <Chip href={searchPath({ category, price })} count={found.facets?.price[price]} label={PRICE_LABELS[price]} />
            ))}
          </Chips>
        </div>
        <Grid ctx={ctx} cards={found.cards} viewer={viewer} returnTo={categoryPath(category)} />
        <Pager next={found.cards.length < found.total ? searchPath({ category, offset: found.cards.length }) : null} />
      </section>
    ) : (
      <section class="section">
        <Empty icon="tag" title={`Nothing in ${category} yet`}>
          <p>New listings in this category will appear here.</p>
          <ButtonLink href="/search" label="See all items" />
        </Empty>
      </section>
    )}
    <RecentlyViewed />
  </Layout>
)

type ShopsProps = {
  ctx: Context
  viewer: Viewer
  stores: readonly ListedStore[]
  total: number
  next: string | null
  previous: string | null
}

/** Lists all public shops, with the most active shops first. */
export const ShopsPage = ({ ctx, viewer, stores, total, next, previous }: ShopsProps) => (
  <Layout
    site={siteOf(ctx)}
    viewer={viewer}
    title={`Shops · ${siteOf(ctx).name}`}
    description="Small shops with second-hand items, most active first."
    canonical={`${ctx.config.publicUrl}/shops`}
    card={marketCard(siteOf(ctx))}
  >
    <div class="hello">
      <h1>Shops</h1>
      <p>{total === 0 ? 'There are no public shops yet.' : `${counted(total, 'shop')}, most active this week first.`}</p>
    </div>
    <section class="section" aria-label="Shops">
      {stores.length > 0 ? (
        <ShopBands stores={stores} />
      ) : (
        <Empty icon="shop" title="No public shops yet">
          <p>Public shops will appear here.</p>
          <ButtonLink href="/app" kind="dark" label="Open a shop" />
        </Empty>
      )}
      <Pager next={next} previous={previous} more="More shops" />
    </section>
  </Layout>
)
