import type { Db } from '#platform/db/index.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { readChanged } from './queries.ts'
import { effective, type Defaults, type MarketSettings } from './rules.ts'

export { lockChanged, lockFees, readChanged, writeChanged } from './queries.ts'
export { effective, ENVIRONMENT, isPageAddress, MARK, type ChangedSettings, type MarketSettings } from './rules.ts'

/** The operator's settings, cached in this process's memory (decision 51). */
export type Settings = {
  /** Returns the settings that this process last read, which may be slightly outdated. */
  current(): MarketSettings
  /** Reads the settings again. The promise never rejects: if the database does not respond, the last settings remain in use. */
  refresh(): Promise<void>
}

type Deps = { config: Defaults; db: Db; log: Log }

/**
 * Creates the settings. Until the first `refresh`, they have their default values. Calls `changed` after each refresh that changes any
 * value.
 */
export function createSettings({ config, db, log }: Deps, changed: () => void): Settings {
  let known = effective(config, {})
  const read = async () => {
    try {
      const next = effective(config, await readChanged(db))
      if (JSON.stringify(next) === JSON.stringify(known)) return
      known = next
      changed()
    } catch (error) {
      log.warn({ err: error }, 'reading the operator settings failed; the last settings remain in use')
    }
  }
  // runs one read at a time, so that the result of an older read never replaces a newer result
  let last = Promise.resolve()
  return { current: () => known, refresh: () => (last = last.then(read)) }
}
