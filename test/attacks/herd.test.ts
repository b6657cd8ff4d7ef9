import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { ENDPOINTS } from '#api/index.ts'
import { multipart, startApp, type Call, type Reply, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { openSeller } from '#test/factories.ts'
import { addPasskey, firstStep } from '#test/factors.ts'
import { startModel } from '#test/fakes/model.ts'
import { bringDeaths, type Deaths } from '#test/attacks/herd/deaths.ts'
import { findForms, formRoutes, type PageForm } from '#test/attacks/herd/forms.ts'
import { broken, crowdOf, done, line, rush, type Member, type Rush } from '#test/attacks/herd/herd.ts'
import { ACCESS_MATRIX, sceneOf, type Request, type Row, type World } from '#test/law.ts'
import { unsubscribeToken } from '#messaging/notifications/unsubscribe.ts'
import { mailedLink } from '#test/mailed-link.ts'
import { visitorOf } from '#test/pages.ts'
import { openSaleAt } from '#test/sales.ts'

/** Number of concurrent callers. The connection pool has only 10 connections. */
const CALLERS = 60
/** Number of callers in the overload test: far more than the pool and its queue can handle. */
const MANY = process.env.ATTACK === 'long' ? 1_000 : 500
/** Maximum time in milliseconds until any response, including a rejection: 5 s to wait for a connection, plus a margin. */
const LONGEST_MS = 10_000
const LONG = process.env.ATTACK === 'long'
const ROUNDS = LONG ? 5 : 1
/** Number of times that a user submits the same form. */
const SENT = LONG ? CALLERS : 20

/** Endpoints that accept only one call per record from all callers together. Exactly one of the concurrent calls succeeds. */
const ONCE = new Set([
  ...['createOrder', 'acceptOffer', 'declineOffer', 'withdrawOffer', 'makeOffer', 'shipOrder', 'refundOrder', 'cancelOrder'],
  ...['confirmOrder', 'deliverOrder', 'reportProblem', 'answerAppeal', 'dismissReport', 'warnReported', 'decideDispute', 'liftMeasure'],
  ...['hideListing', 'requestChange', 'suspendShop', 'suspendAccount', 'appealMeasure', 'deleteShop', 'deleteListing', 'resetPassword'],
  ...['closeAccount', 'createAccount', 'approve', 'decline', 'relistListing', 'returnHold'],
  ...[
    'createPurchase',
    'cancelPurchase',
    'shipPurchase',
    'offerReturn',
    'offerDisputeReturn',
    'agreeToReturn',
    'declineReturn',
    'sendReturn',
    'receiveReturn',
    'contestReturn',
  ],
])

/** Endpoints that reserve a public listing for the caller. */
const RESERVES = new Set(['askHold', 'createPurchase'])

/** Types of events that each account receives at most once per record, even when calls are concurrent. */
const RECORDED_ONCE = [
  ...[
    'account.opened',
    'account.closed',
    'key.created',
    'key.revoked',
    'shop.opened',
    'shop.deleted',
    'listing.created',
    'listing.deleted',
  ],
  ...['offer.received', 'offer.accepted', 'offer.declined', 'offer.closed', 'offer.expired', 'order.opened', 'order.created', 'order.paid'],
  ...['order.shipped', 'order.delivered', 'order.cancelled', 'order.settled', 'order.problem', 'order.decided', 'measure.taken'],
  ...['measure.lifted', 'appeal.answered', 'report.closed', 'review.received'],
]

describe(`${CALLERS} concurrent requests on ten connections`, () => {
  const after: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of after.splice(0).toReversed()) await stop()
  })
  let app: TestApp
  let scene: World
  let crowd: Member[]
  let deaths: Deaths
  const figures: Rush[] = []

  // starts a new service for each test, because every test uses up records and rate limits
  beforeEach(async () => {
    const life = { after: (stop: () => Promise<void>) => void after.push(stop) }
    const { env } = await startModel(life)
    app = await startApp(life, {
      ...env,
      FIRECRAWL_API_KEY: 'not asked',
      LOG_LEVEL: process.env.HERD_LOG ?? 'fatal',
      USAGE_LIMIT: '100000000',
    })
    const [owner, outsider] = [await app.signUp('Owner'), await app.signUp('Stranger')]
    scene = sceneOf(app, owner, outsider)
    crowd = await crowdOf(app, CALLERS)
    deaths = await bringDeaths(app.service.ctx)
  })

  const writes = ENDPOINTS.filter(({ method }) => method !== 'GET').map(({ id }) => [id, ACCESS_MATRIX[id]!] as const)

  function as(row: Row, { path, session, ...rest }: Request, who: { key: string; cookie: string }): () => Promise<Reply> {
    const credential: Call = session
      ? { cookie: session }
      : row.may === 'session'
        ? { cookie: who.cookie }
        : row.may === 'anyone'
          ? {}
          : { key: who.key }
    return () => app.call(row.method, `/v1${path}`, { ...rest, ...credential })
  }

  async function settled(faults: string[]): Promise<void> {
    const { rows } = await sql<{ type: string; id: string; told: number }>`
      select type, data::jsonb -> 'object' ->> 'id' as id, count(*)::int as told from events
      where type = any(${RECORDED_ONCE}) group by account_id, 1, 2 having count(*) > 1`.execute(app.service.ctx.db)
    assert.deepEqual([...faults, ...rows.map(({ type, id, told: times }) => `${type} of ${id} happened ${times} times`)], [])
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
    assert.equal((await app.call('GET', '/readyz')).status, 200)
  }

  test('concurrent repetitions of each write by the same account cause no errors or duplicates', async (t) => {
    const faults: string[] = []
    for (const [id, row] of writes) {
      const request = await row.request(scene)
      const seen = await rush(
        `${id}, one caller`,
        Array.from({ length: CALLERS }, () => as(row, request, scene.owner)),
      )
      figures.push(seen)
      faults.push(...broken(seen))
      if (done(seen) === 0) faults.push(`${id}: none of them succeeded: ${line(seen)}`)
      if (ONCE.has(id) && !sameAnswer(seen)) faults.push(`${id} was done ${done(seen)} times: ${line(seen)}`)
    }
    t.diagnostic(summary(figures))
    await settled(faults)
  })

  test('concurrent calls to each write endpoint from sixty accounts cause no errors or duplicates', async (t) => {
    const faults: string[] = []
    const seenAll: Rush[] = []
    for (const [id, row] of writes) {
      const request = await row.request(scene)
      if (request.session || !(LONG || row.shared || !row.at.includes('{'))) continue
      const seen = await rush(
        `${id}, ${CALLERS} callers`,
        crowd.map((member) => as(row, request, member)),
      )
      seenAll.push(seen)
      faults.push(...broken(seen))
      // every call on a shared public record must succeed, with two exceptions: only one call that reserves an item can succeed, and
      // `putListing` cannot add a listing to a different owner's shop
      if (row.shared && id !== 'putListing' && !RESERVES.has(id) && done(seen) !== CALLERS)
        faults.push(`${id}: not all of them succeeded: ${line(seen)}`)
    }
    t.diagnostic(summary(seenAll))
    const likes = await sql<{ most: number }>`
      select max(n)::int as most from (select count(*) as n from likes group by account_id, listing_id) as each`.execute(app.service.ctx.db)
    assert.equal(likes.rows[0]!.most, 1)
    await settled(faults)
  })

  test('concurrent calls of different writes on the same record cause no errors or duplicates', async (t) => {
    const faults: string[] = []
    const seenAll: Rush[] = []
    const groups = Map.groupBy(writes, ([, { at }]) => recordOf(at))
    for (const [record, rows] of groups) {
      if (rows.length === 1) continue
      for (let round = 0; round < ROUNDS; round++) {
        const made = await Promise.all(rows.map(async ([id, row]) => ({ id, row, request: await row.request(scene) })))
        const [met] = shuffled(made)
        const start = partsOf(met!.request.path).slice(0, partsOf(record).length)
        const calls = made.flatMap(({ row, request }) => {
          const path = `/${[...start, ...partsOf(request.path).slice(start.length)].join('/')}`
          return Array.from({ length: Math.ceil(CALLERS / rows.length) }, () => as(row, { ...request, path }, scene.owner))
        })
        const seen = await rush(`${rows.length} calls on ${record}`, shuffled(calls))
        seenAll.push(seen)
        faults.push(...broken(seen))
      }
    }
    t.diagnostic(summary(seenAll))
    assert.ok(seenAll.length > 10)
    await settled(faults)
  })

  test('a deadlock at commit is retried, and the client gets no error', async (t) => {
    const faults: string[] = []
    let died = 0
    for (const [id, row] of writes) {
      const request = await row.request(scene)
      await deaths.arm()
      const { status, body } = await as(row, request, scene.owner)()
      if (await deaths.occurred()) died++
      if (status >= 300) faults.push(`${id}: ${status} ${JSON.stringify(body)}`)
    }
    t.diagnostic(`${died} of ${writes.length} calls met a deadlock`)
    assert.ok(died > writes.length * 0.7)
    await settled(faults)
  })

  test('concurrent calls to all write endpoints together cause no errors', async (t) => {
    const faults: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const calls: (() => Promise<Reply>)[] = []
      for (const [, row] of writes) {
        const request = await row.request(scene)
        const own = as(row, request, scene.owner)
        calls.push(own, own, as(row, request, crowd[calls.length % CALLERS]!))
      }
      const seen = await rush('all write endpoints, mixed', shuffled(calls))
      faults.push(...broken(seen))
      t.diagnostic(line(seen))
    }
    await settled(faults)
  })

  test(`each of ${MANY} concurrent requests gets a timely response: either success, or a 503 with Retry-After`, async (t) => {
    const [id, row] = ['likeListing', ACCESS_MATRIX.likeListing!]
    const request = await row.request(scene)
    const seen = await rush(
      `${id}, ${MANY} at once`,
      Array.from({ length: MANY }, (_, n) => as(row, request, crowd[n % CALLERS]!)),
    )
    t.diagnostic(line(seen))
    for (const { status, headers } of seen.replies) {
      assert.ok(status === 200 || status === 503, `${status}`)
      if (status === 503) assert.ok(headers['retry-after'])
    }
    assert.ok(done(seen) > 0)
    assert.ok(seen.p99 < LONGEST_MS, `p99 ${seen.p99} ms`)
    const next = await rush(
      'after it',
      Array.from({ length: CALLERS }, (_, n) => as(row, request, crowd[n]!)),
    )
    assert.deepEqual(next.statuses, { 200: CALLERS })
  })

  // this test runs last, because some forms close a shop, a listing or an account
  test('concurrent submissions of a form, alone or mixed with other forms, cause no errors or duplicates', async (t) => {
    const faults: string[] = []
    const seenAll: Rush[] = []
    const forms = await formsOf()
    // skips two routes: the preview of a bulk change, which appears only after a form submission, and invitations, which require likes that
    // are at least an hour old
    const routes = formRoutes(app.service.ctx).filter((route) => !['/app/listings/bulk', '/app/listings/:id/invitations'].includes(route))
    const unmet = routes.filter((route) => !forms.some(({ form }) => form.route === route))
    assert.deepEqual(unmet, [], 'every form route has a page with its form')
    const members = await Promise.all(crowd.map(({ cookie }) => visitorOf(app, cookie)))
    const post = (form: PageForm, cookie: string | undefined, token?: string) => () => {
      const fields = form.fields.map(([name, value]): [string, string] => [
        name,
        name === 'form_token' && token !== undefined ? token : value,
      ])
      const body =
        form.files.length === 0
          ? { form: new URLSearchParams(fields).toString() }
          : { raw: multipart([...fields.map(([name, value]) => ({ name, value })), ...form.files.map(fileFor)]) }
      return app.call('POST', form.path, { ...(cookie && { cookie }), headers: { origin: app.url }, ...body })
    }
    let died = 0
    const refused: string[] = []
    for (const { form, cookie } of forms) {
      // makes the next write transaction fail as a deadlock victim at its commit; the service must retry the transaction without an error
      // for the sender
      await deaths.arm()
      const one = await rush(`form ${form.name}, after a deadlock`, [post(form, cookie)])
      faults.push(...broken(one))
      const { status } = one.replies[0]!
      if (status !== answerTo(form.name)) refused.push(`${form.name} of ${form.path}: ${status}`)
      if (one.statuses[303] && (await deaths.occurred())) died++
      const seen = await rush(
        `form ${form.name}, one caller`,
        Array.from({ length: SENT }, () => post(form, cookie)),
      )
      seenAll.push(seen)
      faults.push(...broken(seen))
      if (!FOR_EVERYBODY.test(form.route)) continue
      const others = await rush(
        `form ${form.name}, ${CALLERS} callers`,
        members.map(({ token }, index) => post(form, crowd[index]!.cookie, token)),
      )
      seenAll.push(others)
      faults.push(...broken(others))
    }
    const mixed = forms
      .filter(({ form }) => !LAST.test(form.name))
      .flatMap(({ form, cookie }) => Array.from({ length: 3 }, () => post(form, cookie)))
    seenAll.push(await rush('all forms, mixed', shuffled(mixed)))
    faults.push(...broken(seenAll.at(-1)!))
    t.diagnostic(`${forms.length} forms\n${summary(seenAll)}`)
    t.diagnostic(`${died} forms met a deadlock and succeeded`)
    assert.ok(died > forms.length / 2)
    t.diagnostic(`rejected:\n${refused.join('\n')}`)
    // some rejections are expected, because submitting a form can change a record so that a later form is rejected
    assert.ok(refused.length < forms.length / 10, `rejected forms:\n${refused.join('\n')}`)
    await settled(faults)
  })

  /** Collects the forms on pages for a seller who is also a buyer and operator, for an ordinary buyer, and for an anonymous user. */
  async function formsOf(): Promise<Sender[]> {
    const { owner } = scene
    for (const [, row] of writes) await row.request(scene)
    for (const id of ['likeListing', 'followStore', 'startThread', 'saveSearch', 'makeOffer', 'makeOffer', 'blockStore']) {
      const row = ACCESS_MATRIX[id]!
      await as(row, await row.request(scene), owner)()
    }
    // creates a purchase for each form on the purchase page, because each form cancels or pays its purchase
    const purchases: string[] = []
    for (let n = 0; n < 4; n++)
      purchases.push((await as(ACCESS_MATRIX.createPurchase!, await ACCESS_MATRIX.createPurchase!.request(scene), owner)()).body.id)
    // creates one record for each decision, because a decision rules out all other decisions about the same record
    for (const id of ['acceptOffer', 'acceptOffer', 'acceptOffer', 'approve'] as const) await ACCESS_MATRIX[id]!.request(scene)
    const sales = []
    for (const stage of STAGES) sales.push(await openSaleAt(app, stage))
    const [suspended] = await crowdOf(app, 1)
    const found: Sender[] = []
    const add = async (cookie: string | undefined, starts: readonly string[]): Promise<void> => {
      for (const form of await findForms(app, cookie, starts)) found.push({ form, cookie })
    }
    const stall = await openSeller(app, 'Stall')
    const chairs = [1, 2].map(() => stall.list({ title: 'Chair', price: 20, shipping: 8, publish: true }))
    const bundle = `/bundle/${stall.slug}?${(await Promise.all(chairs)).map(({ id }) => `item=${id}`).join('&')}`
    const token = await unsubscribeToken(app.service.ctx, { accountId: owner.id, kind: 'price_drop', email: owner.email })
    const held = (await ACCESS_MATRIX.askHold!.request(scene)).json as { listing: string }
    const actions: string[] = []
    for (const action of ['offer', 'ask', 'checkout', 'report', 'like'])
      actions.push(`/${action}/${(await stall.list({ title: 'Chair', price: 200, shipping: 8, publish: true })).id}`)
    const own: string[] = []
    for (const status of ['live', 'sold'])
      for (const { id } of (await app.call('GET', `/v1/listings?status=${status}&limit=3`, { cookie: owner.cookie })).body.data)
        own.push(`/app/listings/${id}`)
    const [, slug] = /stores\/([^/]+)/.exec((await ACCESS_MATRIX.followStore!.request(scene)).path)!
    const paths = [...actions, `/hold/${held.listing}`, `/follow/${slug}`, `/report/shop/${slug}`, `/block/shop/${slug}`, bundle]
    const theirs = { client_name: 'An app', redirect_uris: ['http://127.0.0.1:9/back'] }
    const { body: client } = await app.call('POST', '/oauth/register', { json: theirs })
    const request = { client_id: client.client_id, redirect_uri: theirs.redirect_uris[0]!, response_type: 'code', scope: 'read' }
    const proof = { code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' }
    // the pages for an account with a passkey and a card contain additional forms: for the passkey, the card and rarely used settings, and
    // for the second step of a pending sign-in
    const careful = await app.signUp('Careful')
    const { id: passkey } = await addPasskey(app, careful)
    const customer = { id: 'pcu_herd', account_id: careful.id, provider: 'test', mode: 'test', provider_ref: 'test_customer_herd' } as const
    await app.service.ctx.db
      .insertInto('payment_customers')
      .values({ ...customer, created_at: app.service.ctx.now() })
      .execute()
    await add(careful.cookie, [`/you/passkeys/${passkey}`, '/you/cards'])
    await add((await firstStep(app, careful)).cookie, ['/sign-in/second'])
    await add(owner.cookie, [
      `/oauth/authorize?${new URLSearchParams({ ...request, ...proof }).toString()}`,
      ...own,
      '/app',
      '/app/developers',
      '/app/developers/apps',
      '/you',
      '/operator',
      '/app/open-shop',
      '/app/listings/new',
      '/app/listings/import',
      '/app/measures',
      '/you/blocked',
      ...purchases.map((id) => `/you/purchases/${id}`),
      ...paths,
    ])
    for (const sale of sales) {
      await add(sale.buyer.cookie, ['/you/orders', `/you/orders/${sale.order.id}`, ...paths])
      await add(sale.seller.cookie, ['/app/orders', `/app/orders/${sale.order.id}`, '/app/payouts'])
    }
    await app.call('POST', `/v1/operator/accounts/${suspended!.id}/suspend`, { cookie: owner.cookie, json: { reason: 'A test.' } })
    await add(suspended!.cookie, ['/app', '/app/measures'])
    // requests each link for a different account, because using a link invalidates the account's other links
    const link = async (path: string, requestPath?: string) =>
      `${path}?token=${await mailedLink(app, (await app.signUp('Forgetful')).email, path, requestPath === undefined ? {} : { requestPath })}`
    const links = [
      await link('/forgot/new', '/v1/password-resets'),
      await link('/sign-in/link', '/v1/sign-in-links'),
      await link('/sign-in/link', '/v1/sign-in-links'),
      await link('/verify'),
      await link('/verify'),
    ]
    await add(undefined, [
      '/sign-up',
      '/sign-in',
      '/forgot',
      '/check',
      bundle.replace('?', '/checkout?'),
      `/unsubscribe/${token}`,
      ...links,
    ])
    const { token: formToken } = await visitorOf(app, owner.cookie)
    for (const route of NO_PAGE) {
      const form: PageForm = {
        name: route,
        route,
        path: route,
        fields: [
          ['form_token', formToken],
          ['show', 'own'],
        ],
        files: [],
        records: [],
      }
      found.push({ form, cookie: owner.cookie })
    }
    return chosen(found).toSorted((a, b) => orderOf(a) - orderOf(b))
  }
})

