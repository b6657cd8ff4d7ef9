import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { memoized } from '#core/memo.ts'
import type { Tables } from '#platform/db/tables.ts'

/**
 * Counts each visitor's views and shares of a record at most once per UTC day (spec: completions 4, Views). Collects visits in memory and
 * writes them in batches. After a crash, the visits since the last flush are lost.
 */
export type Visits = {
  note(subject: string, visitor: Visitor, now: Date, kind?: Kind): void
  /**
   * Removes the anonymous view of a visitor who turns out to have an account. The account's own view, if any, is counted separately. Any
   * process may have stored the anonymous view, or may store it later.
   */
  takeBack(subject: string, visitor: Nameless, now: Date): void
  flush(): Promise<void>
  /** Deletes the salts of past days, and then the visitor hashes of those days. The counts remain. */
  forget(now: Date): Promise<void>
}

type Kind = 'view' | 'share'

/** Identifies a visitor by account, or by IP address and user agent. None of these values is stored. */
export type Visitor = { accountId: string } | Nameless
export type Nameless = { address: string; userAgent: string }

/**
 * A view or share to count. `named`: the visitor's unsalted hash, which exists only in memory. `counts`: false for a view that was removed.
 */
type Visit = { subject: string; day: string; named: Buffer; kind: Kind; counts: boolean }
type Written = Omit<Visit, 'named'> & { visitor: string }

const MAX_NOTED = 100_000
const BATCH = 2_000
const DAY_MS = 86_400_000
const SALT_BYTES = 32

export function createVisits(db: Kysely<Tables>): Visits {
  const noted = new Map<string, Visit>()
  const saltOf = saltsOfDays(db)
  let flushing: Promise<void> = Promise.resolve()

  const put = (subject: string, visitor: Visitor, now: Date, { kind, counts }: Pick<Visit, 'kind' | 'counts'>): void => {
    const day = dayOf(now)
    const named = nameOf(kind, visitor)
    const at = `${subject} ${day} ${named.toString('base64')}`
    const before = noted.get(at)
    // a view that was removed stays uncounted, even if the same visitor's view is recorded again
    if (before ? !before.counts : noted.size >= MAX_NOTED) return
    noted.set(at, { subject, day, named, kind, counts })
  }

  const flushAll = async (): Promise<void> => {
    while (noted.size > 0) {
      const batch = [...noted].slice(0, BATCH)
      const visits: Written[] = []
      for (const [, { named, ...visit }] of batch) visits.push({ ...visit, visitor: hashed(named, await saltOf(visit.day)) })
      const isOf = (kind: Kind, counts: boolean) => visits.filter((visit) => visit.kind === kind && visit.counts === counts)
      await takeViewsBack(db, isOf('view', false))
      await writeVisits(db, 'view', isOf('view', true))
      await writeVisits(db, 'share', isOf('share', true))
      // leaves a view that was replaced during the write, because the replacement has not been written yet
      for (const [at, visit] of batch) if (noted.get(at) === visit) noted.delete(at)
    }
  }

  return {
    note: (subject, visitor, now, kind = 'view') => put(subject, visitor, now, { kind, counts: true }),
    takeBack: (subject, visitor, now) => put(subject, visitor, now, { kind: 'view', counts: false }),
    flush() {
      flushing = flushing.catch(() => {}).then(flushAll)
      return flushing
    },
    async forget(now) {
      await sql`delete from visit_salts where day < ${dayOf(now)}::date`.execute(db)
      await sql`delete from visits where day < ${dayOf(new Date(now.getTime() - DAY_MS))}::date`.execute(db)
    },
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const hashed = (named: Buffer, salt: Buffer): string => createHash('sha256').update(salt).update(named).digest('hex').slice(0, 32)

/**
 * Returns a function that reads the salt of a day once per process. All processes share the salt, so that visitors are not counted twice
 * after a restart. The salt is deleted at the end of its day, so that no hash can be traced back to an IP address.
 */
function saltsOfDays(db: Kysely<Tables>): (day: string) => Promise<Buffer> {
  let last: { day: string; salt: Buffer } | null = null
  return async (day) => {
    if (last?.day === day) return last.salt
    await sql`insert into visit_salts (day, salt) values (${day}::date, ${randomBytes(SALT_BYTES)}) on conflict (day) do nothing`.execute(
      db,
    )
    const { rows } = await sql<{ salt: Buffer }>`select salt from visit_salts where day = ${day}::date`.execute(db)
    // uses a random salt if the stored salt has been deleted because its day is over
    const salt = rows[0]?.salt ?? randomBytes(SALT_BYTES)
    if (last === null || last.day < day) last = { day, salt }
    return salt
  }
}

/** Hashes visitors to a fixed length. Caches recent hashes, because visitors usually read several pages. */
function nameOf(kind: Kind, visitor: Visitor): Buffer {
  const name = `${kind}\0${'accountId' in visitor ? `account\0${visitor.accountId}` : `${visitor.address}\0${visitor.userAgent}`}`
  return name.length < 500 ? knownHash(name) : sha256(name)
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const knownHash = memoized(sha256, 1_000)

/** Writes visits in a fixed order, so that concurrent processes do not deadlock. */
async function writeVisits(db: Kysely<Tables>, kind: Kind, visits: readonly Written[]): Promise<void> {
  if (visits.length === 0) return
  await sql`
    with fresh as (
      insert into visits (subject, day, visitor)
      select subject, day, decode(visitor, 'hex') from ${named(visits)}
      order by 1, 2, 3
      on conflict do nothing
      returning subject, day
    )
    insert into daily_counts (subject, kind, day, count)
    select subject, ${kind}::text, day, count(*) from fresh group by subject, day order by subject, day
    on conflict (subject, kind, day) do update set count = daily_counts.count + excluded.count`.execute(db)
}

/** Marks visits as uncounted, and subtracts those that were already counted. A later write of the same visit then adds nothing. */
async function takeViewsBack(db: Kysely<Tables>, visits: readonly Written[]): Promise<void> {
  if (visits.length === 0) return
  await sql`
    with taken as (
      insert into visits (subject, day, visitor, counted)
      select subject, day, decode(visitor, 'hex'), false from ${named(visits)}
      order by 1, 2, 3
      on conflict (subject, day, visitor) do update set counted = false where visits.counted
      -- xmax is not 0 for a row that existed before
      returning subject, day, xmax <> 0 as was_counted
    ), less as (
      select subject, day, count(*) as views from taken where was_counted group by subject, day
    ), locked as (
      select c.subject, c.day, less.views from daily_counts c join less using (subject, day) where c.kind = 'view'
      order by c.subject, c.day for update of c
    )
    update daily_counts c set count = greatest(0, c.count - locked.views)
    from locked where c.subject = locked.subject and c.day = locked.day and c.kind = 'view'`.execute(db)
}

const named = (visits: readonly Written[]) =>
  sql`unnest(${visits.map((v) => v.subject)}::text[], ${visits.map((v) => v.day)}::date[], ${visits.map((v) => v.visitor)}::text[]) as v (subject, day, visitor)`
