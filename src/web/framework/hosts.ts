import { isIPv4 } from 'node:net'
import type { Config } from '#platform/config/index.ts'
import { parseShopSlug } from '#catalog/shops/rules/slug.ts'

/**
 * Whose pages a request asks for, by its Host header. `programs`: the name that programs call where pages have another.
 * `old shop`: where a shop was before pages had a name of their own.
 */
export type Host = { kind: 'main' } | { kind: 'programs' } | { kind: 'unknown' } | { kind: 'shop' | 'old shop'; slug: string }

type Names = Pick<Config, 'publicUrl' | 'programsUrl' | 'storeDomain' | 'mode'>

/**
 * Reads a Host header. Ports are left aside: a proxy may change them. In local mode the loopback names are the service itself.
 * Every other name is unknown, in both modes.
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

/** RFC 6761 keeps `localhost` and all names below it on this machine. */
const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))

const OLD_SHOPS = '.localhost'

const shopIn = (kind: 'shop' | 'old shop', slug: string): Host => (/^[a-z0-9-]+$/.test(slug) ? { kind, slug } : { kind: 'unknown' })

/**
 * Whether a page of ours was at `origin` when it sent a request: at the main address, or at a shop's. `slug`: which shop's, whether it is
 * there or not. Null for every other origin: the same name by another scheme or port, and a name below the shops' domain that no shop can
 * have, such as `www`, where another server may be.
 */
export function originOfOurs(origin: string | undefined, { publicUrl, storeDomain }: Names): { slug: string | null } | null {
  const { origin: main, protocol } = new URL(publicUrl)
  if (origin === main) return { slug: null }
  const slug = /^https?:\/\/([a-z0-9-]+)\./.exec(origin ?? '')?.[1]
  if (slug === undefined || !parseShopSlug(slug).ok) return null
  return origin === new URL(`${protocol}//${slug}.${storeDomain}`).origin ? { slug } : null
}

const nameOf = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
