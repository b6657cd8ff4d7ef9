import { inTransaction, type Anonymous, type Context, type Person, type Tx } from '#platform/context/index.ts'
import type { Scope } from '#core/scopes.ts'
import { isLive } from '#core/tenant.ts'
import { ApiError } from '#platform/errors/index.ts'
import { coerceStrings } from './coerce.ts'
import type { Answer, AnyInput, Caller, Endpoint } from './endpoint.ts'
import type { Upload } from './upload.ts'
import { validate } from './validate.ts'

/** Request before validation. An approval stores it and runs it later. */
export type RawRequest = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

type Who = Anonymous | Person

/**
 * Checks the caller's access before any record is read (spec: completions 3). Throws a 401 or 403 error, or 404 for an operator endpoint.
 */
export function requireAccess(endpoint: Endpoint, actor: Who): void {
  const { access } = endpoint
  if (actor.kind === 'session' && actor.isSuspended && endpoint.method !== 'GET' && !isForSuspended(endpoint)) throw suspended()
  if (access.who === 'anyone' || access.who === 'optional') return
  if (actor.kind === 'anonymous') {
    if (access.who === 'person' && access.orGuest) return
    throw new ApiError('authentication', 'Send your key as "Authorization: Bearer <key>".', { headers: { 'WWW-Authenticate': 'Bearer' } })
  }
  if (actor.guest && !endpoint.guests) throw guestCannot()
  if ((access.who === 'session' || access.who === 'operator') && actor.kind !== 'session') {
    throw new ApiError('permission', 'This operation requires a signed-in session; a key cannot call it.', { code: 'scope' })
  }
  if (isOfAccount(endpoint) && !isLive(actor.tenant)) throw onTestData()
  if (access.who === 'tester' && actor.kind !== 'session' && (isLive(actor.tenant) || actor.keyKind !== 'api')) {
    throw new ApiError('permission', 'This operation is only for test mode: use a test key of kind "api", or a signed-in session.', {
      code: 'scope',
    })
  }
  if (access.who === 'operator') requireSecond(actor)
  if (access.who === 'operator' && !actor.isOperator) throw new ApiError('not_found', 'There is no page or endpoint here.')
  if (access.who !== 'person') return
  const scopes = [access.scope].flat()
  if (scopes.some((scope) => actor.scopes.includes(scope))) return
  throw lacksScope(scopes)
}

/**
 * Creates a 403 error with the code `guest`: the action needs an account, which the guest can create with the link in the email about the
 * order.
 */
export const guestCannot = (): ApiError =>
  new ApiError(
    'permission',
    'You bought as a guest, and this needs an account. Open the link in the email about your order: it confirms your address and creates the account.',
    { code: 'guest' },
  )

/** Creates a 403 error with the code `scope`, for a key with none of the required scopes. */
export const lacksScope = (scopes: readonly Scope[]): ApiError =>
  new ApiError('permission', `This key lacks the scope ${scopes.map((scope) => `"${scope}"`).join(' or ')}.`, { code: 'scope' })

/**
 * True for endpoints about the account itself, such as its password: session endpoints without `alsoTest`, and operator endpoints. They
 * cannot be used with test data.
 */
const isOfAccount = ({ access, alsoTest }: Endpoint): boolean => (access.who === 'session' && !alsoTest) || access.who === 'operator'

/** Creates a 403 error with the code `test_data`: a session with test data cannot make a call about the account itself. */
export const onTestData = (): ApiError =>
  new ApiError('permission', 'This record belongs to your account, but your session is in test mode. Leave test mode first.', {
    code: 'test_data',
  })

/** True if the owner of a suspended account may call the endpoint, or if anyone may. */
export const isForSuspended = ({ access, evenSuspended }: Endpoint): boolean => evenSuspended === true || access.who === 'anyone'

/**
 * Creates a 403 error with the code `suspended`. It omits the reason for the suspension, which only the error of `authenticate` includes.
 */
export const suspended = (): ApiError => new ApiError('permission', 'A suspended account cannot do this.', { code: 'suspended' })

/**
 * In public mode, requires an operator to have signed in with a second factor; otherwise, operators have only the rights of ordinary users.
 * Throws a 403 error with the code `second_factor`.
 */
export function requireSecond(actor: Person): void {
  if (!actor.lacksSecond) return
  throw new ApiError(
    'permission',
    'Operator access needs two-step verification. Set up a passkey or an authenticator app under Settings, or complete the second step with POST /sessions/second.',
    { code: 'second_factor' },
  )
}

/** Validates every part of a request. With `fromForm`, the values of the body are strings and are converted first. */
export function validateInput(
  endpoint: Endpoint,
  raw: RawRequest,
  fromForm: boolean,
  files: readonly Upload[] = [],
  caller: Caller = DETACHED_CALLER,
): AnyInput {
  const { params, query, body } = endpoint
  return {
    params: params ? validate(params, raw.params) : {},
    query: query ? validate(query, coerceStrings(query, raw.query)) : {},
    body: body ? validate(body, fromForm ? coerceStrings(body, raw.body) : raw.body) : {},
    files,
    caller,
  }
}

/** Caller of a request that runs after its approval. By then, no client is waiting for the response. */
export const DETACHED_CALLER: Caller = { accept: 'application/json', cookie: '', userAgent: null, gone: () => new AbortController().signal }

/**
 * Runs a validated request: first `prepare`, then one transaction that also executes `extraWrites`, such as storing the idempotency record
 * or the result of an approval.
 */
export async function runEndpoint(
  ctx: Context,
  endpoint: Endpoint,
  actor: Who,
  input: AnyInput,
  extraWrites?: (tx: Tx, answer: Answer) => Promise<void>,
): Promise<Answer> {
  const prepared = await endpoint.prepare?.(ctx, actor, input)
  try {
    if (endpoint.method === 'GET' || endpoint.transaction === 'none') {
      const answer = await endpoint.handle(ctx, actor, input, prepared?.value)
      if (extraWrites) await inTransaction(ctx, (tx) => extraWrites(tx, answer))
      return answer
    }
    // if `prepare` has already performed the action, the guard is skipped: the result must be recorded even if the records have changed
    // since
    const { guard: _, ...unguarded } = ctx
    const work = async (tx: Tx): Promise<Answer> => {
      const answer = await endpoint.handle(tx, actor, input, prepared?.value)
      await extraWrites?.(tx, answer)
      return answer
    }
    const account = actor.kind === 'anonymous' ? null : actor.accountId
    return await inTransaction(endpoint.actsInPrepare ? unguarded : ctx, work, account)
  } catch (error) {
    await prepared?.undo?.()
    throw error
  }
}
