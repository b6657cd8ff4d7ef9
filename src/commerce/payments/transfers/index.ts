/** Money on its way, for who sends it and who hears of it. */
export { changeMove, failMove, findMove, insertMove, isBeingReversed, lockMove, reversedByHand } from './queries.ts'
export type { MoveRow } from './queries.ts'
