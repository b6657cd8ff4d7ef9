import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpuMs } from './cpu.ts'

const SCRIPT = fileURLToPath(new URL('load.lua', import.meta.url))

/**
 * Averages over many requests. `web` and `db`: CPU time per request in the web process and the database, in microseconds. `rate`: requests
 * per second. `p50`, `p99`: response time in milliseconds.
 */
export type Measure = { web: number; db: number; rate: number; p50: number; p99: number }

/** A request to send. Each request replaces `{n}` in the path with a different number. */
export type Request = { path: string; method?: string; host?: string; headers?: Record<string, string>; json?: object }

/** The port for requests, and the ids of the processes that serve the requests. */
export type Target = { port: number; web: number; db: number | null }

/**
 * `pace`: requests per second, which are sent at this rate even if responses are late. With 0, each request waits for the previous
 * response.
 */
export type LoadOptions = { seconds: number; connections?: number; pace?: number }

export const CONNECTIONS = 16
/** A target counts as warm if the CPU times of two consecutive rounds differ by at most this share. */
const FLAT = 0.05
const WARM_ROUNDS = 12
/** Number of error responses that are allowed even in a short load, because the machine may be busy. */
const FEW = 2

/** Returns true if the load generator wrk is installed. It is written in C and leaves most CPU time to the service. */
export function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' })
  } catch (error) {
    // wrk exits with 1 even when it only prints its version, so any exit code proves that it is installed
    return (error as { code?: string }).code !== 'ENOENT'
  }
  return true
}

/**
 * Sends the requests in turn for `seconds` seconds. `late` is the share of requests that were sent too late for the fixed rate. Throws if
 * more than `FEW` responses, and more than one in a thousand, are errors.
 */
export async function load(
  target: Target,
  requests: readonly Request[],
  { seconds, connections = CONNECTIONS, pace = 0 }: LoadOptions,
): Promise<Measure & { late: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'resale-wrk-'))
  try {
    const file = join(folder, 'requests.lua')
    writeFileSync(file, `return {\n${requests.map((each) => JSON.stringify(textOf(target.port, each))).join(',\n')}\n}\n`)
    const before = usedBy(target)
    const { stdout } = await promisify(execFile)('wrk', [
      ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', SCRIPT, `http://127.0.0.1:${target.port}`],
      ...['--', file, String(pace)],
    ])
    const after = usedBy(target)
    const [count, us, p50, p99, refused, broken, late] = seenIn(stdout)
    if (refused + broken > Math.max(FEW, count / 1000))
      throw new Error(`${refused} of ${count} refused, ${broken} broken: ${JSON.stringify(requests[0])}`)
    const each = (now: number, then: number) => ((now - then) * 1000) / count
    const used = { web: each(after.web, before.web), db: each(after.db, before.db) }
    return { ...used, rate: (count * 1e6) / us, p50: p50 / 1000, p99: p99 / 1000, late: late / count }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type SeenByWrk = [count: number, us: number, p50: number, p99: number, refused: number, broken: number, late: number]

function seenIn(stdout: string): SeenByWrk {
  const seen = /^SEEN ([\d ]+)$/m.exec(stdout)
  if (seen === null) throw new Error(`wrk said: ${stdout}`)
  return seen[1]!.split(' ').map(Number) as SeenByWrk
}

/** Sends load until the CPU time per request is stable. Code runs slowly in its first ten thousand calls. */
export async function warm(
  target: Target,
  requests: (seconds: number) => readonly Request[],
  { rounds = WARM_ROUNDS, seconds = 1, pace = 0 }: { rounds?: number; seconds?: number; pace?: number } = {},
): Promise<void> {
  let last = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const { web, db } = await load(target, requests(seconds), { seconds, pace })
    if (Math.abs(web + db - last) < FLAT * last) return
    last = web + db
  }
}

const usedBy = ({ web, db }: Target) => ({ web: cpuMs(web), db: db === null ? 0 : cpuMs(db) })

function textOf(port: number, { method = 'GET', path, host = 'resale.localhost', headers = {}, json }: Request): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  const own = json && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const lines = Object.entries({ Host: `${host}:${port}`, ...headers, ...own }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
