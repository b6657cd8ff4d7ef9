import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ASK_FIRST, SCOPES } from '#domain/scopes.ts'
import { ENDPOINTS } from '#api/index.ts'
import { startApp, type Call, type Reply, type TestApp } from '#test/app.ts'
import { inEveryState, type EveryState } from '#test/every-state.ts'
import type { Seller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'
import { LAW, type World } from '#test/law.ts'
import { bodiesOf } from '#test/write-bodies.ts'
import { lifetime } from '#test/lifetime.ts'

/*
 * Authority by effect (completions 12): a key that asks for every action is given every write there is, on records in every
 * state. What it may still do is what has no effect, and it stands here by name.
 */

const writes = ENDPOINTS.filter((endpoint) => endpoint.method !== 'GET' && endpoint.access.who === 'person')

/** Writes without an effect: a key that asks for everything does them without a word. */
const FREE = [
  'approve', 'decline', 'likeListing', 'unlikeListing', 'followStore', 'unfollowStore', 'saveSearch', 'deleteSearch', 'withdrawOffer',
  'readThread', 'testWebhook', 'retryDeliveries', 'retryDelivery', 'writeWords', 'sendChat', 'checkShopping',
] // prettier-ignore

/** Where an effect hangs on what is there: what has none on some records. All else is held. */
const FREE_HERE: Record<string, (now: Now, body: Record<string, unknown>) => boolean> = {
  // nobody sees a draft: it is a proposal
  createListing: (_now, body) => body['publish'] !== true,
  changeListing: ({ draft, hangs }, body) => draft || (body['take_offers'] === false && !hangs),
  addPhotos: ({ draft }) => draft,
  orderPhotos: ({ draft }) => draft,
  // nothing hangs on it
  unpublishListing: ({ hangs }) => !hangs,
  markListingSold: ({ hangs }) => !hangs,
  // a buyer's no takes back a promise
  declineOffer: ({ mine }) => mine,
  changeShop: ({ hangs, hidden }, body) => (body['paused'] === true && !hangs) || (hidden && body['name'] !== undefined),
}

/** What is true of the record of an address, read from the tables. */
type Now = { draft: boolean; hangs: boolean; mine: boolean; hidden: boolean }

async function nowOf({ service: { ctx } }: TestApp, path: string, me: string): Promise<Now> {
  const id = path.split('/')[2] ?? ''
  const { rows } = await sql<Now>`
    with these as (select l.id, l.status, s.visibility from listings l join shops s on s.id = l.shop_id where l.id = ${id} or s.slug = ${id})
    select exists (select 1 from these where id = ${id} and status = 'draft') as draft,
      exists (select 1 from offers where listing_id in (select id from these) and status in ('open', 'countered')
        union all select 1 from holds where listing_id in (select id from these) and status = 'active') as hangs,
      exists (select 1 from offers where id = ${id} and buyer_id = ${me}) as mine,
      exists (select 1 from shops where slug = ${id} and visibility = 'private') as hidden`.execute(ctx.db)
  return rows[0]!
}

describe('a key that asks for every action', () => {
  let app: TestApp
  let me: Seller
  let other: Seller
  let records: EveryState
  let key: string
  let agent: string
  const life = lifetime()

  before(async () => {
    app = await startApp(life, { ...(await startModel(life)).env, FIRECRAWL_API_KEY: 'not asked' })
    ;({ me, other, records } = await inEveryState(app))
    key = await me.keyWith({ kind: 'api', scopes: SCOPES, ask_first: ASK_FIRST })
    agent = await me.keyWith({ kind: 'agent', scopes: SCOPES, ask_first: ASK_FIRST })
  })

  test('may do by itself just what has no effect, and each of these is named', () => {
    assert.deepEqual(writes.filter(({ effects }) => effects!.length === 0).map(({ id }) => id).toSorted(), FREE.toSorted()) // prettier-ignore
    for (const { id, effects, asks } of writes)
      assert.equal(effects!.length > 0, asks !== undefined, `${id}: with effects it asks, without it does not`)
  })

  for (const endpoint of writes.filter(({ id }) => !FREE.includes(id))) {
    test(`${endpoint.method} ${endpoint.path} changes no row, whatever state its record is in`, async () => {
      let held = 0
      let rows = await allRows(app)
      for (const path of pathsOf(endpoint.path)) {
        for (const body of bodiesOf(endpoint.id, { others: records.othersListing, otherShop: other.slug })) {
          const now = await nowOf(app, path, me.id)
          const reply = await app.call(endpoint.method, `/v1${path}`, { key: held % 2 ? key : agent, ...callOf(endpoint.id, body) })
          if (reply.status === 202) held += ask(reply)
          // one look at the end is enough where nothing may ever change
          if (FREE_HERE[endpoint.id] === undefined) continue
          const after = await allRows(app)
          const changed = changedTables(rows, after)
          rows = after
          if (changed.length > 0 && reply.status < 202 && FREE_HERE[endpoint.id]?.(now, (body ?? {}) as Record<string, unknown>)) continue
          assert.deepEqual(changed, [], `${path} ${JSON.stringify(body)}: ${reply.status} ${JSON.stringify(reply.body)}`)
        }
      }
      assert.deepEqual(changedTables(rows, await allRows(app)), [])
      if (!MADE_BY_LAW.includes(endpoint.id)) assert.ok(held > 0, 'at least one of its requests could run, and waits')
    })
  }

  /** Their records are in no fixture: the law of access makes one, on which the request would run. */
  const MADE_BY_LAW = ['changePhoto', 'removePhoto', 'useTake', 'removeShopPicture', 'orderPhotos', 'stopWebhook']

  for (const id of MADE_BY_LAW) {
    test(`${id}, on what its owner could do it to, waits`, async () => {
      const owner = { ...(await app.signUp('Lea')) }
      const world: World = {
        app,
        owner,
        stranger: owner,
        key: async (options) => (await app.call('POST', '/v1/keys', { cookie: owner.cookie, json: { name: 'law', ...options } })).body,
      }
      const row = LAW[id]!
      const { path, ...call } = await row.request(world)
      const listing = /^\/listings\/([^/]+)/.exec(path)?.[1]
      if (listing) await app.call('POST', `/v1/listings/${listing}/publish`, { key: owner.key })
      await app.advance(0)
      const { secret } = await world.key({ kind: 'agent', scopes: SCOPES, ask_first: ASK_FIRST })
      const rows = await allRows(app)
      const reply = await app.call(row.method, `/v1${path}`, { ...call, key: secret })
      assert.deepEqual([reply.status, changedTables(rows, await allRows(app))], [202, []], JSON.stringify(reply.body))
    })
  }

  function callOf(id: string, body: object | undefined): Call {
    if (id === 'importListings') return { raw: { type: 'text/csv', bytes: 'title,price\nLamp,5\n' } }
    if (body === undefined) return {}
    return { json: body }
  }

  function ask({ body }: Reply): number {
    assert.equal(body.object, 'approval')
    assert.ok(body.actions.length > 0 && body.actions.includes(body.action))
    return 1
  }

  function pathsOf(path: string): string[] {
    const kind = path.split('/')[1] as keyof EveryState
    const take = path.replace('{photoId}', 'pho_none').replace('{take}', 'tak_none')
    if (path.startsWith('/market/')) return [take.replace('{id}', records.othersListing)]
    if (path.includes('{')) return (records[kind] as string[]).map((id) => take.replace(/\{\w+\}/, id))
    return [path]
  }
})

/** What a held request may leave: the approval and its event, the count of the month, and traces of the key itself. */
const TRACES = ['approvals', 'idempotency_keys', 'usage_months', 'request_log', 'mails', 'limit_counts', 'clock', 'market_changes', 'listing_vectors', 'embedding_days', 'embedding_turn'] // prettier-ignore

/** A checksum of every table. */
async function allRows({ service: { ctx } }: TestApp): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(ctx.db)
  const names = tables.map(({ name }) => name).filter((name) => !TRACES.includes(name))
  const parts = names.map((name) => {
    const row =
      name === 'keys' ? sql`to_jsonb(t) - 'last_used_at'` : name === 'events' ? sql`to_jsonb(t) - 'dispatched_at'` : sql`to_jsonb(t)`
    const where = name === 'events' ? sql`where type <> 'approval.asked'` : sql``
    return sql`select ${name}::text as name, coalesce(md5(string_agg(md5((${row})::text), '' order by (${row})::text)), '') as sum from ${sql.table(name)} t ${where}`
  })
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return new Map(rows.map(({ name, sum }) => [name, sum]))
}

const changedTables = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...one].filter(([name, sum]) => other.get(name) !== sum).map(([name]) => name)
