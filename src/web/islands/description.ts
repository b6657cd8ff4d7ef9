/** Updates `aria-describedby`: removes the ids that match `gone`, adds the ids in `more`, and removes the attribute if it is empty. */
export function describe(field: Element, { gone, more = [] }: { gone: (id: string) => boolean; more?: readonly string[] }): void {
  const ids = [...idsOf(field).filter((id) => !gone(id)), ...more]
  if (ids.length === 0) field.removeAttribute(ATTRIBUTE)
  else field.setAttribute(ATTRIBUTE, ids.join(' '))
}

/** Returns the ids of the elements that describe a field. */
export const idsOf = (field: Element): string[] => (field.getAttribute(ATTRIBUTE) ?? '').split(' ').filter((id) => id !== '')

const ATTRIBUTE = 'aria-describedby'
