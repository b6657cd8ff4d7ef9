import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { fetchOf, keyOf, type Run } from './run.ts'

type Message = Parameters<StdioServerTransport['send']>[0]

/**
 * Relays messages between a local assistant and `/mcp` with the official transports. Reads only the message ids and the negotiated protocol
 * version. Without a sign-in, only the public tools are available. Prints nothing else to stdout.
 */
export async function carryMessages(run: Run): Promise<void> {
  const key = keyOf(run)
  const local = new StdioServerTransport()
  const remote = new StreamableHTTPClientTransport(new URL('/mcp', run.baseUrl), {
    fetch: fetchOf(run, key),
    requestInit: key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } },
  })
  const open = new Set<unknown>()
  let inputEnded = false
  let end = () => {}
  // Node 20 has no Promise.withResolvers
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const answer = (message: Message) => {
    if ('id' in message && !('method' in message)) open.delete(message.id)
    // older clients negotiate a protocol version and must then send it in every request
    if ('result' in message && typeof message.result['protocolVersion'] === 'string')
      remote.setProtocolVersion(message.result['protocolVersion'])
    // the transport closes when its input ends, but requests that were sent before must still get their responses
    return inputEnded ? void process.stdout.write(`${JSON.stringify(message)}\n`) : local.send(message)
  }
  const carry = async (message: Message) => {
    const id = 'method' in message && 'id' in message ? message.id : undefined
    if (id !== undefined) open.add(id)
    try {
      await remote.send(message)
    } catch (error) {
      run.out.note(`resale: ${(error as Error).message}`)
      if (id !== undefined && open.has(id)) await answer({ jsonrpc: '2.0', id, error: { code: -32000, message: (error as Error).message } })
    }
  }
  // oxlint-disable unicorn/prefer-add-event-listener -- the protocol's transports have only these properties
  local.onmessage = (message) => void carry(message)
  remote.onmessage = (message) => void answer(message)
  remote.onerror = (error) => run.out.note(`resale: ${error.message}`)
  local.onclose = () => {
    inputEnded = true
    end()
  }
  // oxlint-enable unicorn/prefer-add-event-listener
  process.stdin.once('end', end)
  await remote.start()
  await local.start()
  await ended
  // waits up to ten seconds for the responses to open requests
  for (let tries = 0; open.size > 0 && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 100))
  await remote.close()
  await local.close()
}
