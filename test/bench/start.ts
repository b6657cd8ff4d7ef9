import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sendToAny } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { testFolder } from '#test/cluster.ts'
import { atMost, numberOf, type Report } from './goals.ts'
import { median } from './turns.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LIMIT_MS = 120_000
/** Folders that are not in a source archive. */
const LEFT = ['node_modules', '.git', 'data']

/**
 * Measures the time from `npm start` after `npm ci`, with an empty data folder, to the first page with a demo listing (goal P11).
 */
export async function benchFirstStart({ starts }: { starts: number }): Promise<Report> {
  const ms: number[] = []
  for (let n = 0; n < starts; n++) {
    const folder = testFolder('resale-first-')
    try {
      copyTree(folder)
      borrowPackages(folder)
      ms.push(await firstPage(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  const all = ms.map((each) => numberOf(each)).join(', ')
  return {
    rows: [],
    notes: [`First start in an empty folder, with the demo market: ${all} ms until the first page.`],
    goals: [atMost('P11 first start until the first page', median(ms), 4_000, ' ms')],
  }
}

/** Copies this checkout without its installed packages and data. */
export const copyTree = (to: string): void =>
  cpSync(ROOT, to, { recursive: true, filter: (path) => !LEFT.includes(relative(ROOT, path).split('/')[0]!) })

/** Links this checkout's packages into `folder` without caches. Nothing is compiled or bundled yet, as after an install. */
function borrowPackages(folder: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from)) if (name !== '.cache') symlinkSync(join(from, name), join(to, name))
}

/** Returns the time in milliseconds from `npm start` to the first home page with an item for sale. */
export async function firstPage(folder: string): Promise<number> {
  const port = await freePort()
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), DATA_DIR: join(folder, 'data') }
  const began = performance.now()
  const service = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: 'ignore' })
  const exited = once(service, 'exit')
  try {
    while (!(await showsListings(port))) {
      if (service.exitCode !== null) throw new Error('the service ended unexpectedly')
      if (performance.now() - began > LIMIT_MS) throw new Error(`no page within ${LIMIT_MS} ms`)
      await sleep(10)
    }
    return performance.now() - began
  } finally {
    process.kill(-service.pid!, 'SIGTERM')
    await exited
  }
}

async function showsListings(port: number): Promise<boolean> {
  const page = await sendToAny(port, 'GET', '/').catch(() => null)
  return page?.status === 200 && page.bytes.includes('//mint-fox.')
}
