import { describe, idsOf } from './description.ts'
import { each } from './find.ts'

/** Clears a field's error as soon as its value changes, because the error is about the previous value. */
export function problems(): void {
  for (const field of each('form [aria-invalid="true"]')) {
    const clear = (): void => {
      field.removeAttribute('aria-invalid')
      for (const id of idsOf(field).filter(isProblem)) document.getElementById(id)?.remove()
      describe(field, { gone: isProblem })
    }
    field.addEventListener('input', clear, { once: true })
    // scripts may change the value without firing an `input` event
    field.addEventListener('change', clear, { once: true })
  }
}

const isProblem = (id: string): boolean => id.endsWith('-problem')
