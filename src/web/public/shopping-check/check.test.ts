import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { priceFully } from '#helpers/research/rules/pricing/index.ts'
import { startApp } from '#test/app.ts'
import { channel3Offer, channel3Product, startChannel3 } from '#test/fakes/channel3.ts'
import { startEbay } from '#test/fakes/ebay.ts'
import { firecrawlPage, startFirecrawl } from '#test/fakes/firecrawl.ts'
import { startModel } from '#test/fakes/model.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { visitorOf } from '#test/pages.ts'
import { DUNK, dunksAt, knows } from '#test/research.ts'
import type { Markup } from '#web/framework/answer.ts'
import { OutLink } from './compared.tsx'
import { EXAMPLE } from './example.ts'
import { Result } from './result.tsx'
import { inputOf } from './input.ts'

const model = await startModel({ after })
const ebay = await startEbay({ after })
const channel3 = await startChannel3({ after })
const firecrawl = await startFirecrawl({ after })
const shop = await startReceiver({ after }, '/dunk')

const app = await startApp({ after }, { ...model.env, ...ebay.env, ...channel3.env, ...firecrawl.env })
const ana = await app.signUp()
const visitor = await visitorOf(app, ana.cookie)
const check = (text: string, amount = '') => visitor.post('/check', { text, amount })

const page = (head: string) => {
  shop.answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><head>${head}</head></html>`)
}
const product = (price: number) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: 'Nike Dunk Low',
    offers: { price, priceCurrency: 'USD', itemCondition: 'https://schema.org/NewCondition' },
  })}</script>`

const htmlOf = async (markup: Markup): Promise<string> => markup.toString()

const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',')

beforeEach(() => {
  model.answer = knows()
  ebay.items = dunksAt(50, 55, 60, 65, 70)
  channel3.products = { new: [channel3Product([channel3Offer(120)])], used: [] }
  firecrawl.page = firecrawlPage()
  page(product(100))
})

