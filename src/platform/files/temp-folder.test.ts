import assert from 'node:assert/strict'
import { lutimes, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { makeTempFolder, removeOldTempFolders } from './temp-folder.ts'

test('an old temporary folder is removed, unless it is in use or belongs to a different program', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'temp-folder-test-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const left = await makeTempFolder(root)
  const used = await makeTempFolder(root)
  await writeFile(join(left.path, 'file'), 'x')
  const elsewhere = join(root, 'elsewhere')
  await mkdir(elsewhere)
  await writeFile(join(elsewhere, 'kept'), 'x')
  // the cleanup must not remove a file, a link, or a folder of a different program
  await mkdir(join(root, 'work-of-another'))
  await writeFile(join(root, 'resale-work-file'), 'x')
  await symlink(elsewhere, join(root, 'resale-work-link'))
  const long = new Date(1_000)
  for (const path of [left.path, elsewhere, join(root, 'work-of-another'), join(root, 'resale-work-file')]) await utimes(path, long, long)
  await lutimes(join(root, 'resale-work-link'), long, long)
  assert.equal(await removeOldTempFolders(root, new Date(2_000)), 1)
  const remaining = ['elsewhere', 'resale-work-file', 'resale-work-link', 'work-of-another', basename(used.path)]
  assert.deepEqual((await readdir(root)).toSorted(), remaining.toSorted())
  assert.deepEqual(await readdir(elsewhere), ['kept'])
  assert.equal(await removeOldTempFolders(join(root, 'absent'), new Date()), 0)
})
