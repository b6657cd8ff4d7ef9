/**
 * Returns the edit distance: the number of insertions, deletions, substitutions, and swaps of adjacent letters. A pair is swapped at most
 * once. Returns `max + 1` for a distance above `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  const width = b.length + 1
  let before: number[] = []
  let above = Array.from({ length: width }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j < width; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let steps = same ? above[j - 1]! : 1 + Math.min(above[j - 1]!, above[j]!, row[j - 1]!)
      const swapped = i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (swapped) steps = Math.min(steps, before[j - 2]! + 1)
      row.push(steps)
      if (steps < least) least = steps
    }
    if (least > max && i > 1) return max + 1
    before = above
    above = row
  }
  return Math.min(above[b.length]!, max + 1)
}
