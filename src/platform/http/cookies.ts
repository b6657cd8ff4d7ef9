import type { Context } from '#platform/context/index.ts'

/** The value of a cookie in the header `Cookie`; null where there is none, or it is empty. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const prefix = `${name}=`
  const pair = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
  return pair === undefined || pair.length === prefix.length ? null : pair.slice(prefix.length)
}

type Site = Pick<Context, 'config'>

/** As a cookie of ours is called: in public mode with the prefix by which a browser takes it from this very host alone. */
const nameOf = ({ config }: Site, name: string): string => (config.mode === 'public' ? `__Host-${name}` : name)

/** For how many seconds a browser keeps it, 0 to take it away. `strict`: never sent from another site. */
type Keeping = { seconds: number; strict?: true }

/** A cookie of ours: HttpOnly, host-only, and `Secure` in public mode (completions 1 and 3). */
export const serializeCookie = (site: Site, name: string, value: string, { seconds, strict }: Keeping): string =>
  `${nameOf(site, name)}=${value}; Path=/; HttpOnly; SameSite=${strict ? 'Strict' : 'Lax'}; Max-Age=${seconds}${
    site.config.mode === 'public' ? '; Secure' : ''
  }`

export const readOwnCookie = (site: Site, header: string | undefined, name: string): string | null =>
  cookieValue(header, nameOf(site, name))

const MOST_CHARS = 1_500

/** A text that a browser keeps for us until the next page needs it. Empty: it keeps it no more. */
export const textCookie = (site: Site, name: string, text: string, seconds: number): string =>
  serializeCookie(site, name, Buffer.from(text).toString('base64url'), { seconds: text === '' ? 0 : seconds })

/** Null where there is none, or one that is not of ours: nobody but us makes them that long. */
export function textCookieIn(site: Site, header: string | undefined, name: string): string | null {
  const value = readOwnCookie(site, header, name)
  return value === null || value.length > MOST_CHARS ? null : Buffer.from(value, 'base64url').toString()
}
