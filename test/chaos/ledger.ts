import assert from 'node:assert/strict'
import type { ClientConfig } from 'pg'
import { read } from '#test/cluster.ts'

export type State = { priceCents: number; status: 'draft' | 'live' }

/** A listing that the service acknowledged when it was created. */
export type Item = {
  id: string
  title: string
  /** State after the last acknowledged change. */
  state: State
  /** State after the change that got no response but may have taken effect, or null if there is no such change. */
  maybe: State | null
  /** Number of acknowledged price changes. The database must contain an equal number of events. */
  changes: number
}

/** Records all writes that the service acknowledged. */
export class Ledger {
  readonly items = new Map<string, Item>()
  /** Titles of listings that may exist: the requests to create them had no idempotency key and got no response. */
  readonly maybeMade = new Set<string>()
  acknowledged = 0

  made(id: string, title: string, priceCents: number): Item {
    const item: Item = { id, title, state: { priceCents, status: 'draft' }, maybe: null, changes: 0 }
    this.items.set(id, item)
    return item
  }

  changed(item: Item, state: State): void {
    if (state.priceCents !== item.state.priceCents) item.changes++
    item.state = state
    item.maybe = null
  }

  /**
   * Compares the database with all acknowledged writes. A write counts as acknowledged even if it took effect and its response was lost.
   */
  async verify(connection: ClientConfig): Promise<void> {
    const rows = await readListings(connection)
    const titles = rows.map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length, 'no listing was created twice')
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const item of this.items.values()) {
      const row = byId.get(item.id)
      assert.ok(row, `the acknowledged listing ${item.title} exists`)
      const state: State = { priceCents: row.price_cents, status: row.status }
      if (item.maybe !== null && same(state, item.maybe)) this.changed(item, item.maybe)
      item.maybe = null
      assert.deepEqual({ title: row.title, ...state }, { title: item.title, ...item.state }, `${item.title} is as it was acknowledged`)
      const counts = { made: row.made, changes: row.changes, published: row.published }
      assert.deepEqual(
        counts,
        { made: 1, changes: item.changes, published: item.state.status === 'live' ? 1 : 0 },
        `events of ${item.title}`,
      )
    }
    for (const row of rows) {
      if (this.items.has(row.id)) continue
      assert.ok(this.maybeMade.delete(row.title), `no request created ${row.title}`)
      const item = this.made(row.id, row.title, row.price_cents)
      assert.equal(row.made, 1, `events of ${item.title}`)
    }
    this.maybeMade.clear()
  }
}

const same = (a: State, b: State): boolean => a.priceCents === b.priceCents && a.status === b.status

type Row = { id: string; title: string; price_cents: number; status: 'draft' | 'live'; made: number; changes: number; published: number }

const readListings = (connection: ClientConfig): Promise<Row[]> =>
  read<Row>(
    connection,
    `select l.id, l.title, l.price_cents, l.status,
            count(*) filter (where e.type = 'listing.created')::int as made,
            count(*) filter (where e.type = 'listing.changed')::int as changes,
            count(*) filter (where e.type = 'listing.published')::int as published
     from listings l join shops s on s.id = l.shop_id and s.slug = 'killed-often'
     left join (select type, data::jsonb -> 'object' ->> 'id' as id from events) e on e.id = l.id
     group by l.id`,
  )

/** Returns the number of events that have not been dispatched yet. */
export async function waitingEvents(connection: ClientConfig): Promise<number> {
  const [row] = await read<{ waiting: number }>(connection, 'select count(*)::int as waiting from events where dispatched_at is null')
  return row!.waiting
}
