import type { Context, Person } from '#platform/context/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { shippingText } from '#core/shipping.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Countdown } from '#web/ui/time.tsx'
import { dollarsText, type Invitation } from '#web/framework/page/records.ts'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

type Props = { ctx: Context; viewer: Person; invitation: Invitation; card: Card | undefined }

/** Returns what the buyer pays for the item: the amount, or the price if that is lower now. */
export const invitedPrice = ({ amount, listing: { price } }: Invitation): number => (price === null ? amount : Math.min(amount, price))

/** An open invitation with the buttons to take and to decline it. */
export const InvitationItem = ({ ctx, viewer, invitation, card }: Props) => {
  const { id, listing, shop, note, until } = invitation
  const paid = invitedPrice(invitation)
  const about = <span class="hidden-text"> for {listing.title}</span>
  return (
    <li class="offer" id={id}>
      <ItemSummary title={listing.title} href={hrefOf(card)} picture={thumbOf(ctx, card?.cover)} shop={shop.name}>
        <p class="amounts small">
          <Badge means="warn">Invitation</Badge>
          <span>
            For you <strong class="number">{dollarsText(paid)}</strong>
          </span>
          {listing.price === null || listing.price === paid ? null : (
            <span>
              Price <strong class="number">{dollarsText(listing.price)}</strong>
            </span>
          )}
          {card ? <span>{shippingText(card.shipping)}</span> : null}
        </p>
        <p class="small">
          You like this item, and {shop.name} offers it to you for less. Others are invited too, and the first person to take it gets the
          item. You have <Countdown at={until} now={ctx.now()} over="no time left" />.
        </p>
        {note ? (
          <p class="small said">
            {shop.name} wrote: {note}
          </p>
        ) : null}
      </ItemSummary>
      <Form class="actions" action="/you/offers" viewer={viewer} with={{ invitation: id, expected: String(paid) }}>
        <Button small kind="dark" name="do" value="take">
          Take it for {dollarsText(paid)}
          {about}
        </Button>
        <Button small name="do" value="decline">
          Decline{about}
        </Button>
      </Form>
    </li>
  )
}
