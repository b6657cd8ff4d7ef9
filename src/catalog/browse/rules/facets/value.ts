/** A derived value. `value` is case-folded for comparison with filters. `label` is the spelling in the listing, on one line. */
export type FacetValue = { value: string; label: string }

/** Joins the text into one line and trims it. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
