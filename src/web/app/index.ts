import type { Context } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { mountDelivery } from './delivery.tsx'
import { mountDevelopers } from './developers.tsx'
import { mountEditor } from './editor.tsx'
import { mountKeys } from './keys.tsx'
import { mountListings } from './listings.tsx'
import { mountLogs } from './logs.tsx'
import { mountMeasures } from './measures.tsx'
import { mountMessages } from './messages.tsx'
import { mountNewListing } from './new-listing.tsx'
import { mountOffers } from './offers.tsx'
import { mountOpenShop } from './open-shop.tsx'
import { mountOrders } from './orders.tsx'
import { mountPayouts } from './payouts.tsx'
import { mountShop } from './shop.tsx'
import { mountStats } from './stats.tsx'
import { mountToday } from './today.tsx'
import { mountWebhook } from './webhook.tsx'

/** The seller's app: every page below `/app`, but for one approval's (account-pages.tsx). */
export function mountSellerPages(app: App, ctx: Context): void {
  mountToday(app, ctx)
  mountOpenShop(app, ctx)
  mountListings(app, ctx)
  // before `/app/listings/:id`, which would take `new` for an id
  mountNewListing(app, ctx)
  mountEditor(app, ctx)
  mountOffers(app, ctx)
  mountMessages(app, ctx)
  mountOrders(app, ctx)
  mountPayouts(app, ctx)
  mountShop(app, ctx)
  mountStats(app, ctx)
  mountDevelopers(app, ctx)
  mountKeys(app, ctx)
  mountWebhook(app, ctx)
  mountDelivery(app, ctx)
  mountLogs(app, ctx)
  mountMeasures(app, ctx)
}
