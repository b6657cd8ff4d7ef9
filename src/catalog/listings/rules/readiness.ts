import type { EditorStep } from './editor-steps.ts'

/**
 * Facts that determine what a listing still needs. `description` is the length in characters, `details` the number of lines that have a
 * value.
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

/** A missing part, as a noun, and the editor step where the seller adds it. */
export type Addition = { step: EditorStep; noun: string }

/** Photo count and description length at or above which no suggestion is shown. */
export const ENOUGH = { photos: 3, description: 80 } as const

/** Returns what is still missing for publication (spec: completions 4), and suggestions that help to sell. */
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

/** Returns true when a photo's alt text mentions a flaw. */
export const showsFlaw = (alt: string): boolean =>
  /\b(flaw|chip|crack|scratch|scuff|stain|hole|tear|worn|wear|dent|fade|darn|repair|missing|fleck|mark|split)/i.test(alt)

/** Returns true for the label of a detail line about size. */
export const isSize = (label: string): boolean => /\b(size|measure\w*|width|height|length|depth|dimension\w*)\b/i.test(label)

/** Returns true for the label of a detail line about the item's condition. */
export const isCondition = (label: string): boolean => /\bcondition\b/i.test(label)
