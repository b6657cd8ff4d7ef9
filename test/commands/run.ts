import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { prepareQueue } from '#platform/jobs/index.ts'
import { freePort } from '#test/free-port.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { slack } from '#test/machine.ts'
import { EMAIL, FOLDER, type Case } from './cases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MOST_MS = slack(25_000)

/**
 * Defines a test for each script. Its runs must exit with the expected codes and print the expected output. All runs use the same database.
 */
export function commandTests(cases: Readonly<Record<string, readonly Case[]>>): void {
  let database: TestDatabase
  let folder: string
  let scripts: Record<string, string>

  before(async () => {
    database = await testDatabase()
    // the audit does not require events for an account as old as this one
    const then = new Date(Date.now() - 60 * 86_400_000)
    await database.db
      .insertInto('accounts')
      .values({ id: 'usr_ana', name: 'Ana', email: EMAIL, created_at: then, updated_at: then })
      .execute()
    await database.db.insertInto('demo_market').values({ state: 'planted', changed_at: then }).execute()
    await prepareQueue(database.connection)
    folder = await mkdtemp(join(tmpdir(), 'commands-'))
    ;({ scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  })
  after(async () => {
    await database?.drop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  for (const [name, runs] of Object.entries(cases))
    test(`npm run ${name} ends with the expected exit code and output`, async () => {
      for (const one of runs) {
        const cwd = one.copy ? await copyOf(folder, name) : ROOT
        const { code, printed } = await runScript(scripts[name]!, one, { cwd, folder, databaseUrl: database.url })
        const what = `${[name, ...(one.words ?? [])].join(' ')} ended with ${code}:\n${printed}`
        assert.equal(code, one.code ?? 0, what)
        assert.match(printed, one.output, what)
      }
    })
}

type Location = { cwd: string; folder: string; databaseUrl: string }

/** Runs a script in package.json like npm: in a shell, with the programs in `node_modules/.bin` first in PATH. */
async function runScript(line: string, { words = [], ...one }: Case, { cwd, folder, databaseUrl }: Location) {
  const quoted = words.map((word) => `'${word.replace(FOLDER, folder)}'`)
  // with `exec`, a signal reaches the script itself and not a waiting shell
  const start = one.stop && !line.startsWith('exec ') ? 'exec ' : ''
  const child = spawn('sh', ['-c', start + [line, ...quoted].join(' ')], {
    cwd,
    env: {
      // oxlint-disable-next-line node/no-process-env -- PATH finds the programs of this machine
      PATH: `${join(cwd, 'host')}:${join(cwd, 'node_modules/.bin')}:${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: folder,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
      DEMO: 'off',
      ...one.env,
    },
    stdio: 'pipe',
    // starts a separate process group, so that `end` can stop the script and its children
    detached: true,
  })
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // ignores the error if all processes in the group have already ended
    }
  }
  const limit = setTimeout(() => end('SIGKILL'), MOST_MS)
  let printed = ''
  let stopped = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (!one.stop || stopped || !one.output.test(printed)) return
      stopped = true
      child.kill('SIGTERM')
    })
  // ignores the pipe error if a script ends without reading its input
  child.stdin.on('error', () => {})
  child.stdin.end(one.input ?? '')
  const code = await new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (status, signal) => resolve(status ?? signal)),
  )
  clearTimeout(limit)
  end('SIGKILL')
  return { code, printed }
}

/**
 * Copies package.json and bin for a script that writes files, and links the installed packages. For `postinstall`, creates an empty package
 * folder with a copy of Node next to it instead.
 */
async function copyOf(folder: string, name: string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  await cp(join(ROOT, 'bin'), join(copy, 'bin'), { recursive: true })
  await copyFile(join(ROOT, 'package.json'), join(copy, 'package.json'))
  if (name !== 'postinstall') await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  else {
    await mkdir(join(copy, 'node_modules'))
    await mkdir(join(copy, 'host'))
    await copyFile(process.execPath, join(copy, 'host/node'))
  }
  return copy
}
