import { Stripe } from 'stripe'
import type { VerifiedEvent, EventSubject } from '#platform/payments/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { isIdOf } from '#platform/context/ids.ts'

const TOLERANCE_SECONDS = 300

const KINDS: Readonly<Record<string, EventSubject['kind']>> = {
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'checkout.session.completed': 'checkout',
  'checkout.session.expired': 'checkout',
  'checkout.session.async_payment_succeeded': 'checkout',
  'checkout.session.async_payment_failed': 'checkout',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'refund.failed': 'refund',
  'refund.updated': 'refund',
  'charge.refund.updated': 'refund',
  'transfer.reversed': 'transfer',
  'payout.failed': 'payout',
  'account.updated': 'account',
  'account.application.deauthorized': 'account',
}

/** Kinds of objects that belong to a seller's account. All other objects belong to the service's account. */
const OF_SELLERS: readonly EventSubject['kind'][] = ['payout', 'account']

/**
 * Verifies an event's signature, and reads only which object the event is about. Callers then fetch that object's current state. Errors:
 * `bad_signature`, `bad_event`.
 */
export function readEvent(
  secrets: readonly string[],
  live: boolean,
  raw: Uint8Array,
  signature: string | undefined,
  now: Date,
): VerifiedEvent {
  const event = verified(secrets, raw, signature, now)
  const object: unknown = event?.data?.object
  if (!/^\w{1,255}$/.test(event?.id) || event.object !== 'event' || typeof event.type !== 'string' || !isObject(object))
    throw new PaymentsError('bad_event', 'The body is not a Stripe event.')
  const [type, madeAt] = [event.type.slice(0, 255), new Date(event.created * 1000)]
  const note: VerifiedEvent = { id: event.id, type, madeAt, about: null, doubt: null, claims: claimsOf(object) }
  const kind = Object.hasOwn(KINDS, event.type) ? KINDS[event.type]! : null
  if (kind === null) return note
  if (event.livemode !== live) return { ...note, doubt: `the event is in ${event.livemode ? 'live' : 'test'} mode, and the key is not` }
  const account = event.account ?? null
  const ref = kind === 'account' ? account : object.id
  if ((account !== null) !== OF_SELLERS.includes(kind)) return { ...note, doubt: 'the event belongs to another account' }
  if (typeof ref !== 'string' || !/^\w{1,255}$/.test(ref)) throw new PaymentsError('bad_event', 'The event contains no object.')
  return { ...note, about: { kind, ref, account } }
}

type Named = { id?: unknown; metadata?: { payment?: unknown; checkout?: unknown } | null }

const isObject = (value: unknown): value is Named => typeof value === 'object' && value !== null

function claimsOf({ id, metadata }: Named): VerifiedEvent['claims'] {
  const payment = metadata?.payment ?? metadata?.checkout
  return {
    payment: typeof payment === 'string' && isIdOf('pay', payment) ? payment : null,
    ref: typeof id === 'string' ? id.slice(0, 255) : '',
  }
}

/**
 * Verifies the signature and, with the service's clock, the signature's age. Each endpoint has one secret, or two while its secret is being
 * replaced.
 */
function verified(secrets: readonly string[], raw: Uint8Array, signature: string | undefined, now: Date): Stripe.Event {
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(raw, signature ?? '', secret, TOLERANCE_SECONDS, undefined, now.getTime())
    } catch (error) {
      if (error instanceof SyntaxError) throw new PaymentsError('bad_event', 'The body is not JSON.', { cause: error })
    }
  }
  throw new PaymentsError('bad_signature', 'Stripe-Signature does not match this body, or is older than five minutes.')
}
