import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openSeller } from '#test/factories.ts'
import { tabTo } from './keyboard.ts'
import { inBrowser, stageForFile, type Stage } from './stage.ts'

const stage = await stageForFile()

for (const javaScriptEnabled of [true, false])
  test(`a seller changes prices in bulk with the keyboard, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, inBrowser, async () => {
    const context = await stage.visitor({ as: 'ana', javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(stage.at('/app/listings?tab=live'))
    await tabTo(page, 'input[name="ids"]')
    await page.keyboard.press('Space')
    await tabTo(page, 'select[name="action"]')
    await page.keyboard.type('Change')
    await tabTo(page, 'input[name="percent"]')
    await page.keyboard.type('-10')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Change 1 listing' }).waitFor()
    assert.match((await page.textContent('.table tbody'))!, /\$[\d.,]+[^$]*\$[\d.,]+/)
    await context.close()
  })

test('without JavaScript, a seller reduces 50 prices by 10% in three actions, and undoes this in one', inBrowser, async () => {
  const { app } = stage
  const seller = await openSeller(app, 'Markdown')
  const ids: string[] = []
  for (let each = 0; each < 50; each++) ids.push((await seller.list({ title: `Lamp ${each}`, price: 20, publish: true })).id)
  const page = await pageOf(seller, { javaScriptEnabled: false })
  await page.goto(stage.at('/app/listings?tab=live'))
  let actions = 0
  const act = (action: Promise<void>): Promise<void> => (actions++, action)
  await act(page.getByLabel('Select all 50 on this page').check())
  await act(page.getByRole('button', { name: 'Preview' }).click())
  await act(page.getByRole('button', { name: 'Change 50 listings' }).click())
  // the page reloads itself until the bulk change is complete
  await page.getByText('50 listings changed.').waitFor()
  assert.equal(actions, 3)
  const prices = async () => new Set(await Promise.all(ids.map(async (id) => (await seller.call('GET', `/v1/listings/${id}`)).body.price)))
  assert.deepEqual(await prices(), new Set([18]))
  await act(page.getByRole('button', { name: 'Undo' }).click())
  await page.getByText('50 listings restored.').waitFor()
  assert.equal(actions, 4)
  assert.deepEqual(await prices(), new Set([20]))
  await page.context().close()
})

test('“Select all” checks every row, and a row that is unchecked afterwards is excluded from the change', inBrowser, async () => {
  const { app } = stage
  const seller = await openSeller(app, 'Chooser')
  for (const title of ['Bowl', 'Jug', 'Tray']) await seller.list({ title, price: 20, publish: true })
  const page = await pageOf(seller)
  await page.goto(stage.at('/app/listings?tab=live'))
  await page.getByLabel('Select all 3 on this page').check()
  assert.equal(await page.locator('input[name="ids"]:checked').count(), 3)
  await page.locator('#chosen-count', { hasText: '3 selected' }).waitFor()
  await page.locator('tr', { hasText: 'Jug' }).locator('input[name="ids"]').uncheck()
  await page.locator('#chosen-count', { hasText: '2 selected' }).waitFor()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Change 2 listings' }).waitFor()
  assert.doesNotMatch((await page.textContent('main'))!, /Jug/)
  await page.context().close()
})

for (const javaScriptEnabled of [true, false])
  test(
    `a seller finds and reprices one of 500 listings in at most 3 actions ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    inBrowser,
    async () => {
      const { app } = stage
      const seller = await openSeller(app, 'Many')
      const lamp = await seller.list({ title: 'Brass lamp', price: 20, lowest_price: 19, publish: true })
      await sql`insert into listings (id, shop_id, owner_id, status, title, price_cents, link, published_at, created_at, updated_at)
      select id || '_' || n, shop_id, owner_id, status, 'Vase ' || n, 1000 + n, link || '-' || n, published_at, created_at, updated_at
      from listings, generate_series(1, 499) n where id = ${lamp.id}`.execute(app.service.ctx.db)
      const page = await pageOf(seller, { javaScriptEnabled })
      await page.goto(stage.at('/app/listings?tab=live'))
      assert.match((await page.textContent('main'))!, /Live\s*500/)
      let actions = 0
      const act = async (...steps: (() => Promise<void>)[]): Promise<void> => {
        actions++
        for (const step of steps) await step()
      }
      const find = page.getByLabel('Find a listing')
      await act(
        () => find.fill('brass'),
        () => find.press('Enter'),
      )
      const price = page.getByLabel('Price of Brass lamp', { exact: true })
      await page.waitForURL('**q=brass**')
      assert.equal(await page.locator('.bulk tbody tr').count(), 1)
      await act(() => price.fill('18.50'))
      await act(() => price.press('Enter'))
      await page.getByText('Brass lamp: $18.50, minimum $18.50').waitFor()
      assert.ok(actions <= 3, `${actions} actions`)
      const saved = async () => {
        const { body } = await seller.call('GET', `/v1/listings/${lamp.id}`)
        return [body.price, body.lowest_price]
      }
      assert.deepEqual(await saved(), [18.5, 18.5])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Brass lamp: $20, minimum $19').waitFor()
      assert.deepEqual(await saved(), [20, 19])
      await page.context().close()
    },
  )

test('arrow keys move between the prices, Escape restores a price, and Enter saves all changed prices', inBrowser, async () => {
  const seller = await openSeller(stage.app, 'Keys')
  for (const title of ['Chair', 'Stool']) await seller.list({ title, price: 20, lowest_price: 15, publish: true })
  const page = await pageOf(seller)
  await page.goto(stage.at('/app/listings?tab=live&sort=price-asc'))
  const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
  const [first, second] = (await page.locator('.bulk tbody th a').allTextContents()) as [string, string]
  const at = (label: string) => page.getByLabel(label, { exact: true })
  await at(`Price of ${first}`).focus()
  for (const [key, expected] of [
    ['ArrowUp', `Price of ${first}`],
    ['ArrowDown', `Price of ${second}`],
    ['ArrowRight', `Minimum price of ${second}`],
    ['ArrowUp', `Minimum price of ${first}`],
    ['ArrowLeft', `Price of ${first}`],
  ] as const) {
    await page.keyboard.press(key)
    assert.equal(await focused(), expected, key)
  }
  await page.keyboard.type('30')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('40')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('99')
  await page.keyboard.press('Escape')
  assert.equal(await at(`Minimum price of ${second}`).inputValue(), '15')
  await page.keyboard.press('Enter')
  await page.getByText('Prices of 2 listings saved.').waitFor()
  assert.deepEqual(await Promise.all([first, second].map((name) => at(`Price of ${name}`).inputValue())), ['30', '40'])
  await page.context().close()
})

type Seller = Awaited<ReturnType<typeof openSeller>>

async function pageOf({ cookie }: Seller, options: Parameters<Stage['visitor']>[0] = {}) {
  const context = await stage.visitor(options)
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: stage.at('/') }])
  return context.newPage()
}
