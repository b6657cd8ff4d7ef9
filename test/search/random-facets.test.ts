import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { compareFacets } from './engine-facets.ts'

for (const index of ['on', 'off'])
  test(`search filters and counts 300 random sets of facets like a full scan, with the index ${index}`, async (t) => {
    await compareFacets(await startApp(t, { SEARCH_INDEX: index }), { listings: 300, runs: 300, seed: 7 })
  })
