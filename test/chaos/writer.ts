import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Item, Ledger, State } from '#test/chaos/ledger.ts'

/** Sends a seller's write. Returns the response, with status 0 if there was none. */
export type Send = (write: {
  method: string
  path: string
  json: unknown
  idempotencyKey: string | null
}) => Promise<{ status: number; body: unknown }>

/** A write request, with a function that records the response in the ledger. */
type Write = {
  method: string
  path: string
  json: unknown
  idempotencyKey: string | null
  acknowledged(body: { id: string }): void
  /** Records that the write got no response, and cannot be retried. */
  unknown(): void
}

/** With `keyed`, every write has an idempotency key. Otherwise, about half of the writes have one. */
type To = { send: Send; shop: string; ledger: Ledger; keyed?: boolean }

let made = 0

/**
 * Simulates a seller's client on one connection. Writes without a pause until a write fails. If the failed write has an idempotency key, it
 * stays in `unconfirmed` until `settle` repeats it.
 */
export class Writer {
  readonly unconfirmed: Write[] = []
  readonly #mine: Item[] = []
  #stopped = false
  readonly #to: To

  constructor(to: To) {
    this.#to = to
  }

  async run(): Promise<void> {
    this.#stopped = false
    while (!this.#stopped) if (!(await this.#attempt(this.#next()))) return
  }

  stop(): void {
    this.#stopped = true
  }

  /** Creates a listing without an idempotency key. Returns true if the service acknowledged it. */
  create = (): Promise<boolean> => this.#attempt({ ...this.#creation(), idempotencyKey: null })

  /** Repeats the writes in `unconfirmed`. Returns the statuses of the failed responses. */
  async settle(): Promise<number[]> {
    const refused: number[] = []
    for (const write of this.unconfirmed.splice(0)) {
      const { status } = await this.#send(write)
      if (status >= 200 && status < 300) continue
      refused.push(status)
      this.unconfirmed.push(write)
    }
    return refused
  }

  async #attempt(write: Write): Promise<boolean> {
    const { status } = await this.#send(write)
    if (status >= 200 && status < 300) return true
    if (status >= 400 && status < 500) throw new Error(`${write.method} ${write.path} was refused with ${status}`)
    if (write.idempotencyKey === null) write.unknown()
    else this.unconfirmed.push(write)
    return false
  }

  #key(): string | null {
    return this.#to.keyed || Math.random() < 0.5 ? `key-${Math.random().toString(36).slice(2)}${++made}` : null
  }

  #next(): Write {
    const dice = Math.random()
    const item = this.#mine[Math.floor(Math.random() * this.#mine.length)]
    if (item === undefined || dice < 0.4 || this.unconfirmed.length > 0) return this.#creation()
    if (dice < 0.55 && item.state.status === 'draft') return this.#change(item, 'POST', '/publish', {}, { ...item.state, status: 'live' })
    const priceCents = (item.state.priceCents % 1_000_000) + 1
    return this.#change(item, 'PATCH', '', { price: priceCents / 100 }, { ...item.state, priceCents })
  }

  #creation(): Write {
    const { ledger, shop } = this.#to
    const title = `Thing ${++made}`
    const priceCents = 100 + (made % 900)
    return {
      method: 'POST',
      path: '/v1/listings',
      json: { shop, title, price: priceCents / 100 },
      idempotencyKey: this.#key(),
      acknowledged: ({ id }) => this.#mine.push(ledger.made(id, title, priceCents)),
      unknown: () => ledger.maybeMade.add(title),
    }
  }

  #change(item: Item, method: string, verb: string, json: unknown, after: State): Write {
    return {
      method,
      path: `/v1/listings/${item.id}${verb}`,
      json,
      idempotencyKey: this.#key(),
      acknowledged: () => this.#to.ledger.changed(item, after),
      unknown: () => (item.maybe = after),
    }
  }

  /** Sends a write. Only a complete 2xx response counts as an acknowledgment. */
  async #send(write: Write): Promise<{ status: number }> {
    const { status, body } = await this.#to.send(write)
    if (status >= 200 && status < 300) {
      write.acknowledged(body as { id: string })
      this.#to.ledger.acknowledged++
    }
    return { status }
  }
}

/** Returns a function that sends requests as one seller, over a single connection to a local service. */
export function senderTo(port: number, key: string): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async ({ method, path, json, idempotencyKey }) => {
    try {
      const payload = JSON.stringify(json)
      const request = httpRequest({
        ...{ host: '127.0.0.1', port, agent, method, path },
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        },
      })
      request.end(payload)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const status = response.statusCode!
      return { status, body: status < 300 ? JSON.parse(Buffer.concat(chunks).toString()) : null }
    } catch {
      return { status: 0, body: null }
    }
  }
}
