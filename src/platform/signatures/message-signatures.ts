import { createHash, createPrivateKey, createPublicKey, sign, timingSafeEqual, verify, type JsonWebKey } from 'node:crypto'

/**
 * HTTP Message Signatures (RFC 9421) with ES256, as used in the Universal Commerce Protocol. A signature covers named parts of the request
 * or response, such as the path and the digest of the body.
 */

export type SigningKey = { kid: string; privateJwk: JsonWebKey }
export type PublicKey = JsonWebKey & { kid?: string }

/** Parts that a signature can cover: `@method`, `@authority`, `@path`, `@query`, `@status`, and lowercase headers. */
export type Parts = Readonly<Record<string, string>>

/** Returns the `Content-Digest` header of a body (RFC 9530). */
export const digestOf = (body: string | Uint8Array): string => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/** Builds the headers that sign all given parts. */
export function signed(parts: Parts, { kid, privateJwk }: SigningKey, createdAt: Date): { 'Signature-Input': string; Signature: string } {
  const names = Object.keys(parts)
  const params = `(${names.map((name) => `"${name}"`).join(' ')});created=${Math.floor(createdAt.getTime() / 1000)};keyid="${kid}"`
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  const value = sign('sha256', Buffer.from(baseOf(names, parts, params)), { key, dsaEncoding: 'ieee-p1363' })
  return { 'Signature-Input': `sig1=${params}`, Signature: `sig1=:${value.toString('base64')}:` }
}

const baseOf = (names: readonly string[], parts: Parts, params: string): string =>
  [...names.map((name) => `"${name}": ${parts[name]!.trim()}`), `"@signature-params": ${params}`].join('\n')

/** Reason why a signature is invalid, in the protocol's terms. */
export type SignatureFault = 'signature_missing' | 'signature_invalid' | 'key_not_found' | 'digest_mismatch' | 'algorithm_unsupported'

export type SignedMessage = {
  input: string | undefined
  signature: string | undefined
  digest: string | undefined
  parts: Parts
  body: Uint8Array
}

const MAX_HEADER = 2_000
const INPUT = /^([a-z][\w.*-]{0,63})=(\(([^()]{0,1000})\)(?:;[a-z][\w-]{0,31}=(?:"[\x20\x21\x23-\x5b\x5d-\x7e]{0,300}"|-?\d{1,15}))*)$/

/**
 * Returns null when one of these keys signed the message and the signature covers `needed`. Otherwise returns the reason why the signature
 * is invalid. A signature that covers a part outside `parts` is also invalid.
 */
export function faultOf(
  { input, signature, digest, parts, body }: SignedMessage,
  keys: readonly PublicKey[],
  needed: readonly string[],
): SignatureFault | null {
  if (input === undefined || signature === undefined || input.length > MAX_HEADER || signature.length > MAX_HEADER)
    return 'signature_missing'
  const [, label, params, listed = ''] = INPUT.exec(input) ?? []
  if (label === undefined || params === undefined) return 'signature_invalid'
  const names = listed.split(' ').map((name) => /^"([@a-z][\w-]*)"$/.exec(name)?.[1] ?? '')
  if (names.some((name) => parts[name] === undefined) || needed.some((name) => !names.includes(name))) return 'signature_invalid'
  const kid = /;keyid="([^"]*)"/.exec(params)?.[1]
  const key = keys.find((one) => one.kid === kid)
  if (kid === undefined || !key) return 'key_not_found'
  if (key.kty !== 'EC' || key.crv !== 'P-256') return 'algorithm_unsupported'
  if (names.includes('content-digest') && !isSame(digest ?? '', digestOf(body))) return 'digest_mismatch'
  const value = signature.startsWith(`${label}=:`) && signature.endsWith(':') ? signature.slice(label.length + 2, -1) : null
  if (value === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return 'signature_invalid'
  return isSignedBy(key, baseOf(names, parts, params), Buffer.from(value, 'base64')) ? null : 'signature_invalid'
}

function isSignedBy(jwk: PublicKey, base: string, value: Buffer): boolean {
  try {
    return verify('sha256', Buffer.from(base), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, value)
  } catch {
    // verification throws when the public key is not a point on the curve
    return false
  }
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'))
