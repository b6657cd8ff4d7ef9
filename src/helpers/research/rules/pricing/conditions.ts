export const CONDITIONS = ['new_with_tags', 'like_new', 'good', 'fair', 'poor', 'unknown'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Typical price in each condition, as a percentage of the price in good condition. */
export const CONDITION_PERCENT: Readonly<Record<Condition, number>> = {
  new_with_tags: 120,
  like_new: 110,
  good: 100,
  unknown: 100,
  fair: 80,
  poor: 60,
}

/**
 * Converts a provider's condition to the corresponding condition of this service. Items that are new (`new`) or sold for parts (`parts`)
 * are not comparable with used items.
 */
export function conditionOf(word: string | null): Condition | 'new' | 'parts' {
  const text = (word ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown'
}

// uses the first pattern that matches
const WORDS: readonly (readonly [RegExp, Condition | 'new' | 'parts'])[] = [
  [/\bparts\b|not working|^7000$/, 'parts'],
  [/with tags|unworn/, 'new_with_tags'],
  [/like new|open box|refurbished|new other|without tags|without box|^(?:2\d{3}|1500)$/, 'like_new'],
  [/with defects|^1750$|acceptable|\bfair\b|^6000$/, 'fair'],
  [/^(?:brand )?new\b|^1000$/, 'new'],
  [/\bpoor\b|heavily|damaged/, 'poor'],
  [/good|excellent|^[45]000$/, 'good'],
]
