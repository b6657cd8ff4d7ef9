import { createHash } from 'node:crypto'
import { inTransaction, type Context, type Core } from '#platform/context/index.ts'
import { EgressError } from '#platform/egress/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { createSlots } from '#platform/jobs/slots.ts'
import { sealPush } from '#platform/web-push/index.ts'
import * as queries from './queries.ts'
import type { DuePush } from './queries.ts'
import { pushKeys } from './index.ts'

/** Delays in milliseconds before each retry. If all retries fail, the user still gets the notification by email. */
const RETRIES_MS = [10_000, 60_000, 600_000]
const LONGEST_WAIT_MS = 3_600_000
/** Time in seconds for which a push service stores a message if the browser is offline. */
const TTL_SECONDS = 86_400
/** Number of consecutive failures after which a push subscription is deleted. */
const MOST_GIVEN_UP = 10
/** Time limit for a push, so that an unresponsive push service cannot occupy too many job slots. */
const inSlot = createSlots(2)

/** Sends one push if it is still due. Claims the push first, so that two processes never send it, and sends it outside any transaction. */
export const sendPush = (ctx: Context, { id }: { id: string }): Promise<void> => inSlot(() => trySending(ctx, id))

async function trySending(ctx: Context, id: string): Promise<void> {
  const push = await queries.findPush(ctx.db, id)
  if (push?.status !== 'waiting') return
  const now = ctx.now().getTime()
  if (push.tries > RETRIES_MS.length)
    return note(ctx, push, { status: 'failed', error: push.last_error ?? 'The last attempt did not finish.' })
  const nextTryAt = new Date(now + (RETRIES_MS[push.tries] ?? LONGEST_WAIT_MS))
  if (!(await queries.claimPush(ctx.db, push, ctx.now(), nextTryAt))) return
  await note(ctx, push, await outcomeOf(ctx, push))
}

type Outcome = { status: 'sent' | 'failed' | 'waiting'; error: string | null; nextTryAt?: Date; gone?: true }

async function outcomeOf(ctx: Context, push: DuePush): Promise<Outcome> {
  const isLast = push.tries === RETRIES_MS.length
  const again = (error: string, waitMs?: number): Outcome => ({
    status: isLast ? 'failed' : 'waiting',
    error,
    ...(waitMs === undefined ? {} : { nextTryAt: new Date(ctx.now().getTime() + waitMs) }),
  })
  try {
    const { status, retryAfter } = await ctx.egress.post(push.endpoint, await sealed(ctx, push))
    if (status >= 200 && status < 300) return { status: 'sent', error: null }
    const error = `responded ${status}`
    if (status === 404 || status === 410) return { status: 'failed', error, gone: true }
    if (status !== 429 && status < 500) return { status: 'failed', error }
    return again(error, waitOf(retryAfter, push.tries))
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    // the service never connects to such a URL, so the subscription cannot work
    if (error.reason === 'private_address' || error.reason === 'bad_url') return { status: 'failed', error: error.message, gone: true }
    return again(error.message)
  }
}

/**
 * Returns the delay before the next attempt: the delay that the push service requests, but at least our own delay and at most
 * `LONGEST_WAIT_MS`.
 */
function waitOf(retryAfter: string | null, tries: number): number | undefined {
  const retryAfterMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : 0
  const own = RETRIES_MS[tries]
  return own === undefined ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(own, retryAfterMs))
}

async function sealed(ctx: Core, { title, body, path, ...target }: DuePush) {
  // pushes about the same page have the same topic, so that a newer push replaces an older one that the push service has not delivered yet
  const tag = createHash('sha256').update(path).digest('base64url').slice(0, 32)
  const contact = `mailto:${/<([^<>]+)>$/.exec(ctx.config.mailFrom)?.[1] ?? ctx.config.mailFrom}`
  const payload = JSON.stringify({ title, body, path, tag })
  return sealPush(target, payload, { keys: await pushKeys(ctx), contact, ttlSeconds: TTL_SECONDS, topic: tag })
}

async function note(ctx: Context, push: DuePush, { gone, ...outcome }: Outcome): Promise<void> {
  if (outcome.error) ctx.log.warn({ push: push.id, tries: push.tries + 1, why: outcome.error }, 'sending a push notification failed')
  await inTransaction(ctx, async (tx) => {
    await queries.setOutcome(tx.db, push, outcome)
    const isGone = gone || (outcome.status === 'failed' && push.given_up + 1 >= MOST_GIVEN_UP)
    if (isGone) await queries.endSubscription(tx.db, push.subscription_id)
  })
}

const AT_ONCE = 100

/** Queues the sending of every due push. */
export async function enqueueDuePushes(ctx: Core): Promise<void> {
  for (const id of await queries.duePushes(ctx.db, ctx.now(), AT_ONCE)) await enqueueOnce(ctx, 'send_push', { id }, `push ${id}`)
}
