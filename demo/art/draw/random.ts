/** Generator of pseudo-random numbers from 0 to 1. The same seed always produces the same sequence. */
export type Random = () => number

/** Creates a random number generator whose first state is a hash of the seed. */
export function randomFrom(seed: string): Random {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

/** Returns a random number from `low` to `high`. */
export const between = (random: Random, low: number, high: number): number => low + (high - low) * random()
