import type { Context } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { mountAuthorize } from './authorize.tsx'
import { mountMetadata } from './metadata.ts'
import { mountTokens } from './token.ts'

/** OAuth 2.1 for apps of others (docs/oauth.md). */
export function mountOAuth(app: App, ctx: Context): void {
  mountMetadata(app, ctx)
  mountTokens(app, ctx)
  mountAuthorize(app, ctx)
}
