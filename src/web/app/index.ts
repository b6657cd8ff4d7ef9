import type { Context } from '#context.ts'
import type { App } from '#lib/http/mount.ts'
import { mountEditor } from './editor.tsx'
import { mountListings } from './listings.tsx'
import { mountNewListing } from './new-listing.tsx'
import { mountOpenShop } from './open-shop.tsx'
import { mountToday } from './today.tsx'

/** The seller's app: every page below `/app`, but for one approval's (account-pages.tsx). */
export function mountSellerPages(app: App, ctx: Context): void {
  mountToday(app, ctx)
  mountOpenShop(app, ctx)
  mountListings(app, ctx)
  // before `/app/listings/:id`, which would take `new` for an id
  mountNewListing(app, ctx)
  mountEditor(app, ctx)
}
