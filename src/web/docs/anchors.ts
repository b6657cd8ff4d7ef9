/** An anchor that no other of the page has: the second of a name ends in `-2`. `used` counts them. */
export function anchorOf(id: string, used: Map<string, number>): string {
  const times = used.get(id) ?? 0
  used.set(id, times + 1)
  return times === 0 ? id : `${id}-${times + 1}`
}
