import { styleText } from 'node:util'

/** Output for people, or for programs if `json` is true. The mode does not change during a run. */
export type Output = {
  json: boolean
  table<Row extends object>(rows: readonly Row[], columns: Readonly<Record<string, (row: Row) => unknown>>): void
  record(record: object, lines: () => readonly string[]): void
  /** Prints one line: text, or one JSON object. */
  line(record: object, message: () => string): void
  /** Prints a note for the user that is not part of the command's result. */
  note(message: string): void
  progress(done: number, of: number, message: string): void
  endProgress(): void
}

type Style = Parameters<typeof styleText>[0]

/** Colors text if the terminal supports color and NO_COLOR is not set. `styleText` in Node 20 does not check either condition. */
export const styled = (style: Style, text: string): string =>
  process.stdout.isTTY && process.stdout.hasColors() ? styleText(style, text, { stream: process.stdout }) : text

const BAR = 24

export function createOutput(json: boolean, stdout = process.stdout, stderr = process.stderr): Output {
  const write = (text: string) => void stdout.write(`${text}\n`)
  return {
    json,
    table(rows, columns) {
      if (json) {
        write(JSON.stringify(rows, null, 2))
        return
      }
      if (rows.length === 0) stderr.write('No results.\n')
      else for (const line of tableLines(rows, columns, stdout.isTTY ? stdout.columns : Number.POSITIVE_INFINITY)) write(line)
    },
    record(record, lines) {
      write(json ? JSON.stringify(record, null, 2) : lines().map(plain).join('\n'))
    },
    line(record, message) {
      write(json ? JSON.stringify(record) : message())
    },
    note: (message) => void stderr.write(`${message}\n`),
    progress(done, of, message) {
      if (!stderr.isTTY) return
      const full = of === 0 ? BAR : Math.round((done / of) * BAR)
      const text = `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${done}/${of} ${plain(message)}`
      stderr.write(`\r\u001b[2K${[...text].slice(0, (stderr.columns || 80) - 1).join('')}`)
    },
    endProgress() {
      if (stderr.isTTY) stderr.write('\r\u001b[2K')
    },
  }
}

function tableLines<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => unknown>>,
  width: number,
): string[] {
  const names = Object.keys(columns)
  const cells = rows.map((row) => names.map((name) => cellText(columns[name]!(row))))
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((line) => [...line[at]!].length)))
  const isNumber = names.map((_, at) => cells.every((line) => /^[$-]?[\d.,]*$/.test(line[at]!)))
  const laid = (line: readonly string[]) =>
    cut(
      line
        .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
        .join('  ')
        .trimEnd(),
      width,
    )
  return [styled('bold', laid(names.map((name) => name.toUpperCase()))), ...cells.map(laid)]
}

const cut = (text: string, width: number): string => ([...text].length <= width ? text : `${[...text].slice(0, width - 1).join('')}…`)

const cellText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : plain(typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean).toString())

/** Removes control characters, so that text from other users cannot move the cursor or color the screen. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')

/** Formats an amount in dollars: 48 as `$48`, and 19.5 as `$19.50`. */
export const dollars = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '' : `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`
