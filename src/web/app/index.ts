import type { Context } from '#context.ts'
import type { App } from '#lib/http/mount.ts'
import { mountOpenShop } from './open-shop.tsx'
import { mountToday } from './today.tsx'

/** The seller's app: every page below `/app`, but for one approval's (account-pages.tsx). */
export function mountSellerPages(app: App, ctx: Context): void {
  mountToday(app, ctx)
  mountOpenShop(app, ctx)
}
