import type { Context } from '#platform/context/index.ts'
import type { App } from '#platform/http/mount.ts'
import * as market from '#catalog/browse/index.ts'
import { requireVisibleStore, type Store } from '#catalog/stores/index.ts'
import { isReserved } from '#catalog/listings/rules/reservation.ts'
import { MAX_BUNDLE_ITEMS } from '#core/bundle.ts'
import { numberText } from '#core/format/count.ts'
import { quoteName } from '#core/quoted-name.ts'
import { goTo, type Call, type Viewer } from '#web/framework/answer.ts'
import { fromElsewhere } from '#web/framework/session.ts'
import { originOfOurs } from '#web/framework/hosts.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { flashCookie, readPublicForm, served } from '#web/framework/page/index.ts'
import { fitsBundle } from './bundle-quote.tsx'
import { bagCookie, bagOf } from './bag-cookie.ts'
import { addTo } from './bag-rules.ts'

/**
 * Mounts the form that adds and removes items. Shop pages also submit this form, so it accepts the exact origin of the shop that the bag
 * belongs to.
 */
export function mountBag(app: App, ctx: Context): void {
  app.post(
    '/bag/:slug',
    served(ctx, 'bag', (c) => take(ctx, c, c.req.param('slug')!)),
  )
}

async function take(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { viewer, fields } = await readPublicForm(ctx, c)
  const from = originOfOurs(c.req.header('Origin'), ctx.config)?.slug ?? null
  if (from !== null && from !== slug) throw fromElsewhere('origin')
  const { add, remove } = fields
  // if the hosts share no domain, the browser does not send the bag cookie here, and a new cookie would replace all bags
  if (add !== undefined && c.req.header('Sec-Fetch-Site') === 'cross-site') return goTo(c, ROUTES.bundle(slug, add))
  const { store } = await requireVisibleStore(ctx, viewer, slug)
  const ids = bagOf(ctx, c, store.slug)
  const { message, next } = add === undefined ? removed(ids, remove) : await added(ctx, viewer, store, ids, add)
  const cookies = [flashCookie(ctx, { message }), ...(next === null ? [] : [bagCookie(ctx, c, store.slug, next)])]
  return goTo(c, ROUTES.bag(store.slug), 303, { 'Set-Cookie': cookies })
}

type Change = { message: string; next: readonly string[] | null }

const removed = (ids: readonly string[], id: string | undefined): Change => ({
  message: 'Removed from your bag.',
  next: ids.filter((one) => one !== id),
})

async function added(ctx: Context, viewer: Viewer, store: Store, ids: readonly string[], id: string): Promise<Change> {
  const [card] = await market.visibleCards(ctx, viewer, [id])
  if (card?.shop.id !== store.id || !fitsBundle(viewer, card) || isReserved(card, ctx.now()))
    return {
      message: 'This item cannot be added to the bag because it is sold, reserved or your own, or cannot be shipped at a fixed price.',
      next: null,
    }
  const result = addTo(ids, id)
  if (result.kind === 'added') return { message: `Added ${quoteName(card.title!)} to your bag.`, next: result.ids }
  if (result.kind === 'known') return { message: `${quoteName(card.title!)} is already in your bag.`, next: null }
  return {
    message: `Your bag already has ${numberText(MAX_BUNDLE_ITEMS)} items, the most that one parcel can hold. Remove one, then add this item again.`,
    next: null,
  }
}
