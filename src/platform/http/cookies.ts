import type { Context } from '#platform/context/index.ts'

/** Returns the value of a cookie from the `Cookie` header, or null if it is absent or empty. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const prefix = `${name}=`
  const pair = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
  return pair === undefined || pair.length === prefix.length ? null : pair.slice(prefix.length)
}

type Site = Pick<Context, 'config'>

/** Returns the full name of this service's cookie. In public mode, a prefix binds the cookie to exactly this host. */
const nameOf = ({ config }: Site, name: string): string => (config.mode === 'public' ? `__Host-${name}` : name)

/**
 * Options of a cookie. `seconds`: lifetime; 0 removes the cookie. `strict`: browsers never send the cookie with requests from a different
 * site.
 */
type Keeping = { seconds: number; strict?: true }

/**
 * Serializes a cookie of this service. It is `HttpOnly` and bound to this host. In public mode, it is also `Secure` (spec: completions 1
 * and 3).
 */
export const serializeCookie = (site: Site, name: string, value: string, { seconds, strict }: Keeping): string =>
  `${nameOf(site, name)}=${value}; Path=/; HttpOnly; SameSite=${strict ? 'Strict' : 'Lax'}; Max-Age=${seconds}${
    site.config.mode === 'public' ? '; Secure' : ''
  }`

export const readOwnCookie = (site: Site, header: string | undefined, name: string): string | null =>
  cookieValue(header, nameOf(site, name))

const MOST_CHARS = 1_500

/** Serializes a cookie that carries text to the next page. If the text is empty, the cookie is removed. */
export const textCookie = (site: Site, name: string, text: string, seconds: number): string =>
  serializeCookie(site, name, Buffer.from(text).toString('base64url'), { seconds: text === '' ? 0 : seconds })

/** Returns the text in a cookie of this service. Returns null if the cookie is absent, or longer than any that the service writes. */
export function textCookieIn(site: Site, header: string | undefined, name: string): string | null {
  const value = readOwnCookie(site, header, name)
  return value === null || value.length > MOST_CHARS ? null : Buffer.from(value, 'base64url').toString()
}
