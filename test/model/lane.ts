import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStripePayments } from '#platform/payments/stripe/index.ts'
import { readConfig } from '#platform/config/index.ts'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { SCOPES } from '#core/scopes.ts'
import { base62 } from '#core/secrets.ts'
import { ENDPOINTS } from '#api/index.ts'
import { guestActor } from '#commerce/guests/actor.ts'
import { CreateGuestPurchase, proveGuest, startPurchaseInBrowser } from '#commerce/guests/index.ts'
import { holdWorker } from '#commerce/holds/jobs.ts'
import { offerWorker } from '#commerce/offers/jobs.ts'
import { orderWorker } from '#commerce/orders/jobs.ts'
import { paymentWorker } from '#commerce/sale/jobs.ts'
import { payoutWorker } from '#commerce/payouts/jobs.ts'
import { purchaseWorker } from '#commerce/purchases/jobs.ts'
import { providerEventWorker } from '#commerce/provider-events/jobs.ts'
import { ApiError } from '#platform/errors/index.ts'
import { requireAccess, runEndpoint, validateInput } from '#platform/http/run.ts'
import { validate } from '#platform/http/validate.ts'
import type { Upload } from '#platform/http/upload.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { runPeriodicJob, UNSTOPPED } from '#platform/jobs/periodic.ts'
import { startService, type Service } from '#service/service.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { shuffled, signed, startStripe, type StripeObject } from '#test/fakes/stripe.ts'
import { PNG } from '#test/law/world.ts'
import { differentSums } from '#test/truth/sums.ts'
import { gated, NO_GATE, type Gate } from './gate.ts'
import { TIERS } from './law/purchases.ts'
import { GUEST_BUNDLE, JOIN, type Call } from './verbs.ts'
import type { Who } from './world.ts'

/** Outcome of a call. `cut` is true if a gate interrupted the call. */
export type Outcome = { status: number; body: Record<string, unknown>; cut: boolean; error?: unknown }

/** A user who has an account. */
export type User = Exclude<Who, 'guest'>

export type Lane = {
  database: TestDatabase
  slug: string
  now: number
  people: Record<User, string>
  /** Id of each user's first API key, which the user's calls use. */
  keys: Record<User, string>
  stripe: Awaited<ReturnType<typeof startStripe>>
  /**
   * Calls an endpoint as a user. For `guest`, uses the session of the guest who placed the order or purchase `params.id`. If no guest
   * placed it, uses the session of an unknown guest.
   */
  call(call: Pick<Call, 'who' | 'endpoint' | 'params' | 'body' | 'photo'>, gate?: Gate): Promise<Outcome>
  /** Calls an endpoint as the operator. The owner's account is also the operator's account. */
  operate(endpoint: string, params: Record<string, string>, body: Record<string, unknown>): Promise<Outcome>
  /**
   * Delivers a webhook event of the payment provider as raw bytes with a signature. The status is 208 for an event that was already
   * processed.
   */
  deliver(event: StripeObject, how: 'good' | 'forged' | 'old', gate?: Gate): Promise<Outcome>
  /** Runs the settlement worker once, and all other periodic jobs once. */
  work(gate?: Gate): Promise<Outcome>
  restart(): Promise<void>
  /** Returns a message for each of the seller's displayed sums that differs from the seller's other sums or from the ledger. */
  differentSums(): Promise<string[]>
  /** Deletes everything that a sequence created, except the users and their shop. */
  clear(): Promise<void>
  close(): Promise<void>
}

const WORKERS = [offerWorker, paymentWorker, providerEventWorker, holdWorker, orderWorker, purchaseWorker, payoutWorker]
const endpoints = new Map(ENDPOINTS.map((one) => [one.id, one]))
const LOG = createLog('silent')