type Sender = { form: PageForm; cookie: string | undefined }

const isOfMany = ({ form }: Sender): boolean => form.records.length > 3

/** Sort key for a form. Forms for one record run first, then forms for many records, and finally the forms in LAST. */
const orderOf = (sender: Sender): number => (LAST.test(sender.form.name) ? 2 : isOfMany(sender) ? 1 : 0)

/** Chooses one form per name, or three in the long run. Prefers forms that do not share a record with a chosen form. */
function chosen(found: readonly Sender[]): Sender[] {
  const used = new Map<string, number>()
  const uses = ({ form }: Sender): number => Math.max(0, ...form.records.map((id) => used.get(id) ?? 0))
  return [...Map.groupBy(found, ({ form }) => form.name).values()].flatMap((same) => {
    const taken: Sender[] = []
    for (let n = 0; n < Math.min(same.length, LONG ? 3 : 1); n++) {
      const [least] = same.filter((one) => !taken.includes(one)).toSorted((a, b) => uses(a) - uses(b))
      taken.push(least!)
      if (!isOfMany(least!)) for (const id of least!.form.records) used.set(id, (used.get(id) ?? 0) + 1)
    }
    return taken
  })
}

const PICTURE = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c93' } })
  .jpeg()
  .toBuffer()

const fileFor = ({ name, accept }: PageForm['files'][number]) =>
  accept.includes('csv')
    ? {
        name,
        filename: 'listings.csv',
        type: 'text/csv',
        bytes: Buffer.from('TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,IMAGE1\nLamp,,45,USD,1,\n'),
      }
    : { name, filename: 'lamp.jpg', type: 'image/jpeg', bytes: PICTURE }

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

