import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder for the built programs, which are never part of the project. */
const BUILT = fileURLToPath(new URL('../../node_modules/.cache/go', import.meta.url))

/**
 * Returns the path of a Go program, which is either installed or built from the given version. Returns null if the build fails or is not
 * allowed. `address` is the argument for `go install`, such as example.com/tool/cmd/tool@v1.2.3.
 */
export function goTool(address: string, { mayBuild = true }: { mayBuild?: boolean } = {}): string | null {
  const name = basename(address.slice(0, address.indexOf('@')))
  if (spawnSync('sh', ['-c', `command -v ${name}`]).status === 0) return name
  const built = join(BUILT, name)
  if (existsSync(built)) return built
  if (!mayBuild) return null
  const env = { ...process.env, GOBIN: BUILT, GOFLAGS: '-buildvcs=false' }
  return spawnSync('go', ['install', address], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0 ? built : null
}
