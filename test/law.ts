import { HELPERS_ROWS } from '#test/law/helpers.ts'
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
import { INBOX_ROWS } from '#test/law/inbox.ts'
import { OPERATOR_ROWS } from '#test/law/operator.ts'
import { STATS_ROWS } from '#test/law/stats.ts'
import { NOTICES_ROWS } from '#test/law/notices.ts'
import { FACTORS_ROWS } from '#test/law/factors.ts'
import { MAILED_LINKS_ROWS } from '#test/law/mailed-links.ts'
import { listing, newSlug, picture, shop, type Row, type Scene } from '#test/law/world.ts'

export type { Request, Row, Scene as World } from '#test/law/world.ts'

let made = 0
let skus = 0

/**
 * The access rules, with one entry per endpoint. Each entry has a request that the owner of the records may send. The rules were written by
 * hand from the specification (spec: interface, Endpoints and Authentication; completions 3 and 11). A new endpoint needs an entry here.
 */
export const ACCESS_MATRIX: Record<string, Row> = {
  ...HELPERS_ROWS,
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
  ...INBOX_ROWS,
  ...NOTICES_ROWS,
  ...OPERATOR_ROWS,
  ...MAILED_LINKS_ROWS,
  ...FACTORS_ROWS,
  ...STATS_ROWS,
  createAccount: {
    method: 'POST',
    at: '/accounts',
    may: 'anyone',
    request: async () => ({ path: '/accounts', json: { name: 'New', email: `law${++made}@example.test`, password: 'long enough it is' } }),
  },
  closeAccount: {
    method: 'DELETE',
    at: '/accounts/me',
    may: 'session',
    proof: 'password',
    // Creates a separate account, signs in and closes it, because later tests need the owner's account.
    request: async ({ app }) => {
      const leaver = await app.signUp('Leaver')
      return { path: '/accounts/me', json: { password: leaver.password }, session: leaver.cookie }
    },
  },
  getMe: { method: 'GET', at: '/me', may: 'read', request: async () => ({ path: '/me' }) },
  changeMe: { method: 'PATCH', at: '/me', may: 'session', request: async () => ({ path: '/me', json: { name: 'Owner' } }) },
  createSession: {
    method: 'POST',
    at: '/sessions',
    may: 'anyone',
    request: async ({ owner }) => ({ path: '/sessions', json: { email: owner.email, password: owner.password } }),
  },
  deleteSession: {
    method: 'DELETE',
    at: '/sessions',
    may: 'session',
    request: async ({ app }) => ({ path: '/sessions', session: (await app.signUp('Leaver')).cookie }),
  },
  // Test keys of kind `api` may also call the endpoints for test data; src/identity/test-mode/test-mode.test.ts covers this.
  getSandbox: { method: 'GET', at: '/sandbox', may: 'session', request: async () => ({ path: '/sandbox' }) },
  advanceSandbox: {
    method: 'POST',
    at: '/sandbox/clock',
    may: 'session',
    request: async () => ({ path: '/sandbox/clock', json: { advance_seconds: 3600 } }),
  },
  resetSandbox: { method: 'POST', at: '/sandbox/reset', may: 'session', request: async () => ({ path: '/sandbox/reset' }) },
  listKeys: { method: 'GET', at: '/keys', may: 'session', request: async () => ({ path: '/keys' }) },
  createKey: {
    method: 'POST',
    at: '/keys',
    may: 'session',
    proof: true,
    request: async () => ({ path: '/keys', json: { name: 'k', kind: 'api', scopes: ['read'] } }),
  },
  revokeKey: {
    method: 'DELETE',
    at: '/keys/{id}',
    may: 'session',
    request: async ({ key }) => ({ path: `/keys/${(await key({ kind: 'api', scopes: [] })).id}` }),
  },
  listApps: { method: 'GET', at: '/apps', may: 'session', request: async () => ({ path: '/apps' }) },
  createApp: { method: 'POST', at: '/apps', may: 'session', request: async () => ({ path: '/apps', json: APP }) },
  getApp: { method: 'GET', at: '/apps/{id}', may: 'session', request: async (scene) => ({ path: `/apps/${await ownApp(scene)}` }) },
  changeApp: {
    method: 'PATCH',
    at: '/apps/{id}',
    may: 'session',
    request: async (scene) => ({ path: `/apps/${await ownApp(scene)}`, json: { name: 'Lister' } }),
  },
  deleteApp: { method: 'DELETE', at: '/apps/{id}', may: 'session', request: async (scene) => ({ path: `/apps/${await ownApp(scene)}` }) },
  listRequests: { method: 'GET', at: '/requests', may: 'read', request: async () => ({ path: '/requests' }) },
  listApprovals: { method: 'GET', at: '/approvals', may: 'read', request: async () => ({ path: '/approvals' }) },
  getApproval: {
    method: 'GET',
    at: '/approvals/{id}',
    may: 'read',
    request: async (scene) => ({ path: `/approvals/${await approval(scene)}` }),
  },
  // A key needs `read` as well as the scope for the action; src/identity/approvals/approvals.test.ts covers this.
  approve: {
    method: 'POST',
    at: '/approvals/{id}/approve',
    may: 'read',
    request: async (scene) => ({ path: `/approvals/${await approval(scene)}/approve` }),
  },
  decline: {
    method: 'POST',
    at: '/approvals/{id}/decline',
    may: 'read',
    request: async (scene) => ({ path: `/approvals/${await approval(scene)}/decline` }),
  },
  createExport: { method: 'POST', at: '/exports', may: 'session', request: async () => ({ path: '/exports' }) },
  listExports: { method: 'GET', at: '/exports', may: 'session', request: async () => ({ path: '/exports' }) },
  getExport: {
    method: 'GET',
    at: '/exports/{id}',
    may: 'session',
    request: async (scene) => ({ path: `/exports/${await finishedExport(scene)}` }),
  },
  downloadExport: {
    method: 'GET',
    at: '/exports/{id}/archive',
    may: 'session',
    request: async (scene) => ({ path: `/exports/${await finishedExport(scene)}/archive` }),
  },
  listEvents: { method: 'GET', at: '/events', may: 'read', request: async () => ({ path: '/events' }) },
  listShops: { method: 'GET', at: '/shops', may: 'read', request: async () => ({ path: '/shops' }) },
  createShop: {
    method: 'POST',
    at: '/shops',
    may: 'shops',
    approval: 'listings.publish',
    request: async () => ({ path: '/shops', json: { name: 'Law', slug: newSlug() } }),
  },
  getShop: { method: 'GET', at: '/shops/{slug}', may: 'read', request: async (scene) => ({ path: `/shops/${await shop(scene)}` }) },
  changeShop: {
    method: 'PATCH',
    at: '/shops/{slug}',
    may: 'shops',
    approval: 'listings.publish',
    request: async (scene) => ({ path: `/shops/${await shop(scene)}`, json: { name: 'Order' } }),
  },
  deleteShop: {
    method: 'DELETE',
    at: '/shops/{slug}',
    may: 'shops',
    approval: 'shops.delete',
    request: async (scene) => ({ path: `/shops/${await shop(scene)}` }),
  },
  setShopPicture: {
    method: 'PUT',
    at: '/shops/{slug}/picture',
    may: 'shops',
    request: async (scene) => ({ path: `/shops/${await shop(scene)}/picture`, raw: picture() }),
  },
  removeShopPicture: {
    method: 'DELETE',
    at: '/shops/{slug}/picture',
    may: 'shops',
    request: async (scene) => ({ path: `/shops/${await shop(scene)}/picture` }),
  },
  importListings: {
    method: 'POST',
    at: '/listings/import',
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => {
      await listing(scene)
      return { path: '/listings/import', raw: { type: 'text/csv', bytes: 'title,price\nLamp,5\n' } }
    },
  },
  exportListings: { method: 'GET', at: '/listings/export', may: 'read', request: async () => ({ path: '/listings/export' }) },
  listListings: { method: 'GET', at: '/listings', may: 'read', request: async () => ({ path: '/listings' }) },
  createListing: {
    method: 'POST',
    at: '/listings',
    may: 'listings',
    approval: 'listings.publish',
    request: async (scene) => ({ path: '/listings', json: { shop: await shop(scene), title: 'Lamp', price: 5, publish: true } }),
  },
  getListing: {
    method: 'GET',
    at: '/listings/{id}',
    may: 'read',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}` }),
  },
  changeListing: {
    method: 'PATCH',
    at: '/listings/{id}',
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}`, json: { price: 6 } }),
  },
  putListing: {
    method: 'PUT',
    at: '/listings/by-sku/{sku}',
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
    method: 'DELETE',
    at: '/listings/{id}',
    may: 'listings',
    approval: 'listings.delete',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}` }),
  },
  publishListing: {
    method: 'POST',
    at: '/listings/{id}/publish',
    may: 'listings',
    approval: 'listings.publish',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/publish` }),
  },
  unpublishListing: {
    method: 'POST',
    at: '/listings/{id}/unpublish',
    may: 'listings',
    request: async (scene) => ({ path: `/listings/${await listing(scene, 'live')}/unpublish` }),
  },
  markListingSold: {
    method: 'POST',
    at: '/listings/{id}/mark-sold',
    may: 'listings',
    request: async (scene) => ({ path: `/listings/${await listing(scene, 'live')}/mark-sold` }),
  },
  relistListing: {
    method: 'POST',
    at: '/listings/{id}/relist',
    may: 'listings',
    approval: 'listings.publish',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/relist` }),
  },
  addPhotos: {
    method: 'POST',
    at: '/listings/{id}/photos',
    may: 'listings',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/photos`, raw: picture() }),
  },
  orderPhotos: {
    method: 'PUT',
    at: '/listings/{id}/photos/order',
    may: 'listings',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/photos/order`, json: { photo_ids: [] } }),
  },
  changePhoto: {
    method: 'PATCH',
    at: '/listings/{id}/photos/{photoId}',
    may: 'listings',
    request: async (scene) => {
      const id = await listing(scene)
      const { body } = await scene.app.call('POST', `/v1/listings/${id}/photos`, { key: scene.owner.key, raw: picture() })
      return { path: `/listings/${id}/photos/${body.data[0].id}`, json: { alt: 'A lamp from the front' } }
    },
  },
  removePhoto: {
    method: 'DELETE',
    at: '/listings/{id}/photos/{photoId}',
    may: 'listings',
    approval: 'listings.delete',
    request: async (scene) => {
      const id = await listing(scene)
      const { body } = await scene.app.call('POST', `/v1/listings/${id}/photos`, { key: scene.owner.key, raw: picture() })
      return { path: `/listings/${id}/photos/${body.data[0].id}` }
    },
  },
  searchMarket: { method: 'GET', at: '/market/search', may: 'optional', request: async () => ({ path: '/market/search' }) },
  getPublicListing: {
    method: 'GET',
    at: '/market/listings/{id}',
    may: 'optional',
    request: async (scene) => ({ path: `/market/listings/${await listing(scene, 'live')}` }),
  },
  listStores: { method: 'GET', at: '/market/stores', may: 'optional', request: async () => ({ path: '/market/stores' }) },
  getStore: {
    method: 'GET',
    at: '/market/stores/{slug}',
    may: 'optional',
    request: async (scene) => ({ path: `/market/stores/${await shop(scene)}` }),
  },
  listStoreReviews: {
    method: 'GET',
    at: '/stores/{slug}/reviews',
    may: 'optional',
    request: async (scene) => ({ path: `/stores/${await shop(scene)}/reviews` }),
  },
  // Any caller with the scope may like a public listing, except for the listing's owner.
  likeListing: {
    method: 'PUT',
    at: '/market/listings/{id}/like',
    may: 'buying',
    shared: true,
    request: async (scene) => ({ path: `/market/listings/${await listing(scene, 'live')}/like` }),
  },
  unlikeListing: {
    method: 'DELETE',
    at: '/market/listings/{id}/like',
    may: 'buying',
    shared: true,
    request: async (scene) => ({ path: `/market/listings/${await listing(scene, 'live')}/like` }),
  },
  followStore: {
    method: 'PUT',
    at: '/market/stores/{slug}/follow',
    may: 'buying',
    shared: true,
    request: async (scene) => ({ path: `/market/stores/${await shop(scene)}/follow` }),
  },
  unfollowStore: {
    method: 'DELETE',
    at: '/market/stores/{slug}/follow',
    may: 'buying',
    shared: true,
    request: async (scene) => ({ path: `/market/stores/${await shop(scene)}/follow` }),
  },
  listLikes: { method: 'GET', at: '/likes', may: 'buying', request: async () => ({ path: '/likes' }) },
  listSearches: { method: 'GET', at: '/searches', may: 'buying', request: async () => ({ path: '/searches' }) },
  saveSearch: {
    method: 'POST',
    at: '/searches',
    may: 'buying',
    request: async () => ({ path: '/searches', json: { q: `lamp ${++made}` } }),
  },
  changeSearch: {
    method: 'PATCH',
    at: '/searches/{id}',
    may: 'buying',
    request: async (scene) => ({ path: `/searches/${await savedSearch(scene)}`, json: { alert: 'daily', alert_by: 'push' } }),
  },
  deleteSearch: {
    method: 'DELETE',
    at: '/searches/{id}',
    may: 'buying',
    request: async (scene) => ({ path: `/searches/${await savedSearch(scene)}` }),
  },
  // Reports a different user's listing, because owners cannot report their own.
  reportListing: {
    method: 'POST',
    at: '/market/listings/{id}/report',
    may: 'buying',
    approval: 'messages.send',
    shared: true,
    request: async (scene) => {
      const seller = await scene.app.signUp('Seller')
      const id = await listing({ ...scene, owner: seller }, 'live')
      return { path: `/market/listings/${id}/report`, json: { reason: 'other' } }
    },
  },
  suggestSearch: { method: 'GET', at: '/market/suggest', may: 'optional', request: async () => ({ path: '/market/suggest?q=la' }) },
  listFollows: { method: 'GET', at: '/follows', may: 'read', request: async () => ({ path: '/follows' }) },
}

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
