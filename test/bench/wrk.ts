import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuMs } from './cpu.ts'

/** Of many requests: microseconds of processor time each, of the web process and of the database; milliseconds by the clock. */
export type Measure = { web: number; db: number; rate: number; p50: number; p99: number }

export type Request = { path: string; method?: string; host?: string; headers?: Record<string, string>; json?: object }

/** Where requests go, and who works for them. */
export type Target = { port: number; web: number; db: number | null }

const CONNECTIONS = 16
/** Two rounds in a row that differ by less are warm. */
const FLAT = 0.05
const WARM_ROUNDS = 12

/** Whether the loader is here. It is written in C, so that it does not take the processor from what is measured. */
export function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' })
  } catch (error) {
    // it exits with 1 after telling its version
    return (error as { code?: string }).code !== 'ENOENT'
  }
  return true
}

/** Sends these requests in turn for that long, on 16 connections. Throws where one in a thousand is answered 400 or more. */
export async function load(target: Target, requests: readonly Request[], seconds: number): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'resale-wrk-'))
  try {
    const script = join(folder, 'requests.lua')
    writeFileSync(script, luaOf(target.port, requests))
    const before = usedBy(target)
    const { stdout } = await promisify(execFile)('wrk', [
      ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '-s', script],
      `http://127.0.0.1:${target.port}`,
    ])
    const after = usedBy(target)
    const seen = /SEEN (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)/.exec(stdout)
    if (seen === null) throw new Error(`wrk said: ${stdout}`)
    const [count, us, p50, p99, refused, broken] = seen.slice(1).map(Number) as [number, number, number, number, number, number]
    if (refused + broken > count / 1000) throw new Error(`${refused} of ${count} refused, ${broken} broken: ${JSON.stringify(requests[0])}`)
    const each = (now: number, then: number) => ((now - then) * 1000) / count
    return { web: each(after.web, before.web), db: each(after.db, before.db), rate: (count * 1e6) / us, p50: p50 / 1000, p99: p99 / 1000 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Loads until processor time a request stays the same: code is slow until it has run some ten thousand times. */
export async function warm(target: Target, requests: (seconds: number) => readonly Request[], rounds = WARM_ROUNDS): Promise<void> {
  let last = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const { web, db } = await load(target, requests(1), 1)
    if (Math.abs(web + db - last) < FLAT * last) return
    last = web + db
  }
}

const usedBy = ({ web, db }: Target) => ({ web: cpuMs(web), db: db === null ? 0 : cpuMs(db) })

function luaOf(port: number, requests: readonly Request[]): string {
  const text = ({ method = 'GET', path, host = 'resale.localhost', headers = {}, json }: Request) => {
    const body = json === undefined ? '' : JSON.stringify(json)
    const all = { Host: `${host}:${port}`, ...headers, ...(json && { 'Content-Type': 'application/json', 'Content-Length': body.length }) }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
  }
  return `
    local all = { ${requests.map((request) => JSON.stringify(text(request))).join(',\n')} }
    math.randomseed(os.time())
    local at = math.random(#all)
    request = function() at = at % #all + 1 return all[at] end
    done = function(summary, latency)
      local e = summary.errors
      io.write(string.format("SEEN %d %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
        latency:percentile(99), e.status, e.connect + e.read + e.write + e.timeout))
    end`
}
