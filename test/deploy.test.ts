import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { send } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { makeHome } from '#test/child.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Variables for Docker Compose, its other services or the C library, rather than for this service. */
const OTHERS =
  /^(MALLOC_ARENA_MAX$|PUBLIC_HOST|DATABASE_PASSWORD|DNS_|POSTGRES_|ROOT_|WEB_\d|TLS$|CMD$|ALL$|NODE_ENV$|OPENSEARCH_|DISABLE_|CERTIFICATE|HTTPS?_PORT)/

test('the files in deploy/ contain only settings that the service supports', () => {
  const known = new Set(
    read('docs/settings.md')
      .match(/`[A-Z][A-Z0-9_]+`/g)!
      .map((name) => name.slice(1, -1)),
  )
  const files = [
    'Dockerfile',
    'deploy/compose.yaml',
    'deploy/env.example',
    'deploy/helm/market/values.yaml',
    'deploy/helm/market/templates/settings.yaml',
    'deploy/helm/market/templates/_helpers.tpl',
    ...readdirSync(join(ROOT, 'deploy/systemd')).map((name) => `deploy/systemd/${name}`),
  ]
  let seen = 0
  for (const file of files) {
    const named = [
      ...read(file)
        .replaceAll(/^\s*#.*$/gm, '')
        .matchAll(/(?:^|[\s{"])([A-Z][A-Z0-9_]{2,})(?:=|: )/gm),
    ].map(([, name]) => name!)
    for (const name of named.filter((one) => !OTHERS.test(one))) {
      seen++
      assert.ok(known.has(name), `${file} sets ${name}, which docs/settings.md does not know`)
    }
  }
  assert.ok(seen > 20, `${seen} settings`)
})

test('each container runs in an existing role, without privileges and on a read-only file system', () => {
  const compose = read('deploy/compose.yaml')
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    "security_opt: ['no-new-privileges:true']",
    'command: [bin/start.js, web]',
    'command: [bin/start.js, worker]',
  ])
    assert.ok(compose.includes(line), line)
  assert.match(read('Dockerfile'), /\nUSER 65532:65532\nEXPOSE/)
})

test('.dockerignore excludes no file that the image needs', () => {
  const allowed = read('.dockerignore').split('\n')
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '))
  assert.ok(copied.length > 6)
  for (const path of copied) assert.ok(allowed.includes(`!${path}`), path)
})

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0
test('systemd accepts the unit files in deploy/', { skip: !systemd && 'systemd-analyze is not installed' }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'resale-units-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(ROOT, 'deploy/systemd'), folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    // systemd-analyze fails if the program in the unit file does not exist.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/srv/market/node_modules/.bin/node', process.execPath))
  }
  const units = ['market-web@3000.service', 'market-worker.service', 'market-rehearsal.service', 'market-rehearsal.timer'].map((name) =>
    join(folder, name),
  )
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
})

test('a worker serves health checks on a separate port, and metrics only to callers with the metrics token', async (t) => {
  const home = await makeHome(t)
  const port = await freePort()
  const open = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'market.example', TEST_CLOCK: 'off', METRICS_TOKEN: 'letmein' }
  const worker = await home.start('worker', { ...open, PORT: String(port), HEALTH_PORT: String(port), HOST: '127.0.0.1' })
  assert.deepEqual((await send(port, 'GET', '/healthz')).body, { status: 'ok' })
  assert.equal((await send(port, 'GET', '/metrics')).status, 404)
  const metrics = await send(port, 'GET', '/metrics', { headers: { authorization: 'Bearer letmein' } })
  assert.match(metrics.body, /^jobs_waiting \d+$/m)
  assert.equal((await send(port, 'GET', '/')).status, 404)
  worker.process.kill('SIGTERM')
  assert.equal(await worker.exited, 0)
})
