import { z } from 'zod'
import { INVITATION_STATUSES } from './rules.ts'
import { AddressOrId } from '#platform/http/address-fields.ts'
import { money, oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { count, dollars, id, idParams, kind, ListingRef, namedEnum, ShopRef } from '#platform/http/record-fields.ts'

export const InvitedListingParams = idParams('listing')
export const InvitationParams = idParams('invitation')

export const Invite = z.object({
  amount: money({ min: 1 }).describe('Amount in US dollars: at least your minimum price, and at most 95 percent of the price.'),
  note: text(0, 500)
    .nullable()
    .transform((note) => note || null)
    .optional()
    .describe('Short message to the invited people.'),
})
export type Invite = z.infer<typeof Invite>

export const TakeInvitation = z.object({
  expected_amount: money()
    .optional()
    .describe('Item price that you expect, in US dollars. If the current price differs, the response is 409.'),
  address: AddressOrId.optional().describe('Delivery address, or the id of a stored one.'),
})
export type TakeInvitation = z.output<typeof TakeInvitation>

export const INVITATION_ROLES = ['buyer', 'seller'] as const

export const ListInvitations = z.object({
  role: oneOf(INVITATION_ROLES)
    .default('buyer')
    .describe('`buyer`: the invitations that you received. `seller`: the invitations that you sent.'),
  status: oneOf(INVITATION_STATUSES).optional().describe('Filter by status.'),
  listing: z.string().optional().describe('Filter by listing: its id.'),
  ...paging(),
})
export type ListInvitations = z.infer<typeof ListInvitations>

export const Invitation = z
  .object({
    object: kind('invitation'),
    id: id('invitation'),
    status: namedEnum('InvitationStatus', INVITATION_STATUSES).describe(
      'Status of the invitation. An invited person’s view takes their own answer into account.',
    ),
    amount: dollars('Amount for which the invited people can buy the item'),
    note: z.string().describe('The seller’s message; may be empty.'),
    listing: ListingRef.extend({ price: dollars('Current asking price; null if the listing has none').nullable() })
      .meta({ id: 'InvitedListing' })
      .describe('Listing that the invitation is for.'),
    shop: ShopRef.describe('Shop of the listing.'),
    sent: count('Number of invited people.').nullable().describe('Number of invited people; null for an invited person.'),
    taken: count('Number of people who took the invitation.')
      .nullable()
      .describe('Number of people who took the invitation; null for an invited person.'),
    order: id('order that you placed by taking the invitation').nullable(),
    until: timestamp('Time until which the item can be bought at this amount, ISO 8601, UTC.'),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'Invitation' })
