import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { watchDisk } from '#platform/files/disk.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { talk } from '#test/talk.ts'
import { until } from '#test/until.ts'

const tinyDisk = await mountTinyDisk()
const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')

describe('health checks', () => {
  for (const path of ['/healthz', '/readyz'])
    for (const [what, request] of [
      ['HTTP/1.0 without a Host', `GET ${path} HTTP/1.0`],
      ['HTTP/1.1 without a Host', `GET ${path} HTTP/1.1\r\nConnection: close`],
      ['an unknown Host', `GET ${path} HTTP/1.1\r\nHost: 10.1.2.3:8080\r\nConnection: close`],
      ['an invalid Host', `GET ${path}?x=1 HTTP/1.1\r\nHost: a b/c\r\nConnection: close`],
      ['two Hosts', `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close`],
      ['the Host of a shop', `GET ${path} HTTP/1.1\r\nHost: ${ana.slug}.resale.localhost:${app.port}\r\nConnection: close`],
    ])
      test(`${path} returns 200 for ${what}`, async () => {
        await readyFor('ready')
        assert.match(await talk(app.port, `${request}\r\n\r\n`), /^HTTP\/1\.1 200 OK\r\n.*"status":"(ok|ready)"/s)
      })

  const ready = async () => (await app.call('GET', '/readyz')).body as { status: string; reason?: string }
  const readyFor = async (expected: string): Promise<void> => {
    await until(`/readyz with "${expected}"`, async () => {
      const { status, reason } = await ready()
      return (reason ?? status) === expected
    })
  }

  test('/readyz returns 503 while a migration of this release has not been applied', async () => {
    await readyFor('ready')
    const { db } = app.service.ctx
    const { rows } = await sql<{ name: string; sha256: string }>`delete from schema_migrations
      where name = (select max(name) from schema_migrations) returning name, sha256`.execute(db)
    assert.deepEqual(await ready(), { status: 'not ready', reason: 'migrations pending' })
    await sql`insert into schema_migrations (name, sha256) values (${rows[0]!.name}, ${rows[0]!.sha256})`.execute(db)
    assert.deepEqual(await ready(), { status: 'ready' })
  })

  test('/readyz returns 503 until the search index is complete', async (t) => {
    const admin = new Client({ connectionString: app.databaseUrl })
    await admin.connect()
    await admin.query('begin; lock table listings in access exclusive mode')
    const late = await startApp(t, { DATABASE_URL: app.databaseUrl })
    const before = await late.call('GET', '/readyz')
    await admin.query('rollback')
    await admin.end()
    assert.deepEqual([before.status, before.body.reason], [503, 'search index not complete'])
    await late.service.ctx.search.ready()
    assert.equal((await late.call('GET', '/readyz')).status, 200)
  })

  test('/readyz returns 503 while the data folder is missing', async () => {
    await readyFor('ready')
    await rename(app.dataDir, `${app.dataDir}-away`)
    await readyFor('folder missing')
    await rename(`${app.dataDir}-away`, app.dataDir)
    await readyFor('ready')
  })

  test('concurrent health checks use a single probe file to detect a full disk', async () => {
    let [written, room] = [0, true]
    const write = async () => {
      written++
      if (!room) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const disk = watchDisk([app.dataDir], write as never)
    assert.deepEqual(await Promise.all([disk(), disk(), disk()]), [null, null, null])
    assert.equal(written, 2)
    room = false
    assert.deepEqual(await watchDisk([app.dataDir], write as never)(), { folder: app.dataDir, code: 'ENOSPC' })
  })

  test('health checks detect a disk that is actually full', { skip: tinyDisk === null && 'this needs the right to mount' }, async () => {
    const disk = watchDisk([tinyDisk!])
    assert.equal(await disk(), null)
    await writeFile(join(tinyDisk!, 'all of it'), Buffer.alloc(2 ** 20)).catch(() => {})
    assert.deepEqual(await watchDisk([tinyDisk!])(), { folder: tinyDisk, code: 'ENOSPC' })
    await rm(join(tinyDisk!, 'all of it'))
    assert.equal(await watchDisk([tinyDisk!])(), null)
  })
})

async function mountTinyDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'resale-tiny-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder]).status === 0
  after(async () => {
    if (mounted) spawnSync('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  })
  return mounted ? folder : null
}
