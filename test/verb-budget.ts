/**
 * What a verb may cost: statements with begin, commit and the reading of the key. Begin goes with the first statement of its
 * transaction and so costs no round trip. Where limits are on, a message is one more (its count), a sign-in two. `test/verbs.test.ts`
 * counts them, and the bench holds them against the goals.
 */
export const BUDGET = {
  'GET /me': 2,
  'GET /listings': 4,
  'a draft': 4,
  'a draft, sent with an idempotency key': 6,
  'a listing, published as it is made': 8,
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
