export { lockMove } from './claim.ts'
export { settleHeld } from './hold.ts'
