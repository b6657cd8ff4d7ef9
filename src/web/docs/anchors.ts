/**
 * Returns an anchor that is unique on its page. The second occurrence of an id gets the suffix `-2`. `used` counts the occurrences of each
 * id.
 */
export function anchorOf(id: string, used: Map<string, number>): string {
  const times = used.get(id) ?? 0
  used.set(id, times + 1)
  return times === 0 ? id : `${id}-${times + 1}`
}
