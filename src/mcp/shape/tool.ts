import { invalid } from '#platform/errors/index.ts'

/** Arguments of a tool, before validation. */
export type Args = Readonly<Record<string, unknown>>

/** Request that a tool sends to one endpoint. The endpoint validates it like any other API request. */
export type Request = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  /** Images as base64 data. They are sent to the endpoint as uploaded files. */
  files?: readonly string[]
}

/** Calls an endpoint as the caller. Errors: the endpoint's errors, and `ApprovalRequired`. */
export type CallEndpoint = (id: string, request?: Request) => Promise<Record<string, unknown>>

export type JsonSchema = { readonly [key: string]: unknown }

/**
 * An action that consists of one or more endpoint calls. The endpoint definitions determine its access rights, hints, arguments and result.
 */
export type Tool = {
  name: string
  title: string
  description: string
  /** Ids of all endpoints that the tool calls. */
  calls: readonly string[]
  /** By endpoint id, the names of the arguments that the tool passes to the endpoint as query parameters or body fields. */
  takes?: Readonly<Record<string, readonly string[]>>
  /** Arguments that the tool itself uses and passes to no endpoint. */
  own?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  /** Ids of the endpoints that return the tool's result. */
  gives: readonly string[]
  run(args: Args, call: CallEndpoint): Promise<Record<string, unknown>>
}

/** Returns the named arguments that the caller sent. */
export const pick = (args: Args, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]))

/** Returns a text argument. Errors: 400 that names the argument if it is not text. */
export function textOf(args: Args, name: string): string {
  const value = args[name]
  if (value === undefined || value === null || value === '') throw invalid(name, `${name} is required.`)
  if (typeof value !== 'string') throw invalid(name, `${name} must be text.`)
  return value
}

/** Returns an argument that has a fixed set of values. Errors: 400 that names the argument and the allowed values. */
export function choiceOf<const T extends readonly string[]>(args: Args, name: string, choices: T): T[number] {
  const value = textOf(args, name)
  if (!choices.includes(value)) throw invalid(name, `${name} must be one of ${choices.join(', ')}.`)
  return value
}

export const idOf = (of: string): JsonSchema => ({ type: 'string', description: `Id of the ${of}.` })
export const choiceField = (description: string, choices: readonly string[]): JsonSchema => ({
  type: 'string',
  enum: [...choices],
  description,
})
