import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionError, RateLimitError, ServerError, UnavailableError, type Event, type Resale } from '@resale/sdk'
import type { Output } from './output.ts'

export type FeedOptions = { after: string; pollMs: number; count?: number; types?: readonly string[] }

/**
 * Yields each event after the cursor `after` exactly once, with `GET /events?after=`, which it polls. Waits while the service is
 * unreachable. Ends after `count` events.
 */
export async function* follow(resale: Resale, out: Output, { pollMs, count = Number.POSITIVE_INFINITY, types, ...from }: FeedOptions) {
  let { after } = from
  for (let given = 0; ;) {
    const { data, has_more } = (await patient(out, pollMs, () => resale.events.list({ after, limit: 100 }))) ?? {
      data: [],
      has_more: false,
    }
    for (const event of data as Event[]) {
      after = event.id
      if (types && !types.includes(event.type)) continue
      yield event
      if (++given >= count) return
    }
    if (!has_more) await sleep(pollMs)
  }
}

/**
 * Returns the cursor of the latest event, or `start` when there are no events. Starts at an older event and reads forward, because a
 * transaction that is still open can later add an event before the current last event.
 */
export async function newest(resale: Resale): Promise<string> {
  const { data } = await resale.events.list({ limit: 100 })
  let after = data.length < 100 ? 'start' : data.at(-1)!.id
  for (let more = data.length > 0; more;) {
    const page = await resale.events.list({ after, limit: 100 })
    after = page.data.at(-1)?.id ?? after
    more = page.has_more
  }
  return after
}

/** Calls `poll`, and retries while the service is unreachable or overloaded. Prints a note only at the first failure. */
async function patient<T>(out: Output, pollMs: number, poll: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; ; tries++) {
    try {
      return await poll()
    } catch (error) {
      const isAway = [ConnectionError, RateLimitError, ServerError, UnavailableError].some((kind) => error instanceof kind)
      if (!isAway) throw error
      if (tries === 0) out.note(`${(error as Error).message} Retrying.`)
      await sleep(Math.min(pollMs * 2 ** Math.min(tries, 5), 30_000))
    }
  }
}
