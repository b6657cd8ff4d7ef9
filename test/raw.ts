import { once } from 'node:events'
import { connect } from 'node:net'

// oxlint-disable-next-line typescript/no-explicit-any -- the body may have any content
export type RawReply = { status: number; headers: Record<string, string>; body: any }

/** Sends raw bytes. Reads until a complete response has arrived or the server closes the connection. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer)
    const reply = parseReply(Buffer.concat(chunks).toString())
    if (reply) {
      socket.destroy()
      return reply
    }
  }
  throw new Error(`incomplete response: ${Buffer.concat(chunks).toString().slice(0, 200)}`)
}

/** Parses a response that has a Content-Length. Returns null if the response is still incomplete. */
export function parseReply(text: string): RawReply | null {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = headers['content-length']
  const bytes = Buffer.from(text.slice(end + 4))
  const body = (length === undefined ? bytes : bytes.subarray(0, Number(length))).toString()
  if (headers['content-length'] !== undefined && Buffer.byteLength(body) < Number(headers['content-length'])) return null
  const isJson = headers['content-type']?.startsWith('application/json') === true
  return { status: Number(first.split(' ')[1]), headers, body: isJson ? JSON.parse(body) : body }
}
