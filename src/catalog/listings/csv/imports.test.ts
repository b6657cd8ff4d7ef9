import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import { traceOf } from '#test/trace.ts'
import { until } from '#test/until.ts'

type Answered = { row: number; id: string; outcome?: string; error?: { message: string; param?: string } }
type Photo = { alt: string | null; source: string }

const app = await startApp({ after })
const jpeg = await jpegWithMetadata(64, 48)
const server = createServer((request, response) => {
  const isThere = request.url?.startsWith('/photo')
  response.writeHead(isThere ? 200 : 404, { 'content-type': 'image/jpeg' }).end(isThere ? jpeg : 'none')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.close()
  server.closeAllConnections()
})
const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const send = async (seller: Seller, lines: readonly string[], query = '') => {
  const reply = await seller.call('POST', `/v1/listings/import${query}`, { raw: { type: 'text/csv', bytes: `${lines.join('\r\n')}\r\n` } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}
const read = async (seller: Seller, id: string) => (await seller.call('GET', `/v1/listings/${id}`)).body
const settled = (seller: Seller, id: string) =>
  until('the photos of an import', async () => {
    const listing = await read(seller, id)
    return listing.photos_wanted.every(({ problem }: { problem: string | null }) => problem !== null) && listing
  })
const details = ({ fields }: { fields: { label: string; value: string }[] }) => fields.map(({ label, value }) => `${label}: ${value}`)

const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Google Shopping / Gender,Google Shopping / Age Group,Google Shopping / MPN,Google Shopping / Condition,Google Shopping / Custom Product,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Included / United States,Price / United States,Compare At Price / United States,Status'
const byColumn = (header: string, cells: Record<string, string>): string =>
  header
    .split(',')
    .map((name) => `"${(cells[name] ?? '').replaceAll('"', '""')}"`)
    .join(',')

test('an import of Shopify products creates one listing per variant, converts HTML to plain text and preserves the order of the pictures', async () => {
  const ana = await openSeller(app, 'Ana')
  const row = (cells: Record<string, string>) => byColumn(SHOPIFY, cells)
  const body = await send(ana, [
    SHOPIFY,
    row({
      Handle: 'wool-coat', Title: 'Wool coat', 'Body (HTML)': '<p>Warm &amp; <b>long</b>.</p><ul><li>Lined</li></ul>', Vendor: 'Mango',
      'Product Category': 'Apparel & Accessories > Clothing > Outerwear > Coats & Jackets', 'Option1 Name': 'Size', 'Option1 Value': 'M',
      'Variant Inventory Qty': '1', 'Variant Price': '1,250.50', 'Image Src': `${at}/photo/back`, 'Image Position': '2', 'Image Alt Text': 'Back',
      'Gift Card': 'false', 'Google Shopping / Condition': 'used', Status: 'active',
    }),
    row({ Handle: 'wool-coat', 'Image Src': `${at}/photo/front`, 'Image Position': '1', 'Image Alt Text': 'Front' }),
    row({ Handle: 'shirt', Title: 'Linen shirt', 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Variant Inventory Qty': '1', 'Variant Price': '20', Status: 'draft' }),
    row({ Handle: 'shirt', 'Option1 Value': 'L', 'Variant Inventory Qty': '3', 'Variant Price': '22' }),
    row({ Handle: 'gone', Title: 'Gone', 'Variant Inventory Qty': '0', 'Variant Price': '5', Status: 'active' }),
    row({ Handle: 'old', Title: 'Old', 'Variant Price': '5', Status: 'archived' }),
    row({ Handle: 'card', Title: 'Card', 'Variant Price': '5', 'Gift Card': 'true' }),
    row({ Handle: 'dear', Title: 'Dear', 'Variant Price': 'ask us' }),
    row({ Handle: 'bad', Title: 'Bad', 'Variant Price': '5', 'Image Src': 'file:///etc/passwd' }),
  ]) // prettier-ignore
  assert.equal(body.format, 'shopify')
  assert.deepEqual(
    body.data.map((one: Answered) => [one.row, one.outcome ?? one.error?.param]),
    [
      [1, 'created'],
      [3, 'created'],
      [4, 'created'],
      [5, 'Variant Inventory Qty'],
      [6, 'Status'],
      [7, 'Gift Card'],
      [8, 'Variant Price'],
      [9, 'Image Src'],
    ],
  )
  for (const { error } of body.data.slice(3)) assert.ok(error.message.startsWith(error.param), error.message)
  const coat = await settled(ana, body.data[0].id)
  assert.deepEqual(
    [coat.status, coat.title, coat.description, coat.category, coat.price],
    ['draft', 'Wool coat', 'Warm & long.\n\n- Lined', 'Clothing', 1250.5],
  )
  assert.deepEqual(details(coat), ['Brand: Mango', 'Condition: Used', 'Size: M'])
  assert.deepEqual(
    coat.photos.map(({ alt, source }: Photo) => [alt, source]),
    [
      ['Front', 'own'],
      ['Back', 'own'],
    ],
  )
  const shirts = await Promise.all([body.data[1].id, body.data[2].id].map((id) => read(ana, id)))
  assert.deepEqual(
    shirts.map(({ title, price }) => [title, price]),
    [
      ['Linen shirt, S', 20],
      ['Linen shirt, L', 22],
    ],
  )
  assert.deepEqual(details(shirts[1]), ['Size: L', 'Quantity: 3'])
})

test('an import accepts files in the newer Shopify format', async () => {
  const ana = await openSeller(app, 'Ana')
  const header =
    'Title,URL handle,Description,Vendor,Product category,Status,Price,Inventory quantity,Product image URL,Image position,Image alt text'
  const body = await send(ana, [
    header,
    `Lamp,lamp,A lamp.,Anglepoise,Home & Garden > Lighting > Lamps,Active,45,1,${at}/photo/lamp,1,A lamp`,
  ])
  assert.deepEqual([body.format, body.data[0].photos], ['shopify', 1])
  const lamp = await settled(ana, body.data[0].id)
  assert.deepEqual([lamp.title, lamp.category, lamp.price, lamp.photos.length], ['Lamp', 'Home', 45, 1])
})

const ETSY =
  'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,IMAGE3,IMAGE4,IMAGE5,IMAGE6,IMAGE7,IMAGE8,IMAGE9,IMAGE10,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU'

test('an import of Etsy listings repeats long titles in the description, and rejects amounts in other currencies', async () => {
  const ana = await openSeller(app, 'Ana')
  const long = `Vintage brass table lamp ${'with a green glass shade '.repeat(4)}`.trim()
  const row = (cells: Record<string, string>) => byColumn(ETSY, cells)
  const lamp = {
    TITLE: long,
    DESCRIPTION: 'From 1962.\nWorks &quot;well&quot;.',
    PRICE: '45.00',
    CURRENCY_CODE: 'USD',
    QUANTITY: '1',
    MATERIALS: 'brass,glass',
  }
  const body = await send(ana, [
    ETSY,
    row({ ...lamp, IMAGE1: `${at}/photo/1`, IMAGE2: `${at}/none`, IMAGE3: `${at}/photo/3` }),
    row({ ...lamp, CURRENCY_CODE: 'EUR' }),
    row({ ...lamp, QUANTITY: '0' }),
    row({ ...lamp, PRICE: '999999999' }),
  ])
  assert.equal(body.format, 'etsy')
  assert.deepEqual(body.data.map((one: Answered) => one.outcome ?? one.error?.param), ['created', 'CURRENCY_CODE', 'QUANTITY', 'PRICE']) // prettier-ignore
  assert.match(body.data[0].notes[0], /shortened to 80/)
  const read1 = await settled(ana, body.data[0].id)
  assert.ok(read1.title.length <= 80 && long.startsWith(read1.title))
  assert.equal(read1.description, `${long}\n\nFrom 1962.\nWorks "well".`)
  assert.deepEqual(details(read1), ['Material: brass, glass'])
  assert.equal(read1.photos.length, 2)
  const { db } = app.service.ctx
  const events = await db.selectFrom('events').select('type').where('data', 'like', `%${read1.id}%`).orderBy('id').execute()
  assert.deepEqual(events.map(({ type }) => type), ['listing.created', 'photos.changed', 'photos.changed']) // prettier-ignore
  assert.deepEqual(read1.photos_wanted, [{ url: `${at}/none`, problem: 'The server answered with status 404.' }])
})

test('failed photo downloads are no longer reported after the seller changes the photos', async () => {
  const ana = await openSeller(app, 'Ana')
  const body = await send(ana, [ETSY, byColumn(ETSY, { TITLE: 'Lamp', CURRENCY_CODE: 'USD', IMAGE1: `${at}/none` })])
  const { id } = body.data[0]
  assert.equal((await settled(ana, id)).photos_wanted.length, 1)
  await ana.call('POST', `/v1/listings/${id}/photos`, { json: { urls: [`${at}/photo`] } })
  assert.deepEqual((await read(ana, id)).photos_wanted, [])
})

const EBAY_ACTIVE =
  'Item number,Title,Variation details,Custom label (SKU),Available quantity,Format,Currency,Start price,Auction Buy It Now price,Reserve price,Current price,Sold quantity,Watchers,Bids,Start date,End date,eBay category 1 name,eBay category 1 number,eBay category 2 name,eBay category 2 number,Condition,CD:Professional Grader - (ID: 27501),P:UPC,P:EAN,P:ISBN,P:MPN'

test('an import accepts both the report on active listings and the templates from eBay', async () => {
  const ana = await openSeller(app, 'Ana')
  const row = (cells: Record<string, string>) =>
    byColumn(EBAY_ACTIVE, { 'Available quantity': '1', Format: 'FIXED_PRICE', Currency: 'USD', ...cells })
  const report = await send(ana, [
    `\uFEFF${EBAY_ACTIVE}`,
    row({
      'Item number': '1',
      Title: 'Boots',
      'Current price': '30.00',
      'eBay category 1 name': "Men's Shoes",
      Condition: 'USED_EXCELLENT',
    }),
    row({ 'Item number': '2', Title: 'Paint', 'Variation details': 'Color=Red;Blue', 'Current price': '5' }),
    row({ 'Item number': '2', Title: 'Paint', 'Variation details': 'Color=Red', 'Current price': '5' }),
    row({ 'Item number': '2', Title: 'Paint', 'Variation details': 'Color=Blue', 'Current price': '6' }),
    row({ 'Item number': '3', Title: 'Watch', Format: 'AUCTION', 'Start price': '0.99', 'Current price': '12' }),
  ])
  assert.equal(report.format, 'ebay')
  assert.deepEqual(report.data.map((one: Answered) => [one.row, one.outcome]), [[1, 'created'], [3, 'created'], [4, 'created'], [5, 'created']]) // prettier-ignore
  const [boots, , blue, watch] = await Promise.all(report.data.map(({ id }: Answered) => read(ana, id)))
  assert.deepEqual([boots.title, boots.price, boots.category, details(boots)], ['Boots', 30, 'Shoes', ['Condition: Used, excellent']])
  assert.deepEqual([blue.price, details(blue)], [6, ['Color: Blue']])
  assert.equal(watch.price, null, 'the start price of an auction is not imported as the price')

  const template = await send(ana, [
    '#INFO,Version=0.0.2,Template= eBay-draft-listings-template_US',
    '*Action(SiteID=US|Country=US|Currency=USD|Version=1193),CustomLabel,*Category,*Title,*ConditionID,*C:Brand,PicURL,*Description,*Format,*Duration,*StartPrice,*Quantity,ShippingService-1:Cost',
    `Add,A1,15709,Running shoes,3000,Nike,${at}/photo/1|${at}/photo/2,<div>Worn twice.</div>,FixedPrice,GTC,40,1,4.95`,
  ])
  assert.deepEqual([template.format, template.data[0].row], ['ebay', 1])
  const shoes = await settled(ana, template.data[0].id)
  assert.deepEqual(
    [shoes.title, shoes.description, shoes.price, shoes.shipping, shoes.photos.length, details(shoes)],
    ['Running shoes', 'Worn twice.', 40, 4.95, 2, ['Condition: Used', 'Brand: Nike']],
  )
})

test('an imported row that names no shop uses the shop in the query parameter', async () => {
  const ana = await openSeller(app, 'Ana')
  await ana.call('POST', '/v1/shops', { json: { name: 'Second', slug: 'ana-second' } })
  const body = await send(ana, [ETSY, byColumn(ETSY, { TITLE: 'Lamp', CURRENCY_CODE: 'USD' })], '?shop=ana-second')
  assert.equal((await read(ana, body.data[0].id)).shop, 'ana-second')
})

test('a file with an unknown header is rejected, and the error lists all supported formats', async () => {
  const ana = await openSeller(app, 'Ana')
  const before = await traceOf(app)
  const reply = await ana.call('POST', '/v1/listings/import', { raw: { type: 'text/csv', bytes: 'Name,Cost\nLamp,5\n' } })
  assert.deepEqual([reply.status, reply.body.error.param], [400, 'csv'])
  assert.match(reply.body.error.message, /Shopify, Etsy, eBay/)
  assert.equal(await traceOf(app), before)
})
