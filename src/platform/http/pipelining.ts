import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Work } from './connections.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
/** Private members of Node's connection. `test/attacks/pipelining.test.ts` fails if a Node release changes them. */
type Parser = { onIncoming(request: IncomingMessage, keepAlive: boolean): number; resume(): void }
type Connection = Socket & { parser: Parser | null; _paused: boolean }
type Unparsed = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number }

/** Maximum number of parsed requests without a response per connection (spec: completions 13.1). */
const MOST_IN_FLIGHT = 16
/** Number of requests in flight at which parsing resumes. It is well below the maximum, so that parsing pauses less often. */
const RESUME_AT = 8
/** Maximum number of pipelined requests that run concurrently, across all connections. */
const MOST_RUNNING = 4
/** Time in ms that a streaming response or a slow request body may occupy a slot. After that, the next request gets the slot. */
const LONGEST_SLOT_MS = 1_000
/**
 * Value that the parser's callback returns to pause the parser after the headers (`HPE_PAUSED` in llhttp). The parser's state is preserved.
 */
const STOP_PARSING = 21

export type Pipelines = {
  /** Handles a request after all earlier requests on the same connection. */
  handle: Handler
  /** Returns true if the error means that the parser was paused, after storing the unread bytes. Returns false for any other error. */
  storeUnread(error: Error, socket: Socket): boolean
}

/**
 * Limits work and memory per connection, because clients may pipeline requests. After 16 requests without a response, parsing and reading
 * pause, and further requests wait in network buffers. `handler` receives one request per connection at a time, because responses must be
 * sent in order. Pipelining connections take turns, so that every connection makes progress. A request on an idle connection never waits.
 */
export function limitPipelines(server: Server, workOf: (socket: Socket) => Work | undefined, handler: Handler): Pipelines {
  const pipelines = new WeakMap<Socket, Pipeline>()
  const slots = new Slots()
  server.on('connection', (socket: Socket) => pipelines.set(socket, new Pipeline(socket as Connection, workOf(socket), handler, slots)))
  return {
    handle: (request, response) => pipelines.get(request.socket)!.add(request, response),
    storeUnread: (error: Unparsed, socket) => {
      if (error.code !== 'HPE_PAUSED') return false
      pipelines.get(socket)!.storeUnread(error.rawPacket!.subarray(error.bytesParsed))
      return true
    },
  }
}

/** FIFO semaphore that limits the number of pipelined requests in progress. */
class Slots {
  #running = 0
  readonly #waiting = new Set<() => void>()

  wait(begin: () => void): void {
    this.#waiting.add(begin)
    this.#beginNext()
  }

  leave(begin: () => void): void {
    this.#waiting.delete(begin)
  }

  end(): void {
    this.#running--
    this.#beginNext()
  }

  #beginNext(): void {
    const [begin] = this.#waiting
    if (begin === undefined || this.#running >= MOST_RUNNING) return
    this.#waiting.delete(begin)
    this.#running++
    begin()
  }
}

class Pipeline {
  readonly #socket: Connection
  readonly #work: Work | undefined
  readonly #handler: Handler
  readonly #slots: Slots
  readonly #waiting: [IncomingMessage, ServerResponse][] = []
  #inFlight = 0
  #isRunning = false
  #unread: Buffer | null = null
  #slotTimer: NodeJS.Timeout | null = null

  constructor(socket: Connection, work: Work | undefined, handler: Handler, slots: Slots) {
    this.#socket = socket
    this.#work = work
    this.#handler = handler
    this.#slots = slots
    const parser = socket.parser!
    const parse = parser.onIncoming
    parser.onIncoming = (request, keepAlive) => {
      const result = parse(request, keepAlive)
      return result === 0 && this.#inFlight >= MOST_IN_FLIGHT ? STOP_PARSING : result
    }
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    response.on('close', this.#next)
    this.#inFlight++
    this.#work?.begin()
    if (this.#isRunning || this.#waiting.length > 0) this.#waiting.push([request, response])
    else this.#run(request, response)
  }

  storeUnread(unread: Buffer): void {
    const socket = this.#socket
    this.#unread = unread
    socket._paused = true
    socket.pause()
    // pauses the socket after every resume, because Node also resumes it when the write buffer drains
    socket.on('resume', this.#stayPaused)
  }

  readonly #stayPaused = () => {
    if (this.#unread !== null) this.#socket.pause()
  }

  readonly #next = () => {
    this.#inFlight--
    this.#work?.end()
    this.#isRunning = false
    this.#endSlot()
    if (!this.#socket.writable) return this.#forget()
    if (this.#unread !== null && this.#inFlight <= RESUME_AT) this.#parseOn(this.#unread)
    if (!this.#isRunning && this.#waiting.length > 0) this.#slots.wait(this.#begin)
  }

  readonly #begin = () => {
    this.#slotTimer = setTimeout(this.#endSlot, LONGEST_SLOT_MS).unref()
    this.#run(...this.#waiting.shift()!)
  }

  #run(request: IncomingMessage, response: ServerResponse): void {
    this.#isRunning = true
    this.#handler(request, response)
  }

  readonly #endSlot = () => {
    if (this.#slotTimer === null) return
    clearTimeout(this.#slotTimer)
    this.#slotTimer = null
    this.#slots.end()
  }

  #parseOn(unread: Buffer): void {
    const socket = this.#socket
    this.#unread = null
    socket.off('resume', this.#stayPaused)
    socket._paused = false
    socket.parser?.resume()
    socket.emit('data', unread)
    if (this.#unread === null && !socket._paused) socket.resume()
  }

  #forget(): void {
    this.#slots.leave(this.#begin)
    this.#waiting.length = 0
    this.#unread = null
  }
}
