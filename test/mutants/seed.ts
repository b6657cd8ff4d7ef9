/** A plausible defect, and the test that must detect it. */
export type Seed = {
  /** The area (law, money, floor, authority, limit or privacy), then the defect in a few words. */
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
