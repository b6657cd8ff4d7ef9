import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2Async = promisify(argon2)

const PASSES = 2
const TAG_BYTES = 32
const NONCE_BYTES = 16

/** argon2id in the PHC string format, which says what it cost: `memoryKib` may change, older hashes stay good. */
export async function hashPassword(password: string, memoryKib: number): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derive(password, nonce, memoryKib)
  return `$argon2id$v=19$m=${memoryKib},t=${PASSES},p=1$${base64(nonce)}$${base64(tag)}`
}

/**
 * Whether the password is the one that was hashed. Without a hash (no such account) it takes as long as one of `memoryKib`
 * and says no, so that nobody learns which emails have accounts.
 */
export async function passwordMatches(password: string, stored: string | null, memoryKib: number): Promise<boolean> {
  if (stored === null) {
    await derive(password, Buffer.alloc(NONCE_BYTES), memoryKib)
    return false
  }
  const [, , , cost, nonce, tag] = stored.split('$')
  const derived = await derive(password, Buffer.from(nonce!, 'base64'), Number(/^m=(\d+),/.exec(cost!)![1]))
  return timingSafeEqual(derived, Buffer.from(tag!, 'base64'))
}

/** The same slow hash under a salt that is given, for short codes: they are looked up by it. */
export const saltedHash = (text: string, salt: Buffer, memoryKib: number): Promise<Buffer> => derive(text, salt, memoryKib)

/** Each holds its memory, and one of the process's four threads, which packing and files need, too. */
const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, nonce: Buffer, memory: number): Promise<Buffer> {
  if (running < AT_ONCE) running++
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await argon2Async('argon2id', { message: password, nonce, memory, passes: PASSES, parallelism: 1, tagLength: TAG_BYTES })
  } finally {
    // its place goes to who waited longest
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
