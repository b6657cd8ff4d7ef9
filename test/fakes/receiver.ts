import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { slack } from '#test/machine.ts'
import { startLocalServer } from '#test/local-server.ts'

export type Received = { path: string; headers: Record<string, string>; body: string; at: number }

/** A seller's webhook receiver on loopback. Stores all requests, and sends the configured response. */
export type Receiver = {
  url: string
  received: Received[]
  /**
   * Sends the response, by default with status 200. A test may replace this function to send a late response, an incorrect response, or
   * none.
   */
  answer: (response: ServerResponse, got: Received) => void
  until(count: number, limitMs?: number): Promise<Received[]>
  stop(): Promise<void>
}

/** Starts a webhook receiver. `tls` is a certificate for `localhost` that senders must trust. */
export async function startReceiver(
  t?: { after(stop: () => Promise<void>): void },
  path = '/hooks',
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    response.on('error', () => {})
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const got = { path: request.url!, headers, body: Buffer.concat(chunks).toString(), at: performance.now() }
      receiver.received.push(got)
      receiver.answer(response, got)
    })
  }
  const { url, stop } = await startLocalServer(t, receive, tls)
  const receiver: Receiver = {
    url: `${url}${path}`,
    received: [],
    answer: (response) => response.end('ok'),
    async until(count, limitMs = 10_000) {
      const deadline = performance.now() + slack(limitMs)
      while (receiver.received.length < count) {
        if (performance.now() > deadline) throw new Error(`${receiver.received.length} of ${count} requests came within ${limitMs} ms`)
        await sleep(2)
      }
      return receiver.received
    },
    stop,
  }
  return receiver
}
