import { invalid } from '#platform/errors/index.ts'

/** What a client sent for a tool: an object of anything. */
export type Args = Readonly<Record<string, unknown>>

/** What goes to one endpoint. Everything is validated there, as if it had come to its own address. */
export type Request = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  /** Pictures in base64, sent on as files. */
  files?: readonly string[]
}

/** Calls an endpoint as the caller of the tool. Throws what the endpoint answers but its good answer, and `Held` where its owner is asked. */
export type CallEndpoint = (id: string, request?: Request) => Promise<Record<string, unknown>>

export type JsonSchema = { readonly [key: string]: unknown }

/**
 * One deed, made of calls of endpoints. Who may use it, what it does to the world, its arguments and its answer come from their
 * definitions, so that it cannot say another thing than they do.
 */
export type Tool = {
  name: string
  title: string
  /** When to use it and what comes of it, for a model. */
  description: string
  /** The endpoints that it calls, by id. It calls no other. */
  calls: readonly string[]
  /** Arguments by endpoint: the names of fields of its query and body, which keep their names. */
  takes?: Readonly<Record<string, readonly string[]>>
  /** Arguments of its own. */
  own?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  /** The endpoints of which one's good answer is the result. */
  gives: readonly string[]
  run(args: Args, call: CallEndpoint): Promise<Record<string, unknown>>
}

/** The fields that were sent, of those that are named. */
export const pick = (args: Args, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]))

/** An argument that must be text. Errors: 400 that names it. */
export function textOf(args: Args, name: string): string {
  const value = args[name]
  if (value === undefined || value === null || value === '') throw invalid(name, `${name} is required.`)
  if (typeof value !== 'string') throw invalid(name, `${name} must be text.`)
  return value
}

/** An argument that must be one of a few words. Errors: 400 that names it and them. */
export function wordOf<const T extends readonly string[]>(args: Args, name: string, words: T): T[number] {
  const value = textOf(args, name)
  if (!words.includes(value)) throw invalid(name, `${name} must be one of ${words.join(', ')}.`)
  return value
}

/** The schema of an id, and of one of a few words. */
export const idOf = (of: string): JsonSchema => ({ type: 'string', description: `Id of the ${of}.` })
export const oneOfWords = (description: string, words: readonly string[]): JsonSchema => ({ type: 'string', enum: [...words], description })
