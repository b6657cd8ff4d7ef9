import type { Context } from '#platform/context.ts'
import type { App } from '#platform/http/mount.ts'
import { goTo } from '#web/answer.ts'
import { page } from '#web/page.tsx'
import { sendAsk, takeAsk } from './ask.tsx'
import { sendCheckout, takeCheckout } from './checkout.tsx'
import { sendPasskey, sendWaysIn, takePasskey, takeWaysIn } from './factors.tsx'
import { sendHold, takeHold } from './hold.tsx'
import { sendFollowing, sendLikes, takeFollowing, takeLikes } from './likes.tsx'
import { sendMessages, sendThread, takeThread } from './messages.tsx'
import { mountOwn, toSignIn } from './mount.ts'
import { sendOfferForm, takeOfferForm } from './offer-form.tsx'
import { sendOffers, takeOffers } from './offers.tsx'
import { sendOrder, sendReceipt, takeOrder, takeProblem } from './order.tsx'
import { sendOrders } from './orders.tsx'
import { sendOverview } from './overview.tsx'
import { sendPaid } from './paid.ts'
import { mountReport } from './report.tsx'
import { leaveSearch, sendSearches, takeSearches } from './searches.tsx'
import { sendSettings, takeSettings } from './settings.tsx'
import { mountSignUp } from './sign-up.tsx'

/** What somebody signed in has of their own, and what they do with a listing (ux 1.2). All of it on the main address. */
export function mountYouPages(app: App, ctx: Context): void {
  mountSignUp(app, ctx)
  mountOwn(app, ctx, '/offer/:listing', 'offer', sendOfferForm(ctx), takeOfferForm(ctx))
  mountOwn(app, ctx, '/ask/:listing', 'ask', sendAsk(ctx), takeAsk(ctx))
  mountOwn(app, ctx, '/checkout/:listing', 'checkout', sendCheckout(ctx), takeCheckout(ctx))
  mountOwn(app, ctx, '/hold/:listing', 'hold', sendHold(ctx), takeHold(ctx))
  mountReport(app, ctx)
  mountOwn(app, ctx, '/pay/:payment', 'paid', sendPaid(ctx))
  mountOwn(app, ctx, '/you', 'you', sendOverview(ctx))
  mountOwn(app, ctx, '/you/likes', 'your likes', sendLikes(ctx), takeLikes(ctx))
  mountOwn(app, ctx, '/you/following', 'your shops', sendFollowing(ctx), takeFollowing(ctx))
  mountOwn(app, ctx, '/you/searches', 'your searches', sendSearches(ctx), takeSearches(ctx), leaveSearch(ctx))
  mountOwn(app, ctx, '/you/offers', 'your offers', sendOffers(ctx), takeOffers(ctx))
  mountOwn(app, ctx, '/you/messages', 'your messages', sendMessages(ctx))
  mountOwn(app, ctx, '/you/messages/:id', 'your thread', sendThread(ctx), takeThread(ctx))
  mountOwn(app, ctx, '/you/orders', 'your orders', sendOrders(ctx))
  mountOwn(app, ctx, '/you/orders/:id', 'your order', sendOrder(ctx), takeOrder(ctx), toSignIn, { evenSuspended: true })
  mountOwn(app, ctx, '/you/orders/:id/receipt', 'your receipt', sendReceipt(ctx))
  app.get('/you/orders/:id/problem', (c) => goTo(c, `/you/orders/${encodeURIComponent(c.req.param('id'))}`))
  app.post('/you/orders/:id/problem', page(ctx, 'your problem', takeProblem(ctx)))
  mountOwn(app, ctx, '/you/ways-in', 'your ways in', sendWaysIn(), takeWaysIn(ctx))
  mountOwn(app, ctx, '/you/passkeys/:id', 'your passkey', sendPasskey(ctx), takePasskey(ctx))
  mountOwn(app, ctx, '/you/settings', 'your settings', sendSettings(ctx), takeSettings(ctx), toSignIn, { evenSuspended: true })
}
