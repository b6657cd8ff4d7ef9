import type { TestContext } from 'node:test'
import { Client } from 'pg'

/** The texts of the statements that `work` runs: those of the database client, whoever sends them, with begin and commit. */
export async function statementsOf(t: TestContext, work: () => Promise<unknown>): Promise<string[]> {
  const seen = t.mock.method(Client.prototype, 'query')
  await work()
  const texts = seen.mock.calls.map(({ arguments: [query] }) => textOf(query))
  seen.mock.restore()
  return texts
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : ((query as { text?: string }).text ?? '?'))
