import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWithSeller } from '#test/pages.ts'

const PATH = '/app/listings/import'

test('a seller imports a file from a different service, and the page names that service and lists the rejected lines', async (t) => {
  const { ana, page } = await startWithSeller(t)
  const reply = await page.get(PATH)
  assert.equal(reply.status, 200)
  for (const name of ['Shopify', 'Etsy', 'eBay']) assert.ok(reply.body.includes(name), name)
  const csv = 'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,IMAGE1\nLamp,Brass,45,USD,1,\nVase,,9,EUR,1,\n'
  const done = await page.upload(PATH, {}, [{ name: 'EtsyListingsDownload.csv', bytes: Buffer.from(csv) }])
  assert.equal(done.status, 200, done.body)
  assert.match(done.body, /Your Etsy export: 1 draft created, 1 row not imported/)
  assert.match(done.body, /<td class="number">2<\/td><td>CURRENCY_CODE<\/td><td>Not imported. CURRENCY_CODE is EUR/)
  const { data } = (await ana.call('GET', '/v1/listings')).body
  assert.deepEqual(data.map((one: { title: string }) => one.title), ['Lamp']) // prettier-ignore
  const wrong = await page.upload(PATH, {}, [{ name: 'a.csv', bytes: Buffer.from('Name\nLamp\n') }])
  assert.equal(wrong.status, 400)
  assert.match(wrong.body, /or send an export of Shopify, Etsy, eBay/)
})
