import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, describe, test, type TestContext } from 'node:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { Client } from 'pg'
import { fetch as undiciFetch } from 'undici'
import { DatabaseAway } from '#lib/database-failure.ts'
import { databaseFailure } from '#lib/db/failure.ts'
import { kyselyOn, openPools } from '#lib/db/index.ts'
import { watchDisk } from '#lib/disk.ts'
import { asApiError, type ErrorBody } from '#lib/http/failures.ts'
import { listen } from '#lib/http/listen.ts'
import { createLog } from '#lib/log.ts'
import { send, startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { pathOfOurs } from '#web/answer.ts'

const tinyDisk = await mountTinyDisk()
const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')

const MB = 2 ** 20

/** Bytes that a client sends as fast as they are taken, without their number. */
async function* flow(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += MB) yield Buffer.alloc(MB, 'x')
}

describe('a body over its limit is answered 413, and the answer is read', () => {
  const TOO_LARGE: [what: string, path: string, type: string, megabytes: number][] = [
    ['JSON', '/v1/listings', 'application/json', 30],
    ['a form', '/v1/listings', 'application/x-www-form-urlencoded', 30],
    ['CSV', '/v1/listings/import', 'text/csv', 30],
    ['raw bytes', '/v1/payments/stripe', 'application/json', 30],
  ]
  for (const [what, path, type, megabytes] of TOO_LARGE) {
    for (const how of ['its length', 'chunks'] as const) {
      test(`${what}, told by ${how}, to a client that is still sending`, async () => {
        const headers = { 'content-type': type, authorization: `Bearer ${ana.key}` }
        const body = how === 'its length' ? Buffer.alloc(megabytes * MB, 'x') : flow(megabytes * MB)
        const reply = await undiciFetch(`http://127.0.0.1:${app.port}${path}`, { method: 'POST', headers, body, duplex: 'half' })
        assert.deepEqual([reply.status, ((await reply.json()) as ErrorBody).error.type], [413, 'too_large'])
      })
    }
  }

  for (const [what, ...options] of [
    ['as it likes'],
    ['in chunks', '-H', 'Transfer-Encoding: chunked'],
    ['without asking first', '-H', 'Expect:'],
    ['when it is told to go on', '-H', 'Expect: 100-continue'],
  ]) {
    test(`curl reads it, sending ${what}`, async () => {
      const curl = spawn('curl', ['-sS', '-i', '-X', 'POST', '-H', 'Content-Type: application/json', '-H', `Authorization: Bearer ${ana.key}`, ...options, '--data-binary', '@-', `http://127.0.0.1:${app.port}/v1/listings`]) // prettier-ignore
      let told = ''
      curl.stdout.on('data', (chunk) => (told += String(chunk)))
      curl.stderr.on('data', (chunk) => (told += String(chunk)))
      curl.stdin.on('error', () => {})
      curl.stdin.end(Buffer.alloc(30 * MB, 'x'))
      const [code] = await once(curl, 'close')
      assert.equal(code, 0, told)
      assert.match(told, /HTTP\/1\.1 413 /)
      assert.match(told, /"type":"too_large"/)
    })
  }

  test('who waits for "100 Continue" is told 413 instead, and sends nothing', async () => {
    const text = await talk(
      `POST /v1/listings HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ana.key}\r\nContent-Type: application/json\r\nContent-Length: ${30 * MB}\r\nExpect: 100-continue\r\n\r\n`,
    )
    assert.match(text, /^HTTP\/1\.1 413 /)
  })

  test('who waits for "100 Continue" with a body that is in order is told to go on', async () => {
    const text = await talk(
      `POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n{}`,
    )
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
  })

  test('a page says it as a page', async () => {
    const reply = await undiciFetch(`http://127.0.0.1:${app.port}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url, accept: 'text/html' },
      body: flow(30 * MB),
      duplex: 'half',
    })
    assert.equal(reply.status, 413)
    assert.match(reply.headers.get('content-type') ?? '', /text\/html/)
    assert.match(await reply.text(), /<!doctype html>/)
  })

  test('so is a caller without a key, whose body nobody wants', async () => {
    const reply = await undiciFetch(`http://127.0.0.1:${app.port}/v1/listings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(30 * MB, 'x'),
    })
    assert.equal(reply.status, 401)
    assert.equal(((await reply.json()) as ErrorBody).error.type, 'authentication')
  })

  test('who reads only when all is sent reads it too', async () => {
    const socket = connect(app.port, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write(`POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${30 * MB}\r\n\r\n`)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    for (let sent = 0; sent < 30 && !socket.destroyed; sent++)
      if (!socket.write(Buffer.alloc(MB, 'x'))) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    let told = ''
    socket.on('data', (chunk) => (told += String(chunk))).resume()
    await closed
    assert.match(told, /^HTTP\/1\.1 413 .*"type":"too_large"/s)
  })

  test('no more than 64 MB are taken and dropped, then the connection ends', async () => {
    const socket = connect(app.port, '127.0.0.1')
    socket.on('error', () => {})
    let told = ''
    socket.on('data', (chunk) => (told += String(chunk)))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(`POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${1024 * MB}\r\n\r\n`)
    let sent = 0
    while (!socket.destroyed && sent < 1024 * MB) {
      sent += MB
      if (!socket.write(Buffer.alloc(MB, 'x'))) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    }
    await closed
    assert.match(told, /^HTTP\/1\.1 413 /)
    assert.ok(sent >= 60 * MB && sent < 96 * MB, `${sent / MB} MB were taken`)
  })
})

