import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendToAny } from '#test/app.ts'
import { slack } from '#test/machine.ts'

const READY_MS = slack(60_000)

/** A program that runs in its own process. */
export type Program = {
  process: ChildProcess
  /** Everything that the program has printed so far. */
  output(): string
  isRunning(): boolean
  /** Resolves with the exit code, or with null if a signal ended the program. */
  exited: Promise<number | null>
  /** Sends the signal, and waits until the program has ended. Does nothing if the program has already ended. */
  stop(signal: NodeJS.Signals): Promise<void>
  /** Polls until `attempt` returns true. Returns the elapsed ms. Throws the output of the program if it ends first, or after `limitMs`. */
  until(attempt: () => boolean | Promise<boolean>, limitMs?: number): Promise<number>
}

export function startProgram(command: string, args: readonly string[], options: SpawnOptions = {}): Program {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    process: child,
    output: () => output,
    isRunning,
    exited,
    async stop(signal) {
      child.kill(signal)
      await exited
    },
    async until(attempt, limitMs = READY_MS) {
      const began = performance.now()
      while (!(await attempt())) {
        if (!isRunning()) throw new Error(`${command} ended unexpectedly: ${output}`)
        if (performance.now() - began > limitMs) throw new Error(`${command} is not ready: ${output}`)
        await sleep(20)
      }
      return performance.now() - began
    },
  }
}

/** Returns true if the service at this port of loopback reports that it is ready. */
export const isReady = async (port: number): Promise<boolean> => (await sendToAny(port, 'GET', '/readyz').catch(() => null))?.status === 200
