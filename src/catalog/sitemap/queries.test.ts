import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as sitemap from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const ana = await app.signUp('Ana')
const ids: { shops: string[]; listings: string[] } = { shops: [], listings: [] }
const [shop, other] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]
for (const one of [shop, other]) {
  ids.shops.push(one.id)
  for (const _ of [1, 2]) ids.listings.push((await makeListing(ctx, one)).id)
}
for (const fields of [{ visibility: 'private' }, { visibility: 'link' }, { paused: true }] as const)
  await makeListing(ctx, await makeShop(ctx, ana.id, fields))
for (const fields of [{ visibility: 'link' }, { status: 'draft' }, { status: 'sold' }] as const) await makeListing(ctx, shop, fields)
const { seller } = await openTestTenant(app, ana)
await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Test', slug: 'test-shop' } })
await app.call('POST', '/v1/listings', { key: seller.key, json: { title: 'Lamp', price: 5, publish: true } })

test('every n-th public item of the market or of one shop, and every n-th public shop, ends a range', async () => {
  const ends = (kind: sitemap.Kind, shopId: string | null, each: number) => sitemap.listEnds(db, kind, shopId, each)
  assert.deepEqual(await ends('listings', null, 1), ids.listings)
  assert.deepEqual(await ends('listings', null, 3), ids.listings.slice(2, 3))
  assert.deepEqual(await ends('listings', other.id, 1), ids.listings.slice(2))
  assert.deepEqual([await ends('shops', null, 1), await ends('shops', null, 2)], [ids.shops, ids.shops.slice(1)])
})

test('a range contains the rows after its start up to its end', async () => {
  const links = async (shopId: string | null, after: string, until: string | null) =>
    (await sitemap.listSitemapRows(db, 'listings', shopId, { after, until }, 9)).map(({ slug }) => slug)
  const [a, b] = [shop.slug, other.slug]
  assert.deepEqual([await links(null, '', null), await links(null, ids.listings[0]!, ids.listings[2]!)], [[a, a, b, b], [a, b]]) // prettier-ignore
  assert.deepEqual([await links(other.id, '', null), await links(other.id, ids.listings[2]!, null)], [[b, b], [b]])
  const fronts = async (after: string, until: string | null) =>
    (await sitemap.listSitemapRows(db, 'shops', null, { after, until }, 9)).map(({ slug, link }) => [slug, link])
  assert.deepEqual([await fronts('', null), await fronts(shop.id, null)], [[[a, null], [b, null]], [[b, null]]]) // prettier-ignore
  assert.deepEqual(await fronts('', shop.id), [[a, null]])
  const first = async (kind: sitemap.Kind, shopId: string | null) =>
    (await sitemap.listSitemapRows(db, kind, shopId, { after: '', until: null }, 1)).map(({ slug }) => slug)
  assert.deepEqual([await first('listings', null), await first('listings', other.id), await first('shops', null)], [[a], [b], [a]])
})
