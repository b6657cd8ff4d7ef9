import type { Db } from '#platform/db/index.ts'
import { statement, type Statement } from '#platform/db/statement.ts'

/** Range of ids: greater than `after`, up to and including `until`. Each range has its own sitemap file. */
export type Part = { after: string; until: string | null }

export type SitemapRow = { slug: string; link: string | null; changed: Date }

// two separate statements, because a plan for a combined statement would read the whole market even for a single shop
const LISTINGS = 'listings where in_market and $1::text is null'
const OF_SHOP = 'listings where in_market and shop_id = $1'
const SHOPS = "shops where visibility = 'public' and not paused and world = '' and $1::text is null"

/** Selects the id of every n-th row, which ends a range. */
const ends = (of: string) => `
  select id from (select id, row_number() over (order by id) as place from ${of}) numbered where place % $2 = 0 order by id`
type Ends = Statement<[shopId: string | null, each: number], { id: string }>
const endsOfListings = statement<Ends>(ends(LISTINGS))
const endsOfShop = statement<Ends>(ends(OF_SHOP))
const endsOfShops = statement<Ends>(ends(SHOPS))

const part = 'and id > $2 and ($3::text is null or id <= $3)'
type SitemapStatement = Statement<[shopId: string | null, after: string, until: string | null, most: number], SitemapRow>
const links = (of: string) => `
  select s.slug, l.link, l.published_at as changed
  from (select id, shop_id, link, published_at from ${of} ${part} order by id limit $4) l join shops s on s.id = l.shop_id order by l.id`
const linksOfMarket = statement<SitemapStatement>(links(LISTINGS))
const linksOfShop = statement<SitemapStatement>(links(OF_SHOP))
const fronts = statement<SitemapStatement>(`select slug, null as link, created_at as changed from ${SHOPS} ${part} order by id limit $4`)

export type Kind = 'listings' | 'shops'

/** Divides the rows of one shop, or of the market if `shopId` is null, into groups of `each` rows. Returns the last id of each group. */
export const listEnds = async (db: Db, kind: Kind, shopId: string | null, each: number): Promise<string[]> =>
  (await (kind === 'shops' ? endsOfShops : shopId === null ? endsOfListings : endsOfShop)(db, shopId, each)).map(({ id }) => id)

/** Returns the first `most` rows in a range of ids. */
export const listSitemapRows = (db: Db, kind: Kind, shopId: string | null, { after, until }: Part, most: number): Promise<SitemapRow[]> =>
  (kind === 'shops' ? fronts : shopId === null ? linksOfMarket : linksOfShop)(db, shopId, after, until, most)
