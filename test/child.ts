import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'node:test'
import { send } from '#test/app.ts'
import { emptyDatabase, testDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export type Child = { process: ChildProcess; port: number; output(): string; exited: Promise<number | null> }

export type Home = {
  databaseUrl: string
  /**
   * Starts a process of the service, and waits until it is ready unless `ready` is false. `folder` contains the code of a different
   * release.
   */
  start(role?: string, env?: Record<string, string>, options?: { ready?: boolean; folder?: string }): Promise<Child>
}

/**
 * Creates a data folder and a database (without tables if `empty`). Several processes can use them, at the same time or in sequence. Both
 * are removed when the test ends.
 */
export async function makeHome(t: Pick<TestContext, 'after'>, { empty = false } = {}): Promise<Home> {
  const database = await (empty ? emptyDatabase() : testDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'resale-child-'))
  const children: Child[] = []
  t.after(async () => {
    for (const child of children) {
      child.process.kill('SIGKILL')
      await child.exited
    }
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const databaseUrl = database.url
  return {
    databaseUrl,
    async start(role = 'all', env = {}, { ready = true, folder = ROOT } = {}) {
      const port = Number(env['PORT'] ?? (await freePort()))
      const child = spawn(process.execPath, [join(folder, 'bin/start.js'), role], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          DEMO: 'off',
          TEST_CLOCK: 'on',
          LOG_LEVEL: 'info',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      child.stdout.on('data', (chunk) => (output += String(chunk)))
      child.stderr.on('data', (chunk) => (output += String(chunk)))
      const exited = once(child, 'exit').then(([code]) => code as number | null)
      const started = { process: child, port, output: () => output, exited }
      children.push(started)
      if (ready) await untilReady(started)
      return started
    },
  }
}

async function untilReady({ process: child, port, output }: Child): Promise<void> {
  // Waits for up to several minutes, because the first startup also creates the demo data.
  for (let tries = 0; tries < 900; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output()}`)
    const reply = await send(port, 'GET', '/readyz').catch(() => null)
    if (reply?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`not ready:\n${output()}`)
}
