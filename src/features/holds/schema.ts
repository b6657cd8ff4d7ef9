import { z } from 'zod'
import { HOLD_STATUSES } from '#domain/hold.ts'
import { oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

export const HoldParams = z.object({ id: z.string() })
export const AskHold = z.object({ listing: z.string() })
export const PayHold = z.object({ method: text(1, 100) })
export const ListHolds = z.object({ role: oneOf(['buyer', 'seller']).optional(), ...paging() })

export type PayHold = z.infer<typeof PayHold>
export type ListHolds = z.infer<typeof ListHolds>

export const Hold = z
  .object({
    object: z.literal('hold'),
    id: z.string(),
    status: z.enum(HOLD_STATUSES),
    deposit: z.number(),
    /** Asked: pay by then. Active: buy by then. */
    until: timestamp(),
    /** What becomes of the deposit, in words. */
    terms: z.string(),
    listing: z.object({ id: z.string(), title: z.string() }),
    shop: z.object({ slug: z.string(), name: z.string() }),
    buyer: z.object({ name: z.string() }),
    order: z.string().nullable(),
    /** On the answer to `pay` alone, while the payment is open: what the buyer's browser goes on with. */
    client_secret: z.string().nullable().optional(),
    /** Likewise with the method `checkout`: the provider's own page, where the buyer pays and comes back from. */
    checkout_url: z.string().nullable().optional(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Hold' })
