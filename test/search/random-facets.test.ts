import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { compareFacets } from './engine-facets.ts'

for (const index of ['on', 'off'])
  test(`for 300 random facet selections, search returns the same results and counts as a full scan (index ${index})`, async (t) => {
    await compareFacets(await startApp(t, { SEARCH_INDEX: index }), { listings: 300, runs: 300, seed: 7 })
  })
