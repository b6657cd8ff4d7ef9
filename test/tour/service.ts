import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { firstFree } from '#lib/free-port.ts'

const START = fileURLToPath(new URL('../../bin/start.js', import.meta.url))
const READY_LIMIT_MS = 60_000

/** The service that the tour goes through. `stop` ends one that was started for it, and nothing else. */
export type Ground = { site: string; own: boolean; stop(): Promise<void> }

/** The service that runs at `site` with its test clock on; where there is none, one of its own with an empty market. */
export async function findGround(site: string): Promise<Ground> {
  return (await hasTestClock(site)) ? { site, own: false, stop: async () => {} } : startOwn()
}

/** Where the pages of the service at `site` are: it sends there who comes with a browser. */
export async function pagesOf(site: string): Promise<string> {
  const { headers } = await fetch(`${site}/`, { redirect: 'manual' })
  const to = headers.get('location')
  return to === null ? site : new URL(to, site).origin
}

async function hasTestClock(site: string): Promise<boolean> {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"advance_seconds":0}' }
  const reply = await fetch(`${site}/v1/test/clock`, asked).catch(() => null)
  return reply?.status === 200
}

async function startOwn(): Promise<Ground> {
  const port = await firstFree(3100, '127.0.0.1', 200)
  if (port === null) throw new Error('No port from 3100 to 3299 is free for a service of the tour’s own.')
  const dataDir = await mkdtemp(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'resale-tour-'))
  // the embedded database of root runs as somebody else, who must get through
  await chmod(dataDir, 0o711)
  const settings = { PORT: String(port), DATA_DIR: dataDir, TEST_CLOCK: 'on', DEMO: 'off', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [START], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C is for the tour, which then stops the service
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const gone = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (!gone()) {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  const site = `http://localhost:${port}`
  for (const until = performance.now() + READY_LIMIT_MS; performance.now() < until && !gone();) {
    if (await hasTestClock(site)) return { site, own: true, stop }
    await sleep(100)
  }
  await stop()
  throw new Error(`A service for the tour did not start:\n${said}`)
}
