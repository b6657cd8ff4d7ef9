import { z } from 'zod'
import { CHARGEBACK_STAGES } from '#domain/chargeback.ts'
import { CASE_ENDS, MONEY_CASE_KINDS } from '#domain/money-case.ts'
import { oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

export const MoneyCaseParams = z.object({ id: z.string() })

export const ListMoneyCases = z.object({ status: oneOf(['open', 'closed']).default('open'), ...paging() })
export type ListMoneyCases = z.output<typeof ListMoneyCases>

/** Body of `POST /operator/money/{id}/close`. */
export const CloseMoneyCase = z.object({ how: oneOf(CASE_ENDS), reason: text(1, 1000) })
export type CloseMoneyCase = z.output<typeof CloseMoneyCase>

const person = z.object({ id: z.string(), name: z.string() }).nullable()
const PARTIES = ['service', 'seller', 'buyer', 'provider'] as const

/** What of the money needs the operator, or did. */
export const MoneyCase = z
  .object({
    object: z.literal('money_case'),
    id: z.string(),
    kind: z.enum(MONEY_CASE_KINDS),
    status: z.enum(['open', 'closed']),
    stage: z.enum(CHARGEBACK_STAGES).nullable(),
    amount: z.number(),
    owed: z.object({ by: z.enum(PARTIES), to: z.enum(PARTIES), amount: z.number() }).nullable(),
    due_by: timestamp().nullable(),
    reason: z.string().nullable(),
    ends: z.array(z.enum(CASE_ENDS)),
    order: z.string().nullable(),
    hold: z.string().nullable(),
    listing: z.object({ title: z.string() }).nullable(),
    seller: person,
    buyer: person,
    provider: z.object({ name: z.enum(['test', 'stripe']), ref: z.string(), url: z.string().nullable() }),
    created_at: timestamp(),
    updated_at: timestamp(),
    closed_at: timestamp().nullable(),
  })
  .meta({ id: 'MoneyCase' })
