import { z } from 'zod'
import { OFFER_STATUSES } from '#domain/offer.ts'
import { integer, money, oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

const note = () =>
  text(0, 500)
    .nullable()
    .transform((words) => words || null)
    .optional()

/** Body of `POST /offers`. */
export const MakeOffer = z.object({ listing: z.string(), amount: money({ min: 1 }), note: note() })
export type MakeOffer = z.infer<typeof MakeOffer>

/** Body of `POST /offers/{id}/accept`: what the caller believes it comes to. */
export const AcceptOffer = z.object({ expected_amount: money().optional() })

/** Body of `POST /offers/{id}/counter`. */
export const CounterOffer = z.object({ amount: money({ min: 1 }), note: note() })
export type CounterOffer = z.infer<typeof CounterOffer>

export const OFFER_ROLES = ['seller', 'buyer'] as const

/** Without `role`: those one received and those one made, together. */
export const ListOffers = z.object({
  role: oneOf(OFFER_ROLES).optional(),
  status: oneOf(OFFER_STATUSES).optional(),
  listing: z.string().optional(),
  ...paging(),
})
export type ListOffers = z.infer<typeof ListOffers>

export const OfferParams = z.object({ id: z.string() })

export const COUNTER_BY = ['owner', 'agent'] as const
export const CLOSED_REASONS = ['sold', 'unpublished', 'removed', 'offers_off', 'shop_paused', 'shop_private'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

/** completions 6, Record. */
export const Offer = z
  .object({
    object: z.literal('offer'),
    id: z.string(),
    status: z.enum(OFFER_STATUSES),
    amount: z.number(),
    /** Empty where the buyer wrote nothing. */
    note: z.string(),
    counter: z.object({ amount: z.number(), note: z.string().nullable(), by: z.enum(COUNTER_BY), expires_at: timestamp() }).nullable(),
    listing: z.object({ id: z.string(), title: z.string(), price: z.number() }),
    shop: z.object({ slug: z.string(), name: z.string() }),
    buyer: z.object({ name: z.string() }),
    order: z.string().nullable(),
    closed_reason: z.enum(CLOSED_REASONS).nullable(),
    expires_at: timestamp(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Offer' })

/** completions 6, `/explain`: what the negotiator made of an offer. All but `offer` and `note` is empty where it made nothing. */
export const Explanation = z
  .object({
    object: z.literal('explanation'),
    offer: z.string(),
    outcome: z.enum(['counter', 'owner', 'firm']).nullable(),
    counter: z.number().nullable(),
    rule: z.object({ number: integer(1, 7), text: z.string() }).nullable(),
    inputs: z
      .object({
        offer: z.number(),
        price: z.number(),
        lowest_price: z.number().nullable(),
        lowest_percent: z.int(),
        last_counter: z.number().nullable(),
      })
      .nullable(),
    arithmetic: z.array(z.string()),
    note: z.string(),
    tells_buyer: z.string().nullable().meta({ description: 'What the buyer can work out about your lowest price from the counter.' }),
    worded_by: z.enum(['model', 'template']).nullable(),
    created_at: timestamp().nullable(),
  })
  .meta({ id: 'OfferExplanation' })
