import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MARKET_CATEGORIES } from '#domain/market.ts'
import { faultsOnAll } from './checks.ts'
import { inBrowser, openStage, type Stage } from './stage.ts'

let stage: Stage
before(async () => {
  if (!inBrowser.skip) stage = await openStage()
})
after(() => stage?.close())

/** Every public page of the main address but those that are only words: articles.test.ts has these. */
const MAIN = [
  '/',
  '/search',
  '/search?q=lamp&price=25-100&offers=true&sort=price-asc',
  '/search?q=teapot&category=Shoes&price=under-25',
  `/c/${MARKET_CATEGORIES[0].toLowerCase()}`,
  '/c/kids',
  '/shops',
  '/check',
  '/sign-in',
  '/nothing-here',
]

test('the pages of the main address have no fault in light and dark, on a phone and a desktop', inBrowser, async () =>
  assert.deepEqual(await faultsOnAll(stage, MAIN), []),
)
