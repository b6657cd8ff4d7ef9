import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#test/app.ts'
import { makeHome } from '#test/child.ts'
import { freePort } from '#test/free-port.ts'
import { gateTo } from '#test/gate.ts'
import { until } from '#test/until.ts'
import { isReady } from '#test/program.ts'

const NOT_YET = 'the database does not respond yet'

for (const role of ['web', 'worker'] as const)
  test(`a ${role} that starts before its database logs that it is waiting, and starts when the database is available`, async (t) => {
    const home = await makeHome(t)
    const gate = await gateTo(t, home.databaseUrl, await freePort())
    const healthPort = String(await freePort())
    const child = await home.start(
      role,
      { DATABASE_URL: gate.url, ...(role === 'worker' && { HEALTH_PORT: healthPort }) },
      { ready: false },
    )
    await child.until(() => child.output().includes(NOT_YET))
    assert.equal(child.process.exitCode, null, child.output())
    await gate.open()
    await child.until(() => isReady(role === 'worker' ? Number(healthPort) : child.port))
  })

test('after SIGTERM during the start, a process completes the start and stops, or ends after five seconds; SIGINT ends it at once', async (t) => {
  const home = await makeHome(t)
  const gate = await gateTo(t, home.databaseUrl, await freePort())
  const codeAfter = async (signal: 'SIGTERM' | 'SIGINT', whileStopping: () => Promise<void>) => {
    const child = await home.start('worker', { DATABASE_URL: gate.url }, { ready: false })
    await child.until(() => child.output().includes(NOT_YET))
    child.process.kill(signal)
    await whileStopping()
    return child.exited
  }
  assert.equal(await codeAfter('SIGTERM', async () => {}), 128 + 15)
  assert.equal(await codeAfter('SIGTERM', () => gate.open()), 0)
  await gate.shut()
  assert.equal(await codeAfter('SIGINT', () => gate.open()), 128 + 2)
})

test('a starting process continues to wait if the database responds once and fails afterwards', async (t) => {
  const home = await makeHome(t)
  const gate = await gateTo(t, home.databaseUrl, await freePort())
  await gate.open()
  const child = await home.start('web', { DATABASE_URL: gate.url }, { ready: false })
  // the service checks the database on its first connection, and migrates it on a second connection
  await child.until(() => gate.passed() >= 2)
  await gate.shut()
  await child.until(() => child.output().includes(NOT_YET))
  await gate.open()
  await child.until(() => isReady(child.port))
})

test('startup fails with a message if waiting for the database would not help', async (t) => {
  const home = await makeHome(t)
  const wrong = new URL(home.databaseUrl)
  wrong.pathname = '/there_is_no_such_database'
  const child = await home.start('web', { DATABASE_URL: wrong.href }, { ready: false })
  assert.equal(await child.exited, 1)
  assert.match(child.output(), /^The server of DATABASE_URL \(.*\) cannot be used: database "there_is_no_such_database" does not exist/m)
  assert.doesNotMatch(child.output(), /does not respond yet|^\s+at /m)
})

test('the service connects to the database only after its code is loaded', async (t) => {
  const home = await makeHome(t)
  // prints the time of the first connection and the number of loaded files, for the sources and for the bundle
  const script = `import { registerHooks } from 'node:module'
    import { Socket } from 'node:net'
    const say = (what) => process.stderr.write('seen ' + what + '\\n')
    registerHooks({ load(url, context, next) { if (/[/](src|bundles)[/]/.test(url)) say(url); return next(url, context) } })
    const { connect } = Socket.prototype
    Socket.prototype.connect = function (...args) { say('connection'); return connect.apply(this, args) }`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(script)}`
  const child = await home.start('web', { NODE_OPTIONS })
  const seen = [...child.output().matchAll(/^seen (.+)$/gm)].map(([, what]) => what!)
  const first = seen.indexOf('connection')
  const loaded = seen.findIndex((url) => /\/src\/service\/service\.ts$|\/bundles\/.*\/service-\w+\.mjs$/.test(url))
  assert.ok(loaded >= 0 && first >= 0, `${seen.length} lines`)
  assert.ok(
    loaded < first,
    `the database connection opened before the ${seen.slice(first).filter((one) => one !== 'connection').length} last files were loaded`,
  )
})

test('the service creates the data folder if it is missing, even with an external database', async (t) => {
  const dataDir = join(await folder(t), 'not', 'there')
  const home = await makeHome(t)
  const child = await home.start('all', { DATA_DIR: dataDir })
  assert.ok(existsSync(dataDir))
  assert.deepEqual((await send(child.port, 'GET', '/readyz')).body, { status: 'ready' })
})

for (const [where, env] of [
  ['with DATABASE_URL', {}],
  ['with the embedded database', { DATABASE_URL: '' }],
] as const)
  test(`${where}, an unwritable data folder makes startup fail with one line that names the folder`, async (t) => {
    const home = await makeHome(t)
    // Uses a data folder where even root cannot create files.
    const child = await home.start('all', { DATA_DIR: '/sys/kernel', ...env }, { ready: false })
    assert.equal(await child.exited, 1)
    const output = child.output().trim().split('\n')
    assert.deepEqual(
      [output.length, /^The data folder \/sys\/kernel cannot be written: .*DATA_DIR/.test(output[0]!)],
      [1, true],
      child.output(),
    )
  })

test('during a database outage, a worker logs each error once, and resumes when the database is available again', async (t) => {
  const home = await makeHome(t)
  const gate = await gateTo(t, home.databaseUrl, await freePort())
  await gate.open()
  const healthPort = await freePort()
  const child = await home.start('worker', { DATABASE_URL: gate.url, HEALTH_PORT: String(healthPort) }, { ready: false })
  await child.until(() => isReady(healthPort))
  const before = child.output().length
  await gate.shut()
  // this is long enough for each periodic job to fail many times
  await sleep(10_000)
  const lines = child.output().slice(before).trim().split('\n')
  const times = Object.entries(Object.groupBy(lines, (line) => (JSON.parse(line) as { msg: string }).msg.replaceAll(/\d+/g, '#')))
  t.diagnostic(times.map(([message, all]) => `${all!.length} × ${message}`).join('; '))
  assert.ok(times.length > 0, 'the outage is in the log')
  for (const [message, all] of times) assert.equal(all!.length, 1, `"${message}" ${all!.length} times`)
  await gate.open()
  await child.until(() => isReady(healthPort))
})

test('a process without free file descriptors logs this and is not ready', async (t) => {
  const home = await makeHome(t)
  const child = await home.start('web')
  // Keeps a connection open, like a load balancer.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const request = async (): Promise<string> => {
    const answer = httpRequest({ host: '127.0.0.1', port: child.port, path: '/readyz', agent }).end()
    const [response] = (await once(answer, 'response')) as [IncomingMessage]
    return Buffer.concat(await response.toArray()).toString()
  }
  assert.match(await request(), /"ready"/)
  const limited = spawnSync('prlimit', ['--nofile=16:16', '--pid', String(child.process.pid)], { encoding: 'utf8' })
  assert.equal(limited.status, 0, limited.stderr)
  await child.until(() => child.output().includes('no file descriptor is free'))
  await until('the reason in /readyz', async () => (await request()).includes('"reason":"too many open files"'))
})

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'resale-start-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  return path
}
