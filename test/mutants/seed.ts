/** A plausible defect, and a test that must detect it. */
export type Seed = {
  /** Title of the defect: its area (law, money, floor, authority, limit or privacy), followed by a short description. */
  title: string
  file: string
  /** The text to replace. It must occur exactly once in the file. */
  find: string
  replace: string
  /** The test file. `testName` is a part of the name of the test that must detect the defect. */
  test: string
  testName: string
}

export const of = (test: string, testName: string) => ({ test, testName })
