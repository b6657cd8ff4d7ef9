/**
 * Factor for all time limits in tests. Test files that run in parallel share two cores, and a CI machine may be several times slower than a
 * development machine.
 */
const TIMES = 4

/** Extends a time limit in ms on slow machines. Such limits only detect hangs; benchmarks measure speed. */
export const slack = (ms: number): number => ms * TIMES
