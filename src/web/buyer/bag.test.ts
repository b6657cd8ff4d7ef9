import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp, type Call, type Reply } from '#test/app.ts'
import { openBundles } from '#test/bundles.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'
import { HOME } from '#test/sales.ts'

const cookieIn = ({ headers }: Reply, name: string): string | undefined =>
  [headers['set-cookie'] ?? []]
    .flat()
    .flatMap((line) => line.split(/,(?=\s*\w+=)/))
    .map((line) => line.trim().split(';')[0]!)
    .find((pair) => pair.startsWith(`${name}=`))

/** Opens a shop with three items and two discounts, and a browser without an account or scripts. The browser stores the bag cookie. */
async function openBag(t: TestContext) {
  const app = await startApp(t)
  const scene = await openBundles(app, {
    bundle_tiers: [
      { from: 2, percent: 10 },
      { from: 3, percent: 20 },
    ],
  })
  const { seller, ids } = scene
  const shop = { origin: app.service.ctx.urls.shop(seller.slug) }
  const path = `/bag/${seller.slug}`
  let cookie = ''
  const keep = (reply: Reply): Reply => {
    const bag = cookieIn(reply, 'bag')
    if (bag !== undefined) cookie = bag
    return reply
  }
  const browser = {
    path,
    cookie: () => cookie,
    forget: () => (cookie = ''),
    get: async (at = path, more: Call = {}) => keep(await app.call('GET', at, { cookie, ...more })),
    post: async (form: string, headers: Record<string, string> = shop, to = path) =>
      keep(await app.call('POST', to, { cookie, headers, form })),
    add: async (id: string) => {
      const reply = await browser.post(`add=${id}`)
      assert.deepEqual([reply.status, reply.headers['location']], [303, path])
      return reply
    },
    count: async () => (await browser.get('/you/here', { headers: shop })).body.waiting.bag,
  }
  return { ...scene, ids, shop, browser }
}

test('a buyer without an account fills a bag, sees each discount before it applies, and removes items', async (t) => {
  const { app, seller, ids, browser, listings } = await openBag(t)
  const host = new URL(listings[0].url).hostname
  for (const path of ['/', new URL(listings[0].url).pathname, '/reviews'])
    assert.match((await app.call('GET', path, { host })).body, new RegExp(`href="${app.url}/bag/${seller.slug}"[^>]*>Bag `), path)
  assert.match((await app.call('GET', new URL(listings[0].url).pathname, { host })).body, /Add to bag[^]*10% off from 2 items, 20% from 3/)
  assert.match((await browser.get()).body, /Your bag is empty/)
  assert.equal(await browser.count(), 0)

  const added = await browser.add(ids[0]!)
  assert.match([added.headers['set-cookie']].flat().join(), /bag=[^;]*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000/)
  const flash = cookieIn(added, 'flash')!
  assert.match((await browser.get(browser.path, { cookie: `${browser.cookie()}; ${flash}` })).body, /Added “Brass lamp” to your bag/)
  const one = (await browser.get()).body
  assert.match(one, /Add 1 more item to get 10% off/)
  assert.match(one, new RegExp(`href="/checkout/${ids[0]}"[^>]*>Continue to payment`), 'one item goes to its own checkout')
  assert.match(one, /Delivery<\/th><td>\$5<[^]*\$25/)

  await browser.add(ids[1]!)
  await browser.add(ids[1]!)
  assert.equal(await browser.count(), 2)
  const two = (await browser.get()).body
  assert.match(two, /Add 1 more item to get 20% off/)
  assert.match(two, /Discount \(10%\)<\/th><td>− \$5<\/td>[^]*\$55/)
  assert.match(two, new RegExp(`href="/bundle/${seller.slug}/checkout\\?item=${ids[0]}&amp;item=${ids[1]}"[^>]*>Continue to payment`))

  assert.equal((await browser.post(`remove=${ids[0]}`, { origin: app.url })).status, 303)
  assert.equal(await browser.count(), 1)
  await browser.post(`remove=${ids[1]}`)
  assert.equal(browser.cookie(), 'bag=')
})

test('a buyer without an account orders the items in the bag, and the bag is empty afterwards', async (t) => {
  const { app, seller, ids, browser } = await openBag(t)
  await browser.add(ids[0]!)
  await browser.add(ids[1]!)
  const path = `/bundle/${seller.slug}/checkout`
  const { body } = await browser.get(`${path}?item=${ids[0]}&item=${ids[1]}`)
  assert.match(body, /Brass lamp[^]*Oak shelf[^]*Discount \(10%\)<\/th><td>− \$5<\/td>[^]*\$55/)
  const form = { items: `${ids[0]} ${ids[1]}`, expected_total: '55', email: 'bea@example.test', ...HOME, method: 'test_ok' }
  const paid = await browser.post(new URLSearchParams(form).toString(), { origin: app.url }, path)
  assert.match(paid.headers['location'] ?? '', /^\/you\/purchases\/pur_/, paid.body)
  assert.equal(browser.cookie(), 'bag=')
})

