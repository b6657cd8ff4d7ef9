import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program in the fleet, such as a web process or the database. A test can kill it and restart it on the same port. */
export type Part = {
  name: string
  kill(): Promise<void>
  start(): Promise<void>
  /**
   * Requests that the service may reject while this part is down, such as `POST /x 503`. Undefined if other parts of the fleet take over
   * its work.
   */
  refused?: RegExp
}

type Program = {
  command: string
  args: readonly string[]
  env: Record<string, string>
  /** Returns true once the program is ready. May throw while the program starts. */
  ready(): Promise<boolean>
}

const READY_MS = 60_000

/** Receives the programs' output and their unexpected exits. */
export type Ears = { log(bytes: Buffer): void; fault(words: string): void }

/**
 * Runs a program as a part of the fleet. If the program fails to start, the error contains the program's output. `stop` ends the program
 * permanently.
 */
export function programPart(name: string, { command, args, env, ready }: Program, { log, fault }: Ears): Part & { stop(): Promise<void> } {
  let child: ChildProcess | null = null
  let isKilled = false
  let output = ''

  async function kill(): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    isKilled = true
    child.kill('SIGKILL')
    await gone
  }

  return {
    name,
    kill,
    stop: kill,
    async start() {
      output = ''
      const started = spawn(command, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      isKilled = false
      started.once('exit', () => isKilled || fault(`${name} ended unexpectedly: ${output}`))
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', log)
        stream.on('data', (bytes: Buffer) => (output = (output + bytes).slice(-2_000)))
      }
      await until(
        async () => {
          if (started.exitCode !== null) throw new Error(`${name} ended: ${output}`)
          return ready().catch(() => false)
        },
        () => `${name} is not ready: ${output}`,
      )
    },
  }
}

/** Polls every 50 ms until `holds` returns true. After `limitMs` (default: one minute), throws an error with the message `words`. */
export async function until(holds: () => Promise<boolean>, words: () => string, limitMs = READY_MS): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(words())
    await sleep(50)
  }
}
