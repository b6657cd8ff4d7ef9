import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/index.ts'
import { sendOnce } from './send.ts'
import { createLanes } from './lanes.ts'
import { createOutcomes } from './outcomes.ts'
import * as queries from './queries.ts'
import type { Claim } from './queries.ts'

/** Duration of a lease in seconds. It exceeds the longest attempt, so that no other process starts the same delivery during the attempt. */
const LEASE_S = 30
/**
 * Maximum time, in ms, that a shutdown waits for responses in flight. It then waits for the same time, at most, until the outcomes are
 * written.
 */
const STOP_MS = 3_000

/**
 * Sends due deliveries. They do not use the job queue, because a slow receiver would occupy a job slot for up to ten seconds. Hundreds of
 * deliveries can be in flight at once, with a separate lane for each account (spec: reliability 5.9).
 */
export function createDeliveries(ctx: Context) {
  const lanes = createLanes()
  const outcomes = createOutcomes(ctx)
  /** `closed` stops new deliveries. After that, `cutOff` aborts the deliveries that are still in flight. */
  const closed = new AbortController()
  const cutOff = new AbortController()
  const inFlight = new Set<Promise<void>>()
  const unfinished = new Map<string, Claim>()
  /**
   * `ready` contains accounts that may have due deliveries, in FIFO order. `more` contains accounts to check again as soon as one of their
   * active deliveries ends.
   */
  const ready = new Set<string>()
  const more = new Set<string>()
  let claiming: Promise<void> | null = null

  function wake(accountIds: Iterable<string>): void {
    for (const accountId of accountIds) ready.add(accountId)
    if (closed.signal.aborted) return
    claiming ??= claimAll()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'reading due deliveries failed and will be retried'))
      .finally(() => {
        claiming = null
      })
  }

  async function claimAll(): Promise<void> {
    for (;;) {
      const accounts = takeReady()
      if (accounts.length === 0 || closed.signal.aborted) return
      const claims = await queries.claimDue(ctx.db, accounts, ctx.now(), LEASE_S)
      const counts = new Map<string, number>()
      for (const claim of claims) {
        counts.set(claim.account_id, (counts.get(claim.account_id) ?? 0) + 1)
        begin(claim)
      }
      for (const { accountId, room } of accounts) if (counts.get(accountId) === room) more.add(accountId)
    }
  }

  function takeReady(): { accountId: string; room: number }[] {
    const accounts: { accountId: string; room: number }[] = []
    let slots = lanes.free()
    for (const accountId of ready) {
      if (slots === 0) break
      ready.delete(accountId)
      const room = Math.min(lanes.room(accountId), slots)
      if (room === 0) more.add(accountId)
      else accounts.push({ accountId, room })
      slots -= room
    }
    return accounts
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
      // after an internal error, the delivery is retried when its lease expires
      ctx.log.error({ err: error, delivery: claim.id }, 'a delivery attempt failed')
    }
  }

  return {
    wake,
    /** Polls for due deliveries that nothing signals: retries, and deliveries that a different process left unfinished. */
    async poll(): Promise<void> {
      wake(await queries.accountsDue(ctx.db, ctx.now()))
    },
    /** Stops starting deliveries, waits briefly for responses in flight, and then releases unfinished claims. */
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
