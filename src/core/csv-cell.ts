/** Matches a cell that a spreadsheet would interpret as a formula, even after leading apostrophes (spec: reliability T20). */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Puts an apostrophe in front of a formula, so that a spreadsheet shows it as text. */
export const escapeCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Removes the apostrophe that `escapeCell` added, but no other apostrophe. */
export const unescapeCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
