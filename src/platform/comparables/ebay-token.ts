import { z } from 'zod'
import type { ProviderClient } from '#platform/providers/client.ts'
import { ProviderError } from '#platform/providers/error.ts'

const Minted = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const SCOPE = 'https://api.ebay.com/oauth/api_scope'
/** Remaining lifetime in seconds below which a token is replaced. */
const MARGIN_S = 60
/** Timeout for a token request, in ms. Callers share the request, so the request continues if one caller aborts. */
const MINT_MS = 10_000

export type Token = {
  get(signal: AbortSignal): Promise<string>
  /** Drops a token that eBay has rejected, unless another caller has already replaced it. */
  forget(used: string): void
}

/**
 * Caches eBay's application token, because eBay limits token requests to 1,000 a day. At most one token request is in progress at any time.
 */
export function createToken(options: { client: ProviderClient; url: string; clientId: string; clientSecret: string }): Token {
  const { client, url, clientId, clientSecret } = options
  let cached: { token: string; until: number } | null = null
  let minting: Promise<string> | null = null

  async function mint(): Promise<string> {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE })
    const answer = await client.send(url, { method: 'POST', headers: { authorization }, body }, AbortSignal.timeout(MINT_MS))
    const { access_token, expires_in } = client.read(answer, Minted)
    cached = { token: access_token, until: performance.now() + (expires_in - MARGIN_S) * 1_000 }
    return access_token
  }

  return {
    async get(signal) {
      if (cached !== null && performance.now() < cached.until) return cached.token
      minting ??= mint().finally(() => {
        minting = null
      })
      return orAborted(minting, signal)
    },
    forget: (used) => {
      if (cached?.token === used) cached = null
    },
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new ProviderError('eBay', 'timeout', 'eBay took too long.'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}
