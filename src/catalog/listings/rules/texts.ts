/**
 * Texts of a listing, with form labels. One added here is stored, changed, returned, exported, imported, copied to a sale, covered by
 * approvals and in the form. CONTRIBUTING, "Add a field", lists the rest.
 */
export const LISTING_TEXTS = {
  title: 'Title',
  one_liner: 'One line',
  description: 'Description',
  category: 'Category',
} as const

export type ListingText = keyof typeof LISTING_TEXTS

export const TEXT_NAMES = Object.keys(LISTING_TEXTS) as ListingText[]

/** Builds a value for each text. */
export const eachText = <T>(value: (name: ListingText) => T): Record<ListingText, T> =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, value(name)])) as Record<ListingText, T>
