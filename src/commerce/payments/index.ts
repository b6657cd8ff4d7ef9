export { reconcilePayment } from './attempt.ts'
