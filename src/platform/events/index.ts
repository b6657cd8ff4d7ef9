import { sql, type RawBuilder } from 'kysely'
import { EVENT_TYPES, type EventType } from '#core/scopes.ts'
import type { Tx, Core } from '#platform/context/index.ts'
import type { Db } from '#platform/db/index.ts'
import { dropJobs, enqueueOnce, jobOf } from '#platform/jobs/index.ts'
import type { InternalEventType, RecordedEvent } from './recorded-event.ts'

export type { InternalEventType, RecordedEvent } from './recorded-event.ts'

export type NewEvent = {
  accountId: string
  type: EventType | InternalEventType
  /** Snapshot of the record, in the format of the API. */
  object: unknown
}

type Published<T, O> = { id: string; type: T; object: O; createdAt: Date; livemode: boolean }

/**
 * Converts an event to its public form (spec: interface, event). The JSON is identical to the webhook's body, byte for byte. Only events in
 * test mode have `livemode`.
 */
export const publicEvent = <T extends RecordedEvent['type'], O>({ id, type, createdAt, object, livemode }: Published<T, O>) => ({
  id,
  object: 'event' as const,
  type,
  ...(livemode ? {} : { livemode }),
  created_at: createdAt.toISOString(),
  data: { object },
})

/**
 * Records an event and its dispatch job in the same transaction as the change, so that either all three are committed or none is (spec:
 * completions 10).
 */
export const record = async (tx: Tx, event: NewEvent): Promise<string> => (await recordAll(tx, [event]))[0]!

/** Records events in one statement and returns their ids. */
export async function recordAll(tx: Tx, events: readonly NewEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const { ids, parts, done } = eventInsert(tx, events)
  await sql`with ${parts} select ${done}`.execute(tx.db)
  return ids
}

/**
 * SQL parts of a `with` clause that write events and enqueue jobs. The statement must also select `done`; otherwise, no jobs are enqueued.
 */
export type EventInsert = { ids: string[]; parts: RawBuilder<unknown>; done: RawBuilder<unknown> }

/**
 * Builds the SQL that writes events, as part of the statement that makes the change, to save a round trip. `made`: name of another part of
 * the same `with` clause; if that part returns no row, nothing is written.
 */
export function eventInsert(tx: Tx, events: readonly NewEvent[], made?: string): EventInsert {
  const ids = events.map(() => tx.newId('evt'))
  const types = events.map(({ type }) => type)
  const parts = sql`
    recorded as (
      insert into events (id, account_id, type, is_public, data, created_at)
      select id, account_id, type, is_public, data, ${tx.now()}::timestamptz
      from unnest(${ids}::text[], ${events.map(({ accountId }) => accountId)}::text[], ${types}::text[], ${types.map(isPublic)}::boolean[],
        ${events.map(({ object }) => JSON.stringify({ object }))}::text[]) as e (id, account_id, type, is_public, data)
      ${made === undefined ? sql`` : sql`where exists (select from ${sql.id(made)})`}
      returning id
    ),
    queued as (select ${jobOf('dispatch_event', sql`json_build_object('id', id)`, sql`id`)} as job from recorded)`
  return { ids, parts, done: sql`(select count(job) from queued)` }
}

const isPublic = (type: string): boolean => (EVENT_TYPES as readonly string[]).includes(type)

/**
 * Locks and returns this event and the oldest other undispatched events, at most `most` in total. Returns an empty list if this event is
 * already dispatched. Waits until this event is unlocked, but skips other events that are locked.
 */
export async function findEvents(tx: Tx, id: string, most: number): Promise<RecordedEvent[]> {
  const { rows } = await sql<{ id: string; account_id: string; type: string; data: string; created_at: Date; livemode: boolean }>`
    with own as materialized (
      select id, account_id, type, data, created_at from events where id = ${id} and dispatched_at is null for update
    ), others as materialized (
      select id, account_id, type, data, created_at from events
      where dispatched_at is null and id <> ${id} and exists (select from own)
      order by created_at limit ${most - 1} for update skip locked
    )
    select e.*, (select sandbox_of is null from accounts where id = e.account_id) as livemode
    from (select * from own union all select * from others) e`.execute(tx.db)
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    type: row.type as RecordedEvent['type'],
    object: (JSON.parse(row.data) as { object: unknown }).object,
    createdAt: row.created_at,
    livemode: row.livemode,
  }))
}

/** Finds the object of a dispatched event for its follow-up job. Returns undefined if the event has been deleted. */
export async function findEvent(ctx: Core, id: string): Promise<Pick<RecordedEvent, 'id' | 'object' | 'createdAt'> | undefined> {
  const row = await ctx.db.selectFrom('events').select(['data', 'created_at']).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { object } = JSON.parse(row.data) as { object: unknown }
  return { id, object, createdAt: row.created_at }
}

/** Marks events as dispatched. Deletes their waiting dispatch jobs, which have nothing left to do and would delay other jobs. */
export async function markDispatched(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
  const ids = events.map(({ id }) => id)
  await sql`update events set dispatched_at = ${tx.now()} where id = any(${ids})`.execute(tx.db)
  if (ids.length > 1) await dropJobs(tx, ids)
}

/** Counts undispatched events. */
export async function countWaitingEvents(ctx: Core): Promise<number> {
  const { waiting } = await ctx.db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('dispatched_at', 'is', null)
    .executeTakeFirstOrThrow()
  return waiting
}

const WAITED_MS = 30_000
const AT_ONCE = 200

/**
 * Enqueues a new dispatch job for each event that has waited too long. The process of the earlier job died, and the queue itself would
 * retry that job much later.
 */
export async function requeueWaitingEvents(ctx: Core): Promise<void> {
  const before = new Date(ctx.now().getTime() - WAITED_MS)
  const waiting = await ctx.db
    .selectFrom('events')
    .select('id')
    .where('dispatched_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of waiting) await enqueueOnce(ctx, 'dispatch_event', { id }, `again ${id}`)
}

/**
 * Resets the transaction ids of events that a different database server recorded. Events are sorted by transaction id, and after a restore,
 * stored ids can exceed the new server's ids. After the reset, old events are sorted by event id and precede all new events.
 */
export async function restartEventOrder(db: Db): Promise<void> {
  await sql`
    update events set xid = '0' where xid <> '0' and exists (
      select from (select xid from events order by created_at desc limit 100) as last where xid >= pg_snapshot_xmax(pg_current_snapshot())
    )`.execute(db)
}

/** Number of days for which events are stored (spec: completions 10). */
export const RETENTION_DAYS = 30
