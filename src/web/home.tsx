import type { Context } from '#context.ts'
import { MARKET_CATEGORIES } from '#domain/market.ts'
import type { Facets } from '#domain/search/facets.ts'
import type { Found } from '#features/market/service.ts'
import type { ListedStore } from '#features/stores/service.ts'
import type { Viewer } from './answer.ts'
import { Grid, ShopBands } from './cards.tsx'
import { Layout } from './layout.tsx'
import { counted } from './words.ts'

type HomeProps = { ctx: Context; viewer: Viewer; newest: Found; stores: readonly ListedStore[] }

/** The marketplace's front page: search, the newest things, shops. */
export const HomePage = ({ ctx, viewer, newest, stores }: HomeProps) => (
  <Layout
    site={ctx.config}
    viewer={viewer}
    title="resale: good things, already made"
    description="Second-hand things from small shops."
    canonical={`${ctx.config.publicUrl}/`}
  >
    <div class="hello">
      <h1>Good things, already made.</h1>
    </div>
    <Categories current={undefined} />
    <section class="section" aria-labelledby="newest">
      <h2 id="newest">Just listed</h2>
      {newest.cards.length > 0 ? (
        <Grid ctx={ctx} cards={newest.cards} />
      ) : (
        <p class="empty">Nothing is for sale yet. The first thing that a shop lists shows here.</p>
      )}
    </section>
    {stores.length > 0 ? (
      <section class="section" aria-labelledby="shops">
        <h2 id="shops">Shops</h2>
        <ShopBands ctx={ctx} stores={stores} />
      </section>
    ) : null}
  </Layout>
)

type SearchProps = { ctx: Context; viewer: Viewer; found: Found; q: string; category: string | undefined; more: string | null }

/** What a search found. The address holds the whole question, so that it can be kept and shared. */
export const SearchPage = ({ ctx, viewer, found, q, category, more }: SearchProps) => (
  <Layout site={ctx.config} viewer={viewer} q={q} title={`${q || category || 'Everything'} · resale`}>
    <div class="hello">
      <h1>{q || category || 'Everything for sale'}</h1>
    </div>
    <Categories current={category} q={q} counts={found.facets?.category} />
    <section class="section" aria-labelledby="found">
      <h2 id="found">{found.total === 0 ? 'Nothing found' : `${counted(found.total, 'thing')} in ${counted(found.stores, 'shop')}`}</h2>
      {found.cards.length > 0 ? (
        <Grid ctx={ctx} cards={found.cards} />
      ) : (
        <div class="empty">
          <p>Nothing for sale matches that. Try fewer or other words{category ? ', or look in all categories' : ''}.</p>
          <a class="button" href="/search">
            See everything
          </a>
        </div>
      )}
      {more ? (
        <p class="pages">
          <a class="button" rel="next" href={more}>
            Load 20 more
          </a>
        </p>
      ) : null}
    </section>
  </Layout>
)

type CategoriesProps = { current: string | undefined; q?: string; counts?: Facets['category'] | undefined }

const Categories = ({ current, q = '', counts }: CategoriesProps) => (
  <nav aria-label="Categories">
    <ul class="chips">
      <li>
        <a href={searchPath({ q })} aria-current={current ? undefined : 'true'}>
          All
        </a>
      </li>
      {MARKET_CATEGORIES.map((category) => (
        <li>
          <a href={searchPath({ q, category })} aria-current={category === current ? 'true' : undefined}>
            {counts ? `${category} ${counts[category]}` : category}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** The address of a search; what is not set is left out. */
export function searchPath(parts: Record<string, string | number | undefined>): string {
  const set = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '' && value !== 0)
  return set.length === 0
    ? '/search'
    : `/search?${new URLSearchParams(Object.fromEntries(set.map(([name, value]) => [name, String(value)]))).toString()}`
}
