import type { IncomingMessage } from 'node:http'

const MOST = 64
const LONGEST_MS = 5_000

/**
 * Creates a semaphore for signed bodies. A signature can be checked only after the whole body has been read. A new body always gets a slot:
 * above the limit, the semaphore aborts the oldest body from the network that sends the most bodies. Providers' webhooks arrive quickly, so
 * slow bodies cannot block them. Every body must arrive within a few seconds.
 */
export function createBodySlots({ most = MOST, longestMs = LONGEST_MS }: { most?: number; longestMs?: number } = {}) {
  const slots = new Map<IncomingMessage, string>()
  return async function withSlot<T>(request: IncomingMessage, network: string, read: () => Promise<T>): Promise<T> {
    slots.set(request, network)
    if (slots.size > most) end(oldestOfMost(slots))
    const timer = setTimeout(() => end(request), longestMs)
    try {
      return await read()
    } finally {
      clearTimeout(timer)
      slots.delete(request)
    }
  }

  function end(request: IncomingMessage): void {
    slots.delete(request)
    request.destroy()
  }
}

function oldestOfMost(slots: ReadonlyMap<IncomingMessage, string>): IncomingMessage {
  const oldest = new Map<string, { request: IncomingMessage; count: number }>()
  for (const [request, network] of slots) {
    const known = oldest.get(network)
    if (known) known.count++
    else oldest.set(network, { request, count: 1 })
  }
  return [...oldest.values()].reduce((most, one) => (one.count > most.count ? one : most)).request
}
