import { once } from 'node:events'
import { createServer } from 'node:net'

/** Whether a server could listen there now. */
export async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/** The first of `count` ports from `from` on that is free, or null. */
export async function firstFree(from: number, host: string, count = 20): Promise<number | null> {
  for (let port = from; port < from + count; port++) if (await isFree(port, host)) return port
  return null
}
