// `npm run contract:deploy`: every file of deploy/ through the program that will read it. What this machine lacks is said; with
// CI=true it is fetched from Debian, and nothing but helm may be missing, which Debian does not have.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { certificateIn, HOST, PROXIES, type Settings } from '#test/contract/proxy.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))
const CHART = ['--kube-version', '1.33.0', join(DEPLOY, 'helm/market'), '--values', join(DEPLOY, 'helm/example.yaml')]
const IN_CI = process.env['CI'] === 'true'
const folder = mkdtempSync(join(tmpdir(), 'resale-deploy-'))

type Options = { env?: NodeJS.ProcessEnv; cwd?: string }
type Check = { program: string; debian?: string; run(): void }

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
  { program: 'helm', run: chart },
]

const left: string[] = []
try {
  for (const { program, debian, run } of CHECKS) {
    if (!isThere(program) && !(debian && fetched(debian) && isThere(program))) {
      left.push(program)
      console.log(
        `○ ${program} is missing: ${debian ? `apt-get install ${debian}` : 'https://helm.sh, or go install helm.sh/helm/v3/cmd/helm@v3.18.6'}`,
      )
      continue
    }
    run()
    console.log(`✓ ${program}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (IN_CI && left.some((program) => program !== 'helm')) {
  console.error('With CI=true nothing of these may be missing.')
  process.exitCode = 1
}

function units(): void {
  const place = join(folder, 'units')
  cpSync(join(DEPLOY, 'systemd'), place, { recursive: true })
  for (const name of readdirSync(place)) {
    // it wants to see the program
    const text = readFileSync(join(place, name), 'utf8').replaceAll('/srv/market/node_modules/.bin/node', process.execPath)
    writeFileSync(join(place, name), text)
  }
  const names = ['market-web@3000.service', 'market-worker.service', 'market-rehearsal.service', 'market-rehearsal.timer']
  const { stderr } = mustPass('systemd-analyze', ['verify', '--man=no', ...names.map((name) => join(place, name))])
  assert.equal(stderr, '')
}

function chart(): void {
  mustPass('helm', ['lint', '--strict', ...CHART])
  const whole = mustPass('helm', ['template', 'market', ...CHART]).stdout
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
    assert.match(whole, new RegExp(`^kind: ${kind}$`, 'm'))
  const containers = whole.split(/^ {6}containers:$/m).slice(1)
  assert.equal(containers.length, 3)
  for (const one of containers) assert.match(one, /readOnlyRootFilesystem: true/)
  const without = ['database.enabled', 'migrations.enabled', 'networkPolicy.enabled'].flatMap((name) => ['--set', `${name}=false`])
  assert.doesNotMatch(mustPass('helm', ['template', 'market', ...CHART, ...without]).stdout, /cnpg|kind: (?:Job|NetworkPolicy)/)
  assert.notEqual(spawnSync('helm', ['template', 'market', ...CHART, '--set', 'storeDomain=']).status, 0, 'a chart without its domain')
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
  // on a machine of somebody's own a web server would begin to run
  if (!IN_CI || process.getuid?.() !== 0 || !isThere('apt-get')) return false
  const install = `apt-get install -y --no-install-recommends ${debian}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('sh', ['-c', `${install} || { apt-get update && ${install}; }`], { env }).status === 0
}