describe('sockets that send nothing, or half a request', () => {
  const HALF = 'GET /v1/me HTTP/1.1\r\nHost: loc'
  const open = async (t: TestContext, port: number, count: number, from: (at: number) => string): Promise<Socket[]> => {
    const sockets: Socket[] = []
    t.after(() => sockets.forEach((socket) => socket.destroy()))
    for (let at = 0; at < count; at++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from(at) })
      socket.on('error', () => {}).on('data', () => {})
      if (at % 2) socket.write(HALF)
      sockets.push(socket)
      if (at % 200 === 0) await new Promise((resolve) => socket.once('connect', resolve))
    }
    return sockets
  }
  /** Readers who each come on a connection of their own. */
  const read = async (port: number): Promise<void> => {
    for (let at = 0; at < 20; at++) {
      const began = performance.now()
      assert.equal((await send(port, 'GET', '/healthz')).status, 200)
      assert.ok(performance.now() - began < 2_000, 'a reader waited more than 2 s')
    }
  }

  test('2 000 of them from 40 addresses keep nobody out', async (t) => {
    await open(t, app.port, 2_000, (at) => `127.0.1.${1 + (at % 40)}`)
    await read(app.port)
    await open(t, app.port, 500, (at) => `127.0.2.${1 + (at % 40)}`)
    await read(app.port)
  })

  test('one address may have 100 that wait for longer than a second, and readers beside them', async (t) => {
    const sockets = await open(t, app.port, 400, () => '127.0.3.1')
    await sleep(1_200)
    const more = await open(t, app.port, 2, () => '127.0.3.1')
    await read(app.port)
    await sleep(100)
    const left = [...sockets, ...more].filter(({ destroyed }) => !destroyed)
    assert.equal(left.length, 100)
    assert.ok(
      more.every(({ destroyed }) => !destroyed),
      'the newest are those that stay',
    )
  })

  test('a trusted proxy has as many as it needs', async (t) => {
    const listener = await listen(new Hono().get('/healthz', (c) => c.text('ok')) as never, createLog('silent'), {
      host: '127.0.0.1',
      port: 0,
      trustedProxies: ['127.0.4.1/32'],
    })
    t.after(() => listener.close(0))
    const sockets = await open(t, listener.port, 300, () => '127.0.4.1')
    await sleep(1_200)
    sockets.push(...(await open(t, listener.port, 2, () => '127.0.4.1')))
    await read(listener.port)
    assert.ok(sockets.every(({ destroyed }) => !destroyed))
  })

  test('a connection that is answered is not ended for others, however many come', async (t) => {
    const slow = Promise.withResolvers<void>()
    const web = new Hono().get('/slow', async (c) => (await slow.promise, c.text('slow'))).get('/healthz', (c) => c.text('ok'))
    const connections = { most: 60, room: 10, waitingOfOne: 20, ofOne: 60, graceMs: 0 }
    const listener = await listen(web as never, createLog('silent'), { host: '127.0.0.1', port: 0, trustedProxies: [], connections })
    t.after(() => listener.close(0))
    const answers = Array.from({ length: 30 }, () => send(listener.port, 'GET', '/slow'))
    await sleep(200)
    await open(t, listener.port, 200, (at) => `127.0.5.${1 + (at % 40)}`)
    await read(listener.port)
    slow.resolve()
    assert.ok((await Promise.all(answers)).every(({ status }) => status === 200))
  })
})

