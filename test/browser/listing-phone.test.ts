import assert from 'node:assert/strict'
import { until } from '#test/until.ts'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sceneForFile } from './buyer-scene.ts'
import { pageFaults, shoot } from './checks.ts'
import { inBrowser } from './stage.ts'

const PHONE = { width: 390, height: 844 }
const SHOP = 'mint-fox'

const { stage, scene } = await sceneForFile({ pictures: true })
let gallery: { id: string; link: string }
before(async () => {
  if (inBrowser.skip) return
  await stage.drawn()
  gallery = (await stage.app.service.ctx.db
    .selectFrom('listings as l')
    .innerJoin('shops as s', 's.id', 'l.shop_id')
    .innerJoin('photos as p', 'p.listing_id', 'l.id')
    .select(['l.id', 'l.link'])
    .where('s.slug', '=', SHOP)
    .where('l.in_market', '=', true)
    .where('l.take_offers', '=', true)
    .groupBy(['l.id', 'l.link'])
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .executeTakeFirstOrThrow()) as typeof gallery
  const { db } = stage.app.service.ctx
  const others = await db
    .selectFrom('photos')
    .select('variants')
    .where('listing_id', '<>', gallery.id)
    .where('is_video', '=', false)
    .limit(4)
    .execute()
  for (const [index, { variants }] of others.entries())
    await db
      .insertInto('photos')
      .values({
        ...{ id: `pho_more${index}`, listing_id: gallery.id, position: 100 + index, created_at: new Date() },
        variants: JSON.stringify(variants),
      })
      .execute()
})

const at = (link: string) => stage.at(`/${link}`, SHOP)

/** Scrolls to the end of the page. Returns the y coordinates of the bar and of the last link. */
const endOf = (page: Page) =>
  page.evaluate<{ bar: number; window: number; last: number }>(`(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const bottom = (one) => one.getBoundingClientRect().bottom
    return { bar: document.querySelector('.buy .bottom-bar').getBoundingClientRect().top, window: innerHeight,
      last: Math.max(...[...document.querySelectorAll('.foot a, .foot span')].map(bottom)) }
  })()`)

