import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '#platform/process/limit-concurrency.ts'

const argon2Async = promisify(argon2)

const PASSES = 2
const TAG_BYTES = 32
/** Number of random bytes in a salt. */
export const SALT_BYTES = 16

/**
 * Hashes a password with argon2id in PHC format. Each hash contains its memory cost, so old hashes remain valid when `memoryKib` changes.
 */
export async function hashPassword(password: string, memoryKib: number): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await derive(password, nonce, memoryKib)
  return `$argon2id$v=19$m=${memoryKib},t=${PASSES},p=1$${base64(nonce)}$${base64(tag)}`
}

/**
 * Returns true when the password matches. For an unknown account, `stored` is null. The function then still computes a hash with
 * `memoryKib`, so that the timing does not reveal which accounts exist.
 */
export async function passwordMatches(password: string, stored: string | null, memoryKib: number): Promise<boolean> {
  if (stored === null) {
    await derive(password, Buffer.alloc(SALT_BYTES), memoryKib)
    return false
  }
  const [, , , cost, nonce, tag] = stored.split('$')
  const derived = await derive(password, Buffer.from(nonce!, 'base64'), Number(/^m=(\d+),/.exec(cost!)![1]))
  return timingSafeEqual(derived, Buffer.from(tag!, 'base64'))
}

/** Computes an argon2id hash with a given salt, as slowly as a password hash. Used for short codes, which are looked up by their hash. */
export const saltedHash = (text: string, salt: Buffer, memoryKib: number): Promise<Buffer> => derive(text, salt, memoryKib)

/**
 * Runs two hashes at a time. Each hash needs `memoryKib` of memory and one of the process's four threads, which are also needed for
 * compression and file access.
 */
const inSlot = limitConcurrency(2)

const derive = (password: string, nonce: Buffer, memory: number): Promise<Buffer> =>
  inSlot(() => argon2Async('argon2id', { message: password, nonce, memory, passes: PASSES, parallelism: 1, tagLength: TAG_BYTES }))

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
