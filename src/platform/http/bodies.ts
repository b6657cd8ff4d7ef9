import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isHeld } from './expect.ts'

export type BodyLimits = {
  /** Limits on request bodies that are still arriving: `most` in total, `ofOne` per network. */
  most: number
  ofOne: number
  /** Time in ms before the minimum rate is enforced. */
  graceMs: number
  leastBytesPerSecond: number
}

export const BODY_LIMITS: BodyLimits = { most: 800, ofOne: 100, graceMs: 10_000, leastBytesPerSecond: 1_024 }

const EVERY_MS = 500
/** Minimum age of a request body, in ms, before its transfer rate is compared with that of other bodies. */
const NEWBORN_MS = 1_000

type Entry = {
  request: IncomingMessage
  response: ServerResponse
  network: string
  bytesBefore: number
  began: number
  /** Time in ms during which the service itself did not read the body. It does not count against the client. */
  oursMs: number
}

export type Bodies = {
  track(request: IncomingMessage, response: ServerResponse, network: string): void
  stop(): void
}

/**
 * Limits slow request bodies, because each one occupies a connection. Each body must arrive at a minimum rate. If too many bodies arrive at
 * the same time, first ends requests that already have a response, then the slowest requests. `endSlow` ends a request that has no response
 * yet.
 */
export function limitBodies(endSlow: (request: IncomingMessage) => void, limits: BodyLimits = BODY_LIMITS): Bodies {
  const entries = new Set<Entry>()
  const ofNetwork = new Map<string, Set<Entry>>()
  const came = new WeakMap<Socket, number>()

  const remove = (entry: Entry) => {
    if (!entries.delete(entry)) return
    came.set(entry.request.socket, entry.request.socket.bytesRead)
    const own = ofNetwork.get(entry.network)
    own?.delete(entry)
    if (own?.size === 0) ofNetwork.delete(entry.network)
  }
  const end = (entry: Entry) => {
    remove(entry)
    if (entry.response.headersSent) entry.request.socket.destroySoon()
    else endSlow(entry.request)
  }
  const endWorst = (among: ReadonlySet<Entry>, most: number) => {
    if (among.size <= most) return
    for (const entry of among) if (entry.request.complete) remove(entry)
    while (among.size > most) end(worstOf(among))
  }
  const check = () => {
    for (const entry of entries) {
      if (entry.request.complete) remove(entry)
      else if (waitsForUs(entry)) entry.oursMs += EVERY_MS
      else if (bytesOf(entry) < ((msOf(entry) - limits.graceMs) / 1_000) * limits.leastBytesPerSecond) end(entry)
    }
  }
  const timer = setInterval(check, EVERY_MS).unref()

  return {
    track(request, response, network) {
      const bytesBefore = came.get(request.socket) ?? 0
      const entry: Entry = { request, response, network, bytesBefore, began: performance.now(), oursMs: 0 }
      const own = ofNetwork.get(network) ?? new Set()
      entries.add(entry)
      ofNetwork.set(network, own.add(entry))
      const done = () => remove(entry)
      request.once('close', done)
      response.once('close', done)
      endWorst(own, limits.ofOne)
      endWorst(entries, limits.most)
    },
    stop: () => clearInterval(timer),
  }
}

/** True if the service has not requested the body from the client, or has not read the bytes that have arrived. */
const waitsForUs = ({ request }: Entry): boolean => isHeld(request) || request.readableLength >= request.readableHighWaterMark

const bytesOf = ({ request, bytesBefore }: Entry): number => request.socket.bytesRead - bytesBefore
const msOf = ({ began, oursMs }: Entry): number => performance.now() - began - oursMs

function worstOf(entries: ReadonlySet<Entry>): Entry {
  let [worst, lowest] = [null as Entry | null, Infinity]
  for (const entry of entries) {
    if (msOf(entry) < NEWBORN_MS) continue
    const rate = entry.response.headersSent ? -1 : bytesOf(entry) / msOf(entry)
    if (rate < lowest) [worst, lowest] = [entry, rate]
  }
  const [oldest] = entries
  return worst ?? oldest!
}
