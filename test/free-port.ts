import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/*
 * Port range for tests, below the range that the system uses for outgoing connections. No other process can then take a port between the
 * check and its use.
 */
const FIRST = 10_000
const LAST = 30_000
/** Each process reserves blocks of this many ports. It listens on the first port of a block until it ends, so no block has two processes. */
const BLOCK = 100
const BLOCKS = (LAST - FIRST) / BLOCK

/** Returns a port on 127.0.0.1 where no program is listening. */
export const freePort = createPorts(process.pid)

/** Creates a function like `freePort`. `start`: number of the block to try first. Never returns a port of another such function. */
export function createPorts(start: number): () => Promise<number> {
  let block = start
  let ports: number[] = []

  const reserveBlock = async (): Promise<number[]> => {
    for (let tried = 0; tried < BLOCKS; tried++) {
      const first = FIRST + (block++ % BLOCKS) * BLOCK
      const reservation = await listenOn(first)
      if (!reservation) continue
      reservation.unref()
      return Array.from({ length: BLOCK - 1 }, (_, index) => first + 1 + index)
    }
    throw new Error(`Other processes use all ports from ${FIRST} to ${LAST}.`)
  }

  return async () => {
    for (;;) {
      if (ports.length === 0) ports = await reserveBlock()
      const port = ports.shift()!
      const server = await listenOn(port)
      if (!server) continue
      server.close()
      await once(server, 'close')
      return port
    }
  }
}

/** Returns undefined if another program already listens on the port. */
function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  )
}
