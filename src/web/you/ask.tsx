import { inTransaction, type Context, type Person } from '#context.ts'
import * as market from '#features/market/service.ts'
import { StartThread } from '#features/messages/schema.ts'
import { startThread } from '#features/messages/starting.ts'
import { validate } from '#lib/http/validate.ts'
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
      const input = validate(StartThread, filled({ text: fields['text'] ?? '', listing: c.req.param('listing')! }))
      const { thread } = await inTransaction(ctx, (tx) => startThread(tx, viewer, input))
      return goSaying(ctx, c, `/you/messages/${thread.id}#last`, { says: `Sent to ${thread.shop_name}.` })
    } catch (error) {
      return send(ctx, c, viewer, fields['text'] ?? '', problemOf(error))
    }
  }

async function send(ctx: Context, c: Call, viewer: Person, typed: string, problem?: Problem): Promise<Response> {
  const detail = await market.readListing(ctx, viewer, c.req.param('listing')!)
  const { listing } = detail
  const wrong = problemAt(problem, 'text')
  const own = listing.owner_id === viewer.accountId
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
            <strong class="number">{priceText(listing.price_cents)}</strong> {shippingText(listing.shipping_cents)}
          </span>
        )}
      </Thing>
      <Wrong says={problemAbove(problem, ['text'])} />
      {own ? (
        <Notice means="plainly">This is your own listing: there is nobody to ask.</Notice>
      ) : (
        <Form class="form" action={PLACES.ask(listing.id)} viewer={viewer}>
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
            <Button kind="dark">Send</Button>
            <ButtonLink href={placeOf(ctx, { ...detail }) ?? '/'}>Back to it</ButtonLink>
          </div>
        </Form>
      )}
    </div>,
    problem?.status ?? 200,
  )
}
