import { Agent, request } from 'node:http'
import { Worker } from 'node:worker_threads'
import type { Service } from '#test/attacks/cost/service.ts'

export type Sent = { method: string; path: string; headers: Record<string, string>; bytes?: string | Buffer }

/** Limits for the cost of one request: the delay for other requests, in ms, and the memory that the request uses, in MiB. */
export const MOST_MS = 100
export const MOST_MIB = 64
const TRIES = 3

export type Finding = string

const PROBER = `
const { workerData: { port, waits } } = require('node:worker_threads')
const { Agent, get } = require('node:http')
const agent = new Agent({ keepAlive: true })
const most = new Float64Array(waits)
const ask = () => {
  const began = performance.now()
  get({ host: '127.0.0.1', port, path: '/healthz', agent }, (reply) => reply.resume().on('end', () => {
    most[0] = Math.max(most[0], performance.now() - began)
    setTimeout(ask, 5)
  })).on('error', () => setTimeout(ask, 20))
}
ask()`

/** Sends attacks one after the other, while a second thread polls `/healthz`. */
export function createSender({ request, port }: Service) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const waits = new SharedArrayBuffer(8)
  const longest = new Float64Array(waits)
  const prober = new Worker(PROBER, { eval: true, workerData: { port, waits } })
  const findings: Finding[] = []
  let sent = 0

  async function once(attack: Sent) {
    longest[0] = 0
    await request('reset')
    const status = await exchange(port, agent, attack)
    return { status, waitedMs: Math.round(longest[0] ?? 0), ...(await request('read')) }
  }

  return {
    findings,
    count: () => sent,
    /**
     * Sends an attack. Returns the response status, or 0 if there is no response. Repeats an expensive attack in case the machine was busy
     * the first time.
     */
    async attack(what: string, attack: Sent): Promise<number> {
      sent++
      let best = await once(attack)
      for (let tries = 1; tries < TRIES && (best.heldMs > MOST_MS || best.grewMiB > MOST_MIB); tries++) {
        const again = await once(attack)
        if (again.heldMs + again.grewMiB < best.heldMs + best.grewMiB) best = again
      }
      const size = attack.bytes?.length ?? attack.path.length
      const cost = `${best.heldMs} ms of the event loop (/healthz waited ${best.waitedMs} ms), ${best.grewMiB} MiB, for ${size} bytes, answered ${best.status}`
      if (best.heldMs > MOST_MS || best.grewMiB > MOST_MIB) findings.push(`${what}: ${cost}`)
      if (best.status >= 500 && best.status !== 503) findings.push(`${what}: answered ${best.status}`)
      if (process.env['COST_ALL'] && best.heldMs > Number(process.env['COST_ALL'])) console.log(`${what}: ${cost}`)
      return best.status
    },
    async stop() {
      agent.destroy()
      await prober.terminate()
    },
  }
}

export type Sender = ReturnType<typeof createSender>

function exchange(port: number, agent: Agent, { method, path, headers, bytes }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const length = bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }
    const sending = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { host: `resale.localhost:${port}`, ...length, ...headers } },
      (reply) => {
        reply.resume().on('close', () => resolve(reply.statusCode!))
      },
    )
    sending.on('error', () => resolve(0)).setTimeout(60_000, () => sending.destroy())
    sending.end(bytes)
  })
}
