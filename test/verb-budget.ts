/**
 * Maximum number of SQL statements per operation, including begin, commit and reading the key. Begin is sent with the first statement, so
 * it costs no extra round trip. A change to the price or status also reads the price history, which determines the crossed-out price. Rate
 * limits add one statement per message and two per sign-in. `test/verbs.test.ts` counts the statements, and the benchmark compares them
 * with the goals.
 */
export const BUDGET = {
  'GET /me': 2,
  'GET /listings': 4,
  'a draft': 4,
  'a draft, sent with an idempotency key': 6,
  'a listing, published at creation': 9,
  publish: 11,
  change: 9,
  'a bulk change': 10,
  'a preview of a bulk change': 5,
  like: 6,
  follow: 7,
  offer: 10,
  counter: 12,
  accept: 11,
  decline: 7,
  'a question': 8,
  order: 8,
  confirm: 10,
  'sign-in from a new browser': 10,
} as const
