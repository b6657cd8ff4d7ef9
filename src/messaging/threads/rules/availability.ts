const PATTERNS = [
  /^(is|are) (it|this|that|they|these|the \w+)( \w+){0,3} (still )?(available|for sale|there|on sale)( still)?$/,
  /^(still|is still|it still|this still) (available|for sale|there|on sale)$/,
  /^(available|do you still have (it|this|that|one))$/,
  /^(has|was|is) (it|this|that) (been )?(sold|taken|gone)( already| yet)?$/,
]
const GREETING = /^(hi|hey|hello|good (morning|day|evening|afternoon))( there)?\b/
const ENDING = /\b(please|thanks|thank you|pls)$/

/** Returns true if a question is only about availability, which the page already shows (spec: ux 1.5). In case of doubt, returns false. */
export function isAvailabilityQuestion(text: string): boolean {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z' ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const bare = plain.replace(GREETING, '').replace(ENDING, '').trim()
  return PATTERNS.some((pattern) => pattern.test(bare))
}
