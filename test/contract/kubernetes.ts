import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Go module with a program that validates manifests like the Kubernetes API server. */
export const VALIDATOR = 'sigs.k8s.io/kubectl-validate@v0.0.4'
/** Kubernetes version of the manifests and the schemas. */
export const KUBERNETES = '1.33.0'
/** Go modules with the published schemas for Kubernetes and for the operators that the chart uses. */
const SCHEMAS = `k8s.io/kubernetes@v${KUBERNETES}`
const OPERATORS: [module: string, folder: string][] = [
  ['github.com/cloudnative-pg/cloudnative-pg@v1.26.0', 'config/crd/bases'],
  ['github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0', 'config/crd/bases'],
  ['github.com/cert-manager/cert-manager@v1.18.2', 'deploy/crds'],
]

/** Validates rendered manifests against the schemas, and checks that a manifest with a seeded fault is rejected. Returns a summary. */
export function checkManifests(validator: string, folder: string, renderings: Record<string, string>): string {
  const flags = ['--version', '1.30', '--local-schemas', join(folder, 'schemas'), '--local-crds', join(folder, 'crds')]
  layOut(folder)
  const validate = (name: string, text: string) => {
    const path = join(folder, `${name}.yaml`)
    writeFileSync(path, text)
    return spawnSync(validator, [path, ...flags], { encoding: 'utf8' })
  }
  for (const [name, text] of Object.entries(renderings)) {
    const { status, stdout, stderr } = validate(name, text)
    assert.equal(status, 0, `${name}: ${stdout}${stderr}`)
  }
  // proves that the validator reads the schemas: without them, it would accept any document
  const documents = Object.values(renderings).join('\n---\n').split(/^---$/m)
  const kinds = new Map(documents.map((text) => [/^kind: (\w+)$/m.exec(text)?.[1] ?? '', text]))
  kinds.delete('')
  for (const [kind, text] of kinds) {
    const { status, stdout, stderr } = validate('wrong', text.replace(/^metadata:$/m, 'unheard: of\nmetadata:'))
    assert.ok(status !== 0 && stderr.includes('unheard'), `a ${kind} with an unknown field passes: ${stdout}${stderr}`)
  }
  return `${Object.keys(renderings).length} renderings, ${kinds.size} kinds, against Kubernetes ${KUBERNETES} and ${OPERATORS.map(([module]) => module.replace(/.*\//, '')).join(', ')}`
}

/** Writes the schemas in the validator's layout: one file per API group and version, and one per operator kind. */
function layOut(folder: string): void {
  const schemas = join(moduleFolder(SCHEMAS), 'api/openapi-spec/v3')
  for (const name of readdirSync(schemas).filter((file) => /__v\w+_openapi\.json$/.test(file)))
    copy(join(schemas, name), join(folder, 'schemas', name.replace('_openapi.json', '.json').replaceAll('__', '/')))
  for (const [module, path] of OPERATORS) {
    const from = join(moduleFolder(module), path)
    for (const name of readdirSync(from).filter((file) => file.endsWith('.yaml'))) copy(join(from, name), join(folder, 'crds', name))
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

/** Returns the folder of a Go module, which is downloaded if necessary. Throws with the reason if the proxy does not have the module. */
function moduleFolder(module: string): string {
  const { status, stdout, stderr } = spawnSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' })
  assert.equal(status, 0, `cannot install ${module}: ${stdout}${stderr}`)
  return (JSON.parse(stdout) as { Dir: string }).Dir
}
