import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { PEOPLE } from '#demo/cast/index.ts'
import { faultsOnAll, shoot } from './checks.ts'
import { pressOn, shortcut, tabTo, typeIn } from './keyboard.ts'
import { inBrowser, stageForFile } from './stage.ts'
import { until } from '#test/until.ts'

const stage = await stageForFile()
let cookie = ''
before(async () => {
  if (inBrowser.skip) return
  const json = { email: PEOPLE.ana.email, password: stage.app.service.demo!.access!.password }
  cookie = (await stage.app.call('POST', '/v1/sessions', { json })).headers['set-cookie']!.split(';')[0]!
})

/** Calls the API as the demo user Ana, like a second browser window. */
async function api(method: string, path: string, json?: object) {
  const reply = await stage.app.call(method, `/v1${path}`, { cookie, ...(json ? { json } : {}) })
  assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
  return reply.body
}

async function asAna(options: { javaScriptEnabled?: boolean } = {}): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await stage.visitor({ as: 'ana', ...options })
  return { page: await context.newPage(), close: () => context.close() }
}

const COLOURS = ['red', 'green', 'blue', 'orange', 'purple']

const pictures = () =>
  Promise.all(
    COLOURS.map(async (background, index) => ({
      name: `${background}.png`,
      mimeType: 'image/png',
      // Makes the first photo so large that the service must scale it down.
      buffer: await sharp({ create: { width: index === 0 ? 2_400 : 60, height: index === 0 ? 3_000 : 80, channels: 3, background } })
        .png()
        .toBuffer(),
    })),
  )

const order = (page: Page) =>
  page.$$eval('#photo-list li', (all) => all.filter((one) => !(one as unknown as { hidden: boolean }).hidden).map((one) => one.id))

/** Waits for a condition on the page. Polls from the test process, because the page's content security policy forbids `eval`. */
const untilPage = (page: Page, holds: string): Promise<true> => until(holds, () => page.evaluate<boolean>(holds).catch(() => false))

/**
 * Uploads five photos, changes their order and the cover, describes one photo, applies the suggested price, and publishes the listing
 * (spec: ux K7).
 */
async function listIt(page: Page, withScripts: boolean): Promise<string> {
  await page.goto(stage.at('/app/listings/new'))
  await tabTo(page, '#files')
  await page.setInputFiles('#files', await pictures())
  await typeIn(page, '#prompt', 'Blue enamel kettle')
  // The research step is not preselected, because no provider is configured.
  await tabTo(page, 'input[name="research"]')
  await page.keyboard.press('Space')
  await tabTo(page, '.new-listing button')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/listings/lst_*')
  const path = new URL(page.url()).pathname
  const listing = () => api('GET', path.replace('/app', ''))
  await untilPage(page, 'document.querySelectorAll("#photo-list li img").length === 5')
  const [first, second, third, ...rest] = await order(page)

  const settled = async (expected: readonly (string | undefined)[]) => {
    await untilPage(
      page,
      `JSON.stringify([...document.querySelectorAll("#photo-list li")].map((one) => one.id)) === ${JSON.stringify(JSON.stringify(expected))}`,
    )
    await until('the saved order', async () => {
      const ids = (await listing()).photos.map(({ id }: { id: string }) => `photo-${id}`)
      return JSON.stringify(ids) === JSON.stringify(expected)
    })
  }
  await tabTo(page, `[id="${first}"] button[value="photo-later"]`)
  await page.keyboard.press(withScripts ? 'ArrowRight' : 'Enter')
  await settled([second, first, third, ...rest])
  if (withScripts) {
    assert.match((await page.textContent('#announced'))!, /Photo 1 is now number 2 of 5/)
    assert.equal(await page.evaluate(`document.activeElement.closest('li').id`), first, 'the focus stays on the moved photo')
  }
  await typeIn(page, `[id="${third}"] input[name="alt"]`, 'The kettle, with a chip at its rim')
  await page.keyboard.press('Enter')
  await untilPage(page, `document.querySelector('[id="${third}"] input[name="alt"]').defaultValue !== ''`)
  await tabTo(page, `[id="${third}"] button[value="photo-cover"]`)
  await page.keyboard.press('Enter')
  await settled([third, second, first, ...rest])

  if (withScripts) await page.locator('.found').waitFor()
  else
    for (let tries = 0; tries < 60 && (await page.locator('.found').count()) === 0; tries++) {
      await page.waitForTimeout(300)
      await page.goto(stage.at(path))
    }
  await typeIn(page, '#title', 'Blue enamel kettle')
  await typeIn(page, '#price', '60')
  if (!withScripts) await page.keyboard.press('Enter')
  await untilPage(page, `document.querySelector('h1').textContent === 'Blue enamel kettle'`)
  await page.locator('#help form:has(input[value="use-price"]) button', { hasText: 'Use $40' }).waitFor()
  await pressOn(page, '#help form:has(input[value="use-price"]) button')
  await untilPage(page, `document.querySelector('#price').value === '40'`)
  await pressOn(page, 'button[value="publish"]', withScripts)
  await page.getByText('Your listing is now live.').first().waitFor()
  const { status, price, title, photos } = await listing()
  assert.deepEqual([status, price, title, photos.length], ['live', 40, 'Blue enamel kettle', 5])
  assert.equal(photos[0].alt, 'The kettle, with a chip at its rim')
  return path
}

