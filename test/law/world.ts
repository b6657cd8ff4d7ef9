import type { AskFirst, Scope } from '#core/scopes.ts'
import { multipart, type Call, type TestApp } from '#test/app.ts'

export type Row = {
  method: string
  at: string
  /** Several scopes: what serves two sides takes any of them. */
  may: 'anyone' | 'optional' | 'session' | Scope | readonly [Scope, Scope]
  /** About what everybody sees: there is no stranger to it. */
  shared?: true
  /** The action that an agent can be told to ask for. */
  asks?: AskFirst
  /** By session, only where the person was proved within 15 minutes; `password`: or by the password in the body. */
  proof?: true | 'password'
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

export const newSlug = (): string => `law-${++made}`

export async function shop({ app, owner }: World): Promise<string> {
  const { body } = await app.call('POST', '/v1/shops', { key: owner.key, json: { name: 'Law', slug: newSlug() } })
  return body.slug as string
}

export async function listing(world: World, status: 'draft' | 'live' = 'draft'): Promise<string> {
  const json = { shop: await shop(world), title: 'Lamp', price: 5, publish: status === 'live' }
  const { body } = await world.app.call('POST', '/v1/listings', { key: world.owner.key, json })
  return body.id as string
}

export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export const picture = () => multipart([{ name: 'file', filename: 'a.png', type: 'image/png', bytes: PNG }])
