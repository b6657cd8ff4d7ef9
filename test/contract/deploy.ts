// `npm run contract:deploy`: checks every file in deploy/ with the program that will read it. Reports missing programs; with CI=true,
// installs them from Debian. Helm comes from Maven Central. The validator of Kubernetes schemas is built from Go's module proxy if Go is
// installed, but not in CI, because the first build takes minutes. Only these two may be missing.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { goTool } from '#test/contract/go-tool.ts'
import { JAVA, javaProgram, lacksJava } from '#test/contract/java.ts'
import { checkManifests, KUBERNETES, VALIDATOR } from '#test/contract/kubernetes.ts'
import { certificateIn, HOST, PROXIES, type Settings } from '#test/contract/proxy.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))
const CHARTS = fileURLToPath(new URL('./charts', import.meta.url))
const CHART = join(DEPLOY, 'helm/market')
const VALUES = join(DEPLOY, 'helm/example.yaml')
const IN_CI = process.env['CI'] === 'true'
/** `WITHOUT`: chart values that disable the optional parts. `FULL`: chart values that differ from the example. */
const WITHOUT = ['database.enabled', 'migrations.enabled', 'networkPolicy.enabled'].map((name) => `${name}=false`)
const FULL = [
  'image.pullSecrets[0]=registry',
  'database.instances=1',
  'database.storage.storageClass=fast',
  'database.backup.endpointURL=https://s3.example',
]
const folder = mkdtempSync(join(tmpdir(), 'resale-deploy-'))

type Options = { env?: NodeJS.ProcessEnv; cwd?: string }
/**
 * Checks deployment files with a program. `debian`: the Debian packages that contain the program. `find`: a function that finds the program
 * elsewhere, and a description of its requirements.
 */
type Check = { program: string; debian?: string; find?: [() => string | null, string]; run(command: string): void }

const CHECKS: Check[] = [
  ...Object.entries(PROXIES).map(([name, make]) => ({
    program: name,
    debian: name,
    run() {
      const { cert, ...files } = certificateIn(folder)
      const settings: Settings = {
        ...{ PUBLIC_HOST: HOST, STORE_DOMAIN: HOST, TLS: 'files', HTTP_PORT: '8080', HTTPS_PORT: '8443' },
        ...{ WEB_1: '127.0.0.1:3000', WEB_2: '127.0.0.1:3001', ...files },
      }
      assert.ok(cert)
      mustPass(name, make(folder, settings).check, { env: { ...process.env, ...settings, HOME: folder, XDG_DATA_HOME: folder } })
    },
  })),
  {
    program: 'promtool',
    debian: 'prometheus',
    run() {
      for (const what of [
        ['check', 'rules', 'alerts.yaml'],
        ['check', 'config', '--syntax-only', 'prometheus.yaml'],
      ])
        mustPass('promtool', what, { cwd: join(DEPLOY, 'observe') })
    },
  },
  { program: 'systemd-analyze', debian: 'systemd', run: units },
  { program: 'helm', find: [findHelm, `Maven Central and ${JAVA}`], run: chart },
  {
    program: 'kubectl-validate',
    find: [() => (findHelm() ? goTool(VALIDATOR, { mayBuild: !IN_CI }) : null), 'Go, helm and that CI=true is not set'],
    run: manifests,
  },
]

