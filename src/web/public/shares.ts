import type { Context } from '#platform/context/index.ts'
import * as market from '#catalog/browse/index.ts'
import * as stores from '#catalog/stores/index.ts'
import type { App } from '#platform/http/mount.ts'
import { answerPages } from '#web/framework/page/cors.ts'
import { fromElsewhere, viewerOf } from '#web/framework/session.ts'
import type { Call, Viewer } from '#web/framework/answer.ts'
import { originOfOurs } from '#web/framework/hosts.ts'

/**
 * `POST /share/listing/{id}` and `/share/shop/{slug}` record that a user shared a page or copied its URL. A share counts once per visitor,
 * record and day; the owner's shares do not count (`stats.shares`). The requests need no form token, because they change nothing else and
 * the service checks `Origin`. Errors: 403 for a page on another site; 404.
 */
export function mountShares(app: App, ctx: Context): void {
  const routes: [path: string, note: (viewer: Viewer, c: Call) => Promise<void>][] = [
    ['/share/listing/:id', (viewer, c) => market.noteShare(ctx, viewer, c.req.param('id')!)],
    ['/share/shop/:slug', (viewer, c) => stores.noteShare(ctx, viewer, c.req.param('slug')!)],
  ]
  for (const [path, note] of routes)
    app.post(
      path,
      answerPages(ctx, 'share', async (c) => {
        if (originOfOurs(c.req.header('Origin'), ctx.config) === null) throw fromElsewhere('origin')
        await note(await viewerOf(ctx, c), c)
        return c.json({ shared: true })
      }),
    )
}
