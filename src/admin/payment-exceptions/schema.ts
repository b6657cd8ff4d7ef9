import { z } from 'zod'
import { CHARGEBACK_STAGES } from '#admin/disputes/rules.ts'
import { CASE_ENDS, MONEY_CASE_KINDS } from '#commerce/payment-exceptions/rules.ts'
import { oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, dollars, id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const MoneyCaseParams = idParams('case')

export const ListMoneyCases = z.object({
  status: oneOf(['open', 'closed']).default('open').describe('Open or closed cases.'),
  ...paging(),
})
export type ListMoneyCases = z.output<typeof ListMoneyCases>

/** Body of `POST /operator/money/{id}/close`. */
export const CloseMoneyCase = z.object({
  how: oneOf(CASE_ENDS).describe(
    '`again`: retry the transfer. `by_hand`: the money was paid outside this service. `seen`: reviewed; nothing else to do. The case’s `ends` lists the allowed values.',
  ),
  reason: text(1, 1000).describe('Reason, stored in the audit log.'),
})
export type CloseMoneyCase = z.output<typeof CloseMoneyCase>

const PARTIES = ['service', 'seller', 'buyer', 'provider'] as const

export const MoneyCase = z
  .object({
    object: kind('money_case'),
    id: id('case'),
    kind: z.enum(MONEY_CASE_KINDS).describe('Type of case.'),
    status: z.enum(['open', 'closed']).describe('`open` until the case is closed.'),
    stage: z.enum(CHARGEBACK_STAGES).nullable().describe('Stage of the chargeback; null if the case is not a chargeback.'),
    amount: dollars('Amount that the case is about'),
    owed: z
      .object({
        by: z.enum(PARTIES).describe('Party that owes the money.'),
        to: z.enum(PARTIES).describe('Party that is owed the money.'),
        amount: dollars('Amount owed'),
      })
      .nullable()
      .describe('Amount still owed; null if nothing is owed.'),
    due_by: timestamp('Deadline for action; null if there is none.').nullable(),
    reason: z.string().nullable().describe('Message from the provider, or the reason for closing.'),
    ends: z.array(z.enum(CASE_ENDS)).describe('Allowed ways to close the case.'),
    order: id('order').nullable(),
    hold: id('hold').nullable(),
    listing: z
      .object({ title: z.string().describe('Title of the listing.') })
      .nullable()
      .describe('Sold listing.'),
    seller: AccountRef.nullable().describe('Seller of the order.'),
    buyer: AccountRef.nullable().describe('Buyer of the order.'),
    provider: z
      .object({
        name: z.enum(['test', 'stripe']).describe('Payment provider.'),
        ref: z.string().describe('The provider’s id for the payment.'),
        url: link('The provider’s page about the payment.').nullable(),
      })
      .describe('Payment at the provider.'),
    created_at: timestamp('Time when the case was opened.'),
    updated_at: timestamp('Time of the last change.'),
    closed_at: timestamp('Time when the case was closed; null while open.').nullable(),
  })
  .meta({ id: 'MoneyCase' })
