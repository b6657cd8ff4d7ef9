import { inTransaction, type Anonymous, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { claimIdempotencyKey } from '#platform/limits/idempotency.ts'
import type { AnswerOf, Caller, Defined, SentTo } from './endpoint.ts'
import { requireEndpointProof } from './proof.ts'
import { DETACHED_CALLER, requireAccess, runEndpoint, validateInput } from './run.ts'
import type { Upload } from './upload.ts'

/** Value of a field: a string, or a type that the schema accepts. Nested objects are not type-checked. */
type Typed<V> =
  | V
  | (V extends object ? Readonly<Record<string, unknown>> : never)
  | string
  | readonly string[]
  | readonly Readonly<Record<string, string>>[]
  | undefined
type Fields<T> = { readonly [K in keyof T]?: Typed<T[K]> }
type Part<Sent, K> = K extends keyof Sent ? (unknown extends Sent[K] ? Record<string, never> : Sent[K]) : Record<string, never>

type Rest<E> = {
  query?: Fields<Part<SentTo<E>, 'query'>>
  body?: Fields<Part<SentTo<E>, 'body'>>
  files?: readonly Upload[]
  /** Properties of the client, for endpoints that bind a credential to the browser. */
  caller?: Partial<Caller>
}

type Params<E> = SentTo<E> extends { params: infer P } ? P : unknown

/** Input that a page passes to an endpoint: field names from the schemas, and values that may still be strings. */
export type Input<E> = unknown extends Params<E> ? Rest<E> : Rest<E> & { params: { readonly [K in keyof Params<E>]: string } }

/**
 * Calls an endpoint in this process and returns the response body. Access checks, limits, validation and transaction are the same as for a
 * request. Approval (`ask_first`) does not apply, because the caller has a session. Joins an open transaction. Throws the endpoint's
 * errors.
 */
export async function call<E extends Defined>(
  ctx: Context,
  actor: Anonymous | Person,
  endpoint: E,
  ...sent: unknown extends Params<E> ? [sent?: Input<E>] : [sent: Input<E>]
): Promise<AnswerOf<E>> {
  return (await answerTo(ctx, actor, endpoint, ...sent)).body
}

/** Validates a body in the same way as `call`, without calling the endpoint. Errors: 400. */
export const validateBody = <E extends Defined>(endpoint: E, body: NonNullable<Rest<E>['body']>): Part<SentTo<E>, 'body'> =>
  validateInput(endpoint, { params: {}, query: {}, body }, true).body as Part<SentTo<E>, 'body'>

/** Calls an endpoint in the same way as `call`, and also returns the status, such as `201` for a new record. */
export async function answerTo<E extends Defined>(
  ctx: Context,
  actor: Anonymous | Person,
  endpoint: E,
  ...[sent]: unknown extends Params<E> ? [sent?: Input<E>] : [sent: Input<E>]
): Promise<{ status: number; body: AnswerOf<E> }> {
  const { params = {}, query = {}, body = {}, files = [], caller } = (sent ?? {}) as Raw
  if (endpoint.strictRate) await ctx.rateLimits.take(ctx, 'entry', actor.address)
  requireAccess(endpoint, actor)
  const input = validateInput(endpoint, { params, query, body }, true, files, { ...DETACHED_CALLER, ...caller })
  requireEndpointProof(endpoint, actor, input.body, ctx.now())
  const { status, body: answered } = await runEndpoint(ctx, endpoint, actor, input)
  return { status, body: answered as AnswerOf<E> }
}

type Raw = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  files?: readonly Upload[]
  caller?: Partial<Caller>
}

/** Runs several endpoint calls in one transaction. */
export const inOneTransaction = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(ctx, work)

/** Idempotency data of a form that a user may submit twice. The same key and content create only one record. */
type Once = { path: string; key: string; content: Record<string, string> }

/**
 * Creates a record through several endpoints and returns its id. With a key, submitting the form again within a day returns the id of the
 * first record (spec: completions 2). Throws the errors of `make`, 409 while the first request is running, and 422 if the key was used with
 * different content.
 */
export async function createIdempotently(
  ctx: Context,
  actor: Person,
  once: Once | null,
  make: (tx: Tx) => Promise<string>,
): Promise<string> {
  if (once === null) return inTransaction(ctx, make)
  const claim = await claimIdempotencyKey(ctx, { scope: actor.accountId, method: 'POST', ...once })
  if (claim.kind === 'replay') return claim.answer.body
  try {
    return await inTransaction(ctx, async (tx) => {
      const id = await make(tx)
      await claim.finish(tx, { status: 201, body: id })
      return id
    })
  } catch (error) {
    await claim.release()
    throw error
  } finally {
    claim.end()
  }
}
