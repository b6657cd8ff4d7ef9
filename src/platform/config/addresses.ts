import { ConfigError, integer, text, url, type Env } from './values.ts'

type Addresses = {
  mode: 'local' | 'public'
  port: number
  /** Nobody said where to listen or what addresses to write: another port does as well. */
  portIsDefault: boolean
  host: string
  /** Where pages are, without a trailing slash. */
  publicUrl: string
  /**
   * What programs call: `publicUrl`, but where nobody set that `http://localhost:{PORT}`. Browsers find every name below `localhost`,
   * most programs only `localhost` itself.
   */
  programsUrl: string
  /** Host and, where it is not the default one, port: shops are `{scheme}://{slug}.{storeDomain}`. */
  storeDomain: string
}

/**
 * To a browser `shop.localhost` is another site than `localhost`, and what is another site's gets no session. A name below `localhost` and
 * what is below that are one site, so pages have a name of their own (completions 12, Signed in on a shop's address).
 */
const LOCAL_NAME = 'resale.localhost'

/** Where the service is, and by that whether it is local or public. */
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
      'STORE_DOMAIN is required when PUBLIC_URL is not a loopback address: it is the domain under which each shop has its subdomain.',
    )
  if (domain !== null && !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/.test(domain))
    throw new ConfigError('STORE_DOMAIN must be a host name in lower case, with a port where one is needed, such as shops.example.com.')
  return domain
}

/** In local mode shops are below the pages' own name; below `localhost` where that is the name, or an address of digits. */
function localStoreDomain(publicUrl: string, port: number): string {
  const { host, hostname } = new URL(publicUrl)
  return hostname.endsWith('.localhost') ? host : `localhost:${port}`
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
