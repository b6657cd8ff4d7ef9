import { of, type Seed } from './seed.ts'

const SWEEPS = 'test/attacks/sweeps.test.ts'

/** What keeps the service up, its owners in and their records apart: one defect for each guard. */
export const GUARD_SEEDS: readonly Seed[] = [
  // --- sweeps
  {
    title: 'limit: all sweeps wait in one line',
    file: 'src/lib/jobs/sweeps.ts',
    find: '({ asks }) => asks ?? null)',
    replace: '() => null)',
    ...of(SWEEPS, 'wait for no other party than their own'),
  },
  {
    title: 'limit: a batch goes on while its party is away',
    file: 'src/lib/jobs/sweeps.ts',
    find: '      if (isAway(error)) return\n',
    replace: '',
    ...of(SWEEPS, 'is left at the first item whose party is away'),
  },
  {
    title: 'limit: a batch goes on while the process stops',
    file: 'src/lib/jobs/sweeps.ts',
    find: '  for (const item of items) {\n    if (stopped.aborted) return\n',
    replace: '  for (const item of items) {\n',
    ...of(SWEEPS, 'ends between two items when the process stops'),
  },
  {
    title: 'limit: a sweep asks somebody outside without a word',
    file: 'src/lib/jobs/sweeps.ts',
    find: 'sweep.asks === undefined ? insideOnly(ctx) : ctx',
    replace: 'ctx',
    ...of(SWEEPS, 'ask nobody outside unless they say whom'),
  },
]