describe('the listing page on a phone', inBrowser, () => {
  test('the listing page shows the price, Buy and Offer in a bar that covers no content and does not shift the layout', async () => {
    const context = await stage.visitor({ viewport: PHONE })
    const page = await context.newPage()
    await page.addInitScript(`
      globalThis.shifted = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifted += value }).observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(at(gallery.link))
    const bar = page.locator('.buy .bottom-bar')
    assert.match((await bar.textContent())!, /Buy · \$[\d,.]+.*Make an offer/)
    const box = (await bar.boundingBox())!
    assert.deepEqual([box.x, box.width, Math.round(box.y + box.height)], [0, PHONE.width, PHONE.height])
    await page.waitForLoadState('networkidle')
    await shoot(page, 'listing-top')
    await page.setViewportSize(PHONE)
    await page.reload()
    await page.waitForLoadState('networkidle')
    assert.equal(await page.evaluate('shifted'), 0, 'layout shift')
    for (const [width, textPx] of [
      [390, 16],
      [320, 16],
      [320, 24],
      [640, 16],
      [390, 32],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate(`document.documentElement.style.fontSize = '${textPx}px'`)
      const end = await endOf(page)
      assert.ok(
        end.last <= end.bar,
        `${width} pixels, text of ${textPx}: the bar at ${end.bar} covers the footer, which ends at ${end.last}`,
      )
    }
    await context.close()
  })

  test('the bar with the Buy button stays above the home indicator of the phone', async () => {
    const context = await stage.visitor({ viewport: PHONE })
    const page = await context.newPage()
    await page.goto(at(gallery.link))
    const button = page.locator('.bottom-bar').getByRole('link', { name: /^Buy/ })
    const before = (await button.boundingBox())!
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { bottom: 34, left: 0, right: 0, top: 0 } } as never)
    const raised = (await button.boundingBox())!
    assert.equal(before.y - raised.y, 34)
    const end = await endOf(page)
    assert.ok(end.last <= end.bar)
    await context.close()
  })

  test('the listing page has no Buy bar for the owner, or if the item is sold or reserved for a different buyer', async () => {
    const [reserved, sold] = [scene.free[0]!, scene.free[1]!]
    await scene.as('theo', 'POST', '/orders', {
      listing: reserved.id,
      address: { name: 'Theo', line1: '1 High Street', city: 'Salem', postal_code: '97301', country: 'US' },
    })
    await scene.as('ana', 'POST', `/listings/${sold.id}/mark-sold`)
    const [owner, anonymous, buyer] = [
      await stage.visitor({ viewport: PHONE, as: 'ana' }),
      await stage.visitor({ viewport: PHONE }),
      await stage.visitor({ viewport: PHONE, as: 'theo' }),
    ]
    const shownOn = async (context: typeof owner, link: string) => {
      const page = await context.newPage()
      await page.goto(at(link))
      await page.waitForLoadState('networkidle')
      const padding = await page.evaluate<string>('getComputedStyle(document.body).paddingBottom')
      return [await page.locator('.bottom-bar:visible').count(), padding !== '0px']
    }
    assert.deepEqual(await shownOn(owner, gallery.link), [0, false], 'owner')
    assert.deepEqual(await shownOn(anonymous, sold.link), [0, false], 'sold')
    assert.deepEqual(await shownOn(anonymous, reserved.link), [0, false], 'reserved')
    assert.deepEqual(await shownOn(buyer, reserved.link), [1, true], 'reserved for the viewer')
    for (const context of [owner, anonymous, buyer]) await context.close()
  })

  test('the gallery shows the number of the current photo while the user swipes, and a tap or key enlarges the photo', async () => {
    const context = await stage.visitor({ viewport: PHONE })
    const page = await context.newPage()
    await page.goto(at(gallery.link))
    const total = await page.locator('.shot').count()
    assert.ok(total > 1, `${total} photos`)
    const inView = () =>
      page.evaluate<string>(`(() => {
        const row = document.querySelector('.shots').getBoundingClientRect()
        return [...document.querySelectorAll('.shot .position')].find((one) => {
          const { left, right } = one.getBoundingClientRect()
          return left >= row.left && right <= row.right
        }).textContent
      })()`)
    assert.equal(await inView(), `1 / ${total}`)
    await page.evaluate('document.querySelector(".shots").scrollBy(innerWidth * 0.8, 0)')
    await until('the second photo', () => page.evaluate<boolean>('Math.abs(document.querySelector(".shots").scrollLeft - innerWidth) < 2'))
    assert.equal(await inView(), `2 / ${total}`)
    assert.equal(await page.locator('.thumbs').isVisible(), false)
    await page.locator('.shot a').nth(1).click()
    const photo = page.locator('dialog.zoom button.photo')
    await photo.waitFor()
    await until('the large photo', () => page.evaluate<boolean>('document.querySelector("dialog.zoom img").naturalWidth > 0'))
    assert.deepEqual(await pageFaults(page), [])
    await shoot(page, 'zoom')
    await page.setViewportSize(PHONE)
    await photo.click({ position: { x: 380, y: 800 } })
    const view = await page.evaluate<number[]>(
      '(() => { const one = document.querySelector(".zoom .view"); return [one.scrollWidth / one.clientWidth, one.scrollLeft, one.scrollTop] })()',
    )
    assert.ok(view[0]! > 2 && view[1]! > 300 && view[2]! > 600, `enlarges around the tap: ${view.join()}`)
    await photo.click()
    assert.equal(await photo.getAttribute('aria-pressed'), 'false')
    const position = page.locator('dialog.zoom .position')
    const swipe = (from: number, to: number) =>
      page.evaluate(`(() => {
        const view = document.querySelector('.zoom .view')
        const touch = (x) => [new Touch({ identifier: 1, target: view, clientX: x, clientY: 400 })]
        view.dispatchEvent(new TouchEvent('touchstart', { touches: touch(${from}), changedTouches: touch(${from}) }))
        view.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: touch(${to}) }))
      })()`)
    const source = () => photo.locator('img').getAttribute('src')
    const second = await source()
    await swipe(100, 300)
    assert.equal(await position.textContent(), `1 / ${total}`)
    assert.notEqual(await source(), second)
    await swipe(100, 300)
    assert.equal(await position.textContent(), `1 / ${total}`, 'the first photo is the end')
    await page.keyboard.press('ArrowRight')
    assert.equal(await source(), second)
    await page.keyboard.press('Escape')
    await photo.waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.activeElement.hasAttribute("data-zoom")'), true, 'the focus returns to the photo')
    await page.keyboard.press('Enter')
    await photo.waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await photo.waitFor({ state: 'detached' })
    await context.close()
  })

  test('without JavaScript, the gallery shows the number of photos, and links each photo to its large file', async () => {
    const context = await stage.visitor({ viewport: PHONE, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(at(gallery.link))
    const links = page.locator('.shot a')
    assert.equal(await page.locator('.shot .position').first().textContent(), `1 / ${await page.locator('.shot').count()}`)
    const [shown, large] = [await page.locator('.shot img').first().getAttribute('src'), await links.first().getAttribute('href')]
    assert.notEqual(shown, large)
    const file = await page.goto(large!)
    assert.match(file!.headers()['content-type']!, /^image\//)
    await context.close()
  })

  test('next to the shop’s name, the listing page shows its reviews, sales, reply time and age, and one tap follows the shop', async () => {
    const context = await stage.visitor({ viewport: PHONE, as: 'robin' })
    const page = await context.newPage()
    await page.goto(at(gallery.link))
    const shop = page.locator('.seller')
    assert.match((await shop.textContent())!, /Mint & Fox.*Since \w+ \d{4}/)
    const follow = shop.getByRole('button', { name: 'Follow' })
    await follow.and(page.locator('[aria-pressed="false"]')).waitFor()
    await page.waitForSelector('nav [data-for="person"]:not([hidden])')
    await follow.click()
    await page.locator('#toasts', { hasText: 'Following' }).waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await shoot(page, 'listing')
    await context.close()
  })
})
