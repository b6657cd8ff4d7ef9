import type { Server, Socket } from 'node:net'

export type ConnectionLimits = {
  /** Most connections in total. */
  most: number
  /** Slots that stay free for new connections. Frees them by ending the connections that have waited longest. */
  room: number
  /** Most connections of one network that are idle or have sent no complete headers. */
  waitingOfOne: number
  /** Most connections of one network in total. */
  ofOne: number
  /** Time for the headers before a connection may be ended for others. */
  graceMs: number
  /** Time without reading after which a client's connection ends. */
  unreadMs?: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { most: 2_000, room: 100, waitingOfOne: 100, ofOne: 1_000, graceMs: 1_000 }
const UNREAD_MS = 30_000

/** Counts of one network. Trusted proxies share one without name and cap, because they carry many callers. */
type Network = { name: string | null; all: number; waiting: number }
type Entry = Work & { socket: Socket; network: Network; busy: number; since: number; ended: boolean }

/** Callbacks for the begin and end of a request on a connection. */
export type Work = { begin(): void; end(): void }

/**
 * Keeps slots free for new connections. Over a limit, ends the connections that wait longest for headers or the next request, never an
 * active one. `networkOf` returns null for a trusted proxy. Returns the request callbacks of a connection.
 */
export function limitConnections(
  server: Server,
  networkOf: (address: string) => string | null,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): (socket: Socket) => Work | undefined {
  const entries = new Map<Socket, Entry>()
  const networks = new Map<string, Network>()
  const proxies: Network = { name: null, all: 0, waiting: 0 }
  server.maxConnections = limits.most

  const networkFor = (name: string | null): Network => {
    if (name === null) return proxies
    const known = networks.get(name) ?? { name, all: 0, waiting: 0 }
    networks.set(name, known)
    return known
  }
  const wait = (entry: Entry) => {
    entry.since = performance.now()
    entry.network.waiting++
  }
  const end = (entry: Entry) => {
    if (entry.busy === 0) entry.network.waiting--
    entry.ended = true
    entry.socket.destroy()
  }
  /** Finds the connection that has waited longest. A rare scan costs less than an order at each request. */
  const oldest = (isMeant: (network: Network) => boolean): Entry | null => {
    let first: Entry | null = null
    for (const entry of entries.values())
      if (entry.busy === 0 && !entry.ended && isMeant(entry.network) && (first === null || entry.since < first.since)) first = entry
    return first
  }
  const endOldWaiting = (network: Network) => {
    const limit = performance.now() - limits.graceMs
    while (network.waiting > limits.waitingOfOne) {
      const first = oldest((of) => of === network)
      if (first === null || first.since > limit) return
      end(first)
    }
  }
  const forget = (entry: Entry) => {
    const { socket, network, busy, ended } = entry
    entries.delete(socket)
    if (busy === 0 && !ended) network.waiting--
    if (--network.all === 0 && network.name !== null) networks.delete(network.name)
  }

  server.on('connection', (socket: Socket) => {
    const network = networkFor(networkOf(socket.remoteAddress ?? ''))
    const entry: Entry = { socket, network, busy: 0, since: 0, ended: false, begin, end: answered }
    function begin() {
      if (entry.busy++ === 0 && !entry.ended) network.waiting--
    }
    function answered() {
      entry.busy--
      if (entry.busy === 0 && !entry.ended && entries.has(socket)) wait(entry)
    }
    entries.set(socket, entry)
    network.all++
    wait(entry)
    socket.once('close', () => forget(entry))
    if (network.name !== null) {
      endOldWaiting(network)
      if (network.all > limits.ofOne) end(oldest((of) => of === network) ?? entry)
    }
    if (entries.size > limits.most - limits.room) {
      const first = oldest(({ name }) => name !== null) ?? oldest(() => true)
      if (first) end(first)
    }
  })

  // an unread response holds memory and its connection; node's timer restarts when a part is read
  const { unreadMs = UNREAD_MS } = limits
  const watchReaders = () => {
    for (const { socket, busy } of entries.values()) {
      const isUnread = busy > 0 && socket.writableLength > 0
      if (isUnread === (socket.timeout === unreadMs)) continue
      if (isUnread) socket.setTimeout(unreadMs)
      else if (busy > 0) socket.setTimeout(0)
    }
  }
  const watching = setInterval(watchReaders, unreadMs / 6).unref()
  server.once('close', () => clearInterval(watching))

  return (socket) => entries.get(socket)
}
