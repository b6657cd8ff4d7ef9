import type { AskFirst, Scope } from '#domain/scopes.ts'
import { sql } from 'kysely'
import { multipart, type Call, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'

/**
 * The law of access, by hand from interface.md (Endpoints, Authentication) and completions 3 and 11: one row for each
 * endpoint, with how to make a request that its owner may make. A new endpoint adds its row here.
 */
export type Row = {
  method: string
  at: string
  may: 'anyone' | 'optional' | 'session' | Scope
  /** The action that an agent can be told to ask for. */
  asks?: AskFirst
  /** A valid request of the owner; called anew for each caller, since some can be made once only. */
  request: (world: World) => Promise<Request>
}

export type Request = Pick<Call, 'json' | 'form' | 'raw' | 'headers'> & {
  path: string
  /** A session to end, instead of the owner's that the walk still needs. */
  session?: string
}

type Person = { id: string; key: string; email: string; password: string; cookie: string }

export type World = {
  app: TestApp
  owner: Person
  stranger: Person
  /** A new key of the owner. */
  key(options: { kind: 'api' | 'agent'; scopes: readonly Scope[]; ask_first?: AskFirst[] }): Promise<{ id: string; secret: string }>
}

let made = 0

export const LAW: Record<string, Row> = {
  createAccount: {
    method: 'POST', at: '/accounts', may: 'anyone',
    request: async () => ({ path: '/accounts', json: { name: 'New', email: `law${++made}@example.test`, password: 'long enough it is' } }),
  },
  closeAccount: {
    method: 'DELETE', at: '/accounts/me', may: 'session',
    // the account of the walk must live on, so somebody else signs in and closes theirs
    request: async ({ app }) => {
      const leaver = await app.signUp('Leaver')
      return { path: '/accounts/me', json: { password: leaver.password }, session: leaver.cookie }
    },
  },
  getMe: { method: 'GET', at: '/me', may: 'read', request: async () => ({ path: '/me' }) },
  changeMe: { method: 'PATCH', at: '/me', may: 'session', request: async () => ({ path: '/me', json: { name: 'Owner' } }) },
  createSession: {
    method: 'POST', at: '/sessions', may: 'anyone',
    request: async ({ owner }) => ({ path: '/sessions', json: { email: owner.email, password: owner.password } }),
  },
  deleteSession: { method: 'DELETE', at: '/sessions', may: 'session', request: async ({ app }) => ({ path: '/sessions', session: (await app.signUp('Leaver')).cookie }) },
  listKeys: { method: 'GET', at: '/keys', may: 'session', request: async () => ({ path: '/keys' }) },
  createKey: { method: 'POST', at: '/keys', may: 'session', request: async () => ({ path: '/keys', json: { name: 'k', kind: 'api', scopes: ['read'] } }) },
  revokeKey: {
    method: 'DELETE', at: '/keys/{id}', may: 'session',
    request: async ({ key }) => ({ path: `/keys/${(await key({ kind: 'api', scopes: [] })).id}` }),
  },
  listApprovals: { method: 'GET', at: '/approvals', may: 'read', request: async () => ({ path: '/approvals' }) },
  getApproval: { method: 'GET', at: '/approvals/{id}', may: 'read', request: async (world) => ({ path: `/approvals/${await approval(world)}` }) },
  // beside `read`, the scope of the action itself is asked for: src/features/approvals/approvals.test.ts
  approve: { method: 'POST', at: '/approvals/{id}/approve', may: 'read', request: async (world) => ({ path: `/approvals/${await approval(world)}/approve` }) },
  decline: { method: 'POST', at: '/approvals/{id}/decline', may: 'read', request: async (world) => ({ path: `/approvals/${await approval(world)}/decline` }) },
  createExport: { method: 'POST', at: '/exports', may: 'session', request: async () => ({ path: '/exports' }) },
  listExports: { method: 'GET', at: '/exports', may: 'session', request: async () => ({ path: '/exports' }) },
  getExport: { method: 'GET', at: '/exports/{id}', may: 'session', request: async (world) => ({ path: `/exports/${await finishedExport(world)}` }) },
  downloadExport: { method: 'GET', at: '/exports/{id}/archive', may: 'session', request: async (world) => ({ path: `/exports/${await finishedExport(world)}/archive` }) },
  listEvents: { method: 'GET', at: '/events', may: 'read', request: async () => ({ path: '/events' }) },
  addPhotos: {
    method: 'POST', at: '/listings/{id}/photos', may: 'listings',
    request: async (world) => ({ path: `/listings/${await listing(world)}/photos`, raw: picture() }),
  },
  orderPhotos: {
    method: 'PUT', at: '/listings/{id}/photos/order', may: 'listings',
    request: async (world) => ({ path: `/listings/${await listing(world)}/photos/order`, json: { photo_ids: [] } }),
  },
  removePhoto: {
    method: 'DELETE', at: '/listings/{id}/photos/{photoId}', may: 'listings',
    request: async (world) => {
      const id = await listing(world)
      const { body } = await world.app.call('POST', `/v1/listings/${id}/photos`, { key: world.owner.key, raw: picture() })
      return { path: `/listings/${id}/photos/${body.data[0].id}` }
    },
  },
  searchMarket: { method: 'GET', at: '/market/search', may: 'optional', request: async () => ({ path: '/market/search' }) },
  getPublicListing: { method: 'GET', at: '/market/listings/{id}', may: 'optional', request: async (world) => ({ path: `/market/listings/${(await onSale(world, 'public')).id}` }) },
  listStores: { method: 'GET', at: '/market/stores', may: 'optional', request: async () => ({ path: '/market/stores' }) },
  getStore: { method: 'GET', at: '/market/stores/{slug}', may: 'optional', request: async (world) => ({ path: `/market/stores/${(await onSale(world, 'public')).slug}` }) },
  listStoreReviews: { method: 'GET', at: '/stores/{slug}/reviews', may: 'optional', request: async (world) => ({ path: `/stores/${(await onSale(world, 'public')).slug}/reviews` }) },
  // one can like and follow what one can see: in a private shop only its owner can
  likeListing: { method: 'PUT', at: '/market/listings/{id}/like', may: 'buying', request: async (world) => ({ path: `/market/listings/${(await onSale(world, 'private')).id}/like` }) },
  unlikeListing: { method: 'DELETE', at: '/market/listings/{id}/like', may: 'buying', request: async (world) => ({ path: `/market/listings/${(await onSale(world, 'private')).id}/like` }) },
  followStore: { method: 'PUT', at: '/market/stores/{slug}/follow', may: 'buying', request: async (world) => ({ path: `/market/stores/${(await onSale(world, 'private')).slug}/follow` }) },
  unfollowStore: { method: 'DELETE', at: '/market/stores/{slug}/follow', may: 'buying', request: async (world) => ({ path: `/market/stores/${(await onSale(world, 'private')).slug}/follow` }) },
  listLikes: { method: 'GET', at: '/likes', may: 'read', request: async () => ({ path: '/likes' }) },
  listFollows: { method: 'GET', at: '/follows', may: 'read', request: async () => ({ path: '/follows' }) },
}

/** A live listing of the owner in a shop of its own. */
async function onSale({ app, owner }: World, visibility: 'public' | 'private'): Promise<{ id: string; slug: string }> {
  const shop = await makeShop(app.service.ctx, owner.id, { visibility, slug: `law-sale-${++made}` })
  return { id: (await makeListing(app.service.ctx, shop)).id, slug: shop.slug }
}

/** A draft of the owner, made below the API so that this page needs no other feature. */
async function listing({ app, owner }: World): Promise<string> {
  const { ctx } = app.service
  const [shop, id, slug] = [ctx.newId('shp'), ctx.newId('lst'), `law-${++made}`]
  await ctx.db.transaction().execute(async (tx) => {
    await sql`insert into shops (id, owner_id, slug, name, created_at, updated_at) values (${shop}, ${owner.id}, ${slug}, 'Law', now(), now())`.execute(tx)
    await sql`insert into shop_slugs (slug, shop_id, owner_id) values (${slug}, ${shop}, ${owner.id})`.execute(tx)
    await sql`insert into listings (id, shop_id, owner_id, created_at, updated_at) values (${id}, ${shop}, ${owner.id}, now(), now())`.execute(tx)
  })
  return id
}

/** A pending approval that an agent key of the owner asked for. */
async function approval({ app, owner, key }: World): Promise<string> {
  const { ctx } = app.service
  const id = ctx.newId('apr')
  const agent = await key({ kind: 'agent', scopes: [] })
  const request = JSON.stringify({ endpoint: 'getMe', params: {}, query: {}, body: {}, fromForm: false })
  await sql`
    insert into approvals (id, account_id, key_id, action, summary, request, created_at, expires_at)
    values (${id}, ${owner.id}, ${agent.id}, 'shops.delete', 'Delete a shop', ${request}::jsonb, ${ctx.now()}, ${new Date(ctx.now().getTime() + 3600_000)})`.execute(ctx.db)
  return id
}

async function finishedExport({ app, owner }: World): Promise<string> {
  const { body } = await app.call('POST', '/v1/exports', { cookie: owner.cookie })
  await app.advance(0)
  return body.id as string
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const picture = () => multipart([{ name: 'file', filename: 'a.png', type: 'image/png', bytes: PNG }])
