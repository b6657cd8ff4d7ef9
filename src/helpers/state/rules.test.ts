import assert from 'node:assert/strict'
import { test } from 'node:test'
import { helperStates, type HelperFacts } from './rules.ts'

const has = { model: true, comparables: true, catalog: true, browser: true, embedder: true }
const all: HelperFacts = {
  has,
  brake: false,
  shops: 2,
  answering: 2,
  haggling: 2,
  searchIndex: true,
  meaning: { embedded: 5, listings: 5, failing: false },
}
const without = (...keys: (keyof typeof has)[]): Partial<HelperFacts> => ({
  has: { ...has, ...Object.fromEntries(keys.map((key) => [key, false])) },
})
/** Returns the helpers that are not fully available. Checks that exactly these helpers state a reason. */
function limited(facts: Partial<HelperFacts>): Record<string, string> {
  const found = helperStates({ ...all, ...facts })
  assert.ok(found.every((one) => (one.state === 'full') === (one.why === null)))
  return Object.fromEntries(found.flatMap(({ name, state }) => (state === 'full' ? [] : [[name, state]])))
}
const why = (name: string, facts: Partial<HelperFacts>) => helperStates({ ...all, ...facts }).find((one) => one.name === name)?.why ?? null

test('if every provider key is set, all helpers work without limits, and they are listed in a fixed order', () => {
  assert.deepEqual(limited({}), {})
  assert.deepEqual(helperStates(all).map(({ name }) => name), ['research', 'words', 'listing_agent', 'shop_agent', 'negotiator', 'sidekick', 'search_by_meaning']) // prettier-ignore
  assert.deepEqual(helperStates(all).map((one) => one.why), Array.from({ length: 7 }, () => null)) // prettier-ignore
})

test('if a provider key is missing, only the helpers that need it are limited', () => {
  assert.deepEqual(limited(without('model')), {
    research: 'reduced',
    words: 'off',
    listing_agent: 'off',
    shop_agent: 'off',
    negotiator: 'reduced',
    sidekick: 'off',
  })
  assert.deepEqual(limited(without('comparables')), { research: 'reduced', sidekick: 'reduced' })
  assert.deepEqual(limited(without('catalog')), { research: 'reduced', sidekick: 'reduced' })
  assert.deepEqual(limited(without('browser')), { sidekick: 'off' })
  assert.deepEqual(limited(without('embedder')), { search_by_meaning: 'off' })
})

test('the state of research names every missing key, and mentions the rule of thumb only if all sources of prices are missing', () => {
  const missing = (...keys: (keyof typeof has)[]) => why('research', without(...keys)) ?? ''
  assert.match(missing('model'), /model key(?!.*(?:comparables|catalog|thumb))/)
  assert.match(missing('comparables'), /comparables key(?!.*(?:catalog|thumb))/)
  assert.match(missing('catalog'), /catalog key(?!.*thumb)/)
  assert.match(missing('comparables', 'catalog'), /comparables key.*catalog key.*thumb/)
  const sidekick = (...keys: (keyof typeof has)[]) => why('sidekick', without(...keys)) ?? ''
  assert.match(sidekick('model'), /needs a model key/)
  assert.match(sidekick('browser'), /needs a browser key/)
  assert.match(sidekick('model', 'browser'), /a model and a browser key/)
  assert.match(sidekick('catalog', 'comparables'), /catalog key/)
  assert.match(sidekick('comparables'), /comparables key/)
})

test('the state of a shop helper depends on the settings of all of the account’s shops', () => {
  assert.deepEqual(limited({ answering: 1 }), { shop_agent: 'reduced' })
  assert.match(why('shop_agent', { answering: 1 })!, /in 1 of your 2 shops/)
  assert.deepEqual(limited({ answering: 0, haggling: 0 }), { shop_agent: 'off', negotiator: 'off' })
  assert.deepEqual(limited({ shops: 0, answering: 0, haggling: 0 }), {})
  assert.match(why('negotiator', { haggling: 0, ...without('model') })!, /haggle is off/)
  assert.match(why('negotiator', without('model'))!, /templates/)
})

test('pausing helpers switches off all helpers except semantic search', () => {
  const paused = limited({ brake: true })
  assert.deepEqual(
    Object.values(paused),
    Array.from({ length: 6 }, () => 'off'),
  )
  assert.equal(paused['search_by_meaning'], undefined)
  assert.match(why('words', { brake: true })!, /paused/)
})

test('semantic search needs a working model and an index that contains a vector for every listing', () => {
  const name = 'search_by_meaning'
  const known = { embedded: 4, listings: 5, failing: false }
  assert.deepEqual(limited({ searchIndex: false }), { [name]: 'off' })
  assert.match(why(name, { searchIndex: false })!, /SEARCH_INDEX/)
  assert.deepEqual(limited({ meaning: null }), { [name]: 'reduced' })
  assert.match(why(name, { meaning: null })!, /being built/)
  assert.deepEqual(limited({ meaning: known }), { [name]: 'reduced' })
  assert.deepEqual(limited({ meaning: { ...known, embedded: 5, failing: true } }), { [name]: 'reduced' })
  assert.match(why(name, { meaning: { ...known, failing: true } })!, /failing/)
  assert.match(why(name, { meaning: known })!, /4 of 5/)
  assert.deepEqual(limited({ meaning: { ...known, embedded: 6 } }), {})
})
