import type { Core } from '#platform/context/index.ts'

type RequestOf = { req: { header(name: string): string | undefined } }

/** Color schemes that a user can choose for this browser. `auto` follows the device. */
export const THEMES = [
  { id: 'auto', label: 'Same as device' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const
export type Theme = (typeof THEMES)[number]['id']

const COOKIE = /(?:^|; )theme=(light|dark)(?:;|$)/
const YEAR_SECONDS = 365 * 86_400

export const themeOf = (c: RequestOf): Theme => (COOKIE.exec(c.req.header('Cookie') ?? '')?.[1] as Theme | undefined) ?? 'auto'

export function themeCookie({ config }: Core, requested: string | undefined): string {
  const chosen = requested === 'light' || requested === 'dark' ? requested : null
  const secure = config.mode === 'public' ? '; Secure' : ''
  return `theme=${chosen ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${chosen ? YEAR_SECONDS : 0}${secure}`
}

/** Applies the user's color scheme to a page. Does not change a page that sets its own scheme, such as the styleguide. */
export function inTheme(c: RequestOf, html: string): string {
  const theme = themeOf(c)
  return theme === 'auto' ? html : html.replace('<html lang="en">', `<html lang="en" data-scheme="${theme}">`)
}
