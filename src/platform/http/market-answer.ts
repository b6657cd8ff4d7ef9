/** Response headers for every public marketplace read. With them, any website can read the response (spec: completions 2, CORS). */
export const OPEN: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Request-Id, RateLimit, Retry-After, Ignored-Fields',
}

/**
 * Returns the cache headers of a successful marketplace read (spec: completions 2, Conditional reads). `isAnonymous`: true for a caller
 * without a key or session.
 */
export const cachingOf = (isAnonymous: boolean): Record<string, string> => ({
  'Cache-Control': isAnonymous ? 'public, max-age=10' : 'private, no-cache',
  Vary: 'Authorization, Cookie, Accept-Encoding',
})
