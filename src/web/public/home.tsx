import type { Context } from '#platform/context/index.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import type { Card } from '#catalog/browse/index.ts'
import type { ListedStore } from '#catalog/stores/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { ButtonLink, Chip, Chips, Empty, Grid, ShopBands } from '#web/ui/index.ts'
import { marketCard } from '#web/ui/layouts/document.tsx'
import { Layout } from '#web/ui/layouts/public.tsx'
import { categoryPath } from '#web/framework/routes.ts'
import { RecentlyViewed } from './similar.tsx'
import { siteOf } from '#web/framework/site.ts'

type HomeProps = { ctx: Context; viewer: Viewer; newest: readonly Card[]; stores: readonly ListedStore[] }

/** The home page of the marketplace: search, newest listings and shops. */
export const HomePage = ({ ctx, viewer, newest, stores }: HomeProps) => (
  <Layout
    site={siteOf(ctx)}
    viewer={viewer}
    title={`${siteOf(ctx).name}: good things, already made`}
    description="Second-hand items from small shops."
    canonical={`${ctx.config.publicUrl}/`}
    card={marketCard(siteOf(ctx))}
  >
    <div class="hello">
      <h1>Good things, already made.</h1>
    </div>
    <Categories current={undefined} />
    <section class="section" aria-labelledby="newest">
      <div class="section-head">
        <h2 id="newest">Just listed</h2>
        <a href="/search">See all items</a>
      </div>
      {newest.length > 0 ? (
        <Grid ctx={ctx} cards={newest} viewer={viewer} returnTo="/" />
      ) : (
        <Empty icon="tag" title="Nothing is for sale yet">
          <p>New listings will appear here.</p>
          <ButtonLink href="/app" kind="dark" label="List the first item" />
        </Empty>
      )}
    </section>
    <RecentlyViewed />
    {stores.length > 0 ? (
      <section class="section" aria-labelledby="shops">
        <div class="section-head">
          <h2 id="shops">Shops to follow</h2>
          <a href="/shops">All shops</a>
        </div>
        <ShopBands stores={stores} />
      </section>
    ) : null}
    <section class="open-shop" aria-labelledby="open">
      <div>
        <h2 id="open">Have items that deserve a second life?</h2>
        <p>Your shop gets its own address and colour. All you need to start is a name.</p>
      </div>
      <ButtonLink href="/app" kind="dark" label="Open a shop" />
    </section>
  </Layout>
)

/** Links to the nine categories. */
export const Categories = ({ current }: { current: string | undefined }) => (
  <nav aria-label="Categories">
    <Chips label="Categories" row>
      <Chip href="/search" current={current === undefined} label="All" />
      {MARKET_CATEGORIES.map((category) => (
        <Chip href={categoryPath(category)} current={category === current} label={category} />
      ))}
    </Chips>
  </nav>
)
