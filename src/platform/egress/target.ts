import { EgressError } from './errors.ts'

const MAX_URL_CHARS = 2048

export type Target = {
  url: URL
  host: string
  port: number
}

/** Parses a URL from a user. Later steps use only the parsed result. Throws EgressError `bad_url`. */
export function parseTarget(raw: string): Target {
  if (raw.length > MAX_URL_CHARS) throw new EgressError('bad_url', `The URL is longer than ${MAX_URL_CHARS} characters.`)
  // rejects tabs and newlines, which no valid URL contains, because WHATWG parsing would silently remove them
  if (/[\s\p{Cc}]/u.test(raw)) throw new EgressError('bad_url', 'The URL must not contain spaces or control characters.')
  const url = URL.parse(raw)
  if (!url) throw new EgressError('bad_url', 'The URL cannot be read. Send a complete URL, such as https://example.com/path.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressError('bad_url', 'The URL must start with http:// or https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressError('bad_url', 'The URL must not contain a user name or password.')
  }
  if (url.hostname === '' || url.port === '0') throw new EgressError('bad_url', 'The URL needs a host.')
  url.hash = ''
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return { url, host, port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port) }
}
