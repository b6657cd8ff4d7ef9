import type { IncomingMessage } from 'node:http'

const MOST = 64
const LONGEST_MS = 5_000

/**
 * Semaphore for signed bodies. A signature is known to be valid only when the body is complete, so anyone can send one. Each body has a few
 * seconds. A new body always gets a place: over the limit, the oldest body of the network with the most ends. A provider's event arrives
 * complete at once, so slow bodies never block it.
 */
export function createSignedBodies({ most = MOST, longestMs = LONGEST_MS }: { most?: number; longestMs?: number } = {}) {
  const places = new Map<IncomingMessage, string>()
  return async function inPlace<T>(request: IncomingMessage, network: string, read: () => Promise<T>): Promise<T> {
    places.set(request, network)
    if (places.size > most) end(oldestOfMost(places))
    const timer = setTimeout(() => end(request), longestMs)
    try {
      return await read()
    } finally {
      clearTimeout(timer)
      places.delete(request)
    }
  }

  function end(request: IncomingMessage): void {
    places.delete(request)
    request.destroy()
  }
}

function oldestOfMost(places: ReadonlyMap<IncomingMessage, string>): IncomingMessage {
  const oldest = new Map<string, { request: IncomingMessage; count: number }>()
  for (const [request, network] of places) {
    const known = oldest.get(network)
    if (known) known.count++
    else oldest.set(network, { request, count: 1 })
  }
  return [...oldest.values()].reduce((most, one) => (one.count > most.count ? one : most)).request
}
