import { ApiError } from './errors.ts'

/** Rates of completions 2, Limits. Kept in the memory of each process, by the service's clock. */
export type RateLimits = {
  /** One request of a key, or of an address that shows none. Gives the headers to send. */
  request(by: { key: string } | { address: string }): Promise<Record<string, string>>
  /** A try to sign in or up: 10 per 10 minutes for each name given (an address, an email). */
  signIn(names: readonly string[]): Promise<void>
  /** One thing that an account does, of those that are few by nature (reliability 5.6). */
  act(deed: Deed, accountId: string): Promise<void>
}

const MINUTE_MS = 60_000
const DEEDS = {
  message: { most: 60, windowMs: 60 * MINUTE_MS, words: 'You wrote 60 messages in an hour.' },
  'webhook test': { most: 6, windowMs: MINUTE_MS, words: 'Six pings in a minute are enough.' },
} as const
export type Deed = keyof typeof DEEDS

type Rate = { perSecond: number; burst: number }

const KEYED: Rate = { perSecond: 20, burst: 60 }
const KEYLESS: Rate = { perSecond: 10, burst: 40 }
const SIGN_INS = 10
const SIGN_IN_WINDOW_MS = 600_000

export function createRateLimits(on: boolean, now: () => Date): RateLimits {
  if (!on) return { request: async () => ({}), signIn: async () => {}, act: async () => {} }
  const buckets = createBuckets()
  const signIns = createWindows(SIGN_INS, SIGN_IN_WINDOW_MS)
  const deeds = new Map(Object.entries(DEEDS).map(([deed, { most, windowMs }]) => [deed, createWindows(most, windowMs)] as const))
  return {
    async request(by) {
      const [rate, name] = 'key' in by ? [KEYED, `key ${by.key}`] : [KEYLESS, `address ${networkOf(by.address)}`]
      const { left, waitMs } = buckets.take(name, rate, now().getTime())
      const headers = {
        'RateLimit-Policy': `"default";q=${rate.perSecond};w=1;burst=${rate.burst}`,
        RateLimit: `"default";r=${left};t=1`,
      }
      if (waitMs > 0) throw tooMany(waitMs, 'Too many requests. Slow down and try again.', headers)
      return headers
    },
    async signIn(names) {
      for (const name of names) {
        const waitMs = signIns.take(name, now().getTime())
        if (waitMs > 0) throw tooMany(waitMs, `Too many tries to sign in or up. Try again in ${minutesOf(waitMs)}.`, {})
      }
    },
    async act(deed, accountId) {
      const waitMs = deeds.get(deed)!.take(accountId, now().getTime())
      if (waitMs > 0) throw tooMany(waitMs, `${DEEDS[deed].words} Try again in ${minutesOf(waitMs)}.`, {})
    },
  }
}

/** Token buckets: each holds `burst` and fills with `perSecond`. A full one is forgotten. */
function createBuckets() {
  const buckets = new Map<string, { tokens: number; at: number }>()
  let sweptAt = 0
  return {
    take(name: string, { perSecond, burst }: Rate, nowMs: number): { left: number; waitMs: number } {
      const before = buckets.get(name) ?? { tokens: burst, at: nowMs }
      const tokens = Math.min(burst, before.tokens + (Math.max(0, nowMs - before.at) / 1000) * perSecond)
      const allowed = tokens >= 1
      buckets.set(name, { tokens: allowed ? tokens - 1 : tokens, at: nowMs })
      if (nowMs - sweptAt > 10_000) {
        for (const [key, { at }] of buckets) if (nowMs - at > 10_000) buckets.delete(key)
        sweptAt = nowMs
      }
      return { left: Math.floor(allowed ? tokens - 1 : 0), waitMs: allowed ? 0 : ((1 - tokens) / perSecond) * 1000 }
    },
  }
}

/** The times of the last tries of each name: exact, and few. */
function createWindows(most: number, windowMs: number) {
  const tries = new Map<string, number[]>()
  return {
    /** 0 when the try is allowed, else the milliseconds until one is. */
    take(name: string, nowMs: number): number {
      if (tries.size > 10_000) for (const [key, times] of tries) if (times.at(-1)! <= nowMs - windowMs) tries.delete(key)
      const recent = (tries.get(name) ?? []).filter((at) => at > nowMs - windowMs)
      if (recent.length >= most) return recent[0]! + windowMs - nowMs
      tries.set(name, [...recent, nowMs])
      return 0
    },
  }
}

/** One subscriber has a whole /64 of IPv6 addresses. */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) groups.push(...Array.from({ length: 8 - groups.length - tail.split(':').filter(Boolean).length }, () => '0'))
  return groups.slice(0, 4).join(':')
}

/** `1 minute`, `7 minutes`: whoever waits is told how long. */
const minutesOf = (waitMs: number): string => {
  const minutes = Math.ceil(waitMs / 60_000)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

function tooMany(waitMs: number, message: string, headers: Record<string, string>): ApiError {
  return new ApiError('rate_limit', message, { headers: { ...headers, 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } })
}
