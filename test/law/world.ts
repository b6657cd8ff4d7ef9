import type { AskFirst, Scope } from '#core/scopes.ts'
import { multipart, type Call, type TestApp } from '#test/app.ts'

export type Rule = {
  /** Required access. An endpoint that lists two scopes serves both parties and accepts either scope. */
  may: 'anyone' | 'optional' | 'session' | Scope | readonly [Scope, Scope]
  /** The path names no record that belongs to an account, so every account may send the request. */
  shared?: true
  /** The action that the endpoint performs, if the owner can require approval for this action by an agent's key. */
  approval?: AskFirst
  /**
   * A session is sufficient only if the user has authenticated within the last 15 minutes. With `password`, a password in the request body
   * is also sufficient.
   */
  proof?: true | 'password'
  /** Returns a valid request by the owner. Tests call this function once per caller, because some requests work only once. */
  request: (scene: Scene) => Promise<Request>
}

export type Request = Pick<Call, 'json' | 'form' | 'raw' | 'headers'> & {
  path: string
  /** Session cookie for a request that may end the session. Later tests need the owner's main session. */
  session?: string
}

type Person = { id: string; key: string; email: string; password: string; cookie: string }

export type Scene = {
  app: TestApp
  owner: Person
  outsider: Person
  key(options: { kind: 'api' | 'agent'; scopes: readonly Scope[]; ask_first?: AskFirst[] }): Promise<{ id: string; secret: string }>
}

/** Returns a scene in which the owner's keys have the given name. */
export const sceneOf = (app: TestApp, owner: Person, outsider: Person, name = 'walk'): Scene => ({
  app,
  owner,
  outsider,
  key: async (options) => (await app.call('POST', '/v1/keys', { cookie: owner.cookie, json: { name, ...options } })).body,
})

let made = 0

export const newSlug = (): string => `law-${++made}`

export async function shop({ app, owner }: Scene): Promise<string> {
  const { body } = await app.call('POST', '/v1/shops', { key: owner.key, json: { name: 'Law', slug: newSlug() } })
  return body.slug as string
}

export async function listing(scene: Scene, status: 'draft' | 'live' = 'draft'): Promise<string> {
  const json = { shop: await shop(scene), title: 'Lamp', price: 5, publish: status === 'live' }
  const { body } = await scene.app.call('POST', '/v1/listings', { key: scene.owner.key, json })
  return body.id as string
}

export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export const picture = () => multipart([{ name: 'file', filename: 'a.png', type: 'image/png', bytes: PNG }])
