/** Returns an anchor that is unique on its page: the second use of an id ends in `-2`. `used` counts uses. */
export function anchorOf(id: string, used: Map<string, number>): string {
  const times = used.get(id) ?? 0
  used.set(id, times + 1)
  return times === 0 ? id : `${id}-${times + 1}`
}
