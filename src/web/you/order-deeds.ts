import { api, call, filled, type Fields } from '#web/page/index.ts'
import type { Context, Person } from '#platform/context.ts'
import { invalid } from '#platform/errors.ts'

type Deed = (ctx: Context, viewer: Person, params: { id: string }, fields: Fields) => Promise<string>

/** What a buyer does to an order, by the verbs of the API; each gives what to say of it. */
const DEEDS: Readonly<Record<string, Deed>> = {
  async arrived(ctx, viewer, params) {
    await call(ctx, viewer, api.deliverOrder, { params })
    return 'Noted: it has arrived. You have 3 days to look at it.'
  },
  async good(ctx, viewer, params) {
    await call(ctx, viewer, api.confirmOrder, { params })
    return 'All good. The seller gets the money. How was it? You can review it below.'
  },
  async drop(ctx, viewer, params) {
    await call(ctx, viewer, api.confirmOrder, { params })
    return 'The problem is dropped, and the seller gets the money.'
  },
  async cancel(ctx, viewer, params) {
    const { status } = await call(ctx, viewer, api.cancelOrder, { params })
    return status === 'cancelled'
      ? 'Cancelled. Nothing was charged.'
      : 'The seller is asked to cancel. If they say nothing for 72 hours, that is a yes.'
  },
  async take(ctx, viewer, params) {
    await call(ctx, viewer, api.answerOrder, { params, body: { agree: 'true' } })
    return 'Accepted. That part of the money comes back to you, and the order is finished.'
  },
  async refuse(ctx, viewer, params) {
    await call(ctx, viewer, api.answerOrder, { params, body: { agree: 'false' } })
    return 'Not taken. The seller is told; the money goes on waiting.'
  },
  async review(ctx, viewer, params, { rating = '', body = '' }) {
    await call(ctx, viewer, api.writeReview, { params, body: filled({ rating, body }) })
    return 'Thank you. Your review stands in the shop.'
  },
}

export async function doToOrder(ctx: Context, viewer: Person, id: string, { do: name = '', ...fields }: Fields): Promise<string> {
  const deed = Object.hasOwn(DEEDS, name) ? DEEDS[name] : undefined
  if (!deed) throw invalid('do', 'Choose one of the buttons.')
  return deed(ctx, viewer, { id }, fields)
}
