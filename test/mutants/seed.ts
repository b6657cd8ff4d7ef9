/** A plausible defect, and the test that must notice it. */
export type Seed = {
  /** The defect in a few words, with its area: law, money, floor, authority, limit, privacy. */
  title: string
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** The test file, and a part of the name of the test that must fail. */
  test: string
  promise: string
}

export const of = (test: string, promise: string) => ({ test, promise })
