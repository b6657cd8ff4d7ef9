import type { z } from 'zod'
import type { Actor, Anonymous, Context, Operator, Person, Tx } from '#platform/context/index.ts'
import type { Effect } from '#core/effects.ts'
import type { AskFirst, Scope } from '#core/scopes.ts'
import type { CachePolicy } from '#platform/cache/response-cache.ts'
import { requireNotice, type Deprecation } from './deprecation.ts'
import type { Upload } from './upload.ts'

/**
 * One definition of an endpoint drives its route, its rights, its validation, its place in the OpenAPI file,
 * idempotency and approvals. Features export lists of them; server.ts mounts them.
 */
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
  /** The chapter of the reference that it stands in. */
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

/** A write says what it does to the world (completions 12): `[]` for one that does none of it. Without a word it does not compile. */
type Writes<P, Q, B, R, A extends Access, S extends AnswerSchemas> = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  effects: readonly Effect[]
} & (
  | { transaction?: 'one'; handle: Handle<Tx, P, Q, B, R, A, S> }
  /** The verb opens its own transactions, because it calls the outside world between them. */
  | { transaction: 'none'; handle: Handle<Context, P, Q, B, R, A, S> }
)

type Handle<C extends Context, P, Q, B, R, A extends Access, S extends AnswerSchemas> = (
  ctx: C,
  actor: ActorFor<A>,
  input: Input<P, Q, B>,
  prepared: R,
) => Promise<AnswerTo<S>>

type Definition<P, Q, B, R, A extends Access, S extends AnswerSchemas> = {
  /** Name of the operation, unique: `createShop`. */
  id: string
  /** Below `/v1`, parameters in braces: `/shops/{slug}`. */
  path: string
  /** One line for the reference. */
  summary: string
  /** What one line cannot say, as Markdown. Who may call stands in `access`, what a key asks for in `approvalText`. */
  description?: string
  /** It will go, a year later at the earliest: told by the file, its page and every answer. */
  deprecated?: Deprecation
  access: A
  params?: z.ZodType<P>
  query?: z.ZodType<Q>
  body?: z.ZodType<B>
  /** Body kinds taken. JSON alone unless said; `[]` means no body is read. */
  accepts?: readonly BodyKind[]
  /** Largest body in bytes, where it is not the common limit. */
  maxBodyBytes?: number
  /** The shape of each good answer by status; null where there is no JSON body. */
  answers: S
  /** Media types of an answer of bytes, beside JSON where `answers` has a shape for it. */
  media?: readonly string[]
  /** The files of a multipart body. They are taken by any name; this one is in the reference. */
  files?: { name: string; many?: true; words: string }
  /** Sets or clears a cookie. */
  cookies?: true
  /** May be declined by the provider of payments: 402. */
  pays?: true
  /** What is sent to the address that this sets, each event with its shape. */
  sends?: readonly { type: string; when: string; schema: z.ZodType }[]
  /**
   * Which of its owner's ask-first actions this very request is (completions 3 and 12). Several: any of them holds it. Asked
   * of keys that have to ask at all, under the locks of the records it is about; may look, where the action depends on them.
   */
  approvals?: (
    input: Input<P, Q, B>,
    ctx: Context,
    actor: Person,
  ) => readonly ApprovalRequirement[] | Promise<readonly ApprovalRequirement[]>
  /** The same in words for the reference: `` `offers.accept` as the seller ``. An endpoint with `approvals` has it. */
  approvalText?: string
  /** The scope in words, where it hangs on more than the call: the definition asks for `read`, the verb for the rest. */
  scopeBy?: string
  /** Says what a held request would do, for its owner. */
  describeApproval?: (ctx: Context, actor: Person, input: Input<P, Q, B>) => string | Promise<string>
  /** Its `prepare` is the deed, by transactions of its own; what follows writes down what came of it. */
  actsInPrepare?: true
  /** Everything slow or outside: downloads, decoding. Runs before the transaction; `undo` runs when it fails. */
  prepare?: (ctx: Context, actor: ActorFor<A>, input: Input<P, Q, B>) => Promise<Prepared<R>>
  /** A keyless marketplace read: any origin, ETag and 304, a short Cache-Control (completions 2). */
  market?: boolean
  /**
   * A suspended account does it too, by session: what brings an open order to its end, takes its data out, objects, or keeps its owner
   * in and others out. A page that calls the verb asks the same (`requireAccess`), so that both answer alike.
   */
  evenSuspended?: boolean
  /** For a session alone, and there while it shows test data too: then it is of the test world (docs/sandbox.md). */
  alsoTest?: true
  /**
   * By session, only where the person was proved within 15 minutes (completions 12). `or password`: or where the body's own
   * `password` proves it, which the verb checks.
   */
  proof?: true | 'or password'
  /** Not counted against the month (only `GET /me`). */
  free?: boolean
  /** Sign-in and sign-up: the stricter limit. */
  strictRate?: boolean
  /**
   * The header in which its callers sign what they send. They are not counted with the strangers of their network; what nobody signed
   * is, apart and strictly, and its bodies have places of their own (`signed-bodies.ts`).
   */
  signed?: string
}

