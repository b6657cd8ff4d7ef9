import { inTransaction } from '#platform/context/index.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import { openSaleAt } from '#test/sales.ts'
import { openSeller } from '#test/factories.ts'
import { picture, type Rule, type Scene } from '#test/law/world.ts'

const why = { reason: 'It is not what it says' }

/**
 * Defines the access rule for one of the operator's lists. The list can be read only with a session; any account except the operator's gets
 * 404.
 */
const list = (path: string): Rule => ({ may: 'session', request: async (scene) => (await operate(scene), { path }) })

const act = (at: string, find: (scene: Scene) => Promise<string>, json: Record<string, unknown> = why): Rule => ({
  may: 'session',
  request: async (scene) => {
    await operate(scene)
    return { path: at.replace('{id}', await find(scene)), json }
  },
})

export const OPERATOR_ROWS: Record<string, Rule> = {
  listReports: list('/operator/reports'),
  listDisputes: list('/operator/disputes'),
  listMoneyCases: list('/operator/money'),
  closeMoneyCase: act('/operator/money/{id}/close', moneyCase, { how: 'seen', ...why }),
  getMoneyCase: { may: 'session', request: async (scene) => (await operate(scene), { path: `/operator/money/${await moneyCase(scene)}` }) },
  listPeople: list('/operator/accounts'),
  listReviews: list('/operator/reviews'),
  listMeasures: list('/operator/measures'),
  listAppeals: list('/operator/appeals'),
  listActs: list('/operator/audit'),
  getHealth: list('/operator/health'),
  requestChange: act('/operator/listings/{id}/request-change', listing),
  hideListing: act('/operator/listings/{id}/hide', listing),
  suspendShop: act('/operator/shops/{id}/suspend', async ({ app }) => shopId(app, await openSeller(app))),
  suspendAccount: act('/operator/accounts/{id}/suspend', async ({ app }) => (await app.signUp('Suspect')).id),
  liftMeasure: act('/operator/measures/{id}/lift', measure),
  answerAppeal: act('/operator/appeals/{id}/answer', appeal, { outcome: 'upheld', ...why }),
  dismissReport: act('/operator/reports/{id}/dismiss', report),
  warnReported: act('/operator/reports/{id}/warn', report),
  getReport: { may: 'session', request: async (world) => (await operate(world), { path: `/operator/reports/${await report(world)}` }) },
  decideDispute: act('/operator/disputes/{id}/decide', dispute, { decision: 'refund', ...why }),
  offerDisputeReturn: act('/operator/disputes/{id}/return', dispute, { payer: 'seller', ...why }),
  getDispute: { may: 'session', request: async (scene) => (await operate(scene), { path: `/operator/disputes/${await dispute(scene)}` }) },
  getPerson: { may: 'session', request: async (scene) => (await operate(scene), { path: `/operator/accounts/${scene.outsider.id}` }) },
  getMarketSettings: list('/operator/settings'),
  changeMarketSettings: {
    may: 'session',
    request: async (scene) => (await operate(scene), { path: '/operator/settings', json: { name: 'Attic' } }),
  },
  setMarketLogo: { may: 'session', request: async (scene) => (await operate(scene), { path: '/operator/settings/logo', raw: picture() }) },
  removeMarketLogo: list('/operator/settings/logo'),
  searchRecords: list('/operator/search?q=Ana'),
  getTrade: list('/operator/trade'),
  listOwnMeasures: { may: 'read', request: async () => ({ path: '/measures' }) },
  appealMeasure: {
    may: 'session',
    request: async (scene) => ({ path: `/measures/${await measure(scene, scene.owner.key)}/appeal`, json: { body: 'It is mine.' } }),
  },
}

const operate = async ({ app, owner }: Scene): Promise<void> => {
  await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', owner.id).execute()
}

async function shopId(app: Scene['app'], { slug }: { slug: string }): Promise<string> {
  return (await app.service.ctx.db.selectFrom('shops').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
}

async function listing({ app }: Scene): Promise<string> {
  const seller = await openSeller(app)
  return (await seller.list({ title: 'Lamp', price: 5, publish: true })).id
}

/** Creates a moderation action against a listing that belongs to the owner of `key` or to a new seller. */
async function measure(scene: Scene, key?: string): Promise<string> {
  await operate(scene)
  const { app, owner } = scene
  const seller = key ? null : await openSeller(app)
  const slug =
    seller?.slug ?? (await app.call('POST', '/v1/shops', { key: key!, json: { name: 'Mine', slug: `mine-${++made}` } })).body.slug
  const json = { shop: slug, title: 'Lamp', price: 5, publish: true }
  const { body } = await app.call('POST', '/v1/listings', { key: seller?.key ?? key!, json })
  return (await app.call('POST', `/v1/operator/listings/${body.id}/hide`, { cookie: owner.cookie, json: why })).body.id
}

let made = 0

async function appeal(scene: Scene): Promise<string> {
  await operate(scene)
  const { app, owner } = scene
  const { cookie, id } = await app.signUp('Suspect')
  const taken = await app.call('POST', `/v1/operator/accounts/${id}/suspend`, { cookie: owner.cookie, json: why })
  return (await app.call('POST', `/v1/measures/${taken.body.id}/appeal`, { cookie, json: { body: 'It was not me.' } })).body.id
}

async function report(scene: Scene): Promise<string> {
  const { key } = await scene.app.signUp('Teller')
  const path = `/v1/market/listings/${await listing(scene)}/report`
  return (await scene.app.call('POST', path, { key, json: { reason: 'misleading' } })).body.id
}

async function dispute({ app }: Scene): Promise<string> {
  return (await openSaleAt(app, 'problem')).order.id
}

/** Creates a payment exception for the operator, caused by a provider event that matches no payment. */
async function moneyCase(scene: Scene): Promise<string> {
  await operate(scene)
  const { ctx } = scene.app.service
  const row = await inTransaction(ctx, (tx) => openCase(tx, { kind: 'mismatch', ref: `evt_${++made}`, reason: 'It does not fit.' }))
  return row!.id
}
