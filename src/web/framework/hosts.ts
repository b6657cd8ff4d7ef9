import { isIPv4 } from 'node:net'
import type { Config } from '#platform/config/index.ts'
import { parseShopSlug } from '#catalog/shops/rules/slug.ts'

/**
 * The site that a request's Host header selects. `programs` is the host for API clients, if the pages have a separate host. `old shop` is
 * the host name that a shop had before the pages moved to a separate host.
 */
export type Host = { kind: 'main' } | { kind: 'programs' } | { kind: 'unknown' } | { kind: 'shop' | 'old shop'; slug: string }

type Names = Pick<Config, 'publicUrl' | 'programsUrl' | 'storeDomain' | 'mode'>

/**
 * Parses a Host header. Ignores ports, because a proxy may change them. In local mode, the loopback names mean the main host. In both
 * modes, any other name is unknown.
 */
export function readHost(header: string | undefined, { publicUrl, programsUrl, storeDomain, mode }: Names): Host {
  const name = nameOf(header ?? '')
  if (name === new URL(publicUrl).hostname.replace(/\.$/, '')) return { kind: 'main' }
  const shops = `.${nameOf(storeDomain)}`
  if (name.endsWith(shops)) return shopIn('shop', name.slice(0, -shops.length))
  const isOwn = name === new URL(programsUrl).hostname || (mode === 'local' && isLoopback(name))
  if (!isOwn) return { kind: 'unknown' }
  if (programsUrl === publicUrl) return { kind: 'main' }
  return name.endsWith(OLD_SHOPS) ? shopIn('old shop', name.slice(0, -OLD_SHOPS.length)) : { kind: 'programs' }
}

/** Returns true if a name refers to this machine: `localhost`, a subdomain of `localhost` (RFC 6761), or a loopback address. */
const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))

const OLD_SHOPS = '.localhost'

const shopIn = (kind: 'shop' | 'old shop', slug: string): Host => (/^[a-z0-9-]+$/.test(slug) ? { kind, slug } : { kind: 'unknown' })

/**
 * Returns the site that `origin` belongs to. `slug` is null for the main host. For a shop's host, `slug` is the slug of a shop that may not
 * exist. Returns null for any other origin: a different scheme or port, or a reserved name below the shops' domain, such as `www`, where a
 * different server may run.
 */
export function originOfOurs(origin: string | undefined, { publicUrl, storeDomain }: Names): { slug: string | null } | null {
  const { origin: main, protocol } = new URL(publicUrl)
  if (origin === main) return { slug: null }
  const slug = /^https?:\/\/([a-z0-9-]+)\./.exec(origin ?? '')?.[1]
  if (slug === undefined || !parseShopSlug(slug).ok) return null
  return origin === new URL(`${protocol}//${slug}.${storeDomain}`).origin ? { slug } : null
}

const nameOf = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
