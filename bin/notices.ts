// The licences of everything that runs with the service: their texts, each once, with the packages that stand under it. Printed by
// `node bin/notices.ts`; a release has it as a file.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** What may be given on with a service that is not itself under them. */
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
/** `texts` are missing where a package has none, and for another machine's packages, which are not installed here. */
export type Package = { name: string; version: string; license: string; texts: string[] }

/** Every package that runs, by package-lock.json: what only tests and tools want is not among them. */
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

/** Whether all that a licence asks for together is allowed, or one of those to choose from. */
export const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one)))

/** The file: first what stands under which licence, then each text once. */
export function notices(packages: readonly Package[]): string {
  const lines = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`)
  const byText = new Map<string, string[]>()
  for (const { name, texts } of packages) for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), name])
  const texts = [...byText].map(([text, names]) => `${'-'.repeat(80)}\n${[...new Set(names)].join(', ')}\n\n${text}`)
  return `Packages that run with this service, and their licences.\n\n${lines.join('\n')}\n\n${texts.join('\n\n')}\n`
}

if (import.meta.main) process.stdout.write(notices(runningPackages()))
