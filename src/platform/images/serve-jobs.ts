import { Refusal } from './refusal.ts'
import type { CardJob, ChildMessage, Job, Picture } from './protocol.ts'

const RSS_CHECK_MS = 25

/** Runs the main loop of a child process, which handles one image at a time. The process has no secrets and may be killed at any time. */
export function serveJobs(run: (job: Job & CardJob) => Promise<Picture>, maxRssBytes = Number(process.argv[2])): void {
  // libvips works in other threads, so this timer runs during decoding. It kills the process, because a normal exit would wait for those
  // threads.
  setInterval(() => {
    if (process.memoryUsage.rss() > maxRssBytes) process.kill(process.pid, 'SIGKILL')
  }, RSS_CHECK_MS).unref()

  process.on('disconnect', () => process.exit(0))
  // Ctrl-C reaches the whole process group, but the service itself stops its child processes when it has finished.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})

  process.on('message', (job: Job & CardJob) => {
    run(job).then(
      (picture) => reply({ kind: 'done', id: job.id, picture }),
      (error: unknown) => reply(failure(job.id, error)),
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

function reply(message: ChildMessage): void {
  process.send?.(message)
}
