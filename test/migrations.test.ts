import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from 'pg'
import { AGENT_ASK_FIRST } from '#core/effects.ts'
import { MIGRATIONS } from '#platform/db/migrate.ts'
import { emptyDatabase } from '#test/database.ts'
import { migrateFilled } from '#test/migrations.ts'

const LISTINGS_A_STEP = 300

/** People with keys, as soon as the first migration has made room for them. */
const PEOPLE = `
  insert into accounts (id, name, email, password_hash, created_at, updated_at)
    select 'usr_' || n, 'Person ' || n, n || '@example.test', 'hash', now(), now() from generate_series(1, 20) n;
  insert into keys (id, account_id, kind, name, secret_hash, last4, scopes, created_at)
    select 'key_' || n, 'usr_' || n, 'api', 'Key', sha256(n::text::bytea), '1234', '{read}', now() from generate_series(1, 20) n`

/** Their shops, written as the first release wrote them: the shop, then its address. */
const SHOPS = `
  begin;
  insert into shops (id, owner_id, slug, name, visibility, paused, created_at, updated_at)
    select 'shp_' || n, 'usr_' || n, 'shop-' || n, 'Shop', case n % 3 when 0 then 'link' else 'public' end, n % 5 = 0, now(), now()
    from generate_series(1, 20) n;
  insert into shop_slugs (slug, shop_id, owner_id) select slug, id, owner_id from shops;
  commit`

/** Listings in every state, with a photo, a like and an event each; `step` keeps the ids of several fillings apart. */
const things = (step: string, withEvents: boolean): string => `
  insert into listings (id, shop_id, owner_id, status, title, category, price_cents, lowest_price_cents, link, ever_sold, published_at, sold_at, created_at, updated_at)
    select 'lst_${step}_' || n, 'shp_' || n % 20 + 1, 'usr_' || n % 20 + 1, s.status, 'Thing ' || n, 'Home', 1000 + n, 900, 'thing-${step}-' || n,
           s.status = 'sold', case s.status when 'draft' then null else now() end, case s.status when 'sold' then now() end, now(), now()
    from generate_series(1, ${LISTINGS_A_STEP}) n, lateral (select (array['draft', 'live', 'sold'])[n % 3 + 1] as status) s;
  insert into photos (id, listing_id, position, variants, created_at) select 'pho_' || id, id, 0, '[]', now() from listings where id like 'lst_${step}_%';
  insert into likes (account_id, listing_id, created_at) select 'usr_1', id, now() from listings where id like 'lst_${step}_%';
  ${withEvents ? `insert into events (id, account_id, type, is_public, data, created_at) select 'evt_' || id, owner_id, 'listing.created', false, '{}', now() from listings where id like 'lst_${step}_%'` : ''}`

test('every migration goes through on filled tables, and takes nothing away', async (t) => {
  const database = await emptyDatabase()
  t.after(() => database.drop())
  let fillings = 0
  const applied = await migrateFilled(database.connection, MIGRATIONS, async (next, client: Client) => {
    const [step = ''] = next.split('_')
    if (step === '0002') await client.query(PEOPLE)
    if (step === '0003') await client.query(SHOPS)
    if (step < '0003') return
    await client.query(things(step, step > '0003'))
    fillings++
  })
  assert.ok(applied.length >= 8)

  const { rows } = await database.pools.requests.query(`
    select (select count(*) from accounts) as people, (select count(*) from keys) as keys, (select count(*) from shop_slugs) as slugs,
           (select count(*) from listings) as listings, (select count(*) from photos) as photos, (select count(*) from likes) as likes,
           (select count(*) from listings l join shops s on s.id = l.shop_id
              where l.in_market <> (l.status = 'live' and l.visibility = 'everyone' and s.visibility = 'public' and not s.paused)) as wrong`)
  const all = fillings * LISTINGS_A_STEP
  assert.deepEqual(rows, [{ people: 20, keys: 20, slugs: 20, listings: all, photos: all, likes: all, wrong: 0 }])
})

test('apps that were allowed before ask for the whole agent default, and other keys for what they did', async (t) => {
  const database = await emptyDatabase()
  t.after(() => database.drop())
  await migrateFilled(database.connection, MIGRATIONS, async (next, client: Client) => {
    if (!next.endsWith('_apps_ask_for_the_agent_default.sql')) return
    await client.query(PEOPLE)
    await client.query(`
      update keys set kind = 'agent', ask_first = '{listings.delete}';
      insert into apps (key_id, client_id, refresh_selector, refresh_hash, refreshed_at)
        select id, 'cli_1', id, '', now() from keys where id in ('key_1', 'key_2')`)
  })
  const { rows } = await database.pools.requests.query(`select id, ask_first from keys where id in ('key_1', 'key_2', 'key_3') order by id`)
  assert.deepEqual(
    rows.map(({ ask_first }: { ask_first: string[] }) => ask_first),
    [AGENT_ASK_FIRST, AGENT_ASK_FIRST, ['listings.delete']],
  )
})
