import assert from 'node:assert/strict'
import type { Order, Resale } from '@resale/sdk'
import type { Clock } from './clock.ts'
import type { Hooks } from './hooks.ts'
import type { Voice } from './voice.ts'
import type { Web } from './web.ts'
import { slack } from '#test/machine.ts'

/** Tools for one chapter of the tour: the SDK connected to a running service, the test clock, and a webhook receiver. */
export type Stage = {
  /** Base URL of the service, without a trailing slash. */
  site: string
  calls: string
  anonymous: Resale
  web: Web
  clock: Clock
  hooks: Hooks
  say: Voice
  seller: TourPerson
  buyer: TourPerson
  shop: { slug: string; url: string }
  /** True if the service stores emails in the development mailbox instead of sending them. */
  mailbox: boolean
}

export type TourPerson = { name: string; email: string; password: string; cookie: string; api: Resale }

export const HOME = { name: 'Ben Okafor', line1: '12 Alder Street', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

export const HOUR_SECONDS = 3600
export const DAY_SECONDS = 24 * HOUR_SECONDS

/** Returns an order's status, payment and payout on one line. */
export const fields = (order: Pick<Order, 'status' | 'payment' | 'payout'>): string => `${order.status}/${order.payment}/${order.payout}`

/** Polls until `poll` returns a value, for at most ten seconds (longer on slow machines). Returns the value. */
export async function soon<T>(what: string, poll: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const until = performance.now() + slack(10_000); performance.now() < until;) {
    const found = await poll()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail(`${what} did not arrive in time`)
}

export { dollarsText as dollars } from '#core/format/money.ts'
