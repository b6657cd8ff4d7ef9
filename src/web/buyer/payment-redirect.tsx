import { ButtonLink, Timestamp, Notice } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { sendStepPage, type PageRequest } from '#web/framework/page/index.ts'
import type { Sale } from './purchase.ts'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

/**
 * Shows a page that links to the provider's payment page. It is a link and not a redirect, because the policy `form-action` allows only our
 * own hosts (decision 25).
 */
export const sendAway = (at: PageRequest, url: string, sale: Sale): Promise<Response> =>
  sendStepPage(at, {
    title: 'Pay at Stripe',
    ...(sale.tone ? { tone: sale.tone } : {}),
    children: (
      <div class="step stack">
        <ItemSummary title={sale.title} href={hrefOf(sale.card)} picture={thumbOf(at.ctx, sale.card?.cover)} shop={sale.shop} />
        <p>
          Nothing is charged yet. Enter your card details on Stripe’s page, then return here.{' '}
          {sale.order ? (
            <>
              The item is reserved for you until <Timestamp at={sale.order.pay_by} />.
            </>
          ) : null}
        </p>
        <Notice means="plainly">If you pay too late, the item may be gone. You then get the whole payment back automatically.</Notice>
        <p class="actions">
          <ButtonLink kind="dark" icon="lock" rel="noreferrer" href={url}>
            Continue to Stripe
          </ButtonLink>
          <ButtonLink href={ROUTES.buy(sale.listingId)}>Not now</ButtonLink>
        </p>
      </div>
    ),
  })
