import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import { hashOf } from './counts.ts'

/**
 * Rate of a token bucket. `burst`: maximum number of tokens. `perSecond`: tokens gained per second. `share`: number of tokens that a
 * process may spend before it must synchronize with the other processes.
 */
export type Rate = { perSecond: number; burst: number; share: number }

type Bucket = { rate: Rate; tokens: number; at: number; unsettled: number }

export type TakenToken = { left: number; waitMs: number }

/** Maximum wait for the counts of other processes. After that, the local count decides. */
const LONGEST_WAIT_MS = 2_000
const RETENTION_MS = 10_000
const AWAY_MS = 1_000
/**
 * Maximum debt of a bucket, as a multiple of `burst`. Without this limit, a long database outage would leave a debt that blocks callers for
 * just as long.
 */
const MAX_DEBT = 3

/**
 * Token buckets that all processes share, one for each name, such as a key or an address. A process counts in memory; `settle` exchanges
 * the counts of all names in one statement. A request waits for `settle` only after its name has spent a whole `share`, so most requests
 * need no round trip. Each additional process therefore allows at most `share` more requests per burst. The bucket treats the excess as
 * debt, so the long-term total does not depend on the number of processes. If the database takes more than two seconds, each process uses
 * only its own count.
 */
export function createBuckets(db: Kysely<Tables>, now: () => Date) {
  const buckets = new Map<string, Bucket>()
  let sweptAt = 0
  /** Time of the last failed `settle`. For `AWAY_MS` after it, requests do not wait for `settle`. */
  let awayAt = -AWAY_MS
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null

  /** Exchanges counts with the database. Only one exchange runs at a time; calls that arrive meanwhile share the next one. */
  const settle = (): Promise<void> => (waiting ??= last = last.catch(() => {}).then(startSettling))

  function startSettling(): Promise<void> {
    waiting = null
    return settleNow()
  }

  async function settleNow(): Promise<void> {
    const at = now()
    forgetFull(at.getTime())
    const spent = [...buckets]
      .filter(([, { unsettled }]) => unsettled > 0)
      .map(([name, bucket]) => ({ name, bucket, used: bucket.unsettled }))
    if (spent.length === 0) return
    const left = await settleSpent(db, spent, at)
    for (const { name, bucket, used } of spent) {
      // only tokens that were spent after the statement began are still unsettled
      bucket.unsettled -= used
      bucket.tokens = (left.get(hashOf(name).toString('hex')) ?? bucket.rate.burst) - bucket.unsettled
      bucket.at = Math.max(bucket.at, at.getTime())
    }
  }

  function forgetFull(nowMs: number): void {
    if (nowMs - sweptAt < RETENTION_MS) return
    sweptAt = nowMs
    for (const [name, bucket] of buckets)
      if (bucket.unsettled === 0 && nowMs - bucket.at > RETENTION_MS && tokensOf(bucket, nowMs) >= bucket.rate.burst) buckets.delete(name)
  }

  function spend(bucket: Bucket): { tokens: number; allowed: boolean } {
    const nowMs = now().getTime()
    const tokens = tokensOf(bucket, nowMs)
    const allowed = tokens >= 1
    bucket.tokens = allowed ? tokens - 1 : tokens
    bucket.at = Math.max(bucket.at, nowMs)
    if (allowed) bucket.unsettled++
    return { tokens, allowed }
  }

  return {
    /**
     * Takes a token synchronously and returns the number of tokens left. If the caller must call `take` instead, takes nothing and returns
     * null.
     */
    takeAtOnce(name: string, rate: Rate): number | null {
      let bucket = buckets.get(name)
      if (!bucket) buckets.set(name, (bucket = { rate, tokens: rate.burst, at: now().getTime(), unsettled: 0 }))
      if (bucket.unsettled >= rate.share || tokensOf(bucket, now().getTime()) < 1) return null
      spend(bucket)
      return Math.floor(bucket.tokens)
    },
    /** Takes a token if one is available. `waitMs`: 0 if a token was taken, otherwise the time in ms until a token is available. */
    async take(name: string, rate: Rate): Promise<TakenToken> {
      let bucket = buckets.get(name)
      if (!bucket) buckets.set(name, (bucket = { rate, tokens: rate.burst, at: now().getTime(), unsettled: 0 }))
      for (let rounds = 0; rounds < rate.burst && bucket.unsettled >= rate.share; rounds++) {
        if (tokensOf(bucket, now().getTime()) < 1 || performance.now() - awayAt < AWAY_MS) break
        if (!(await inTime(settle()))) awayAt = performance.now()
        // the bucket may have been evicted during the wait
        bucket = buckets.get(name) ?? bucket
      }
      buckets.set(name, bucket)
      const { tokens, allowed } = spend(bucket)
      return { left: Math.max(0, Math.floor(bucket.tokens)), waitMs: allowed ? 0 : ((1 - tokens) / rate.perSecond) * 1000 }
    },
    /** Synchronizes with the database. Rejects if the database is unavailable; the next run then sends the counts. */
    settle,
  }
}

const tokensOf = ({ rate, tokens, at }: Bucket, nowMs: number): number =>
  Math.min(rate.burst, tokens + (Math.max(0, nowMs - at) / 1000) * rate.perSecond)

const inTime = (settled: Promise<void>): Promise<boolean> =>
  Promise.race([
    settled.then(
      () => true,
      () => false,
    ),
    sleep(LONGEST_WAIT_MS, false, { ref: false }),
  ])

type Spent = { name: string; bucket: Bucket; used: number }

/** Subtracts the spent tokens from the shared buckets. Returns the tokens left in each bucket, by the hash of its name. */
async function settleSpent(db: Kysely<Tables>, spent: readonly Spent[], at: Date): Promise<Map<string, number>> {
  const rates = spent.map(({ bucket }) => bucket.rate)
  // sorts by name, so that concurrent processes do not deadlock
  const { rows } = await sql<{ name: Buffer; tokens: number }>`
    insert into request_buckets as b (name, tokens, per_second, burst, at)
    select name, burst - used, per_second, burst, ${at}
    from unnest(
      ${spent.map(({ name }) => hashOf(name))}::bytea[], ${spent.map(({ used }) => used)}::float8[],
      ${rates.map(({ perSecond }) => perSecond)}::float8[], ${rates.map(({ burst }) => burst)}::float8[]
    ) as u (name, used, per_second, burst) order by name
    on conflict (name) do update set
      tokens = greatest(
        -${MAX_DEBT}::int * b.burst,
        least(b.burst, b.tokens + greatest(0, extract(epoch from excluded.at - b.at)) * b.per_second) - (excluded.burst - excluded.tokens)
      ),
      at = greatest(b.at, excluded.at)
    returning name, tokens`.execute(db)
  return new Map(rows.map(({ name, tokens }) => [name.toString('hex'), tokens]))
}