describe('probes', () => {
  for (const path of ['/healthz', '/readyz'])
    for (const [what, request] of [
      ['HTTP/1.0 without a Host', `GET ${path} HTTP/1.0`],
      ['HTTP/1.1 without a Host', `GET ${path} HTTP/1.1\r\nConnection: close`],
      ['a Host that is nobody', `GET ${path} HTTP/1.1\r\nHost: 10.1.2.3:8080\r\nConnection: close`],
      ['a Host that is none', `GET ${path}?x=1 HTTP/1.1\r\nHost: a b/c\r\nConnection: close`],
      ['two Hosts', `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close`],
      ['the Host of a shop', `GET ${path} HTTP/1.1\r\nHost: ${ana.slug}.resale.localhost:${app.port}\r\nConnection: close`],
    ])
      test(`${path} answers ${what}`, async () => {
        await readyFor('ready')
        assert.match(await talk(`${request}\r\n\r\n`), /^HTTP\/1\.1 200 OK\r\n.*"status":"(ok|ready)"/s)
      })

  const ready = async () => (await app.call('GET', '/readyz')).body as { status: string; reason?: string }
  const readyFor = async (wanted: string): Promise<void> => {
    for (let tries = 0; tries < 100; tries++) {
      const { status, reason } = await ready()
      if ((reason ?? status) === wanted) return
      await sleep(100)
    }
    assert.fail(`/readyz never said "${wanted}": ${JSON.stringify(await ready())}`)
  }

  test('/readyz is 503 while a migration of this release is missing', async () => {
    await readyFor('ready')
    const { db } = app.service.ctx
    const { rows } = await sql<{ name: string; sha256: string }>`delete from schema_migrations
      where name = (select max(name) from schema_migrations) returning name, sha256`.execute(db)
    assert.deepEqual(await ready(), { status: 'not ready', reason: 'migrations pending' })
    await sql`insert into schema_migrations (name, sha256) values (${rows[0]!.name}, ${rows[0]!.sha256})`.execute(db)
    assert.deepEqual(await ready(), { status: 'ready' })
  })

  test('/readyz is 503 until the search index stands', async (t) => {
    const admin = new Client({ connectionString: app.databaseUrl })
    await admin.connect()
    await admin.query('begin; lock table listings in access exclusive mode')
    const late = await startApp(t, { DATABASE_URL: app.databaseUrl })
    const before = await late.call('GET', '/readyz')
    await admin.query('rollback')
    await admin.end()
    assert.deepEqual([before.status, before.body.reason], [503, 'search index not whole'])
    await late.service.ctx.search.ready()
    assert.equal((await late.call('GET', '/readyz')).status, 200)
  })

  test('/readyz is 503 while the data folder takes no files', async () => {
    await readyFor('ready')
    await rename(app.dataDir, `${app.dataDir}-away`)
    await readyFor('disk full')
    await rename(`${app.dataDir}-away`, app.dataDir)
    await readyFor('ready')
  })

  test('a full disk is seen, by one new file for all who ask', async () => {
    let [written, room] = [0, true]
    const write = async () => {
      written++
      if (!room) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const disk = watchDisk([app.dataDir], write as never)
    assert.deepEqual(await Promise.all([disk(), disk(), disk()]), [null, null, null])
    assert.equal(written, 2)
    room = false
    assert.equal(await watchDisk([app.dataDir], write as never)(), app.dataDir)
  })

  test('a full disk is a full disk', { skip: tinyDisk === null && 'this needs the right to mount' }, async () => {
    const disk = watchDisk([tinyDisk!])
    assert.equal(await disk(), null)
    await writeFile(join(tinyDisk!, 'all of it'), Buffer.alloc(2 ** 20)).catch(() => {})
    assert.equal(await watchDisk([tinyDisk!])(), tinyDisk)
    await rm(join(tinyDisk!, 'all of it'))
    assert.equal(await watchDisk([tinyDisk!])(), null)
  })
})

describe('a caller who hangs up', () => {
  for (const [type, begun] of [
    ['application/json', '{"title":'],
    ['application/x-www-form-urlencoded', 'title=a'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nabc'],
  ] as const)
    test(`in the middle of ${type.split(';')[0]} is no lost database and no error of ours`, async (t) => {
      const { log } = app.service.ctx
      const told: unknown[] = []
      for (const level of ['warn', 'error', 'fatal'] as const) t.mock.method(log, level, (...args: unknown[]) => void told.push(args))
      const before = await unavailable()
      for (const [path, ...lines] of [
        ['/v1/listings', `Authorization: Bearer ${ana.key}`],
        ['/app/listings', `Cookie: ${ana.cookie}`, `Origin: ${app.url}`, 'Accept: text/html'],
      ]) {
        const socket = connect(app.port, '127.0.0.1').on('error', () => {})
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: resale.localhost:${app.port}\r\n${lines.join('\r\n')}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${begun}`,
        )
        await sleep(150)
        socket.resetAndDestroy()
      }
      await sleep(300)
      assert.deepEqual(told, [])
      assert.equal(await unavailable(), before)
    })

  const unavailable = async (): Promise<number> =>
    (await app.call('GET', '/metrics')).body.split('\n').filter((line: string) => /status="5\d\d"/.test(line)).length

  test('is told from a lost database by what failed, not by its code', () => {
    const log = createLog('silent')
    const coded = (code: string) => Object.assign(new Error(code), { code })
    for (const code of ['ECONNRESET', 'EPIPE', 'ENOENT', '57P01', '23505'])
      assert.equal(asApiError(coded(code), log, 'req_1').type, 'server')
    assert.equal(asApiError(databaseFailure(coded('ECONNRESET')), log, 'req_1').type, 'unavailable')
  })

  test('a lost database is still said to be away', async () => {
    const pools = openPools({ host: '127.0.0.1', port: 9, user: 'nobody' })
    const lost = await kyselyOn(pools.requests)
      .selectFrom('shops')
      .selectAll()
      .execute()
      .catch((error: unknown) => error)
    assert.ok(lost instanceof DatabaseAway)
    assert.equal(asApiError(lost, createLog('silent'), 'req_1').status, 503)
    await pools.end()
  })
})

describe('a way back after signing in', () => {
  const EVIL = ['/..//evil.com', '//evil.com', '/\\evil.com', 'https://evil.com', '/./..//evil.com/x', '/a/../..//evil.com', '/%2e%2e//evil.com', '/\t/evil.com', '/.//evil.com', 'evil.com', ''] // prettier-ignore
  test('leads to no other host, however it is written', async () => {
    const { email, password } = await app.signUp('Bo')
    for (const path of EVIL) {
      const form = new URLSearchParams({ email, password, return: path }).toString()
      const { status, headers } = await app.call('POST', '/sign-in', { form, headers: { origin: app.url } })
      assert.equal(status, 303, path)
      assert.equal(new URL(headers['location']!, app.url).origin, app.url, `${path} leads to ${headers['location']}`)
    }
  })

  test('every redirect of ours resolves its path first', () => {
    for (const path of EVIL) assert.equal(new URL(pathOfOurs(path), app.url).origin, app.url, path)
    for (const path of ['/you', '/a/b?c=d&e=//f#g', '/caf%C3%A9', '/search?q=https://evil.com']) assert.equal(pathOfOurs(path), path)
  })
})

/** What comes back on a connection, until it says nothing more. */
function talk(bytes: string): Promise<string> {
  const socket = connect(app.port, '127.0.0.1')
  let told = ''
  socket.on('error', () => {}).on('data', (chunk) => (told += String(chunk)))
  socket.write(bytes)
  return new Promise((resolve) => socket.setTimeout(500, () => socket.destroy()).once('close', () => resolve(told)))
}

/** A folder with a disk of 1 MiB of its own, where this process may mount one. */
async function mountTinyDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'resale-tiny-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder]).status === 0
  after(async () => {
    if (mounted) spawnSync('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  })
  return mounted ? folder : null
}
