import type { IncomingHttpHeaders } from 'node:http'
import { negotiated, profileOf, relevantTo, UCP_VERSION, type Active } from '#domain/ucp.ts'
import { createCalls, type Caller, type World as Calls } from '#mcp/calls.ts'
import { ApiError } from '#platform/errors.ts'
import { asApiError } from '#platform/http/failures.ts'
import { ownCapabilities } from './names.ts'
import type { Operation } from './operations.ts'
import type { Platform, Platforms } from './platforms.ts'
import { challengeOf, errorAnswer, errorMessage, refusalOf, Refusal } from './refusal.ts'

export type World = Calls & { platforms: Platforms }

/** One request of the protocol, however it came. */
export type Asked = {
  operation: Operation
  agent: string | undefined
  headers: Pick<IncomingHttpHeaders, 'authorization' | 'user-agent'>
  idempotencyKey: string | undefined
  params: Record<string, string>
  body: Record<string, unknown>
  caller: Caller
  /** Checks what the transport itself can, once it is known who asks. */
  verify?: (platform: Platform) => void
}

export type Answered = { status: number; body: object; headers: Record<string, string> }

/** Who asks, what both sides speak, the operation itself, and its answer in the protocol's envelope. Errors: Refusal. */
export async function answer(world: World, asked: Asked): Promise<Answered> {
  const { ctx } = world
  const platform = await platformOf(world, asked)
  asked.verify?.(platform)
  const active = negotiated(ownCapabilities(ctx), platform.capabilities)
  const { capability } = asked.operation
  if (!active.has(capability)) return incompatible(world, capability)
  try {
    const call = createCalls(world, asked.caller, asked.idempotencyKey, '/ucp')
    const body = await call(asked.operation.endpoint, { params: asked.params, body: asked.body })
    return { status: 200, body: { ucp: envelopeOf(active, capability), ...body }, headers: {} }
  } catch (error) {
    return outcomeOf(world, asked, active, asApiError(error, ctx.log, asked.caller.requestId))
  }
}

const envelopeOf = (active: Active, capability: string) => ({
  version: UCP_VERSION,
  status: 'success',
  capabilities: relevantTo(active, capability),
})

/** Errors: `invalid_profile_url`, `version_unsupported` and those of the fetch. */
async function platformOf({ platforms }: World, { agent, caller }: Asked): Promise<Platform> {
  const url = agent === undefined ? null : profileOf(agent)
  if (url === null)
    throw new Refusal(400, 'invalid_profile_url', 'Say whose agent asks: UCP-Agent: profile="https://…", the address of its profile.')
  const platform = await platforms.read(url, caller.address)
  if (platform.version !== UCP_VERSION)
    throw new Refusal(
      422,
      'version_unsupported',
      `Protocol version ${platform.version} is not supported. This business supports version ${UCP_VERSION}.`,
    )
  return platform
}

const incompatible = ({ ctx }: World, capability: string): Answered => ({
  status: 200,
  body: errorAnswer(
    [errorMessage('capabilities_incompatible', `The platform's profile does not declare ${capability} in version ${UCP_VERSION}.`, 'unrecoverable')],
    { capabilities: {}, continue_url: `${ctx.config.publicUrl}/` },
  ),
  headers: {},
})

/** What became of an operation that gave no resource. Errors: Refusal, for what is the transport's. */
function outcomeOf({ ctx }: World, { operation, headers }: Asked, active: Active, error: ApiError): Answered {
  const refused = refusalOf(error)
  if (refused) throw refused
  const capabilities = relevantTo(active, operation.capability)
  const { message } = error
  if (error.type === 'authentication') {
    const body = errorAnswer([errorMessage('identity_required', message, 'requires_buyer_review')], { capabilities })
    return { status: 401, body, headers: challengeOf(ctx, headers.authorization === undefined ? null : 'invalid_token', null) }
  }
  const body = errorAnswer([errorMessage(codeOf(error), message, 'unrecoverable')], { capabilities })
  return { status: 200, body, headers: {} }
}

const codeOf = ({ type, code }: ApiError): string => code ?? type
