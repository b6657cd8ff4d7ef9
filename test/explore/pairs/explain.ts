import type { Verb } from './verbs.ts'

type Explanation = { reason: string; matches(a: Verb, b: Verb, answers: readonly [string, string]): boolean }

const paysFor = ({ endpoint }: Verb): boolean => endpoint.actsInPrepare === true

const buysLabel = ({ endpoint }: Verb): boolean => /^buyLabels?$/.test(endpoint.id)

/** Results that are correct although no sequential order of the transactions produces them. Each entry states the reason. */
const EXPLANATIONS: readonly Explanation[] = [
  {
    reason: 'the transactions of two payments alternate, and the second payment finds the result of the first',
    matches: (a, b, answers) => paysFor(a) && paysFor(b) && answers.every((answer) => answer === '200'),
  },
  {
    reason: 'two purchases of a label alternate, and the second one continues the purchase of the first and gets the same label',
    matches: (a, b, answers) => [a, b].every(buysLabel) && answers.every((answer) => /^20[01]$/.test(answer)),
  },
  {
    reason: 'a report of a listing that is being hidden stays open, and the operator closes it',
    matches: (a, b) => a.endpoint.id === 'reportListing' && b.endpoint.id === 'hideListing',
  },
  {
    reason: 'a block concerns the owner of a shop, so it remains when the shop is deleted',
    matches: (a, b, answers) => a.endpoint.id === 'blockStore' && b.endpoint.id === 'deleteShop' && answers.join() === '200,200',
  },
  {
    reason: 'two texts about a report quote the title of the listing, which changes between them',
    matches: (a, b, answers) => a.endpoint.id === 'warnReported' && b.endpoint.id === 'useTake' && answers.join() === '201,200',
  },
  {
    reason: 'a PUT by SKU finds a listing that is deleted before it locks it; the next PUT creates it again',
    matches: (a, b, [answer]) => a.endpoint.id === 'putListing' && /^delete(Listing|Shop)$/.test(b.endpoint.id) && answer.startsWith('404'),
  },
]

export const explanationOf = (a: Verb, b: Verb, answers: readonly [string, string]): string | null =>
  EXPLANATIONS.find(({ matches }) => matches(a, b, answers) || matches(b, a, [answers[1], answers[0]]))?.reason ?? null
