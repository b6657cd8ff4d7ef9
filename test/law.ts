import { WORDS_ROWS } from '#test/law/words.ts'
import { RESEARCH_ROWS } from '#test/law/research.ts'
import { sql } from 'kysely'
import { OFFERS_ROWS } from '#test/law/offers.ts'
import { INVITATIONS_ROWS } from '#test/law/invitations.ts'
import { ADDRESSES_ROWS } from '#test/law/addresses.ts'
import { LABELS_ROWS } from '#test/law/labels.ts'
import { ORDERS_ROWS } from '#test/law/orders.ts'
import { HOLDS_ROWS } from '#test/law/holds.ts'
import { GUESTS_ROWS } from '#test/law/guests.ts'
import { SALE_ROWS } from '#test/law/sales.ts'
import { PRICE_DROP_ROWS } from '#test/law/price-drops.ts'
import { BULK_ROWS } from '#test/law/bulk.ts'
import { QUESTIONS_ROWS } from '#test/law/questions.ts'
import { PURCHASES_ROWS } from '#test/law/purchases.ts'
import { PAYMENTS_ROWS } from '#test/law/payments.ts'
import { MESSAGES_ROWS } from '#test/law/messages.ts'
import { REPLIES_ROWS } from '#test/law/replies.ts'
import { WEBHOOKS_ROWS } from '#test/law/webhooks.ts'
import { OPERATOR_ROWS } from '#test/law/operator.ts'
import { FACTORS_ROWS } from '#test/law/factors.ts'
import { MAILED_LINKS_ROWS } from '#test/law/mailed-links.ts'
import { ENDPOINTS } from '#api/index.ts'
import { listing, newSlug, picture, shop, type Rule, type Scene } from '#test/law/world.ts'

export { sceneOf, type Request, type Scene as World } from '#test/law/world.ts'

let made = 0
let skus = 0

/**
 * The access rules, with one entry per endpoint. Each entry has a request that the owner of the records may send. The rules were written by
 * hand from the specification (spec: interface, Endpoints and Authentication; completions 3 and 11). A new endpoint needs an entry here.
 */
