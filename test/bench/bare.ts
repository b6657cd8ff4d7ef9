import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load, warm, type Measure } from './wrk.ts'

const SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url))

/** A bare node:http server, in a process of its own, that sends these bytes and does nothing else. */
export async function bareServer(page: Uint8Array, seconds: number): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'resale-bare-'))
  writeFileSync(join(folder, 'page'), page)
  const child = fork(SERVER, [join(folder, 'page')])
  try {
    const [port] = (await once(child, 'message')) as [number]
    const target = { port, web: child.pid!, db: null }
    await warm(target, () => [{ path: '/' }])
    return await load(target, [{ path: '/' }], seconds)
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
