import type { Context } from '#platform/context/index.ts'
import type { Call } from './answer.ts'

/** Whether shortcuts of a single key work in this browser: they can be switched off (WCAG 2.1.4). */
export const singleKeys = (c: Call): boolean => !/(?:^|; )keys=off(?:;|$)/.test(c.req.header('Cookie') ?? '')

const YEAR_SECONDS = 365 * 86_400

/** Scripts read it themselves, so that pages which are kept for everybody know of it too: it tells nothing of anybody. */
export function singleKeysCookie({ config }: Context, on: boolean): string {
  const secure = config.mode === 'public' ? '; Secure' : ''
  return `keys=${on ? '' : 'off'}; Path=/; SameSite=Lax; Max-Age=${on ? 0 : YEAR_SECONDS}${secure}`
}
