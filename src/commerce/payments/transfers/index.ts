/** Refunds, payouts and reversals, for the modules that send them or receive their events. */
export { changeMove, failMove, findMove, insertMove, isBeingReversed, lockMove, reversedByHand } from './queries.ts'
export type { MoveRow } from './queries.ts'
