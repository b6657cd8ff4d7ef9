import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SearchServerError } from '#platform/errors/search-server.ts'
import { feedLog } from './indexer.ts'

test('logs each search server error once, and the recovery once', () => {
  const lines: string[] = []
  const log = { warn: ({ err }: { err: Error }) => lines.push(err.message), info: (line: string) => lines.push(line) }
  const { goesWell, goesWrong } = feedLog(log as never)
  goesWell()
  for (let tries = 0; tries < 3; tries++) goesWrong(new SearchServerError('it does not answer', null))
  goesWrong(new SearchServerError('it answered 401', 401))
  goesWell()
  goesWell()
  goesWrong(new SearchServerError('it does not answer', null))
  assert.deepEqual(lines, ['it does not answer', 'it answered 401', 'indexing on the search server works again', 'it does not answer'])
})
