export type DiffPart = { kind: 'same' | 'gone' | 'new'; text: string }

/** Maximum number of words. Longer strings are shown without a diff, because the algorithm's table grows quadratically. */
const MOST_WORDS = 1_500

/**
 * Returns the word-by-word differences. Joining all parts except `new` restores `before`, and joining all parts except `gone` restores
 * `after`.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const [old, next] = [wordsOf(before), wordsOf(after)]
  if (old.length > MOST_WORDS || next.length > MOST_WORDS) return joined([...marked('gone', old), ...marked('new', next)])
  const common = longestCommon(old, next)
  const parts: DiffPart[] = []
  let [at, to] = [0, 0]
  for (const [one, other] of [...common, [old.length, next.length] as const]) {
    parts.push(...marked('gone', old.slice(at, one)), ...marked('new', next.slice(to, other)))
    if (one < old.length) parts.push({ kind: 'same', text: old[one]! })
    ;[at, to] = [one + 1, other + 1]
  }
  return joined(parts)
}

/** Splits a string into words, each with the space after it, so that joining the words restores the string. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+\s*/gu) ?? []

const marked = (kind: DiffPart['kind'], words: readonly string[]): DiffPart[] => words.map((text) => ({ kind, text }))

function longestCommon(old: readonly string[], next: readonly string[]): (readonly [number, number])[] {
  const wide = next.length + 1
  const most = new Uint16Array((old.length + 1) * wide)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--)
      most[i * wide + j] =
        old[i] === next[j] ? most[(i + 1) * wide + j + 1]! + 1 : Math.max(most[(i + 1) * wide + j]!, most[i * wide + j + 1]!)
  const pairs: (readonly [number, number])[] = []
  for (let [i, j] = [0, 0]; i < old.length && j < next.length;) {
    if (old[i] === next[j]) pairs.push([i++, j++])
    else if (most[(i + 1) * wide + j]! >= most[i * wide + j + 1]!) i++
    else j++
  }
  return pairs
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = []
  for (const { kind, text } of parts) {
    const last = all.at(-1)
    if (last?.kind === kind) last.text += text
    else all.push({ kind, text })
  }
  return all
}
