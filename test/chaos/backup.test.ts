import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { send } from '#test/app.ts'
import { testFolder } from '#test/cluster.ts'
import { killableService } from '#test/chaos/service.ts'
import { isReady } from '#test/program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

function tool(name: string, args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const all = { ...process.env, DATABASE_URL: '', LOG_LEVEL: 'error', ...env }
    execFile(process.execPath, ['--import', './bin/tsx.js', `bin/${name}.ts`, ...args], { cwd: ROOT, env: all }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

test('the worker creates backups on schedule, and after a total loss one command restores all data', async (t) => {
  const folder = testFolder('resale-backups-')
  t.after(() => rm(folder, { recursive: true, force: true }))
  const env = { BACKUP_TO: folder, BACKUP_PASSPHRASE: 'a passphrase of the test' }
  const service = await killableService({ ...env, BACKUP_EVERY_HOURS: '24', TEST_CLOCK: 'on' })
  t.after(() => service.end())
  const key = await service.key()
  await service.until(async () => (await readdir(join(folder, 'backups')).catch(() => [])).length > 0)
  const metrics = (await send(service.port, 'GET', '/metrics')).body as string
  assert.match(metrics, /^backup_failures 0$/m)

  const listed = await send(service.port, 'POST', '/v1/listings', { key, json: { title: 'Made before the loss', price: 12 } })
  assert.equal(listed.status, 201)
  const at = { ...env, DATA_DIR: service.dataDir }
  const made = await tool('backup', [], at)
  assert.equal(made.code, 0, made.output)
  assert.match(made.output, /^\d{8}T\d{6}Z-[0-9a-f]{8}: [\d,]+ rows, [\d,]+ files? of /m)

  const rehearsed = await tool('restore', ['--rehearse'], at)
  assert.equal(rehearsed.code, 0, rehearsed.output)
  assert.match(rehearsed.output, /rows restored, (\d+) tables of \1 identical, [\d,]+ files read, all data rules hold/)

  const refused = await tool('restore', [], at)
  assert.equal(refused.code, 1)
  assert.ok(refused.output.includes('is in use by process'), refused.output)

  await service.kill('both')
  await rm(service.dataDir, { recursive: true, force: true })

  const [name] = (await readdir(join(folder, 'backups'))).toSorted().slice(-1)
  const list = join(folder, 'backups', name!)
  const whole = await readFile(list)
  await writeFile(list, whole.subarray(0, whole.length / 2))
  const cut = await tool('restore', [], at)
  assert.deepEqual(cut, { code: 1, output: `The backup ${name} cannot be used: it is damaged or was changed.\n` })
  assert.deepEqual(await readdir(service.dataDir).catch(() => []), [])
  await writeFile(list, whole)

  const restored = await tool('restore', [], at)
  assert.equal(restored.code, 0, restored.output)
  assert.match(restored.output, /All data rules hold/)
  service.start()
  await service.until(() => isReady(service.port))
  const found = await send(service.port, 'GET', `/v1/listings/${listed.body.id}`, { key })
  assert.deepEqual([found.status, found.body], [200, listed.body])
})
