/**
 * A facet value that was derived from a detail line. `value` is case-folded for comparison with filters. `label` is the spelling in the
 * listing, without line breaks.
 */
export type FacetValue = { value: string; label: string }

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
