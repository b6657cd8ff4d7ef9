import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { DamagedFile, openColumns, writeColumns } from './column-file.ts'
import { until } from '#test/until.ts'

const KINDS = { ids: Uint32Array, prices: Float64Array, none: Int8Array }
const parts = [
  { column: 'ids', part: Uint32Array.of(1, 2, 3) },
  { column: 'ids', part: Uint32Array.of(4_000_000_000) },
  { column: 'prices', part: Float64Array.of(0.5, -1) },
]
const about = async () => ({ of: 'a test' })

async function newPath(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'resale-columns-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'deep/one.columns')
}

async function readBack(path: string) {
  const file = await openColumns(path)
  if (file === null) return null
  try {
    return { about: file.about, columns: await file.read(KINDS) }
  } finally {
    await file.close()
  }
}

test('a column file returns the columns that were written, and null if it is missing', async (t) => {
  const path = await newPath(t)
  assert.equal(await readBack(path), null)
  await writeColumns(path, parts, about)
  assert.deepEqual(await readBack(path), {
    about: { of: 'a test' },
    columns: { ids: Uint32Array.of(1, 2, 3, 4_000_000_000), prices: Float64Array.of(0.5, -1), none: new Int8Array(0) },
  })
})

test('a column file with a changed byte or wrong length is rejected', async (t) => {
  const path = await newPath(t)
  await writeColumns(path, parts, about)
  const whole = await readFile(path)
  const headEnds = 12 + whole.readUInt32LE(4)
  const counting = [...whole.keys()].filter((at) => at < headEnds || at >= 1 << 14)
  for (const at of counting) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 1 << (at % 8)
    await writeFile(path, damaged)
    await assert.rejects(readBack(path), DamagedFile, `byte ${at}`)
  }
  for (const length of [0, 5, headEnds - 1, 1 << 14, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, length))
    await assert.rejects(readBack(path), DamagedFile, `${length} bytes`)
  }
  await writeFile(path, Buffer.concat([whole, Buffer.of(0)]))
  await assert.rejects(readBack(path), DamagedFile)
})

test('a failed or aborted write preserves the old column file, and leaves no other files', async (t) => {
  const path = await newPath(t)
  await writeColumns(path, parts, about)
  const before = await readFile(path)
  const stopping = new AbortController()
  const unbounded = function* () {
    for (let n = 0; ; n++) {
      if (n === 3) stopping.abort()
      yield parts[0]!
    }
  }
  await assert.rejects(writeColumns(path, unbounded(), about, stopping.signal))
  await assert.rejects(
    writeColumns(path, parts, () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.deepEqual(await readdir(join(path, '..')), ['one.columns'])
  assert.deepEqual(await readFile(path), before)
})

test('a write that is killed preserves the old column file, and its partial file is removed later', async (t) => {
  const path = await newPath(t)
  await writeColumns(path, parts, about)
  const folder = join(path, '..')
  const unbounded = `import { writeColumns } from ${JSON.stringify(join(import.meta.dirname, 'column-file.ts'))}
    const part = new Uint32Array(65536)
    await writeColumns(${JSON.stringify(path)}, (function* () { for (let n = 0; n < 5000; n++) yield { column: 'ids', part } })(), async () => ({}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', unbounded], { stdio: 'ignore' })
  const left = async () => (await readdir(folder)).filter((name) => name.endsWith('.part'))
  await until('the partial file', async () => (await left()).length > 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const [rest] = await left()
  assert.ok(rest)
  assert.deepEqual((await readBack(path))?.about, { of: 'a test' })
  await writeColumns(path, parts, about)
  assert.deepEqual(await left(), [rest], 'keeps the partial file of a process that may still be writing')
  const long = new Date(Date.now() - 2 * 3_600_000)
  await utimes(join(folder, rest), long, long)
  await writeColumns(path, parts, about)
  assert.deepEqual(await left(), [])
})
