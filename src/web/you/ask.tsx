import { inTransaction, type Context, type Person } from '#platform/context.ts'
import { asksOnlyAvailability } from '#domain/availability.ts'
import * as market from '#market/browse/index.ts'
import { StartThread } from '#people/messages/schema.ts'
import { startThread } from '#people/messages/start.ts'
import { reservedFor } from '#deal/reservations/index.ts'
import { validate } from '#platform/http/validate.ts'
import type { Call } from '#web/answer.ts'
import { Notice } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { PLACES } from '#web/places.ts'
import { priceText, shippingText } from '#web/words.ts'
import { goSaying } from './flash.ts'
import { sendStep, Wrong } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { filled, problemAbove, problemAt, problemOf, type Problem } from './problem.ts'
import { placeOf, Thing, thumbOf } from './thing.tsx'

/** A question about a listing, which begins or goes on with the conversation about it (completions 8). */
export const sendAsk =
  (ctx: Context): Shown =>
  (c, viewer) =>
    send(ctx, c, viewer, c.req.query('text') ?? '')

export const takeAsk =
  (ctx: Context): Taken =>
  async (c, viewer, fields) => {
    try {
      const text = fields['text'] ?? ''
      if (asksOnlyAvailability(text) && fields['anyway'] !== 'true') return await send(ctx, c, viewer, text, undefined, true)
      const input = validate(StartThread, filled({ text, listing: c.req.param('listing')! }))
      const { thread } = await inTransaction(ctx, (tx) => startThread(tx, viewer, input))
      return goSaying(ctx, c, `/you/messages/${thread.id}#last`, { says: `Sent to ${thread.shop_name}.` })
    } catch (error) {
      return send(ctx, c, viewer, fields['text'] ?? '', problemOf(error))
    }
  }

async function send(ctx: Context, c: Call, viewer: Person, typed: string, problem?: Problem, answered = false): Promise<Response> {
  const detail = await market.readListing(ctx, viewer, c.req.param('listing')!)
  const { listing } = detail
  const wrong = problemAt(problem, 'text')
  const own = listing.owner_id === viewer.accountId
  const reserved = await reservedFor(ctx, listing.id)
  const there = availability(listing.status, reserved?.buyerId === viewer.accountId ? null : reserved)
  return sendStep(
    ctx,
    c,
    viewer,
    { title: 'Ask a question', tone: listing.shop_tone },
    <div class="step stack">
      <Thing
        title={listing.title ?? 'A listing'}
        href={placeOf(ctx, { ...detail })}
        picture={thumbOf(ctx, detail.cover)}
        shop={listing.shop_name}
      >
        {listing.price_cents === null ? null : (
          <span>
            <strong class="number">{priceText(listing.price_cents)}</strong> · {shippingText(listing.shipping_cents)}
          </span>
        )}
      </Thing>
      <Wrong says={problemAbove(problem, ['text'])} />
      {own ? (
        <Notice means="plainly">This is your own listing: there is nobody to ask.</Notice>
      ) : (
        <Form class="form" action={PLACES.ask(listing.id)} viewer={viewer}>
          <Notice means={answered ? 'ok' : 'plainly'}>
            {there}
            {answered ? ' So nothing was sent. Is there something else? Ask it, or send your question as it is.' : null}
          </Notice>
          {answered ? <input type="hidden" name="anyway" value="true" /> : null}
          <TextArea
            name="text"
            label={`Your question to ${listing.shop_name}`}
            hint="Size, wear, how it is sent: whatever the page does not say. That it is for sale, it says."
            rows={5}
            maxlength={2000}
            required
            value={typed}
            {...(wrong ? { problem: wrong } : {})}
          />
          <div class="actions">
            <Button kind="dark">{answered ? 'Send it anyway' : 'Send'}</Button>
            <ButtonLink href={placeOf(ctx, { ...detail }) ?? '/'}>Back to it</ButtonLink>
          </div>
        </Form>
      )}
    </div>,
    problem?.status ?? 200,
  )
}

/** What the page says itself of whether the thing is there, so that nobody has to ask its seller. */
function availability(status: string, reserved: { by: 'order' | 'hold' } | null): string {
  if (status === 'sold') return 'It is sold.'
  if (status !== 'live') return 'It is not for sale now.'
  if (!reserved) return 'It is for sale now, and nobody has reserved it.'
  return reserved.by === 'hold'
    ? 'It is kept for another buyer, who paid a deposit. If they do not buy it, it is for sale again.'
    : 'Another buyer is paying for it. If they do not, it is for sale again.'
}
