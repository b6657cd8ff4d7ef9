import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ENDPOINTS } from '#api/index.ts'
import { startApp, type Call, type Reply, type TestApp } from '#test/app.ts'
import { crawl, isBinary, mainTargets, shopTargets, type Target, type Values } from '#test/crawl.ts'
import { inEveryState, type EveryState } from '#test/every-state.ts'
import { sellerOf, type Seller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { bodiesOf } from '#test/write-bodies.ts'
import { lifetime } from '#test/lifetime.ts'

/*
 * Tests that test tenants and live data are isolated from each other (docs/sandbox.md). Sends the id of every record in the other tenant to
 * every endpoint, and searches every page and response for data of that tenant.
 */

/** Matches paths with the same content for all users, and paths that are not pages. */
const UNMARKED = /^\/(offline|styleguide|dev|static|agent)|\.(xml|jsonl?|txt|md|js|atom|png|webmanifest)$/

type Form = { action: string; fields: Record<string, string>; token: string }

function postFormsIn(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, tag = '', inner = '']) => {
    const action = /action="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&')
    if (!action?.startsWith('/') || !tag.includes('method="post"')) return []
    const fields: Record<string, string> = {}
    for (const [field] of inner.matchAll(/<(?:input|button|textarea)\b[^>]*>/g)) {
      const [name, value] = [/ name="([^"]*)"/.exec(field)?.[1], / value="([^"]*)"/.exec(field)?.[1]]
      if (name) fields[name] ??= value ?? ''
    }
    const { form_token: token, ...rest } = fields
    return token ? [{ action, fields: rest, token }] : []
  })
}

type TenantData = { me: Seller; other: Seller; records: EveryState; shops: string[]; marks: Set<string>; values: Values }

