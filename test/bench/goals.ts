/** A goal of performance.md, what this run saw, and whether that is enough. Null: not to be said from this run. */
export type Goal = { name: string; goal: string; seen: string; met: boolean | null }

export const atLeast = (name: string, seen: number, least: number): Goal => ({
  name,
  goal: `≥ ${least}`,
  seen: seen.toFixed(2),
  met: Number.isNaN(seen) ? null : seen >= least,
})

export const atMost = (name: string, seen: number, most: number, unit = ''): Goal => ({
  name,
  goal: `≤ ${most}${unit}`,
  seen: `${seen.toFixed(unit === '' ? 2 : 0)}${unit}`,
  met: Number.isNaN(seen) ? null : seen <= most,
})

/** The end of a run: each goal on a line. */
export function printGoals(goals: readonly Goal[]): void {
  const width = Math.max(...goals.map(({ name }) => name.length)) + 2
  console.log(`\n${'goal'.padEnd(width)}${'at'.padEnd(12)}${'seen'.padEnd(12)}met`)
  for (const { name, goal, seen, met } of goals)
    console.log(`${name.padEnd(width)}${goal.padEnd(12)}${seen.padEnd(12)}${met === null ? 'not seen' : met ? 'yes' : 'NO'}`)
}
