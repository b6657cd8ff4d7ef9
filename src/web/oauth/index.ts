import type { Context } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { mountAuthorize } from './authorize.tsx'
import { mountMetadata } from './metadata.ts'

/** OAuth 2.1 for apps of others (docs/oauth.md): what is read and where a person is asked. What programs send to stands in `token.ts`. */
export function mountOAuth(app: App, ctx: Context): void {
  mountMetadata(app, ctx)
  mountAuthorize(app, ctx)
}
