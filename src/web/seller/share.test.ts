import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startWithSeller } from '#test/pages.ts'

test('publishing leads to the share page with the link, its QR code, the share card, and suggestions for the listing', async (t) => {
  const { ana, page } = await startWithSeller(t)
  const { id } = await ana.list({ title: 'Oak lamp', price: 60, shipping: 0, take_offers: false, fields: { Condition: 'Good' } })
  const path = `/app/listings/${id}`
  const { headers } = await page.post(path, { do: 'publish' })
  assert.equal(headers.location, `${path}/share`)
  const { body } = await page.get(`${path}/share`)
  const { url } = (await ana.call('GET', `/v1/listings/${id}`)).body
  assert.match(body, /Your listing is now live\./)
  assert.ok(body.includes(`<code>${url}</code>`))
  assert.ok(body.includes(`data-url="${url}" data-title="Oak lamp"`))
  assert.match(body, /aria-label="QR code for the link"/)
  assert.ok(body.includes(`src="${path}/card.png"`))
  const tips = [...body.matchAll(/<li><a href="[^"]*\?step=(\w+)#\w[^"]*">Add ([^<]+)</g)].map(([, step, noun]) => `${step}: ${noun}`)
  assert.deepEqual(tips, [
    'photos: at least three photos',
    'details: a category, so that buyers find it',
    'details: a description of at least 80 characters',
    'details: the size or measurements',
    'price: shipping, for buyers who cannot pick it up',
    'price: the option to make an offer',
  ])
  assert.ok((await page.get(path)).body.includes(`href="${path}/share"`), 'the editor of a live listing links to the page')
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { visibility: 'link' } })
  assert.match((await page.get(`${path}/share`)).body, /Only people with this link can see the listing/)
})

test('only the owner of a live listing can open the image for its share card', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const eve = await openSeller(app, 'Eve')
  const { id } = await ana.list({ title: 'Oak lamp', price: 60, publish: true })
  const card = (cookie: string) => app.call('GET', `/app/listings/${id}/card.png`, { cookie })
  const { status, headers } = await card(ana.cookie)
  assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, 'image/png', 'private, max-age=3600'])
  assert.equal((await card(eve.cookie)).status, 404)
  assert.equal((await app.call('GET', `/app/listings/${id}/share`, { cookie: eve.cookie })).status, 404)
  await ana.call('POST', `/v1/listings/${id}/unpublish`)
  assert.equal((await card(ana.cookie)).status, 404)
})

test('a listing that is not live has no share page, and its share URL redirects to the editor', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const { id } = await ana.list({ title: 'Oak lamp', price: 60 })
  const target = async () => (await app.call('GET', `/app/listings/${id}/share`, { cookie: ana.cookie })).headers.location
  assert.equal(await target(), `/app/listings/${id}?step=publish`)
  await ana.call('POST', `/v1/listings/${id}/publish`)
  await ana.call('POST', `/v1/listings/${id}/mark-sold`)
  assert.equal(await target(), `/app/listings/${id}`)
})
