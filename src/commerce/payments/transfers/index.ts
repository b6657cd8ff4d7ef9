/** Public API for transfers (refunds, payouts and reversals), for modules that send transfers or receive events about them. */
export {
  updateTransfer,
  failTransfer,
  findTransfer,
  insertTransfer,
  isBeingReversed,
  lockTransfer,
  reversedByHand,
  unsentRefundsByOrder,
} from './queries.ts'
export type { TransferRow } from './queries.ts'
