import { HELPERS_LAW } from '#test/law/helpers.ts'
import { WORDS_LAW } from '#test/law/words.ts'
import { RESEARCH_LAW } from '#test/law/research.ts'
import { sql } from 'kysely'
import { OFFERS_LAW } from '#test/law/offers.ts'
import { ADDRESSES_LAW } from '#test/law/addresses.ts'
import { ORDERS_LAW } from '#test/law/orders.ts'
import { HOLDS_LAW } from '#test/law/holds.ts'
import { PAYMENTS_LAW } from '#test/law/payments.ts'
import { MESSAGES_LAW } from '#test/law/messages.ts'
import { WEBHOOKS_LAW } from '#test/law/webhooks.ts'
import { INBOX_LAW } from '#test/law/inbox.ts'
import { OPERATOR_LAW } from '#test/law/operator.ts'
import { STATS_LAW } from '#test/law/stats.ts'
import { NOTICES_LAW } from '#test/law/notices.ts'
import { FACTORS_LAW } from '#test/law/factors.ts'
import { MAILED_LINKS_LAW } from '#test/law/mailed-links.ts'
import { listing, newSlug, picture, shop, type Row, type World } from '#test/law/world.ts'

export type { Request, Row, World } from '#test/law/world.ts'

let made = 0

/**
 * The access rules: one row per endpoint, with a request that its owner may send. They are written by hand from the specification
 * (spec: interface, Endpoints and Authentication; completions 3 and 11). A new endpoint needs a row here.
 */
