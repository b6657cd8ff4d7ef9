import { shippingWords } from '#domain/shipping.ts'
import { ShippingNote } from '#web/components/price.tsx'
import { inTransaction, type Context, type Person } from '#platform/context.ts'
import * as holds from '#deal/holds/index.ts'
import { payAtProvider, payHold } from '#deal/holds/pay.ts'
import { PayHold } from '#deal/holds/schema.ts'
import { presentHold } from '#deal/holds/present.ts'
import { notFound } from '#platform/errors.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, type Call } from '#web/answer.ts'
import { Notice } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { Facts } from '#web/components/table.tsx'
import { PLACES } from '#web/places.ts'
import { leftText, priceText } from '#web/words.ts'
import { goSaying } from './flash.ts'
import { sendStep, Wrong } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { sendAway } from './pay-away.tsx'
import { PayButtons } from './pay-buttons.tsx'
import { filled, problemOf, type Problem } from './problem.ts'
import { readSale, type Sale } from './sale.ts'
import { placeOf, Thing, thumbOf } from './thing.tsx'

/** Holding a thing for a deposit: what becomes of the deposit is said before it is paid (completions 7, Holds). */
export const sendHold =
  (ctx: Context): Shown =>
  (c, viewer) =>
    send(ctx, c, viewer)

export const takeHold =
  (ctx: Context): Taken =>
  async (c, viewer, fields) => {
    const listing = c.req.param('listing')!
    try {
      const input = validate(PayHold, filled(fields))
      const { row } = await inTransaction(ctx, (tx) => holds.askHold(tx, viewer, listing))
      const { value: tried } = await payAtProvider(ctx, viewer, row.id, input)
      const paid = await inTransaction(ctx, (tx) => payHold(tx, viewer, row.id, tried))
      if (tried.charged.url) return await sendAway(ctx, c, viewer, tried.charged.url, await readSale(ctx, viewer, listing))
      const { status, until } = presentHold(ctx, paid)
      const says =
        status === 'active'
          ? `It is kept for you for ${leftText(new Date(until), ctx.now())}.`
          : 'Your bank takes its time. The thing is kept for you once the deposit is through.'
      return goSaying(ctx, c, PLACES.buy(listing), { says })
    } catch (error) {
      return send(ctx, c, viewer, problemOf(error))
    }
  }

async function send(ctx: Context, c: Call, viewer: Person, problem?: Problem): Promise<Response> {
  const listing = c.req.param('listing')!
  const sale = await readSale(ctx, viewer, listing)
  if (sale.order || sale.hold) return goTo(c, PLACES.buy(listing))
  if (sale.depositAsked === null && !sale.closed && !problem) throw notFound('page')
  return sendStep(
    ctx,
    c,
    viewer,
    { title: 'Hold it for a deposit', ...(sale.tone ? { tone: sale.tone } : {}) },
    <div class="step stack">
      <Thing title={sale.title} href={placeOf(ctx, sale.card)} picture={thumbOf(ctx, sale.card?.cover)} shop={sale.shop}>
        <strong class="number">{priceText(sale.itemCents)}</strong> · {shippingWords(sale.shipping)}
      </Thing>
      <Wrong says={problem?.says ?? null} />
      {sale.closed || sale.depositAsked === null ? (
        <>
          <Notice means="warn">{sale.closed ?? 'This shop takes no deposits.'}</Notice>
          <p class="actions">
            <ButtonLink href={placeOf(ctx, sale.card) ?? '/search'}>Back to it</ButtonLink>
          </p>
        </>
      ) : (
        <Terms ctx={ctx} viewer={viewer} sale={sale} depositCents={sale.depositAsked} />
      )}
    </div>,
    problem?.status ?? 200,
  )
}

const Terms = ({ ctx, viewer, sale, depositCents }: { ctx: Context; viewer: Person; sale: Sale; depositCents: number }) => (
  <>
    <ShippingNote shipping={sale.shipping} />
    <Facts
      caption="What you agree to"
      rows={[
        ['Deposit', <strong>{priceText(depositCents)}</strong>],
        ['Kept for you', '72 hours from the payment'],
        ['When you buy', `the deposit counts toward the price: ${priceText(Math.max(0, sale.itemCents - depositCents))} are left`],
        ['When you do not', 'the seller keeps the deposit'],
        ['When the seller backs out', 'you get it back in full'],
      ]}
    />
    <Form class="form wide" action={PLACES.hold(sale.listingId)} viewer={viewer} label="Pay the deposit">
      <PayButtons ctx={ctx} words={`Pay ${priceText(depositCents)} and hold it`} />
    </Form>
  </>
)
