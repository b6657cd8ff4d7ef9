import { ADMIN } from './admin.ts'
import { CATALOG } from './catalog.ts'
import { COMMERCE } from './commerce.ts'
import { DEVELOPERS } from './developers.ts'
import { HELPERS } from './helpers.ts'
import { IDENTITY } from './identity.ts'
import { MESSAGING } from './messaging.ts'
import { PLATFORM } from './platform.ts'
import { UCP } from './ucp.ts'
import { WEB } from './web.ts'

/** A generated mutant that no test can detect, because the mutant does not change the behavior. */
export type Equivalent = {
  file: string
  /** The changed lines before and after the edit, in the format that `npm run mutants` prints. */
  before: string
  after: string
  /** The reason, in one line, why the code behaves the same with and without the edit. */
  reason: string
}

/** Equivalent mutants by the path of the source file, one table for each folder in `src`. */
export type EquivalentByFile = Readonly<Record<string, readonly Omit<Equivalent, 'file'>[]>>

const TABLES = [ADMIN, CATALOG, COMMERCE, DEVELOPERS, HELPERS, IDENTITY, MESSAGING, PLATFORM, UCP, WEB]

export const EQUIVALENT: readonly Equivalent[] = TABLES.flatMap((table) =>
  Object.entries(table).flatMap(([file, mutants]) => mutants.map((mutant) => ({ file, ...mutant }))),
)
