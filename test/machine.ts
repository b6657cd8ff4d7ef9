/**
 * Factor by which all time limits in tests are multiplied. Test files that run in parallel share two cores, and a CI machine may be several
 * times slower than a development machine.
 */
const TIMES = 4

/** Extends a time limit in ms for slow machines. The limits only detect hangs. Speed is measured by benchmarks. */
export const slack = (ms: number): number => ms * TIMES
