import type { Db } from '#platform/db/index.ts'
import { statement, type Statement } from '#platform/db/statement.ts'

/** Part of a list that is in the order of its making: what comes behind `after`, and is not behind `until`. */
export type Part = { after: string; until: string | null }

export type PlaceRow = { slug: string; link: string | null; changed: Date }

/** So many addresses may stand in one file (sitemaps.org). */
const MOST = 50_000

// each a statement of its own: one plan for a shop and for the whole market would read the market for a shop
const LISTINGS = 'listings where in_market and $1::text is null'
const OF_SHOP = 'listings where in_market and shop_id = $1'
const SHOPS = "shops where visibility = 'public' and not paused and world = '' and $1::text is null"

/** The id of each n-th row, where the parts end. */
const ends = (of: string) => `
  select id from (select id, row_number() over (order by id) as place from ${of}) numbered where place % $2 = 0 order by id`
type Ends = Statement<[shopId: string | null, each: number], { id: string }>
const endsOfListings = statement<Ends>(ends(LISTINGS))
const endsOfShop = statement<Ends>(ends(OF_SHOP))
const endsOfShops = statement<Ends>(ends(SHOPS))

const part = 'and id > $2 and ($3::text is null or id <= $3)'
type Places = Statement<[shopId: string | null, after: string, until: string | null, most: number], PlaceRow>
const links = (of: string) => `
  select s.slug, l.link, l.published_at as changed
  from (select id, shop_id, link, published_at from ${of} ${part} order by id limit $4) l join shops s on s.id = l.shop_id order by l.id`
const linksOfMarket = statement<Places>(links(LISTINGS))
const linksOfShop = statement<Places>(links(OF_SHOP))
const fronts = statement<Places>(`select slug, null as link, created_at as changed from ${SHOPS} ${part} order by id limit $4`)

export type Kind = 'listings' | 'shops'

/** Where the parts of a list end, `each` rows apart: of one shop, or of the whole market. */
export const listEnds = async (db: Db, kind: Kind, shopId: string | null, each: number): Promise<string[]> =>
  (await (kind === 'shops' ? endsOfShops : shopId === null ? endsOfListings : endsOfShop)(db, shopId, each)).map(({ id }) => id)

/** What stands in a part. */
export const listPlaces = (db: Db, kind: Kind, shopId: string | null, { after, until }: Part): Promise<PlaceRow[]> =>
  (kind === 'shops' ? fronts : shopId === null ? linksOfMarket : linksOfShop)(db, shopId, after, until, MOST)
