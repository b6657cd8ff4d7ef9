/**
 * Maximum number of combining marks per letter. Unicode's Stream-Safe format has the same limit. No language needs anywhere near that many.
 */
const MOST_MARKS = 30

const MARK = String.raw`[\p{M}\uff9e\uff9f]`
const LONG_RUN = new RegExp(`${MARK}{${MOST_MARKS + 1}}`, 'u')
const BEYOND = new RegExp(`(${MARK}{${MOST_MARKS}})${MARK}+`, 'gu')

/** Returns true if any letter has more combining marks than `normalForm` allows. */
export const hasLongRunOfMarks = (text: string): boolean => text.length > MOST_MARKS && LONG_RUN.test(text)

/**
 * Converts text to a Unicode normalization form. Before that, drops all combining marks after the thirtieth on each letter. Normalization
 * sorts the marks, so a hundred thousand of them would take seconds.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  (hasLongRunOfMarks(text) ? text.replace(BEYOND, '$1') : text).normalize(form)
