import type { Context, Core } from '#platform/context/index.ts'
import { isChallenge, matchesRedirect, readScopes } from '#identity/oauth-apps/rules.ts'
import type { Scope } from '#core/scopes.ts'
import { findClient, OAuthRefusal, type Client } from '#identity/oauth-apps/index.ts'
import { issuerOf } from './metadata.ts'
import { requireOwnResource } from './token.ts'

/** A valid authorization request by an app. */
export type AppRequest = { client: Client; redirectUri: string; state: string | undefined; challenge: string; scopes: readonly Scope[] }

/** Parameters that the page copies from its URL to its form. */
export const CARRIED = ['response_type', 'client_id', 'redirect_uri', 'state', 'scope', 'code_challenge', 'code_challenge_method', 'resource'] as const // prettier-ignore
export type Sent = Partial<Record<(typeof CARRIED)[number], string>>

const LONGEST = 2_000

/** Reads the parameters from a query or a form. Errors: `invalid_request` when a parameter occurs twice. */
export function sentIn(all: (name: string) => readonly string[]): Sent {
  return Object.fromEntries(
    CARRIED.flatMap((name) => {
      const values = all(name)
      if (values.length > 1) throw new OAuthRefusal('invalid_request', `${name} appears more than once.`)
      if ((values[0]?.length ?? 0) > LONGEST) throw new OAuthRefusal('invalid_request', `${name} is too long.`)
      return values[0] === undefined ? [] : [[name, values[0]] as const]
    }),
  )
}

/** Redirect target for an error. `redirectUri` is always a URI that the app registered. */
export type Back = { redirectUri: string; state: string | undefined }

/** An error that is sent to the app. */
export class RefusedRequest extends Error {
  readonly back: Back
  readonly refusal: OAuthRefusal

  constructor(back: Back, refusal: OAuthRefusal) {
    super(refusal.message)
    this.back = back
    this.refusal = refusal
  }
}

/**
 * Validates the request. Shows errors about the app or its redirect URI only to the user, and sends all other errors to the app (RFC 6749,
 * 4.1.2.1). Errors: `OAuthRefusal`, `RefusedRequest`.
 */
export async function readAuthorizationRequest(ctx: Context, sent: Sent): Promise<AppRequest> {
  const { client_id: clientId, redirect_uri: redirectUri, state } = sent
  if (!clientId) throw new OAuthRefusal('invalid_request', 'client_id is missing.')
  if (!redirectUri) throw new OAuthRefusal('invalid_request', 'redirect_uri is missing.')
  const client = await findClient(ctx, clientId)
  if (!matchesRedirect(client.redirectUris, redirectUri))
    throw new OAuthRefusal('invalid_request', 'redirect_uri is not registered for this app.')
  try {
    return { client, redirectUri, state, ...termsOf(ctx, sent) }
  } catch (error) {
    throw error instanceof OAuthRefusal ? new RefusedRequest({ redirectUri, state }, error) : error
  }
}

function termsOf(ctx: Core, sent: Sent): Pick<AppRequest, 'challenge' | 'scopes'> {
  const { code_challenge: challenge = '', code_challenge_method: method } = sent
  if (sent.response_type !== 'code') throw new OAuthRefusal('unsupported_response_type', 'response_type must be code.')
  if (method !== 'S256' || !isChallenge(challenge))
    throw new OAuthRefusal('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.')
  requireOwnResource(ctx, sent.resource)
  const scopes = readScopes(sent.scope)
  if (scopes === null) throw new OAuthRefusal('invalid_scope', 'scope contains an unknown scope.')
  return { challenge, scopes }
}

/** Returns the redirect URI with the response parameters in its query (RFC 6749, 4.1.2; RFC 9207). */
export function backTo(ctx: Core, { redirectUri, state }: Back, answer: Record<string, string>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, ...(state === undefined ? {} : { state }), iss: issuerOf(ctx) }))
    url.searchParams.set(name, value)
  return url.href
}
