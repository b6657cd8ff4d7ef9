export { reconcilePayment } from './reconcile.ts'
