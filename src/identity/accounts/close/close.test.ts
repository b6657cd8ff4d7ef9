import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { plantTagged } from '#test/plant-rows.ts'
import type { Closed } from '#identity/accounts/anonymize.ts'
import { OWN } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { db } = app.service.ctx
const TRADE = [
  'shops',
  'shop_slugs',
  'listings',
  'price_drops',
  'photos',
  'listing_questions',
  'daily_counts',
  'offers',
  'orders',
  'threads',
  'messages',
  'stored_files',
]

const plant = (tables: readonly string[], tag: string, people: Record<string, string>) => plantTagged(app.databaseUrl, tables, tag, people)

/**
 * Creates a seller with a row in each table that closing an account changes. The planted shop has a draft, a live and a sold listing. The
 * other shop has one draft and a former slug.
 */
async function openFull(tag: string, buyer: Seller): Promise<Seller> {
  const seller = await openSeller(app, tag)
  await plant(TRADE, tag, { usr_ana: seller.id, usr_bo: buyer.id })
  await plant(
    OWN.filter((table) => table !== 'usage_months' && table !== 'blocks'),
    tag,
    { usr_ana: seller.id, usr_bo: seller.id },
  )
  await db.deleteFrom('orders').where('seller_id', '=', seller.id).where('status', '<>', 'completed').execute()
  assert.equal((await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { slug: `new-${tag}` } })).status, 200)
  await seller.list({ title: 'Vase', shop: `new-${tag}` })
  const [sold, shop] = [`lst_sold-${tag}`, `shp_a-${tag}`]
  await sql`update shops set picture = jsonb_build_array(jsonb_build_object('key', slug || '.webp')) where owner_id = ${seller.id}`.execute(
    db,
  )
  await sql`insert into stored_files (key, created_at) select slug || '.webp', created_at from shops where owner_id = ${seller.id}`.execute(
    db,
  )
  await sql`
    insert into photos (id, listing_id, position, source, is_video, variants, created_at)
    select id || '-sold', ${sold}, 0, source, false, replace(variants::text, 'a-large', 'sold')::jsonb, created_at
    from photos where id = ${`pho_a-${tag}`}`.execute(db)
  await sql`insert into stored_files (key, created_at) values (${`sold.webp-${tag}`}, service_time())`.execute(db)
  await sql`
    insert into daily_counts (subject, kind, day, count)
    select id, 'view', '2026-11-01'::date, 2 from shops where owner_id = ${seller.id} union all select ${sold}, 'view', '2026-11-01'::date, 2`.execute(
    db,
  )
  await sql`
    insert into listing_questions (id, listing_id, question, answer, created_at, updated_at)
    select id || '-sold', ${sold}, question, answer, created_at, updated_at from listing_questions where id = ${`que_a-${tag}`}`.execute(db)
  await sql`update listings set prompt = 'A lamp' where id = ${sold}`.execute(db)
  await sql`update orders set address = '{"city": "Salem"}' where shop_id = ${shop}`.execute(db)
  await sql`insert into blocks (account_id, blocked_id, created_at) values (${seller.id}, ${buyer.id}, service_time()), (${buyer.id}, ${seller.id}, service_time())`.execute(
    db,
  )
  return seller
}

const close = async ({ cookie }: Seller): Promise<void> => {
  const closed = await app.call('DELETE', '/v1/accounts/me', { cookie, json: { password: 'a long enough password' } })
  assert.equal(closed.status, 200, JSON.stringify(closed.body))
}
const orphans = async (): Promise<string[]> =>
  (await db.selectFrom('stored_files').select('key').where('orphaned_at', 'is not', null).orderBy('key').execute()).map(({ key }) => key)
const idsIn = async (table: 'listings' | 'shops', owner: Seller): Promise<string[]> =>
  (await db.selectFrom(table).select('id').where('owner_id', '=', owner.id).execute()).map(({ id }) => id)

