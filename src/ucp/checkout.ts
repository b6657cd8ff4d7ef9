import { ORDER_CAPABILITY, type Active } from './rules.ts'
import type { Core } from '#platform/context/index.ts'
import type { ApiError } from '#platform/errors/index.ts'
import { CART, CHECKOUT, FULFILLMENT, offersName } from './names.ts'
import type { Operation } from './operations.ts'
import type { Platform } from './platforms.ts'
import { errorMessage, linePath, outcomeCode, type Severity } from './refusal.ts'

type Body = Record<string, unknown>
type Message = { type: string; code?: string; severity?: Severity; path?: string }

/**
 * Fields that belong to an extension. If the extension was not negotiated, requests may contain them without effect, and responses omit
 * them.
 */
const fieldsOf = (ctx: Core): readonly (readonly [field: string, capability: string])[] => [
  ['fulfillment', FULFILLMENT],
  ['cart_id', CART],
  ['offer', offersName(ctx)],
]

/** Removes the fields of extensions that were not negotiated from a checkout request, and adds the platform. */
export function checkoutRequest(ctx: Core, { capability, method }: Operation, active: Active, platform: Platform, body: Body): Body {
  if (capability !== CHECKOUT || method === 'GET') return body
  const webhook_url = active.has(ORDER_CAPABILITY) ? platform.webhookUrl : null
  const spoken = withoutUnspoken(ctx, active, body)
  // the fields of the cart replace those of the request (UCP cart, Conversion)
  if (spoken['cart_id'] !== undefined) for (const name of ['line_items', 'context', 'buyer']) delete spoken[name]
  return { ...spoken, platform: { profile: platform.url, webhook_url } }
}

/**
 * Keeps only the fields of negotiated extensions in a checkout. The platform cannot correct errors in the removed fields, so the buyer must
 * correct these errors at `continue_url`.
 */
export function checkoutAnswer(ctx: Core, active: Active, body: Body): Body {
  const messages = ((body['messages'] ?? []) as Message[]).map((message) =>
    isUnspoken(ctx, active, message) && message.type === 'error' ? { ...message, severity: 'requires_buyer_input' as const } : message,
  )
  const errors = messages.filter(({ type }) => type === 'error')
  const onlyBuyer = errors.length > 0 && errors.every(({ severity }) => severity?.startsWith('requires_'))
  return {
    ...withoutUnspoken(ctx, active, body),
    ...(messages.length > 0 && { messages }),
    ...(body['status'] === 'incomplete' && onlyBuyer ? { status: 'requires_escalation' } : {}),
  }
}

const withoutUnspoken = (ctx: Core, active: Active, body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => fieldsOf(ctx).every(([field, capability]) => field !== name || active.has(capability))),
  )

const isUnspoken = (ctx: Core, active: Active, { path = '' }: Message): boolean =>
  fieldsOf(ctx).some(([field, capability]) => path.startsWith(`$.${field}`) && !active.has(capability))

/** Adds an error to the messages of the checkout that the error is about. */
export function withProblem(checkout: Body, error: ApiError): Body {
  const known = (checkout['messages'] ?? []) as Message[]
  const [code, severity, path] = problemOf(error)
  if (code === 'not_ready' || code === 'checkout_over' || known.some((one) => one.code === code)) return checkout
  const escalates = severity !== 'recoverable' && checkout['status'] === 'ready_for_complete'
  return {
    ...checkout,
    ...(escalates && { status: 'requires_escalation' }),
    messages: [...known, errorMessage(code, error.message, severity, path)],
  }
}

function problemOf(error: ApiError): [code: string, severity: Severity, path?: string] {
  const { type, code, param } = error
  const outcome = outcomeCode(error)
  if (type === 'payment') return ['payment_failed', 'recoverable', '$.payment.instruments[0]']
  if (type === 'permission') return [code ?? 'permission', 'requires_buyer_review', '$.totals']
  if (outcome !== undefined) return [outcome, 'recoverable']
  if (param === 'expected_total' || param === 'expected_amount') return ['price_changed', 'recoverable', '$.line_items[0]']
  return ['item_unavailable', 'recoverable', linePath(error) ?? '$.line_items[0]']
}
