// Collects the licenses of all packages that run with the service. Lists each license text once, with the packages that use it. `node
// bin/notices.ts` prints them, and a release includes them as a file.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Licenses that permit distribution with a service under a different license. */
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
 * A runtime package. `texts` contains its license texts. The list is empty if the package has no license file, or if it is not installed
 * because it is for a different platform.
 */
export type Package = { name: string; version: string; license: string; texts: string[] }

/** Lists the packages in package-lock.json that the service uses at runtime. Omits packages that only tests and tools use. */
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

/** Returns true if an `OR` expression contains an allowed license, or an `AND` expression contains only allowed licenses. */
export const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one)))

/** Returns the content of the notices file: first the license name of each package, then each distinct license text once. */
export function notices(packages: readonly Package[]): string {
  const lines = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`)
  const byText = new Map<string, string[]>()
  for (const { name, texts } of packages) for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), name])
  const texts = [...byText].map(([text, names]) => `${'-'.repeat(80)}\n${[...new Set(names)].join(', ')}\n\n${text}`)
  return `Packages that this service uses at runtime, with their licences.\n\n${lines.join('\n')}\n\n${texts.join('\n\n')}\n`
}

if (import.meta.main) process.stdout.write(notices(runningPackages()))
