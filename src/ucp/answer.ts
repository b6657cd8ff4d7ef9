import { negotiated, UCP_VERSION } from './rules.ts'
import { createCalls } from '#mcp/calls.ts'
import { checkoutRequest } from './checkout.ts'
import { ownCapabilities, UCP_PATH } from './names.ts'
import { enveloped, incompatible, outcomeOf, type UcpReply, type Deps } from './outcome.ts'
import type { Platform } from './platforms.ts'
import { Refusal } from './refusal.ts'
import type { UcpRequest } from './request.ts'

/** Reads the platform's profile, negotiates capabilities, runs the operation and wraps its result. Errors: Refusal. */
export async function answer(deps: Deps, request: UcpRequest): Promise<UcpReply> {
  const { ctx } = deps
  const { operation, caller, params, query } = request
  const platform = await platformOf(deps, request)
  request.verify?.(platform)
  const active = negotiated(ownCapabilities(ctx), platform.capabilities)
  if (!active.has(operation.capability)) return incompatible(ctx, operation.capability)
  try {
    const call = createCalls(deps, caller, request.idempotencyKey, UCP_PATH)
    const body = await call(operation.endpoint, { params, query, body: checkoutRequest(ctx, operation, active, platform, request.body) })
    return { status: operation.status ?? 200, body: enveloped(ctx, active, operation.capability, body), headers: {} }
  } catch (error) {
    return outcomeOf(deps, request, active, error)
  }
}

/** Returns the calling platform. Errors: `invalid_profile_url`, `version_unsupported` and fetch errors. */
async function platformOf({ platforms }: Deps, { profile: url, caller }: UcpRequest): Promise<Platform> {
  if (url === null)
    throw new Refusal(
      400,
      'invalid_profile_url',
      'UCP-Agent is missing. Send UCP-Agent: profile="https://…" with the URL of your platform’s profile.',
    )
  const platform = await platforms.read(url, caller.address)
  if (platform.version !== UCP_VERSION)
    throw new Refusal(
      422,
      'version_unsupported',
      `Protocol version ${platform.version} is not supported. This business supports version ${UCP_VERSION}.`,
    )
  return platform
}
