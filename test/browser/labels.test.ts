import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSeller } from '#test/factories.ts'
import { EASYPOST_KEY, EASYPOST_SECRET, startEasyPost } from '#test/fakes/easypost.ts'
import { PARCEL, SHIP_FROM } from '#test/labels.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'
import { inBrowser, openStage, type Stage } from './stage.ts'

const life = lifetime()
let stage: Stage
let fake: Awaited<ReturnType<typeof startEasyPost>>
before(async () => {
  if (inBrowser.skip) return
  fake = await startEasyPost(life)
  const easypost = { EASYPOST_API_KEY: EASYPOST_KEY, EASYPOST_WEBHOOK_SECRET: EASYPOST_SECRET, EASYPOST_API_BASE: fake.url }
  stage = await openStage({ SHIPPING: 'easypost', ...easypost })
})
after(() => stage?.close())

const COUNT = 50

test('without JavaScript, a seller buys and prints 50 labels with 3 actions from the orders page', inBrowser, async () => {
  const { app } = stage
  const seller = await openSeller(app, 'Sender')
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ship_from: SHIP_FROM } })
  const { key } = await app.signUp('Collector')
  for (let each = 0; each < COUNT; each++) {
    const listing = await seller.list({ title: `Lamp ${each}`, price: 40, shipping: 8, parcel: PARCEL, publish: true })
    const { body: order } = await app.call('POST', '/v1/orders', { key, json: { listing: listing.id, address: HOME } })
    const paid = await app.call('POST', `/v1/orders/${order.id}/pay`, { key, json: { method: 'test_ok' } })
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
  }
  const context = await stage.visitor({ javaScriptEnabled: false })
  const [name, value] = seller.cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: stage.at('/') }])
  const page = await context.newPage()
  await page.goto(stage.at('/app/orders'))
  let actions = 0
  const act = <T>(action: Promise<T>): Promise<T> => (actions++, action)
  await act(page.getByRole('link', { name: 'Buy and print labels' }).click())
  await act(page.getByRole('button', { name: 'Buy labels' }).click())
  await page.getByText('50 labels bought.').waitFor()
  await page.waitForLoadState('networkidle')
  assert.equal(fake.sold(), COUNT)
  assert.equal(await page.getByRole('img', { name: /^Label 9400/ }).count(), COUNT)
  const pdf = await act(page.pdf({ format: 'Letter' }))
  // each label and packing slip is printed on a separate sheet
  assert.equal(pdf.toString('latin1').match(/\/Type ?\/Page\b/g)?.length, 2 * COUNT)
  assert.equal(actions, 3)
  const widths = await page.evaluate<number[]>(`[...document.querySelectorAll('.sheet img')].map((one) => one.naturalWidth)`)
  assert.deepEqual(new Set(widths), new Set([1]))
  await context.close()
})
