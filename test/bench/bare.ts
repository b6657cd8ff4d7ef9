import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Subject } from './turns.ts'
import { load, warm, type Target } from './wrk.ts'

const SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url))

export type Bare = Subject & { target: Target; stop(): void }

/** Starts a bare node:http server in a separate process. Its response is always `page`. */
export async function bareServer(name: string, page: Uint8Array, seconds: number): Promise<Bare> {
  const folder = mkdtempSync(join(tmpdir(), 'resale-bare-'))
  writeFileSync(join(folder, 'page'), page)
  const child = fork(SERVER, [join(folder, 'page')])
  const [port] = (await once(child, 'message')) as [number]
  const target = { port, web: child.pid!, db: null }
  const requests = [{ path: '/' }]
  return {
    name,
    target,
    warm: () => warm(target, () => requests),
    measureOnce: () => load(target, requests, { seconds }),
    stop() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
