import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { firstLink, inBrowser, onPages, stageForFile, type Person } from '#test/browser/stage.ts'

const stage = await stageForFile({}, { pictures: true })
before(async () => {
  if (inBrowser.skip) return
  // Deletes the demo images, which show no times.
  await stage.app.service.ctx.db.deleteFrom('demo_pictures').execute()
})

const PACIFIC = 'America/Los_Angeles'

type Walk = { as?: Person; pages: readonly { path: string; shop?: string }[] }

const at = (...paths: string[]): { path: string; shop?: string }[] => paths.map((path) => ({ path }))

async function walks(): Promise<Walk[]> {
  const [order, receiptOf] = [await firstLink(stage, 'theo', '/you/orders', 'main a[href^="/you/orders/"]'), '/receipt']
  const sale = await firstLink(stage, 'ana', '/app/orders?tab=all', 'main a[href^="/app/orders/"]')
  const talk = await firstLink(stage, 'theo', '/you/messages', 'main a[href^="/you/messages/"]')
  return [
    {
      pages: [
        ...at('/', '/search?q=wool', '/shops', '/c/home', '/sign-in', '/safety'),
        ...['/', '/denim-chore-jacket', '/reviews'].map((path) => ({ path, shop: 'mint-fox' })),
      ],
    },
    {
      as: 'theo',
      pages: at(
        '/you',
        '/you/orders',
        order,
        `${order}${receiptOf}`,
        '/you/offers',
        '/you/offers?tab=past',
        '/you/messages',
        talk,
        '/you/likes',
        '/you/searches',
        '/you/settings',
      ),
    },
    {
      as: 'ana',
      pages: at(
        '/app',
        '/app/offers',
        '/app/offers?tab=all',
        '/app/orders?tab=all',
        sale,
        '/app/messages?show=all',
        '/app/payouts',
        '/app/stats',
        '/app/listings',
        '/app/shop',
      ),
    },
    {
      as: 'ana',
      pages: at('/app/developers', '/app/developers/keys', '/app/developers/webhook', '/app/developers/approvals', '/app/measures'),
    },
    {
      as: 'robin',
      pages: at(
        '/operator',
        '/operator/reports',
        '/operator/disputes',
        '/operator/money',
        '/operator/accounts',
        '/operator/audit',
        '/operator/appeals',
      ),
    },
  ]
}

test('a user in Los Angeles sees every time in local time, never in UTC', inBrowser, async () => {
  const found: string[] = []
  let times = 0
  for (const { as, pages } of await walks())
    await onPages(
      stage,
      pages,
      async (page, { path, shop }) => {
        await page.goto(stage.at(path, shop), { waitUntil: 'load' })
        await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
        const { text, count, titles } = await page.evaluate<{ text: string; count: number; titles: string[] }>(`({
          text: document.body.innerText,
          count: document.querySelectorAll('time[data-form], time[title]').length,
          titles: [...document.querySelectorAll('time[title]')].map((time) => time.title),
        })`)
        times += count
        const content = [text, ...titles].join('\n')
        const where = /\bUTC\b|\bGMT\b/.exec(content)
        if (where)
          found.push(`${as ?? 'nobody'} at ${shop ?? ''}${path}: …${content.slice(Math.max(0, where.index - 50), where.index + 10)}`)
      },
      { timezoneId: PACIFIC, ...(as ? { as } : {}) },
    )
  assert.deepEqual(found, [])
  assert.ok(times > 30, `${times} exact times were seen`)
})

test('each user sees a time in their own time zone, even if the time is added to the page later', inBrowser, async () => {
  const order = await firstLink(stage, 'theo', '/you/orders', 'main a[href^="/you/orders/"]')
  for (const timezoneId of [PACIFIC, 'Asia/Kathmandu']) {
    const context = await stage.visitor({ as: 'theo', timezoneId })
    const page = await context.newPage()
    await page.goto(stage.at(order), { waitUntil: 'load' })
    await page.evaluate(`{
      const time = document.createElement('time')
      Object.assign(time, { id: 'late', dateTime: '2026-11-22T12:00:00.000Z', textContent: '22 November 2026, 12:00 UTC' })
      time.dataset.form = 'moment'
      document.querySelector('main').append(time)
    }`)
    await page.waitForFunction(`!document.getElementById('late').textContent.includes('UTC')`)
    const late = await page.textContent('#late')
    assert.equal(late, timezoneId === PACIFIC ? '22 November 2026, 04:00' : '22 November 2026, 17:45')
    await context.close()
  }
})

test('without JavaScript, every exact time is shown with its time zone', inBrowser, async () => {
  let times = 0
  for (const { as, pages } of await walks())
    await onPages(
      stage,
      pages,
      async (page, { path, shop }) => {
        await page.goto(stage.at(path, shop))
        const exact = await page.evaluate<string[]>(
          `[...document.querySelectorAll('time[title], time[data-form]:not([data-form="day"])')].map((time) => time.title || time.textContent)`,
        )
        times += exact.length
        for (const text of exact) assert.match(text, /\d\d:\d\d UTC$/, path)
      },
      { timezoneId: PACIFIC, javaScriptEnabled: false, ...(as ? { as } : {}) },
    )
  assert.ok(times > 30, `${times} exact times were seen`)
})

test('the first sign-in sets the time zone for emails, and correcting a form field removes its error style', inBrowser, async () => {
  const { db } = stage.app.service.ctx
  const context = await stage.visitor({ timezoneId: PACIFIC })
  const page = await context.newPage()
  await page.goto(stage.at('/sign-up'))
  await page.fill('#name', 'Lee')
  await page.fill('#email', 'lee@example.test')
  await page.fill('main #password', 'a long enough password')
  await page.click('main form button')
  await page.waitForURL(/\/you/)
  const zoneNow = async () =>
    (await db.selectFrom('accounts').select('time_zone').where('email', '=', 'lee@example.test').executeTakeFirstOrThrow()).time_zone
  assert.equal(await zoneNow(), PACIFIC)

  await page.goto(stage.at('/you/settings'))
  await page.fill('#time_zone', 'Mars/Olympus')
  await page.click('button:has-text("Save time zone")')
  await page.waitForSelector('#time_zone[aria-invalid="true"]')
  assert.match((await page.textContent('#time_zone-problem'))!, /^\s*Time zone must be the name of a time zone/)
  await page.fill('#time_zone', 'Europe/Berlin')
  assert.equal(await page.getAttribute('#time_zone', 'aria-invalid'), null)
  assert.equal(await page.locator('#time_zone-problem').count(), 0)
  await page.click('button:has-text("Save time zone")')
  await page.getByText('Emails now use the time zone Europe/Berlin.').waitFor()
  assert.equal(await zoneNow(), 'Europe/Berlin')
  await context.close()
})
