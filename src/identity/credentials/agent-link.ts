import type { Core } from '#platform/context/index.ts'
import type { AskFirst, Scope } from '#core/scopes.ts'
import { looksLikeSecret } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { findKeyBySecretHash } from './queries.ts'

export type AgentLink = {
  owner: string
  name: string
  scopes: readonly Scope[]
  askFirst: readonly AskFirst[]
  maxOfferCents: number | null
  maxDayCents: number | null
  expiresAt: Date | null
}

/** Returns the API key for the token in an agent link. Returns null if the API would reject the token (spec: completions 3). */
export async function readAgentLink(ctx: Core, token: string): Promise<AgentLink | null> {
  if (!looksLikeSecret(token)) return null
  const key = await findKeyBySecretHash(ctx.db, sha256(token))
  if (!key || key.kind !== 'agent' || key.revoked_at || key.closed_at || key.suspended_at || key.brake) return null
  // an app's access token must not be accepted as an agent link
  if (key.secret_expires_at) return null
  if (key.expires_at && key.expires_at <= ctx.now()) return null
  return {
    owner: key.name,
    name: key.key_name,
    scopes: key.scopes as Scope[],
    askFirst: key.ask_first as AskFirst[],
    maxOfferCents: key.max_offer_cents,
    maxDayCents: key.max_day_cents,
    expiresAt: key.expires_at,
  }
}