describe('the shopping check page', () => {
  test('a shopping check shows the verdict for a link, with prices, sources and a market search', async () => {
    const { status, body } = await check(shop.url)
    assert.equal(status, 200, body)
    const words = wordsOf(body)
    assert.match(body, /<h1>Holds its value<\/h1>/)
    assert.match(words, /Nike Dunk Low costs \$100\. You would likely get back about \$60 on resale\./)
    assert.match(words, /You would likely get back 60% of the cost/)
    assert.match(words, /New \$120 from shop catalogs Cost \$100 on the page Second-hand \$60 estimated from 5 prices below/)
    assert.match(words, /Nike Dunk Low no 0 \$50 asking ebay\.com/)
    assert.match(body, /<a href="https:\/\/www\.ebay\.com\/itm\/0" rel="nofollow noopener noreferrer ugc">ebay\.com<\/a>/)
    assert.match(body, /href="\/search\?q=Nike\+Dunk\+Low"/)
    assert.match(words, /Holds its value You get back 60% or more of the cost Keeps some of it 35% or more Loses most of it Less than 35%/)
    assert.ok(body.includes(`value="${shop.url}"`), 'the form contains the input')
    assert.equal((body.match(/<h1>/g) ?? []).length, 1)
  })

  test('a shopping check uses the price that the user has entered, and derives the verdict from fixed rules', async () => {
    for (const [amount, verdict, text] of [
      ['$100', 'Holds its value', 'costs $100. You would likely get back about $60'],
      ['100.01', 'Keeps some of it', 'costs $100.01. You would likely get back about $60'],
      ['$1,714', 'Loses most of it', 'costs $1,714. You would likely get back about $60'],
    ] as const) {
      const { body } = await check('nike dunk low', amount)
      assert.ok(body.includes(`<h1>${verdict}</h1>`), amount)
      assert.ok(body.includes(text), amount)
      assert.match(wordsOf(body), /Cost \S+ as you entered/)
      assert.match(wordsOf(body), /New Not researched/)
    }
    assert.match(wordsOf((await check('nike dunk low', '100.01')).body), /59% of the cost/, 'the percentage is rounded down')
    assert.match(wordsOf((await check('nike dunk low', '40')).body), /would likely sell for about \$60, more than the \$40 it costs/)
  })

  test('a shopping check names the source of the price and mentions missing data', async () => {
    assert.match(wordsOf((await check('nike dunk low')).body), /Cost \$120 for a new item/)
    ebay.items = []
    const { status, body } = await check('nike dunk low')
    assert.equal(status, 200)
    assert.match(body, /<h1>Not enough data<\/h1>/)
    assert.match(wordsOf(body), /no second-hand prices were found\./)
    assert.doesNotMatch(body, /You would likely get back/)
  })

  test('a shopping check lists all comparable prices, and collapses those after the first eight', async () => {
    ebay.items = dunksAt(...Array.from({ length: 11 }, (_, index) => 55 + index))
    const { body } = await check('nike dunk low', '100')
    assert.match(body, /<summary>3 more prices<\/summary>[^]*Nike Dunk Low no 10/)
  })

  test('a shopping check shows an error next to the field, and preserves the input', async () => {
    const dear = await check('oak "lamp" & <shade>', 'much')
    assert.equal(dear.status, 400)
    assert.match(dear.body, /id="amount-problem"[^]*Price must be a number of dollars/)
    assert.ok(dear.body.includes('value="oak &quot;lamp&quot; &amp; &lt;shade&gt;"') && dear.body.includes('value="much"'))
    const inside = await check('http://10.0.0.1/lamp', '80')
    assert.equal(inside.status, 400)
    assert.match(inside.body, /id="text-problem"[^]*[Ll]ink cannot be read/)
    assert.ok(inside.body.includes('value="http://10.0.0.1/lamp"') && inside.body.includes('value="80"'))
    const nothing = await check('  ')
    assert.equal(nothing.status, 400)
    assert.match(nothing.body, /id="text-problem"[^]*Paste a link, or describe the item/)
    assert.match((await check('x'.repeat(501))).body, /id="text-problem"[^]*Words must have at most 500/)
    shop.answer = (response) => response.writeHead(403).end()
    firecrawl.meet('non_json')
    const unread = await check(shop.url)
    assert.equal(unread.status, 503)
    assert.match(unread.body, /id="text-problem"[^]*cannot be read right now/)
    assert.ok(unread.body.includes(`value="${shop.url}"`))
  })

  test('while all helpers are paused, a shopping check returns 409 and shows an alert', async () => {
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
    const { status, body } = await check('nike dunk low', '80')
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: false } })
    assert.equal(status, 409)
    assert.match(body, /role="alert"[^]*All automation of this account is paused/)
    assert.match(body, /value="nike dunk low"/)
  })

  test('the shopping check page shows its form to anonymous users, and restores their input after they sign in', async () => {
    const shown = await app.call('GET', '/check')
    assert.equal(shown.status, 200)
    assert.match(shown.body, /<form[^>]*action="\/check" method="post"/)
    assert.match(shown.body, /Sign in first/)
    const counts = [firecrawl.requests.length, ebay.requests.length]
    const form = new URLSearchParams({ text: 'lamp & <shade>', amount: '80' }).toString()
    const late = await app.call('POST', '/check', { form, headers: { origin: app.url } })
    assert.equal(late.status, 303)
    const back = new URL(late.headers['location']!, app.url)
    assert.equal(back.pathname, '/sign-in')
    const signIn = new URLSearchParams({ email: ana.email, password: ana.password, return: back.searchParams.get('return')! })
    const signedIn = await app.call('POST', '/sign-in', { form: signIn.toString(), headers: { origin: app.url } })
    const cookie = signedIn.headers['set-cookie']!.split(';')[0]!
    const filled = await app.call('GET', signedIn.headers['location']!, { cookie })
    assert.equal(filled.status, 200)
    assert.equal(filled.headers['x-robots-tag'], 'noindex')
    assert.ok(filled.body.includes('value="lamp &amp; &lt;shade&gt;"') && filled.body.includes('value="80"'))
    assert.deepEqual([firecrawl.requests.length, ebay.requests.length], counts, 'no provider was called yet')
  })

  test('the shopping check rejects a form with 403 if it has no token or comes from a different origin', async () => {
    const form = 'text=lamp'
    assert.equal((await app.call('POST', '/check', { cookie: ana.cookie, form })).status, 403)
    const elsewhere = { form, headers: { origin: 'http://evil.test' } }
    assert.equal((await app.call('POST', '/check', elsewhere)).status, 403)
  })

  test('a shopping check escapes hostile text from the user, the AI model and the comparable listings', async () => {
    const evil = 'Nike Dunk Low <img src=x onerror=alert(1)> "><script>alert(2)</script>'
    ebay.items = dunksAt(60, 60, 60).map((item, index) => ({ ...item, title: `${evil} ${index}` }))
    model.answer = knows({ ...DUNK, name: evil })
    const { status, body } = await check(evil, '100')
    assert.equal(status, 200)
    assert.match(body, /<h1>Holds its value<\/h1>/)
    assert.doesNotMatch(body, HOSTILE)
    assert.ok(body.includes('value="Nike Dunk Low &lt;img src=x onerror=alert(1)&gt; &quot;&gt;&lt;script&gt;'))
    const unread = { ...EXAMPLE, link: evil, thing: { ...EXAMPLE.item, name: evil } }
    const rows = EXAMPLE.comparables.map((row) => ({ ...row, title: evil, url: evil, source: evil }))
    const drawn = await htmlOf(Result({ check: { ...unread, comparables: rows }, heading: evil }))
    assert.doesNotMatch(drawn, HOSTILE, 'even for uncleaned text')
    assert.match(drawn, /<td>Nike Dunk Low &lt;img src=x/)
  })

  test('the shopping check page links only to web URLs, and marks these links as nofollow', async () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//evil.test',
      'javascript://https://x.test/%0aalert(1)',
    ])
      assert.doesNotMatch(await htmlOf(OutLink({ url })), /<a/, url)
    const link = await htmlOf(OutLink({ url: 'https://www.shop.test/"><b>' }))
    assert.match(link, /^<a href="https:[^"<>]*" rel="nofollow noopener noreferrer ugc">shop\.test<\/a>$/)
  })
})

