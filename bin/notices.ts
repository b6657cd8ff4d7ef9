// Collects the licenses of all packages that run with the service. Lists each license once, with the packages that use it. `node
// bin/notices.ts` prints them, and a release includes them as a file.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Licences that allow distribution with a service under a different licence. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Python-2.0',
  'MPL-2.0',
  'OFL-1.1',
  'LGPL-3.0-or-later',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'PostgreSQL',
]

type Locked = { version: string; license?: string; dev?: boolean; link?: boolean; os?: string[]; peer?: boolean; devOptional?: boolean }
/**
 * A runtime package. `texts` is empty if the package has no licence file, or is for another platform and therefore not installed.
 */
export type Package = { name: string; version: string; license: string; texts: string[] }

/** Lists the runtime packages in package-lock.json, without packages that only tests and tools use. */
export function runningPackages(root = ROOT): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path, { version, license = '' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, version, license, texts: textsIn(join(root, path)) }
    })
}

function textsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    return names.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  } catch {
    return []
  }
}

/** Returns true when all licences of an `AND` expression, or one licence of an `OR` expression, are allowed. */
export const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one)))

/** Returns the text of the notices file: the licence name of each package, then each distinct licence text once. */
export function notices(packages: readonly Package[]): string {
  const lines = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`)
  const byText = new Map<string, string[]>()
  for (const { name, texts } of packages) for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), name])
  const texts = [...byText].map(([text, names]) => `${'-'.repeat(80)}\n${[...new Set(names)].join(', ')}\n\n${text}`)
  return `Packages that this service uses at runtime, with their licences.\n\n${lines.join('\n')}\n\n${texts.join('\n\n')}\n`
}

if (import.meta.main) process.stdout.write(notices(runningPackages()))
