import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PEOPLE } from '#demo/cast/index.ts'
import type { Call } from '#test/app.ts'
import { startReceiver, type Receiver } from '#test/fakes/receiver.ts'
import { recordEvent } from '#test/webhooks.ts'
import { pressOn, shortcut, tabTo, typeIn } from './keyboard.ts'
import { inBrowser, stageForFile } from './stage.ts'

const stage = await stageForFile()
let receiver: Receiver
let cookie = ''
before(async () => {
  if (inBrowser.skip) return
  receiver = await startReceiver()
  const json = { email: PEOPLE.ana.email, password: stage.app.service.demo!.access!.password }
  cookie = (await stage.app.call('POST', '/v1/sessions', { json })).headers['set-cookie']!.split(';')[0]!
})
after(async () => {
  await receiver?.stop()
})

async function api(method: string, path: string, options: Call = { cookie }) {
  const reply = await stage.app.call(method, `/v1${path}`, options)
  assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
  return reply.body
}

type Path = (page: Page, withScripts: boolean) => Promise<void>

function byKeyboard(name: string, as: keyof typeof PEOPLE, walk: Path): void {
  for (const withScripts of [true, false])
    test(`${name}, with the keyboard, ${withScripts ? 'with' : 'without'} JavaScript`, inBrowser, async () => {
      const context = await stage.visitor({ as, javaScriptEnabled: withScripts, permissions: ['clipboard-read', 'clipboard-write'] })
      await walk(await context.newPage(), withScripts)
      await context.close()
    })
}

byKeyboard('opens a shop after choosing a taken address', 'theo', async (page, withScripts) => {
  const slug = `slow-lane-${withScripts ? 'one' : 'two'}`
  await page.goto(stage.at('/app/open-shop'))
  await typeIn(page, '#name', 'Slow Lane')
  await typeIn(page, '#slug', 'mint-fox')
  if (withScripts) await page.locator('.slug-state[role="status"] .is-taken').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('#slug-problem').waitFor()
  assert.equal(await page.inputValue('#name'), 'Slow Lane', 'the typed text stays')
  await typeIn(page, '#slug', slug)
  if (withScripts) await page.locator('.slug-state .is-free').waitFor()
  await tabTo(page, 'input[name="tone"]')
  await page.keyboard.press('ArrowDown')
  const tone = await page.evaluate<string>('document.activeElement.value')
  assert.notEqual(tone, 'lemon')
  await typeIn(page, '#about', 'Things that were made to be kept.')
  await pressOn(page, 'button[value="look"]')
  await page.locator(`.tone-${tone}`, { hasText: 'Things that were made to be kept.' }).first().waitFor()
  await pressOn(page, '.form button:not([value])')
  await page.waitForURL('**/app/listings/new**')
  await page.getByText('Your shop is now open.').waitFor()
  const front = await stage.app.call('GET', '/', { host: `${slug}.resale.localhost` })
  assert.deepEqual([front.status, front.body.includes(`tone-${tone}`)], [200, true])
})

