// SDK of the resale marketplace. Uses only `fetch` and WebCrypto: Node 20 and newer, Deno, Bun, workers, browsers.
export { createResale, type RawRequest, type Resale } from './client.ts'
export type { ChatEvent } from './chat.ts'
export * from './errors.ts'
export type { CallOptions, ClientOptions, Pages, WaitOptions } from './types.ts'
export type { PingEvent, RawBody, SignatureHeader, VerifyOptions, WebhookEvent } from './webhooks.ts'
export type * from './contract.ts'
export type { Resources } from './resources.ts'

import { constructEvent, sign, verify } from './webhooks.ts'

/** Verifies webhooks. Needs no key. */
export const webhooks = { verify, constructEvent, sign }
