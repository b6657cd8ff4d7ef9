import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SearchServerError } from '#platform/errors/search-server.ts'
import { feedLog } from './indexer.ts'

test('the indexer logs each search server error once, and the recovery once', () => {
  const lines: string[] = []
  const log = { warn: ({ err }: { err: Error }) => lines.push(err.message), info: (line: string) => lines.push(line) }
  const { goesWell, goesWrong } = feedLog(log as never)
  goesWell()
  for (let tries = 0; tries < 3; tries++) goesWrong(new SearchServerError('the server does not respond', null))
  goesWrong(new SearchServerError('the server responded with 401', 401))
  goesWell()
  goesWell()
  goesWrong(new SearchServerError('the server does not respond', null))
  assert.deepEqual(lines, [
    'the server does not respond',
    'the server responded with 401',
    'indexing on the search server works again',
    'the server does not respond',
  ])
})
