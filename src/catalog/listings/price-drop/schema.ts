import { z } from 'zod'
import { DROP_DAYS, DROP_PERCENT } from '#catalog/listings/rules/price-drop.ts'
import { integer, money } from '#platform/http/fields.ts'

/** Body of `PUT /listings/{id}/price-drop`. */
export const SetPriceDrop = z
  .object({
    percent: integer(DROP_PERCENT.min, DROP_PERCENT.max)
      .nullable()
      .optional()
      .describe('Step in percent of the current price, rounded to whole dollars if the price has no cents.'),
    amount: money({ min: 1 }).nullable().optional().describe('Step in US dollars. Send either `percent` or `amount`.'),
    every_days: integer(DROP_DAYS.min, DROP_DAYS.max).describe('Days between two steps.'),
  })
  .refine(({ percent, amount }) => (percent ?? null) === null || (amount ?? null) === null, {
    error: 'must not be sent together with percent',
    path: ['amount'],
  })
  .refine(({ percent, amount }) => (percent ?? amount ?? null) !== null, { error: 'or amount must be sent', path: ['percent'] })
export type SetPriceDrop = z.output<typeof SetPriceDrop>
