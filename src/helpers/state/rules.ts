/** State of semantic search. `embedded` is the number of listings with a vector. `failing` is true if the model returns errors. */
type KnownMeaning = { embedded: number; listings: number; failing: boolean }

export const HELPER_NAMES = ['research', 'words', 'listing_agent', 'shop_agent', 'negotiator', 'sidekick', 'search_by_meaning'] as const
export type HelperState = { name: (typeof HELPER_NAMES)[number]; state: 'full' | 'reduced' | 'off'; why: string | null }

export type HelperFacts = {
  /** For each provider, true if a key for the provider is configured. */
  has: { model: boolean; comparables: boolean; catalog: boolean; browser: boolean; embedder: boolean }
  brake: boolean
  shops: number
  /** Number of shops that have `answer_questions` switched on. `haggling` is the same for `haggle`. */
  answering: number
  haggling: number
  /**
   * True if this service has its own search index, that is, `SEARCH_INDEX` is on and `SEARCH_URL` is not set. `meaning` describes the
   * vectors in that index, or is null while the index is being built.
   */
  searchIndex: boolean
  meaning: KnownMeaning | null
}

/**
 * Returns the state of each helper. If a helper is limited, includes the reason (spec: completions 9, `GET /helpers`; interface, helpers 2
 * to 9).
 */
export function helperStates(facts: HelperFacts): HelperState[] {
  const { has } = facts
  const states: HelperState[] = [
    research(has),
    has.model ? full('words') : off('words', 'Writing help needs a model key.'),
    has.model ? full('listing_agent') : off('listing_agent', 'The listing chat needs a model key.'),
    has.model
      ? inShops('shop_agent', facts.answering, facts.shops, 'answer_questions')
      : off('shop_agent', 'Answers to buyers need a model key.'),
    negotiator(facts),
    sidekick(has),
  ]
  return [...states.map((one) => (facts.brake ? off(one.name, 'All automation of your account is paused.') : one)), meaning(facts)]
}

function research({ model, comparables, catalog }: HelperFacts['has']): HelperState {
  const missing = [
    ...(model ? [] : ['Without a model key, research takes the name from your own words.']),
    ...(comparables ? [] : ['Without a comparables key, research finds no second-hand listings.']),
    ...(catalog ? [] : ['Without a catalog key, research finds no prices of new items and no used offers.']),
  ]
  const price = comparables || catalog ? '' : ' Research estimates the price with a rule of thumb, because it has no prices to compare.'
  return missing.length === 0 ? full('research') : reduced('research', `${missing.join(' ')}${price}`)
}

function negotiator({ has, haggling, shops }: HelperFacts): HelperState {
  const state = inShops('negotiator', haggling, shops, 'haggle')
  return state.state === 'full' && !has.model
    ? reduced('negotiator', 'The negotiator uses message templates, because there is no model key.')
    : state
}

function sidekick({ model, browser, comparables, catalog }: HelperFacts['has']): HelperState {
  if (!model || !browser)
    return off('sidekick', `Coming soon: it needs a ${[...(model ? [] : ['model']), ...(browser ? [] : ['browser'])].join(' and a ')} key.`)
  if (!catalog) return reduced('sidekick', 'Without a catalog key, the check uses your price or the price on the page as the cost.')
  return comparables ? full('sidekick') : reduced('sidekick', 'Without a comparables key, the check compares only prices from the catalog.')
}

function meaning({ has, searchIndex, meaning: known }: HelperFacts): HelperState {
  const name = 'search_by_meaning'
  if (!has.embedder) return off(name, 'Without an embedding model, search uses words only.')
  if (!searchIndex) return off(name, 'Search uses words only: SEARCH_INDEX is off, or SEARCH_URL names an external search server.')
  if (!known) return reduced(name, 'The search index is being built; until then, search uses plain words.')
  if (known.failing) return reduced(name, 'The embedding model is failing, so search temporarily uses words only.')
  if (known.embedded < known.listings)
    return reduced(name, `${known.embedded} of ${known.listings} listings have embeddings; search finds the others by words.`)
  return full(name)
}

/** Returns the state of a helper that each shop can switch on or off. Without a shop, uses the default (on). */
function inShops(name: HelperState['name'], on: number, shops: number, setting: string): HelperState {
  if (on === shops) return full(name)
  return on === 0
    ? off(name, `${setting} is off in your shop settings.`)
    : reduced(name, `${setting} is on in ${on} of your ${shops} shops.`)
}

const full = (name: HelperState['name']): HelperState => ({ name, state: 'full', why: null })
const reduced = (name: HelperState['name'], why: string): HelperState => ({ name, state: 'reduced', why })
const off = (name: HelperState['name'], why: string): HelperState => ({ name, state: 'off', why })
