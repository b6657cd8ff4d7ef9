import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { onPages, SCHEMES, WIDTHS, type SignedIn, type Stage } from './stage.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export type PageCheck = { path: string; shop?: string | undefined; coloursOnly?: boolean }

/** Returns the faults on all given pages, as seen by an anonymous user or a demo user. */
export async function faultsOnAll(stage: Stage, pages: readonly (PageCheck | string)[], who: SignedIn = {}): Promise<string[]> {
  const faults: string[] = []
  const check = async (page: Page, one: PageCheck | string) => {
    const { path, shop, coloursOnly = false } = typeof one === 'string' ? { path: one } : one
    const found = await faultsOf(page, stage.at(path, shop), { coloursOnly })
    faults.push(...found.map((fault) => `${shop ?? ''}${path} ${fault}`))
    await shoot(page, `${who.tests ?? ''}${shop ?? ''}${path}`)
  }
  await onPages(stage, pages, check, who)
  return faults
}

/** Saves a screenshot to the folder in the variable SHOTS. Does nothing if SHOTS is not set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name.replaceAll(/[^a-z]+/g, '-')}-${width}-${colorScheme}.png` })
    }
}

/**
 * Loads a page and returns its faults: broken accessibility rules, contrast that cannot be measured, horizontal scroll, requests to other
 * hosts, and script errors. Checks light and dark mode, which may differ only in colours, on a phone and a desktop. With `coloursOnly`,
 * checks only colours, because a different page already covers the layout.
 */
async function faultsOf(page: Page, url: string, { coloursOnly = false } = {}): Promise<string[]> {
  const faults: string[] = []
  const listen = watch(page, faults)
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  faults.push(...(await pageFaults(page, { coloursOnly })))
  listen.stop()
  return faults
}

/** Checks the current page without reloading it, for example the response to a form. */
export async function pageFaults(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(axe.source)
  if (!coloursOnly) faults.push(...(await reflowFaults(page)))
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) faults.push(`${width}: scrolls sideways`)
    await page.evaluate(UNROLLED)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(PAINTED)
      const found = await axeFaults(page, colorScheme === 'light' && !coloursOnly ? ALL_RULES : COLOUR_RULES)
      faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
    }
  }
  return faults
}

/**
 * Checks the layout for users who zoom into a desktop page. A page with a width of 1280 pixels has the layout of 640 pixels at 200% zoom
 * (WCAG 1.4.4), and of 320 pixels at 400% (WCAG 1.4.10). Also checks larger text at the narrowest width. Ignores colours.
 */
async function reflowFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const [width, textPx, who] of ENLARGED) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(`document.documentElement.style.fontSize = '${textPx}px'`)
    const wide = await page.evaluate<string[]>(TOO_WIDE)
    if (wide.length > 0) faults.push(`${width}: scrolls sideways at ${who}: ${wide.join(' | ')}`)
  }
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  return faults
}

const ENLARGED = [
  [640, 16, '200 %'],
  [320, 16, '400 %'],
  [320, 24, 'text of 24 pixels'],
] as const

/**
 * Checks the current page at the widths of a small phone, a phone and a desktop. Returns each width where the page is wider than the
 * window, with the elements that cause this.
 */
export async function widthFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [320, ...WIDTHS]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate<string[]>(TOO_WIDE)
    if (wide.length > 0) faults.push(`${width}: ${wide.join(' | ')}`)
  }
  return faults
}

/** Finds the innermost elements that extend past the right edge of the window. */
const TOO_WIDE = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth) return []
  const out = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
  const inner = out.filter((one) => !out.some((other) => other !== one && one.contains(other)))
  return ['page ' + document.documentElement.scrollWidth, ...inner.slice(0, 4).map((one) => one.outerHTML.slice(0, 120))]
})()`

/**
 * Expands scrolling sidebars, because axe cannot measure the contrast of hidden text. Moves the save bar to the end of the page, because
 * axe ignores the part of a field that the bar covers.
 */
const UNROLLED = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.docs-places > div { max-height: none !important } .save-bar { position: static !important }')
  document.adoptedStyleSheets = [sheet]
}`

/**
 * Waits until the page is repainted, because until then some elements have the colours of the previous mode. Ends after one second, because
 * a headless browser may not draw a frame.
 */
const PAINTED = 'new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 1000) })'

const ALL_RULES = { runOnly: { type: 'tag', values: TAGS }, rules: { 'label-content-name-mismatch': { enabled: true } } }
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

async function axeFaults(page: Page, rules: object): Promise<string[]> {
  const options = { ...rules, resultTypes: ['violations', 'incomplete'], elementRef: false }
  const { violations, incomplete } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  const undecided = incomplete.filter(({ id }) => id === 'color-contrast')
  return [...violations, ...undecided].map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

const OWN = /^https?:\/\/([\w-]+\.)*localhost[:/]/

function watch(page: Page, faults: string[]): { stop(): void } {
  const onRequest = (request: { url(): string }) => {
    if (!OWN.test(request.url()) && !request.url().startsWith('data:')) faults.push(`asks ${request.url()}`)
  }
  const onConsole = (message: { type(): string; text(): string }) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(`console: ${message.text()}`)
  }
  const broke = (error: Error) => faults.push(`script: ${error.message}`)
  page.on('request', onRequest)
  page.on('console', onConsole)
  page.on('pageerror', broke)
  return {
    stop() {
      page.off('request', onRequest)
      page.off('console', onConsole)
      page.off('pageerror', broke)
    },
  }
}
