import { z } from 'zod'
import { listOf, paging, timestamp } from '#platform/http/fields.ts'
import { dollars, id, kind, link } from '#platform/http/record-fields.ts'

export const PayoutAccount = z
  .object({
    object: kind('payout_account'),
    provider: z.enum(['test', 'stripe']).describe('Who pays out.'),
    ready: z.boolean().describe('Whether money can be sent to you.'),
    url: link('Where to go on with the provider; null where nothing is to be done.').nullable(),
  })
  .meta({ id: 'PayoutAccount' })

export const ListPayouts = z.object(paging())

export const Payout = z
  .object({
    object: kind('payout'),
    id: id('payout'),
    amount: dollars('What you get'),
    status: z.enum(['waiting', 'sent']).describe('Whether it was sent.'),
    why: z.string().nullable().describe('Why it waits, in words.'),
    order: id('order').nullable(),
    hold: id('hold whose deposit it is').nullable(),
    listing: z.object({ title: z.string().describe('Title of the listing.') }).describe('What was sold.'),
    created_at: timestamp('When it came to be.'),
    sent_at: timestamp('When it was sent.').nullable(),
  })
  .meta({ id: 'Payout' })

export const PayoutList = listOf(Payout)
