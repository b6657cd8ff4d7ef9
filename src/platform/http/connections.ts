import type { Server, Socket } from 'node:net'

export type ConnectionLimits = {
  most: number
  /**
   * Number of connection slots reserved for new clients. If fewer are free, the service closes the connections that have waited longest for
   * a request.
   */
  room: number
  /** Maximum number of connections per network that are idle or still sending headers. */
  waitingOfOne: number
  ofOne: number
  /** Time in ms that a client has to send its headers. After that, the connection may be closed to free a slot. */
  graceMs: number
  /** Maximum time in ms that a client may leave a response unread before the service closes the connection. */
  unreadMs?: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { most: 2_000, room: 100, waitingOfOne: 100, ofOne: 1_000, graceMs: 1_000 }
const UNREAD_MS = 30_000

/**
 * Connection counts of one network. All trusted proxies share one entry without a name or limit, because they forward requests from many
 * clients.
 */
type Network = { name: string | null; all: number; waiting: number }
type Entry = Work & { socket: Socket; network: Network; busy: number; since: number; ended: boolean }

/** Callbacks for the start and the end of each request on a connection. */
export type Work = { begin(): void; end(): void }

/**
 * Keeps slots free for new connections. Above a limit, closes the connections that have waited longest for headers or for the next request,
 * but never a connection with an active request. `networkOf` must return null for a trusted proxy. Returns a function that looks up a
 * connection's callbacks, which the caller must call when a request begins and ends.
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
  /**
   * Finds the connection that has waited longest. Scans all connections, which is rare and thus cheaper than a sorted list that every
   * request would update.
   */
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

  // an unread response occupies memory and a connection; Node restarts the timer whenever the client reads part of the response
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
