import type { z } from 'zod'
import type { Actor, Anonymous, Context, Operator, Person, Tx } from '#platform/context/index.ts'
import type { Effect } from '#core/effects.ts'
import type { AskFirst, Scope } from '#core/scopes.ts'
import type { CachePolicy } from '#platform/cache/response-cache.ts'
import { requireNotice, type Deprecation } from './deprecation.ts'
import type { Upload } from './upload.ts'

/** Definition of an endpoint: routing, access, validation, OpenAPI, idempotency and approvals. server.ts mounts the modules' lists. */
export type Endpoint<
  // oxlint-disable typescript/no-explicit-any -- a list holds endpoints of every shape; each is checked where it is defined
  P = any,
  Q = any,
  B = any,
  R = any,
  A extends Access = Access,
  S extends AnswerSchemas = any,
  // oxlint-enable typescript/no-explicit-any
> = Untagged<P, Q, B, R, A, S> & {
  /** Chapter of the API reference. */
  tag: string
}

type Untagged<P, Q, B, R, A extends Access, S extends AnswerSchemas> = Definition<P, Q, B, R, A, S> &
  (Reads<P, Q, B, R, A, S> | Writes<P, Q, B, R, A, S>)

type Reads<P, Q, B, R, A extends Access, S extends AnswerSchemas> = {
  method: 'GET'
  effects?: never
  transaction?: never
  handle: Handle<Context, P, Q, B, R, A, S>
}

/** A write must declare its effects on the outside (completions 12); `[]` means none. */
type Writes<P, Q, B, R, A extends Access, S extends AnswerSchemas> = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  effects: readonly Effect[]
} & (
  | { transaction?: 'one'; handle: Handle<Tx, P, Q, B, R, A, S> }
  /** The verb opens several transactions, because it calls external services in between. */
  | { transaction: 'none'; handle: Handle<Context, P, Q, B, R, A, S> }
)

type Handle<C extends Context, P, Q, B, R, A extends Access, S extends AnswerSchemas> = (
  ctx: C,
  actor: ActorFor<A>,
  input: Input<P, Q, B>,
  prepared: R,
) => Promise<AnswerTo<S>>

type Definition<P, Q, B, R, A extends Access, S extends AnswerSchemas> = {
  /** Unique name of the operation: `createShop`. */
  id: string
  /** Path below `/v1`, parameters in braces: `/shops/{slug}`. */
  path: string
  /** One line for the reference. */
  summary: string
  /** More details as Markdown. Callers are described by `access`, approvals by `approvalText`. */
  description?: string
  /** Planned removal, at least a year later. The OpenAPI file, the page and every response announce it. */
  deprecated?: Deprecation
  access: A
  params?: z.ZodType<P>
  query?: z.ZodType<Q>
  body?: z.ZodType<B>
  /** Accepted body kinds. Default: JSON only; `[]` means no body is read. */
  accepts?: readonly BodyKind[]
  /** Body limit in bytes, if not the default. */
  maxBodyBytes?: number
  /** Shape of each success response by status; null without a JSON body. */
  answers: S
  /** Media types of binary responses, in addition to JSON when `answers` has a shape. */
  media?: readonly string[]
  /** Files of a multipart body. Any field name is accepted; the reference shows this one. */
  files?: { name: string; many?: true; words: string }
  /** Sets or clears a cookie. */
  cookies?: true
  /** The payment provider may decline it: 402. */
  pays?: true
  /** Events that are sent to the address that this endpoint sets, with their shapes. */
  sends?: readonly { type: string; when: string; schema: z.ZodType }[]
  /**
   * Returns the ask-first actions of this request (completions 3 and 12); any of them holds it. Runs for ask-first keys only, under the
   * locks of the records. May read the database.
   */
  approvals?: (
    input: Input<P, Q, B>,
    ctx: Context,
    actor: Person,
  ) => readonly ApprovalRequirement[] | Promise<readonly ApprovalRequirement[]>
  /** The same for the reference: `` `offers.accept` as the seller ``. Required with `approvals`. */
  approvalText?: string
  /** Describes the scope when it depends on the request: the definition requires `read`, the verb the rest. */
  scopeBy?: string
  /** Describes the effect of a held request to its owner. */
  describeApproval?: (ctx: Context, actor: Person, input: Input<P, Q, B>) => string | Promise<string>
  /** `prepare` performs the action in its own transactions; `handle` only records the result. */
  actsInPrepare?: true
  /** Slow and external work, such as downloads and decoding. Runs before the transaction; `undo` runs when that fails. */
  prepare?: (ctx: Context, actor: ActorFor<A>, input: Input<P, Q, B>) => Promise<Prepared<R>>
  /** A public marketplace read: any origin, ETag and 304, a short Cache-Control (completions 2). */
  market?: boolean
  /**
   * Allowed for a suspended account's session: ends orders, exports, appeals, secures the account. Pages check the same (`requireAccess`).
   */
  evenSuspended?: boolean
  /** Sessions only. Also works on the test tenant while the session shows test data (docs/sandbox.md). */
  alsoTest?: true
  /** Requires a session's proof within 15 minutes (completions 12). `or password`: or the body's `password`, which the verb checks. */
  proof?: true | 'or password'
  /** Not counted in the monthly usage (only `GET /me`). */
  free?: boolean
  /** Applies the stricter limit of sign-in and sign-up. */
  strictRate?: boolean
  /**
   * Header with the body's signature. Signed requests bypass the network's rate limit. Unsigned ones have a strict limit and a separate
   * semaphore (`signed-bodies.ts`).
   */
  signed?: string
}

