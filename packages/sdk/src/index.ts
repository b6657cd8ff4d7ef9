// SDK for the resale marketplace. It uses only `fetch` and WebCrypto, so it runs on Node 20 and newer, Deno, Bun, workers and browsers.
export { createResale, type RawRequest, type Resale } from './client.ts'
export type { ChatEvent } from './chat.ts'
export * from './errors.ts'
export type { CallOptions, ClientOptions, Pages, WaitOptions } from './types.ts'
export type { PingEvent, RawBody, SignatureHeader, VerifyOptions, WebhookEvent } from './webhooks.ts'
export type * from './contract.ts'
export type { Resources } from './resources.ts'

import { constructEvent, sign, verify } from './webhooks.ts'

/** Functions that verify and sign webhooks. They need no API key. */
export const webhooks = { verify, constructEvent, sign }
