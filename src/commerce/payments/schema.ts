import { z } from 'zod'
import { listOf, paging, timestamp } from '#platform/http/fields.ts'
import { dollars, id, kind, link } from '#platform/http/record-fields.ts'
import { PAYOUT_LINES } from './payouts/rules.ts'

export const PayoutAccount = z
  .object({
    object: kind('payout_account'),
    provider: z.enum(['test', 'stripe']).describe('Payout provider.'),
    ready: z.boolean().describe('Whether payouts can be sent to you.'),
    url: link('URL to continue the setup with the provider; null if nothing is left to do.').nullable(),
  })
  .meta({ id: 'PayoutAccount' })

export const ListPayouts = z.object(paging())

export const Payout = z
  .object({
    object: kind('payout'),
    id: id('payout'),
    amount: dollars('Amount that you get'),
    lines: z
      .array(
        z.object({ kind: z.enum(PAYOUT_LINES).describe('Part of the amount.'), amount: dollars('Amount, negative if it is subtracted') }),
      )
      .describe('How the amount adds up.'),
    status: z.enum(['waiting', 'sent']).describe('Status of the payout.'),
    why: z.string().nullable().describe('Reason why the payout has not been sent, as text.'),
    order: id('order').nullable(),
    hold: id('hold whose deposit is paid out').nullable(),
    listing: z.object({ title: z.string().describe('Title of the listing.') }).describe('Sold listing.'),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    sent_at: timestamp('Time when the payout was sent, ISO 8601, UTC.').nullable(),
  })
  .meta({ id: 'Payout' })

export const PayoutList = listOf(Payout)
