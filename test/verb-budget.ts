/**
 * Most statements per verb, with begin, commit and the read of the key. Begin travels with the first statement and costs no round
 * trip. With rate limits on, a message needs one more (its count) and a sign-in two. `test/verbs.test.ts` counts them, and the
 * bench compares them with the goals.
 */
export const BUDGET = {
  'GET /me': 2,
  'GET /listings': 4,
  'a draft': 4,
  'a draft, sent with an idempotency key': 6,
  'a listing, published at creation': 8,
  publish: 10,
  change: 8,
  like: 6,
  follow: 6,
  offer: 9,
  counter: 10,
  accept: 9,
  decline: 7,
  'a question': 7,
  order: 7,
  confirm: 10,
  'sign-in from a new browser': 10,
} as const