/** `raw`: the bytes as they came, of any type, with the headers: for what is signed (`rawBody` of fields.ts). */
export type BodyKind = 'json' | 'form' | 'multipart' | 'csv' | 'raw'

/**
 * Who may call: nobody in particular, a person by key or session with a scope (for what serves two sides: with one of several,
 * each that of its side), a session alone, a session or a test key of kind `api` for what looks after a test world, or the operator's. To any other session there is nothing at an operator's endpoint.
 */
export type Access =
  | { who: 'anyone' }
  | { who: 'optional' }
  | { who: 'person'; scope: Scope | readonly [Scope, Scope] }
  | { who: 'session' }
  | { who: 'tester' }
  | { who: 'operator' }

/** Who may call, where more than one noun says the same: a person whose key reads, buys, lists things, ships what was ordered; the operator. */
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

/** What an answer that takes long has to know of its caller. */
export type Caller = {
  /** The header `Accept`, empty where there was none. */
  accept: string
  /** The header `Cookie`, empty where there was none: for what is bound to one browser before anybody is signed in. */
  cookie: string
  /** What its program calls itself; null where it says nothing. */
  userAgent: string | null
  /** Aborted once the connection is closed, or the answer sent. */
  gone(): AbortSignal
}

// oxlint-disable-next-line typescript/no-explicit-any -- as above: the input of some endpoint, validated by its own schemas
export type AnyInput = Input<any, any, any>

export type ApprovalRequirement = { action: AskFirst; amountCents?: number }

export type Prepared<R> = { value: R; undo?: () => Promise<void> }

type Status = 200 | 201 | 202
export type AnswerSchemas = Partial<Record<Status, z.ZodType | null>>

/** The same, all the way down, for what is only looked at. */
type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T

/** What the pipeline sends: any endpoint's answer. */
export type Answer = {
  status: Status
  body: unknown
  /** A cookie each, where several are set. */
  headers?: Record<string, string | string[]>
  /** Instead of `body`: JSON text as it was stored, so that a replay is equal byte for byte. */
  json?: string
  /** A market read: what it hangs on, so that it may be kept for strangers (docs/design/cache.md). */
  keep?: CachePolicy
  /** Instead of a JSON body: bytes with their own type. Such answers are not kept for idempotent replay. */
  raw?: { type: string; bytes: Uint8Array | ReadableStream<Uint8Array> }
}

/** An answer that is of the shape that its endpoint says for its status: a field that is missing does not compile. */
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

/**
 * What a definition knows beyond what the pipeline needs: what its callers may send and what it answers. `call` types the
 * verbs of pages by it. The symbol is there for the types alone.
 */
export type Defined<I extends string = string, Sent = unknown, Body = unknown> = Endpoint & {
  readonly id: I
  readonly [CONTRACT]?: { sent: Sent; body: Body }
}
declare const CONTRACT: unique symbol

/** What its callers send, before validation. */
export type SentTo<E> = E extends Defined<string, infer Sent> ? Sent : never
/** The body of its good answers. */
export type AnswerOf<E> = E extends Defined<string, unknown, infer Body> ? Body : never

type BodyOf<S extends AnswerSchemas> = { [K in keyof S & Status]: S[K] extends z.ZodType ? z.output<S[K]> : null }[keyof S & Status]

/** Endpoints of one chapter of the reference: gives each definition its types. */
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

/** The endpoints of a list by their ids, each with its own types. */
export const byId = <E extends Defined>(endpoints: readonly E[]): { readonly [One in E as One['id']]: One } =>
  Object.fromEntries(endpoints.map((one) => [one.id, one])) as { readonly [One in E as One['id']]: One }
