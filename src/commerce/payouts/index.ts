export { lockPayout } from './claim.ts'
export { settleHeld } from './hold.ts'
