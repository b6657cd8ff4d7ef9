import { z } from 'zod'
import { MAX_PARCEL_IN, MAX_PARCEL_OZ } from '#core/parcel.ts'

function tenths(most: number) {
  const message = `must be a number from 0.1 to ${most} with at most one decimal`
  return z
    .number({ error: message })
    .min(0.1, message)
    .max(most, message)
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, message)
}

/** Schema of the parcel's size and weight in requests (spec: completions 13.9). */
export const Parcel = z
  .object(
    {
      weight_oz: tenths(MAX_PARCEL_OZ).describe('Weight in ounces.'),
      length_in: tenths(MAX_PARCEL_IN).describe('Length in inches.'),
      width_in: tenths(MAX_PARCEL_IN).describe('Width in inches.'),
      height_in: tenths(MAX_PARCEL_IN).describe('Height in inches.'),
    },
    { error: 'must have weight_oz, length_in, width_in and height_in, such as 24 oz, 12 x 9 x 4 in' },
  )
  .meta({ id: 'Parcel' })
