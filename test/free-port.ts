import { once } from 'node:events'
import { createServer } from 'node:net'

/*
 * Port range for tests, below the range that the system uses for outgoing connections. Each process starts at a different port. No other
 * process can then take a port between the check and its use.
 */
const FIRST = 10_000
const LAST = 30_000
const PER_PROCESS = 100

let next = FIRST + ((process.pid * PER_PROCESS) % (LAST - FIRST))

/** Returns a port on 127.0.0.1 where no program is listening. */
export async function freePort(): Promise<number> {
  for (let tried = FIRST; tried < LAST; tried++) {
    const port = next
    next = next + 1 < LAST ? next + 1 : FIRST
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]).catch(
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free.`)
}
