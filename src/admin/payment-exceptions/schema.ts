import { z } from 'zod'
import { CHARGEBACK_STAGES } from '#admin/disputes/rules.ts'
import { CASE_ENDS, MONEY_CASE_KINDS } from '#commerce/payment-exceptions/rules.ts'
import { oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, dollars, id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const MoneyCaseParams = idParams('case')

export const ListMoneyCases = z.object({
  status: oneOf(['open', 'closed']).default('open').describe('What waits, or what is over.'),
  ...paging(),
})
export type ListMoneyCases = z.output<typeof ListMoneyCases>

/** Body of `POST /operator/money/{id}/close`. */
export const CloseMoneyCase = z.object({
  how: oneOf(CASE_ENDS).describe(
    '`again`: the money is sent once more. `by_hand`: it was paid outside of this service. `seen`: nothing is left to do. A case’s `ends` says which it has.',
  ),
  reason: text(1, 1000).describe('Why. It stays in the log.'),
})
export type CloseMoneyCase = z.output<typeof CloseMoneyCase>

const PARTIES = ['service', 'seller', 'buyer', 'provider'] as const

export const MoneyCase = z
  .object({
    object: kind('money_case'),
    id: id('case'),
    kind: z.enum(MONEY_CASE_KINDS).describe('What went wrong.'),
    status: z.enum(['open', 'closed']).describe('Whether it still waits.'),
    stage: z.enum(CHARGEBACK_STAGES).nullable().describe('How far the bank is; null where no bank is involved.'),
    amount: dollars('What it is about'),
    owed: z
      .object({
        by: z.enum(PARTIES).describe('Who owes it.'),
        to: z.enum(PARTIES).describe('Who is owed.'),
        amount: dollars('How much'),
      })
      .nullable()
      .describe('What is still owed; null where nothing is.'),
    due_by: timestamp('Until when somebody has to act.').nullable(),
    reason: z.string().nullable().describe('What the provider said, or why it was closed.'),
    ends: z.array(z.enum(CASE_ENDS)).describe('The ways in which it can be closed.'),
    order: id('order').nullable(),
    hold: id('hold').nullable(),
    listing: z
      .object({ title: z.string().describe('Title of the listing.') })
      .nullable()
      .describe('What was sold.'),
    seller: AccountRef.nullable().describe('Who sold it.'),
    buyer: AccountRef.nullable().describe('Who bought it.'),
    provider: z
      .object({
        name: z.enum(['test', 'stripe']).describe('Who handles the payment.'),
        ref: z.string().describe('Its name for the payment.'),
        url: link('Its page about the payment.').nullable(),
      })
      .describe('Where the money is.'),
    created_at: timestamp('When it came up.'),
    updated_at: timestamp('When it last changed.'),
    closed_at: timestamp('When it was closed.').nullable(),
  })
  .meta({ id: 'MoneyCase' })
