import type { z } from 'zod'
import type { Actor, Anonymous, Context, Operator, Person, Tx } from '#platform/context/index.ts'
import type { Effect } from '#core/effects.ts'
import type { AskFirst, Scope } from '#core/scopes.ts'
import type { CachePolicy } from '#platform/cache/response-cache.ts'
import { requireNotice, type Deprecation } from './deprecation.ts'
import type { Upload } from './upload.ts'

/**
 * Definition of an endpoint: routing, access, validation, OpenAPI, idempotency and approvals. server.ts mounts the endpoint lists of the
 * modules.
 */
export type Endpoint<
  // oxlint-disable typescript/no-explicit-any -- a list contains endpoints of all types; each type is checked at its definition
  P = any,
  Q = any,
  B = any,
  R = any,
  A extends Access = Access,
  S extends AnswerSchemas = any,
  // oxlint-enable typescript/no-explicit-any
> = Untagged<P, Q, B, R, A, S> & {
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

/** Endpoint that writes. It must declare its effects on users and money (spec: completions 12); `[]` means no effects. */
type Writes<P, Q, B, R, A extends Access, S extends AnswerSchemas> = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  effects: readonly Effect[]
} & (
  | { transaction?: 'one'; handle: Handle<Tx, P, Q, B, R, A, S> }
  /** Set for a handler that calls external services, and therefore opens its own transactions before and after those calls. */
  | { transaction: 'none'; handle: Handle<Context, P, Q, B, R, A, S> }
)

type Handle<C extends Context, P, Q, B, R, A extends Access, S extends AnswerSchemas> = (
  ctx: C,
  actor: ActorFor<A>,
  input: Input<P, Q, B>,
  prepared: R,
) => Promise<AnswerTo<S>>

type Definition<P, Q, B, R, A extends Access, S extends AnswerSchemas> = {
  id: string
  path: string
  summary: string
  /** More details, in Markdown. Excludes the permitted callers and the approvals, which `access` and `approvalText` describe. */
  description?: string
  /**
   * Announces the removal of the operation, at least one year ahead. The announcement appears in the OpenAPI file, on the reference page
   * and in every response.
   */
  deprecated?: Deprecation
  access: A
  params?: z.ZodType<P>
  query?: z.ZodType<Q>
  body?: z.ZodType<B>
  /** Accepted body types. Default: only JSON. With `[]`, the body is not read. */
  accepts?: readonly BodyKind[]
  /** Maximum body size in bytes. Default: `MAX_BODY_BYTES`. */
  maxBodyBytes?: number
  /** Schema of each success response, by status. Null for a response without a JSON body. */
  answers: S
  /** Media types of binary responses, in addition to JSON if `answers` has a schema. */
  media?: readonly string[]
  /** Files in a multipart body. Their field can have any name; the API reference shows `name`. */
  files?: { name: string; many?: true; description: string }
  cookies?: true
  /** True if the payment provider may decline the payment, which causes a 402 response. */
  pays?: true
  sends?: readonly { type: string; when: string; schema: z.ZodType }[]
  /**
   * Returns the actions in this request that may need the owner's approval (spec: completions 3 and 12). The request waits for approval if
   * the key's `ask_first` contains any of them. Called only for keys with `ask_first`, once before and once after the records are locked.
   * May read the database.
   */
  approvals?: (
    input: Input<P, Q, B>,
    ctx: Context,
    actor: Person,
  ) => readonly ApprovalRequirement[] | Promise<readonly ApprovalRequirement[]>
  /** Describes `approvals` for the API reference, such as `` `offers.accept` as the seller ``. Required with `approvals`. */
  approvalText?: string
  /** Describes the required scope if it depends on the request. `access` then requires `read`, and the handler checks the scope. */
  scopeBy?: string
  /** Describes a request that waits for approval, so that the owner can decide. */
  describeApproval?: (ctx: Context, actor: Person, input: Input<P, Q, B>) => string | Promise<string>
  /** Returns the ids of the listings that an approval covers, if the request does not name them in its path or body. */
  boundListings?: (ctx: Context, actor: Person, input: Input<P, Q, B>) => readonly string[] | Promise<readonly string[]>
  /** True if `prepare` performs the action in separate transactions, and `handle` only records the result. */
  actsInPrepare?: true
  /** Slow or external work, such as downloads and decoding. Runs before the transaction. If the transaction fails, `undo` runs. */
  prepare?: (ctx: Context, actor: ActorFor<A>, input: Input<P, Q, B>) => Promise<Prepared<R>>
  /**
   * True for a public read of the marketplace. Any website may call it, and its responses support ETag, 304 and a short Cache-Control
   * (spec: completions 2).
   */
  market?: boolean
  /**
   * True for a write without a key that scripts on any website may call; browsers send no cookies with such a call. Scripts may also call
   * every read with `market`.
   */
  cors?: true
  /**
   * True if the owner of a suspended account may call the endpoint, for example to close orders, export data, appeal or secure the account.
   * Pages apply the same check with `requireAccess`.
   */
  evenSuspended?: boolean
  /**
   * True if a guest may call the endpoint (spec: completions 13.7). All other endpoints that need an account reject guests with 403 and the
   * code `guest`.
   */
  guests?: true
  /**
   * Allows this session endpoint to be called while the session shows test data (docs/sandbox.md). The endpoint then acts on the test
   * account.
   */
  alsoTest?: true
  /**
   * Requires the session's user to have confirmed their identity within the last 15 minutes (spec: completions 12). With `or password`, a
   * `password` in the body is enough; the handler checks it.
   */
  proof?: true | 'or password'
  /** True if requests do not count toward the monthly usage. Only `GET /me` is free. */
  free?: boolean
  /** True if the stricter rate limit for sign-in and sign-up applies. */
  strictRate?: boolean
  /**
   * Name of the header that contains the body's signature. Requests with a valid signature bypass the rate limit of their network. All
   * other requests count toward a strict limit. A separate semaphore limits concurrent bodies (`signed-bodies.ts`).
   */
  signed?: string
}

