import { after, before, test } from 'node:test'
import { openStage, type Stage, inBrowser } from './stage.ts'
import { setScene } from './buyer-scene.ts'
import { faultsOf } from './checks.ts'
let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage?.close())
test('shots', inBrowser, async () => {
  const s = await setScene(stage)
  const f = s.free[0]!
  const pages: Record<string, string> = {
    signup: '/sign-up',
    you: '/you',
    likes: '/you/likes',
    following: '/you/following',
    searches: '/you/searches',
    offers: '/you/offers',
    past: '/you/offers?tab=past',
    messages: '/you/messages',
    thread: `/you/messages/${s.thread}`,
    orders: '/you/orders',
    ...Object.fromEntries(Object.entries(s.orders).map(([k, id]) => [`order-${k}`, `/you/orders/${id}`])),
    settings: '/you/settings',
    offer: `/offer/${f.id}`,
    ask: `/ask/${f.id}`,
    checkout: `/checkout/${f.id}`,
    hold: `/hold/${f.id}`,
  }
  const only = process.env.ONLY?.split(',')
  const ctx = await stage.visitor({ as: 'theo' })
  const page = await ctx.newPage()
  for (const [name, path] of Object.entries(pages)) {
    if (only && !only.includes(name)) continue
    const faults = await faultsOf(page, stage.at(path))
    if (faults.length) console.log(name, faults)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.screenshot({ path: `/tmp/shots/${name}-1280-light.png`, fullPage: true })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.screenshot({ path: `/tmp/shots/${name}-390-light.png`, fullPage: true })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: `/tmp/shots/${name}-390-dark.png`, fullPage: true })
  }
  await ctx.close()
})
