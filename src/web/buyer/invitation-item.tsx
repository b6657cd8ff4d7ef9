import type { Context, Person } from '#platform/context/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { shippingText } from '#core/shipping.ts'
import { Badge, Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Countdown, Timestamp } from '#web/ui/time.tsx'
import { api, call, dollarsText, type Invitation } from '#web/framework/page/index.ts'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

type Props = { ctx: Context; viewer: Person; invitation: Invitation; card: Card | undefined }

/** Returns what the buyer pays for the item: the invited amount, or the listing's price if that is now lower. */
export const invitedPrice = ({ amount, listing: { price } }: Invitation): number => (price === null ? amount : Math.min(amount, price))

/** Returns a person's open invitation for a listing, or null. */
export const openInvitation = async (ctx: Context, viewer: Person, listing: string): Promise<Invitation | null> =>
  (await call(ctx, viewer, api.listInvitations, { query: { status: 'open', listing, limit: '1' } })).data[0] ?? null

/**
 * Returns the price (formatted) and the expiry time of a person's open invitation to buy a listing, or null if there is no open invitation.
 */
export async function invitedTo(ctx: Context, viewer: Person, listing: string): Promise<{ price: string; until: string } | null> {
  const invitation = await openInvitation(ctx, viewer, listing)
  return invitation && { price: dollarsText(invitedPrice(invitation)), until: invitation.until }
}

/** Shows an invitation on the checkout page, with the button that accepts it. */
export const InvitationNotice = ({ viewer, invitation }: { viewer: Person; invitation: Invitation }) => {
  const price = dollarsText(invitedPrice(invitation))
  return (
    <Notice>
      <strong>
        Offered to you for {price} until <Timestamp at={invitation.until} />
      </strong>
      <span>The first invited person to accept gets the item.</span>
      <Form
        class="actions"
        action="/you/offers"
        viewer={viewer}
        with={{ invitation: invitation.id, expected: String(invitedPrice(invitation)) }}
      >
        <Button small kind="dark" do="take" label={`Take it for ${price}`} />
      </Form>
    </Notice>
  )
}

/** An open invitation, with buttons to accept or decline it. */
export const InvitationItem = ({ ctx, viewer, invitation, card }: Props) => {
  const { id, listing, shop, note, until } = invitation
  const paid = invitedPrice(invitation)
  const about = ` for ${listing.title}`
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
          You like this item, and {shop.name} offers it to you for less. Other people are also invited, and the first person to accept gets
          the item. You have <Countdown at={until} now={ctx.now()} over="no time left" />.
        </p>
        {note ? (
          <p class="small said">
            {shop.name} wrote: {note}
          </p>
        ) : null}
      </ItemSummary>
      <Form class="actions" action="/you/offers" viewer={viewer} with={{ invitation: id, expected: String(paid) }}>
        <Button small kind="dark" do="take" label={`Take it for ${dollarsText(paid)}`} about={about} />
        <Button small do="decline" label="Decline" about={about} />
      </Form>
    </li>
  )
}
