import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { firstFree } from '#platform/process/free-port.ts'
import { slack } from '#test/machine.ts'

const START = fileURLToPath(new URL('../../bin/start.js', import.meta.url))
const READY_LIMIT_MS = 60_000

/**
 * The service that the tour uses. `own` is set if the tour started the service. `stop` stops only a service that the tour started. Without
 * `retain`, such a service also stops when this process ends.
 */
export type Site = { site: string; own: { pid: number; dataDir: string } | null; stop(): Promise<void>; retain(): void }

/** Returns the service at `site` if its test clock is on. Otherwise, starts a new service with an empty market. */
export async function findSite(site: string): Promise<Site> {
  return (await hasTestClock(site)) ? { site, own: null, stop: async () => {}, retain: () => {} } : startOwn()
}

/** Returns the base URL of the pages, which is the target of the redirect that the service at `site` sends to browsers. */
export async function pagesOf(site: string): Promise<string> {
  const { headers } = await fetch(`${site}/`, { redirect: 'manual' })
  const to = headers.get('location')
  return to === null ? site : new URL(to, site).origin
}

async function hasTestClock(site: string): Promise<boolean> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"advance_seconds":0}' }
  const reply = await fetch(`${site}/v1/test/clock`, request).catch(() => null)
  return reply?.status === 200
}

async function startOwn(): Promise<Site> {
  const port = await firstFree(3100, '127.0.0.1', 200)
  if (port === null) throw new Error('No port from 3100 to 3299 is free for a service of the tour’s own.')
  const dataDir = await mkdtemp(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'resale-tour-'))
  // the embedded database does not run as root, so the database's user needs permission to enter the folder
  await chmod(dataDir, 0o711)
  const settings = { PORT: String(port), DATA_DIR: dataDir, TEST_CLOCK: 'on', DEMO: 'off', LOG_LEVEL: 'error' }
  const log = join(dataDir, 'tour.log')
  // Writes the output to a file instead of a pipe to this process, because the service may outlive the process.
  const out = openSync(log, 'a')
  const child = spawn(process.execPath, [START], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', out, out],
    // Ctrl-C reaches only the tour's own process, which then stops the service.
    detached: true,
  })
  closeSync(out)
  let isRetained = false
  const gone = () => child.exitCode !== null || child.signalCode !== null
  const atExit = () => child.kill('SIGTERM')
  process.once('exit', atExit)
  const retain = () => {
    isRetained = true
    process.off('exit', atExit)
    child.unref()
  }
  const stop = async () => {
    if (isRetained) return
    if (!gone()) {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  const site = `http://localhost:${port}`
  for (const until = performance.now() + slack(READY_LIMIT_MS); performance.now() < until && !gone();) {
    if (await hasTestClock(site)) return { site, own: { pid: child.pid!, dataDir }, stop, retain }
    await sleep(100)
  }
  const output = await readFile(log, 'utf8')
  await stop()
  throw new Error(`A service for the tour did not start:\n${output}`)
}
