export type Filled = {
  title: boolean
  price: boolean
  shipping: boolean
  category: boolean
  photos: number
  flawPhoto: boolean
  size: boolean
  details: number
}

/** Returns the missing requirements for publication (spec: completions 4), and suggestions that help to sell. */
export const readiness = (filled: Filled): { missing: string[]; helps: string[] } => ({
  missing: [...(filled.title ? [] : ['a title']), ...(filled.price ? [] : ['a price'])],
  helps: [
    ...(filled.photos >= 3 ? [] : ['at least three photos']),
    ...(filled.flawPhoto || filled.photos === 0 ? [] : ['a photo of each flaw, with a note']),
    ...(filled.category ? [] : ['a category, so that buyers find it']),
    ...(filled.shipping ? [] : ['the shipping cost']),
    ...(filled.size ? [] : ['the size or measurements']),
    ...(filled.details > 0 ? [] : ['a few details, such as brand and condition']),
  ],
})

/** Returns true when a photo's text mentions a flaw. */
export const showsFlaw = (alt: string): boolean =>
  /\b(flaw|chip|crack|scratch|scuff|stain|hole|tear|worn|wear|dent|fade|darn|repair|missing|fleck|mark|split)/i.test(alt)

/** Returns true for a label about size. */
export const isSize = (label: string): boolean => /\b(size|measure\w*|width|height|length|depth|dimension\w*)\b/i.test(label)
