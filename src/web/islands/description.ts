/** Names what speaks of a field: what named it before without `gone`, and `more`. A field that nothing speaks of has no such attribute. */
export function describe(field: Element, { gone, more = [] }: { gone: (id: string) => boolean; more?: readonly string[] }): void {
  const ids = [...idsOf(field).filter((id) => !gone(id)), ...more]
  if (ids.length === 0) field.removeAttribute(ATTRIBUTE)
  else field.setAttribute(ATTRIBUTE, ids.join(' '))
}

/** The ids of what speaks of a field. */
export const idsOf = (field: Element): string[] => (field.getAttribute(ATTRIBUTE) ?? '').split(' ').filter((id) => id !== '')

const ATTRIBUTE = 'aria-describedby'