const left: string[] = []
let helmArguments: string[] | null = null
try {
  for (const { program, debian, find, run } of CHECKS) {
    const command = find ? find[0]() : isThere(program) || (debian && fetched(debian) && isThere(program)) ? program : null
    if (command === null) {
      left.push(program)
      console.log(`○ ${program} is missing, so its part is left out: ${find ? `it needs ${find[1]}` : `apt-get install ${debian}`}`)
      continue
    }
    run(command)
    console.log(`✓ ${program}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (IN_CI && left.some((program) => CHECKS.find((check) => check.program === program)?.debian)) {
  console.error('With CI=true nothing of these may be missing.')
  process.exitCode = 1
}

function units(): void {
  const unitsFolder = join(folder, 'units')
  cpSync(join(DEPLOY, 'systemd'), unitsFolder, { recursive: true })
  for (const name of readdirSync(unitsFolder)) {
    // replaces the path of node in the unit file, because the check requires an existing program
    const text = readFileSync(join(unitsFolder, name), 'utf8').replaceAll('/srv/market/node_modules/.bin/node', process.execPath)
    writeFileSync(join(unitsFolder, name), text)
  }
  const names = ['market-web@3000.service', 'market-worker.service', 'market-rehearsal.service', 'market-rehearsal.timer']
  const { stderr } = mustPass('systemd-analyze', ['verify', '--man=no', ...names.map((name) => join(unitsFolder, name))])
  assert.equal(stderr, '')
}

function findHelm(): string | null {
  if (lacksJava() !== null && !fetched(JAVA)) return null
  return (helmArguments ??= javaProgram(CHARTS, 'helm', 'Charts.java')) && 'java'
}

function helm(...args: string[]) {
  return spawnSync('java', [...(helmArguments ?? []), ...args], { encoding: 'utf8' })
}

function chart(): void {
  const copy = join(folder, 'linted')
  cpSync(CHART, copy, { recursive: true })
  const { status, stdout, stderr } = helm('lint', copy, VALUES)
  assert.equal(status, 0, stdout + stderr)
  const whole = rendered()
  const kinds = new Set([...whole.matchAll(/^kind: (\w+)$/gm)].map((match) => match[1]))
  for (const kind of [
    'Deployment',
    'PodDisruptionBudget',
    'Ingress',
    'Certificate',
    'Cluster',
    'ObjectStore',
    'ScheduledBackup',
    'Job',
    'NetworkPolicy',
  ])
    assert.ok(kinds.has(kind), kind)
  const containers = whole.split(/^ {6}containers:$/m).slice(1)
  assert.equal(containers.length, 3)
  for (const one of containers) assert.match(one, /readOnlyRootFilesystem: true/)
  assert.doesNotMatch(rendered(WITHOUT), /cnpg|kind: (?:Job|NetworkPolicy)/)
  assert.match(helm('template', CHART, VALUES, KUBERNETES, 'storeDomain=').stderr, /at '\/storeDomain': '' does not match/)
}

/** Validates the manifests like the APIs of the cluster and of its operators: every field must be known and have the right type. */
function manifests(validator: string): void {
  const checked = checkManifests(validator, folder, { example: rendered(), full: rendered(FULL), least: rendered(WITHOUT) })
  console.log(`  ${checked}`)
}

/** Renders the chart with the upgrade jobs. Removes their hook annotations, because the Helm library does not render hooks. */
function rendered(set: readonly string[] = []): string {
  const copy = mkdtempSync(join(folder, 'rendered-'))
  cpSync(CHART, copy, { recursive: true })
  for (const name of readdirSync(join(copy, 'templates'))) {
    const path = join(copy, 'templates', name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^ +helm\.sh\/hook: .*\n/gm, ''))
  }
  const { status, stdout, stderr } = helm('template', copy, VALUES, KUBERNETES, ...set)
  assert.equal(status, 0, stderr)
  return stdout
}

function mustPass(program: string, args: readonly string[], options: Options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', ...options })
  assert.equal(done.status, 0, `${program} ${args.join(' ')}\n${done.stdout}${done.stderr}`)
  return done
}

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

function fetched(debian: string): boolean {
  // installs the package only in CI, because it would start a web server on a private machine
  if (!IN_CI || process.getuid?.() !== 0 || !isThere('apt-get')) return false
  const install = `apt-get install -y --no-install-recommends ${debian}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('sh', ['-c', `${install} || { apt-get update && ${install}; }`], { env }).status === 0
}
