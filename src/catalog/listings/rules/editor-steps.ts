import { FIELD_LABELS } from './editor-fields.ts'

/** Steps of the listing editor, in order. On a phone, only one step is visible at a time. */
export const EDITOR_STEPS = ['photos', 'details', 'price', 'publish'] as const
export type EditorStep = (typeof EDITOR_STEPS)[number]

const isStep = (text: string | undefined): text is EditorStep => EDITOR_STEPS.some((step) => step === text)

const FIELDS = {
  photos: ['files', 'photo_ids', 'alt'],
  price: ['price', 'lowest_price', 'shipping', 'take_offers'],
  publish: ['parcel', 'sku', 'visibility'],
} as const satisfies Partial<Record<EditorStep, readonly string[]>>

/** Returns the step that contains a field, or null if the editor has no such field. */
export function stepOfField(name: string): EditorStep | null {
  const found = Object.entries(FIELDS).find(([, fields]) => (fields as readonly string[]).includes(name))
  if (found) return found[0] as EditorStep
  return name === 'fields' || Object.hasOwn(FIELD_LABELS, name) ? 'details' : null
}

type Request = {
  param?: string | null | undefined
  step?: string | undefined
  /** Tab of the helper panel that is open. */
  help?: string | undefined
}

/**
 * Returns the step to show. A step with an error comes first, then the requested step, then the helper's step, then the listing's next
 * step.
 */
export function stepToShow({ param, step, help }: Request, next: EditorStep | 'done'): EditorStep {
  const faulty = param ? stepOfField(param) : null
  if (faulty) return faulty
  if (isStep(step)) return step
  if (help) return help === 'research' ? 'price' : 'details'
  return next === 'done' ? 'photos' : next
}

const CONTINUE = 'step-'

/** Value of the button that saves the form and opens a step. */
export const continueTo = (step: EditorStep): string => `${CONTINUE}${step}`

/** Returns the step that a button opens, or null for other buttons. */
export const continuesWith = (action: string): EditorStep | null => {
  const step = action.startsWith(CONTINUE) ? action.slice(CONTINUE.length) : undefined
  return isStep(step) ? step : null
}
