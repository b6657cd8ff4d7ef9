import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/free-port.ts'
import { javaProgram, lacksJava } from '#test/contract/java.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const MIB = 2 ** 20

export type Running = {
  url: string
  port: number
  residentMegabytes(): number
  stop(): Promise<void>
  /** Kills the server, like a power failure. The data folder remains. */
  kill(): Promise<void>
}

/**
 * Starts a real OpenSearch server on loopback, either with an empty data folder or with the folder of a stopped server. If programs are
 * missing, throws an error that names them.
 */
export async function startOpenSearch({ port, folder }: { port?: number; folder?: string } = {}): Promise<Running> {
  assert.equal(lacksJava(), null)
  const program = javaProgram(FOLDER, 'opensearch', 'Server.java')
  assert.ok(program, 'cannot reach Maven Central, which provides OpenSearch')
  const own = folder ?? mkdtempSync(join(tmpdir(), 'search-server-'))
  const at = port ?? (await freePort())
  const heap = ['-Xms512m', '-Xmx512m']
  const child = spawn('java', [...heap, ...program, own, String(at)], {
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
