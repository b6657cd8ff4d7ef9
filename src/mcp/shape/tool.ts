import { invalid } from '#platform/errors/index.ts'

/** Arguments of a tool, before validation. */
export type Args = Readonly<Record<string, unknown>>

/** A tool's request to one endpoint. The endpoint validates it like any other API request. */
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
 * An action that consists of one or more endpoint calls. The definitions of the endpoints determine its access rights, hints, arguments and
 * result.
 */
export type Tool = {
  name: string
  title: string
  description: string
  /** Ids of all endpoints that the tool calls. */
  calls: readonly string[]
  /** Names of the arguments that the tool passes to each endpoint, by endpoint id. They are names of query parameters or body fields. */
  takes?: Readonly<Record<string, readonly string[]>>
  /** Arguments that only the tool itself uses. They are not passed to any endpoint. */
  own?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  /** Ids of the endpoints that provide the result. */
  gives: readonly string[]
  run(args: Args, call: CallEndpoint): Promise<Record<string, unknown>>
}

/** Returns the arguments with these names that the caller sent. */
export const pick = (args: Args, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]))

/** Returns an argument that must be text. Errors: 400 that names the argument. */
export function textOf(args: Args, name: string): string {
  const value = args[name]
  if (value === undefined || value === null || value === '') throw invalid(name, `${name} is required.`)
  if (typeof value !== 'string') throw invalid(name, `${name} must be text.`)
  return value
}

/** Returns an argument with a fixed set of values. Errors: 400 that names the argument and its values. */
export function wordOf<const T extends readonly string[]>(args: Args, name: string, words: T): T[number] {
  const value = textOf(args, name)
  if (!words.includes(value)) throw invalid(name, `${name} must be one of ${words.join(', ')}.`)
  return value
}

export const idOf = (of: string): JsonSchema => ({ type: 'string', description: `Id of the ${of}.` })
export const oneOfWords = (description: string, words: readonly string[]): JsonSchema => ({ type: 'string', enum: [...words], description })