/** Body types. `raw` passes the headers and the unchanged bytes of any media type. It is for signed bodies (`rawBody` in fields.ts). */
export type BodyKind = 'json' | 'form' | 'multipart' | 'csv' | 'raw'

/**
 * Callers that may use an endpoint. `anyone`: everyone. `optional`: everyone; an authenticated caller gets more in the response. `person`:
 * sessions, and keys with the scope. Of two scopes, the seller needs the first and the buyer the second. `orGuest`: as `person`, and also
 * callers without a key, who buy as guests. `session`: sessions. `tester`: sessions, and test keys of kind `api`. `operator`: operators;
 * all other sessions get 404.
 */
export type Access =
  | { who: 'anyone' }
  | { who: 'optional' }
  | { who: 'person'; scope: Scope | readonly [Scope, Scope]; orGuest?: true }
  | { who: 'session' }
  | { who: 'tester' }
  | { who: 'operator' }

/** Access values that several endpoints share: for operators, and for keys that read, buy, list items or manage orders. */
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
      : A extends { orGuest: true }
        ? Anonymous | Person
        : Person

export type Input<P, Q, B> = { params: P; query: Q; body: B; files: readonly Upload[]; caller: Caller }

/** Properties of the HTTP client that some endpoints need. */
export type Caller = {
  accept: string
  /** Value of the `Cookie` header, or an empty string. Needed for values that are bound to a browser before its user signs in. */
  cookie: string
  userAgent: string | null
  gone(): AbortSignal
}

// oxlint-disable-next-line typescript/no-explicit-any -- the input of any endpoint, which its own schemas validate
export type AnyInput = Input<any, any, any>

export type ApprovalRequirement = { action: AskFirst; amountCents?: number }

export type Prepared<R> = { value: R; undo?: () => Promise<void> }

type Status = 200 | 201 | 202
export type AnswerSchemas = Partial<Record<Status, z.ZodType | null>>

type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T

/** Success response of any endpoint. */
export type Answer = {
  status: Status
  body: unknown
  /** Additional response headers. An array contains several cookies to set. */
  headers?: Record<string, string | string[]>
  /** Stored JSON text to send instead of `body`, so that a replayed response is identical byte for byte. */
  json?: string
  /** Cache policy for a public marketplace read by anonymous users (docs/design/cache.md). */
  cachePolicy?: CachePolicy
  /** Bytes and their media type, in place of a JSON body. They are not stored for idempotent replays. */
  raw?: { type: string; bytes: Uint8Array | ReadableStream<Uint8Array> }
}

/** Response whose body matches the endpoint's schema for the status. A missing field is a compile error. */
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

/** Endpoint with the types of its input and response, for `call`. The symbol exists only for the compiler, not at run time. */
export type Defined<I extends string = string, Sent = unknown, Body = unknown> = Endpoint & {
  readonly id: I
  readonly [CONTRACT]?: { sent: Sent; body: Body }
}
declare const CONTRACT: unique symbol

/** Input that a caller may pass to an endpoint, before validation. */
export type SentTo<E> = E extends Defined<string, infer Sent> ? Sent : never
/** Type of the body in an endpoint's success response. */
export type AnswerOf<E> = E extends Defined<string, unknown, infer Body> ? Body : never

type BodyOf<S extends AnswerSchemas> = { [K in keyof S & Status]: S[K] extends z.ZodType ? z.output<S[K]> : null }[keyof S & Status]

/** Returns a function that defines the endpoints of one chapter of the API reference and infers their types. */
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

/** Indexes endpoints by id. Each endpoint has its own type in the result. */
export const byId = <E extends Defined>(endpoints: readonly E[]): { readonly [One in E as One['id']]: One } =>
  Object.fromEntries(endpoints.map((one) => [one.id, one])) as { readonly [One in E as One['id']]: One }
