/** An operation that will go: since when it is told so, until when it works at least, and what does the same. Days as `2026-11-22`. */
export type Deprecation = { since: string; until: string; instead: string }

/** Least time between the day on which callers are told and the day on which it may go (docs/versions.md, decision 33). */
export const DEPRECATION_MONTHS = 12

/** What every answer of such an operation carries: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export const deprecationHeaders = (deprecated: Deprecation | undefined): Record<string, string> =>
  deprecated === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
        Sunset: new Date(deprecated.until).toUTCString(),
        Link: '</docs/versions>; rel="deprecation"; type="text/html"',
      }

/** Throws where callers would have less time than they are promised. */
export function requireNotice({ since, until }: Deprecation): void {
  const least = new Date(since)
  least.setUTCMonth(least.getUTCMonth() + DEPRECATION_MONTHS)
  if (!(Date.parse(until) >= least.getTime()))
    throw new Error(`deprecated since ${since} works until ${least.toISOString().slice(0, 10)} at least, not ${until}`)
}
