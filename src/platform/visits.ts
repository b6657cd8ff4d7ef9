import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from './db/tables.ts'

/**
 * Views of listings and shops: once per visitor, record and day, UTC (completions 4, Views). Noted in memory and
 * written in batches, so that a read never waits for a write; a crash loses what came since the last flush.
 */
export type Visits = {
  note(subject: string, visitor: Visitor, now: Date): void
  /** Writes what was noted. What could not be written is kept for the next time. */
  flush(): Promise<void>
  /** Forgets who came on days that are over; their sums stay. */
  forget(now: Date): Promise<void>
}

/** An account, or an address with the name its browser gives itself. Neither is stored. */
export type Visitor = { accountId: string } | { address: string; userAgent: string }

type Visit = { subject: string; day: string; visitor: string }

/** Beyond that, visits are dropped rather than memory filled. */
const MAX_NOTED = 100_000
const BATCH = 2_000
const DAY_MS = 86_400_000

export function createVisits(db: Kysely<Tables>): Visits {
  const noted = new Map<string, Visit>()
  // lives as long as the process: nobody can lead a stored hash back to an address
  const hashOf = visitorHashes(randomBytes(32))
  let flushing: Promise<void> = Promise.resolve()

  const flushAll = async (): Promise<void> => {
    while (noted.size > 0) {
      const batch = [...noted].slice(0, BATCH)
      await writeVisits(
        db,
        batch.map(([, visit]) => visit),
      )
      for (const [name] of batch) noted.delete(name)
    }
  }

  return {
    note(subject, visitor, now) {
      if (noted.size >= MAX_NOTED) return
      const day = now.toISOString().slice(0, 10)
      const visit = { subject, day, visitor: hashOf(day, visitor) }
      noted.set(`${subject} ${day} ${visit.visitor}`, visit)
    },
    flush() {
      flushing = flushing.catch(() => {}).then(flushAll)
      return flushing
    },
    async forget(now) {
      await sql`delete from visits where day < ${new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)}::date`.execute(db)
    },
  }
}

/**
 * An account is the same visitor in every process; an address only in this one, and for one day. Who came lately is
 * remembered: one visitor reads many pages.
 */
function visitorHashes(salt: Uint8Array): (day: string, visitor: Visitor) => string {
  const lately = new Map<string, string>()
  return (day, visitor) => {
    const name = 'accountId' in visitor ? `account\0${visitor.accountId}` : `${day}\0${visitor.address}\0${visitor.userAgent}`
    const known = lately.get(name)
    if (known !== undefined) return known
    const hash = createHash('sha256')
    if (!('accountId' in visitor)) hash.update(salt)
    const made = hash.update(name).digest('hex').slice(0, 32)
    if (lately.size >= REMEMBERED) lately.clear()
    if (name.length < 500) lately.set(name, made)
    return made
  }
}

const REMEMBERED = 1_000

/** In one order, so that two processes that write the same rows wait for each other and do not lock up. */
async function writeVisits(db: Kysely<Tables>, visits: Visit[]): Promise<void> {
  await sql`
    with fresh as (
      insert into visits (subject, day, visitor)
      select subject, day, decode(visitor, 'hex')
      from unnest(${visits.map((v) => v.subject)}::text[], ${visits.map((v) => v.day)}::date[], ${visits.map((v) => v.visitor)}::text[]) as v (subject, day, visitor)
      order by 1, 2, 3
      on conflict do nothing
      returning subject, day
    )
    insert into daily_counts (subject, kind, day, count)
    select subject, 'view', day, count(*) from fresh group by subject, day order by subject, day
    on conflict (subject, kind, day) do update set count = daily_counts.count + excluded.count`.execute(db)
}
