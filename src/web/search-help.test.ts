import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'
import { lifetime } from '#test/lifetime.ts'

const life = lifetime()
let app: TestApp
let seller: Seller
before(async () => {
  app = await startApp(life)
  seller = await openSeller(app)
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false, answer_questions: false } })
  await seller.list({ title: 'Red wool coat', category: 'Clothing', price: 80, publish: true })
  await seller.list({ title: 'Red lamp', category: 'Home', price: 20, take_offers: false, publish: true })
})

const formOf = (body: string): Record<string, string> => {
  const [form] = /<form class="save-search"[^]*?<\/form>/.exec(body) ?? assert.fail('no form to save the search')
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!.replaceAll('&amp;', '&')]),
  )
}

describe('searches on the search page', () => {
  test('the results page saves each search only once, with a daily email alert', async () => {
    const ben = await app.signUp('Ben')
    const visitor = await visitorOf(app, ben.cookie)
    const { form_token: _, ...fields } = formOf((await visitor.get('/search?q=coat&price=25-100')).body)
    assert.deepEqual(fields, { query: 'q=coat&price=25-100', alert: 'daily', do: 'save' })
    assert.equal((await visitor.post('/you/searches', fields)).headers['location'], '/you/searches')
    await visitor.post('/you/searches', fields)
    const { body } = await app.call('GET', '/v1/searches', { key: ben.key })
    assert.deepEqual([body.total, body.data[0].q, body.data[0].price, body.data[0].alert], [1, 'coat', '25-100', 'daily'])
    assert.doesNotMatch((await visitor.get('/search')).body, /Save this search/, 'an empty search cannot be saved')
  })

  test('the buyer chooses alerts for each saved search separately, even without scripts', async () => {
    const ben = await app.signUp('Ben')
    const visitor = await visitorOf(app, ben.cookie)
    for (const q of ['lamp', 'coat']) await app.call('POST', '/v1/searches', { key: ben.key, json: { q, alert: 'daily' } })
    const saved = async () => (await app.call('GET', '/v1/searches', { key: ben.key })).body.data
    const [coat, lamp] = await saved()
    const chosen = async () =>
      [...(await visitor.get('/you/searches')).body.matchAll(/<option value="(\w+)" selected/g)].map(([, value]) => value)
    assert.deepEqual(await chosen(), ['both', 'both'])
    for (const [alerts, alert, by] of [['push', 'daily', 'push'], ['email', 'daily', 'email'], ['none', 'none', 'email'], ['both', 'daily', 'both'], ['push', 'daily', 'push']]) {
      const reply = await visitor.post('/you/searches', { do: 'alerts', search: lamp.id, alerts: alerts! })
      assert.equal(reply.headers['location'], '/you/searches')
      const [other, one] = await saved()
      assert.deepEqual([one.alert, one.alert_by], [alert, by])
      assert.deepEqual(other, coat)
    } // prettier-ignore
    assert.deepEqual(await chosen(), ['both', 'push'])
    assert.equal((await visitor.post('/you/searches', { do: 'alerts', search: lamp.id, alerts: 'phone' })).status, 400)
    const carl = await visitorOf(app, (await app.signUp('Carl')).cookie)
    await carl.get('/you/searches')
    assert.equal((await carl.post('/you/searches', { do: 'alerts', search: lamp.id, alerts: 'none' })).status, 404)
    await visitor.post('/you/searches', { do: 'delete', search: lamp.id })
    assert.match((await visitor.get('/you/searches')).body, /name="alert_by" value="push"/, 'undo saves the choice again')
  })

  test('a saved search includes all filters, and restoring a deleted search preserves them', async () => {
    const ben = await app.signUp('Ben')
    const visitor = await visitorOf(app, ben.cookie)
    const { form_token: _, ...fields } = formOf((await visitor.get('/search?brand=muji&brand=ikea&condition=new&min_price=5.5')).body)
    await visitor.post('/you/searches', fields)
    const saved = async () => (await app.call('GET', '/v1/searches', { key: ben.key })).body.data[0]
    const { id, brand, condition, min_price } = await saved()
    assert.deepEqual([brand, condition, min_price], [['ikea', 'muji'], ['new'], 5.5])
    await visitor.post('/you/searches', { do: 'delete', search: id })
    const [, query] = /name="query" value="([^"]+)"/.exec((await visitor.get('/you/searches')).body) ?? assert.fail('no undo')
    await visitor.post('/you/searches', { do: 'save', query: query!.replaceAll('&amp;', '&') })
    assert.deepEqual((await saved()).brand, ['ikea', 'muji'])
  })

  test('an anonymous user’s search is saved after sign-in, but a link alone never saves a search', async () => {
    const ben = await app.signUp('Ben')
    const fields = formOf((await app.call('GET', '/search?q=lamp')).body)
    const headers = { origin: app.url }
    const left = await app.call('POST', '/you/searches', { headers, form: new URLSearchParams(fields).toString() })
    assert.equal(left.headers['location'], '/sign-in?return=%2Fyou%2Fsearches')
    const cookie = left.headers['set-cookie']!.split(';')[0]!
    assert.equal(
      (await app.call('POST', '/you/searches', { form: new URLSearchParams(fields).toString() })).status,
      403,
      'rejects a form from another origin',
    )
    await app.call('GET', '/you/searches?do=save&q=lamp', { cookie: ben.cookie })
    const total = async () => (await app.call('GET', '/v1/searches', { key: ben.key })).body.total
    assert.equal(await total(), 0)
    const back = await app.call('GET', '/you/searches', { cookie: `${ben.cookie}; ${cookie}` })
    assert.equal(back.status, 303)
    assert.match(back.headers['set-cookie']!, /search=;[^]*Max-Age=0/, 'once')
    assert.equal(await total(), 1)
  })

  test('an empty result page suggests which filter to remove, and each suggestion finds items', async () => {
    const { body } = await app.call('GET', '/search?q=red+lamp&category=Shoes&price=under-25')
    assert.match(body, /No matches for “red lamp” in Shoes under \$25/)
    assert.match(body, /1 match in other categories/)
    const links = [...body.matchAll(/href="(\/search\?[^"]+)"[^>]*>\s*\d+ match/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
    assert.ok(links.length >= 1)
    for (const link of links) assert.doesNotMatch((await app.call('GET', link)).body, /No (Shoes|things)/, link)
    assert.match((await app.call('GET', '/search?q=lamp&offers=true')).body, /1 match including items not open to offers/)
    assert.match((await app.call('GET', '/search?q=coat+zeppelin')).body, /for “coat”|Red wool coat/)
    assert.match((await app.call('GET', '/search?q=zeppelin')).body, /Try other words, or save this search/)
    const filtered = (await app.call('GET', '/search?q=coat&brand=muji&size=m&min_price=100')).body
    assert.match(filtered, /No matches for “coat” from \$100 with these filters/)
    assert.match(filtered, /1 match without filters/)
    assert.match((await app.call('GET', '/search?q=coat&brand=muji')).body, /1 match of any brand/)
    assert.match((await app.call('GET', '/search?q=coat&max_price=5')).body, /No matches for “coat” up to \$5[^]*1 match at other prices/)
  })
})

