import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { EDITOR_STEPS } from '#catalog/listings/rules/editor-steps.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { until } from '#test/until.ts'
import { countedIn } from './effort.ts'
import { inBrowser, stageForFile } from './stage.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const MOST_TAPS = 6
const MOST_HEIGHT = 2 * PHONE.viewport.height

const stage = await stageForFile()

async function phoneOf(
  { cookie }: Seller,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await stage.visitor({ ...PHONE, ...options })
  const [name, value] = cookie.split('=')
  await context.addCookies([{ name: name!, value: value!, domain: 'resale.localhost', path: '/', httpOnly: true, sameSite: 'Lax' }])
  return { context, page: await context.newPage() }
}

const pictures = (colours: readonly string[]) =>
  Promise.all(
    colours.map(async (background) => ({
      ...{ name: `${background}.png`, mimeType: 'image/png' },
      buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background } })
        .png()
        .toBuffer(),
    })),
  )
const COLOURS = ['red', 'green', 'blue', 'orange']

/** Creates a draft with four photos that is as complete as the demo drafts. */
async function fullDraft(seller: Seller, change: object = {}): Promise<string> {
  const { id } = await seller.list({
    ...{ title: 'Denim chore jacket', one_liner: 'Broken in, three patch pockets', price: 64, lowest_price: 52, shipping: 8 },
    ...{ category: 'Clothing', parcel: { weight_oz: 80, length_in: 16, width_in: 12, height_in: 8 } },
    description: 'A French cut chore jacket in mid-weight denim, worn soft at the elbows.\n\nOne paint fleck on a cuff.\n\nSits boxy.',
    fields: { Size: 'M', Material: '100% cotton denim', Brand: 'Union Row', Condition: 'Good', 'Pit to pit': '22 in' },
    ...change,
  })
  const form = new FormData()
  for (const { name, buffer } of await pictures(COLOURS)) form.append('files', new Blob([new Uint8Array(buffer)]), name)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const raw = { type: request.headers.get('Content-Type')!, bytes: Buffer.from(await request.arrayBuffer()) }
  assert.equal((await seller.call('POST', `/v1/listings/${id}/photos`, { raw })).status, 201)
  return id
}

const heightOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollHeight')
const stepsIn = (page: Page) =>
  page.$$eval('.editor [data-step]', (all) => [
    ...new Set(
      all
        .filter((one) => (one as unknown as { offsetParent: unknown }).offsetParent !== null || one.getClientRects().length > 0)
        .map((one) => one.getAttribute('data-step')),
    ),
  ])

test(`a seller with a new shop publishes a listing from a photo with at most ${MOST_TAPS} taps`, inBrowser, async () => {
  const seller = await openSeller(stage.app, 'Fresh')
  const { context, page } = await phoneOf(seller)
  const effort = await countedIn(context)
  await page.goto(stage.at('/app/listings/new'))
  const choosing = page.waitForEvent('filechooser')
  await page.getByText('Photos', { exact: true }).tap()
  await (await choosing).setFiles(await pictures(COLOURS))
  await page.locator('.chosen li').nth(3).waitFor()
  await page.locator('#prompt').tap()
  await page.keyboard.type('Wool coat, size M')
  await page.getByRole('button', { name: 'Create draft' }).tap()
  await page.waitForURL('**/app/listings/lst_*')
  await page.getByRole('button', { name: 'Continue to price' }).tap()
  await until('the focus on the price', () => page.evaluate<boolean>('document.activeElement.id === "price"'))
  await page.keyboard.type('60')
  await page.getByRole('button', { name: 'Continue to publish' }).tap()
  await page.getByRole('button', { name: 'Publish' }).tap()
  await page.waitForURL('**/share')
  await page.getByText('Your listing is now live.').first().waitFor()
  const [listing] = (await seller.call('GET', '/v1/listings')).body.data
  assert.deepEqual([listing.status, listing.title, listing.price, listing.photos.length], ['live', 'Wool coat, size M', 60, 4])
  assert.ok(effort.taps.length >= 5, 'the page counts the taps')
  assert.ok(effort.taps.length <= MOST_TAPS, effort.taps.join(' → '))
  await context.close()
})

for (const javaScriptEnabled of [true, false])
  test(
    `each step is at most two screens high ${javaScriptEnabled ? 'with' : 'without'} JavaScript, and shows only the fields of that step`,
    inBrowser,
    async () => {
      const seller = await openSeller(stage.app, 'High')
      const id = await fullDraft(seller)
      const { db } = stage.app.service.ctx
      await seller.call('POST', `/v1/listings/${id}/research`, { json: {} })
      await until('the end of the research', async () => (await seller.call('GET', `/v1/listings/${id}/research`)).body.status === 'done')
      const comparables = [40, 50, 60, 70].map((dollars, at) => ({
        ...{ title: `Denim work jacket with patch pockets, number ${at}`, cents: dollars * 100, shippingCents: null, sold: at === 0 },
        ...{ condition: 'Used', source: 'shop.example', url: `https://shop.example/jacket-${at}` },
      }))
      await db
        .updateTable('research_runs')
        .set({ comparables: JSON.stringify(comparables) })
        .where('listing_id', '=', id)
        .execute()
      const { context, page } = await phoneOf(seller, { javaScriptEnabled })
      for (const step of EDITOR_STEPS) {
        await page.goto(stage.at(`/app/listings/${id}?step=${step}`))
        assert.deepEqual(await stepsIn(page), [step])
        const height = await heightOf(page)
        assert.ok(height <= MOST_HEIGHT, `${step}: ${height}`)
        assert.equal(await page.locator('.save-bar .dark:visible, .save-bar .pop:visible').count(), 1, 'one main action')
      }
      await page.goto(stage.at(`/app/listings/${id}?step=price`))
      assert.equal(await page.getByText('shop.example').first().isVisible(), true)
      await page.setViewportSize({ width: 1280, height: 900 })
      assert.deepEqual(await stepsIn(page), [...EDITOR_STEPS], 'the desktop shows all parts')
      await context.close()
    },
  )

