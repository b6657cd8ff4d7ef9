import type { Core } from '#platform/context/index.ts'
import type { Call } from './answer.ts'

/** Returns true if single-key shortcuts are turned on in this browser. Users can turn them off (WCAG 2.1.4). */
export const singleKeys = (c: Call): boolean => !/(?:^|; )keys=off(?:;|$)/.test(c.req.header('Cookie') ?? '')

const YEAR_SECONDS = 365 * 86_400

/**
 * Returns the cookie that stores the setting. Scripts read the cookie, so the setting also applies to cached pages. The cookie does not
 * identify the user.
 */
export function singleKeysCookie({ config }: Core, on: boolean): string {
  const secure = config.mode === 'public' ? '; Secure' : ''
  return `keys=${on ? '' : 'off'}; Path=/; SameSite=Lax; Max-Age=${on ? 0 : YEAR_SECONDS}${secure}`
}
