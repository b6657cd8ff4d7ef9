import { randomUUIDv7 } from 'node:crypto'

/** The kinds of record, as the prefix of their ids (completions 2, Ids). */
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
] as const

export type IdPrefix = (typeof ID_PREFIXES)[number]

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A new id: the kind, then 26 base32 characters that sort by the time they were made. */
export function newId(prefix: IdPrefix): string {
  let rest = BigInt(`0x${randomUUIDv7().replaceAll('-', '')}`)
  let body = ''
  for (let i = 0; i < 26; i++) {
    body = ALPHABET[Number(rest & 31n)] + body
    rest >>= 5n
  }
  return `${prefix}_${body}`
}
