import type { Anonymous, Person } from '#platform/context/index.ts'
import { isProved, PROOF_MINUTES } from '#core/proof.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Requires a recent proof of identity from a session if the endpoint needs one (spec: completions 12). Runs after validation and before any
 * query. Throws a 403 error with the code `proof`.
 */
export function requireEndpointProof({ proof }: Endpoint, actor: Anonymous | Person, body: unknown, now: Date): void {
  if (!proof || actor.kind === 'anonymous') return
  // the handler checks the password, which counts as a recent proof if correct
  if (proof === 'or password' && (body as { password?: unknown } | null)?.password !== undefined) return
  requireProof(actor, now)
}

/** Requires a recent proof of identity, for a page that calls a service function directly. Throws a 403 error with the code `proof`. */
export function requireProof(actor: Person, now: Date): void {
  if (actor.kind === 'key' || isProved(actor.provedAt, now)) return
  throw new ApiError(
    'permission',
    `Confirm your identity first: send your password or a passkey to POST /sessions/proof, or sign in with an email link. Then send this request again within ${PROOF_MINUTES} minutes.`,
    { code: 'proof' },
  )
}
