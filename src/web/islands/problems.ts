import { describe, idsOf } from './description.ts'
import { each } from './find.ts'

/**
 * What was wrong with a field was so of what was sent: as soon as something else stands in it, neither its red edge nor the words
 * are true any more.
 */
export function problems(): void {
  for (const field of each('form [aria-invalid="true"]')) {
    const clear = (): void => {
      field.removeAttribute('aria-invalid')
      for (const id of idsOf(field).filter(isProblem)) document.getElementById(id)?.remove()
      describe(field, { gone: isProblem })
    }
    field.addEventListener('input', clear, { once: true })
    // the script of a form may fill a field in
    field.addEventListener('change', clear, { once: true })
  }
}

const isProblem = (id: string): boolean => id.endsWith('-problem')
