import assert from 'node:assert/strict'
import { inTransaction } from '#platform/context/index.ts'
import { hashPassword, openAccount } from '#identity/accounts/index.ts'
import type { Call, Reply, TestApp } from '#test/app.ts'

/** Number of the last shop, which is part of its slug. Tests check that responses do not contain a certain lower number, such as 73. */
let made = 100

/** A seller with a shop, and functions that call the API as that seller. */
export type Seller = {
  id: string
  key: string
  cookie: string
  slug: string
  call(method: string, path: string, call?: Call): Promise<Reply>
  list(listing?: Record<string, unknown>): Promise<Reply['body']>
  keyWith(rights: Record<string, unknown>): Promise<string>
}

export const openSeller = async (app: TestApp, name = 'Ana'): Promise<Seller> => sellerOf(app, name, await app.signUp(name))

/** Calls the API and returns the body of the response. Throws if the response is not a success. */
export async function ok(who: Pick<Seller, 'call'>, method: string, path: string, json?: object): Promise<Reply['body']> {
  const reply = await who.call(method, `/v1${path}`, json === undefined ? {} : { json })
  assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** Opens a shop for an existing account. */
export async function sellerOf(app: TestApp, name: string, account: Awaited<ReturnType<TestApp['signUp']>>): Promise<Seller> {
  const slug = `shop-of-${name.toLowerCase()}-${++made}`
  const call = (method: string, path: string, options: Call = {}) => app.call(method, path, { key: account.key, ...options })
  const opened = await call('POST', '/v1/shops', { json: { name: `Shop of ${name}`, slug } })
  assert.equal(opened.status, 201, JSON.stringify(opened.body))
  return {
    id: account.id,
    key: account.key,
    cookie: account.cookie,
    slug,
    call,
    async list(listing = {}) {
      const reply = await call('POST', '/v1/listings', { json: listing })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      return reply.body
    },
    async keyWith(rights) {
      // Authenticates the user again, because the test clock may have advanced since the sign-in.
      await app.call('POST', '/v1/sessions/proof', { cookie: account.cookie, json: { password: account.password } })
      const reply = await app.call('POST', '/v1/keys', {
        cookie: account.cookie,
        json: { name: 'Another key', kind: 'api', scopes: [], ...rights },
      })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      return reply.body.secret
    },
  }
}

/** Creates an account as `app.signUp` does, but sends no welcome email. For tests that count emails. */
export async function signUpQuietly(app: TestApp, name = 'Ana'): Promise<Awaited<ReturnType<TestApp['signUp']>>> {
  const { ctx } = app.service
  const [email, password] = [`${name.toLowerCase()}.quiet${++made}@example.test`, 'a long enough password']
  const passwordHash = await hashPassword(ctx, password)
  const { account, key } = await inTransaction(ctx, (tx) => openAccount(tx, { name, email, passwordHash }))
  const session = await app.call('POST', '/v1/sessions', { json: { email, password } })
  return { id: account.id, key: key.secret, email, password, cookie: session.headers['set-cookie']!.split(';')[0]! }
}
