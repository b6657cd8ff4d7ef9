import type { EquivalentByFile } from './index.ts'

export const HELPERS: EquivalentByFile = {
  'src/helpers/copywriter/rules/clip.ts': [
    {
      before: 'const LONGEST_GRAPHEME = 64',
      after: 'const LONGEST_GRAPHEME = (64 + 1)',
      reason: 'No grapheme is that long, so the margin changes only the work.',
    },
    {
      before: 'const LONGEST_GRAPHEME = 64',
      after: 'const LONGEST_GRAPHEME = (64 - 1)',
      reason: 'No grapheme is that long, so the margin changes only the work.',
    },
  ],
  'src/helpers/research/rules/pricing/identification.ts': [
    {
      before: 'return facts.length >= LEAST_FACTS ? facts : byAttribute([...facts, ...more]).slice(0, LEAST_FACTS)',
      after: 'return facts.length > LEAST_FACTS ? facts : byAttribute([...facts, ...more]).slice(0, LEAST_FACTS)',
      reason: 'Three facts stay three facts, because the list is cut to three.',
    },
  ],
  'src/helpers/research/rules/pricing/index.ts': [
    {
      before: 'suggestedCents: clamp(wholeDollarCents(share(base, factor)), roundedBand),',
      after: 'suggestedCents: clamp(wholeDollarCents(share(factor, base)), roundedBand),',
      reason: 'A product does not depend on the order.',
    },
  ],
  'src/helpers/research/start.ts': [
    {
      before: 'if (run) await queries.deleteOlderRuns(tx.db, listingId, MAX_RUNS)',
      after: 'if (true) await queries.deleteOlderRuns(tx.db, listingId, MAX_RUNS)',
      reason: 'Without a new run, the listing has no run that is too old.',
    },
  ],
  'src/helpers/shop-agent/index.ts': [
    {
      before: 'return true',
      after: 'return false',
      reason: 'The second attempt finds that the agent has answered, or may not answer, and ends.',
    },
    {
      before: "if (error instanceof ProviderError && error.reason === 'refused') return true",
      after: "if (error instanceof ProviderError && error.reason === 'refused') return false",
      reason: 'The second attempt finds that the agent is paused, and ends.',
    },
    {
      before: 'const line = tx.randomBytes(1)[0]! % LINES',
      after: 'const line = tx.randomBytes((1 + 1))[0]! % LINES',
      reason: 'Only the first random byte is used.',
    },
    {
      before: "if (!isSettled) throw new Error('the last attempt settles')",
      after: "if (false) throw new Error('the last attempt settles')",
      reason: 'The last attempt always settles.',
    },
  ],
  'src/helpers/shop-agent/rules/check.ts': [
    {
      before: 'const [low, high] = label < value.from ? [label, value.from] : [value.to, label]',
      after: 'const [low, high] = label <= value.from ? [label, value.from] : [value.to, label]',
      reason: 'No value fits between a position and itself.',
    },
    {
      before: "const label = sentence.indexOf(tokensOf(fact.label).at(-1) ?? '')",
      after: 'const label = sentence.indexOf((tokensOf(fact.label).at(-1)))',
      reason: 'Neither `undefined` nor an empty word occurs in a sentence; the check exists for the types alone.',
    },
  ],
  'src/helpers/shopping-check/rules.ts': [
    {
      before: 'if (costCents === null || costCents <= 0 || resaleCents === null) return null',
      after: 'if ((costCents <= 0) || resaleCents === null) return null',
      reason: '`null <= 0` is true; the check exists for the types alone.',
    },
  ],
}
