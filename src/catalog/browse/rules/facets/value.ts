/** A derived value. `value`: folded, as filters compare it. `label`: the spelling in the listing, on one line. */
export type FacetValue = { value: string; label: string }

/** Returns a text on one line, without spaces at its ends. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
