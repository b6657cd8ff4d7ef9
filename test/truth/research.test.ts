import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

/** Tests research without market data: in this service, no provider has an API key. */
const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
const page = await visitorOf(app, ana.cookie)

const WORDS = 'Blue enamel kettle, from my aunt'
/** Matches claims that require a comparison with other listings. */
const KNOWLEDGE = /\bmost (?:of them )?(?:sell|sold|ask|go)\b|is usual|a fair (?:price|start)|what (?:the same thing|it) sells for/i

const listing = async (id: string) => (await ana.call('GET', `/v1/listings/${id}`)).body
const run = async (id: string) => (await ana.call('GET', `/v1/listings/${id}/research`)).body
const editor = async (id: string) => (await page.get(`/app/listings/${id}`)).body as string

async function researched(json: object = {}): Promise<string> {
  const { id } = await ana.list({ prompt: WORDS, research: true, ...json })
  await app.advance(0)
  return id
}

/** Returns the current fields of the editor's form. A test changes them and submits the form. */
async function formOf(id: string): Promise<Record<string, string>> {
  const base = /name="base" value="([^"]+)"/
    .exec(await editor(id))![1]!
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
  const { lines: _, ...fields } = JSON.parse(base)
  return { ...fields, base }
}

async function openedBefore(): Promise<{ id: string; path: string; form: Record<string, string> }> {
  const { id } = await ana.list({ prompt: WORDS })
  const form = await formOf(id)
  await ana.call('POST', `/v1/listings/${id}/research`, { json: {} })
  await app.advance(0)
  assert.deepEqual([(await listing(id)).price, (await listing(id)).lowest_price], [40, 34])
  return { id, path: `/app/listings/${id}`, form }
}

test('a price without evidence is called a rule of thumb, and its explanation claims nothing about the market', async () => {
  const id = await researched()
  const found = await run(id)
  const pages = [await editor(id), (await page.get('/app')).body, (await page.get('/app/listings/new')).body]
  const records = [found.result.summary, found.result.price_facts.join(' '), (await listing(id)).research.summary]
  for (const text of [...pages, ...records]) {
    assert.match(text, /rule of thumb/i)
    assert.doesNotMatch(text, KNOWLEDGE)
  }
  assert.match(pages[0], /No sales to compare with/)
  assert.match(pages[0], /Low confidence/)
  assert.doesNotMatch(pages[0], /class="most"/, 'no price bar without prices')
  assert.deepEqual(
    [found.result.priced_by, found.result.confidence, (await listing(id)).research.priced_by],
    ['rule_of_thumb', 'low', 'rule_of_thumb'],
  )
  const { data } = (await ana.call('GET', '/v1/helpers')).body
  assert.match(data.find(({ name }: { name: string }) => name === 'research').why, /rule of thumb, because it has no prices to compare/)
})

test('a research step that has no results is shown as skipped', async () => {
  const shown = await editor(await researched())
  const steps = [...shown.matchAll(/<li class="is-(\w+)"><svg.*?<\/svg><span>(.*?)<span/g)].map(([, state, name]) => `${name} ${state}`)
  assert.deepEqual(steps, ['Item skipped', 'New price skipped', 'Used offers skipped', 'Price done'])
  assert.match(shown, /New price<span class="small">: skipped<\/span>/)
})

test('the seller can use their own title in the editor, and the service does not publish the detail line from research', async () => {
  const id = await researched()
  const before = await editor(id)
  assert.match(before, new RegExp(`You wrote: “<span class="words">${WORDS}`))
  assert.doesNotMatch(before, /Details to confirm|value="Item"/)
  const form = await formOf(id)
  const [, suggestion] = /name="suggested_title" value="([^"]+)"/.exec(before)!
  const used = await page.post(`/app/listings/${id}`, { ...form, price: '44', suggested_title: suggestion!, do: 'use-title' })
  assert.equal(used.status, 303)
  const after = await listing(id)
  assert.deepEqual([after.title, after.price, after.prompt], [WORDS, 44, WORDS], 'the other typed values are saved too')
  assert.doesNotMatch(await editor(id), /use-title/)
  assert.match(await editor(id), /You wrote/)
  assert.equal(after.fields[0].label, 'Item', 'the detail line from research stays stored')
  await ana.call('POST', `/v1/listings/${id}/publish`)
  assert.deepEqual((await app.call('GET', `/v1/market/listings/${id}`)).body.details, [])
  const live = new URL((await listing(id)).url)
  const shop = await app.call('GET', live.pathname, { host: live.hostname })
  assert.equal(shop.status, 200)
  assert.doesNotMatch(shop.body, />Item</)
})

