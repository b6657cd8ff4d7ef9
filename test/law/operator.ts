import { inTransaction } from '#platform/context/index.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import { openSaleAt } from '#test/sales.ts'
import { openSeller } from '#test/factories.ts'
import type { Row, World } from '#test/law/world.ts'

const why = { reason: 'It is not what it says' }

/** Defines the access rule of an operator's list. Only a session may read the list; any account except the operator's gets 404. */
const list = (at: string): Row => ({ method: 'GET', at, may: 'session', request: async (world) => (await operate(world), { path: at }) })

const act = (at: string, find: (world: World) => Promise<string>, json: Record<string, unknown> = why): Row => ({
  method: 'POST',
  at,
  may: 'session',
  request: async (world) => {
    await operate(world)
    return { path: at.replace('{id}', await find(world)), json }
  },
})

export const OPERATOR_LAW: Record<string, Row> = {
  listReports: list('/operator/reports'),
  listDisputes: list('/operator/disputes'),
  listMoneyCases: list('/operator/money'),
  closeMoneyCase: act('/operator/money/{id}/close', moneyCase, { how: 'seen', ...why }),
  getMoneyCase: {
    method: 'GET',
    at: '/operator/money/{id}',
    may: 'session',
    request: async (world) => (await operate(world), { path: `/operator/money/${await moneyCase(world)}` }),
  },
  listPeople: list('/operator/accounts'),
  listReviews: list('/operator/reviews'),
  listMeasures: list('/operator/measures'),
  listAppeals: list('/operator/appeals'),
  listActs: list('/operator/audit'),
  getHealth: list('/operator/health'),
  hideListing: act('/operator/listings/{id}/hide', listing),
  suspendShop: act('/operator/shops/{id}/suspend', async ({ app }) => shopId(app, await openSeller(app))),
  suspendAccount: act('/operator/accounts/{id}/suspend', async ({ app }) => (await app.signUp('Suspect')).id),
  liftMeasure: act('/operator/measures/{id}/lift', measure),
  answerAppeal: act('/operator/appeals/{id}/answer', appeal, { outcome: 'upheld', ...why }),
  dismissReport: act('/operator/reports/{id}/dismiss', report),
  warnReported: act('/operator/reports/{id}/warn', report),
  getReport: {
    method: 'GET',
    at: '/operator/reports/{id}',
    may: 'session',
    request: async (world) => (await operate(world), { path: `/operator/reports/${await report(world)}` }),
  },
  decideDispute: act('/operator/disputes/{id}/decide', dispute, { decision: 'refund', ...why }),
  getDispute: {
    method: 'GET',
    at: '/operator/disputes/{id}',
    may: 'session',
    request: async (world) => (await operate(world), { path: `/operator/disputes/${await dispute(world)}` }),
  },
  getPerson: {
    method: 'GET',
    at: '/operator/accounts/{id}',
    may: 'session',
    request: async (world) => (await operate(world), { path: `/operator/accounts/${world.stranger.id}` }),
  },
  listOwnMeasures: { method: 'GET', at: '/measures', may: 'read', request: async () => ({ path: '/measures' }) },
  appealMeasure: {
    method: 'POST',
    at: '/measures/{id}/appeal',
    may: 'session',
    request: async (world) => ({ path: `/measures/${await measure(world, world.owner.key)}/appeal`, json: { body: 'It is mine.' } }),
  },
}

const operate = async ({ app, owner }: World): Promise<void> => {
  await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', owner.id).execute()
}

async function shopId(app: World['app'], { slug }: { slug: string }): Promise<string> {
  return (await app.service.ctx.db.selectFrom('shops').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
}

async function listing({ app }: World): Promise<string> {
  const seller = await openSeller(app)
  return (await seller.list({ title: 'Lamp', price: 5, publish: true })).id
}

/**
 * Creates a moderation action on a listing. The listing belongs to the account of `key`, or to a new seller. Returns the id of the
 * action.
 */
async function measure(world: World, key?: string): Promise<string> {
  await operate(world)
  const { app, owner } = world
  const seller = key ? null : await openSeller(app)
  const slug =
    seller?.slug ?? (await app.call('POST', '/v1/shops', { key: key!, json: { name: 'Mine', slug: `mine-${++made}` } })).body.slug
  const json = { shop: slug, title: 'Lamp', price: 5, publish: true }
  const { body } = await app.call('POST', '/v1/listings', { key: seller?.key ?? key!, json })
  return (await app.call('POST', `/v1/operator/listings/${body.id}/hide`, { cookie: owner.cookie, json: why })).body.id
}

let made = 0

async function appeal(world: World): Promise<string> {
  await operate(world)
  const { app, owner } = world
  const { cookie, id } = await app.signUp('Suspect')
  const taken = await app.call('POST', `/v1/operator/accounts/${id}/suspend`, { cookie: owner.cookie, json: why })
  return (await app.call('POST', `/v1/measures/${taken.body.id}/appeal`, { cookie, json: { body: 'It was not me.' } })).body.id
}

async function report(world: World): Promise<string> {
  const { key } = await world.app.signUp('Teller')
  const path = `/v1/market/listings/${await listing(world)}/report`
  return (await world.app.call('POST', path, { key, json: { reason: 'misleading' } })).body.id
}

async function dispute({ app }: World): Promise<string> {
  return (await openSaleAt(app, 'problem')).order.id
}

/** Creates a payment exception for the operator: a provider event that matches no payment. Returns its id. */
async function moneyCase(world: World): Promise<string> {
  await operate(world)
  const { ctx } = world.app.service
  const row = await inTransaction(ctx, (tx) => openCase(tx, { kind: 'mismatch', ref: `evt_${++made}`, reason: 'It does not fit.' }))
  return row!.id
}
