/** What every market read carries, whatever it answers: any origin may read it (completions 2, CORS). */
export const OPEN: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Request-Id, RateLimit, Retry-After, Ignored-Fields',
}

/** How long a good market read may be kept by others, and what of the request it hangs on (completions 2, Conditional reads). */
export const cachingOf = (stranger: boolean): Record<string, string> => ({
  'Cache-Control': stranger ? 'public, max-age=10' : 'private, no-cache',
  Vary: 'Authorization, Cookie, Accept-Encoding',
})