test('if the category is unknown, the field stays empty, and the editor asks for it', async () => {
  const id = await researched()
  assert.equal((await run(id)).result.category, 'Other')
  assert.equal((await listing(id)).category, null)
  assert.match(await editor(id), /Sells better with a category/)
})

test('the editor asks for each detail only once and shows it only once', async () => {
  const id = await researched({ fields: { 'Overall condition': 'Good, one chip', colour: 'Blue' } })
  const labels = (await listing(id)).fields.map(({ label }: { label: string }) => label)
  assert.deepEqual(labels, ['Overall condition', 'colour', 'Item', 'When bought'])
  const shown = await editor(id)
  assert.equal(shown.match(/value="When bought"/g)!.length, 1)
  assert.match(shown, /placeholder="When was it bought\?"/)
  assert.doesNotMatch(shown, /placeholder="(?:Condition|Colour)"|What condition is it in/)
})

test('research that finishes after the seller has entered a value does not replace that value, and the seller’s value is published', async () => {
  const { id, path, form } = await openedBefore()
  const sent = await page.post(path, { ...form, title: 'Kettle', price: '60', category: 'Home', do: 'publish' })
  assert.equal(sent.status, 303)
  const { status, price, lowest_price, category } = await listing(id)
  assert.deepEqual([status, price, lowest_price, category], ['live', 60, 34, 'Home'])
})

test('if the seller enters only a price or only a minimum price, research derives the missing value from the entered one', async () => {
  const cheap = await openedBefore()
  assert.equal((await page.post(cheap.path, { ...cheap.form, title: 'Kettle', price: '20', do: 'publish' })).status, 303)
  const sold = await listing(cheap.id)
  assert.deepEqual([sold.status, sold.price, sold.lowest_price], ['live', 20, 20])
  const dear = await openedBefore()
  assert.equal((await page.post(dear.path, { ...dear.form, lowest_price: '50' })).status, 303)
  const stored = await listing(dear.id)
  assert.deepEqual([stored.price, stored.lowest_price], [50, 50])
})

test('publishing fails with a message if a helper has changed the price in the meantime', async () => {
  const { id, path, form } = await openedBefore()
  const sent = await page.post(path, { ...form, title: 'Kettle', do: 'publish' })
  assert.equal((await listing(id)).status, 'draft')
  assert.match(sent.body, /Price is now “40”: price research set it while this page was open/)
  const again = /name="base" value="([^"]+)"/.exec(sent.body)![1]!.replaceAll('&quot;', '"')
  assert.match(sent.body, /id="price"[^>]*value="40"/)
  assert.equal(
    (
      await page.post(path, {
        ...form,
        base: again,
        title: 'Kettle',
        price: '40',
        lowest_price: '34',
        confirmed_price: '40',
        do: 'publish',
      })
    ).status,
    303,
  )
  const { status, price, title } = await listing(id)
  assert.deepEqual([status, price, title], ['live', 40, 'Kettle'])
})

test('publishing fails if a different client has changed the price, and the message does not blame a helper', async () => {
  const { id } = await ana.list({ title: 'Lamp', price: 60 })
  const form = await formOf(id)
  await ana.call('PATCH', `/v1/listings/${id}`, { json: { price: 52 } })
  const sent = await page.post(`/app/listings/${id}`, { ...form, price: '50', do: 'publish' })
  assert.equal(sent.status, 409)
  assert.match(sent.body, /Price is now “52”: changed in another window or by an agent/)
  assert.equal((await listing(id)).status, 'draft')
})
