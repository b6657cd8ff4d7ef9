import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runningServer } from '#platform/database/process-status.ts'
import { freePort } from '#test/free-port.ts'
import { testFolder } from '#test/cluster.ts'
import { slack } from '#test/machine.ts'
import { startProgram, type Program } from '#test/program.ts'

const START = fileURLToPath(new URL('../../bin/start.js', import.meta.url))
const READY_MS = slack(120_000)

/** The real service and its embedded database as separate processes, which can be killed and restarted. */
export type KillableService = {
  port: number
  dataDir: string
  pid(): number
  isRunning(): boolean
  /** Starts the process, but does not wait until it is ready. `flags` are the Node options for this process. */
  start(flags?: readonly string[]): void
  /** Sends SIGKILL to the service, to the main process of the database, or to both. Waits until they have ended. */
  kill(what: Victim): Promise<void>
  /** Repeats `attempt` until it returns true. Returns the duration in ms. */
  until(attempt: () => Promise<boolean>): Promise<number>
  /** Waits until the service prints its API key at startup, and returns the key. */
  key(): Promise<string>
  /** Stops all processes in order, and removes the folder. */
  end(): Promise<void>
}

export type Victim = 'service' | 'database' | 'both'

/** `flags` are Node options for the first process. `onSpawn` gets the id of each process before the process can start child processes. */
export async function killableService(
  env: Record<string, string> = {},
  args: readonly string[] = [],
  { flags = [], onSpawn }: { flags?: readonly string[]; onSpawn?: (pid: number) => void } = {},
): Promise<KillableService> {
  const dataDir = testFolder('resale-kill-')
  const port = await freePort()
  let program = launch(flags)

  function launch(options: readonly string[]): Program {
    const launched = startProgram(process.execPath, ['--max-semi-space-size=16', ...options, START, ...args], {
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_URL: '', ...env },
    })
    onSpawn?.(launched.process.pid!)
    return launched
  }

  const until = (attempt: () => Promise<boolean>) => program.until(attempt, READY_MS)

  return {
    port,
    dataDir,
    pid: () => program.process.pid!,
    isRunning: () => program.isRunning(),
    start(options = []) {
      program = launch(options)
    },
    async kill(what) {
      const database = what === 'service' ? null : runningServer(dataDir)
      if (what !== 'service' && database === null) throw new Error('no database is running')
      if (database !== null) process.kill(database.pid, 'SIGKILL')
      if (what !== 'database') await program.stop('SIGKILL')
      while (database !== null && runningServer(dataDir)?.pid === database.pid) await sleep(2)
    },
    until,
    async key() {
      await until(async () => /KEY=\S+\s/.test(program.output()))
      return /KEY=(\S+)/.exec(program.output())![1]!
    },
    async end() {
      await program.stop('SIGTERM')
      const left = runningServer(dataDir)
      if (left !== null) process.kill(left.pid, 'SIGQUIT')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