describe('isolation of live data and test data', () => {
  let app: TestApp
  let market: TenantData
  let sandbox: TenantData
  let outsider: Awaited<ReturnType<TestApp['signUp']>>
  const life = lifetime()

  before(async () => {
    app = await startApp(life)
    const none = new Set<string>()
    market = await dataOf(await inEveryState(app), none)
    const owner = await app.signUp('Ana')
    const keys = await openTestTenant(app, owner)
    const open = async (role: 'seller' | 'buyer') => sellerOf(app, `test-${role}`, { ...owner, ...keys[role] })
    const others = await allIds()
    sandbox = await dataOf(await inEveryState(app, [await open('seller'), await open('buyer')]), others)
    outsider = await app.signUp('Cleo')
  })

  async function allIds(): Promise<Set<string>> {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type = 'text'`.execute(
      app.service.ctx.db,
    )
    const parts = tables.map(({ name }) => sql`select id from ${sql.table(name)}`)
    const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(app.service.ctx.db)
    return new Set(rows.map(({ id }) => id).filter((id) => /^[a-z]{3}_/.test(id)))
  }

  async function dataOf(made: Awaited<ReturnType<typeof inEveryState>>, before_: ReadonlySet<string>): Promise<TenantData> {
    const { me, other, records } = made
    const shops = [me.slug, other.slug]
    const marks = new Set([...(before_.size === 0 ? await allIds() : (await allIds()).difference(before_)), ...shops])
    assert.ok(marks.size > 200)
    const values: Values = {
      id: [records.listings, records.offers, records.orders, records.holds, records.threads, records.reviews].flatMap((ids) =>
        ids.slice(0, 2),
      ),
      listing: records.listings.slice(0, 2),
      payment: [...marks].filter((id) => id.startsWith('pay_')).slice(0, 3),
      slug: shops,
      link: ['lamp', 'lamp-2'],
      token: ['ral_none'],
      category: ['clothing'],
      number: ['1'],
    }
    return { me, other, records, shops, marks, values }
  }

  /** Returns the ids and slugs of the other tenant that are in the response but not in the request. */
  function meets(reply: Reply, requested: string, { marks }: TenantData): string[] {
    if (isBinary(reply)) return []
    const text = `${reply.headers['location'] ?? ''}\n${reply.bytes.toString()}`
    const words = new Set(text.match(/[a-z]{3}_[0-9a-z]+|shop-of-[\w-]+/g))
    return [...words].filter((word) => marks.has(word) && !requested.includes(word))
  }

  const pathsOf = (path: string, { records }: TenantData): string[] => {
    const kind = path.split('/')[path.startsWith('/market/') ? 2 : 1]!
    const known: Record<string, string[]> = {
      ...records,
      othersListing: [],
      othersSecond: [],
      toShip: [],
      rate: [],
      stores: records.shops.slice(0, 1),
      shops: records.shops.slice(0, 1),
    }
    const take = path.replace('{photoId}', 'pho_none').replace('{take}', 'tak_none').replace('{number}', '1')
    return path.includes('{') ? (known[kind] ?? []).map((id) => take.replace(/\{\w+\}/, id)) : [path]
  }

  const ROWS = ['shops', 'listings', 'offers', 'orders', 'holds', 'threads', 'messages', 'reviews', 'likes', 'follows', 'reports', 'payments', 'money_moves'] // prettier-ignore
  async function rowsOf(accounts: readonly string[]): Promise<Map<string, string>> {
    const sums = new Map<string, string>()
    for (const table of ROWS) {
      const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(
        app.service.ctx.db,
      )
      const own = rows
        .map(({ row }) => JSON.stringify(row))
        .filter((row) => table === 'messages' || accounts.some((id) => row.includes(id)))
      if (table !== 'messages') sums.set(table, own.toSorted().join('\n'))
      else sums.set(table, String(own.length))
    }
    return sums
  }

  const directions = () =>
    [
      ['a test key, in the market', sandbox, market],
      ['a key of the market, in a test tenant', market, sandbox],
    ] as const

  test('no endpoint lets a live key change test data, or a test key change live data', async () => {
    for (const [who, current, there] of directions()) {
      const counts = new Map<string, number>()
      const theirs = await rowsOf([there.me.id, there.other.id])
      const names = { ...there.records, others: there.records.othersListing, others2: there.records.othersSecond, otherShop: there.me.slug }
      for (const { id, method, path, access } of ENDPOINTS) {
        if (access.who !== 'person' && access.who !== 'optional') continue
        // a SKU always refers to a listing in the caller's own account (sku.test.ts)
        if (id === 'putListing') continue
        for (const at of pathsOf(path, there)) {
          for (const body of method === 'GET' ? [undefined] : bodiesOf(id, names)) {
            const isAbout =
              path.includes('{') ||
              JSON.stringify(body ?? null).includes(names.others) ||
              JSON.stringify(body ?? null).includes(names.otherShop)
            if (!isAbout) continue
            const call: Call = { key: current.me.key, ...(body === undefined ? {} : { json: body }) }
            const reply = await app.call(method, `/v1${at}`, call)
            const line = `${who}: ${method} ${at} ${JSON.stringify(body)}: ${reply.status} ${JSON.stringify(reply.body)}`
            assert.ok([400, 403, 404].includes(reply.status), line)
            assert.deepEqual(meets(reply, `${at} ${JSON.stringify(body)}`, there), [], line)
            counts.set(`${id} ${reply.status}`, (counts.get(`${id} ${reply.status}`) ?? 0) + 1)
          }
        }
      }
      assert.deepEqual(await rowsOf([there.me.id, there.other.id]), theirs, who)
      // these requests are otherwise valid, so a 404 proves that the record does not exist for the caller
      for (const id of [
        'getListing',
        'getPublicListing',
        'getStore',
        'makeOffer',
        'createOrder',
        'askHold',
        'startThread',
        'likeListing',
        'followStore',
        'reportListing',
        'getOrder',
        'acceptOffer',
        'payOrder',
        'getThread',
        'storeReviews',
      ])
        // prettier-ignore
        assert.ok(counts.has(`${id} 404`) || (id === 'storeReviews' && ![...counts.keys()].some((one) => one.startsWith(id))), `${who}: ${id} ${JSON.stringify([...counts])}`)
    }
  })

  test('no API response reveals test data in live mode, or live data in test mode', async () => {
    for (const [who, current, there] of directions()) {
      // skips the key's request log, because it contains the paths of requests that the key has sent
      const targets = mainTargets(app.service.ctx, current.values).filter(({ path }) => path.startsWith('/v1/') && path !== '/v1/requests')
      const more = ['/v1/market/search?q=lamp&limit=100', '/v1/market/search?facets=true', '/v1/market/suggest?q=shop', '/v1/market/stores?limit=100', '/v1/offers?role=buyer', '/v1/invitations', '/v1/invitations?role=seller', '/v1/orders?role=buyer'].map((path) => ({ host: 'resale.localhost', path })) // prettier-ignore
      const found: string[] = []
      let own = 0
      for await (const { path, reply } of crawl(app, [...more, ...targets], { key: current.me.key }, ({ path: link }) =>
        link.startsWith('/v1/'),
      )) {
        found.push(...meets(reply, path, there).map((mark) => `${who}: ${path} ${mark}`))
        if (reply.status === 200 && meets(reply, '', current).length > 0) own++
      }
      assert.deepEqual(found, [])
      assert.ok(own > 30, `${who}: only ${own} responses contain its own data`)
    }
  })

  /** Switches a user's session to test data, or back to live data with `own`. */
  async function show(who: Seller, as: 'seller' | 'buyer' | 'own') {
    const reply = await (await visitorOf(app, who.cookie)).post('/app/developers/test-data', { show: as })
    assert.equal(reply.status, 303, reply.bytes.toString())
    return visitorOf(app, who.cookie)
  }

  /** Collects every form that a user sees, once for each combination of action and fields. */
  async function formsSeen(who: Seller, values: Values, visit: (at: Target, reply: Reply) => void): Promise<Form[]> {
    const forms = new Map<string, Form>()
    const targets = mainTargets(app.service.ctx, values).filter(({ path }) => !path.startsWith('/v1/'))
    const follows = ({ host, path }: Target) => host === targets[0]!.host && /^\/(app|you|test|search)/.test(path)
    for await (const { host, path, reply } of crawl(app, targets, { cookie: who.cookie }, follows)) {
      visit({ host, path }, reply)
      if (reply.status !== 200 || !reply.headers['content-type']?.startsWith('text/html')) continue
      for (const form of postFormsIn(reply.bytes.toString())) forms.set(`${form.action} ${Object.keys(form.fields).join()}`, form)
    }
    return [...forms.values()].filter(({ action }) => !/^\/(sign-out|app\/developers\/test-data$|oauth)/.test(action))
  }

  test('pages with test data are marked and show no live data, and a form never acts on data from the other mode', async () => {
    const { me } = sandbox
    await show(me, 'seller')
    const bare: string[] = []
    let pages = 0
    const tests = await formsSeen(me, { ...market.values, ...sandbox.values }, ({ path }, reply) => {
      const html = reply.headers['content-type']?.startsWith('text/html') ? reply.bytes.toString() : ''
      if (UNMARKED.test(path)) return
      for (const mark of meets(reply, path, market)) bare.push(`${path}: ${mark}`)
      if (html === '') return
      pages++
      if (!html.includes('<title>Test data: ') || !html.includes('class="test-band"')) bare.push(`${path}: no mark`)
    })
    assert.deepEqual(bare, [])
    assert.ok(pages > 100, `${pages} pages`)
    assert.ok(tests.length > 60, `${tests.length} forms of test data`)

    // while the session shows live data, every form from a page with test data is rejected
    await show(me, 'own')
    for (const form of tests) assert.deepEqual([form.action, (await sendForm(me, form)).status], [form.action, 403])
    await show(market.me, 'own')
    const own = await formsSeen(market.me, market.values, () => {})
    assert.ok(own.length > 60, `${own.length} forms of the market`)
    const visitor = await show(market.me, 'seller')
    const theirs = await rowsOf([market.me.id, market.other.id])
    const done: string[] = []
    for (const form of own) {
      const stale = await sendForm(market.me, form)
      if (stale.status !== 403) done.push(`${form.action} ${stale.status}`)
      // a form token from a session that shows test data must not permit a change to the live records that the form names
      await visitor.post(form.action, form.fields)
    }
    assert.deepEqual(done, [])
    assert.deepEqual(await rowsOf([market.me.id, market.other.id]), theirs)
    await show(market.me, 'own')
  })

  const sendForm = (who: Seller, { action, fields, token }: Form) =>
    app.call('POST', action, {
      cookie: who.cookie,
      headers: { origin: app.url },
      form: new URLSearchParams({ ...fields, form_token: token }).toString(),
    })

  test('other users and anonymous users never see test data on any page, in any feed or in any response', async () => {
    const { ctx } = app.service
    await ctx.search.ready()
    const requested = ['/search?q=lamp', '/search?q=test', '/v1/market/search?q=lamp&limit=100', '/v1/market/stores?limit=100', '/stores?offset=0'].map((path) => ({ host: 'resale.localhost', path })) // prettier-ignore
    const targets = [...requested, ...mainTargets(ctx, sandbox.values)]
    const shops = [...sandbox.shops, ...market.shops].flatMap((slug) => shopTargets(ctx, slug, sandbox.values))
    const found: string[] = []
    const read: Target[] = []
    for (const [viewer, who] of Object.entries({ nobody: {}, stranger: outsider })) {
      const isAnonymous = viewer === 'nobody'
      const follows = ({ path }: Target) => isAnonymous && !/^\/(docs|changelog)/.test(path)
      for await (const { host, path, reply } of crawl(app, isAnonymous ? [...targets, ...shops] : targets, who, follows)) {
        // skips the user's request log, because it contains the paths of the user's own requests
        if (path === '/v1/requests') continue
        found.push(...meets(reply, `${host}${path}`, sandbox).map((mark) => `${viewer} ${host}${path}: ${mark}`))
        if (reply.status === 200) {
          read.push({ host, path })
          if (
            sandbox.shops.some((slug) => host.startsWith(slug)) &&
            !/^\/(robots|opensearch|favicon|manifest|sw|offline|\.well-known)/.test(path)
          )
            found.push(`${viewer} ${host}${path}: a page of a test shop`)
        }
      }
    }
    assert.deepEqual(found, [])
    for (const path of ['/sitemap.xml', '/', '/v1/market/search?q=lamp&limit=100', '/v1/market/stores'])
      assert.ok(
        read.some((one) => one.path === path),
        path,
      )
    assert.ok(
      read.some(({ host }) => host.startsWith(market.shops[0]!)),
      'the crawl includes shops of the market',
    )
  })

  test('operators never see test data', async () => {
    const { db } = app.service.ctx
    const boss = await app.signUp('Boss')
    await db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
    await sandbox.other.call('POST', `/v1/market/listings/${sandbox.records.listings[1]}/report`, {
      json: { reason: 'other', body: 'A test.' },
    })
    for (const path of [
      '/operator/accounts',
      '/operator/reports',
      '/operator/reviews',
      '/operator/disputes',
      '/operator/money',
      '/operator/search?q=lamp',
      '/inbox',
    ]) {
      const reply = await app.call('GET', `/v1${path}${path.includes('?') ? '&' : '?'}limit=100`, { cookie: boss.cookie })
      assert.equal(reply.status, 200, path)
      assert.deepEqual(meets(reply, path, sandbox), [], path)
    }
    for (const path of [
      `listings/${sandbox.records.listings[1]}/hide`,
      `accounts/${sandbox.me.id}/suspend`,
      `reviews/${sandbox.records.reviews[0]}/hide`,
    ]) {
      const taken = await app.call('POST', `/v1/operator/${path}`, { cookie: boss.cookie, json: { reason: 'No.' } })
      assert.equal(taken.status, 404, `${path} ${JSON.stringify(taken.body)}`)
    }
    const { rows } = await sql<{ market: number; all: number }>`
      select count(*) filter (where a.sandbox_of is null)::int as market, count(*)::int as all
      from orders o join accounts a on a.id = o.seller_id where o.paid_at > ${new Date(app.service.ctx.now().getTime() - 89 * 86_400_000)}`.execute(
      db,
    )
    assert.ok(rows[0]!.all > rows[0]!.market, 'test sellers have sold something')
    const trade = await app.call('GET', '/v1/operator/trade?days=90', { cookie: boss.cookie })
    assert.equal(trade.body.total.orders, rows[0]!.market)
  })

  test('the database rejects rows that mix live and test data, and real payments in test mode', async () => {
    const { db } = app.service.ctx
    const refused = async (statement: ReturnType<typeof sql>) => {
      await assert.rejects(statement.execute(db), /not of one world|test provider alone|stays in its world/, 'refused')
    }
    const at = new Date()
    const listing = sandbox.records.listings[1]!
    await refused(sql`insert into likes values (${market.me.id}, ${listing}, ${at})`)
    await refused(
      sql`insert into follows (account_id, shop_id, created_at) select ${market.me.id}, id, ${at} from shops where slug = ${sandbox.me.slug}`,
    )
    await refused(
      sql`insert into reports (id, account_id, listing_id, reason, created_at) values ('rep_x', ${market.me.id}, ${listing}, 'other', ${at})`,
    )
    await refused(
      sql`insert into research_runs (id, listing_id, account_id, steps, started_at, touched_at) values ('res_x', ${listing}, ${market.me.id}, '[]', ${at}, ${at})`,
    )
    for (const table of ['offers', 'orders', 'holds', 'threads', 'reviews', 'payments'])
      await refused(sql`update ${sql.table(table)} set buyer_id = ${market.me.id} where buyer_id = ${sandbox.other.id}`)
    await refused(sql`update money_moves set account_id = ${market.me.id} where account_id = ${sandbox.other.id}`)
    await refused(sql`update payments set provider = 'stripe' where buyer_id = ${sandbox.other.id}`)
    await refused(sql`update accounts set sandbox_of = null, sandbox_role = null where id = ${sandbox.me.id}`)
  })

  test('every table that refers to two parties has a trigger that rejects a mix of live and test data', async () => {
    const { db } = app.service.ctx
    const { rows } = await sql<{ name: string; parties: string[]; guards: string }>`
      select c.relname as name, array_agg(a.attname::text order by a.attname) as parties,
        coalesce((select string_agg(pg_get_triggerdef(t.oid), ' ') from pg_trigger t
          where t.tgrelid = c.oid and t.tgname like 'one\\_world%'), '') as guards
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and a.attname in ('account_id', 'owner_id', 'seller_id', 'buyer_id', 'accused_id', 'blocked_id', 'listing_id', 'shop_id', 'order_id', 'hold_id', 'purchase_id')
      group by c.oid, c.relname having count(*) > 1 order by 1`.execute(db)
    const bare = rows.flatMap(({ name, parties, guards }) =>
      guards === '' ? [name] : parties.filter((party) => !guards.includes(` ${party}'`)).map((party) => `${name}.${party}`),
    )
    // rows in these tables need no tenant check, because each row belongs to a single shop, to a single sale, or to the demo
    const ofOneRecord = ['demo_pictures', 'guest_checkouts', 'ledger_entries', 'listings', 'shop_slugs', 'wanted_photos']
    // these columns refer to a record with two parties, and other columns in the same row refer to the same parties
    const ofTheSameParties = [
      'blocks.order_id',
      'blocks.shop_id',
      'holds.order_id',
      'invitation_recipients.order_id',
      'offers.order_id',
      'orders.hold_id',
      'reports.order_id',
      'reports.shop_id',
    ]
    assert.deepEqual(bare, [...ofOneRecord, ...ofTheSameParties].toSorted())
  })
})
