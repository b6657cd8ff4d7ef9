// Both engines over the same listings, against the real OpenSearch: npm run contract:search. Needs Java 17 and Maven, which fetches it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MarketIndex, type MarketDocument, type MarketQuery } from '#domain/search/market-index.ts'
import { openSearchServer } from '#platform/opensearch/open.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import { asking } from '#market/browse/search/server/ask.ts'
import { entryOf } from '#market/browse/search/server/entry.ts'
import { complete, find } from '#market/browse/search/server/find.ts'
import { createIndex, openIndex } from '#market/browse/search/server/indexes.ts'
import { write } from '#market/browse/search/server/write.ts'
import { IN_NEITHER, NOT_IN_DEMO } from '#test/search/absent.ts'
import { FIRST_HELD_OUT, HELD_OUT } from '#test/search/held-out.ts'
import { corpusDocuments } from '#test/search/quality.ts'
import { QUERIES } from '#test/search/queries.ts'
import { startOpenSearch, type Running } from './search-server/start.ts'

let running: Running
let server: SearchServer

before(async () => {
  running = await startOpenSearch()
  server = await openSearchServer([running.url])
})
after(async () => {
  await server.close()
  await running.stop()
})

const ALL_QUERIES = [...QUERIES, ...FIRST_HELD_OUT, ...HELD_OUT].map(({ q }) => q)
const BEST: MarketQuery = { q: null, category: null, minCents: null, maxCents: null, offersOnly: false, sort: 'best', limit: 20, offset: 0, facets: true }

/** The same listings in both. */
async function bothEngines(name: string, documents: readonly MarketDocument[]) {
  const index = new MarketIndex()
  for (const document of documents) index.put(document)
  await createIndex(server, name)
  await write(server, name, 1, documents.map((document) => ({ id: document.id, entry: entryOf(document) })))
  await openIndex(server, name)
  const ask = asking(server, name)
  return {
    index,
    ask,
    async agreeOn(query: MarketQuery) {
      assert.deepEqual(await find(ask, query), index.search(query), JSON.stringify(query))
    },
  }
}

test('both engines find the same for every query of the quality set, in the same order', async () => {
  const { agreeOn } = await bothEngines('corpus', corpusDocuments())
  let wrong = 0
  for (const q of [...ALL_QUERIES, ...IN_NEITHER, ...NOT_IN_DEMO])
    await agreeOn({ ...BEST, q }).catch((error: Error) => {
      if (wrong++ < 10) console.log(error.message.slice(0, 1500))
    })
  assert.equal(wrong, 0)
})
