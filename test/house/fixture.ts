import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'

/** Writes a small project into a temporary folder, and returns the folder's path. Removes the folder after the test. */
export function writeProject(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'house-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const manifest = JSON.stringify({ imports: { '#test/*': './test/*', '#*': './src/*' } })
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