for (const javaScriptEnabled of [true, false])
  test(`a seller lists an item with the keyboard, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, inBrowser, async () => {
    const { page, close } = await asAna({ javaScriptEnabled })
    const path = await listIt(page, javaScriptEnabled)
    // checks the page again, because it now contains photos and research results
    if (javaScriptEnabled) assert.deepEqual(await faultsOnAll(stage, [path], { as: 'ana' }), [])
    await close()
  })

const draft = async (more: object = {}): Promise<string> =>
  (await api('POST', '/listings', { shop: 'mint-fox', title: 'Tin box', price: 20, ...more })).id

test('edits to a listing survive a lost connection and a reload, and are saved after the page reconnects', inBrowser, async () => {
  const id = await draft()
  const context = await stage.visitor({ as: 'ana' })
  const page = await context.newPage()
  await page.goto(stage.at(`/app/listings/${id}`))
  await page.fill('#one_liner', 'With a lid')
  await page.locator('.saved-mark[data-for="one_liner"]', { hasText: 'Saved' }).waitFor()
  assert.equal((await api('GET', `/listings/${id}`)).one_liner, 'With a lid')
  await context.setOffline(true)
  await page.fill('#one_liner', 'With a lid and a key')
  await page.locator('#save-state', { hasText: 'Not saved yet' }).waitFor()
  await context.setOffline(false)
  await page.locator('#save-state', { hasText: 'All saved' }).waitFor()
  assert.equal((await api('GET', `/listings/${id}`)).one_liner, 'With a lid and a key')
  await page.route('**/app/listings/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.fill('#title', 'Tin box with a key')
  await page.locator('#save-state', { hasText: 'Not saved yet' }).waitFor()
  page.on('dialog', (dialog) => {
    dialog.accept().catch(() => {})
  })
  await page.unroute('**/app/listings/*')
  await page.reload()
  // Either the closing page or the reloaded page saves the title without showing a message, so the test polls the API.
  const title = async () => (await api('GET', `/listings/${id}`)).title
  for (let tries = 0; tries < 100 && (await title()) !== 'Tin box with a key'; tries++) await page.waitForTimeout(200)
  assert.equal(await title(), 'Tin box with a key')
  assert.equal(await page.inputValue('#title'), 'Tin box with a key')
  await page.fill('#price', 'much')
  await page.locator('#price-problem').waitFor()
  const speaksOfPrice = async () => (await page.getAttribute('#price', 'aria-describedby')) ?? 'nothing'
  assert.match(await speaksOfPrice(), /\bprice-problem$/)
  await page.locator('#missing', { hasText: 'Correct the marked fields' }).waitFor()
  await page.fill('#title', 'Tin box')
  await page.locator('.saved-mark[data-for="title"]', { hasText: 'Saved' }).waitFor()
  assert.equal((await api('GET', `/listings/${id}`)).title, 'Tin box', 'an invalid field does not prevent saving the other fields')
  await page.fill('#price', '20')
  await page.locator('#price-problem').waitFor({ state: 'detached' })
  assert.doesNotMatch(await speaksOfPrice(), /problem|^$/)
  assert.doesNotMatch((await page.textContent('#missing'))!, /Correct the marked/)
  await context.close()
})

test('after a conflicting edit by an agent the seller chooses a value, and other fields show the agent’s values', inBrowser, async () => {
  const id = await draft()
  const { page, close } = await asAna()
  await page.goto(stage.at(`/app/listings/${id}`))
  await untilPage(page, 'document.querySelector(".save-bar button[value=save]").hidden')
  await api('PATCH', `/listings/${id}`, { price: 25, title: 'Tin box, red', one_liner: 'By an agent' })
  await page.fill('#price', '22')
  const bar = page.locator('#clashes [role="alert"]')
  await bar.getByText('yours is “22”, the other version is “25”').waitFor()
  assert.equal((await api('GET', `/listings/${id}`)).price, 25, 'nothing is overwritten without a choice')
  await bar.getByRole('button', { name: 'Keep mine: Price' }).press('Enter')
  await page.locator('.saved-mark[data-for="price"]', { hasText: 'Saved' }).waitFor()
  assert.equal((await api('GET', `/listings/${id}`)).price, 22)
  assert.equal(await page.inputValue('#one_liner'), 'By an agent')
  await api('PATCH', `/listings/${id}`, { price: 27 })
  await page.fill('#price', '21')
  await bar.getByRole('button', { name: 'Use the other version: Price' }).press('Enter')
  await untilPage(page, `document.querySelector('#price').value === '27'`)
  await page.locator('#save-state', { hasText: 'All saved' }).waitFor()
  assert.equal((await api('GET', `/listings/${id}`)).price, 27)
  await close()
})

test('photos can be dropped, pasted, cancelled, retried, reordered by dragging, and deleted with undo', inBrowser, async () => {
  const id = await draft()
  const { page, close } = await asAna()
  await page.goto(stage.at(`/app/listings/${id}`))
  const [, ...small] = await pictures()
  const give = (how: 'drop' | 'paste', files: typeof small) =>
    page.evaluate(
      `((how, files) => {
        const data = new DataTransfer()
        for (const { name, bytes } of files) data.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type: 'image/png' }))
        const place = document.getElementById('photos')
        if (how === 'drop') for (const type of ['dragover', 'drop']) place.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
        else document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      })(${JSON.stringify(how)}, ${JSON.stringify(files.map(({ name, buffer }) => ({ name, bytes: buffer.toString('base64') })))})`,
    )
  await give('drop', small.slice(0, 2))
  await untilPage(page, 'document.querySelectorAll("#photo-list li").length === 2')
  await page.route('**/app/listings/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await give('paste', small.slice(2, 4))
  const retry = page.locator('#uploads .failed button', { hasText: 'Retry' })
  await retry.nth(1).waitFor()
  await page.unroute('**/app/listings/*')
  await retry.first().click()
  await untilPage(page, 'document.querySelectorAll("#photo-list li").length === 3')
  await retry.first().click()
  await untilPage(page, 'document.querySelectorAll("#photo-list li").length === 4')

  const [first, second, third, fourth] = await order(page)
  await page.setViewportSize({ width: 1280, height: 2_800 })
  const drag = async (from: string, to: string) => {
    await page.locator(`[id="${from}"] img`).hover()
    await page.mouse.down()
    // Moves the mouse twice, because the first move only starts to drag the photo.
    for (let presses = 0; presses < 2; presses++)
      await page.locator(`[id="${to}"] img`).hover({ position: { x: 20 + presses, y: 20 }, force: true })
    await page.mouse.up()
  }
  // On a busy machine, the page may still move under the mouse, so the test repeats the drag until the photo has moved.
  await until('the photo at the first place', async () => {
    await drag(third, first)
    return (await order(page))[0] === third
  })
  await until('the new cover', async () => (await api('GET', `/listings/${id}`)).photos[0].id === third.replace('photo-', ''))
  // A stock photo that is dragged to the first place returns to its old place, and a message explains why.
  await stage.app.service.ctx.db.updateTable('photos').set({ source: 'web' }).where('id', '=', fourth!.replace('photo-', '')).execute()
  await page.reload()
  await page.locator(`[id="${fourth}"] button[value="photo-earlier"]`).press('Home')
  await page.locator('#toasts', { hasText: 'It must be your own photo' }).waitFor()
  assert.deepEqual(await order(page), [third, first, second, fourth])

  const gone = page.locator(`[id="${second}"]`)
  await gone.locator('button[value="photo-remove"]').click()
  await page.locator('#toasts button', { hasText: 'Undo' }).click()
  assert.deepEqual(await order(page), [third, first, second, fourth])
  await gone.locator('button[value="photo-remove"]').click()
  await page.goto(stage.at('/app/listings'))
  for (let tries = 0; tries < 300 && (await api('GET', `/listings/${id}`)).photos.length !== 3; tries++) await page.waitForTimeout(100)
  const left = (await api('GET', `/listings/${id}`)).photos.map((photo: { id: string }) => `photo-${photo.id}`)
  assert.deepEqual(left, [third, first, fourth], 'leaving the page does not undo the deletion')
  await close()
})

test('with the keyboard, a seller turns shared photos into two drafts, and a lost connection causes no duplicates', inBrowser, async () => {
  const { page, close } = await asAna()
  await page.goto(stage.at('/app/listings/new'))
  await untilPage(page, 'navigator.serviceWorker.ready.then(() => true)')
  const files = (await pictures()).slice(1).map(({ name, buffer }) => ({ name, bytes: buffer.toString('base64') }))
  const data = (some: typeof files) => `((data) => {
    for (const { name, bytes } of ${JSON.stringify(some)})
      data.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type: 'image/png', lastModified: 0 }))
    return data
  })(new DataTransfer())`
  // submits the files like a phone's share sheet: without dates, so that the browser uses the current time
  await page.evaluate(`(async () => {
    const { share_target: { action, method, enctype, params } } = await (await fetch('/manifest.webmanifest')).json()
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, name: params.files[0].name, files: ${data(files.slice(0, 2))}.files })
    const form = Object.assign(document.createElement('form'), { action, method, enctype })
    form.append(input)
    document.body.append(form)
    form.submit()
  })()`)
  await page.locator('#toasts', { hasText: '2 photos added' }).waitFor()
  await page.evaluate(
    `document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: ${data(files.slice(2))}, bubbles: true, cancelable: true }))`,
  )
  const counts = () => page.$$eval('.group', (all) => all.map((one) => one.querySelectorAll('canvas').length))
  assert.deepEqual(await counts(), [2, 2])
  await page.selectOption('#pause', 'Infinity')
  assert.deepEqual(await counts(), [])
  await page.selectOption('#pause', '3')
  await page.getByRole('button', { name: 'Move photo 2 of draft 1 to draft 2' }).press('Enter')
  assert.deepEqual(await counts(), [1, 3])
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Move photo 3 of draft 2 to a separate draft')
  await shoot(page, 'groups')
  await page.fill('#words-1', 'Tin box')
  await page.fill('#words-2', 'Brass bell')
  const before = (await api('GET', '/listings?status=draft')).total
  // The service creates the second draft, but the response is lost.
  let posts = 0
  await page.route('**/app/listings/new', async (route) => {
    if (route.request().method() !== 'POST' || ++posts !== 2) return route.continue()
    // Does not use `route.fetch`, because this would resolve the host name with the machine's DNS.
    const { cookie: signedIn, origin, 'content-type': type } = await route.request().allHeaders()
    const raw = { type: type!, bytes: route.request().postDataBuffer()! }
    const made = await stage.app.call('POST', '/app/listings/new', { raw, headers: { cookie: signedIn!, origin: origin! } })
    assert.equal(made.status, 303)
    return route.abort()
  })
  await page.getByRole('button', { name: 'Create 2 drafts' }).press('Enter')
  await page.locator('#toasts', { hasText: 'The drafts that were already created are safe' }).waitFor()
  await page.getByRole('button', { name: 'Create the last draft' }).press('Enter')
  await page.waitForURL('**/app/listings?tab=draft&made=2')
  await page.getByText('2 drafts created.').waitFor()
  const drafts = await api('GET', '/listings?status=draft')
  assert.equal(drafts.total, before + 2)
  const made = await Promise.all(
    ['Tin box', 'Brass bell'].map(async (words) => {
      const { id } = drafts.data.find(({ name }: { name: string }) => name === words)
      return (await api('GET', `/listings/${id}`)).photos.length
    }),
  )
  assert.deepEqual(made, [1, 3])
  await close()
})

test('a seller moves between the tasks on Today with the keyboard, publishes a draft, and undoes the publication', inBrowser, async () => {
  const id = await draft({ title: 'A tin box for Today', shipping: 4 })
  const bytes = (await pictures())[1]!.buffer
  const photo = new FormData()
  photo.append('files', new Blob([bytes]), 'a.png')
  const request = new Request('http://localhost/', { method: 'POST', body: photo })
  const raw = { type: request.headers.get('Content-Type')!, bytes: Buffer.from(await request.arrayBuffer()) }
  assert.equal((await stage.app.call('POST', `/v1/listings/${id}/photos`, { cookie, raw, headers: { origin: stage.app.url } })).status, 201)
  const { page, close } = await asAna()
  await page.goto(stage.at('/app'))
  for (let presses = 0; presses < 60; presses++) {
    await shortcut(page, 'j')
    if ((await page.evaluate<string>('document.activeElement.id')) === id) break
  }
  await shortcut(page, 'k')
  assert.notEqual(await page.evaluate('document.activeElement.id'), id)
  await shortcut(page, 'j')
  await page.keyboard.press('Enter')
  await page.locator('#toasts', { hasText: 'Your listing is now live.' }).waitFor()
  assert.equal((await api('GET', `/listings/${id}`)).status, 'live')
  await page.locator('#toasts button', { hasText: 'Undo' }).press('Enter')
  await page.getByText('It is a draft again').waitFor()
  assert.equal((await api('GET', `/listings/${id}`)).status, 'draft')
  // The row keeps the focus when the list is redrawn.
  await page.goto(stage.at('/app'))
  await shortcut(page, 'j')
  const row = await page.evaluate('document.activeElement.id')
  assert.notEqual(row, '')
  await draft({ title: 'Another tin box for Today', shipping: 4 })
  await page.evaluate(`new Promise((done) => {
    document.addEventListener('swapped', ({ detail }) => detail === 'needs-you' && done())
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })`)
  assert.equal(await page.evaluate('document.activeElement.id'), row)
  // The first Enter only focuses the button, because the form creates a commitment for the seller. A second Enter would submit it.
  await page.goto(stage.at('/app'))
  const careful = '.tasks > li:has(.actions > form[data-careful]:first-child)'
  for (let presses = 0; presses < 60; presses++) {
    await shortcut(page, 'j')
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(careful)})`)) break
  }
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.matches("[data-careful] button")'), true)
  assert.equal(new URL(page.url()).search, '', 'nothing was sent')
  await close()
})

