import { createHash } from 'node:crypto'

/** The Monday that replaces the start date in every recording. */
export const MONDAY = Date.parse('2027-01-04T09:00:00.000Z')
const STEP_MS = 10 * 60_000
const WEEK_MS = 7 * 86_400_000

/**
 * Returns the milliseconds until the next Monday at 09:00 UTC. Every recording starts at that time, so that working days always fall on the
 * same dates.
 */
export function untilMonday(now: Date): number {
  const since = (((now.getTime() - MONDAY) % WEEK_MS) + WEEK_MS) % WEEK_MS
  return WEEK_MS - since
}

export type Where = {
  site: string
  /** Start time of the recording in ms. In a recording, this time appears as `MONDAY`. */
  begin: number
}

/** Fixed values for fields whose random content does not look like an id, a time or a secret. */
const CHANCE: Readonly<Record<string, unknown>> = {
  challenge: 'q0Yk3l8m2ZxWc7vB1nH5rT9pD4sF6gJ0aQeUyIoLkMw',
  recovery_codes: ['k7m2p-9xq4d', '3fh8z-w0n5c'],
  codes: ['k7m2p-9xq4d', '3fh8z-w0n5c'],
  uri: 'otpauth://totp/resale:ana%40example.com?issuer=resale&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  rawId: 'pT4xW9c',
  clientDataJSON: 'eyJ0eXBlIjoi',
  attestationObject: 'o2NmbXRkbm9u',
  authenticatorData: 'SZYN5YgOjGh0',
  signature: 'MEUCIQDx',
  userHandle: 'dXNyXzAx',
  token: 'the token of the mail',
  ticket: 'sgn_01k9zuc2n8v4j7m1q5t9w3x6bd',
  totp: '492817',
  recovery_code: 'k7m2p-9xq4d',
  pickup_code: '492817',
  // These counts are random, because background jobs count views and deliveries.
  views: 210,
  views_7d: 34,
  due: 0,
  ms: 61,
  bytes: 48_128,
  answered_ms: 1,
  free_bytes: 40_000_000_000,
  total_bytes: 100_000_000_000,
  requests: 1204,
  agent: 'Firefox on Linux',
  'Service-Signature': 't=1767517200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
}

/**
 * Replaces ids, secrets, times and URLs with fixed values, in the order of their first appearance. Recordings therefore do not depend on
 * the date, the port or the machine.
 */
export function steady(where: Where): (value: unknown) => unknown {
  const names = new Map<string, string>()
  const named = (prefix: string, real: string): string => {
    const known =
      names.get(real) ??
      `${prefix}_01${letters(`${prefix}${[...names.values()].filter((one) => one.startsWith(`${prefix}_`)).length}`, 24)}`
    names.set(real, known)
    return known
  }
  const text = (raw: string): string =>
    [
      (one: string) => one.replaceAll(/\b([a-z]{3})_([0-9a-z]{26})\b/g, (all, prefix: string) => named(prefix, all)),
      (one: string) => one.replaceAll(/\b(rsk|ral|whsec)_(\w{30,})/g, (_, prefix: string) => `${prefix}_${letters(prefix, 32)}Vb3k`),
      (one: string) => one.replaceAll(/\blaw-offers-[0-9a-z]{12}\b/g, 'mint-fox'),
      (one: string) => one.replaceAll(/-[0-9a-f]{6}(?=@|\b)/g, ''),
      // this number counts earlier sign-ups in the same process, so recordings would differ
      (one: string) => one.replaceAll(/\b([a-z]+)\d+(?=@example\.)/g, '$1'),
      (one: string) => one.replaceAll(/http:\/\/127\.0\.0\.1:\d+[\w/-]*/g, 'https://example.com/hooks'),
      (one: string) =>
        one.replaceAll(
          new RegExp(`http://(?:([\\w-]+\\.)?resale\\.)?${new URL(where.site).host}`, 'g'),
          (_, shop = '') => `https://${shop}resale.test`,
        ),
      // The test provider derives tracking numbers from label ids, which are random.
      (one: string) => one.replaceAll(/\b9400\d{18}\b/g, '9400111899223100000001'),
      (one: string) => one.replaceAll(/(?<=[?]token=)[0-9A-Za-z]{32}\b/g, letters('token', 32)),
      (one: string) => one.replaceAll(/(?<=\/media\/)[\w-]{16,}/g, letters('media', 22)),
      (one: string) => one.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (all) => timestamp(all, where)),
      (one: string) => one.replaceAll(/\b\d{4}-\d\d-\d\d\b(?!T)/g, (all) => day(all, where)),
      (one: string) =>
        one.replaceAll(
          /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/g,
          'January 2027',
        ),
    ].reduce((one, change) => change(one), raw)
  const walk = (value: unknown, name = ''): unknown => {
    if (name === 'id' && typeof value === 'string' && /^[\w-]{38,}$/.test(value)) return CHANCE['rawId']
    if (name === 'secret' && typeof value === 'string' && /^[A-Z2-7]{32}$/.test(value)) return 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    if (name === 'last_delivery' && value !== null) return { at: new Date(MONDAY).toISOString(), status: 200, error: null }
    // two-part version numbers belong to the database; the service's version has three parts
    if (name === 'version' && typeof value === 'string' && /^\d+\.\d+(?!\.)\b/.test(value)) return '18.4'
    if (name === 'code' && typeof value === 'string' && /^\d{6}$/.test(value)) return CHANCE['totp']
    if (value !== null && typeof value !== 'object' && name in CHANCE) return CHANCE[name]
    if (typeof value === 'string') return name.endsWith('last4') ? 'Vb3k' : text(value)
    if (Array.isArray(value)) return value.length > 0 && Array.isArray(CHANCE[name]) ? CHANCE[name] : value.map((one) => walk(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]))
  }
  return (value) => walk(value)
}

/** Rounds a time down to a multiple of ten minutes, so that the machine's speed has no effect. The last moment of a day stays unchanged. */
function timestamp(text: string, { begin }: Where): string {
  if (text.endsWith('59:59.999Z')) return new Date(Date.parse(text) + MONDAY - Math.round(begin / STEP_MS) * STEP_MS).toISOString()
  const at = MONDAY + Date.parse(text) - begin
  return new Date(Math.floor(at / STEP_MS) * STEP_MS).toISOString()
}

const day = (text: string, { begin }: Where): string =>
  new Date(Date.parse(`${text}T12:00:00Z`) - (begin - MONDAY)).toISOString().slice(0, 10)

/** Returns letters and digits that look random but are determined by `seed`. */
const letters = (seed: string, length: number): string =>
  [...createHash('sha256').update(seed).digest()]
    .map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte % 32])
    .join('')
    .slice(0, length)
