/**
 * Text fields of a listing, with their form labels. This list determines the fields in storage, the API, import and export, sales,
 * approvals and the form. CONTRIBUTING, "Add a field", lists the remaining steps.
 */
export const LISTING_TEXTS = {
  title: 'Title',
  one_liner: 'Short summary',
  description: 'Description',
  category: 'Category',
  sku: 'SKU',
} as const

export type ListingText = keyof typeof LISTING_TEXTS

export const TEXT_NAMES = Object.keys(LISTING_TEXTS) as ListingText[]

/** Text fields that buyers see. The SKU is private. */
export const PUBLIC_TEXT_NAMES = TEXT_NAMES.filter((name) => name !== 'sku')

/** Builds an object with one value for each text field. */
export const eachText = <T>(value: (name: ListingText) => T): Record<ListingText, T> =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, value(name)])) as Record<ListingText, T>
