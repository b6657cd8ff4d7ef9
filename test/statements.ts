import type { TestContext } from 'node:test'
import { Client } from 'pg'

/** Runs `work` and returns all statements that the database client sends in the meantime, including begin and commit. */
export async function statementsOf(t: TestContext, work: () => Promise<unknown>): Promise<string[]> {
  const seen = t.mock.method(Client.prototype, 'query')
  await work()
  const texts = seen.mock.calls.map(({ arguments: [query] }) => textOf(query))
  seen.mock.restore()
  return texts
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : ((query as { text?: string }).text ?? '?'))
