/** A goal in performance.md, the measured value, and the result. `met` is null when this run cannot measure the goal. */
export type Goal = { name: string; goal: string; seen: string; met: boolean | null }

export type Report = { rows: string[][]; notes: string[]; goals: Goal[] }

export const atLeast = (name: string, seen: number, least: number, unit = ''): Goal => ({
  name,
  goal: `≥ ${numberOf(least)}${unit}`,
  ...judged(seen, unit, seen >= least),
})

export const atMost = (name: string, seen: number, most: number, unit = ''): Goal => ({
  name,
  goal: `≤ ${numberOf(most)}${unit}`,
  ...judged(seen, unit, seen <= most),
})

const judged = (seen: number, unit: string, met: boolean) =>
  Number.isNaN(seen) ? { seen: 'not measured', met: null } : { seen: `${numberOf(seen)}${unit}`, met }

/** Formats a number with three significant digits and with thousands separators. */
export const numberOf = (value: number): string =>
  Number(value >= 100 ? value.toFixed(0) : value.toPrecision(3))
    .toLocaleString('en')
    .replaceAll(',', ' ')

/** Returns the goals as a Markdown table for docs/performance.md. */
export const goalsTable = (goals: readonly Goal[]): string =>
  table(
    ['', 'goal', 'measured', 'met'],
    goals.map(({ name, goal, seen, met }) => [name, goal, seen, met === null ? '' : met ? 'yes' : 'no']),
  )

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')).join('\n')
