import type { Config } from '#config.ts'

/** Whose pages a request asks for, by its Host header. */
export type Host = { kind: 'main' } | { kind: 'shop'; slug: string } | { kind: 'unknown' }

/**
 * Reads a Host header. Ports are left aside: a proxy may change them. In local mode a name that is nobody's, such
 * as 127.0.0.1, is the service itself; in public mode it is unknown (reliability 5.8).
 */
export function readHost(
  header: string | undefined,
  { publicUrl, storeDomain, mode }: Pick<Config, 'publicUrl' | 'storeDomain' | 'mode'>,
): Host {
  const name = nameOf(header ?? '')
  if (name === new URL(publicUrl).hostname.replace(/\.$/, '')) return { kind: 'main' }
  const shops = `.${nameOf(storeDomain)}`
  if (name.endsWith(shops)) {
    const slug = name.slice(0, -shops.length)
    return slug === '' || slug.includes('.') ? { kind: 'unknown' } : { kind: 'shop', slug }
  }
  return { kind: mode === 'local' ? 'main' : 'unknown' }
}

const nameOf = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
