import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A part of the fleet. It can be killed like by a power cut, and restarted at the same address. */
export type Part = {
  name: string
  kill(): Promise<void>
  start(): Promise<void>
  /** Requests that the service may refuse while this is away, such as `POST /x 503`. Undefined when other parts cover for it. */
  refused?: RegExp
}

type Program = {
  command: string
  args: readonly string[]
  env: Record<string, string>
  /** True when it serves; may throw before that. */
  ready(): Promise<boolean>
}

const READY_MS = 60_000

/** Receives the output of programs, and unexpected exits. */
export type Ears = { log(bytes: Buffer): void; fault(words: string): void }

/** Runs a program as a part. Its output is in the error when it does not start. `stop` ends it permanently. */
export function programPart(name: string, { command, args, env, ready }: Program, { log, fault }: Ears): Part & { stop(): Promise<void> } {
  let child: ChildProcess | null = null
  let isKilled = false
  let said = ''

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
      said = ''
      const started = spawn(command, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      isKilled = false
      started.once('exit', () => isKilled || fault(`${name} ended unexpectedly: ${said}`))
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', log)
        stream.on('data', (bytes: Buffer) => (said = (said + bytes).slice(-2_000)))
      }
      await until(
        async () => {
          if (started.exitCode !== null) throw new Error(`${name} ended: ${said}`)
          return ready().catch(() => false)
        },
        () => `${name} is not ready: ${said}`,
      )
    },
  }
}

/** Polls every 50 ms until it holds; throws `words` after a minute. */
export async function until(holds: () => Promise<boolean>, words: () => string, limitMs = READY_MS): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(words())
    await sleep(50)
  }
}
