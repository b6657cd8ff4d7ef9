import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

const PROMPT = 'Wool coat, size M'

async function openDraft(app: TestApp, draft: Record<string, unknown>) {
  const ana = await openSeller(app, 'Ana')
  const page = await visitorOf(app, ana.cookie)
  const { id } = await ana.list(draft)
  const path = `/app/listings/${id}`
  const read = async () => (await ana.call('GET', `/v1/listings/${id}`)).body
  const shown = async (query = '') => (await page.get(`${path}${query}`)).body
  const press = async (button: string, changes: Record<string, string> = {}) => {
    const body = await shown()
    const base = /name="base" value="([^"]+)"/.exec(body)![1]!.replaceAll('&quot;', '"')
    const { lines, ...fields } = JSON.parse(base)
    lines.forEach(({ label, value }: { label: string; value: string }, at: number) => {
      Object.assign(fields, { [`fields[${at}][label]`]: label, [`fields[${at}][value]`]: value })
    })
    const [, suggestion] = /name="suggested_title" value="([^"]+)"/.exec(body) ?? []
    return page.post(path, { ...fields, base, ...(suggestion ? { suggested_title: suggestion } : {}), ...changes, do: button })
  }
  return { ana, page, path, read, shown, press }
}

const stepIn = (body: string): string => /class="editor at-(\w+)"/.exec(body)![1]!

test('each editor step saves only its own fields, and leads to the next step', async (t) => {
  const { path, read, press } = await openDraft(await startApp(t), { price: 60, lowest_price: 50 })
  const first = await press('step-details', { step: 'photos' })
  assert.deepEqual([first.status, first.headers.location], [303, `${path}?step=details`])
  const facts = await press('step-price', { step: 'details', title: 'Oak lamp', 'fields[0][label]': 'Size', 'fields[0][value]': '40 cm' })
  assert.equal(facts.headers.location, `${path}?step=price`)
  const price = await press('step-publish', { step: 'price', price: '55' })
  assert.equal(price.headers.location, `${path}?step=publish`)
  const saved = await press('save', { step: 'publish', visibility: 'link' })
  assert.equal(saved.headers.location, `${path}?step=publish`, 'saving stays at the step')
  const { title, price: amount, lowest_price: floor, visibility, fields } = await read()
  assert.deepEqual([title, amount, floor, visibility, fields[0].value], ['Oak lamp', 55, 50, 'link', '40 cm'])
})

test('the editor opens the requested step or, without a request, the draft’s next step', async (t) => {
  const { shown, page, path } = await openDraft(await startApp(t), { title: 'Lamp' })
  for (const [query, step] of [
    ['', 'photos'],
    ['?step=price', 'price'],
    ['?step=elsewhere', 'photos'],
    ['?help=words', 'details'],
    ['?help=research', 'price'],
    ['?help=words&step=publish', 'publish'],
  ] as const)
    assert.equal(stepIn(await shown(query)), step, query)
  const body = await shown('?step=price')
  assert.match(body, /href="[^"]*\?step=price#pricing"[^>]*aria-current="step"[^>]*>Price</)
  assert.equal(body.match(/aria-current="step"/g)!.length, 1)
  const none = await page.upload(path, { do: 'photo-add' }, [])
  assert.equal(stepIn(none.body), 'photos')
})

test('after an error, the editor shows the step with the invalid field, and the seller can publish again from this step', async (t) => {
  const { read, press } = await openDraft(await startApp(t), { title: 'Lamp', price: 60 })
  const wrong = await press('step-publish', { step: 'price', shipping: 'much' })
  assert.equal(wrong.status, 400)
  assert.equal(stepIn(wrong.body), 'price')
  assert.match(wrong.body, /id="shipping-problem"/)
  const early = await press('publish', { step: 'publish', title: '' })
  assert.equal(early.status, 400)
  assert.equal(stepIn(early.body), 'details')
  assert.match(early.body, /id="title-problem"/)
  assert.match(early.body, /<div class="actions"><button[^>]*value="save"/, 'the publish button is at every step')
  assert.doesNotMatch(early.body, /value="step-/)
  assert.equal((await read()).status, 'draft')
})

test('an empty title is replaced by the seller’s own words when the seller continues, but not when the seller saves', async (t) => {
  const { read, press, shown } = await openDraft(await startApp(t), { prompt: PROMPT })
  assert.match(await shown(), /If you leave the title empty/)
  await press('save', { step: 'details' })
  assert.equal((await read()).title, null)
  await press('step-price', { step: 'details', title: 'My own title' })
  assert.equal((await read()).title, 'My own title')
  await press('save', { step: 'details', title: '' })
  await press('step-price', { step: 'details' })
  assert.equal((await read()).title, PROMPT)
})

test('the price step shows comparable prices with their sources, or states that there are none', async (t) => {
  const app = await startApp(t)
  const { ana, path, read, shown } = await openDraft(app, { title: 'Blue kettle' })
  assert.match(await shown('?step=price'), /No comparable prices yet\./)
  await ana.call('POST', `${path.replace('/app', '/v1')}/research`, { json: {} })
  await app.advance(0)
  assert.equal((await read()).price_basis, 'default')
  const guess = await shown('?step=price')
  assert.match(guess, /This is a guess, because no comparable sales were found/)
  assert.match(guess, /No sales to compare with\./)
  const comparables = [30, 40, 50, 60].map((dollars, at) => ({
    ...{ title: `Kettle ${at}`, cents: dollars * 100, shippingCents: null, sold: at === 0, condition: null },
    ...{ source: `shop-${at}.example`, url: `https://shop-${at}.example/kettle` },
  }))
  await app.service.ctx.db
    .updateTable('research_runs')
    .set({ comparables: JSON.stringify(comparables) })
    .execute()
  const body = await shown('?step=price')
  const [open, folded] = body.slice(body.indexOf('class="compared"')).split('<details>')
  for (const { title, source } of comparables.slice(0, 3)) assert.ok(open!.includes(title) && open!.includes(source), title)
  assert.match(open, /\$30<\/strong> sold[^<]*, shop-0\.example/)
  assert.ok(!open!.includes('Kettle 3') && folded!.includes('Kettle 3'))
})
