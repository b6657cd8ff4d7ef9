import { setTimeout as sleep } from 'node:timers/promises'
import { startProgram, type Program } from '#test/program.ts'

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

type Command = {
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
export function programPart(name: string, { command, args, env, ready }: Command, { log, fault }: Ears): Part & { stop(): Promise<void> } {
  let program: Program | null = null
  let isKilled = false

  async function kill(): Promise<void> {
    isKilled = true
    await program?.stop('SIGKILL')
  }

  return {
    name,
    kill,
    stop: kill,
    async start() {
      const started = startProgram(command, args, { env: { PATH: process.env['PATH'], ...env } })
      program = started
      isKilled = false
      started.process.once('exit', () => isKilled || fault(`${name} ended unexpectedly: ${started.output().slice(-2_000)}`))
      for (const stream of [started.process.stdout!, started.process.stderr!]) stream.on('data', log)
      await started.until(() => ready().catch(() => false))
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
