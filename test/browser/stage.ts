import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { PEOPLE } from '#features/demo/cast/index.ts'
import { startApp, type TestApp } from '#test/app.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromiumPath = PLACES.find((path) => existsSync(path))

/** Options of every test that needs a browser: left out, and said so, where there is none; never in CI. */
export const inBrowser = {
  skip: chromiumPath === undefined && process.env.CI !== 'true' ? 'Chromium is not installed: apt-get install chromium' : false,
  timeout: 170_000,
} as const

export const WIDTHS = [390, 1280] as const
export const SCHEMES = ['light', 'dark'] as const

export type Stage = {
  app: TestApp
  browser: Browser
  /** The address of a page: of the main host, or of a shop's. */
  at(path: string, shop?: string): string
  /** A browser of its own, still and quiet unless told otherwise. It may be signed in as one of the demo's people. */
  visitor(options?: BrowserContextOptions & { as?: keyof typeof PEOPLE }): Promise<BrowserContext>
  /** Waits until every thing has its first picture. */
  drawn(): Promise<void>
  close(): Promise<void>
}

/** The service with the demo's market and one browser: start it once for a file, close it when the file is done. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const stops: (() => Promise<void>)[] = []
  const app = await startApp({ after: (stop) => stops.push(stop) }, { DEMO: 'on', TEST_CLOCK: 'off', ...env })
  const { db } = app.service.ctx
  // One picture of each thing is enough, and a quarter of the work.
  await db.deleteFrom('demo_pictures').where('alt', 'not like', '%front').where('alt', 'not like', '%maker%').execute()
  const browser = await chromium.launch({ executablePath: chromiumPath!, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  const at = (path: string, shop?: string) => `http://${shop ? `${shop}.` : ''}localhost:${app.port}${path}`
  return {
    app,
    browser,
    at,
    async visitor({ as, ...options } = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 }, ...options })
      if (as) await context.addCookies([await sessionOf(app, PEOPLE[as].email)])
      return context
    },
    async drawn() {
      for (let tries = 0; tries < 1_200; tries++) {
        const { count } = await db
          .selectFrom('demo_pictures')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (count === 0) return
        await sleep(100)
      }
      throw new Error('the pictures are never done')
    },
    async close() {
      await browser.close()
      for (const stop of stops) await stop()
    },
  }
}

async function sessionOf(app: TestApp, email: string) {
  const reply = await app.call('POST', '/v1/sessions', { json: { email, password: app.service.demo!.access!.password } })
  const [name, value] = reply.headers['set-cookie']!.split(';')[0]!.split('=')
  return { name: name!, value: value!, domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Lax' as const }
}

/** Runs `work` on all, a few at a time, each of these with a page of its own. */
export async function onPages<T>(
  stage: Stage,
  all: readonly T[],
  work: (page: Page, one: T) => Promise<void>,
  options: BrowserContextOptions & { as?: keyof typeof PEOPLE } = {},
): Promise<void> {
  const left = [...all]
  const worker = async () => {
    const context = await stage.visitor(options)
    const page = await context.newPage()
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(page, one)
    await context.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** CI has two cores. */
const AT_ONCE = 2