/** Starts a service with its own database, clock and fake payment provider. Sequences run on the service one after the other. */
export async function openLane(): Promise<Lane> {
  const database = await testDatabase()
  const stripe = await startStripe()
  const payments = createStripePayments({ secretKey: stripe.secretKey, baseUrl: stripe.url, webhookSecret: stripe.webhookSecret })
  const folder = await mkdtemp(join(tmpdir(), 'model-'))
  let service = await start(database, folder)
  let calls = 0

  const ctxWith = (gate: Gate): Context => {
    const now = () => new Date(lane.now)
    const clock = { now, offsetMs: () => 0, setOffsetMs: () => {} }
    return { ...service.ctx, db: gated(service.ctx.db, gate), log: LOG, clock, now, payments }
  }

  /** Returns an anonymous caller from a new network, because the number of unpaid orders per network is limited. */
  const anyone = () => ({ kind: 'anonymous' as const, address: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls++ & 255}` })

  const run = async (
    endpoint: string,
    actor: Person | null,
    raw: Pick<Call, 'params' | 'body' | 'photo'>,
    gate: Gate,
  ): Promise<Outcome> => {
    const definition = endpoints.get(endpoint)!
    const caller = actor ?? anyone()
    await gate.pass()
    return settled(gate, async () => {
      requireAccess(definition, caller)
      const { photo, ...parts } = raw
      // the owner lists the invitations that the shop sent; each buyer lists the invitations that the buyer received
      const role =
        endpoint === 'listInvitations' && caller.kind !== 'anonymous' && caller.accountId === lane.people.owner ? { role: 'seller' } : {}
      const query = definition.method === 'GET' ? { limit: '100', ...role } : {}
      const input = validateInput(definition, { ...parts, query }, false, photo ? [await photoIn(folder)] : [])
      const answer = await runEndpoint(ctxWith(gate), definition, caller, input)
      const body = answer.body as Record<string, unknown>
      if (endpoint === 'createListing' && answer.status === 201) await likeAll(database, lane, String(body['id']))
      return { status: answer.status, body }
    })
  }

  /** As ann, opens the email link for a guest's order. The link exists only if the order has ann's email address. */
  const joinAnn = async (orderId: string, gate: Gate): Promise<Outcome> => {
    const token = await mailLink(service.ctx, { orderId, now: new Date(lane.now), email: emailOf('ann') })
    const ann = { ...person(lane.people.ann, 'ann', lane.people.ann), kind: 'session', keyKind: 'session', provedAt: null } as const
    await gate.pass()
    return settled(gate, async () => {
      const by = { caller: ann, browser: { agent: null, device: null } }
      const { kind } = await inTransaction(ctxWith(gate), (tx) => proveGuest(tx, token, by))
      return { status: kind === 'joined' ? 200 : 500, body: {} }
    })
  }

  const orderBundle = async (body: Record<string, unknown>, gate: Gate): Promise<Outcome> => {
    await gate.pass()
    return settled(gate, async () => {
      const input = validate(CreateGuestPurchase, body)
      const { purchaseId: id } = await startPurchaseInBrowser(ctxWith(gate), anyone(), input, { agent: null, device: null })
      const { rows } = await database.pools.requests.query<{ id: string; listing_id: string }>(
        'select id, listing_id from orders where purchase_id = $1',
        [id],
      )
      const orders = input.listings.map((listing) => rows.find((one) => one.listing_id === listing)!)
      return { status: 201, body: { id, orders, status: 'awaiting_payment' } }
    })
  }

  const lane: Lane = {
    database,
    stripe,
    slug: 'model-shop',
    now: Date.UTC(2030, 0, 7, 12),
    people: { owner: '', ann: '', bob: '' },
    keys: { owner: '', ann: '', bob: '' },
    async call({ who, endpoint, params, body, photo }, gate = NO_GATE) {
      const raw = { params, body, ...(photo ? { photo } : {}) }
      if (endpoint === JOIN) return joinAnn(params['id']!, gate)
      if (endpoint === GUEST_BUNDLE) return orderBundle(body, gate)
      if (who !== 'guest') return run(endpoint, person(lane.people[who], who, lane.keys[who]), raw, gate)
      if (endpoint === 'createGuestCheckout') return run(endpoint, null, raw, gate)
      return run(endpoint, await guestOf(database, params['id']), raw, gate)
    },
    operate: (endpoint, params, body) => {
      const operator = {
        ...person(lane.people.owner, 'owner', lane.keys.owner),
        kind: 'session',
        keyKind: 'session',
        isOperator: true,
      } as const
      return run(endpoint, operator, { params, body }, NO_GATE)
    },
    async deliver(event, how, gate = NO_GATE) {
      const at = new Date(lane.now - (how === 'old' ? 301_000 : 0))
      const { raw, signature } = signed(event, at, how === 'forged' ? 'whsec_of_a_stranger' : undefined)
      const answer = await run(
        'takeStripeEvent',
        null,
        { params: {}, body: { bytes: raw, headers: { 'stripe-signature': signature } } },
        gate,
      )
      return answer.status === 200 && answer.body['used'] === false ? { ...answer, status: 208 } : answer
    },
    work: (gate = NO_GATE) =>
      settled(gate, async () => {
        await gate.pass()
        const ctx = ctxWith(gate)
        for (const { periodicJobs = [] } of WORKERS) for (const job of periodicJobs) await runPeriodicJob(ctx, job, UNSTOPPED)
        return { status: 200, body: {} }
      }),
    async restart() {
      await service.stop()
      service = await start(database, folder)
    },
    differentSums: () => differentSums(ctxWith(NO_GATE)),
    async clear() {
      await database.pools.requests.query(CLEAR)
      stripe.forget()
    },
    async close() {
      await service.stop()
      await stripe.close()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
  stripe.useClock(() => lane.now)
  await settleIn(lane, ctxWith(NO_GATE))
  return lane
}

/** Adds likes by both buyers to a new listing. Backdates the likes by two hours, so that the seller may invite both. */
async function likeAll(database: TestDatabase, { people, now }: Lane, listing: string): Promise<void> {
  await database.pools.requests.query('insert into likes (account_id, listing_id, created_at) select a, $1, $2 from unnest($3::text[]) a', [
    listing,
    new Date(now - 7_200_000),
    [people.ann, people.bob],
  ])
}

async function settleIn(lane: Lane, ctx: Context): Promise<void> {
  for (const who of ['owner', 'ann', 'bob'] as const) {
    const made = await lane.call({ who, endpoint: 'createAccount', params: {}, body: signUp(who) })
    lane.people[who] = String(made.body['id'])
    lane.keys[who] = (made.body['api_key'] as { id: string }).id
  }
  await lane.call({ who: 'owner', endpoint: 'createShop', params: {}, body: { name: 'Model', slug: lane.slug } })
  await lane.call({
    who: 'owner',
    endpoint: 'changeShop',
    params: { slug: lane.slug },
    body: { haggle: false, answer_questions: false, ask_hold: true, bundle_tiers: TIERS, bundle_shipping: 'highest' },
  })
  await lane.call({ who: 'owner', endpoint: 'openPayoutAccount', params: {}, body: {} })
  const { provider_ref } = await ctx.db.selectFrom('payout_accounts').select('provider_ref').executeTakeFirstOrThrow()
  await lane.deliver(lane.stripe.finishAccount(provider_ref), 'good')
}

const emailOf = (who: User) => `${who}@example.test`
const signUp = (who: User) => ({ name: who, email: emailOf(who), password: 'a long enough password' })

/** Starts the service in the web role. Periodic jobs then run only when the test calls `work`. */
async function start(database: TestDatabase, folder: string): Promise<Service> {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    DEMO: 'off',
    SEARCH_INDEX: 'off',
    RESPONSE_CACHE_MB: '0',
    LOG_LEVEL: 'silent',
  })
  return startService(config, 'web', LOG)
}

/**
 * Writes a photo of one pixel and returns it as an uploaded file. `close` deletes the temporary folder, because the endpoint does not
 * delete uploaded files.
 */
async function photoIn(folder: string): Promise<Upload> {
  const path = join(folder, `${randomUUID()}.png`)
  await writeFile(path, PNG)
  return { field: 'files', filename: 'photo.png', path, bytes: PNG.length, declaredType: 'image/png' }
}

const person = (accountId: string, name: string, credential: string): Person => ({
  kind: 'key',
  accountId,
  name,
  credential,
  tenant: '',
  keyKind: 'api',
  scopes: SCOPES,
  askFirst: [],
  maxOfferCents: null,
  maxDayCents: null,
  address: '127.0.0.1',
})

/** Returns the session of the guest who placed an order or a purchase. If no guest placed it, returns the session of an unknown guest. */
async function guestOf(database: TestDatabase, id = ''): Promise<Person> {
  const { rows } = await database.pools.requests.query<{ id: string }>(
    'select a.id from orders o join accounts a on a.id = o.buyer_id where $1 in (o.id, o.purchase_id) and a.guest_email is not null',
    [id],
  )
  return guestActor({ accountId: rows[0]?.id ?? 'usr_unknown', name: 'Guest', address: '127.0.0.1' })
}

/**
 * Stores an email link for a guest's order and returns its token. The link is stored only if the order has the address `email`; otherwise,
 * the returned token is invalid.
 */
async function mailLink({ db, newId, randomBytes }: Context, about: { orderId: string; email: string; now: Date }): Promise<string> {
  const { orderId, email, now } = about
  const token = base62(randomBytes(64), 32)
  // locks the guest's account, because a concurrent call may delete that account
  await sql`
    insert into mailed_links (token_hash, account_id, purpose, email, mail_id, created_at, expires_at)
    select ${sha256(token)}, a.id, 'guest', ${email}, ${newId('mal')}, ${now}, ${new Date(now.getTime() + 30 * 60_000)}
    from orders o join accounts a on a.id = o.buyer_id
    where o.id = ${orderId} and a.guest_email = ${email} for key share of a`.execute(db)
  return token
}

async function settled(gate: Gate, work: () => Promise<{ status: number; body: Record<string, unknown> }>): Promise<Outcome> {
  try {
    return { ...(await work()), cut: gate.wasCut() }
  } catch (error) {
    if (gate.wasCut()) return { status: 0, body: {}, cut: true }
    if (error instanceof ApiError) return { status: error.status, body: { message: error.message, code: error.code }, cut: false }
    return { status: 500, body: { message: String(error) }, cut: false, error }
  }
}

/** Returns all events of the provider, some of them repeated, in an order that `seed` determines. */
export const shuffledEvents = (lane: Lane, seed: number): StripeObject[] => shuffled(lane.stripe.events, seed)

const MADE = [
  'blocks',
  'guest_checkouts',
  'limit_counts',
  'reviews',
  'messages',
  'threads',
  'negotiations',
  'ledger_entries',
  'money_cases',
  'money_moves',
  'payments',
  'provider_events',
  'order_steps',
  'holds',
  'orders',
  'purchases',
  'offers',
  'listings',
  'shown_changes',
  'stored_files',
  'graphile_worker._private_jobs',
]
const OF_PEOPLE = `('account.opened', 'key.created', 'shop.opened')`
/**
 * Deletes all rows in one statement, because orders, offers and holds reference each other. Disables the triggers that protect append-only
 * rows.
 */
const CLEAR = `
  begin;
  delete from likes;
  alter table ledger_entries disable trigger user;
  alter table listings disable trigger user;
  alter table stored_files disable trigger user;
  with ${MADE.map((table, index) => `d${index} as (delete from ${table})`).join(', ')},
    used as (update account_use set listings = 0, likes = 0, media_bytes = 0),
    told as (update events set dispatched_at = now() where type in ${OF_PEOPLE}),
    untold as (delete from events where type not in ${OF_PEOPLE})
  update shops set paused = false, visibility = 'public', ask_hold = true;
  delete from accounts where guest_email is not null;
  update accounts set email_verified_at = null;
  alter table ledger_entries enable trigger user;
  alter table listings enable trigger user;
  alter table stored_files enable trigger user;
  commit`