test('if the total exceeds the limit for guests, the bag leads to the sign-in page, which states the reason', async (t) => {
  const { app, seller, ids, browser } = await openBag(t)
  const { id } = await seller.list({ title: 'Oak table', price: 480, shipping: 90, publish: true })
  await browser.add(ids[0]!)
  await browser.add(id)
  const link = `/sign-in?return=%2Fbag%2F${seller.slug}`
  assert.ok((await browser.get()).body.includes(`href="${link}"`))
  assert.match((await app.call('GET', link)).body, /Purchases above \$500 need an account/)
})

test('a signed-in buyer orders the items in the bag with one button, and the bag is empty afterwards', async (t) => {
  const { app, seller, buyer, ids, browser } = await openBag(t)
  await browser.add(ids[0]!)
  await browser.add(ids[1]!)
  const ours = await visitorOf(app, `${buyer.cookie}; ${browser.cookie()}`)
  const bag = (await ours.get(browser.path)).body
  assert.match(
    bag,
    new RegExp(`action="/bundle/${seller.slug}"[^]*name="items" value="${ids[0]} ${ids[1]}"[^]*name="expected_total" value="55"`),
  )
  const made = await ours.post(`/bundle/${seller.slug}`, { items: `${ids[0]} ${ids[1]}`, expected_total: '55' })
  assert.match(made.headers['location']!, /^\/you\/purchases\/pur_/)
  assert.equal(cookieIn(made, 'bag'), 'bag=')
  assert.equal((await ours.post(made.headers['location']!, { ...HOME, method: 'test_ok' })).status, 303)
})

test('the bag names and removes sold items, missing items and the viewer’s own items, but not reserved items', async (t) => {
  const { app, seller, buyer, ids, browser, post } = await openBag(t)
  for (const id of ids) await browser.add(id)
  assert.equal((await post(buyer, '/orders', { listing: ids[2], address: HOME })).status, 201)
  const reserved = (await browser.get()).body
  assert.match(reserved, /<h2>2 items<\/h2>/)
  assert.match(reserved, /Wool coat[^]*Someone has reserved this item/)
  assert.equal(await browser.count(), 3)

  await seller.call('POST', `/v1/listings/${ids[0]}/mark-sold`)
  await seller.call('POST', `/v1/listings/${ids[1]}/unpublish`)
  const left = (await browser.get()).body
  assert.match(left, /“Brass lamp” was sold, so we removed it from your bag/)
  assert.match(left, /1 item is no longer for sale, so we removed it from your bag/)
  assert.doesNotMatch(left, /Oak shelf/, 'a draft stays private')
  assert.equal(await browser.count(), 1)
  assert.doesNotMatch((await browser.get()).body, /was sold/)

  const theirs = await app.call('GET', browser.path, { cookie: `${seller.cookie}; ${browser.cookie()}` })
  assert.match(theirs.body, /“Wool coat” can no longer be ordered with others/)
})

test('a bag cannot contain more than ten items, or an item that cannot be ordered together with other items', async (t) => {
  const { app, seller, ids, browser } = await openBag(t)
  const more = await Promise.all(
    Array.from({ length: 8 }, (_, index) => seller.list({ title: `Cup ${index}`, price: 5, shipping: 1, publish: true })),
  )
  for (const id of [...ids, ...more.slice(0, 7).map((one) => one.id)]) await browser.add(id)
  const says = async (id: string) => Buffer.from(cookieIn(await browser.add(id), 'flash')!.slice(6), 'base64url').toString()
  assert.match(await says(more[7].id), /already has 10 items, the most that one parcel can hold\. Remove one/)
  assert.equal(await browser.count(), 10)

  browser.forget()
  const asks = await seller.list({ title: 'Sofa', price: 90, publish: true })
  const other = await openSeller(app)
  const elsewhere = await other.list({ title: 'Cap', price: 9, shipping: 1, publish: true })
  for (const id of [asks.id, elsewhere.id, 'lst_0', 'x', '']) {
    assert.match(await says(id), /cannot be added/)
    assert.equal(browser.cookie(), '')
  }
})

test('the bag form is accepted only from the bag’s own shop, or from the main host with the session token', async (t) => {
  const { app, seller, buyer, ids, browser } = await openBag(t)
  const other = await openSeller(app)
  const status = async (headers: Record<string, string>, cookie = '') =>
    (await app.call('POST', browser.path, { cookie, headers, form: `add=${ids[0]}` })).status
  assert.equal(await status({ origin: 'null' }), 403)
  assert.equal(await status({ origin: 'https://evil.test' }), 403)
  assert.equal(await status({ origin: app.service.ctx.urls.shop(other.slug) }), 403, 'the page of another shop')
  assert.equal(await status({ origin: app.url }, buyer.cookie), 403, 'the main host with a session and without its token')
  assert.equal((await (await visitorOf(app, buyer.cookie)).post(browser.path, { add: ids[0]! })).status, 303)
  assert.equal((await app.call('GET', '/bag/no-such-shop')).status, 404)

  const away = await browser.post(`add=${ids[0]}`, { origin: app.service.ctx.urls.shop(seller.slug), 'sec-fetch-site': 'cross-site' })
  assert.equal(away.headers['location'], `/bundle/${seller.slug}?item=${ids[0]}`)
  assert.equal(browser.cookie(), '', 'a browser that sends no cookie keeps its bag')
})
