import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import { hashOf } from './counts.ts'

/** A bucket holds `burst` and fills with `perSecond`. `share`: what a process spends of it before it hears of the others. */
export type Rate = { perSecond: number; burst: number; share: number }

type Bucket = { rate: Rate; tokens: number; at: number; unsettled: number }

export type TakenToken = { left: number; waitMs: number }

/** How long a caller who spends fast waits for the other processes' counts, at most: then the count of this one has to do. */
const LONGEST_WAIT_MS = 2_000
const KEPT_MS = 10_000
const AWAY_MS = 1_000
/** So many bursts are owed at most: a long time without the database is not held against anybody for as long. */
const MOST_OWED = 3

/**
 * Token buckets that all processes share: each counts in memory, and `settle` tells the database what was spent and hears
 * what is left, in one statement for all names. A request waits for that only when its name spent a whole `share` since the
 * last time, so a usual read costs no round trip.
 *
 * The bound: of one burst, each further process lets through at most `share` more than one process alone would; what was
 * too much is owed, and the bucket fills from below zero. So over any longer time the same number passes, however many
 * processes there are. Without the database, or where it takes
 * more than two seconds to say, each counts alone.
 */
export function createBuckets(db: Kysely<Tables>, now: () => Date) {
  const buckets = new Map<string, Bucket>()
  let sweptAt = 0
  /** While the database is away, nobody waits for it: the next regular settling tries again. */
  let awayAt = -AWAY_MS
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null

  /** One after the other. All who ask while one runs share the one after it. */
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
      // what came meanwhile is still to be told; until now all of it counted against the share
      bucket.unsettled -= used
      bucket.tokens = (left.get(hashOf(name).toString('hex')) ?? bucket.rate.burst) - bucket.unsettled
      bucket.at = Math.max(bucket.at, at.getTime())
    }
  }

  function forgetFull(nowMs: number): void {
    if (nowMs - sweptAt < KEPT_MS) return
    sweptAt = nowMs
    for (const [name, bucket] of buckets)
      if (bucket.unsettled === 0 && nowMs - bucket.at > KEPT_MS && tokensOf(bucket, nowMs) >= bucket.rate.burst) buckets.delete(name)
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
    /** The same where there is a token and nobody else needs to be heard; then what is left. Else null, and nothing is taken. */
    takeAtOnce(name: string, rate: Rate): number | null {
      let bucket = buckets.get(name)
      if (!bucket) buckets.set(name, (bucket = { rate, tokens: rate.burst, at: now().getTime(), unsettled: 0 }))
      if (bucket.unsettled >= rate.share || tokensOf(bucket, now().getTime()) < 1) return null
      spend(bucket)
      return Math.floor(bucket.tokens)
    },
    /** Takes one token, where there is one. `waitMs`: how long until there is; 0 when it was taken. */
    async take(name: string, rate: Rate): Promise<TakenToken> {
      let bucket = buckets.get(name)
      if (!bucket) buckets.set(name, (bucket = { rate, tokens: rate.burst, at: now().getTime(), unsettled: 0 }))
      for (let rounds = 0; rounds < rate.burst && bucket.unsettled >= rate.share; rounds++) {
        if (tokensOf(bucket, now().getTime()) < 1 || performance.now() - awayAt < AWAY_MS) break
        if (!(await inTime(settle()))) awayAt = performance.now()
        // it may have been forgotten meanwhile
        bucket = buckets.get(name) ?? bucket
      }
      buckets.set(name, bucket)
      const { tokens, allowed } = spend(bucket)
      return { left: Math.max(0, Math.floor(bucket.tokens)), waitMs: allowed ? 0 : ((1 - tokens) / rate.perSecond) * 1000 }
    },
    /** Tells and hears. Rejects when the database is away; what was counted is told the next time. */
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

/** Takes what was spent out of the shared buckets; gives what is left in each, by the hash of its name. */
async function settleSpent(db: Kysely<Tables>, spent: readonly Spent[], at: Date): Promise<Map<string, number>> {
  const rates = spent.map(({ bucket }) => bucket.rate)
  // in the order of names, so that two processes never wait for each other in a ring
  const { rows } = await sql<{ name: Buffer; tokens: number }>`
    insert into request_buckets as b (name, tokens, per_second, burst, at)
    select name, burst - used, per_second, burst, ${at}
    from unnest(
      ${spent.map(({ name }) => hashOf(name))}::bytea[], ${spent.map(({ used }) => used)}::float8[],
      ${rates.map(({ perSecond }) => perSecond)}::float8[], ${rates.map(({ burst }) => burst)}::float8[]
    ) as u (name, used, per_second, burst) order by name
    on conflict (name) do update set
      tokens = greatest(
        -${MOST_OWED}::int * b.burst,
        least(b.burst, b.tokens + greatest(0, extract(epoch from excluded.at - b.at)) * b.per_second) - (excluded.burst - excluded.tokens)
      ),
      at = greatest(b.at, excluded.at)
    returning name, tokens`.execute(db)
  return new Map(rows.map(({ name, tokens }) => [name.toString('hex'), tokens]))
}
