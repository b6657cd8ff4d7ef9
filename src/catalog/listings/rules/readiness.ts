import type { EditorStep } from './editor-steps.ts'

/**
 * Facts that determine what a listing still needs. `description` is the description's length in characters, and `details` is the number of
 * detail lines that have a value.
 */
export type Filled = {
  title: boolean
  price: boolean
  shipping: 'unset' | 'pickup' | 'offered'
  category: boolean
  photos: number
  flawPhoto: boolean
  size: boolean
  condition: boolean
  details: number
  description: number
  offers: boolean
}

/** A part that the listing lacks, as a noun, and the editor step where the seller adds it. */
export type Addition = { step: EditorStep; noun: string }

/** Number of photos, and length of the description, at which the editor no longer suggests adding more. */
export const ENOUGH = { photos: 3, description: 80 } as const

/** Returns the parts that are still missing for publication (spec: completions 4), and suggestions that help to sell the item. */
export const readiness = (filled: Filled): { missing: Addition[]; helps: Addition[] } => ({
  missing: [...add(!filled.title, 'details', 'a title'), ...add(!filled.price, 'price', 'a price')],
  helps: [
    ...add(filled.photos < ENOUGH.photos, 'photos', 'at least three photos'),
    ...add(!filled.flawPhoto && filled.photos > 0, 'photos', 'a photo of each flaw, with a note'),
    ...add(!filled.category, 'details', 'a category, so that buyers find it'),
    ...add(filled.description < ENOUGH.description, 'details', `a description of at least ${ENOUGH.description} characters`),
    ...add(!filled.size, 'details', 'the size or measurements'),
    ...add(!filled.condition, 'details', 'the condition'),
    ...add(filled.details === 0, 'details', 'a few details, such as brand and material'),
    ...add(filled.shipping === 'unset', 'price', 'the shipping cost'),
    ...add(filled.shipping === 'pickup', 'price', 'shipping, for buyers who cannot pick it up'),
    ...add(!filled.offers, 'price', 'the option to make an offer'),
  ],
})

const add = (isNeeded: boolean, step: EditorStep, noun: string): Addition[] => (isNeeded ? [{ step, noun }] : [])

/** Returns true if a photo's alt text mentions a flaw. */
export const showsFlaw = (alt: string): boolean =>
  /\b(flaw|chip|crack|scratch|scuff|stain|hole|tear|worn|wear|dent|fade|darn|repair|missing|fleck|mark|split)/i.test(alt)

/** Returns true if a detail line with this label is about size. */
export const isSize = (label: string): boolean => /\b(size|measure\w*|width|height|length|depth|dimension\w*)\b/i.test(label)

/** Returns true if a detail line with this label is about the item's condition. */
export const isCondition = (label: string): boolean => /\bcondition\b/i.test(label)
