import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { Context } from '#platform/context/index.ts'
import { CHALLENGE_LIFE_MS } from '#identity/mfa/rules.ts'
import type { Assertion, Registration } from '#identity/mfa/owner/schema.ts'
import type { PasskeyRow } from './queries.ts'

// loaded when the first passkey comes along: it takes longer than all else of a start
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ES256 and RS256: what every device of today has one of. */
const ALGORITHMS = [-8, -7, -257]

/** Who we are to a passkey: the host of the service's address, and that address alone. */
const partyOf = ({ config }: Context) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

/** What an account is called inside a passkey: its id, which tells nothing of the person. */
export const handleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url')

/** What a browser needs to make a passkey, as JSON for `parseCreationOptionsFromJSON`. */
export async function creationOptions(
  ctx: Context,
  owner: { id: string; name: string; email: string },
  existing: readonly PasskeyRow[],
  challenge: Buffer<ArrayBuffer>,
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'resale',
    rpID: partyOf(ctx).rpID,
    userID: Buffer.from(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge,
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(descriptorOf),
  })
}

/** What a browser needs to use a passkey: one of these, or any it has for us where none is named. */
export async function requestOptions(ctx: Context, allowed: readonly PasskeyRow[], challenge: Buffer<ArrayBuffer>) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: partyOf(ctx).rpID,
    challenge,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(descriptorOf),
  })
}

const descriptorOf = ({ credential_id, transports }: PasskeyRow) => ({ id: credential_id.toString('base64url'), transports })

/** The challenge that was signed, as its answer says; null where it says none. */
export function challengeIn({ response }: Registration | Assertion): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/**
 * A new passkey, checked: for this challenge, this address, with the person verified. Null for anything else. A statement of the
 * maker's with certificates is refused: nobody asked for one, and to check it would ask servers that it names.
 */
export async function checkedRegistration(
  ctx: Context,
  response: Registration,
  expectedChallenge: string,
): Promise<WebAuthnCredential | null> {
  const { rpID: expectedRPID, origin: expectedOrigin } = partyOf(ctx)
  try {
    const { decodeAttestationObject } = await helpers()
    const attested = decodeAttestationObject(Buffer.from(response.response.attestationObject, 'base64url'))
    const plain = attested.get('fmt') === 'none' || (attested.get('fmt') === 'packed' && attested.get('attStmt').get('x5c') === undefined)
    if (!plain) return null
    const { verifyRegistrationResponse } = await library()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return verified ? registrationInfo.credential : null
  } catch (error) {
    return refused(ctx, error)
  }
}

/** The counter of a use that is right for this passkey, challenge and address, with the person verified; null for anything else. */
export async function checkedAssertion(
  ctx: Context,
  response: Assertion,
  expectedChallenge: string,
  { credential_id, public_key, counter }: PasskeyRow,
): Promise<number | null> {
  const { rpID: expectedRPID, origin: expectedOrigin } = partyOf(ctx)
  try {
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: { id: credential_id.toString('base64url'), publicKey: Uint8Array.from(public_key), counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    return refused(ctx, error)
  }
}

/** The library throws for whatever is wrong with an answer, a counter that stood still with it. */
function refused(ctx: Context, error: unknown): null {
  ctx.log.info({ why: error instanceof Error ? error.message.slice(0, 200) : 'unknown' }, 'a passkey was refused')
  return null
}
