import { globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** The Debian libfaketime library for programs with threads, or undefined if it is not installed. */
export const FAKETIME = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

/**
 * Returns the environment for a process with a wall clock that the test controls. The monotonic clock of the process and the database's
 * clock do not change.
 */
export function movableClock(t: Pick<TestContext, 'after'>): { env: Record<string, string>; move(offset: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'resale-clock-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'offset')
  const move = (offset: string) => {
    writeFileSync(`${file}.next`, `${offset}\n`)
    renameSync(`${file}.next`, file)
  }
  move('+0')
  return {
    env: { LD_PRELOAD: FAKETIME!, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    move,
  }
}
