import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'

/**
 * Visibility table (spec: completions 5, What is seen, Sold items; completions 11, a paused shop). Each row is a combination of shop and
 * listing. The last two columns show where an anonymous user and the owner can find the listing. `s`: in search. `f`: on the store's shelf.
 * `r`: among the store's recently sold items. `i`: by id. `.`: nowhere. `-`: the store page returns 404.
 */
const TABLE = `
shop     paused  listing   status   stranger  owner
public   no      everyone  live     sf.i      sf.i
public   no      everyone  sold     ..ri      ..ri
public   no      everyone  draft    ....      ....
public   no      link      live     ...i      ...i
public   no      link      sold     ...i      ...i
public   no      link      draft    ....      ....
public   yes     everyone  live     ....      ...i
public   yes     everyone  sold     ....      ...i
public   yes     everyone  draft    ....      ....
public   yes     link      live     ....      ...i
public   yes     link      sold     ....      ...i
public   yes     link      draft    ....      ....
link     no      everyone  live     .f.i      .f.i
link     no      everyone  sold     ..ri      ..ri
link     no      everyone  draft    ....      ....
link     no      link      live     ...i      ...i
link     no      link      sold     ...i      ...i
link     no      link      draft    ....      ....
link     yes     everyone  live     ....      ...i
link     yes     everyone  sold     ....      ...i
link     yes     everyone  draft    ....      ....
link     yes     link      live     ....      ...i
link     yes     link      sold     ....      ...i
link     yes     link      draft    ....      ....
private  no      everyone  live     ----      .f.i
private  no      everyone  sold     ----      ..ri
private  no      everyone  draft    ----      ....
private  no      link      live     ----      ...i
private  no      link      sold     ----      ...i
private  no      link      draft    ----      ....
private  yes     everyone  live     ----      ...i
private  yes     everyone  sold     ----      ...i
private  yes     everyone  draft    ----      ....
private  yes     link      live     ----      ...i
private  yes     link      sold     ----      ...i
private  yes     link      draft    ----      ....
`

test('each listing appears in exactly those views that its visibility allows', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp('Ana')
  const other = await app.signUp('Ben')
  for (const line of TABLE.trim().split('\n').slice(1)) {
    const [visibility, paused, listingVisibility, status, forAnonymous, forOwner] = line.split(/\s+/) as [
      'public' | 'link' | 'private',
      string,
      'everyone' | 'link',
      'draft' | 'live' | 'sold',
      string,
      string,
    ]
    const shop = await makeShop(ctx, owner.id, { visibility, paused: paused === 'yes' })
    const title = `Thing ${shop.slug}`
    const { id } = await makeListing(ctx, shop, { title, status, visibility: listingVisibility, link: 'a-thing' })
    const visibleAs = async (key?: string): Promise<string> => {
      const options = key === undefined ? {} : { key }
      const store = await app.call('GET', `/v1/market/stores/${shop.slug}`, options)
      const [search, read] = [
        await app.call('GET', `/v1/market/search?limit=100&q=${encodeURIComponent(shop.slug)}`, options),
        await app.call('GET', `/v1/market/listings/${id}`, options),
      ]
      if (store.status === 404)
        return search.body.total === 0 && read.status === 404
          ? '----'
          : `store 404, but search ${search.body.total} and read ${read.status}`
      assert.equal(store.body.paused, paused === 'yes')
      const found = search.body.data.some((one: { id: string }) => one.id === id)
      assert.equal(search.body.total, found ? 1 : 0, `${line}: the total counts hidden listings`)
      return [
        found ? 's' : '.',
        store.body.listings.some((one: { id: string }) => one.id === id) ? 'f' : '.',
        store.body.recently_sold.some((one: { title: string }) => one.title === title) ? 'r' : '.',
        read.status === 200 ? 'i' : '.',
      ].join('')
    }
    assert.deepEqual(
      { line, anonymous: await visibleAs(), account: await visibleAs(other.key), owner: await visibleAs(owner.key) },
      { line, anonymous: forAnonymous, account: forAnonymous, owner: forOwner },
    )
  }
  const stores = await app.call('GET', '/v1/market/stores?limit=100')
  assert.equal(stores.body.total, 6, 'only public shops that are not paused are listed')
  assert.equal(stores.body.data.length, 6)
})

test('a request for a hidden listing or shop returns the same 404 as a request for a listing or shop that does not exist', async (t) => {
  const app = await startApp(t)
  const owner = await app.signUp()
  const shop = await makeShop(app.service.ctx, owner.id, { visibility: 'private' })
  const { id } = await makeListing(app.service.ctx, shop)
  const words = async (path: string) => {
    const { status, body } = await app.call('GET', path)
    return { status, body }
  }
  assert.deepEqual(await words(`/v1/market/listings/${id}`), await words('/v1/market/listings/lst_0'))
  assert.deepEqual(await words(`/v1/market/stores/${shop.slug}`), await words('/v1/market/stores/nobody'))
  assert.deepEqual(await words(`/v1/stores/${shop.slug}/reviews`), await words('/v1/stores/nobody/reviews'))
})
