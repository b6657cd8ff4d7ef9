/** A plausible defect, and the test that must detect it. */
export type Seed = {
  /** The defect in a few words, after its area: law, money, floor, authority, limit, privacy. */
  title: string
  file: string
  /** The text to replace. It occurs exactly once in the file. */
  find: string
  replace: string
  /** The test file. `testName` is a part of the name of the test that must fail. */
  test: string
  testName: string
}

export const of = (test: string, testName: string) => ({ test, testName })