describe('questions on the listing page', () => {
  test('a listing page offers a hold with its deposit only if the shop takes deposits', async () => {
    const [held, plain] = [await openSeller(app), await openSeller(app)]
    await held.call('PATCH', `/v1/shops/${held.slug}`, { json: { ask_hold: true } })
    for (const [shop, expected] of [
      [held, true],
      [plain, false],
    ] as const) {
      const { url } = await shop.list({ title: 'Vase', price: 120, publish: true })
      const { body } = await app.call('GET', new URL(url).pathname, { host: `${shop.slug}.resale.localhost` })
      assert.equal(/Hold with a \$12 deposit/.test(body), expected)
    }
  })

  test('the offer page suggests 10%, 20% and 30% off the price, omits amounts up to the buyer’s open offer, and ignores the minimum price', async () => {
    const buyer = await app.signUp('Ben')
    const visitor = await visitorOf(app, buyer.cookie)
    const chips = async (id: string) =>
      [...(await visitor.get(`/offer/${id}`)).body.matchAll(/\?amount=([\d.]+)/g)].map(([, amount]) => amount)
    // the suggested amounts do not depend on the seller's minimum price
    for (const lowest_price of [95, 37.13, null]) {
      const { id } = await seller.list({ title: 'Chair', price: 99.5, lowest_price, publish: true })
      assert.deepEqual(await chips(id), ['90', '80', '70'])
    }
    const { id } = await seller.list({ title: 'Cup', price: 4, publish: true })
    assert.deepEqual(await chips(id), ['3.6', '3.2', '2.8'])
    await visitor.post(`/offer/${id}`, { amount: '3.2' })
    assert.deepEqual(await chips(id), ['3.6'])
    assert.match((await visitor.get(`/offer/${id}?amount=3.6`)).body, /value="3\.6"/)
  })

  test('the listing page answers questions about availability, and sends a question to the seller only if the buyer chooses “Send anyway”', async () => {
    const buyer = await app.signUp('Ben')
    const visitor = await visitorOf(app, buyer.cookie)
    const { id } = await seller.list({ title: 'Mirror', price: 40, shipping: 5, publish: true })
    const threads = async () => (await app.call('GET', '/v1/threads?role=buyer', { key: buyer.key })).body.total
    const reply = await visitor.post(`/ask/${id}`, { text: 'Hi, is this still available?' })
    assert.equal(reply.status, 200)
    assert.match(
      reply.body,
      /This item is for sale now and is not reserved\.[^]*Your question was not sent[^]*is this still available\?[^]*Send anyway/,
    )
    assert.equal(await threads(), 0)
    const other = await app.signUp('Cleo')
    await app.call('POST', '/v1/orders', { key: other.key, json: { listing: id } })
    assert.match((await visitor.get(`/ask/${id}`)).body, /Another buyer is paying for this item/)
    assert.equal((await visitor.post(`/ask/${id}`, { text: 'Is this still available?', anyway: 'true' })).status, 303)
    assert.equal((await visitor.post(`/ask/${id}`, { text: 'Is it heavy?' })).status, 303)
    assert.equal(await threads(), 1)
  })
})
