/** Listings with a vector, all listings, and whether the model fails. */
type KnownMeaning = { embedded: number; listings: number; failing: boolean }

export const HELPER_NAMES = ['research', 'words', 'listing_agent', 'shop_agent', 'negotiator', 'sidekick', 'search_by_meaning'] as const
export type HelperState = { name: (typeof HELPER_NAMES)[number]; state: 'full' | 'reduced' | 'off'; why: string | null }

export type HelperFacts = {
  /** True with a key. */
  has: { model: boolean; comparables: boolean; catalog: boolean; browser: boolean; embedder: boolean }
  brake: boolean
  shops: number
  /** Number of shops with `answer_questions` and `haggle`. */
  answering: number
  haggling: number
  /** `meaning`: vectors of the search index; null while it is being built. */
  searchIndex: boolean
  meaning: KnownMeaning | null
}

/** Returns each helper's state, and why it is limited (completions 9, `GET /helpers`; interface, helpers 2 to 9). */
export function helperStates(facts: HelperFacts): HelperState[] {
  const { has } = facts
  const states: HelperState[] = [
    research(has),
    has.model ? full('words') : off('words', 'Without a model key no words are written.'),
    has.model ? full('listing_agent') : off('listing_agent', 'Without a model key the chat is closed.'),
    has.model
      ? inShops('shop_agent', facts.answering, facts.shops, 'answer_questions')
      : off('shop_agent', 'Without a model key buyers get no answers.'),
    negotiator(facts),
    sidekick(has),
  ]
  return [...states.map((one) => (facts.brake ? off(one.name, 'The brake of your account is on.') : one)), meaning(facts)]
}

function research({ model, comparables, catalog }: HelperFacts['has']): HelperState {
  const missing = [
    ...(model ? [] : ['a model key, so the name is your own words']),
    ...(comparables ? [] : ['a comparables key, so second-hand listings are left out']),
    ...(catalog ? [] : ['a catalog key, so there is no new price and no used offer']),
  ]
  const price = comparables || catalog ? '' : ' Its price is a rule of thumb: it has no sales to compare with.'
  return missing.length === 0 ? full('research') : reduced('research', `It runs without ${missing.join('; without ')}.${price}`)
}

function negotiator({ has, haggling, shops }: HelperFacts): HelperState {
  const state = inShops('negotiator', haggling, shops, 'haggle')
  return state.state === 'full' && !has.model ? reduced('negotiator', 'Without a model key its messages are templates.') : state
}

function sidekick({ model, browser, comparables, catalog }: HelperFacts['has']): HelperState {
  if (!model || !browser)
    return off('sidekick', `Coming soon: it needs a ${[...(model ? [] : ['model']), ...(browser ? [] : ['browser'])].join(' and a ')} key.`)
  if (!catalog) return reduced('sidekick', 'Without a catalog key the cost is your price or the page’s.')
  return comparables ? full('sidekick') : reduced('sidekick', 'Without a comparables key it compares with the catalog alone.')
}

function meaning({ has, searchIndex, meaning: known }: HelperFacts): HelperState {
  const name = 'search_by_meaning'
  if (!has.embedder) return off(name, 'Without an embedding model search goes by words alone.')
  if (!searchIndex) return off(name, 'Search goes by words alone: SEARCH_INDEX is off, or SEARCH_URL names a server that searches.')
  if (!known) return reduced(name, 'The index of the market is being built; until then search goes by plain words.')
  if (known.failing) return reduced(name, 'The embedding model fails just now, so search goes by words alone for a while.')
  if (known.embedded < known.listings)
    return reduced(name, `${known.embedded} of ${known.listings} listings are embedded; the others are found by their words.`)
  return full(name)
}

/** Each shop switches these. Without a shop the default, on, applies. */
function inShops(name: HelperState['name'], on: number, shops: number, setting: string): HelperState {
  if (on === shops) return full(name)
  return on === 0
    ? off(name, `${setting} is off in your shop settings.`)
    : reduced(name, `${setting} is on in ${on} of your ${shops} shops.`)
}

const full = (name: HelperState['name']): HelperState => ({ name, state: 'full', why: null })
const reduced = (name: HelperState['name'], why: string): HelperState => ({ name, state: 'reduced', why })
const off = (name: HelperState['name'], why: string): HelperState => ({ name, state: 'off', why })