test('the j and x keys select rows, and a user can list the keyboard shortcuts and turn them off', inBrowser, async () => {
  const { page, close } = await asAna()
  await page.goto(stage.at('/app/listings?tab=live'))
  await shortcut(page, 'j', 'j', 'x', 'k', 'x')
  await page.locator('#chosen-count', { hasText: '2 selected' }).waitFor()
  await page.selectOption('select[name="action"]', 'offers-on')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await page.getByRole('button', { name: 'Change 2 listings' }).press('Enter')
  await page.getByText('2 listings changed.').waitFor()
  await shortcut(page, '?')
  await page.locator('#shortcuts[open]').waitFor()
  await page.keyboard.press('Escape')
  await shortcut(page, 'g', 'o')
  await page.waitForURL('**/app/offers')
  await shortcut(page, 'c')
  await page.waitForURL('**/app/listings/new')
  await page.goto(stage.at('/you/settings'))
  await page.locator('input[name="keys"]').uncheck()
  await page.getByRole('button', { name: 'Save shortcuts' }).press('Enter')
  await page.waitForLoadState()
  await page.goto(stage.at('/app/offers'))
  await shortcut(page, '/', 'c', '?')
  await page.waitForTimeout(300)
  assert.equal(new URL(page.url()).pathname, '/app/offers')
  assert.equal(await page.locator('#shortcuts[open]').count(), 0)
  assert.notEqual(await page.evaluate('document.activeElement.id'), 'q')
  await close()
})

