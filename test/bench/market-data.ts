import type { Client } from 'pg'

export const COMMON = 'vintage'
export const NOUN = 'lantern'
export const CATEGORIES = ['Clothing', 'Shoes', 'Bags', 'Home', 'Collectibles', 'Books', 'Tech', 'Kids', 'Garden']

const WORDS = 8_000
const TITLES = 40_000
const BRANDS = 400
const DESCRIPTIONS = 20_000

/** Words for titles and descriptions, other than `COMMON` and `NOUN`. Words with a low index are chosen more often. */
export const words: readonly string[] = Array.from({ length: WORDS }, (_, n) => nonsense(n + 1))

/** Returns the number of shops for a number of listings: one shop per 20 listings, but at most 10 000 shops. */
export const shopsFor = (listings: number): number => Math.min(10_000, Math.ceil(listings / 20))

/**
 * Inserts listings. 62% of them are publicly for sale, with one photo each. The word `COMMON` occurs in 20% of all titles, and `NOUN` in
 * 3%. Disables triggers and the word index during the insert.
 */
export async function fillMarket(db: Client, listings: number): Promise<void> {
  const { rows } = await db.query<{ account_id: string }>('select account_id from keys order by created_at limit 1')
  const owner = `'${rows[0]!.account_id}'`
  const shops = shopsFor(listings)
  await db.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'; set lock_timeout = 0")
  await db.query(
    'create temp table titles (n integer primary key, text text); create temp table descriptions (n integer primary key, text text)',
  )
  await texts(db, 'titles', TITLES, 4)
  await texts(db, 'descriptions', DESCRIPTIONS, 35)
  await db.query(`
    insert into shop_slugs (slug, shop_id, owner_id) select 'bench-' || n, 'shp_bench' || n, ${owner} from generate_series(0, ${shops - 1}) n;
    insert into shops (id, owner_id, slug, name, created_at, updated_at)
      select 'shp_bench' || n, ${owner}, 'bench-' || n, 'Bench ' || n, now(), now() from generate_series(0, ${shops - 1}) n;
    alter table listings disable trigger user;
    drop index listings_search;`)
  await db.query(`
    insert into listings (id, shop_id, owner_id, status, shop_open, title, one_liner, description, category, price_cents, take_offers, fields, link, published_at, created_at, updated_at)
    select 'lst_' || lpad(d.n::text, 26, '0'), 'shp_bench' || d.n % ${shops}, ${owner}, case when d.live then 'live' else 'draft' end, true,
           case when d.common then '${COMMON} ' else '' end || case when d.noun then '${NOUN} ' else '' end || t.text, 'Used twice, kept dry', e.text,
           (array['${CATEGORIES.join("','")}'])[1 + floor(random() * 9)::int], 500 + floor(random() * 15000)::int, random() < 0.6,
           jsonb_build_array(
             jsonb_build_object('key', 'brand', 'label', 'Brand', 'value', 'Acme ' || floor(${BRANDS} * random() ^ 3)::int, 'source', 'you'),
             jsonb_build_object('key', 'size', 'label', 'Size', 'value', (array['S', 'M', 'Large', 'EU 38', 'US 9', '10'])[1 + floor(random() * 6)::int], 'source', 'you'),
             jsonb_build_object('key', 'condition', 'label', 'Condition', 'value', (array['New', 'Like new', 'Good', 'Fair'])[1 + floor(random() * 4)::int], 'source', 'you'),
             jsonb_build_object('key', 'colour', 'label', 'Colour', 'value', (array['Green', 'Navy/White', 'Grey', 'black and red'])[1 + floor(random() * 4)::int], 'source', 'you')),
           case when d.live then 'thing-' || d.n end, case when d.live then now() - d.n * interval '7 seconds' end, now(), now()
    from (select n, random() < 0.62 as live, random() < 0.2 as common, random() < 0.03 as noun,
                 floor(random() * ${TITLES})::int as title, floor(random() * ${DESCRIPTIONS})::int as description
          from generate_series(1, ${listings}) n offset 0) d
    join titles t on t.n = d.title join descriptions e on e.n = d.description`)
  await db.query(`
    insert into photos (id, listing_id, position, variants, created_at)
      select 'pho_' || id, id, 0, jsonb_build_array(jsonb_build_object('size', 'large', 'key', md5(id) || '.webp', 'width', 2048, 'height', 1536, 'bytes', 90000, 'type', 'image/webp')), now()
      from listings where in_market;
    create index listings_search on listings using gin (search) where in_market;
    alter table listings enable trigger user;
    update account_use u set listings = (select count(*) from listings where owner_id = u.account_id);`)
  await db.query('vacuum analyze listings')
  await db.query('vacuum analyze photos')
  await db.query('checkpoint').catch(() => {})
}

async function texts(db: Client, table: string, count: number, length: number): Promise<void> {
  const all = Array.from({ length: count }, () => Array.from({ length }, anyWord).join(' '))
  await db.query(`insert into ${table} select ordinality - 1, text from unnest($1::text[]) with ordinality as t(text, ordinality)`, [all])
  await db.query(`analyze ${table}`)
}

export const anyWord = (): string => words[Math.floor(WORDS * Math.random() ** 2)]!

/** Builds a pronounceable word that the stemmer does not change. */
function nonsense(n: number): string {
  const syllables = ['ba', 'de', 'ki', 'lo', 'mu', 'na', 'po', 'ru', 'sa', 'ti', 'vo', 'zu']
  let word = 'x'
  for (let left = n; left > 0; left = Math.floor(left / syllables.length)) word += syllables[left % syllables.length]!
  return `${word}k`
}