byKeyboard('creates, copies and revokes a key', 'ana', async (page, withScripts) => {
  const name = `Bot ${withScripts ? 'one' : 'two'}`
  await page.goto(stage.at('/app/developers/keys'))
  await typeIn(page, '#name', name)
  await page.keyboard.press('Enter')
  const secret = (await page.locator('#secret pre').textContent())!.trim()
  assert.match(secret, /^rsk_\w{36}$/)
  if (withScripts) {
    await pressOn(page, '#secret .copy')
    await page.locator('#toasts', { hasText: 'Copied.' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret)
  }
  assert.equal((await stage.app.call('GET', '/v1/me', { key: secret })).status, 200)
  await pressOn(page, `form[aria-label="Revoke ${name}"] button`)
  await page.getByText('Key revoked').waitFor()
  assert.equal((await stage.app.call('GET', '/v1/me', { key: secret })).status, 401)
})

test('Ctrl K opens the command palette and navigates, even if single-key shortcuts are off', inBrowser, async () => {
  const context = await stage.visitor({ as: 'ana' })
  await context.addCookies([{ name: 'keys', value: 'off', domain: 'resale.localhost', path: '/' }])
  const page = await context.newPage()
  await page.goto(stage.at('/app'))
  await shortcut(page, 'Control+k')
  const list = page.locator('#palette li')
  await page.locator('#palette[open]').waitFor()
  assert.ok((await list.count()) >= 20)
  await page.keyboard.type('lis')
  const first = "[...document.querySelectorAll('#palette a')].slice(0, 2).map((link) => link.pathname)"
  assert.deepEqual(await page.evaluate(first), ['/app/listings', '/app/listings/new'])
  assert.match((await list.last().textContent())!, /Search the marketplace for “lis”/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.equal(await page.evaluate('document.activeElement.pathname'), '/app/listings/new')
  await page.keyboard.type('t')
  assert.equal(await page.inputValue('#palette-field'), 'list', 'a typed letter goes to the search field')
  await page.keyboard.press('Escape')
  await page.locator('#palette').waitFor({ state: 'hidden' })
  await shortcut(page, 'Control+k')
  assert.equal(await page.inputValue('#palette-field'), '', 'the field is empty again')
  await page.keyboard.type('webh')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/developers/webhook')
  await context.close()
})

byKeyboard('sets and tests a webhook, and resends a failed delivery', 'ana', async (page) => {
  receiver.answer = (response) => response.end('ok')
  await page.goto(stage.at('/app/developers/webhook'))
  await typeIn(page, '#url', receiver.url)
  await page.keyboard.press('Enter')
  assert.match((await page.locator('#secret').textContent())!.trim(), /^whsec_\w+/)
  await pressOn(page, 'button[value="test"]')
  await page.getByText('The receiver responded with status 200.').waitFor()

  receiver.answer = (response) => response.writeHead(500).end()
  const { id } = await api('GET', '/me')
  const event = await recordEvent(stage.app, id)
  const tried = async () => (await api('GET', '/webhooks/deliveries')).data.find((one: { event: string }) => one.event === event)
  for (let tries = 0; tries < 300 && !((await tried())?.tries > 0); tries++) await page.waitForTimeout(100)
  const delivery = (await tried()).id
  await page.goto(stage.at('/app/developers/webhook'))
  await pressOn(page, `[id="${delivery}"] summary`)
  await page.locator(`[id="${delivery}"] .outcomes`, { hasText: '500' }).waitFor()
  await pressOn(page, `[id="${delivery}"] th a`, true)
  await page.waitForURL(`**/${delivery}`)
  await page.locator('table', { hasText: 'Attempts' }).getByText('500').waitFor()
  receiver.answer = (response) => response.end('ok')
  await pressOn(page, 'form[aria-label="Send it again"] button')
  await page.getByText('The event is being sent again').waitFor()
  for (let tries = 0; tries < 300 && (await tried()).status !== 'delivered'; tries++) await page.waitForTimeout(100)
  await page.reload()
  assert.match((await page.textContent(`[id="${delivery}"]`))!, /delivered/)
  await pressOn(page, 'button[value="stop"]')
  await page.getByText('We will send no more events').waitFor()
})

byKeyboard('approves an agent’s request', 'ana', async (page, withScripts) => {
  const json = { name: 'Helper', kind: 'agent', scopes: ['read', 'listings'], ask_first: ['listings.price'] }
  const agent = (await api('POST', '/keys', { cookie, json })).secret
  const title = `A pair of bookends ${withScripts ? 'one' : 'two'}`
  const listing = (await api('POST', '/listings', { cookie, json: { shop: 'mint-fox', title, price: 30 } })).id
  const requested = await stage.app.call('PATCH', `/v1/listings/${listing}`, { key: agent, json: { price: 24 } })
  assert.equal(requested.status, 202, JSON.stringify(requested.body))
  await page.goto(stage.at('/app/developers/approvals'))
  await pressOn(page, `a[href$="/app/approvals/${requested.body.id}"]`)
  await page.waitForURL('**/app/approvals/**')
  assert.match((await page.textContent('main'))!, /\$30\s*\$24/)
  await pressOn(page, 'button[value="approve"]')
  await page.getByText('Approved and completed').waitFor()
  assert.equal((await api('GET', `/listings/${listing}`)).price, 24)
})
