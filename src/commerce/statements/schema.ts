import { z } from 'zod'
import { listOf, paging, timestamp } from '#platform/http/fields.ts'
import { count, dollars, id, kind } from '#platform/http/record-fields.ts'
import { LINE_KINDS } from './rules.ts'

export const StatementParams = z.object({
  period: z.string().describe('Month or year in UTC, such as `2026-11` or `2026`.'),
})

export const ListStatements = z.object(paging(12))
export const ListLines = z.object(paging())

const balance = (description: string) =>
  z
    .object({
      held: dollars('Money held for your unfinished orders and for deposits, before fees'),
      available: dollars('Money that you have earned and that has not been paid out'),
    })
    .describe(description)

const AMOUNTS = {
  paid: dollars('Money that buyers paid'),
  refunded: dollars('Money that buyers got back'),
  fees: dollars('Fees of the marketplace'),
  labels: dollars('Cost of shipping labels'),
  chargebacks: dollars('Money that banks took back, and other corrections'),
  paid_out: dollars('Money that was paid out to you'),
}

/** For held and available money together, `closing` is `opening` plus `paid` minus all other amounts. */
export const Statement = z
  .object({
    object: kind('statement'),
    period: z.string().describe('Month or year in UTC, such as `2026-11` or `2026`.'),
    final: z.boolean().describe('True when the period has ended and the statement no longer changes.'),
    payments: count('Number of payments by buyers, deposits included.'),
    opening: balance('Balance at the start of the period.'),
    ...AMOUNTS,
    closing: balance('Balance at the end of the period, or now.'),
  })
  .meta({ id: 'Statement' })

export const StatementList = listOf(Statement)

export const StatementLine = z
  .object({
    object: kind('statement_line'),
    at: timestamp('Time of the change, ISO 8601, UTC.'),
    kind: z.enum(LINE_KINDS).describe('What happened.'),
    order: id('order').nullable(),
    hold: id('hold whose deposit was paid, returned or kept').nullable(),
    listing: z.object({ title: z.string().describe('Title of the listing.') }).describe('Sold or held listing.'),
    ...AMOUNTS,
    held: dollars('Change of the money that is held'),
    available: dollars('Change of the money that is available'),
  })
  .meta({ id: 'StatementLine' })

export const StatementLineList = listOf(StatementLine)

export const Balance = z
  .object({
    object: kind('balance'),
    available: dollars('Money that you have earned and that has not been paid out'),
    pending: dollars('Your share of paid orders that are not completed yet, after fees and before shipping labels'),
    on_hold: dollars('Your share of orders with a problem, after fees and before shipping labels'),
    paid_out: dollars('Money that has been paid out to you so far'),
  })
  .meta({ id: 'Balance' })
