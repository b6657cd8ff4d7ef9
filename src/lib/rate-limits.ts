import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './errors.ts'

/** Rates of completions 2, Limits. Kept in the memory of each process. */
export type RateLimits = {
  /** One request of a key, or of an address that shows none. Gives the headers to send. */
  request(by: { key: string } | { address: string }): Promise<Record<string, string>>
  /** A try to sign in or up: 10 per 10 minutes for each name given (an address, an email). */
  signIn(names: readonly string[]): Promise<void>
}

type Rate = { perSecond: number; burst: number; limiter: BurstyRateLimiter }

const rate = (perSecond: number, burst: number): Rate => ({
  perSecond,
  burst,
  // a steady rate, and beside it what a burst may take on top in ten seconds
  limiter: new BurstyRateLimiter(
    new RateLimiterMemory({ points: perSecond, duration: 1, keyPrefix: 'steady' }),
    new RateLimiterMemory({ points: burst - perSecond, duration: 10, keyPrefix: 'burst' }),
  ),
})

export function createRateLimits(on: boolean): RateLimits {
  if (!on) return { request: async () => ({}), signIn: async () => {} }
  const keyed = rate(20, 60)
  const keyless = rate(10, 40)
  const signIns = new RateLimiterMemory({ points: 10, duration: 600 })
  return {
    async request(by) {
      const [{ perSecond, burst, limiter }, name] = 'key' in by ? [keyed, by.key] : [keyless, by.address]
      const policy = `"default";q=${perSecond};w=1;burst=${burst}`
      try {
        const left = await limiter.consume(name)
        return { 'RateLimit-Policy': policy, RateLimit: `"default";r=${Math.max(0, left.remainingPoints)};t=1` }
      } catch (refused) {
        throw tooMany(refused, 'Too many requests. Slow down and try again.', { 'RateLimit-Policy': policy, RateLimit: '"default";r=0;t=1' })
      }
    },
    async signIn(names) {
      for (const name of names) {
        try {
          await signIns.consume(name)
        } catch (refused) {
          throw tooMany(refused, 'Too many tries to sign in or up. Wait a few minutes.', {})
        }
      }
    },
  }
}

function tooMany(refused: unknown, message: string, headers: Record<string, string>): unknown {
  if (!(refused instanceof RateLimiterRes)) return refused
  const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  return new ApiError('rate_limit', message, { headers: { ...headers, 'Retry-After': String(seconds) } })
}
