import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { SCHEMES, WIDTHS } from './stage.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Loads a page and says what is wrong with it in light and dark, on a phone and a desktop: rules of accessibility
 * that it breaks, contrast that cannot be told, sideways scroll, requests to other hosts, errors of scripts.
 */
export async function faultsOf(page: Page, url: string, { coloursOnly = false } = {}): Promise<string[]> {
  const faults: string[] = []
  const listen = watch(page, faults)
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  await page.evaluate(axe.source)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) faults.push(`${width}: scrolls sideways`)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(PAINTED)
      // The mode changes colours and nothing else: the second time only what looks at colours need look again.
      const found = await axeFaults(page, colorScheme === SCHEMES[0] && !coloursOnly ? ALL_RULES : COLOUR_RULES)
      faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
    }
  }
  listen.stop()
  return faults
}

/** Until the page was drawn anew: until then some elements still have the colours of the mode before. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

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
  const asked = (request: { url(): string }) => {
    if (!OWN.test(request.url()) && !request.url().startsWith('data:')) faults.push(`asks ${request.url()}`)
  }
  const said = (message: { type(): string; text(): string }) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(`console: ${message.text()}`)
  }
  const broke = (error: Error) => faults.push(`script: ${error.message}`)
  page.on('request', asked)
  page.on('console', said)
  page.on('pageerror', broke)
  return {
    stop() {
      page.off('request', asked)
      page.off('console', said)
      page.off('pageerror', broke)
    },
  }
}
