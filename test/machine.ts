/** Files that run side by side share two cores, and a machine of CI may be several times slower than the one that the limits were set on. */
const TIMES = 4

/** A limit by the clock, with room for a slow machine. It says that something hangs; what it costs is for benchmarks to say. */
export const slack = (ms: number): number => ms * TIMES
