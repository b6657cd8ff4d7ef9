import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'node:test'
import { emptyDatabase, testDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { isReady, startProgram, type Program } from '#test/program.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export type Child = Program & { port: number }

export type Home = {
  databaseUrl: string
  /** Starts a process of the service, and waits until it is ready unless `ready` is false. */
  start(role?: string, env?: Record<string, string>, options?: { ready?: boolean }): Promise<Child>
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
    for (const child of children) await child.stop('SIGKILL')
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const databaseUrl = database.url
  return {
    databaseUrl,
    async start(role = 'all', env = {}, { ready = true } = {}) {
      const port = Number(env['PORT'] ?? (await freePort()))
      const program = startProgram(process.execPath, [join(ROOT, 'bin/start.js'), role], {
        cwd: ROOT,
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
      })
      const child = { ...program, port }
      children.push(child)
      if (ready) await child.until(() => isReady(port))
      return child
    },
  }
}
