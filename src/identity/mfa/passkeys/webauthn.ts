import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { Core } from '#platform/context/index.ts'
import { CHALLENGE_LIFE_MS } from '#identity/mfa/rules.ts'
import type { Assertion, Registration } from '#identity/mfa/owner/schema.ts'
import type { PasskeyRow } from './queries.ts'

// imported when a passkey is first used, because the import takes longer than the rest of the startup
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** COSE algorithms EdDSA, ES256 and RS256, at least one of which every current device supports. */
const ALGORITHMS = [-8, -7, -257]

/** Returns the relying party ID for passkeys, which is the host name in the service's URL. */
const partyOf = ({ config }: Core) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

/** Returns the user handle to store in a passkey. It is the account id, which reveals nothing about the user. */
export const handleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url')

/** Returns the options for creating a passkey, as JSON input for `parseCreationOptionsFromJSON`. */
export async function creationOptions(
  ctx: Core,
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

/** Returns the options for using one of the `allowed` passkeys, or any passkey for this service if `allowed` is empty. */
export async function requestOptions(ctx: Core, allowed: readonly PasskeyRow[], challenge: Buffer<ArrayBuffer>) {
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

/** Returns the challenge from the signed client data of a response. Returns null if the data is invalid. */
export function challengeIn({ response }: Registration | Assertion): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/**
 * Verifies a new passkey: challenge, origin and user verification. Returns null if a check fails. Rejects attestation with certificates,
 * because verifying them would send requests to servers that the certificates name.
 */
export async function checkedRegistration(
  ctx: Core,
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

/** Verifies the passkey, challenge, origin and user verification in a passkey response. Returns the counter, or null if a check fails. */
export async function checkedAssertion(
  ctx: Core,
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

/**
 * Logs a rejected response and returns null. The library throws an error for every invalid response, for example if the counter did not
 * increase.
 */
function refused(ctx: Core, error: unknown): null {
  ctx.log.info({ why: error instanceof Error ? error.message.slice(0, 200) : 'unknown' }, 'a passkey was rejected')
  return null
}
