import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'

test('likes and follows are idempotent, and visible only to the account that made them', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id)
  const { id } = await makeListing(ctx, shop)
  for (let i = 0; i < 2; i++) {
    assert.deepEqual((await app.call('PUT', `/v1/market/listings/${id}/like`, { key: buyer.key })).body, {
      object: 'like',
      listing: id,
      liked: true,
    })
    assert.deepEqual((await app.call('PUT', `/v1/market/stores/${shop.slug}/follow`, { key: buyer.key })).body, {
      object: 'follow',
      store: shop.slug,
      following: true,
    })
  }
  const read = async (key?: string) => {
    const options = key === undefined ? {} : { key }
    const store = (await app.call('GET', `/v1/market/stores/${shop.slug}`, options)).body
    const listing = (await app.call('GET', `/v1/market/listings/${id}`, options)).body
    const search = (await app.call('GET', '/v1/market/search', options)).body
    return [store.followers, store.following, store.listings[0].liked, listing.liked, search.data[0].liked]
  }
  assert.deepEqual(await read(buyer.key), [1, true, true, true, true])
  assert.deepEqual(await read(owner.key), [1, false, false, false, false])
  assert.deepEqual(await read(), [1, false, false, false, false])
  assert.equal((await app.call('GET', '/v1/likes', { key: buyer.key })).body.data[0].id, id)
  assert.equal((await app.call('GET', '/v1/follows', { key: buyer.key })).body.data[0].slug, shop.slug)
  for (let i = 0; i < 2; i++) {
    assert.equal((await app.call('DELETE', `/v1/market/listings/${id}/like`, { key: buyer.key })).body.liked, false)
    assert.equal((await app.call('DELETE', `/v1/market/stores/${shop.slug}/follow`, { key: buyer.key })).body.following, false)
  }
  assert.deepEqual(await read(buyer.key), [0, false, false, false, false])
})

test('the list of likes is sorted newest first, omits hidden listings, and has an exact total', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const [open, resting] = [await makeShop(ctx, owner.id), await makeShop(ctx, owner.id)]
  const ids: string[] = []
  for (const shop of [open, resting, open]) {
    const { id } = await makeListing(ctx, shop)
    await app.call('PUT', `/v1/market/listings/${id}/like`, { key: buyer.key })
    ids.push(id)
    await app.advance(1)
  }
  await app.call('PUT', `/v1/market/stores/${resting.slug}/follow`, { key: buyer.key })
  await ctx.db.updateTable('shops').set({ visibility: 'private' }).where('id', '=', resting.id).execute()
  const { body } = await app.call('GET', '/v1/likes?limit=1', { key: buyer.key })
  assert.deepEqual([body.total, body.has_more, body.data.map((one: { id: string }) => one.id)], [2, true, [ids[2]]])
  assert.equal((await app.call('GET', '/v1/follows', { key: buyer.key })).body.total, 0)
  assert.equal(
    (await app.call('DELETE', `/v1/market/listings/${ids[1]}/like`, { key: buyer.key })).status,
    200,
    'a like of a hidden listing can be removed',
  )
  assert.equal((await app.call('DELETE', `/v1/market/stores/${resting.slug}/follow`, { key: buyer.key })).status, 200)
  assert.equal((await app.call('DELETE', `/v1/market/stores/${resting.slug}/follow`, { key: buyer.key })).status, 404)
})

test('a like or follow is rejected if the listing or shop is hidden, or if the request has no key or lacks the required scope', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const hidden = await makeShop(ctx, owner.id, { visibility: 'private' })
  const shop = await makeShop(ctx, owner.id)
  const [secret, draft] = [await makeListing(ctx, hidden), await makeListing(ctx, shop, { status: 'draft' })]
  const paths = [
    `/v1/market/listings/${secret.id}/like`,
    `/v1/market/listings/${draft.id}/like`,
    '/v1/market/listings/lst_0/like',
    `/v1/market/stores/${hidden.slug}/follow`,
    '/v1/market/stores/nobody/follow',
  ]
  for (const path of paths) {
    for (const method of ['PUT', 'DELETE']) {
      assert.equal((await app.call(method, path, { key: buyer.key })).status, 404, `${method} ${path}`)
      assert.equal((await app.call(method, path)).status, 401, `${method} ${path}`)
    }
  }
  const made = await app.call('POST', '/v1/keys', { cookie: buyer.cookie, json: { name: 'reader', kind: 'api', scopes: ['read'] } })
  const open = await makeListing(ctx, shop)
  assert.equal((await app.call('PUT', `/v1/market/listings/${open.id}/like`, { key: made.body.secret })).body.error.code, 'scope')
})
