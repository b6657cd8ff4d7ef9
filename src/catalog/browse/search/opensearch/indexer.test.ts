import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SearchServerError } from '#platform/errors/search-server.ts'
import { feedLog } from './indexer.ts'

test('a repeated error of the search server is logged only once, and so is the recovery', () => {
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
