import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { openStage, SCHEMES, WIDTHS } from '#test/browser/stage.ts'

/**
 * Makes pictures of the main pages into docs/screens: phone and desktop, light and dark, small WebP files. Run by hand
 * after a change of looks, then look at them: `node --import ./bin/tsx.js bin/screens.ts [folder] [name…]`.
 */
const PAGES: readonly { name: string; path: string; shop?: string }[] = [
  { name: 'home', path: '/' },
  { name: 'search', path: '/search?q=lamp' },
  { name: 'category', path: '/c/clothing' },
  { name: 'shops', path: '/shops' },
  { name: 'shop', path: '/', shop: 'mint-fox' },
  { name: 'listing', path: '/denim-chore-jacket', shop: 'mint-fox' },
  { name: 'reviews', path: '/reviews', shop: 'pink-cassette' },
  { name: 'nothing', path: '/search?q=teapot&category=Shoes&price=under-25' },
  { name: 'help', path: '/help' },
  { name: 'sign-in', path: '/sign-in' },
  { name: 'styleguide', path: '/styleguide?tone=mint' },
]

const [folder = 'docs/screens', ...only] = process.argv.slice(2)
const MOST_HIGH_PX = 2_600

const stage = await openStage()
try {
  await stage.drawn()
  if (only.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const context = await stage.visitor({ colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      for (const { name, path, shop } of PAGES.filter((one) => only.length === 0 || only.includes(one.name))) {
        await page.goto(stage.at(path, shop), { waitUntil: 'load' })
        await page.evaluate('document.querySelectorAll("img[loading=lazy]").forEach((img) => (img.loading = "eager"))')
        await page.waitForLoadState('networkidle')
        const png = await page.screenshot({ fullPage: true })
        const file = join(folder, `${name}-${width === WIDTHS[0] ? 'phone' : 'desktop'}-${colorScheme}.webp`)
        const { height } = await sharp(png).metadata()
        await sharp(png)
          .extract({ left: 0, top: 0, width, height: Math.min(height, MOST_HIGH_PX) })
          .webp({ quality: 62, effort: 5 })
          .toFile(file)
      }
      await context.close()
    }
  }
} finally {
  await stage.close()
}