test('the form for a new shop shows a preview, and checks the address while the user types', inBrowser, async () => {
  const { page, close } = await asAna()
  await page.goto(stage.at('/app/open-shop'))
  await page.fill('#name', 'Mint & Fox')
  await page.locator('#look-band .title', { hasText: 'Mint & Fox' }).waitFor()
  await page.fill('#slug', 'mint-fox')
  await page.locator('.slug-state .is-taken').waitFor()
  await page.locator('.slug-state button').first().click()
  await page.locator('.slug-state .is-free').waitFor()
  await page.locator('input[name="tone"][value="pink"]').check()
  assert.equal(await page.locator('#look-band.tone-pink').count(), 1)
  await close()
})

test('on medium screens, the helpers are in a drawer, even without JavaScript', inBrowser, async () => {
  const id = await draft()
  const { page, close } = await asAna({ javaScriptEnabled: false })
  await page.setViewportSize({ width: 900, height: 900 })
  await page.goto(stage.at(`/app/listings/${id}`))
  assert.equal(await page.locator('#help').isVisible(), false)
  await page.locator('.helper-opener').press('Enter')
  assert.equal(await page.locator('#help').isVisible(), true)
  await page.locator('.helper-closer').press('Enter')
  assert.equal(await page.locator('#help').isVisible(), false)
  await close()
})
