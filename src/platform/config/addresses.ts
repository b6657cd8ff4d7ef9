import { ConfigError, integer, text, url, type Env } from './values.ts'

type Addresses = {
  mode: 'local' | 'public'
  port: number
  /** True if neither a URL nor a port is set. If the default port is taken, the service may then use a different port. */
  portIsDefault: boolean
  host: string
  /** Base URL of the pages, without a trailing slash. */
  publicUrl: string
  /**
   * Base URL for programs. Without PUBLIC_URL, it is `http://localhost:{PORT}`, because most programs do not resolve subdomains of
   * `localhost`.
   */
  programsUrl: string
  /** Parent domain of the shops' hosts, with the port unless it is the default. Shops are at `{scheme}://{slug}.{storeDomain}`. */
  storeDomain: string
}

/**
 * Host name of the pages in local mode. This is a subdomain of `localhost`, because browsers treat it and its own subdomains as one site.
 * They treat `localhost` and `shop.localhost` as two sites, and would not send the session cookie to a shop (spec: completions 12, Signed
 * in on a shop's address).
 */
const LOCAL_NAME = 'resale.localhost'

/** Reads the service's URLs and derives the mode (local or public) from them. */
export function addresses(env: Env, defaultPort: number): Addresses {
  const port = integer(env, 'PORT', defaultPort, 0, 65_535)
  const setUrl = url(env, 'PUBLIC_URL')
  const publicUrl = setUrl ?? `http://${LOCAL_NAME}:${port}`
  const { pathname, hostname } = new URL(publicUrl)
  if (pathname !== '/') throw new ConfigError('PUBLIC_URL must be an address without a path: the API is below it at /v1.')
  const mode = isLoopback(hostname) ? 'local' : 'public'
  return {
    mode,
    port,
    portIsDefault: ['PORT', 'PUBLIC_URL', 'STORE_DOMAIN'].every((name) => text(env, name) === null),
    host: text(env, 'HOST') ?? (mode === 'local' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    programsUrl: setUrl ?? `http://localhost:${port}`,
    storeDomain: setStoreDomain(env, mode) ?? localStoreDomain(publicUrl, port),
  }
}

function setStoreDomain(env: Env, mode: Addresses['mode']): string | null {
  const domain = text(env, 'STORE_DOMAIN')
  if (mode === 'public' && domain === null)
    throw new ConfigError(
      'STORE_DOMAIN is required when PUBLIC_URL is not a loopback address. Set it to the domain whose subdomains are the shops.',
    )
  if (domain !== null && !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/.test(domain))
    throw new ConfigError('STORE_DOMAIN must be a lower-case host name, with a port if necessary, such as shops.example.com.')
  return domain
}

/** Returns the parent domain of shops in local mode: the host of the pages, or `localhost` if that host is an IP address. */
function localStoreDomain(publicUrl: string, port: number): string {
  const { host, hostname } = new URL(publicUrl)
  return hostname.endsWith('.localhost') ? host : `localhost:${port}`
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