export const LAW: Record<string, Row> = {
  ...HELPERS_LAW,
  ...WORDS_LAW,
  ...RESEARCH_LAW,
  ...OFFERS_LAW,
  ...ADDRESSES_LAW,
  ...ORDERS_LAW,
  ...HOLDS_LAW,
  ...PAYMENTS_LAW,
  ...MESSAGES_LAW,
  ...WEBHOOKS_LAW,
  ...INBOX_LAW,
  ...NOTICES_LAW,
  ...OPERATOR_LAW,
  ...MAILED_LINKS_LAW,
  ...FACTORS_LAW,
  ...STATS_LAW,
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
    // Another account signs in and closes itself, because later tests need the account of the owner.
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
  // Test keys of kind `api` may also use these endpoints: src/identity/test-mode/test-mode.test.ts
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
  getApp: { method: 'GET', at: '/apps/{id}', may: 'session', request: async (world) => ({ path: `/apps/${await ownApp(world)}` }) },
  changeApp: {
    method: 'PATCH',
    at: '/apps/{id}',
    may: 'session',
    request: async (world) => ({ path: `/apps/${await ownApp(world)}`, json: { name: 'Lister' } }),
  },
  deleteApp: { method: 'DELETE', at: '/apps/{id}', may: 'session', request: async (world) => ({ path: `/apps/${await ownApp(world)}` }) },
  listRequests: { method: 'GET', at: '/requests', may: 'read', request: async () => ({ path: '/requests' }) },
  listApprovals: { method: 'GET', at: '/approvals', may: 'read', request: async () => ({ path: '/approvals' }) },
  getApproval: {
    method: 'GET',
    at: '/approvals/{id}',
    may: 'read',
    request: async (world) => ({ path: `/approvals/${await approval(world)}` }),
  },
  // A key needs `read` and the scope of the action: src/identity/approvals/approvals.test.ts
  approve: {
    method: 'POST',
    at: '/approvals/{id}/approve',
    may: 'read',
    request: async (world) => ({ path: `/approvals/${await approval(world)}/approve` }),
  },
  decline: {
    method: 'POST',
    at: '/approvals/{id}/decline',
    may: 'read',
    request: async (world) => ({ path: `/approvals/${await approval(world)}/decline` }),
  },
  createExport: { method: 'POST', at: '/exports', may: 'session', request: async () => ({ path: '/exports' }) },
  listExports: { method: 'GET', at: '/exports', may: 'session', request: async () => ({ path: '/exports' }) },
  getExport: {
    method: 'GET',
    at: '/exports/{id}',
    may: 'session',
    request: async (world) => ({ path: `/exports/${await finishedExport(world)}` }),
  },
  downloadExport: {
    method: 'GET',
    at: '/exports/{id}/archive',
    may: 'session',
    request: async (world) => ({ path: `/exports/${await finishedExport(world)}/archive` }),
  },
  listEvents: { method: 'GET', at: '/events', may: 'read', request: async () => ({ path: '/events' }) },
  listShops: { method: 'GET', at: '/shops', may: 'read', request: async () => ({ path: '/shops' }) },
  createShop: {
    method: 'POST',
    at: '/shops',
    may: 'shops',
    asks: 'listings.publish',
    request: async () => ({ path: '/shops', json: { name: 'Law', slug: newSlug() } }),
  },
  getShop: { method: 'GET', at: '/shops/{slug}', may: 'read', request: async (world) => ({ path: `/shops/${await shop(world)}` }) },
  changeShop: {
    method: 'PATCH',
    at: '/shops/{slug}',
    may: 'shops',
    asks: 'listings.publish',
    request: async (world) => ({ path: `/shops/${await shop(world)}`, json: { name: 'Order' } }),
  },
  deleteShop: {
    method: 'DELETE',
    at: '/shops/{slug}',
    may: 'shops',
    asks: 'shops.delete',
    request: async (world) => ({ path: `/shops/${await shop(world)}` }),
  },
  setShopPicture: {
    method: 'PUT',
    at: '/shops/{slug}/picture',
    may: 'shops',
    request: async (world) => ({ path: `/shops/${await shop(world)}/picture`, raw: picture() }),
  },
  removeShopPicture: {
    method: 'DELETE',
    at: '/shops/{slug}/picture',
    may: 'shops',
    request: async (world) => ({ path: `/shops/${await shop(world)}/picture` }),
  },
  importListings: {
    method: 'POST',
    at: '/listings/import',
    may: 'listings',
    asks: 'listings.price',
    request: async (world) => {
      await listing(world)
      return { path: '/listings/import', raw: { type: 'text/csv', bytes: 'title,price\nLamp,5\n' } }
    },
  },
  exportListings: { method: 'GET', at: '/listings/export', may: 'read', request: async () => ({ path: '/listings/export' }) },
  listListings: { method: 'GET', at: '/listings', may: 'read', request: async () => ({ path: '/listings' }) },
  createListing: {
    method: 'POST',
    at: '/listings',
    may: 'listings',
    asks: 'listings.publish',
    request: async (world) => ({ path: '/listings', json: { shop: await shop(world), title: 'Lamp', price: 5, publish: true } }),
  },
  getListing: {
    method: 'GET',
    at: '/listings/{id}',
    may: 'read',
    request: async (world) => ({ path: `/listings/${await listing(world)}` }),
  },
  changeListing: {
    method: 'PATCH',
    at: '/listings/{id}',
    may: 'listings',
    asks: 'listings.price',
    request: async (world) => ({ path: `/listings/${await listing(world)}`, json: { price: 6 } }),
  },
  deleteListing: {
    method: 'DELETE',
    at: '/listings/{id}',
    may: 'listings',
    asks: 'listings.delete',
    request: async (world) => ({ path: `/listings/${await listing(world)}` }),
  },
  publishListing: {
    method: 'POST',
    at: '/listings/{id}/publish',
    may: 'listings',
    asks: 'listings.publish',
    request: async (world) => ({ path: `/listings/${await listing(world)}/publish` }),
  },
  unpublishListing: {
    method: 'POST',
    at: '/listings/{id}/unpublish',
    may: 'listings',
    request: async (world) => ({ path: `/listings/${await listing(world, 'live')}/unpublish` }),
  },
  markListingSold: {
    method: 'POST',
    at: '/listings/{id}/mark-sold',
    may: 'listings',
    request: async (world) => ({ path: `/listings/${await listing(world, 'live')}/mark-sold` }),
  },
  relistListing: {
    method: 'POST',
    at: '/listings/{id}/relist',
    may: 'listings',
    asks: 'listings.publish',
    request: async (world) => ({ path: `/listings/${await listing(world)}/relist` }),
  },
  addPhotos: {
    method: 'POST',
    at: '/listings/{id}/photos',
    may: 'listings',
    request: async (world) => ({ path: `/listings/${await listing(world)}/photos`, raw: picture() }),
  },
  orderPhotos: {
    method: 'PUT',
    at: '/listings/{id}/photos/order',
    may: 'listings',
    request: async (world) => ({ path: `/listings/${await listing(world)}/photos/order`, json: { photo_ids: [] } }),
  },
  changePhoto: {
    method: 'PATCH',
    at: '/listings/{id}/photos/{photoId}',
    may: 'listings',
    request: async (world) => {
      const id = await listing(world)
      const { body } = await world.app.call('POST', `/v1/listings/${id}/photos`, { key: world.owner.key, raw: picture() })
      return { path: `/listings/${id}/photos/${body.data[0].id}`, json: { alt: 'A lamp from the front' } }
    },
  },
  removePhoto: {
    method: 'DELETE',
    at: '/listings/{id}/photos/{photoId}',
    may: 'listings',
    asks: 'listings.delete',
    request: async (world) => {
      const id = await listing(world)
      const { body } = await world.app.call('POST', `/v1/listings/${id}/photos`, { key: world.owner.key, raw: picture() })
      return { path: `/listings/${id}/photos/${body.data[0].id}` }
    },
  },
  searchMarket: { method: 'GET', at: '/market/search', may: 'optional', request: async () => ({ path: '/market/search' }) },
  getPublicListing: {
    method: 'GET',
    at: '/market/listings/{id}',
    may: 'optional',
    request: async (world) => ({ path: `/market/listings/${await listing(world, 'live')}` }),
  },
  listStores: { method: 'GET', at: '/market/stores', may: 'optional', request: async () => ({ path: '/market/stores' }) },
  getStore: {
    method: 'GET',
    at: '/market/stores/{slug}',
    may: 'optional',
    request: async (world) => ({ path: `/market/stores/${await shop(world)}` }),
  },
  listStoreReviews: {
    method: 'GET',
    at: '/stores/{slug}/reviews',
    may: 'optional',
    request: async (world) => ({ path: `/stores/${await shop(world)}/reviews` }),
  },
  // Every caller with the scope may like a public listing, except its owner.
  likeListing: {
    method: 'PUT',
    at: '/market/listings/{id}/like',
    may: 'buying',
    shared: true,
    request: async (world) => ({ path: `/market/listings/${await listing(world, 'live')}/like` }),
  },
  unlikeListing: {
    method: 'DELETE',
    at: '/market/listings/{id}/like',
    may: 'buying',
    shared: true,
    request: async (world) => ({ path: `/market/listings/${await listing(world, 'live')}/like` }),
  },
  followStore: {
    method: 'PUT',
    at: '/market/stores/{slug}/follow',
    may: 'buying',
    shared: true,
    request: async (world) => ({ path: `/market/stores/${await shop(world)}/follow` }),
  },
  unfollowStore: {
    method: 'DELETE',
    at: '/market/stores/{slug}/follow',
    may: 'buying',
    shared: true,
    request: async (world) => ({ path: `/market/stores/${await shop(world)}/follow` }),
  },
  listLikes: { method: 'GET', at: '/likes', may: 'buying', request: async () => ({ path: '/likes' }) },
  listSearches: { method: 'GET', at: '/searches', may: 'buying', request: async () => ({ path: '/searches' }) },
  saveSearch: {
    method: 'POST',
    at: '/searches',
    may: 'buying',
    request: async () => ({ path: '/searches', json: { q: `lamp ${++made}` } }),
  },
  deleteSearch: {
    method: 'DELETE',
    at: '/searches/{id}',
    may: 'buying',
    request: async ({ app, owner }) => {
      const { body } = await app.call('POST', '/v1/searches', { key: owner.key, json: { q: `lamp ${++made}` } })
      return { path: `/searches/${body.id}` }
    },
  },
  // Reports the listing of another user, because owners cannot report their own.
  reportListing: {
    method: 'POST',
    at: '/market/listings/{id}/report',
    may: 'buying',
    asks: 'messages.send',
    shared: true,
    request: async (world) => {
      const seller = await world.app.signUp('Seller')
      const id = await listing({ ...world, owner: seller }, 'live')
      return { path: `/market/listings/${id}/report`, json: { reason: 'other' } }
    },
  },
  suggestSearch: { method: 'GET', at: '/market/suggest', may: 'optional', request: async () => ({ path: '/market/suggest?q=la' }) },
  listFollows: { method: 'GET', at: '/follows', may: 'read', request: async () => ({ path: '/follows' }) },
}

async function approval({ app, owner, key }: World): Promise<string> {
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

/** Returns the id of an app that belongs to the owner. Reuses one app, because an account may have only twenty. */
async function ownApp({ app, owner }: World): Promise<string> {
  const { data } = (await app.call('GET', '/v1/apps', { cookie: owner.cookie })).body
  if (data.length > 0) return data[0].id as string
  return (await app.call('POST', '/v1/apps', { cookie: owner.cookie, headers: { origin: app.url }, json: APP })).body.id as string
}

async function finishedExport({ app, owner }: World): Promise<string> {
  const { body } = await app.call('POST', '/v1/exports', { cookie: owner.cookie })
  await app.advance(0)
  return body.id as string
}
