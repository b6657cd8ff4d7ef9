import { fieldSentence } from '#web/field-sentence.ts'
import type { Context, Person } from '#platform/context.ts'
import { ApiError } from '#platform/errors.ts'
import { requireEndpointProof } from '#platform/http/proof.ts'
import { requireAccess, runEndpoint, validateInput } from '#platform/http/run.ts'
import type { Upload } from '#platform/http/upload.ts'

/** What a form or a link says: strings, as they were sent. */
export type Said = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  files?: readonly Upload[]
}

/**
 * Calls a verb of the API by the name of its endpoint, in this process: the same validation, the same work ahead, the
 * same one transaction, and the record that the API answers with. Whoever is signed in is asked for nothing first
 * (`ask_first` is for keys). Errors: those of the endpoint.
 */
export async function call<T>(
  ctx: Context,
  viewer: Person,
  id: string,
  { params = {}, query = {}, body = {}, files = [] }: Said = {},
): Promise<T> {
  const endpoint = ctx.endpoints.get(id)
  if (!endpoint) throw new Error(`there is no endpoint ${id}`)
  requireAccess(endpoint, viewer)
  const input = validateInput(endpoint, { params, query, body }, true, files)
  requireEndpointProof(endpoint, viewer, input.body, ctx.now())
  const answer = await runEndpoint(ctx, endpoint, viewer, input)
  return answer.body as T
}

/** A list of the API. */
export type List<T> = { data: readonly T[]; total: number; offset: number; has_more: boolean }

/** What a form is answered with where it could not be done: which field, and in what words. */
export type Problem = { param: string | undefined; message: string; status: 400 | 409 | 503 }

/**
 * Does what a form asks, or says why not, so that the page can be shown again with what was typed. What is not there,
 * what is not allowed and what is broken stays an error.
 */
export async function tried<T>(work: () => Promise<T>): Promise<{ done: T } | { problem: Problem }> {
  try {
    return { done: await work() }
  } catch (error) {
    if (!(error instanceof ApiError) || !(error.status in SHOWN)) throw error
    return { problem: { param: error.param, message: fieldSentence(error), status: SHOWN[error.status as keyof typeof SHOWN] } }
  }
}

const SHOWN = { 400: 400, 402: 400, 409: 409, 413: 400, 415: 400, 422: 400, 503: 503 } as const

/** The words for one field, or for the page where no field is named. `photo_urls[2]` belongs to `photo_urls`. */
export const problemAt = (problem: Problem | undefined, name: string): string | undefined =>
  problem?.param !== undefined && problem.param.split(/[.[]/)[0] === name ? problem.message : undefined
