import type { Child } from '#web/framework/jsx/index.ts'
import { ButtonLink } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { sendStepPage, type PageRequest } from '#web/framework/page/index.ts'
import type { Sale } from './purchase.ts'
import { Reservation, Reserved } from './reservation.tsx'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

/**
 * Shows a page that links to the provider's payment page. The service cannot redirect there directly, because the policy `form-action`
 * allows only our own hosts (decision 25).
 */
export const sendAway = (at: PageRequest, url: string, sale: Sale): Promise<Response> =>
  sendAwayWith(at, url, {
    tone: sale.tone,
    item: <ItemSummary title={sale.title} href={hrefOf(sale.card)} picture={thumbOf(at.ctx, sale.card?.cover)} shop={sale.shop} />,
    reserved: sale.order ? { payBy: sale.order.pay_by, what: 'The item is' } : null,
    back: ROUTES.buy(sale.listingId),
  })

/** Like `sendAway`, but for a purchase of one or several items. */
export const sendAwayWith = (
  at: PageRequest,
  url: string,
  { tone, item, reserved, back }: { tone: string | null; item: Child; reserved: { payBy: string; what: string } | null; back: string },
): Promise<Response> =>
  sendStepPage(at, {
    title: 'Pay at Stripe',
    ...(tone ? { tone } : {}),
    children: (
      <div class="step stack">
        {item}
        <p>You have not been charged yet. Pay on Stripe’s page, then return here.</p>
        {reserved ? (
          <Reservation
            payBy={reserved.payBy}
            now={at.ctx.now()}
            what={reserved.what}
            charged="If you already paid on Stripe’s page, go back to your order to see the result. If you did not pay, nothing was charged."
            next={{ href: back, label: 'Go back to your order' }}
          >
            <span>If you pay too late, the item may be gone. In that case, you will get a full refund automatically.</span>
          </Reservation>
        ) : null}
        <Reserved>
          <p class="actions">
            <ButtonLink kind="dark" icon="lock" rel="noreferrer" href={url} label="Continue to Stripe" />
            <ButtonLink href={back} label="Not now" />
          </p>
        </Reserved>
      </div>
    ),
  })
