/** Marks on one letter that are kept. Unicode's Stream-Safe format sets the same bound; no language comes near it. */
const MOST_MARKS = 30

const MARK = String.raw`[\p{M}\uff9e\uff9f]`
const LONG_RUN = new RegExp(`${MARK}{${MOST_MARKS + 1}}`, 'u')
const BEYOND = new RegExp(`(${MARK}{${MOST_MARKS}})${MARK}+`, 'gu')

/** Whether more marks stand on one letter than `normalForm` keeps. */
export const hasLongRunOfMarks = (text: string): boolean => text.length > MOST_MARKS && LONG_RUN.test(text)

/**
 * A text in a Unicode normal form. Normalizing sorts the marks on each letter, which takes seconds for a letter with a hundred
 * thousand of them, so those past the thirtieth are dropped first: the cost is linear, whoever wrote the text.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  (hasLongRunOfMarks(text) ? text.replace(BEYOND, '$1') : text).normalize(form)
