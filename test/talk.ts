import { connect } from 'node:net'

/** Sends bytes. Returns everything that arrives until the connection has been silent for a moment. */
export function talk(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('error', () => {}).on('data', (chunk) => (received += String(chunk)))
  socket.write(bytes)
  return new Promise((resolve) => socket.setTimeout(500, () => socket.destroy()).once('close', () => resolve(received)))
}
