import { z } from 'zod'
import { integer } from '#platform/http/fields.ts'
import { count, dollars, kind } from '#platform/http/record-fields.ts'

/** Query of `GET /operator/trade`. */
export const ReadTrade = z.object({
  days: integer(1, 90).default(30).describe('Number of days up to and including today (UTC), 1 to 90.'),
})
export type ReadTrade = z.output<typeof ReadTrade>

const sums = {
  orders: count('Orders paid.'),
  volume: dollars('Money that buyers paid, including shipping and deposits.'),
  fees: dollars('Fees earned from completed sales, less those that chargebacks took back.'),
  refunds: dollars('Money refunded to buyers, excluding chargebacks.'),
  disputes: count('Problems that buyers reported.'),
}

export const Trade = z
  .object({
    object: kind('trade'),
    days: count('Number of days.'),
    total: z.object(sums).describe('Sums of all days.'),
    before: z.object(sums).describe('Sums of the preceding period of the same length.'),
    data: z
      .array(z.object({ day: z.string().describe('Day in UTC: `2026-11-21`.'), ...sums }))
      .describe('One entry per day, oldest first.'),
  })
  .meta({ id: 'Trade' })
