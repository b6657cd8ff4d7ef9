/** A plausible defect, and a test that must detect it. */
export type Seed = {
  file: string
  /** The text to replace. It must occur exactly once in the file. */
  find: string
  /** The new text. Without it, the text is deleted. */
  replace?: string
  /** The test file. `testName` is a part of the name of the test that must detect the defect. */
  test: string
  testName: string
}

/** Defects by title: the area (law, money, floor, authority, limit or privacy), followed by a short description. */
export type Seeds = Readonly<Record<string, Seed>>

export const of = (test: string, testName: string) => ({ test, testName })
