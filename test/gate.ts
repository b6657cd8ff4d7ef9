import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way on loopback to the server of a database, to be shut and opened again: an outage that its other users do not feel. */
export type Gate = {
  /** The address of the database through the gate. */
  url: string
  /** Connections that came while it was open. */
  passed(): number
  open(): Promise<void>
  /** Ends all connections; new ones are refused. */
  shut(): Promise<void>
}

/** A gate that is shut, in front of the database of an address as `test/database.ts` writes it. */
export async function gateTo(t: { after(stop: () => Promise<void>): void }, databaseUrl: string, port: number): Promise<Gate> {
  const to = new URL(databaseUrl)
  const host = decodeURIComponent(to.hostname)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${to.port}` } : { host, port: Number(to.port) }
  const sockets = new Set<Socket>()
  let passed = 0
  const pass = (from: Socket) => {
    // it was taken from the system just before the gate was shut
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
