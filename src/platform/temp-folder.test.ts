import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { makeTempFolder, sweepTempFolders } from './temp-folder.ts'

test('a sweep takes what was left long ago and leaves what is in use or not its own', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'temp-folder-test-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const left = await makeTempFolder(root)
  const used = await makeTempFolder(root)
  await writeFile(join(left.path, 'file'), 'x')
  await utimes(left.path, new Date(1_000), new Date(1_000))
  await writeFile(join(root, 'other'), 'x')
  await utimes(join(root, 'other'), new Date(1_000), new Date(1_000))
  assert.equal(await sweepTempFolders(root, new Date(2_000)), 1)
  assert.deepEqual((await readdir(root)).toSorted(), ['other', basename(used.path)].toSorted())
  assert.equal(await sweepTempFolders(join(root, 'absent'), new Date()), 0)
})
