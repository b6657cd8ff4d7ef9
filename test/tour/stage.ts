import assert from 'node:assert/strict'
import type { Api } from './api.ts'
import type { Clock } from './clock.ts'
import type { Hooks } from './hooks.ts'
import type { Voice } from './voice.ts'

/** What a chapter of the tour works with: the public API of a running service, its test clock, and a receiver. */
export type Stage = {
  /** The service's own address, without a trailing slash. */
  site: string
  api: Api
  clock: Clock
  hooks: Hooks
  say: Voice
  seller: Somebody
  buyer: Somebody
  shop: { slug: string; url: string }
  /** Mail lies in the dev mailbox, and is not sent. */
  mailbox: boolean
}

export type Somebody = { name: string; email: string; password: string; key: string; cookie: string }

/** Whatever came back as a record of the API. */
// oxlint-disable-next-line typescript/no-explicit-any -- records of the API; each chapter says what it expects of them
export type Body = any

export const HOME = { name: 'Ben Okafor', line1: '12 Alder Street', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

export const HOUR_SECONDS = 3600
export const DAY_SECONDS = 24 * HOUR_SECONDS

/** The three fields of an order, as one line reads them. */
export const fields = (order: Body): string => `${order.status}/${order.payment}/${order.payout}`

/** Looks until `look` gives something; what happens in the background has ten seconds for it. */
export async function soon<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const until = performance.now() + 10_000; performance.now() < until;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail(`${what} never came`)
}

export { dollarsText as dollars } from '#domain/formats/money.ts'