/** Returns the record in a path: the path up to and including the first parameter, or the whole path if it has no parameters. */
function recordOf(at: string): string {
  const parts = partsOf(at)
  const until = parts.findIndex((part) => part.startsWith('{'))
  return `/${(until < 0 ? parts : parts.slice(0, until + 1)).join('/')}`
}

const FOR_EVERYBODY = /^\/(like|follow|offer|ask|checkout|hold|report|check)\b/
/**
 * Form routes that this test does not cover. They require a payment provider, a phone's share sheet, a script, a bag cookie or a guest's
 * link. Some would switch to test data and break other tests. The test clock exists only in a test tenant
 * (`src/web/seller/test-data.test.ts`).
 */
const NO_PAGE = [
  '/share/listing/:id',
  '/share/shop/:slug',
  '/bag/:slug',
  '/guest/pay',
  '/guest/order',
  '/app/payouts',
  '/app/listings/shared',
  '/app/developers/test-data',
  '/app/developers/test-data/reset',
]
/** Stages of the sales prepared for the test. Some stages appear more than once, because many forms move a sale to the next stage. */
const STAGES = ['awaiting_payment', 'paid', 'paid', 'paid', 'shipped', 'delivered', 'problem', 'problem', 'completed'] as const
/** Expected statuses of accepted forms that do not redirect. */
const ANSWERS: readonly (readonly [status: number, why: string, ...names: string[]])[] = [
  [
    200,
    'shows the results of many records',
    '/app/listings (price\\+sold|relist)',
    '/app/listings/import ',
    '/app/developers/webhook retry-all',
  ],
  [200, 'shows a value that is shown only once', '/app/developers/keys name', '/app/developers/webhook (test|rotate)'],
  [200, 'shows the changed state', '/unsubscribe/', '/sign-in sign_in'],
  [
    200,
    'shows the next step',
    '/you/ways-in (add_passkey|start_totp)',
    '/app/open-shop look',
    '/oauth/authorize (allow|deny)',
    '/app/listings price$',
    '/app/messages/:id insert',
    '/app/shops/:slug/sales preview',
  ],
  [200, 'informs a user who is not signed in', '/forgot', '/verify'],
  [402, 'tries a card that is declined', '/(checkout|hold)/:listing method=test_declined'],
  [400, 'is filled in by a script', '/you/settings push$'],
  [400, 'needs the link of an order', '/guest/'],
  [404, 'names no shop and no listing', '/bag/', '/share/'],
  [401, 'is filled in by a script', '/sign-in/passkey'],
  [429, 'requests a fourth email within an hour', '/you/settings email'],
]
const answerTo = (name: string): number =>
  ANSWERS.find(([, , ...names]) => names.some((one) => new RegExp(`^${one}`).test(name)))?.[0] ?? 303
/** Matches forms that end a session or close an account or a shop. The test submits these forms last. */
const LAST = /sign-out|close|delete|end|password|suspend|stop/

/** Returns true if exactly one call succeeded, or if all successful responses name the same record, as after a repeated request. */
function sameAnswer(seen: Rush): boolean {
  const good = seen.replies.filter(({ status }) => status >= 200 && status < 300)
  return new Set(good.map(({ body }) => body?.id ?? JSON.stringify(body))).size === 1
}

const summary = (all: readonly Rush[]): string =>
  [...all]
    .toSorted((a, b) => b.p99 - a.p99)
    .slice(0, process.env.ATTACK === 'long' ? all.length : 5)
    .map(line)
    .join('\n')

function shuffled<T>(all: readonly T[]): T[] {
  const mixed = [...all]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!]
  }
  return mixed
}
