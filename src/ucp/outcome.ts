import { ORDER_CAPABILITY, relevantTo, UCP_VERSION, type Active } from './rules.ts'
import { createCalls, ApprovalRequired, type Deps as Calls } from '#mcp/calls.ts'
import type { Core } from '#platform/context/index.ts'
import type { ApiError } from '#platform/errors/index.ts'
import { asApiError } from '#platform/http/failures.ts'
import { checkoutAnswer, withProblem } from './checkout.ts'
import { CART, CHECKOUT, UCP_PATH } from './names.ts'
import { paymentHandlers, type Handler } from './payment.ts'
import type { Platforms } from './platforms.ts'
import { challengeOf, errorAnswer, errorMessage, linePath, outcomeCode, refusalOf } from './refusal.ts'
import type { UcpRequest } from './request.ts'

export type Deps = Calls & { platforms: Platforms }

export type UcpReply = { status: number; body: object; headers: Record<string, string> }

const reply = (status: number, body: object, headers: Record<string, string> = {}): UcpReply => ({ status, body, headers })

/** Wraps a successful result together with the active capabilities. */
export function enveloped(ctx: Core, active: Active, capability: string, body: Record<string, unknown>): object {
  const ucp = { version: UCP_VERSION, status: 'success', capabilities: relevantTo(active, capability) }
  if (capability !== CHECKOUT) return { ucp, ...body }
  const { handler, ...checkout } = body
  const payment_handlers = paymentHandlers(ctx, handler as Handler | null)
  return { ucp: { ...ucp, payment_handlers }, ...checkoutAnswer(ctx, active, checkout) }
}

export function incompatible(ctx: Core, capability: string): UcpReply {
  const reason = `The platform's profile does not declare ${capability} in a supported version.`
  const message = errorMessage('capabilities_incompatible', reason, 'unrecoverable')
  return reply(200, errorAnswer([message], { capabilities: {}, continue_url: `${ctx.config.publicUrl}/` }))
}

/** Converts an error to a response. Throws a `Refusal` for transport errors. */
export async function outcomeOf(deps: Deps, request: UcpRequest, active: Active, thrown: unknown): Promise<UcpReply> {
  const { ctx } = deps
  const { operation, headers, caller } = request
  const capabilities = relevantTo(active, operation.capability)
  if (thrown instanceof ApprovalRequired) return held(deps, request, active, thrown)
  const error = asApiError(thrown, ctx.log, caller.requestId)
  const refused = refusalOf(error)
  if (refused) throw refused
  const { message } = error
  if (error.type === 'authentication') {
    const body = errorAnswer([errorMessage('identity_required', message, 'requires_buyer_review')], { capabilities })
    return reply(401, body, challengeOf(ctx, headers.authorization === undefined ? null : 'invalid_token', null))
  }
  if (error.type === 'permission' && error.code === 'scope') {
    const body = errorAnswer([errorMessage('insufficient_scope', message, 'requires_buyer_review')], { capabilities })
    return reply(403, body, challengeOf(ctx, 'insufficient_scope', scopeOf(operation.capability)))
  }
  if (operation.onCheckout && error.type !== 'not_found') return onCheckout(deps, request, active, error)
  const severity = error.code === 'over_limit' ? 'requires_buyer_review' : 'unrecoverable'
  const continue_url = `${ctx.config.publicUrl}/`
  return reply(200, errorAnswer([errorMessage(codeOf(error), message, severity, linePath(error))], { capabilities, continue_url }))
}

function scopeOf(capability: string): string {
  if (capability === ORDER_CAPABILITY) return 'dev.ucp.shopping.order:read'
  return capability === CART ? 'dev.ucp.shopping.cart:manage' : 'dev.ucp.shopping.checkout:manage'
}

/**
 * Responds that the owner must approve first. The response to a checkout operation is the checkout, which shows the pending approval. The
 * response to any other operation is an error with the approval's URL.
 */
async function held(deps: Deps, request: UcpRequest, active: Active, { approval }: ApprovalRequired): Promise<UcpReply> {
  const { operation } = request
  if (operation.onCheckout) return onCheckout(deps, request, active, null)
  const message = errorMessage('approval_required', 'The buyer must approve this at continue_url.', 'requires_buyer_review')
  const capabilities = relevantTo(active, operation.capability)
  return reply(200, errorAnswer([message], { capabilities, continue_url: String(approval['url']) }))
}

async function onCheckout(deps: Deps, { caller, params }: UcpRequest, active: Active, error: ApiError | null): Promise<UcpReply> {
  const now = await createCalls(deps, caller, undefined, UCP_PATH)('getCheckout', { params })
  return reply(200, enveloped(deps.ctx, active, CHECKOUT, error ? withProblem(now, error) : now))
}

function codeOf(error: ApiError): string {
  const { type, code, param, message } = error
  const own = outcomeCode(error) ?? code
  if (own !== undefined) return own
  if (type === 'not_found') return param === 'listing' ? 'item_unavailable' : 'not_found'
  if (type === 'conflict') return message.includes('sold') ? 'out_of_stock' : 'item_unavailable'
  return type
}