/** `raw`: the unchanged bytes of any type, with the headers, for signed bodies (`rawBody` of fields.ts). */
export type BodyKind = 'json' | 'form' | 'multipart' | 'csv' | 'raw'

/**
 * Allowed callers: anyone; a person with the scope, or one of two for the roles of a sale; a session; a session or a test `api` key; the
 * operator. For other sessions an operator's endpoint is 404.
 */
export type Access =
  | { who: 'anyone' }
  | { who: 'optional' }
  | { who: 'person'; scope: Scope | readonly [Scope, Scope] }
  | { who: 'session' }
  | { who: 'tester' }
  | { who: 'operator' }

/** Shared access values: a person whose key reads, buys, lists items or ships orders; the operator. */
export const reads = { who: 'person', scope: 'read' } as const
export const buys = { who: 'person', scope: 'buying' } as const
export const lists = { who: 'person', scope: 'listings' } as const
export const sells = { who: 'person', scope: 'orders' } as const
export const operates = { who: 'operator' } as const

export type ActorFor<A extends Access> = A extends { who: 'anyone' }
  ? Actor & (Anonymous | Person)
  : A extends { who: 'optional' }
    ? Anonymous | Person
    : A extends { who: 'operator' }
      ? Operator
      : Person

export type Input<P, Q, B> = { params: P; query: Q; body: B; files: readonly Upload[]; caller: Caller }

/** Facts about the caller that some verbs need. */
export type Caller = {
  /** Header `Accept`, or empty. */
  accept: string
  /** Header `Cookie`, or empty. For values that are bound to a browser before sign-in. */
  cookie: string
  /** Header `User-Agent`, or null. */
  userAgent: string | null
  /** Aborted when the connection closes or the response is sent. */
  gone(): AbortSignal
}

// oxlint-disable-next-line typescript/no-explicit-any -- as above: the input of some endpoint, validated by its own schemas
export type AnyInput = Input<any, any, any>

export type ApprovalRequirement = { action: AskFirst; amountCents?: number }

export type Prepared<R> = { value: R; undo?: () => Promise<void> }

type Status = 200 | 201 | 202
export type AnswerSchemas = Partial<Record<Status, z.ZodType | null>>

/** Deeply read-only version of a type. */
type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T

/** Response of any endpoint. */
export type Answer = {
  status: Status
  body: unknown
  /** An array sets several cookies. */
  headers?: Record<string, string | string[]>
  /** Stored JSON text that replaces `body`, so that a replay is equal byte for byte. */
  json?: string
  /** Cache policy of a market read for anonymous users (docs/design/cache.md). */
  keep?: CachePolicy
  /** Bytes with their type that replace the JSON body. Not stored for idempotent replay. */
  raw?: { type: string; bytes: Uint8Array | ReadableStream<Uint8Array> }
}

/** Response in the shape that the endpoint declares for its status. A missing field does not compile. */
export type AnswerTo<S extends AnswerSchemas> = {
  [K in keyof S & Status]: Omit<Answer, 'status' | 'body'> & { status: K } & (
      | { body: S[K] extends z.ZodType ? ReadOnly<z.input<S[K]>> : unknown }
      | Required<Pick<Answer, 'body' | 'raw'>>
      | Required<Pick<Answer, 'body' | 'json'>>
    )
}[keyof S & Status]

export const ok = <const B>(body: B) => ({ status: 200 as const, body })
export const created = <const B>(body: B) => ({ status: 201 as const, body })
export const accepted = <const B>(body: B) => ({ status: 202 as const, body })

/** Endpoint with the types of its input and response, for `call`. The symbol exists only for the types. */
export type Defined<I extends string = string, Sent = unknown, Body = unknown> = Endpoint & {
  readonly id: I
  readonly [CONTRACT]?: { sent: Sent; body: Body }
}
declare const CONTRACT: unique symbol

/** Input of an endpoint before validation. */
export type SentTo<E> = E extends Defined<string, infer Sent> ? Sent : never
/** Body of its success response. */
export type AnswerOf<E> = E extends Defined<string, unknown, infer Body> ? Body : never

type BodyOf<S extends AnswerSchemas> = { [K in keyof S & Status]: S[K] extends z.ZodType ? z.output<S[K]> : null }[keyof S & Status]

/** Defines endpoints of one chapter of the reference, with their types. */
export const endpointsOf =
  (tag: string) =>
  <const I extends string, P, Q, B, R, const A extends Access, const S extends AnswerSchemas, PI, QI, BI>(
    definition: Untagged<P, Q, B, R, A, S> & {
      id: I
      params?: z.ZodType<P, PI>
      query?: z.ZodType<Q, QI>
      body?: z.ZodType<B, BI>
    },
  ): Defined<I, { params: PI; query: QI; body: BI }, BodyOf<S>> => {
    if (definition.deprecated) requireNotice(definition.deprecated)
    return { ...definition, tag } as unknown as Defined<I, { params: PI; query: QI; body: BI }, BodyOf<S>>
  }

/** Indexes endpoints by id and keeps each type. */
export const byId = <E extends Defined>(endpoints: readonly E[]): { readonly [One in E as One['id']]: One } =>
  Object.fromEntries(endpoints.map((one) => [one.id, one])) as { readonly [One in E as One['id']]: One }
