/**
 * Deprecation of an operation: the date of the announcement, the last date on which the operation is guaranteed to work, and the
 * replacement. Dates have the format `2026-11-22`.
 */
export type Deprecation = { since: string; until: string; instead: string }

/** Minimum number of months between the announcement and the removal of an operation (docs/versions.md, decision 33). */
export const DEPRECATION_MONTHS = 12

/** Returns the headers of a deprecated operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`. */
export const deprecationHeaders = (deprecated: Deprecation | undefined): Record<string, string> =>
  deprecated === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(deprecated.since) / 1000}`,
        Sunset: new Date(deprecated.until).toUTCString(),
        Link: '</docs/versions>; rel="deprecation"; type="text/html"',
      }

/** Throws an Error if the time between announcement and removal is too short. */
export function requireNotice({ since, until }: Deprecation): void {
  const least = new Date(since)
  least.setUTCMonth(least.getUTCMonth() + DEPRECATION_MONTHS)
  if (!(Date.parse(until) >= least.getTime()))
    throw new Error(`an endpoint deprecated since ${since} must work until at least ${least.toISOString().slice(0, 10)}, not ${until}`)
}
