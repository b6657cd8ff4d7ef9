import type { Context } from '#context.ts'
import { sessionCookieName } from '#features/keys/authenticate.ts'

/** HttpOnly, SameSite=Lax, host-only, 30 days; `__Host-` and `Secure` in public mode (completions 1 and 3). */
export const sessionCookie = (ctx: Context, token: string, maxAgeSeconds: number): string =>
  `${sessionCookieName(ctx)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${ctx.config.mode === 'public' ? '; Secure' : ''}`
