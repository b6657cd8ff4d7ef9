/** Headers of every market read: any origin may read it (completions 2, CORS). */
export const OPEN: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Request-Id, RateLimit, Retry-After, Ignored-Fields',
}

/** Returns the cache headers of a successful market read (completions 2, Conditional reads). */
export const cachingOf = (stranger: boolean): Record<string, string> => ({
  'Cache-Control': stranger ? 'public, max-age=10' : 'private, no-cache',
  Vary: 'Authorization, Cookie, Accept-Encoding',
})
