import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2Async = promisify(argon2)

// OWASP's first recommendation for argon2id; about 55 ms of one core
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** argon2id in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/**
 * Whether the password is the one that was hashed. Without a hash (no such account) it takes as long and says no,
 * so that nobody learns which emails have accounts.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, , , , nonce, tag] = (stored ?? DECOY).split('$')
  const derived = await derive(password, Buffer.from(nonce!, 'base64'))
  const expected = Buffer.from(tag!, 'base64')
  return timingSafeEqual(derived, expected) && stored !== null
}

const DECOY = `$argon2id$v=19$m=19456,t=2,p=1$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`

const derive = async (password: string, nonce: Buffer): Promise<Buffer> =>
  await argon2Async('argon2id', { message: password, nonce, ...COST })

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
