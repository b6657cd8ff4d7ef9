import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AGE_GROUPS, GENDERS, GOOGLE_CATEGORIES, MERCHANT_CONDITIONS } from '#catalog/product-feed/rules.ts'
import { readXml } from '#platform/encoding/xml.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { makePhoto } from '#test/rows.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
const host = `${ana.slug}.resale.localhost`
const lines = { Brand: 'Mango', Colour: 'Navy, white', Size: 'M', Condition: 'New with tags', Material: 'Wool', EAN: '4006381333931' }
const coat = await ana.list({ title: "Women's wool coat <b>", one_liner: 'Warm & long', category: 'Clothing', price: 45.5, shipping: 6, fields: lines, publish: true }) // prettier-ignore
const lamp = await ana.list({ title: 'Lamp', price: 10, publish: true })
const chair = await ana.list({ title: 'Chair', category: 'Home', price: 20, shipping: 0, publish: true })
const bare = await ana.list({ title: 'No picture', price: 20, publish: true })
for (let position = 0; position < 13; position++) await makePhoto(app.service.ctx, coat.id, { position })
for (const { id } of [lamp, chair]) await makePhoto(app.service.ctx, id, { position: 0 })

// attributes that we send and their valid values, from Google's product data specification: support.google.com/merchants/answer/7052112
const AMOUNT = /^\d{1,9}\.\d{2} USD$/
const ADDRESS = /^https?:\/\/[^\s<>"]{1,2000}$/
const GOOGLE: Record<string, { required?: true; many?: number; value: RegExp | readonly string[] }> = {
  'g:id': { required: true, value: /^.{1,50}$/ },
  'g:title': { required: true, value: /^.{1,150}$/s },
  'g:description': { required: true, value: /^.{1,5000}$/s },
  'g:link': { required: true, value: ADDRESS },
  'g:image_link': { required: true, value: ADDRESS },
  'g:additional_image_link': { many: 10, value: ADDRESS },
  'g:availability': { required: true, value: ['in_stock', 'out_of_stock', 'preorder', 'backorder'] },
  'g:price': { required: true, value: AMOUNT },
  'g:condition': { required: true, value: MERCHANT_CONDITIONS },
  'g:google_product_category': { value: Object.values(GOOGLE_CATEGORIES).map(({ id }) => String(id)) },
  'g:product_type': { value: /^.{1,750}$/ },
  'g:brand': { value: /^.{1,70}$/ },
  'g:gtin': { value: /^\d{8}$|^\d{12,14}$/ },
  'g:mpn': { value: /^.{1,70}$/ },
  'g:identifier_exists': { value: ['no', 'yes'] },
  'g:color': { value: /^[^/]{1,40}(?:\/[^/]{1,40}){0,2}$/ },
  'g:size': { value: /^.{1,100}$/ },
  'g:material': { value: /^.{1,200}$/ },
  'g:gender': { value: GENDERS },
  'g:age_group': { value: AGE_GROUPS },
  'g:max_handling_time': { value: /^\d{1,2}$/ },
  'g:external_seller_id': { value: /^.{1,50}$/ },
}

function faultsOf(item: Record<string, unknown>): string[] {
  const { 'g:shipping': shipping, ...rest } = item
  const sent = shipping as Record<string, string> | undefined
  const unknown = Object.keys(rest).filter((name) => !(name in GOOGLE))
  const wrong = Object.entries(GOOGLE).flatMap(([name, { required, many = 1, value }]) => {
    const values = [rest[name] ?? []].flat().map(String)
    if (values.length > many || (required && values.length === 0)) return [`${name} stands ${values.length} times`]
    return values.filter((one) => !(value instanceof RegExp ? value.test(one) : value.includes(one))).map((one) => `${name}: ${one}`)
  })
  const price = sent === undefined || (/^[A-Z]{2}$/.test(sent['g:country']!) && AMOUNT.test(sent['g:price']!)) ? [] : ['g:shipping']
  return [...unknown, ...wrong, ...price]
}

type Item = Record<string, unknown> & { 'g:additional_image_link'?: string[] }
type Feed = { rss: { channel: { item?: Item[]; 'atom:link'?: unknown } } }
async function itemsAt(path: string, at?: string) {
  const reply = await app.call('GET', path, at === undefined ? {} : { host: at })
  assert.equal(reply.status, 200, reply.body)
  const { channel } = (readXml(reply.bytes.toString(), ['item', 'g:additional_image_link']) as Feed).rss
  return { items: channel.item ?? [], reply }
}

test('a shop’s merchant feed contains only attributes and values that Google accepts', async () => {
  const { items } = await itemsAt('/google.xml', host)
  assert.deepEqual(items.flatMap(faultsOf), [])
  assert.deepEqual(items.map((item) => item['g:id']), [coat.id, lamp.id], 'pickup-only listings and those without a photo are omitted') // prettier-ignore
  const [first, second] = items
  const { 'g:additional_image_link': more, 'g:link': _, 'g:image_link': __, ...described } = first!
  assert.equal(more?.length, 10)
  assert.deepEqual(described, {
    'g:id': coat.id, 'g:title': "Women's wool coat <b>", 'g:description': 'Warm & long', 'g:availability': 'in_stock', 'g:price': '45.50 USD',
    'g:condition': 'new', 'g:google_product_category': '1604', 'g:product_type': 'Clothing', 'g:brand': 'Mango', 'g:gtin': '4006381333931',
    'g:color': 'Navy/white', 'g:size': 'M', 'g:material': 'Wool', 'g:gender': 'female', 'g:age_group': 'adult',
    'g:shipping': { 'g:country': 'US', 'g:price': '6.00 USD' }, 'g:max_handling_time': '5', 'g:external_seller_id': ana.slug,
  }) // prettier-ignore
  assert.deepEqual([second!['g:shipping'], second!['g:brand'], second!['g:identifier_exists']], [undefined, undefined, 'no'])
  assert.ok(!items.some((item) => item['g:id'] === bare.id))
})

test('the merchant feed of the marketplace includes every public shop, in pages that link to each other', async () => {
  const bea = await openSeller(app, 'Bea')
  const { ctx } = app.service
  const items = await Promise.all(
    Array.from({ length: 3 }, async (_, index) => bea.list({ title: `Thing ${index}`, price: 1, publish: true })),
  )
  for (const { id } of items) await makePhoto(ctx, id, { position: 0 })
  const all = await itemsAt('/google.xml')
  assert.deepEqual(all.items.flatMap(faultsOf), [])
  assert.deepEqual(new Set(all.items.map((item) => item['g:id'])), new Set([coat.id, lamp.id, ...items.map(({ id }) => id)]))
  assert.equal(all.reply.headers.link, undefined)
  const rest = await itemsAt(`/google.xml?after=${items[0]!.id}`)
  assert.ok(rest.items.length < all.items.length)
  await bea.call('PATCH', `/v1/shops/${bea.slug}`, { json: { visibility: 'link' } })
  assert.equal((await itemsAt('/google.xml')).items.length, 2, 'a link-only shop is in no feed')
  const { sql } = await import('kysely')
  await sql`insert into listings (id, shop_id, owner_id, status, title, price_cents, link, published_at, created_at, updated_at)
    select 'lst_' || lpad(n::text, 10, '0'), shop_id, owner_id, status, title, price_cents, 'n' || n, published_at, created_at, updated_at
    from listings, generate_series(1, 1000) n where id = ${lamp.id}`.execute(ctx.db)
  const paged = await app.call('GET', '/google.xml')
  assert.match(paged.headers.link!, /^<http:\/\/[^>]+\/google\.xml\?after=lst_\w+>; rel="next"$/)
  const next = new URL(/<([^>]+)>/.exec(paged.headers.link!)![1]!)
  assert.equal((await itemsAt(`${next.pathname}${next.search}`)).items.length, 2)
})

type Json = Record<string, unknown>
const jsonLdOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text]) => JSON.parse(text!) as Json)

