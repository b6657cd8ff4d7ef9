/** A cell that a spreadsheet would run as a formula (reliability T20), with or without leading apostrophes. */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Escapes a text cell for an export: puts an apostrophe before a formula. */
export const escapeCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Unescapes a cell on import: removes only the apostrophe that `escapeCell` added. */
export const unescapeCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell)
