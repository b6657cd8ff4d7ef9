import type { TestContext } from 'node:test'
import { Client } from 'pg'

/** Runs `work`. Returns all statements that the database client sent during that time, including begin and commit. */
export async function statementsOf(t: TestContext, work: () => Promise<unknown>): Promise<string[]> {
  const seen = t.mock.method(Client.prototype, 'query')
  await work()
  const texts = seen.mock.calls.map(({ arguments: [query] }) => textOf(query))
  seen.mock.restore()
  return texts
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : ((query as { text?: string }).text ?? '?'))