export const ACCESS_RULES: Record<string, Rule> = {
  ...WORDS_ROWS,
  ...RESEARCH_ROWS,
  ...OFFERS_ROWS,
  ...INVITATIONS_ROWS,
  ...ADDRESSES_ROWS,
  ...BULK_ROWS,
  ...PRICE_DROP_ROWS,
  ...SALE_ROWS,
  ...QUESTIONS_ROWS,
  ...ORDERS_ROWS,
  ...LABELS_ROWS,
  ...HOLDS_ROWS,
  ...PURCHASES_ROWS,
  ...GUESTS_ROWS,
  ...PAYMENTS_ROWS,
  ...MESSAGES_ROWS,
  ...REPLIES_ROWS,
  ...WEBHOOKS_ROWS,
  ...OPERATOR_ROWS,
  ...MAILED_LINKS_ROWS,
  ...FACTORS_ROWS,
  createAccount: {
    may: 'anyone',
    request: async () => ({ path: '/accounts', json: { name: 'New', email: `law${++made}@example.test`, password: 'long enough it is' } }),
  },
  closeAccount: {
    may: 'session',
    proof: 'password',
    // Creates a separate account, signs in and closes it, because later tests need the owner's account.
    request: async ({ app }) => {
      const leaver = await app.signUp('Leaver')
      return { path: '/accounts/me', json: { password: leaver.password }, session: leaver.cookie }
    },
  },
  getMe: { may: 'read', request: async () => ({ path: '/me' }) },
  changeMe: { may: 'session', request: async () => ({ path: '/me', json: { name: 'Owner' } }) },
  createSession: {
    may: 'anyone',
    request: async ({ owner }) => ({ path: '/sessions', json: { email: owner.email, password: owner.password } }),
  },
  deleteSession: { may: 'session', request: async ({ app }) => ({ path: '/sessions', session: (await app.signUp('Leaver')).cookie }) },
  // Test keys of kind `api` may also call the endpoints for test data; src/identity/test-mode/test-mode.test.ts covers this.
  getSandbox: { may: 'session', request: async () => ({ path: '/sandbox' }) },
  advanceSandbox: { may: 'session', request: async () => ({ path: '/sandbox/clock', json: { advance_seconds: 3600 } }) },
  resetSandbox: { may: 'session', request: async () => ({ path: '/sandbox/reset' }) },
  listKeys: { may: 'session', request: async () => ({ path: '/keys' }) },
  createKey: { may: 'session', proof: true, request: async () => ({ path: '/keys', json: { name: 'k', kind: 'api', scopes: ['read'] } }) },
  revokeKey: { may: 'session', request: async ({ key }) => ({ path: `/keys/${(await key({ kind: 'api', scopes: [] })).id}` }) },
  listApps: { may: 'session', request: async () => ({ path: '/apps' }) },
  createApp: { may: 'session', request: async () => ({ path: '/apps', json: APP }) },
  getApp: { may: 'session', request: async (scene) => ({ path: `/apps/${await ownApp(scene)}` }) },
  changeApp: { may: 'session', request: async (scene) => ({ path: `/apps/${await ownApp(scene)}`, json: { name: 'Lister' } }) },
  deleteApp: { may: 'session', request: async (scene) => ({ path: `/apps/${await ownApp(scene)}` }) },
  listRequests: { may: 'read', request: async () => ({ path: '/requests' }) },
  listApprovals: { may: 'read', request: async () => ({ path: '/approvals' }) },
  getApproval: { may: 'read', request: async (scene) => ({ path: `/approvals/${await approval(scene)}` }) },
  // A key needs `read` as well as the scope for the action; src/identity/approvals/approvals.test.ts covers this.
  approve: { may: 'read', request: async (scene) => ({ path: `/approvals/${await approval(scene)}/approve` }) },
  decline: { may: 'read', request: async (scene) => ({ path: `/approvals/${await approval(scene)}/decline` }) },
  createExport: { may: 'session', request: async () => ({ path: '/exports' }) },
  listExports: { may: 'session', request: async () => ({ path: '/exports' }) },
  getExport: { may: 'session', request: async (scene) => ({ path: `/exports/${await finishedExport(scene)}` }) },
  downloadExport: { may: 'session', request: async (scene) => ({ path: `/exports/${await finishedExport(scene)}/archive` }) },
  listHelpers: { may: 'read', request: async () => ({ path: '/helpers' }) },
  readStats: { may: 'read', request: async () => ({ path: '/stats?days=7' }) },
  getInbox: { may: 'read', request: async () => ({ path: '/inbox' }) },
  listNotices: { may: 'read', request: async () => ({ path: '/notices' }) },
  changeNotices: { may: 'session', request: async () => ({ path: '/notices', json: { review: false } }) },
  listEvents: { may: 'read', request: async () => ({ path: '/events' }) },
  listShops: { may: 'read', request: async () => ({ path: '/shops' }) },
  createShop: {
    may: 'shops',
    approval: 'listings.publish',
    request: async () => ({ path: '/shops', json: { name: 'Law', slug: newSlug() } }),
  },
  getShop: { may: 'read', request: async (scene) => ({ path: `/shops/${await shop(scene)}` }) },
  changeShop: {
    may: 'shops',
    approval: 'listings.publish',
    request: async (scene) => ({ path: `/shops/${await shop(scene)}`, json: { name: 'Order' } }),
  },
  deleteShop: { may: 'shops', approval: 'shops.delete', request: async (scene) => ({ path: `/shops/${await shop(scene)}` }) },
  setShopPicture: { may: 'shops', request: async (scene) => ({ path: `/shops/${await shop(scene)}/picture`, raw: picture() }) },
  removeShopPicture: { may: 'shops', request: async (scene) => ({ path: `/shops/${await shop(scene)}/picture` }) },
  importListings: {
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => {
      await listing(scene)
      return { path: '/listings/import', raw: { type: 'text/csv', bytes: 'title,price\nLamp,5\n' } }
    },
  },
  exportListings: { may: 'read', request: async () => ({ path: '/listings/export' }) },
  listListings: { may: 'read', request: async () => ({ path: '/listings' }) },
  createListing: {
    may: 'listings',
    approval: 'listings.publish',
    request: async (scene) => ({ path: '/listings', json: { shop: await shop(scene), title: 'Lamp', price: 5, publish: true } }),
  },
  getListing: { may: 'read', request: async (scene) => ({ path: `/listings/${await listing(scene)}` }) },
  changeListing: {
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}`, json: { price: 6 } }),
  },
  putListing: {
    may: 'listings',
    approval: 'listings.publish',
    // for a different account, the SKU is unknown, so the request creates a new listing in that account
    shared: true,
    request: async (scene) => ({
      path: `/listings/by-sku/A-${++skus}`,
      json: { shop: await shop(scene), title: 'Lamp', price: 5, publish: true },
    }),
  },
  deleteListing: {
    may: 'listings',
    approval: 'listings.delete',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}` }),
  },
  publishListing: {
    may: 'listings',
    approval: 'listings.publish',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/publish` }),
  },
  unpublishListing: { may: 'listings', request: async (scene) => ({ path: `/listings/${await listing(scene, 'live')}/unpublish` }) },
  markListingSold: { may: 'listings', request: async (scene) => ({ path: `/listings/${await listing(scene, 'live')}/mark-sold` }) },
  relistListing: {
    may: 'listings',
    approval: 'listings.publish',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/relist` }),
  },
  addPhotos: { may: 'listings', request: async (scene) => ({ path: `/listings/${await listing(scene)}/photos`, raw: picture() }) },
  orderPhotos: {
    may: 'listings',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/photos/order`, json: { photo_ids: [] } }),
  },
  changePhoto: {
    may: 'listings',
    request: async (scene) => {
      const id = await listing(scene)
      const { body } = await scene.app.call('POST', `/v1/listings/${id}/photos`, { key: scene.owner.key, raw: picture() })
      return { path: `/listings/${id}/photos/${body.data[0].id}`, json: { alt: 'A lamp from the front' } }
    },
  },
  removePhoto: {
    may: 'listings',
    approval: 'listings.delete',
    request: async (scene) => {
      const id = await listing(scene)
      const { body } = await scene.app.call('POST', `/v1/listings/${id}/photos`, { key: scene.owner.key, raw: picture() })
      return { path: `/listings/${id}/photos/${body.data[0].id}` }
    },
  },
  searchMarket: { may: 'optional', request: async () => ({ path: '/market/search' }) },
  getPublicListing: { may: 'optional', request: async (scene) => ({ path: `/market/listings/${await listing(scene, 'live')}` }) },
  listStores: { may: 'optional', request: async () => ({ path: '/market/stores' }) },
  getStore: { may: 'optional', request: async (scene) => ({ path: `/market/stores/${await shop(scene)}` }) },
  listStoreReviews: { may: 'optional', request: async (scene) => ({ path: `/stores/${await shop(scene)}/reviews` }) },
  // Any caller with the scope may like a public listing, except for the listing's owner.
  likeListing: {
    may: 'buying',
    shared: true,
    request: async (scene) => ({ path: `/market/listings/${await listing(scene, 'live')}/like` }),
  },
  unlikeListing: {
    may: 'buying',
    shared: true,
    request: async (scene) => ({ path: `/market/listings/${await listing(scene, 'live')}/like` }),
  },
  followStore: { may: 'buying', shared: true, request: async (scene) => ({ path: `/market/stores/${await shop(scene)}/follow` }) },
  unfollowStore: { may: 'buying', shared: true, request: async (scene) => ({ path: `/market/stores/${await shop(scene)}/follow` }) },
  listLikes: { may: 'buying', request: async () => ({ path: '/likes' }) },
  listSearches: { may: 'buying', request: async () => ({ path: '/searches' }) },
  saveSearch: { may: 'buying', request: async () => ({ path: '/searches', json: { q: `lamp ${++made}` } }) },
  changeSearch: {
    may: 'buying',
    request: async (scene) => ({ path: `/searches/${await savedSearch(scene)}`, json: { alert: 'daily', alert_by: 'push' } }),
  },
  deleteSearch: { may: 'buying', request: async (scene) => ({ path: `/searches/${await savedSearch(scene)}` }) },
  // Reports a different user's listing, because owners cannot report their own.
  reportListing: {
    may: 'buying',
    approval: 'messages.send',
    shared: true,
    request: async (scene) => {
      const seller = await scene.app.signUp('Seller')
      const id = await listing({ ...scene, owner: seller }, 'live')
      return { path: `/market/listings/${id}/report`, json: { reason: 'other' } }
    },
  },
  suggestSearch: { may: 'optional', request: async () => ({ path: '/market/suggest?q=la' }) },
  listFollows: { may: 'read', request: async () => ({ path: '/follows' }) },
}

/** An access rule with the method and the path of its endpoint. */
export type Row = Rule & { method: string; at: string }

export const ACCESS_MATRIX: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(ACCESS_RULES).flatMap(([id, rule]) =>
    ENDPOINTS.filter((endpoint) => endpoint.id === id).map(({ method, path }) => [id, { method, at: path, ...rule }]),
  ),
)

async function savedSearch({ app, owner }: Scene): Promise<string> {
  return (await app.call('POST', '/v1/searches', { key: owner.key, json: { q: `lamp ${++made}` } })).body.id
}

async function approval({ app, owner, key }: Scene): Promise<string> {
  const { ctx } = app.service
  const id = ctx.newId('apr')
  const agent = await key({ kind: 'agent', scopes: [] })
  const request = JSON.stringify({ endpoint: 'getMe', params: {}, query: {}, body: {}, fromForm: false })
  await sql`
    insert into approvals (id, account_id, key_id, action, summary, request, created_at, expires_at)
    values (${id}, ${owner.id}, ${agent.id}, 'shops.delete', 'Delete a shop', ${request}::jsonb, ${ctx.now()}, ${new Date(ctx.now().getTime() + 3600_000)})`.execute(
    ctx.db,
  )
  return id
}

const APP = { name: 'Lister', redirect_uris: ['https://lister.example/done'] }

/** Uses the same app of the owner each time, because an account may have at most twenty apps. */
async function ownApp({ app, owner }: Scene): Promise<string> {
  const { data } = (await app.call('GET', '/v1/apps', { cookie: owner.cookie })).body
  if (data.length > 0) return data[0].id as string
  return (await app.call('POST', '/v1/apps', { cookie: owner.cookie, headers: { origin: app.url }, json: APP })).body.id as string
}

async function finishedExport({ app, owner }: Scene): Promise<string> {
  const { body } = await app.call('POST', '/v1/exports', { cookie: owner.cookie })
  await app.advance(0)
  return body.id as string
}