const HOSTILE = /<img src=x|<script>alert/

test('a shopping check recognizes links with or without a scheme, and treats all other input as a description', () => {
  const links = ['https://shop.test/dunk', 'HTTP://shop.test', 'www.shop.test', 'shop.test/dunk?x=1', 'file:///etc/passwd']
  for (const text of links) assert.ok(inputOf({ text, amount: '' })['link'], text)
  assert.equal(inputOf({ text: ' shop.test/dunk ', amount: '' })['link'], 'https://shop.test/dunk')
  for (const text of ['oak lamp', 'No.5', 'shop.test', 'a lamp of www.shop.test', 'T/A 5.5/6']) {
    assert.deepEqual(inputOf({ text, amount: '' }), { words: text })
  }
})

test('the example on the shopping check page contains numbers that follow the pricing rules', () => {
  const { item, comparables, newCents, resaleCents, costCents, score } = EXAMPLE
  const { suggestedCents, used } = priceFully({ ...item, condition: 'unknown' }, { listings: comparables, offers: [], newCents })
  assert.deepEqual([suggestedCents, used.length], [resaleCents, comparables.length])
  assert.deepEqual([costCents, score], [80_00, { score: 0.65, verdict: 'Holds its value' }])
})

describe('the shopping check page if a provider is missing', () => {
  for (const [missing, env] of [
    ['model', firecrawl.env],
    ['browser', model.env],
  ] as const)
    test(`without a ${missing}, the shopping check page shows “coming soon” and a labelled example instead of the form`, async (t) => {
      const bare = await startApp(t, { ...env, ...ebay.env })
      const { cookie } = await bare.signUp()
      for (const who of [{}, { cookie }]) {
        const { status, body } = await bare.call('GET', '/check?text=lamp', who)
        assert.equal(status, 200)
        assert.match(body, /Coming soon/)
        assert.match(body, /The item and the numbers are made up./)
        assert.match(wordsOf(body), /costs \$80\. You would likely get back about \$52 on resale/)
        assert.doesNotMatch(body, /action="\/check"|name="text"/)
      }
      const bold = await visitorOf(bare, cookie)
      const posted = await bold.post('/check', { text: 'lamp' })
      assert.deepEqual([posted.status, posted.headers['location']], [303, '/check'])
    })
})

test('the footer and the sitemap link to the shopping check page', async () => {
  assert.ok((await app.call('GET', '/')).body.includes(`href="${app.url}/check"`))
  assert.ok((await app.call('GET', '/sitemap.xml')).body.includes(`<loc>${app.url}/check</loc>`))
})
