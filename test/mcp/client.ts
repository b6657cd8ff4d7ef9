import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestApp } from '#test/app.ts'

/** Result of a tool call: structured data, or the error from the API. */
// oxlint-disable-next-line typescript/no-explicit-any -- the result may have any content; the client validates it against the tool's schema
export type Given = any

export type Talker = {
  client: Client
  tools(): Promise<string[]>
  /** Calls a tool that is expected to succeed. The client validates the result against the tool's output schema. */
  use(tool: string, args?: Record<string, unknown>): Promise<Given>
  refused(tool: string, args?: Record<string, unknown>): Promise<{ type: string; message: string; param?: string; code?: string }>
}

export type Era = 'auto' | 'legacy'

/** Connects the official client. Uses either the protocol version 2026-07-28 or the version of older clients. */
export async function connect(app: TestApp, key?: string, era: Era = 'auto'): Promise<Talker> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.programsUrl}/mcp`), {
      requestInit: key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } },
    }),
  )
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name, args = {}) {
      const result = await client.callTool({ name, arguments: args })
      assert.ok(!result.isError, JSON.stringify(result.content))
      return result.structuredContent
    },
    async refused(name, args = {}) {
      const result = await client.callTool({ name, arguments: args })
      assert.equal(result.isError, true, JSON.stringify(result))
      const [content] = result.content as { text: string }[]
      return JSON.parse(content!.text).error
    },
  }
}
