import type { Anonymous, Person } from '#platform/context/index.ts'
import { isProved, PROOF_MINUTES } from '#core/proof.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * 403 `proof` where an endpoint asks for a proof of the person and the session has none that is fresh (completions 12). A key
 * is what it is and is not asked. Runs once the request is valid and before anything is looked up.
 */
export function requireEndpointProof({ proof }: Endpoint, actor: Anonymous | Person, body: unknown, now: Date): void {
  if (!proof || actor.kind === 'anonymous') return
  // the verb checks it, and a right password is a proof of now
  if (proof === 'or password' && (body as { password?: unknown } | null)?.password !== undefined) return
  requireProof(actor, now)
}

/** The same for a page that calls a verb by itself. Errors: 403 `proof`. */
export function requireProof(actor: Person, now: Date): void {
  if (actor.kind === 'key' || isProved(actor.provedAt, now)) return
  throw new ApiError(
    'permission',
    `Confirm that it is you first: send your password or a passkey to POST /sessions/proof, or sign in by a mailed link. It holds for ${PROOF_MINUTES} minutes; then send this again.`,
    { code: 'proof' },
  )
}
