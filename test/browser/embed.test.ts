import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startLocalServer } from '#test/local-server.ts'
import { inBrowser, stageForFile } from './stage.ts'

const SHOP = 'mint-fox'

const stage = await stageForFile()
let body = ''
let policy = ''
const referers: (string | undefined)[] = []
/** A website with a different origin that embeds a listing card. */
const site = await startLocalServer({ after }, (request, response) => {
  referers.push(request.headers.referer)
  response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy, 'set-cookie': 'own=1' })
  response.end(`<!doctype html><title>My site</title><h1>My things</h1>${body}`)
})
const siteAt = (path = '/') => `${site.url}${path}`

async function codes(): Promise<string[]> {
  const context = await stage.visitor({ as: 'ana' })
  const page = await context.newPage()
  await page.goto(stage.at(`/app/shop/embed?shop=${SHOP}`))
  const texts = await page.locator('.snippet code').allTextContents()
  await context.close()
  return texts
}

test('the embed code fits the frame to its content, and the embedding site gets no cookie or referrer', inBrowser, async () => {
  const [script] = await codes()
  body = script!
  policy = `default-src 'none'; script-src ${stage.at('/embed.js')}; frame-src ${stage.at('', SHOP)}; style-src 'unsafe-inline'`
  const context = await stage.visitor()
  const page = await context.newPage()
  const requests: { url: string; referer: string | undefined; cookie: string | undefined }[] = []
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('request', async (request) => {
    const headers = await request.allHeaders()
    requests.push({ url: request.url(), referer: headers['referer'], cookie: headers['cookie'] })
  })
  await page.goto(siteAt('/secret-page?token=1'))
  const frame = page.frameLocator('iframe')
  await frame.locator('.card').first().waitFor()
  assert.equal(await frame.locator('.card').count(), 6)
  await page.waitForFunction("document.querySelector('iframe').getAttribute('height') !== '480'")
  const [given, needed] = await Promise.all([
    page.locator('iframe').evaluate((one) => one.getBoundingClientRect().height),
    frame.locator('html').evaluate((one) => one.scrollHeight),
  ])
  assert.ok(Math.abs(given - needed) <= 2, `the frame is ${given} px tall and needs ${needed}`)
  const ours = requests.filter(({ url }) => url.includes('resale.localhost'))
  assert.ok(ours.length > 3)
  assert.deepEqual(ours.filter(({ cookie, referer }) => cookie || referer?.includes('secret-page')), [], 'the service gets no cookie or referrer') // prettier-ignore
  assert.deepEqual((await context.cookies()).filter(({ name }) => name !== 'own'), []) // prettier-ignore
  assert.deepEqual(problems, [])
  const [opened] = await Promise.all([context.waitForEvent('page'), frame.locator('.card a').first().click()])
  await opened.waitForLoadState()
  assert.equal(new URL(opened.url()).hostname, `${SHOP}.resale.localhost`)
  assert.equal(await opened.evaluate('window.opener'), null)
  assert.equal(new URL(page.url()).pathname, '/secret-page', 'the embedding page stays open')
  await context.close()
})

test('the iframe version of the embed code works without JavaScript', inBrowser, async () => {
  const [, frame] = await codes()
  body = frame!
  policy = `default-src 'none'; frame-src ${stage.at('', SHOP)}; style-src 'unsafe-inline'`
  const context = await stage.visitor({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(siteAt())
  await page.frameLocator('iframe').locator('.card').first().waitFor()
  await context.close()
})

test('messages from other pages do not resize the embedded card, and the service’s other pages cannot be embedded', inBrowser, async () => {
  const [script] = await codes()
  policy = ''
  body = `${script}<iframe id="other" src="${stage.at('/')}"></iframe><iframe id="front" src="${stage.at('/', SHOP)}"></iframe>`
  const context = await stage.visitor()
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => /frame-ancestors/.test(message.text()) && refused.push(message.text()))
  await page.goto(siteAt())
  await page.waitForFunction("!['480', undefined, null].includes(document.querySelector('iframe:not([id])')?.getAttribute('height'))")
  const height = await page.locator('iframe:not([id])').getAttribute('height')
  await page.evaluate("window.postMessage({ type: 'resale:height', height: 5 }, '*')")
  await page.waitForTimeout(200)
  assert.equal(await page.locator('iframe:not([id])').getAttribute('height'), height)
  assert.equal(refused.length, 2, refused.join('\n'))
  await context.close()
})
