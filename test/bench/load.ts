import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Runs `work` on `lanes` lanes for some seconds. Gives calls a second. */
export async function rateOf(lanes: number, seconds: number, work: (lane: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let calls = 0
  const lane = async (_: unknown, index: number) => {
    while (performance.now() - began < seconds * 1000) {
      await work(index)
      calls++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return calls / ((performance.now() - began) / 1000)
}

/** A kept-alive HTTP connection that does as little as it can, so that the service is measured and not its caller. */
export class LeanConnection {
  readonly #socket: Socket
  #buffer: Buffer = Buffer.alloc(0)
  #answered: (answer: { status: number; body: string }) => void = () => {}
  readonly #host: string

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
  }

  static async open(port: number): Promise<LeanConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new LeanConnection(socket, `resale.localhost:${port}`)
  }

  send(method: string, path: string, headers: string, payload = ''): Promise<{ status: number; body: string }> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${headers}\r\n${payload}`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes])
    const end = this.#buffer.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#buffer.toString('latin1', 0, end)
    const length = head.startsWith('HTTP/1.1 304') ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`)
    if (this.#buffer.length < end + 4 + length) return
    const body = this.#buffer.toString('utf8', end + 4, end + 4 + length)
    this.#buffer = this.#buffer.subarray(end + 4 + length)
    this.#answered({ status: Number(head.slice(9, 12)), body })
  }
}
