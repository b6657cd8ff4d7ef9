import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load, type Measure } from '#test/bench/cost.ts'

const SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url))

/** A bare node:http server, in a process of its own, that sends these bytes. */
export async function bareServer(page: Uint8Array, { clients, seconds }: { clients: number; seconds: number }): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'resale-bare-'))
  writeFileSync(join(folder, 'page'), page)
  const child = fork(SERVER, [join(folder, 'page')])
  try {
    const [port] = (await once(child, 'message')) as [number]
    return await load([child.pid!, child.pid!], { port, path: () => '/', clients, seconds })
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
