import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ImageError, type ImageReason } from '#platform/media/image-error.ts'
import type { CardJob, ChildMessage, Job, Picture } from './protocol.ts'

export type Worker = ReturnType<typeof createWorker>

export type WorkerOptions = {
  jobTimeoutMs: number
  maxRssBytes: number
  idleMs: number
  childPath?: string
}

const START_TIMEOUT_MS = 20_000
/** Additional time in ms that a decoding process has to stop before the service kills it. */
const HANG_MS = 1_000
/**
 * Number of nice levels below the service's priority. Under full load, decoding then gets a seventh of a core, which is enough for the
 * largest image.
 */
const NICE_INCREMENT = 8
/** Errors after which the next image is decoded in a new process. */
const STOPPING: ReadonlySet<string> = new Set<ImageReason>(['busy', 'timeout', 'unavailable'])
const CHILD_PATH = fileURLToPath(new URL('./child.ts', import.meta.url))

/**
 * Manages one decoding process: starts it on demand, kills it after a timeout, and replaces it when it has exited. An invalid image fails
 * only its own request.
 */
export function createWorker(options: WorkerOptions) {
  let child: ChildProcess | null = null
  let started: Promise<void> | null = null
  let idle: NodeJS.Timeout | undefined

  async function run(job: Job | CardJob): Promise<Picture> {
    clearTimeout(idle)
    try {
      started ??= start()
      await started
      return await sendJob(child!, job)
    } catch (error) {
      // After a timeout, stops the process immediately, so that its later exit does not fail the next image.
      if (error instanceof ImageError && STOPPING.has(error.reason)) stop()
      throw error
    } finally {
      idle = setTimeout(stop, options.idleMs).unref()
    }
  }

  function start(): Promise<void> {
    const fresh = fork(options.childPath ?? CHILD_PATH, [String(options.maxRssBytes), String(options.jobTimeoutMs)], {
      // The child process gets neither the service's environment, which contains secrets, nor its flags or output streams.
      env: childEnv(),
      execArgv: ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child = fresh
    yieldTo(fresh)
    fresh.on('error', () => forget(fresh))
    fresh.on('exit', () => forget(fresh))
    return settleOn<void>(fresh, START_TIMEOUT_MS, 'unavailable', 'unavailable', (message, done) => {
      if (message.kind === 'ready') done(undefined)
    })
  }

  function sendJob(to: ChildProcess, job: Job | CardJob): Promise<Picture> {
    const answer = settleOn<Picture>(to, options.jobTimeoutMs + HANG_MS, 'timeout', 'unreadable', (message, done, fail) => {
      if (message.kind === 'done' && message.id === job.id) done(message.picture)
      if (message.kind === 'failed' && message.id === job.id) fail(new ImageError(message.reason, { cause: message.detail }))
    })
    // This callback ignores errors from sending to a dead process, because the exit event rejects the job.
    to.send(job, () => {})
    return answer
  }

  function forget(ended: ChildProcess): void {
    if (child !== ended) return
    child = null
    started = null
  }

  function stop(): void {
    clearTimeout(idle)
    const current = child
    if (!current) return
    forget(current)
    current.kill('SIGKILL')
  }

  return { run, stop, pid: () => child?.pid }
}

type Handler<T> = (message: ChildMessage, done: (value: T) => void, fail: (error: Error) => void) => void

function settleOn<T>(
  child: ChildProcess,
  timeoutMs: number,
  onTimeout: 'timeout' | 'unavailable',
  onExit: 'unreadable' | 'unavailable',
  handle: Handler<T>,
): Promise<T> {
  hold(child, true)
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => fail(new ImageError(onTimeout)), timeoutMs)
    const onMessage = (message: unknown) => handle(message as ChildMessage, done, fail)
    const onEnd = () => fail(new ImageError(onExit))
    function done(value: T): void {
      stop()
      resolve(value)
    }
    function fail(error: Error): void {
      stop()
      reject(error)
    }
    function stop(): void {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      hold(child, false)
    }
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    if (child.exitCode !== null || child.signalCode !== null) onEnd()
  })
}

/** Sets whether the child process prevents the service from exiting. Only a busy child process does. */
function hold(child: ChildProcess, on: boolean): void {
  if (on) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

/**
 * Lowers the priority of a child process, because users notice slow pages more than slow images. Threads that the process starts later
 * inherit the priority.
 */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE_INCREMENT))
  } catch {
    // the priority cannot be changed, or the process has ended; both cases are harmless
  }
}

function childEnv(): NodeJS.ProcessEnv {
  const inherited = ['PATH', 'TMPDIR', 'SystemRoot', 'LD_LIBRARY_PATH']
  const entries = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]))
  return { ...Object.fromEntries(entries), MALLOC_ARENA_MAX: '2' }
}
