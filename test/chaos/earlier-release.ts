import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The release before this one: what runs beside it while a market is brought from one to the other. A commit of main that people may
 * still run, with several migrations between. `npm run release` says when to move it.
 */
export const EARLIER = '61e4f2be9f93d7a34eef16a630ada3e0e426f733'

/** A shallow clone has no history. */
export const hasEarlier = spawnSync('git', ['cat-file', '-e', `${EARLIER}^{commit}`], { cwd: ROOT }).status === 0

/** That release in a folder of its own, on the packages of this one. */
export function earlierRelease(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'resale-earlier-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const tar = execFileSync('git', ['archive', EARLIER, 'bin', 'db', 'demo', 'docs', 'packages', 'src', 'package.json', 'tsconfig.json'], {
    cwd: ROOT,
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: tar })
  mkdirSync(join(folder, 'node_modules'))
  // what it makes for itself it makes beside itself
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '.cache'))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}