test('without JavaScript, each editor step saves its fields, and an error opens the step that contains the field', inBrowser, async () => {
  const seller = await openSeller(stage.app, 'Plain')
  const id = await fullDraft(seller)
  const read = async () => (await seller.call('GET', `/v1/listings/${id}`)).body
  const { context, page } = await phoneOf(seller, { javaScriptEnabled: false })
  await page.goto(stage.at(`/app/listings/${id}?step=details`))
  await page.fill('#title', 'Chore jacket')
  await page.getByRole('button', { name: 'Continue to price' }).tap()
  await page.waitForURL('**?step=price')
  await page.fill('#shipping', 'much')
  await page.getByRole('button', { name: 'Continue to publish' }).tap()
  await page.locator('#shipping-problem').waitFor()
  assert.deepEqual(await stepsIn(page), ['price'])
  await page.fill('#shipping', '9')
  await page.getByRole('button', { name: 'Continue to publish' }).tap()
  await page.waitForURL('**?step=publish')
  await page.locator('.editor-steps a', { hasText: 'Photos' }).tap()
  await page.waitForURL('**?step=photos**')
  await page.locator('#photo-list li').nth(1).getByRole('button', { name: 'Make cover' }).tap()
  await page.waitForURL('**?step=photos#photo-*')
  assert.deepEqual(await stepsIn(page), ['photos'])
  const { title, shipping, price, photos } = await read()
  assert.deepEqual([title, shipping, price, photos.length], ['Chore jacket', 9, 64, 4])
  await context.close()
})

test(
  'with JavaScript, the editor’s steps switch without a page load, keep unsaved input, and do not continue past an invalid field',
  inBrowser,
  async () => {
    const seller = await openSeller(stage.app, 'Quick')
    const id = await fullDraft(seller)
    const { context, page } = await phoneOf(seller)
    await page.goto(stage.at(`/app/listings/${id}?step=details`))
    await page.evaluate('window.sameDocument = true')
    await page.fill('#one_liner', 'With a mended cuff')
    await page.locator('.editor-steps a', { hasText: 'Price' }).tap()
    assert.deepEqual(await stepsIn(page), ['price'])
    assert.equal(await page.evaluate('document.activeElement.id'), 'pricing')
    assert.match(page.url(), /\?step=price$/)
    await page.fill('#price', 'much')
    await page.locator('#price-problem').waitFor()
    await page.getByRole('button', { name: 'Continue to publish' }).tap()
    assert.deepEqual(await stepsIn(page), ['price'])
    assert.equal(await page.evaluate('document.activeElement.id'), 'price')
    await page.fill('#price', '70')
    await page.locator('#price-problem').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Continue to publish' }).tap()
    assert.deepEqual(await stepsIn(page), ['publish'])
    await page.goBack()
    await page.goBack()
    await until('the first step', async () => JSON.stringify(await stepsIn(page)) === '["details"]')
    assert.equal(await page.inputValue('#one_liner'), 'With a mended cuff')
    assert.equal(await page.evaluate('window.sameDocument'), true)
    const saved = async () => (await seller.call('GET', `/v1/listings/${id}`)).body
    await until('the saved fields', async () => (await saved()).price === 70 && (await saved()).one_liner === 'With a mended cuff')
    await context.close()
  },
)

test('a seller can drag a photo with a finger, and can choose between the camera and the photo library', inBrowser, async () => {
  const seller = await openSeller(stage.app, 'Touch')
  const id = await fullDraft(seller)
  const { context, page } = await phoneOf(seller)
  await page.goto(stage.at(`/app/listings/${id}?step=photos`))
  assert.equal(await page.getAttribute('#camera', 'capture'), 'environment')
  assert.match((await page.getAttribute('#camera', 'accept'))!, /^image\//)
  const library = page.waitForEvent('filechooser')
  await page.getByText('Add photos', { exact: true }).tap()
  assert.equal((await library).isMultiple(), true)
  const camera = page.waitForEvent('filechooser')
  await page.getByText('Take a photo').tap()
  await (await camera).setFiles(await pictures(['purple']))
  await page.locator('#photo-list li').nth(4).waitFor()
  const order = () => page.$$eval('#photo-list li', (all) => all.map((one) => one.id))
  const [first, second, ...rest] = await order()
  const touch = await context.newCDPSession(page)
  const center = async (tile: string) => {
    const { x, y, width, height } = (await page.locator(`[id="${tile}"] img`).boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  await page.locator(`[id="${first}"] img`).scrollIntoViewIfNeeded()
  const [from, to] = [await center(first), await center(second)]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  await page.locator('#photo-list .held').waitFor()
  for (const share of [0.5, 1])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x + (to.x - from.x) * share, y: to.y }] })
  await page.locator(`[id="${second}"].target`).waitFor()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  assert.deepEqual(await order(), [second, first, ...rest])
  await until('the saved order', async () => {
    const { photos } = (await seller.call('GET', `/v1/listings/${id}`)).body
    return `photo-${photos[0].id}` === second
  })
  await context.close()
})
