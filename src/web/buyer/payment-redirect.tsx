import { ButtonLink, Moment, Notice } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { sendStep, type PageRequest } from '#web/framework/page/index.ts'
import type { Sale } from './purchase.ts'
import { placeOf, Thing, thumbOf } from './item-row.tsx'

/**
 * Where the buyer goes on to the provider's own page. By a link and not by a redirect: our forms may lead to our own addresses
 * alone (`form-action`), and so no page of ours needs a hole for a payment provider (decision 25).
 */
export const sendAway = (at: PageRequest, url: string, sale: Sale): Promise<Response> =>
  sendStep(at, {
    title: 'Pay at Stripe',
    ...(sale.tone ? { tone: sale.tone } : {}),
    children: (
      <div class="step stack">
        <Thing title={sale.title} href={placeOf(sale.card)} picture={thumbOf(at.ctx, sale.card?.cover)} shop={sale.shop} />
        <p>
          Nothing is charged yet. At Stripe you give your card, and then you come back here.{' '}
          {sale.order ? (
            <>
              The thing is kept for you until <Moment at={sale.order.pay_by} />.
            </>
          ) : null}
        </p>
        <Notice means="plainly">Come back too late and the thing may be gone: then the whole payment goes back to you by itself.</Notice>
        <p class="actions">
          <ButtonLink kind="dark" icon="lock" rel="noreferrer" href={url}>
            Go on to Stripe
          </ButtonLink>
          <ButtonLink href={ROUTES.buy(sale.listingId)}>Not now</ButtonLink>
        </p>
      </div>
    ),
  })
