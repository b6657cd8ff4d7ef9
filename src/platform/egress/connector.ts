import { connect as connectTcp, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { EgressError, toEgressError } from './errors.ts'
import type { Policy } from './policy.ts'
import { privateAddress, vettedAddresses } from './resolve.ts'
import type { Lookup } from './resolve.ts'

const CONNECT_TIMEOUT_MS = 3_000

export type ConnectorOptions = {
  policy: Policy
  lookup: Lookup
  ca?: string | undefined
}

/**
 * Creates the only connector for outbound requests. Checks every connection, because Node does not look up IP literals, so a check in a DNS
 * `lookup` would miss `http://127.1/`. Checks the remote address again before sending the first byte, even of the TLS handshake.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    open(options, target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(toEgressError(error), null),
    )
  }
}

async function open(options: ConnectorOptions, target: buildConnector.Options): Promise<Socket> {
  const secure = target.protocol === 'https:'
  const port = Number(target.port || (secure ? 443 : 80))
  const addresses = await vettedAddresses(options.policy, options.lookup, target.hostname, port)
  const deadline = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  const socket = await connectToAny(addresses, port, deadline)
  if (!options.policy.permitsAddress(socket.remoteAddress ?? '')) {
    socket.destroy()
    throw privateAddress()
  }
  socket.setNoDelay(true)
  return secure ? startTls(socket, target.hostname, options.ca, deadline) : socket
}

async function connectToAny(addresses: string[], port: number, deadline: AbortSignal): Promise<Socket> {
  let failure: unknown
  for (const [index, address] of addresses.entries()) {
    // Each address gets half of the remaining time, so that an unreachable address leaves time for the next. The last address gets all of
    // it.
    const shareMs = index === addresses.length - 1 ? CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS / 2 ** (index + 1)
    try {
      return await connectTo(address, port, AbortSignal.any([deadline, AbortSignal.timeout(shareMs)]))
    } catch (error) {
      failure = error
    }
    if (deadline.aborted) break
  }
  throw failure
}

function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return settle(connectTcp({ host, port, autoSelectFamily: false }), 'connect', signal)
}

async function startTls(socket: Socket, hostname: string, ca: string | undefined, signal: AbortSignal): Promise<Socket> {
  const tls = connectTls({
    socket,
    host: hostname,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    ...(ca === undefined ? {} : { ca }),
  })
  try {
    return await settle(tls, 'secureConnect', signal)
  } catch (error) {
    socket.destroy()
    if (error instanceof EgressError) throw error
    throw new EgressError('tls', 'No secure connection could be made: the certificate or the TLS response is not valid.', {
      cause: error,
    })
  }
}

function settle<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const onReady = () => (stop(), resolve(socket))
    const onError = (error: Error) => (stop(), socket.destroy(), reject(error))
    const onClose = () => onError(new EgressError('refused', 'The server closed the connection.'))
    const onLate = () => onError(new EgressError('timeout', 'The server took too long to accept a connection.'))
    function stop(): void {
      signal.removeEventListener('abort', onLate)
      socket.off(event, onReady).off('error', onError).off('close', onClose)
      // Without a listener, a late error on an abandoned socket would crash the process. For sockets in use, undici adds a listener.
      socket.on('error', () => {})
    }
    socket.once(event, onReady).once('error', onError).once('close', onClose)
    if (signal.aborted) onLate()
    else signal.addEventListener('abort', onLate, { once: true })
  })
}
