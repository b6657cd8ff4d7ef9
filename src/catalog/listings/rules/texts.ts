/**
 * The plain texts of a listing, as its seller's form names them. A text added here is stored, changed, answered, exported,
 * imported, kept with a sale, asked about first and offered to the form; what is left to say is in CONTRIBUTING, "Add a field".
 */
export const LISTING_TEXTS = {
  title: 'Title',
  one_liner: 'One line',
  description: 'Description',
  category: 'Category',
} as const

export type ListingText = keyof typeof LISTING_TEXTS

export const TEXT_NAMES = Object.keys(LISTING_TEXTS) as ListingText[]

/** A value for each of the texts. */
export const eachText = <T>(value: (name: ListingText) => T): Record<ListingText, T> =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, value(name)])) as Record<ListingText, T>
