/**
 * Factor for time limits. Parallel test files share two cores, and a CI machine may be several times slower than a development machine.
 */
const TIMES = 4

/** Extends a time limit in ms for slow machines. Such limits only detect hangs; benchmarks measure speed. */
export const slack = (ms: number): number => ms * TIMES
