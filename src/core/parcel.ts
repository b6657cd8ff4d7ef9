/** Weight of a parcel in ounces, and each side in inches (spec: completions 13.9). */
export type Parcel = { weight_oz: number; length_in: number; width_in: number; height_in: number }

/** Limits on a parcel: 70 pounds, and the maximum length of a side that carriers accept. */
export const MAX_PARCEL_OZ = 1120
export const MAX_PARCEL_IN = 108

export const PARCEL_PRESETS: readonly { label: string; parcel: Parcel }[] = [
  { label: 'Padded envelope', parcel: { weight_oz: 8, length_in: 12, width_in: 9, height_in: 1 } },
  { label: 'Small box', parcel: { weight_oz: 16, length_in: 8, width_in: 6, height_in: 4 } },
  { label: 'Shoe box', parcel: { weight_oz: 48, length_in: 14, width_in: 10, height_in: 6 } },
  { label: 'Medium box', parcel: { weight_oz: 80, length_in: 16, width_in: 12, height_in: 8 } },
  { label: 'Large box', parcel: { weight_oz: 160, length_in: 20, width_in: 16, height_in: 12 } },
]

/** Formats a parcel for files and forms, such as `24 oz, 12 x 9 x 4 in`. Returns an empty string if there is no parcel. */
export const parcelText = (parcel: Parcel | null): string =>
  parcel === null ? '' : `${parcel.weight_oz} oz, ${parcel.length_in} x ${parcel.width_in} x ${parcel.height_in} in`

/** Parses text that `parcelText` has written. Returns null for blank text. Returns text in any other format unchanged. */
export function parseParcel(text: string): Parcel | null | string {
  if (text.trim() === '') return null
  const parts = FORMAT.exec(text.trim().toLowerCase())
  if (!parts) return text
  const [weight_oz, length_in, width_in, height_in] = parts.slice(1).map(Number) as [number, number, number, number]
  return { weight_oz, length_in, width_in, height_in }
}

const FORMAT = /^(\d+\.?\d*) ?oz,? +(\d+\.?\d*) ?[x×] ?(\d+\.?\d*) ?[x×] ?(\d+\.?\d*) ?in$/
