import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export type LocalServer = { url: string; port: number; stop(): Promise<void> }

/**
 * Starts a server on a free port of loopback. After the test, the server and all of its connections are closed. With `tls`, a certificate
 * for `localhost`, the server uses HTTPS.
 */
export async function startLocalServer(
  t: { after(stop: () => Promise<void>): void } | undefined,
  listener: RequestListener,
  tls?: { key: string; cert: string },
): Promise<LocalServer> {
  const server = (tls ? createTlsServer(tls, listener) : createServer(listener)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  t?.after(stop)
  return { url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}`, port, stop }
}
