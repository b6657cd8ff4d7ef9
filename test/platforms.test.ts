import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Locked = {
  os?: string[]
  cpu?: string[]
  optional?: boolean
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}

/** Supported platforms. Windows is supported through WSL, which is Linux. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as { packages: Record<string, Locked> }

/** Returns the packages that contain platform-specific binaries, with the platforms of each package. */
function natives(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    // Skips sharp's binary packages. Their only optional dependency is the package with sharp's library.
    if (lock.packages[path]!.cpu) continue
    const parts = Object.keys(optionalDependencies).flatMap((name) => {
      const { os, cpu, integrity } = lock.packages[`node_modules/${name}`] ?? {}
      return os && cpu && integrity ? os.flatMap((system) => cpu.map((one) => `${system}-${one}`)) : []
    })
    if (parts.length > 0) found.set(path, new Set(parts))
  }
  return found
}

test('the lock file includes the native packages for Linux and macOS, on both x64 and arm64', () => {
  const found = natives()
  for (const name of ['', 'node_modules/sharp', 'node_modules/esbuild']) assert.ok(found.has(name), name)
  for (const [path, has] of found)
    assert.deepEqual(
      PLATFORMS.filter((platform) => !has.has(platform)),
      [],
      path,
    )
})

test('every required package can be installed on every supported platform', () => {
  const bound = Object.entries(lock.packages).filter(([, { os, cpu, optional }]) => (os ?? cpu) && !optional)
  assert.deepEqual(
    bound.map(([path]) => path),
    [],
  )
})
