import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ASK_FIRST, SCOPES } from '#core/scopes.ts'
import { ENDPOINTS, PROTOCOL_ENDPOINTS } from '#api/index.ts'
import { inTransaction } from '#platform/context/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { inEveryState, type EveryState } from '#test/every-state.ts'
import type { Seller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'
import { ACCESS_MATRIX, sceneOf } from '#test/law.ts'
import { requestsOf } from '#test/write-bodies.ts'
import { lifetime } from '#test/lifetime.ts'
import { agentOf, CART, CHECKOUT, FULFILLMENT, of, ORDER, paying, SENT, type Agent } from '#test/ucp/buying.ts'
import { startPlatform } from '#test/ucp/platform.ts'

/*
 * Determines which writes need approval by their effects (spec: completions 12). Sends every write, including those in the commerce
 * protocol, with a key that needs approval for every action, on records in every state. Only the writes listed here may run without
 * approval, because they have no effect.
 */

const isWrite = ({ method, access }: Endpoint): boolean => method !== 'GET' && access.who === 'person'
const writes = ENDPOINTS.filter(isWrite)
/** Writes in the Universal Commerce Protocol, which are not in the API. */
const protocolWrites = PROTOCOL_ENDPOINTS.filter(isWrite)

/** Writes without an effect that needs approval. They run even with a key that needs approval for every action. */
const FREE = [
  'approve', 'decline', 'likeListing', 'unlikeListing', 'followStore', 'unfollowStore', 'unblockThread', 'unblockOrder', 'unblockStore', 'saveSearch', 'changeSearch', 'deleteSearch', 'withdrawOffer', 'declineInvitation', 'withdrawInvitation', 'stopPriceDrop', 'endSale',
  'readThread', 'testWebhook', 'retryDeliveries', 'retryDelivery', 'writeWords', 'sendChat', 'checkShopping', 'createAddress', 'changeAddress', 'deleteAddress', 'createReply', 'changeReply', 'deleteReply', 'quotePurchase',
] // prettier-ignore

/**
 * Writes that have an effect only in some states of a record. Each function returns true if its write has no effect, and therefore needs no
 * approval.
 */
const FREE_ENDPOINTS: Record<string, (now: Now, body: Record<string, unknown>) => boolean> = {
  // a draft is only a proposal that its owner alone can see
  createListing: (_now, body) => body['publish'] !== true,
  changeListing: ({ draft, hangs }, body) => draft || (body['take_offers'] === false && !hangs),
  putListing: (_now, body) => body['publish'] !== true,
  addPhotos: ({ draft }) => draft,
  orderPhotos: ({ draft }) => draft,
  // unpublishing needs no approval unless an offer, hold or order depends on the listing
  unpublishListing: ({ hangs }) => !hangs,
  markListingSold: ({ hangs }) => !hangs,
  // by declining, buyers only withdraw their own commitment
  declineOffer: ({ mine }) => mine,
  changeShop: ({ hangs, hidden }, body) => (body['paused'] === true && !hangs) || (hidden && body['name'] !== undefined),
}

/**
 * Tables that a write in the commerce protocol may change without approval: the account's carts and checkouts, and an offer that the write
 * withdraws.
 */
const CHANGES: Record<string, readonly string[]> = {
  createCart: ['carts'],
  updateCart: ['carts'],
  cancelCart: ['carts'],
  createCheckout: ['carts', 'checkouts'],
  updateCheckout: ['checkouts'],
  completeCheckout: [],
  // cancelling a checkout needs no approval as long as the checkout has no order
  cancelCheckout: ['checkouts'],
  proposeOffer: [],
  takeBackOffer: ['events', 'offers'],
}

/** Facts from the database about the record that a path names. */
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

describe('a key that needs approval for every action', () => {
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

  test('a key that needs approval for every action can run only the harmless actions listed here without approval', () => {
    assert.deepEqual(writes.filter(({ effects }) => effects!.length === 0).map(({ id }) => id).toSorted(), FREE.toSorted()) // prettier-ignore
    assert.deepEqual(protocolWrites.map(({ id }) => id).toSorted(), Object.keys(CHANGES).toSorted())
    for (const { id, effects, approvals } of [...writes, ...protocolWrites])
      assert.equal(effects!.length > 0, approvals !== undefined, `${id} can require approval exactly if it has effects`)
  })

  for (const endpoint of writes.filter(({ id }) => !FREE.includes(id))) {
    test(`without an approval, ${endpoint.method} ${endpoint.path} changes no database row, in any state of its record`, async () => {
      let held = 0
      let rows = await allRows(app)
      for (const [path, call] of requestsOf(endpoint, records, other)) {
        const now = await nowOf(app, path, me.id)
        const reply = await app.call(endpoint.method, `/v1${path}`, { key: held % 2 ? key : agent, ...call })
        if (reply.status === 202) held += required(reply)
        // these writes never change anything, so the test compares the state only once, after all of them
        const isFree = FREE_ENDPOINTS[endpoint.id]
        if (isFree === undefined) continue
        const after = await allRows(app)
        const changed = changedTables(rows, after)
        rows = after
        if (changed.length > 0 && reply.status < 202 && isFree(now, (call.json ?? {}) as Record<string, unknown>)) continue
        assert.deepEqual(changed, [], `${path} ${JSON.stringify(call.json)}: ${reply.status} ${JSON.stringify(reply.body)}`)
      }
      assert.deepEqual(changedTables(rows, await allRows(app)), [])
      if (!CREATED_BY_MATRIX.includes(endpoint.id)) assert.ok(held > 0, 'at least one valid request waits for approval')
    })
  }

  describe('approvals for requests over UCP', () => {
    let buys: Agent
    let stored: string
    const ids: Record<'carts' | 'checkout-sessions' | 'offers', string[]> = { carts: [], 'checkout-sessions': [], offers: [] }
    const sent = { fulfillment: SENT }

    before(async () => {
      const platform = await startPlatform(life, [CART, CHECKOUT, FULFILLMENT])
      platform.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: 'http://127.0.0.1:9/' } }]
      platform.profile.ucp.capabilities['localhost.market.shopping.offer'] = [{ version: '2026-11-22' }]
      const own = await me.keyWith({ kind: 'agent', scopes: SCOPES, ask_first: [] })
      buys = agentOf(app, platform, own)
      const lamp = async () => (await other.list({ title: 'Lamp', price: 100, shipping: 5, publish: true })).id as string
      const cart = async () => (await buys.cart('POST', '', { line_items: of(await lamp()) })).body.id as string
      ids.carts.push(await cart())
      stored = await cart()
      const checkout = async (more: object = sent) => (await buys.create({ line_items: of(await lamp()), ...more })).body.id as string
      const [ended, waits, paid] = [await checkout(), await checkout(), await checkout()]
      await buys.cancel(ended)
      await buys.complete(waits, paying('test_declined'))
      assert.equal((await buys.complete(paid)).body.status, 'completed')
      ids['checkout-sessions'].push(await checkout({}), await checkout(), ended, waits, paid)
      ids.offers.push(...records.offers)
      // the key created these records before it needed approval; from here on, it needs approval for every action
      await inTransaction(app.service.ctx, (tx) =>
        sql`update keys set ask_first = ${[...ASK_FIRST]} where account_id = ${me.id} and ask_first = '{}' and kind = 'agent'`.execute(
          tx.db,
        ),
      )
    })

    for (const { id, method, path, effects } of protocolWrites) {
      test(`${method} /ucp${path} has no effect without an approval, in any state of its record`, async () => {
        let held = 0
        let rows = await allRows(app)
        const [, kind, one] = path.split('/')
        const paths = one === '{id}' ? ids[kind as keyof typeof ids].map((own) => path.replace('{id}', own)) : [path]
        for (const at of paths) {
          for (const json of protocolBodies(id)) {
            const reply = await buys.call(method, at, { json })
            if (reply.body.messages?.some(({ code }: { code?: string }) => code === 'approval_required')) held++
            const after = await allRows(app)
            const changed = changedTables(rows, after).filter((table) => !CHANGES[id]!.includes(table))
            rows = after
            assert.deepEqual(changed, [], `${at} ${JSON.stringify(json)}: ${reply.status} ${JSON.stringify(reply.body)}`)
          }
        }
        assert.equal(held > 0, effects!.length > 0, 'a valid request waits for approval exactly if the endpoint has effects')
      })
    }

    function protocolBodies(id: string): readonly object[] {
      const [listing, item] = [of(records.othersListing), { id: records.othersListing }]
      if (id === 'createCheckout') return [{ line_items: listing, ...sent }, { cart_id: stored }]
      if (id === 'proposeOffer') return [{ item, amount: 5_000 }, { item, amount: 5_000, note: 'Call me' }] // prettier-ignore
      if (id === 'completeCheckout') return [paying()]
      return id === 'cancelCheckout' || id === 'takeBackOffer' || id === 'cancelCart' ? [{}] : [{ line_items: listing, ...sent }]
    }
  })

  /**
   * Endpoints that need a record that this test's fixtures do not create. The access matrix (`test/law.ts`) creates a record for which the
   * request succeeds.
   */
  const CREATED_BY_MATRIX = [
    'changePhoto',
    'undoBulk',
    'removePhoto',
    'changeQuestion',
    'deleteQuestion',
    'useTake',
    'removeShopPicture',
    'orderPhotos',
    'stopWebhook',
  ]

  for (const id of CREATED_BY_MATRIX) {
    test(`${id} waits for approval, although the owner can run it on the same record without approval`, async () => {
      const owner = { ...(await app.signUp('Lea')) }
      const scene = sceneOf(app, owner, owner)
      const row = ACCESS_MATRIX[id]!
      const { path, ...call } = await row.request(scene)
      const listing = /^\/listings\/([^/]+)/.exec(path)?.[1]
      if (listing) await app.call('POST', `/v1/listings/${listing}/publish`, { key: owner.key })
      await app.advance(0)
      const { secret } = await scene.key({ kind: 'agent', scopes: SCOPES, ask_first: ASK_FIRST })
      const rows = await allRows(app)
      const reply = await app.call(row.method, `/v1${path}`, { ...call, key: secret })
      assert.deepEqual([reply.status, changedTables(rows, await allRows(app))], [202, []], JSON.stringify(reply.body))
    })
  }

  function required({ body }: Reply): number {
    assert.equal(body.object, 'approval')
    assert.ok(body.actions.length > 0 && body.actions.includes(body.action))
    return 1
  }
})

/**
 * Tables that a request may change while it waits for approval: the approval and its event, the email about the approval with its
 * unsubscribe link, the monthly usage counts, and records of how the key is used. A background job creates the signing key for the first
 * message to a platform.
 */
const TRACES = ['approvals', 'idempotency_keys', 'usage_months', 'request_log', 'mails', 'unsubscribe_links', 'limit_counts', 'clock', 'like_changes', 'market_changes', 'listing_vectors', 'embedding_days', 'embedding_turn', 'signing_keys'] // prettier-ignore

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
