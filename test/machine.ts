/** Parallel files share two cores, and CI machines may be several times slower than the one on which the limits were set. */
const TIMES = 4

/** Extends a time limit for slow machines. It only detects hangs; benchmarks measure cost. */
export const slack = (ms: number): number => ms * TIMES
