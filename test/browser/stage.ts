import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type BrowserServer, type Page } from 'playwright-core'
import { PEOPLE } from '#demo/cast/index.ts'
import type { SandboxRole } from '#core/tenant.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { slack } from '#test/machine.ts'
import { visitorOf } from '#test/pages.ts'
import { TEST_DATA_PATH } from '#web/framework/test-band.tsx'
import { until } from '#test/until.ts'

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromiumPath = PATHS.find((path) => existsSync(path))

/** Options for tests that need a browser. Without Chromium, the tests are skipped with a message, but fail in CI. */
export const inBrowser = {
  skip: chromiumPath === undefined && process.env.CI !== 'true' ? 'Chromium is not installed: apt-get install chromium' : false,
} as const

export const WIDTHS = [390, 1280] as const
export const SCHEMES = ['light', 'dark'] as const

export type Person = keyof typeof PEOPLE
/** Signs in as a demo user. With `tests`, shows the test data of this account in the given role. */
export type SignedIn = { as?: Person; tests?: SandboxRole }

export type Stage = {
  app: TestApp
  at(path: string, shop?: string): string
  /** Opens a new browser context, with reduced motion by default. */
  visitor(options?: BrowserContextOptions & SignedIn): Promise<BrowserContext>
  /** Starts a new browser for later contexts. Existing contexts keep the old browser. */
  renewBrowser(): Promise<void>
  /** Waits for the demo images. Throws if the stage was created without images. */
  drawn(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the service with the demo market and one browser. Each test file starts one stage, and closes it at the end. Without `pictures`,
 * the demo adds no images, because encoding them takes half of the CPU time of a short test file.
 */
export async function openStage(env: Record<string, string> = {}, { pictures = false } = {}): Promise<Stage> {
  const stops: (() => Promise<void>)[] = []
  const app = await startApp({ after: (stop) => stops.push(stop) }, { DEMO: 'on', TEST_CLOCK: 'off', ...env })
  const { db } = app.service.ctx
  // With `pictures`, deletes all images except the first `PICTURES` images and the front images of one shop, so that the service draws only
  // these.
  await db
    .deleteFrom('demo_pictures')
    .$if(pictures, (rest) =>
      rest
        .where('position', 'not in', (eb) => eb.selectFrom('demo_pictures').select('position').orderBy('position').limit(PICTURES))
        .where((eb) => eb.or([eb('listing_id', 'is', null), eb('alt', 'not like', '%front'), eb('listing_id', 'not in', pictured(db))])),
    )
    .execute()
  const servers: BrowserServer[] = []
  let browser: Browser
  const renewBrowser = async () => {
    const server = await chromium.launchServer({
      executablePath: chromiumPath!,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    servers.push(server)
    browser = await chromium.connect(server.wsEndpoint())
  }
  await renewBrowser()
  const at = (path: string, shop?: string) => `http://${shop ? `${shop}.` : ''}resale.localhost:${app.port}${path}`
  return {
    app,
    at,
    renewBrowser,
    async visitor({ as, tests, ...options } = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 }, ...options })
      context.setDefaultTimeout(slack(30_000))
      if (as) {
        const session = await sessionOf(app, PEOPLE[as].email)
        await context.addCookies([session])
        if (tests) await (await visitorOf(app, `${session.name}=${session.value}`)).post(TEST_DATA_PATH, { show: tests })
      }
      return context
    },
    async drawn() {
      if (!pictures) throw new Error('The demo of this stage has no images. Open it with `pictures: true`.')
      const isDone = async () => (await db.selectFrom('demo_pictures').select('position').executeTakeFirst()) === undefined
      await until('the pictures of the demo', isDone, slack(120_000))
    },
    async close() {
      // Kills the browser servers, because a browser that hangs would not close.
      for (const server of servers) await server.kill()
      for (const stop of stops) await stop()
    },
  }
}

/** Opens a stage for all tests of a file, and closes it after them. Without Chromium, these tests are skipped and get no stage. */
export async function stageForFile(...options: Parameters<typeof openStage>): Promise<Stage> {
  if (inBrowser.skip) return undefined as never
  const stage = await openStage(...options)
  after(() => stage.close())
  return stage
}

/** Number of demo images to draw: those on the first screen of a desktop, in addition to the front images in `PICTURED_SHOP`. */
const PICTURES = 24
const PICTURED_SHOP = 'mint-fox'

const pictured = (db: Stage['app']['service']['ctx']['db']) =>
  db.selectFrom('listings as l').innerJoin('shops as s', 's.id', 'l.shop_id').select('l.id').where('s.slug', '=', PICTURED_SHOP)

async function sessionOf(app: TestApp, email: string) {
  const reply = await app.call('POST', '/v1/sessions', { json: { email, password: app.service.demo!.access!.password } })
  const [name, value] = reply.headers['set-cookie']!.split(';')[0]!.split('=')
  return { name: name!, value: value!, domain: 'resale.localhost', path: '/', httpOnly: true, sameSite: 'Lax' as const }
}

/**
 * Runs `work` on all items, a few in parallel, each on its own browser page. Most driver commands have no time limit, so a Chromium that
 * hangs would stop the run. If this happens, reports it, and retries the item once in a new browser. Throws if the retry also hangs.
 */
export async function onPages<T>(
  stage: Stage,
  all: readonly T[],
  work: (page: Page, one: T) => Promise<void>,
  options: BrowserContextOptions & SignedIn = {},
): Promise<void> {
  const left = [...all]
  const worker = async () => {
    const open = async () => (await stage.visitor(options)).newPage()
    let page = open()
    const answered = (one: T) => within(PAGE_MS, async () => work(await page, one))
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      if (await answered(one)) continue
      console.error(`The browser left a command without an answer at ${JSON.stringify(one)}: retrying with a new one.`)
      await stage.renewBrowser()
      page = open()
      if (!(await answered(one))) throw new Error(`${JSON.stringify(one)} hangs in two browsers, ${PAGE_MS / 1000} s in each.`)
    }
    await (await page).context().close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Time limit for all checks of one page, even on a slow machine. */
const PAGE_MS = slack(60_000)

/** Returns false if `work` takes longer than `ms` milliseconds, and then ignores the result. */
async function within(ms: number, work: () => Promise<void>): Promise<boolean> {
  const limit = new AbortController()
  const late = sleep(ms, false, { signal: limit.signal }).catch(() => false)
  try {
    return await Promise.race([work().then(() => true), late])
  } finally {
    limit.abort()
  }
}

/** Returns the target of the first link on the page that matches the selector `link`. */
export async function firstLink(stage: Stage, as: Person, path: string, link: string): Promise<string> {
  const context = await stage.visitor({ as })
  const page = await context.newPage()
  await page.goto(stage.at(path))
  const href = (await page.getAttribute(link, 'href'))!
  await context.close()
  return href
}

/** Number of parallel pages. CI has two cores. */
const AT_ONCE = 2

/** Adds an authenticator to the page's browser that confirms every passkey request. Returns a function that counts its passkeys. */
export async function addAuthenticator(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
}
