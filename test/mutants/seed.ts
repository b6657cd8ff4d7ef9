/** A defect that somebody could write, and the promise of a test that must notice it. */
export type Seed = {
  /** What goes wrong, in a few words, with what it stands on: law, money, floor, authority, limit, privacy. */
  title: string
  file: string
  /** Stands exactly once in the file. */
  find: string
  replace: string
  /** The test file, and a part of the name of the test that turns red. */
  test: string
  promise: string
}

export const of = (test: string, promise: string) => ({ test, promise })
