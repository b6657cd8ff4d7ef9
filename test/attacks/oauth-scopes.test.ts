import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ACTIONS, AGENT_ASK_FIRST } from '#core/effects.ts'
import { approvalsWithin } from '#identity/oauth-apps/rules.ts'
import { SCOPES, type AskFirst, type Scope } from '#core/scopes.ts'
import { ENDPOINTS, PROTOCOL_ENDPOINTS } from '#api/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { startApp, type Call, type Reply, type TestApp } from '#test/app.ts'
import { inEveryState, type EveryState } from '#test/every-state.ts'
import { sellerOf, type Seller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'
import { ACCESS_MATRIX, sceneOf } from '#test/law.ts'
import { lifetime } from '#test/lifetime.ts'
import { atConsent } from '#test/oauth/browser.ts'
import { agentOf, CART, CHECKOUT, FULFILLMENT, of, ORDER, paying, SENT } from '#test/ucp/buying.ts'
import { startPlatform, type Platform } from '#test/ucp/platform.ts'
import { requestsOf } from '#test/write-bodies.ts'

/*
 * Regardless of its scopes, an OAuth app needs approval for every action that requires approval by default for agent keys (spec:
 * completions 13.1). Apps with each scope and each pair of scopes send every write, on records in every state and on a record that the
 * write can change. Without an approval, no write may move money, delete anything, lower a shop's minimum price or export data.
 */

const isWrite = ({ method, access }: Endpoint): boolean => method !== 'GET' && access.who !== 'anyone' && access.who !== 'optional'
const WRITES = ENDPOINTS.filter(isWrite)

const PAIRS = SCOPES.flatMap((one, at) => SCOPES.slice(at + 1).map((other) => [one, other]))
const GRANTS: readonly (readonly Scope[])[] = [...SCOPES.map((one) => [one]), ...PAIRS]

/** Tables that record requests, the use of keys, or times. They contain nothing that an app could spend, delete or send. */
const TRACES = [
  'account_use', 'approvals', 'apps', 'clock', 'daily_counts', 'embedding_days', 'embedding_turn', 'events', 'idempotency_keys', 'keys',
  'known_browsers', 'like_alerts', 'like_changes', 'like_digests', 'limit_counts', 'listing_vectors', 'mails', 'market_changes', 'oauth_clients', 'oauth_codes', 'pushes', 'request_buckets',
  'request_log', 'sessions', 'shown_changes', 'unsubscribe_links', 'usage_months', 'visit_salts', 'visits', 'webhook_deliveries',
] // prettier-ignore

/**
 * Tables that an app may change without approval: text, images, prices, likes. All other tables are guarded. A new table is guarded unless
 * it is added here.
 */
const WORDS = [
  'addresses', 'blocks', 'bulk_change_rows', 'bulk_changes', 'carts', 'checkouts', 'follows', 'helper_runs', 'invitation_recipients', 'likes', 'listing_chats', 'listing_prices', 'listing_questions', 'messages', 'model_days', 'negotiations', 'order_steps', 'photos', 'price_drops',
  'reports', 'research_runs', 'reviews', 'sale_listings', 'sales', 'saved_replies', 'saved_searches', 'shop_slugs', 'stored_files', 'threads', 'wanted_photos', 'words_takes',
] // prettier-ignore

/** Tables that an app may change without approval, except for the columns listed here. */
const PARTS: Readonly<Record<string, string>> = {
  // without approval, an app may ship an order or report a problem; it may not change amounts or mark an order as delivered or completed,
  // because such changes move money
  orders: `jsonb_build_array(id, item_cents, shipping_cents, fee_cents, deposit_cents, refunded_cents, label_cents, label_paid_cents, label_recovered_cents, recovered_cents, purchase_id,
    discount_cents, share_cents, payment, paid_at, completed_at,
    payout in ('waiting', 'sent'), case when status in ('paid', 'shipped', 'delivered', 'problem') then 'open' else status end)`,
  offers: `jsonb_build_array(id, amount_cents, counter_cents, order_id)`,
  invitations: `jsonb_build_array(id, amount_cents, expires_at, sent, taken)`,
  listings: `jsonb_build_array(id)`,
  shops: `jsonb_build_array(id, haggle, lowest_percent, ask_hold, bundle_tiers, bundle_shipping)`,
  webhooks: `jsonb_build_array(account_id, url, events, enabled, secret)`,
}

/**
 * States that an app may end, but not create: a listing that takes offers, an accepted or countered offer, an order with a cancellation
 * request, and a delivered order (by reporting a problem).
 */
const MAY_END: Readonly<Record<string, string>> = {
  listings: 'take_offers',
  offers: `(status in ('accepted', 'countered'))`,
  orders: `(cancel_by is not null or status = 'delivered')`,
}

/** Tables to which an app may add rows without approval. */
const MAY_GROW = ['listings', 'shops']
/** Tables from which an app may delete rows without approval. */
const MAY_GO = ['addresses', 'carts', 'follows', 'likes', 'saved_replies', 'saved_searches']

type State = { sums: Map<string, string>; rows: Map<string, Map<string, string>> }

/** Returns a checksum for each table that must not change, and the rows of tables that may change in part. */
async function stateOf({ service: { ctx } }: TestApp): Promise<State> {
  const { rows: tables } = await sql<{ name: string; keyed: boolean }>`
    select relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'id') as keyed from pg_class c
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`.execute(ctx.db)
  const judged = tables.filter(({ name }) => !TRACES.includes(name))
  const whole = judged.filter(({ name }) => !WORDS.includes(name) && PARTS[name] === undefined)
  const sums = await sql<{ name: string; sum: string | null }>`${sql.join(
    whole.map(
      ({ name }) => sql`select ${name}::text as name, md5(string_agg(t::text, '' order by t::text)) as sum from ${sql.table(name)} t`,
    ),
    sql` union all `,
  )}`.execute(ctx.db)
  const matches = judged.filter(({ name, keyed }) => PARTS[name] !== undefined || (keyed && WORDS.includes(name) && !MAY_GO.includes(name)))
  const rows = await sql<{ name: string; id: string; part: string }>`${sql.join(
    matches.map(({ name, keyed }) => {
      const id = sql.ref(keyed ? 'id' : 'account_id')
      return sql`select ${name}::text as name, ${id}::text as id, ${sql.raw(PARTS[name] === undefined ? `''` : `md5((${PARTS[name]})::text) || (${MAY_END[name] ?? 'false'})`)} as part from ${sql.table(name)}`
    }),
    sql` union all `,
  )}`.execute(ctx.db)
  const state: State = { sums: new Map(sums.rows.map(({ name, sum }) => [name, sum ?? ''])), rows: new Map() }
  for (const { name } of matches) state.rows.set(name, new Map())
  for (const { name, id, part } of rows.rows) state.rows.get(name)!.set(id, part)
  return state
}

/**
 * Lists the effects of a write by comparing two states: changes to guarded tables, deleted or inserted rows, and changes to guarded
 * columns.
 */
function effectsBetween(one: State, other: State): string[] {
  const tables = [...one.sums].filter(([name, sum]) => other.sums.get(name) !== sum).map(([name]) => `${name} changed`)
  const rows = [...one.rows].flatMap(([name, matches]) => {
    const now = other.rows.get(name)!
    const same = (part: string, then: string | undefined) => then === part || then === part.replace(/true$/, 'false')
    const gone = [...matches]
      .filter(([id, part]) => !same(part, now.get(id)))
      .map(([id]) => `${name} ${id} ${now.has(id) ? 'changed' : 'is gone'}`)
    const made = PARTS[name] !== undefined && !MAY_GROW.includes(name) ? [...now.keys()].filter((id) => !matches.has(id)) : []
    return [...gone, ...made.map((id) => `${name} ${id} is new`)]
  })
  return [...tables, ...rows]
}

describe('writes by an OAuth app', () => {
  const life = lifetime()
  let app: TestApp
  let platform: Platform
  let clientId: string
  let calls = 0
  const waited = new Set<AskFirst>()

  let walk: Walk

  before(async () => {
    app = await startApp(life, { ...(await startModel(life)).env, FIRECRAWL_API_KEY: 'not asked' }, undefined, 'web')
    platform = await startPlatform(life, [CART, CHECKOUT, FULFILLMENT])
    platform.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: 'http://127.0.0.1:9/' } }]
    platform.profile.ucp.capabilities['localhost.market.shopping.offer'] = [{ version: '2026-11-22' }]
    walk = await startWalk()
    clientId = (await app.call('POST', '/oauth/register', { json: { client_name: 'App', redirect_uris: [REDIRECT] } })).body.client_id
  })

  for (const scopes of GRANTS) {
    test(`without an approval, an OAuth app with ${scopes.join(' and ')} has no effect`, async () => {
      const { token, page } = await granted(walk.owner, scopes)
      const { key } = (await app.call('GET', '/v1/me', { key: token })).body
      assert.deepEqual(
        key.scopes,
        SCOPES.filter((scope) => scope === 'read' || scopes.includes(scope)),
      )
      const { effects, required } = await walkAll(walk, token)
      assert.deepEqual(effects, [])
      for (const action of required) {
        waited.add(action)
        assert.ok(approvalsWithin(scopes).includes(action), `the consent page shows ${action}`)
        assert.ok(page.includes(`<li>${ACTIONS[action].label.replace(/^./, (first) => first.toUpperCase())}</li>`), action)
      }
      assert.deepEqual(key.ask_first, AGENT_ASK_FIRST)
    })
  }

  test('every action that needs approval by default waits for approval in at least one of these tests', (t) => {
    t.diagnostic(`${GRANTS.length} grants × ${WRITES.length + PROTOCOL_ENDPOINTS.filter(isWrite).length} writes, ${calls} calls`)
    assert.deepEqual([...waited].toSorted(), AGENT_ASK_FIRST.toSorted())
  })

  test('a key without approval rules can cause every kind of effect that these tests check', async () => {
    const { effects } = await walkAll(walk, await walk.owner.keyWith({ kind: 'agent', scopes: SCOPES, ask_first: [] }))
    for (const seen of ['payments changed', 'holds changed', 'ledger_entries changed', /^orders \S+ is new/, /^offers \S+ changed/, /^listings \S+ is gone/, /^shops \S+ changed/, /^shops \S+ is gone/, /^photos \S+ is gone/, /^webhooks \S+ (changed|is gone)/]) // prettier-ignore
      assert.ok(effects.some((effect) => (typeof seen === 'string' ? effect.endsWith(seen) : seen.test(effect.replace(/^[^:]*: /, '')))), `${seen}`) // prettier-ignore
  })

  type Walk = { owner: Seller & { email: string; password: string }; other: Seller; records: EveryState }

  async function startWalk(): Promise<Walk> {
    const [mine, theirs] = [await app.signUp('Mia'), await app.signUp('Oto')]
    const owner = { ...mine, ...(await sellerOf(app, 'Mia', mine)) }
    const { other, records } = await inEveryState(app, [owner, await sellerOf(app, 'Oto', theirs)])
    await owner.call('PUT', '/v1/webhooks', { json: { url: 'http://127.0.0.1:9/' } })
    return { owner, other, records }
  }

  async function granted(owner: Walk['owner'], scopes: readonly Scope[]): Promise<{ token: string; page: string }> {
    await app.call('POST', '/v1/sessions/proof', { cookie: owner.cookie, json: { password: owner.password } })
    const verifier = 'v'.repeat(43)
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      scope: scopes.join(' '),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const { page, press } = await atConsent(app, owner.cookie, `${app.url}/oauth/authorize?${query.toString()}`)
    const code = (await press('allow', { fields: { max_offer: '' } })).searchParams.get('code')!
    const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: REDIRECT, code, code_verifier: verifier }
    const tokens = await app.call('POST', '/oauth/token', { form: new URLSearchParams(form).toString() })
    return { token: tokens.body.access_token, page: page.body }
  }

  /**
   * Sends every write with a key. Returns the effects that writes had without approval, and the actions for which a write waited for
   * approval.
   */
  async function walkAll(walk: Walk, key: string): Promise<{ effects: string[]; required: Set<AskFirst> }> {
    const effects: string[] = []
    const required = new Set<AskFirst>()
    const judge = (reply: Reply) => {
      calls++
      if (reply.status === 202 && reply.body.object === 'approval') for (const action of reply.body.actions) required.add(action)
    }
    let state = await stateOf(app)
    for (const endpoint of WRITES) {
      const requests = requestsOf(endpoint, walk.records, walk.other)
      const probe = await app.call(endpoint.method, `/v1${requests[0]![0]}`, { ...requests[0]![1], key })
      judge(probe)
      // the service rejects a key without the scope before it checks the record, so the remaining requests are skipped
      if (probe.status === 403 && (endpoint.access.who !== 'person' || probe.body.error.code === 'scope')) continue
      for (const [path, call] of requests.slice(1)) judge(await app.call(endpoint.method, `/v1${path}`, { ...call, key }))
      effects.push(...effectsBetween(state, await stateOf(app)).map((effect) => `${endpoint.id}: ${effect}`))
      const [path, call] = await matrixRequest(walk, endpoint)
      state = await stateOf(app)
      judge(await app.call(endpoint.method, `/v1${path}`, { ...call, key }))
      const after = await stateOf(app)
      effects.push(...effectsBetween(state, after).map((effect) => `${endpoint.id}: ${effect}`))
      state = after
    }
    for await (const reply of commerce(walk, key)) judge(reply)
    effects.push(...effectsBetween(state, await stateOf(app)).map((effect) => `commerce protocol: ${effect}`))
    // ignores actions that do not need approval by default
    return { effects, required: new Set([...required].filter((action) => AGENT_ASK_FIRST.includes(action))) }
  }

  /** Sends the writes of the commerce protocol in order, because later writes use the results of earlier writes. */
  async function* commerce({ other, records }: Walk, key: string): AsyncGenerator<Reply> {
    const buys = agentOf(app, platform, key)
    const lines = of((await other.list({ title: 'Rug', price: 30, shipping: 5, publish: true })).id)
    const made: Record<string, string> = { offers: records.offers[0]! }
    for (const { method, path } of PROTOCOL_ENDPOINTS.filter(isWrite).toSorted(
      (one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')),
    )) {
      // prettier-ignore
      const kind = path.split('/')[1]!
      const json = { line_items: lines, fulfillment: SENT, item: lines[0]!.item, amount: 1_500, ...paying() }
      const reply = await buys.call(method, path.replace('{id}', made[kind] ?? 'none'), { json })
      if (!path.includes('{') && reply.body.id) made[kind] = reply.body.id
      yield reply
    }
  }

  async function matrixRequest({ owner, other }: Walk, { id }: Endpoint): Promise<[string, Call]> {
    const scene = sceneOf(app, owner, { ...owner, ...other })
    const { path, session: _session, ...call } = await ACCESS_MATRIX[id]!.request(scene)
    return [path, call]
  }
})

const REDIRECT = 'http://127.0.0.1:9999/callback'
