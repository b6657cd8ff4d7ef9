/** Public API for customers at the payment provider, which stores the buyers' saved cards (decision 25). */
export { cardAtCheckout, listCards, removeCard, saveTestCard, type SavedCard } from './cards.ts'
export { endCustomers, endEarlierCustomers } from './end.ts'
export { hasCustomer, openCustomer, prepareCustomer, replaceCustomer } from './open.ts'
