import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import { sendOnce } from './send.ts'
import { createLanes } from './lanes.ts'
import { createOutcomes } from './outcomes.ts'
import * as queries from './queries.ts'
import type { Claim } from './queries.ts'

/** Longer than a try can take, so that nobody else begins what is still on its way. */
const LEASE_S = 30
/** How long a stop waits for answers that are on their way, and then for their marks. */
const STOP_MS = 3_000

/**
 * Sends what is due. Not by the job queue, where a receiver that takes its ten seconds would hold a place that others
 * need: here hundreds are on their way at once, and each account has lanes of its own (reliability 5.9).
 */
export function createDeliveries(ctx: Context) {
  const lanes = createLanes()
  const outcomes = createOutcomes(ctx)
  /** No more is begun; then what is on its way is cut off. */
  const closed = new AbortController()
  const cutOff = new AbortController()
  const inFlight = new Set<Promise<void>>()
  const unfinished = new Map<string, Claim>()
  /** Accounts that may have something due, first come first served; `more`: those to look at again when a lane is free. */
  const ready = new Set<string>()
  const more = new Set<string>()
  let claiming: Promise<void> | null = null

  function wake(accountIds: Iterable<string>): void {
    for (const accountId of accountIds) ready.add(accountId)
    if (closed.signal.aborted) return
    claiming ??= claimAll()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'due deliveries could not be read and will be again'))
      .finally(() => {
        claiming = null
      })
  }

  async function claimAll(): Promise<void> {
    for (;;) {
      const wanted = takeReady()
      if (wanted.length === 0 || closed.signal.aborted) return
      const claims = await queries.claimDue(ctx.db, wanted, ctx.now(), LEASE_S)
      const counts = new Map<string, number>()
      for (const claim of claims) {
        counts.set(claim.account_id, (counts.get(claim.account_id) ?? 0) + 1)
        begin(claim)
      }
      for (const { accountId, room } of wanted) if (counts.get(accountId) === room) more.add(accountId)
    }
  }

  /** Accounts with a free lane, and how many of theirs may start. */
  function takeReady(): { accountId: string; room: number }[] {
    const wanted: { accountId: string; room: number }[] = []
    let places = lanes.places()
    for (const accountId of ready) {
      if (places === 0) break
      ready.delete(accountId)
      const room = Math.min(lanes.room(accountId), places)
      if (room === 0) more.add(accountId)
      else wanted.push({ accountId, room })
      places -= room
    }
    return wanted
  }

  function begin(claim: Claim): void {
    const finish = lanes.start(claim.account_id, new URL(claim.url).host)
    const began = performance.now()
    unfinished.set(claim.id, claim)
    const work = attempt(claim).finally(() => {
      inFlight.delete(work)
      finish(performance.now() - began)
      if (more.delete(claim.account_id)) ready.add(claim.account_id)
      if (ready.size > 0) wake([])
    })
    inFlight.add(work)
  }

  async function attempt(claim: Claim): Promise<void> {
    const { event_id: eventId, event_type: type, body, tries } = claim
    try {
      const tried = await sendOnce(ctx, claim, { eventId, type, body, attempt: tries + 1 }, cutOff.signal)
      if (!tried) return
      unfinished.delete(claim.id)
      outcomes.add({ claim, tried })
    } catch (error) {
      // a fault of ours: its lease runs out and it is tried again
      ctx.log.error({ err: error, delivery: claim.id }, 'a delivery could not be tried')
    }
  }

  return {
    /** Something of these accounts may be due. */
    wake,
    /** Looks for what no signal told of: a retry that falls due, what another process left. */
    async look(): Promise<void> {
      wake(await queries.accountsDue(ctx.db, ctx.now()))
    },
    /** Begins nothing more, waits a moment for answers that are on their way, and gives back what got none. */
    async stop(): Promise<void> {
      closed.abort()
      await claiming
      await Promise.race([Promise.all(inFlight), sleep(STOP_MS, undefined, { ref: false })])
      cutOff.abort()
      await Promise.all(inFlight)
      await outcomes.written(STOP_MS)
      if (unfinished.size > 0) await queries.releaseClaims(ctx.db, [...unfinished.values()])
    },
  }
}
