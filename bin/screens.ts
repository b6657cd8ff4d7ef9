import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { openStage, SCHEMES, WIDTHS } from '#test/browser/stage.ts'

type Shot = { name: string; path: string; shop?: string; as?: 'ana' | 'theo' | 'robin' }

/**
 * Saves screenshots of the main pages in docs/screens: phone and desktop, light and dark, small WebP files. Run it by hand after you change
 * the styles, and check the result: `node --import ./bin/tsx.js bin/screens.ts [folder] [name…]`.
 */
const shots = (jacket: string): readonly Shot[] => [
  { name: 'home', path: '/' },
  { name: 'search', path: '/search?q=lamp' },
  { name: 'shop', path: '/', shop: 'mint-fox' },
  { name: 'listing', path: '/denim-chore-jacket', shop: 'mint-fox' },
  { name: 'checkout', path: `/checkout/${jacket}`, as: 'theo' },
  { name: 'your-offers', path: '/you/offers', as: 'theo' },
  { name: 'your-settings', path: '/you/settings', as: 'theo' },
  { name: 'your-orders', path: '/you/orders', as: 'theo' },
  { name: 'today', path: '/app', as: 'ana' },
  { name: 'your-overview', path: '/you', as: 'theo' },
  { name: 'operator', path: '/operator', as: 'robin' },
  { name: 'listings', path: '/app/listings', as: 'ana' },
  { name: 'editor', path: `/app/listings/${jacket}`, as: 'ana' },
  { name: 'offers', path: '/app/offers', as: 'ana' },
  { name: 'orders', path: '/app/orders', as: 'ana' },
  { name: 'numbers', path: '/app/stats', as: 'ana' },
  { name: 'docs', path: '/docs' },
  { name: 'docs-operation', path: '/docs/api/createListing' },
]

const [folder = 'docs/screens', ...only] = process.argv.slice(2)
const MOST_HIGH_PX = 2_200
/** Screenshots that the README also shows: only the top of the page, scaled to two thirds. */
const IN_README = new Set(['home', 'today'])
const README_HIGH_PX = 860

const stage = await openStage({}, { pictures: true })
try {
  await stage.drawn()
  const { id: jacket } = await stage.app.service.ctx.db
    .selectFrom('listings')
    .select('id')
    .where('link', '=', 'denim-chore-jacket')
    .executeTakeFirstOrThrow()
  const selected = shots(jacket).filter(({ name }) => only.length === 0 || only.includes(name))
  await mkdir(folder, { recursive: true })
  if (only.length === 0) await emptyOfPictures()
  for (const width of WIDTHS) for (const scheme of SCHEMES) for (const shot of selected) await take(shot, width, scheme)
} finally {
  await stage.close()
}

/** Saves one screenshot. Makes floating bars static, because they would cover the middle of the page. */
async function take({ name, path, shop, as }: Shot, width: (typeof WIDTHS)[number], colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  const context = await stage.visitor({ colorScheme, viewport: { width, height: 900 }, ...(as ? { as } : {}) })
  const page = await context.newPage()
  await page.goto(stage.at(path, shop), { waitUntil: 'load' })
  await page.evaluate(`{
    document.querySelectorAll('img[loading=lazy]').forEach((img) => (img.loading = 'eager'))
    document.querySelectorAll('.save-bar, .bottom-bar').forEach((bar) => (bar.style.position = 'static'))
  }`)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ fullPage: true })
  await context.close()
  const { height } = await sharp(png).metadata()
  await sharp(png)
    .extract({ left: 0, top: 0, width, height: Math.min(height, MOST_HIGH_PX) })
    .webp({ quality: 62, effort: 5 })
    .toFile(join(folder, `${name}-${width === WIDTHS[0] ? 'phone' : 'desktop'}-${colorScheme}.webp`))
  if (width === WIDTHS[0] || !IN_README.has(name)) return
  await sharp(png)
    .extract({ left: 0, top: 0, width, height: Math.min(height, README_HIGH_PX) })
    .resize(Math.round(width * 0.66))
    .webp({ quality: 70, effort: 5 })
    .toFile(join(folder, `readme-${name}-${colorScheme}.webp`))
}

async function emptyOfPictures(): Promise<void> {
  for (const file of await readdir(folder)) if (file.endsWith('.webp')) await rm(join(folder, file))
}
