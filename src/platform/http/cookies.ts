import type { Context } from '#platform/context/index.ts'

/** Returns the value of a cookie from the header `Cookie`; null when it is absent or empty. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const prefix = `${name}=`
  const pair = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
  return pair === undefined || pair.length === prefix.length ? null : pair.slice(prefix.length)
}

type Site = Pick<Context, 'config'>

/** Returns our cookie name. In public mode it has the prefix that binds it to this exact host. */
const nameOf = ({ config }: Site, name: string): string => (config.mode === 'public' ? `__Host-${name}` : name)

/** Lifetime in seconds, 0 to remove the cookie. `strict`: never sent from another site. */
type Keeping = { seconds: number; strict?: true }

/** Serializes our cookie: HttpOnly, host-only, and `Secure` in public mode (completions 1 and 3). */
export const serializeCookie = (site: Site, name: string, value: string, { seconds, strict }: Keeping): string =>
  `${nameOf(site, name)}=${value}; Path=/; HttpOnly; SameSite=${strict ? 'Strict' : 'Lax'}; Max-Age=${seconds}${
    site.config.mode === 'public' ? '; Secure' : ''
  }`

export const readOwnCookie = (site: Site, header: string | undefined, name: string): string | null =>
  cookieValue(header, nameOf(site, name))

const MOST_CHARS = 1_500

/** Serializes a text cookie for the next page. An empty text removes it. */
export const textCookie = (site: Site, name: string, text: string, seconds: number): string =>
  serializeCookie(site, name, Buffer.from(text).toString('base64url'), { seconds: text === '' ? 0 : seconds })

/** Returns the text of our cookie; null when it is absent or longer than we ever write. */
export function textCookieIn(site: Site, header: string | undefined, name: string): string | null {
  const value = readOwnCookie(site, header, name)
  return value === null || value.length > MOST_CHARS ? null : Buffer.from(value, 'base64url').toString()
}
