import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

export type ConnectionLimits = {
  /** Connections in all. */
  most: number
  /** Kept free for who comes next, by ending those that have waited longest. */
  room: number
  /** Of one network that have sent no whole headers, or have nothing to ask after an answer. */
  waitingOfOne: number
  /** Of one network in all. */
  ofOne: number
  /** So long anybody may take for their headers before their connection can be ended for others. */
  graceMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { most: 2_000, room: 100, waitingOfOne: 100, ofOne: 1_000, graceMs: 1_000 }

type Entry = { socket: Socket; network: string | null; busy: number; since: number }

/**
 * Keeps room for who comes next. Connections that wait (for headers, or for the next request) are ended where one network has too many
 * of them or all places are nearly taken, longest waiting first: whoever has something to ask has asked it by then. Those with a
 * request under way are never ended. `networkOf` gives null for a trusted proxy, which has many callers and no cap.
 *
 * Call the function that it returns with each request, to tell when it is under way.
 */
export function limitConnections(
  server: Server,
  networkOf: (address: string) => string | null,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): (socket: Socket, response: ServerResponse) => void {
  const entries = new Map<Socket, Entry>()
  const waiting = createQueues()
  const ofNetwork = new Map<string, number>()
  server.maxConnections = limits.most

  const wait = (entry: Entry) => {
    entry.since = performance.now()
    waiting.add(entry)
  }
  const count = (network: string | null, change: 1 | -1) => {
    if (network === null) return
    const now = (ofNetwork.get(network) ?? 0) + change
    if (now === 0) ofNetwork.delete(network)
    else ofNetwork.set(network, now)
  }
  const end = (entry: Entry) => {
    waiting.remove(entry)
    entry.socket.destroy()
  }
  const endOldWaiting = (network: string) => {
    const limit = performance.now() - limits.graceMs
    while (waiting.of(network) > limits.waitingOfOne) {
      const oldest = waiting.oldest(network)
      if (!oldest || oldest.since > limit) return
      end(oldest)
    }
  }

  server.on('connection', (socket: Socket) => {
    const entry: Entry = { socket, network: networkOf(socket.remoteAddress ?? ''), busy: 0, since: 0 }
    entries.set(socket, entry)
    count(entry.network, 1)
    wait(entry)
    socket.once('close', () => {
      entries.delete(socket)
      waiting.remove(entry)
      count(entry.network, -1)
    })
    if (entry.network !== null) {
      endOldWaiting(entry.network)
      if (ofNetwork.get(entry.network)! > limits.ofOne) end(waiting.oldest(entry.network) ?? entry)
    }
    if (entries.size > limits.most - limits.room) {
      const oldest = waiting.oldest()
      if (oldest) end(oldest)
    }
  })

  return (socket, response) => {
    const entry = entries.get(socket)
    if (!entry) return
    entry.busy++
    waiting.remove(entry)
    response.once('close', () => {
      entry.busy--
      if (entry.busy === 0 && entries.has(socket) && !socket.destroyed) wait(entry)
    })
  }
}

/** Who waits, in the order in which they began to: of each network, and of all; proxies come last. */
function createQueues() {
  const all = new Set<Entry>()
  const proxies = new Set<Entry>()
  const byNetwork = new Map<string, Set<Entry>>()
  const first = (queue: Set<Entry> | undefined): Entry | undefined => queue?.values().next().value
  return {
    add(entry: Entry) {
      const { network } = entry
      if (network === null) proxies.add(entry)
      else {
        all.add(entry)
        byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(entry))
      }
    },
    remove(entry: Entry) {
      proxies.delete(entry)
      all.delete(entry)
      const own = byNetwork.get(entry.network ?? '')
      own?.delete(entry)
      if (own?.size === 0) byNetwork.delete(entry.network ?? '')
    },
    of: (network: string): number => byNetwork.get(network)?.size ?? 0,
    oldest: (network?: string): Entry | undefined =>
      network === undefined ? (first(all) ?? first(proxies)) : first(byNetwork.get(network)),
  }
}
