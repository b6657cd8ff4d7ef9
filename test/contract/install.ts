// `npm run contract:install`: runs the two commands of the README on the committed files, with the host's Node version. Prints the sizes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/free-port.ts'
import { answerHelp } from '#bin/help.ts'
import { isReady, startProgram } from '#test/program.ts'

answerHelp(import.meta.filename)

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Limits in MB, as reported by `du`, for an installation that uses the host's Node. If npm installs Node, the limit `NODE` is added. */
const MOST = { all: 275, run: 125 }
const NODE = 122

const folder = mkdtempSync(join(tmpdir(), 'resale-contract-install-'))
const paths = process.env['PATH']!.split(':').filter((path) => !path.includes('node_modules'))
const env: NodeJS.ProcessEnv = { HOME: process.env['HOME'], PATH: paths.join(':') }
const sh = (command: string): string => execFileSync('sh', ['-c', `${command} 2>&1`], { cwd: folder, env, encoding: 'utf8' })
try {
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C ${folder}`], { cwd: ROOT })
  for (const [form, most] of Object.entries(MOST)) {
    const output = sh(form === 'run' ? 'npm ci --omit=dev' : 'npm ci')
    assert.doesNotMatch(output, /EBADENGINE|deprecated/)
    const size = Number.parseInt(sh('du -sm node_modules'), 10)
    assert.ok(size < most + (existsSync(join(folder, 'node_modules/.node')) ? NODE : 0), `${form}: ${size} MB`)
    console.log(`${form}: node_modules has ${size} MB, by Node ${sh('node --version').trim()}`)
  }
  const port = await freePort()
  const service = startProgram('npm', ['start'], { cwd: folder, env: { ...env, PORT: String(port) }, detached: true })
  const tookMs = await service.until(() => isReady(port))
  console.log(`npm start: ready after ${Math.round(tookMs)} ms`)
  process.kill(-service.process.pid!, 'SIGTERM')
  await service.exited
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
