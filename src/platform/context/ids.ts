import { randomUUIDv7 } from 'node:crypto'

/** Id prefixes, one for each kind of record (spec: completions 2, Ids). */
export const ID_PREFIXES = [
  'usr',
  'key',
  'shp',
  'lst',
  'pho',
  'off',
  'ord',
  'thr',
  'msg',
  'rev',
  'evt',
  'hld',
  'apr',
  'res',
  'exp',
  'req',
  'srh',
  'rep',
  'pay',
  'mov',
  'pst',
  'dlv',
  'mal',
  'run',
  'tak',
  'cht',
  'mea',
  'apl',
  'ses',
  'mcs',
  'psk',
  'sgn',
  'psh',
  'cli',
  'sig',
  'chk',
  'crt',
  'adr',
  'pur',
  'gst',
  'que',
  'blk',
  'pcu',
  'rat',
  'lbl',
  'inv',
  'rpl',
  'sal',
] as const

export type IdPrefix = (typeof ID_PREFIXES)[number]

/** Returns true if `id` has the format for this kind of record. */
export const isIdOf = (prefix: IdPrefix, id: string): boolean => id.startsWith(prefix) && /^[a-z]{3}_[0-9a-z]{1,40}$/.test(id)

/** Runs a query by id. Returns undefined without a query if `id` does not have the format for this kind of record. */
export const ifIdOf = async <T>(prefix: IdPrefix, id: string, find: () => Promise<T>): Promise<T | undefined> =>
  isIdOf(prefix, id) ? find() : undefined

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a new id: the kind, followed by 26 base32 characters. Ids sort by time and, within one process, by order of creation. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${base32(monotonic(randomUUIDv7()))}`

let [lastMs, count] = ['', 0]

/** Makes ids from the same millisecond sort in order of creation. A counter uses 12 bits; the other 62 bits stay random (RFC 9562, 6.2). */
function monotonic(uuid: string): string {
  const ms = uuid.slice(0, 13)
  count = ms === lastMs ? Math.min(count + 1, 0xfff) : 0
  lastMs = ms
  return `${ms}-7${count.toString(16).padStart(3, '0')}${uuid.slice(18)}`
}

/**
 * Character codes of `-` and of the character before `A`. The value of a hexadecimal digit is the low four bits of its code, plus nine for
 * a letter.
 */
const [DASH, LETTERS] = [45, 64]

/** Encodes a UUID: two leading zero bits and its 128 bits, in groups of five bits. */
export function base32(uuid: string): string {
  let text = ''
  let bits = 0
  let count = 2
  for (let i = 0; i < uuid.length; i++) {
    const digit = uuid.charCodeAt(i)
    if (digit === DASH) continue
    bits = (bits << 4) | (digit < LETTERS ? digit & 15 : (digit & 15) + 9)
    count += 4
    if (count < 5) continue
    count -= 5
    text += ALPHABET[bits >>> count]
    bits &= (1 << count) - 1
  }
  return text
}
