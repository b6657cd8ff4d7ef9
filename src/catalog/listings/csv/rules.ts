/** A cell that a spreadsheet would run as a formula (reliability T20), with or without apostrophes before it. */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** A text cell for an export: an apostrophe before what a spreadsheet would run as a formula. */
export const escapeCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text of a cell on import: takes away the apostrophe that `escapeCell` put there, and no other. */
export const unescapeCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell)
