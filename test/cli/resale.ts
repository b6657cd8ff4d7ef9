import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'

export type Ended = { code: number; stdout: string; stderr: string }

/** The built `resale` program, with its own settings folder. */
export type Terminal = {
  program: string
  folder: string
  env: Record<string, string>
  resale(...words: string[]): Promise<Ended>
  piped(input: string, ...words: string[]): Promise<Ended>
  /** Runs the program with `--json`. Returns the records that it prints. */
  // oxlint-disable-next-line typescript/no-explicit-any -- records of the API, as a script reads them
  json(...words: string[]): Promise<any>
  start(...words: string[]): ChildProcess
}

type Test = { after(stop: () => Promise<void>): void }

/** Builds the program for publication into a temporary folder. Returns its path. */
export async function buildProgram(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'resale-built-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../packages/cli/build.ts', import.meta.url)), folder])
  return join(folder, 'resale.js')
}

export async function terminal(t: Test, program: string, settings: Record<string, string>): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'resale-cli-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH']!, RESALE_CONFIG_DIR: join(folder, 'config'), ...settings }
  const start = (...words: string[]) => spawn(process.execPath, [program, ...words], { cwd: folder, env })
  const piped = async (input: string, ...words: string[]): Promise<Ended> => {
    const child = start(...words)
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
    child.stdin.end(input)
    const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1)))
    return { code, stdout, stderr }
  }
  const resale = (...words: string[]) => piped('', ...words)
  return {
    program,
    folder,
    env,
    resale,
    piped,
    start,
    async json(...words) {
      const { code, stdout, stderr } = await resale('--json', ...words)
      if (code !== 0) throw new Error(`resale ${words.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
  }
}
