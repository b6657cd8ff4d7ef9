import type { Child } from '#web/framework/jsx/index.ts'
import { ButtonLink, Timestamp, Notice } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { sendStepPage, type PageRequest } from '#web/framework/page/index.ts'
import type { Sale } from './purchase.ts'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

/**
 * Shows a page that links to the provider's payment page. The service does not redirect, because the policy `form-action` allows only our
 * own hosts (decision 25).
 */
export const sendAway = (at: PageRequest, url: string, sale: Sale): Promise<Response> =>
  sendAwayWith(at, url, {
    tone: sale.tone,
    item: <ItemSummary title={sale.title} href={hrefOf(sale.card)} picture={thumbOf(at.ctx, sale.card?.cover)} shop={sale.shop} />,
    reserved: sale.order ? (
      <>
        The item is reserved for you until <Timestamp at={sale.order.pay_by} />.
      </>
    ) : null,
    back: ROUTES.buy(sale.listingId),
  })

/** Shows the same page for any purchase. `reserved` says how long the item is reserved. */
export const sendAwayWith = (
  at: PageRequest,
  url: string,
  { tone, item, reserved, back }: { tone: string | null; item: Child; reserved: Child; back: string },
): Promise<Response> =>
  sendStepPage(at, {
    title: 'Pay at Stripe',
    ...(tone ? { tone } : {}),
    children: (
      <div class="step stack">
        {item}
        <p>Nothing is charged yet. Enter your card details on Stripe’s page, then return here. {reserved}</p>
        <Notice means="plainly">If you pay too late, the item may be gone. You then get a full refund automatically.</Notice>
        <p class="actions">
          <ButtonLink kind="dark" icon="lock" rel="noreferrer" href={url}>
            Continue to Stripe
          </ButtonLink>
          <ButtonLink href={back}>Not now</ButtonLink>
        </p>
      </div>
    ),
  })
