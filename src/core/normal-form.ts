/** Maximum number of combining marks per letter. Unicode's Stream-Safe format has the same limit. No language needs nearly as many. */
const MOST_MARKS = 30

const MARK = String.raw`[\p{M}\uff9e\uff9f]`
const LONG_RUN = new RegExp(`${MARK}{${MOST_MARKS + 1}}`, 'u')
const BEYOND = new RegExp(`(${MARK}{${MOST_MARKS}})${MARK}+`, 'gu')

/** Returns true if a letter has more combining marks than `normalForm` keeps. */
export const hasLongRunOfMarks = (text: string): boolean => text.length > MOST_MARKS && LONG_RUN.test(text)

/**
 * Normalizes text to a Unicode form. First drops all combining marks after the thirtieth on each letter, because normalization sorts the
 * marks: a hundred thousand marks would take seconds.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  (hasLongRunOfMarks(text) ? text.replace(BEYOND, '$1') : text).normalize(form)
