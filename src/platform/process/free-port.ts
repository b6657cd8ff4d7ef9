import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns true if a server could listen on this port now. */
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

/** Returns the first free port of `count` ports, starting at `from`, or null if none is free. */
export async function firstFree(from: number, host: string, count = 20): Promise<number | null> {
  for (let port = from; port < from + count; port++) if (await isFree(port, host)) return port
  return null
}