// required and recommended properties with their schema.org types, from
// developers.google.com/search/docs/appearance/structured-data/merchant-listing
const SHAPES: Record<string, { required: readonly string[]; may?: readonly string[] }> = {
  Product: {
    required: ['name', 'image', 'offers'],
    may: ['description', 'url', 'sku', 'category', 'brand', 'color', 'size', 'material', 'gtin', 'mpn', 'audience', 'itemCondition'],
  },
  Brand: { required: ['name'] },
  PeopleAudience: { required: [], may: ['suggestedGender', 'suggestedAge'] },
  Offer: {
    required: ['price', 'priceCurrency', 'availability', 'hasMerchantReturnPolicy'],
    may: ['url', 'itemCondition', 'seller', 'shippingDetails', 'availableDeliveryMethod', 'availableAtOrFrom'],
  },
  Organization: { required: ['name', 'url'] },
  Place: { required: ['address'] },
  MerchantReturnPolicy: { required: ['applicableCountry', 'returnPolicyCategory'], may: ['merchantReturnLink'] },
  OfferShippingDetails: { required: ['shippingRate', 'shippingDestination', 'deliveryTime'] },
  MonetaryAmount: { required: ['value', 'currency'] },
  DefinedRegion: { required: ['addressCountry'] },
  ShippingDeliveryTime: { required: ['handlingTime'], may: ['transitTime'] },
  QuantitativeValue: { required: ['minValue', 'unitCode'], may: ['maxValue'] },
}