/** Returns all rows that contain one of these strings, by table. */
async function rowsWith(texts: readonly string[]): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const patterns = texts.map((text) => `%${text}%`)
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select x::text as row from ${sql.table(name)} x where x::text like any(${patterns}) order by 1`.execute(db)
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}

test('closing an account preserves its sales without personal data, and changes no records of other accounts', async () => {
  const [bo, cy] = [await openSeller(app, 'Bo'), await openSeller(app, 'Cy')]
  const [ana, bea] = [await openFull('ana1', bo), await openFull('bea2', cy)]
  const others = [bea.id, 'bea2', cy.id, ...(await idsIn('shops', bea))]
  await Promise.all([app.service.ctx.requestLog.flush(), app.service.ctx.usage.flush()])
  const before = await rowsWith(others)
  const formerSlug = () => db.selectFrom('shop_slugs').select('moved_at').where('slug', '=', ana.slug).executeTakeFirstOrThrow()
  const formerly = await formerSlug()
  const shops = await idsIn('shops', ana)
  await close(ana)
  assert.deepEqual(await orphans(), ['a-large.webp-ana1', 'ana-ana1.webp', 'new-ana1.webp'])
  assert.deepEqual([await idsIn('listings', ana), await idsIn('shops', ana)], [['lst_sold-ana1'], ['shp_a-ana1']])
  const left = await rowsWith([ana.id, 'ana1', ...shops])
  assert.deepEqual(
    OWN.filter((table) => table in left && table !== 'usage_months'),
    ['events'],
  )
  assert.equal(left.listing_questions, undefined)
  const { rows: jobs } = await sql<{ payload: Closed }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'forget_traces'`.execute(db)
  assert.deepEqual(
    jobs.map(({ payload: { accountId, name, shops: of, mailIds } }) => [accountId, name, of.map((one) => one.slug).toSorted(), mailIds.filter((id) => id.startsWith('mai'))]), // prettier-ignore
    [1, 2].map(() => [ana.id, 'ana1', ['ana-ana1', 'ana-old-ana1', 'new-ana1', ana.slug], ['mai_a-ana1']]),
  )
  assert.deepEqual(
    left.daily_counts!.map((row) => row.slice(1, row.indexOf(','))),
    ['lst_sold-ana1', 'shp_a-ana1'],
  )
  const { slug, visibility, picture } = await db.selectFrom('shops').selectAll().where('id', '=', 'shp_a-ana1').executeTakeFirstOrThrow()
  assert.deepEqual(await formerSlug(), formerly, 'a former slug does not move again')
  for (const table of ['orders', 'offers', 'threads'] as const)
    assert.deepEqual(
      await db.selectFrom(table).select(['shop_slug', 'shop_name']).distinct().where('seller_id', '=', ana.id).execute(),
      [{ shop_slug: slug, shop_name: 'Closed shop' }],
      table,
    )
  assert.deepEqual([visibility, picture], ['private', null])
  const sold = await db.selectFrom('listings').select('prompt').where('id', '=', 'lst_sold-ana1').executeTakeFirstOrThrow()
  assert.equal(sold.prompt, null)

  await close(bo)
  assert.deepEqual(
    (await orphans()).filter((key) => key.startsWith('message')),
    ['message.webp-ana1'],
  )
  assert.deepEqual(await db.selectFrom('threads').select('id').execute(), [{ id: 'thr_a-bea2' }])
  assert.deepEqual(await db.selectFrom('orders').select(['id', 'address']).orderBy('id').execute(), [
    { id: 'ord_a-ana1', address: null },
    { id: 'ord_a-bea2', address: { city: 'Salem' } },
  ])
  const after = await rowsWith(others)
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) assert.deepEqual(after[table], before[table], table)

  await close(cy)
  await close(await openSeller(app, 'Dan'))
  assert.deepEqual(
    (await orphans()).filter((key) => key.startsWith('message')),
    ['message.webp-ana1'],
  )
})
