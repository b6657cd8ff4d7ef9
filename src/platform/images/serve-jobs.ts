import { Refusal } from './refusal.ts'
import type { CardJob, ChildMessage, Job, Picture } from './protocol.ts'

const CHECK_MS = 25

/** The running job: its start time as in `performance.now()`, and this process's processor time at the start. */
type Running = { id: number; startedMs: number; usage: NodeJS.CpuUsage }

/** Main loop of a child process, which handles one image at a time. The process has no secrets and may be killed at any time. */
export function serveJobs(
  run: (job: Job & CardJob) => Promise<Picture>,
  maxRssBytes = Number(process.argv[2]),
  jobTimeoutMs = Number(process.argv[3]),
): void {
  let running: Running | null = null
  // libvips decodes in other threads, so this timer can fire during decoding. It kills the process, because a normal exit would wait for
  // those threads.
  setInterval(() => {
    if (process.memoryUsage.rss() > maxRssBytes) die()
    if (running && performance.now() - running.startedMs > jobTimeoutMs) {
      reply({ kind: 'failed', id: running.id, reason: lateReason(usedMs(running.usage), jobTimeoutMs), detail: 'timeout' }, die)
      running = null
    }
  }, CHECK_MS).unref()

  process.on('disconnect', () => process.exit(0))
  // ignores Ctrl-C, which reaches the whole process group; the service itself stops its child processes when it has finished
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})

  process.on('message', (job: Job & CardJob) => {
    running = { id: job.id, startedMs: performance.now(), usage: process.cpuUsage() }
    const end = (message: ChildMessage) => {
      if (running) reply(message)
      running = null
    }
    run(job).then(
      (picture) => end({ kind: 'done', id: job.id, picture }),
      (error: unknown) => end(failure(job.id, error)),
    )
  })
  reply({ kind: 'ready' })
}

function failure(id: number, error: unknown): ChildMessage {
  const detail = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
  if (error instanceof Refusal) return { kind: 'failed', id, reason: error.reason, detail }
  if (/exceeds pixel limit/.test(detail)) return { kind: 'failed', id, reason: 'too_many_pixels', detail }
  return { kind: 'failed', id, reason: 'unreadable', detail }
}

/**
 * Returns the reason for a job's timeout. `timeout`: the job used at least half of the time limit on a processor. `busy`: the machine was
 * too loaded, and a later attempt can succeed.
 */
export const lateReason = (usedMs: number, limitMs: number): 'busy' | 'timeout' => (usedMs < limitMs / 2 ? 'busy' : 'timeout')

function usedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

const die = () => process.kill(process.pid, 'SIGKILL')

function reply(message: ChildMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent)
}