function shapeFaults(value: unknown, at = 'Product'): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => shapeFaults(one, at))
  if (typeof value !== 'object' || value === null) return []
  const { '@type': type } = value as { '@type'?: string }
  const shape = SHAPES[type ?? '']
  if (!shape) return [`${at}: no type ${type}`]
  const names = Object.keys(value).filter((name) => !name.startsWith('@'))
  const missing = shape.required.filter((name) => !names.includes(name)).map((name) => `${at} has no ${name}`)
  const more = names
    .filter((name) => !shape.required.includes(name) && !shape.may?.includes(name))
    .map((name) => `${at}.${name} is not known`)
  return [...missing, ...more, ...names.flatMap((name) => shapeFaults((value as Json)[name], `${at}.${name}`))]
}

test('JSON-LD for a listing follows schema.org, and Google’s rules on brand, shipping and returns', async () => {
  const page = async (url: string) => jsonLdOf((await app.call('GET', new URL(url).pathname, { host })).bytes.toString())[0]!
  const described = await page(coat.url)
  for (const one of [described, await page(lamp.url), await page(chair.url)]) assert.deepEqual(shapeFaults(one), [])
  assert.deepEqual(
    ['brand', 'color', 'size', 'gtin', 'itemCondition', 'category'].map((name) => described[name]),
    [
      { '@type': 'Brand', name: 'Mango' },
      'Navy/white',
      'M',
      '4006381333931',
      'https://schema.org/NewCondition',
      'Apparel & Accessories > Clothing',
    ],
  )
  const { shippingDetails: sent, hasMerchantReturnPolicy: returns } = described['offers'] as Record<string, Json>
  assert.deepEqual(sent, {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: '6.00', currency: 'USD' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 5, unitCode: 'DAY' },
    },
  })
  assert.equal(returns?.['returnPolicyCategory'], 'https://schema.org/MerchantReturnNotPermitted')
  assert.equal(((await page(lamp.url))['offers'] as Json)['shippingDetails'], undefined, 'unknown shipping has no rate')
})

const metas = (html: string) =>
  new Map([...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, text]) => [name!, text!]))

test('every public page has complete Open Graph and Twitter metadata', async () => {
  const COMPLETE = [
    'description', 'og:type', 'og:site_name', 'og:locale', 'og:title', 'og:description', 'og:url', 'og:image', 'og:image:type', 'og:image:width',
    'og:image:height', 'og:image:alt', 'twitter:card', 'twitter:title', 'twitter:description', 'twitter:image', 'twitter:image:alt',
  ] // prettier-ignore
  const { pathname } = new URL(bare.url)
  for (const [path, at] of [
    ['/'],
    ['/search?q=lamp'],
    ['/search'],
    ['/c/home'],
    ['/shops'],
    ['/', host],
    ['/reviews', host],
    [pathname, host],
  ] as const) {
    const metaTags = metas((await app.call('GET', path, at === undefined ? {} : { host: at })).bytes.toString())
    assert.deepEqual(COMPLETE.filter((name) => !metaTags.get(name)), [], `${at ?? ''}${path}`) // prettier-ignore
    const card = new URL(metaTags.get('og:image')!)
    const drawn = await app.call('GET', card.pathname, { host: card.hostname })
    assert.deepEqual([drawn.status, drawn.headers['content-type']], [200, 'image/png'], card.href)
  }
  const metaTags = metas((await app.call('GET', new URL(coat.url).pathname, { host })).bytes.toString())
  const product = [...metaTags].filter(([name]) => name.startsWith('product:')).map(([name, text]) => `${name.slice(8)}=${text}`)
  assert.equal(metaTags.get('og:type'), 'product')
  assert.deepEqual(product, [
    'price:amount=45.50', 'price:currency=USD', 'availability=in stock', 'condition=new', `retailer_item_id=${coat.id}`, 'brand=Mango', 'category=Clothing',
  ]) // prettier-ignore
})
