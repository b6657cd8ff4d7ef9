import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A loopback proxy to a database server. A test can close and reopen the proxy. This simulates an outage without affecting other users of
 * the server.
 */
export type Gate = {
  /** Database URL that connects through the proxy. */
  url: string
  passed(): number
  open(): Promise<void>
  /** Ends all connections and rejects new ones. */
  shut(): Promise<void>
}

/** Creates a proxy on `port` that accepts no connections yet. `databaseUrl` has the format that `test/database.ts` writes. */
export async function gateTo(t: { after(stop: () => Promise<void>): void }, databaseUrl: string, port: number): Promise<Gate> {
  const to = new URL(databaseUrl)
  const host = decodeURIComponent(to.hostname)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${to.port}` } : { host, port: Number(to.port) }
  const sockets = new Set<Socket>()
  let passed = 0
  const pass = (from: Socket) => {
    // The operating system accepted this connection immediately before the proxy closed.
    if (!server.listening) {
      from.destroy()
      return
    }
    passed++
    const through = connect(target as { path: string })
    for (const [one, other] of [
      [from, through],
      [through, from],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => (sockets.delete(one), other.destroy()))
      one.pipe(other)
    }
  }
  let server = createServer(pass)
  const shut = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  t.after(shut)
  return {
    url: `postgres://${to.username}${to.password && `:${to.password}`}@127.0.0.1:${port}${to.pathname}`,
    passed: () => passed,
    async open() {
      server = createServer(pass).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    shut,
  }
}
