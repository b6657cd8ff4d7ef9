import type { Config } from '#platform/config/index.ts'
import { EncodedBody } from './encoded-body.ts'

type Names = Pick<Config, 'publicUrl' | 'programsUrl' | 'mode'>

/** Maximum number of cached documents. In local mode, each port needs a separate document. */
const MAX_CACHED = 4

/**
 * Returns the OpenAPI document for a Host header, which determines the URLs in `servers` (spec: completions 13.1). Documents for a few
 * hosts are cached.
 */
export function openApiFor(makeText: () => string, names: Names): (host: string | undefined) => EncodedBody {
  const own = `"servers":[{"url":${JSON.stringify(`${names.publicUrl}/v1`)}`
  const cached = new Map<string, EncodedBody>()
  let text: string | undefined
  return (host) => {
    const origin = requestedOrigin(host, names)
    const known = cached.get(origin)
    if (known) return known
    text ??= makeText()
    const made = new EncodedBody(
      text.replace(own, () => `"servers":[{"url":${JSON.stringify(`${origin}/v1`)}`),
      { well: true },
    )
    if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value!)
    cached.set(origin, made)
    return made
  }
}

/**
 * Returns this service's origin for an untrusted Host header. Local mode accepts any port on this machine. For an unknown host, returns the
 * default origin.
 */
export function requestedOrigin(host: string | undefined, { publicUrl, programsUrl, mode }: Names): string {
  const requestedHost = (host ?? '').toLowerCase()
  const own = [programsUrl, publicUrl].find((url) => new URL(url).host === requestedHost)
  if (own !== undefined) return own
  if (mode === 'local' && NEAR.test(requestedHost)) return `${new URL(publicUrl).protocol}//${requestedHost}`
  return mode === 'local' ? programsUrl : publicUrl
}

const NEAR = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/
