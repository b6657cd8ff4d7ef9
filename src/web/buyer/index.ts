import type { Page } from '#web/framework/page/page.tsx'
import { addressesPage, addressPage, newAddressPage } from './addresses.tsx'
import { questionPage } from './ask.tsx'
import { BLOCK_PAGES, blockedPage } from './block.tsx'
import { bagPage } from './bag.tsx'
import { bundleCheckoutPage } from './bundle-checkout.tsx'
import { bundlePage } from './bundle.tsx'
import { cardsPage } from './cards.tsx'
import { checkoutPage } from './checkout.tsx'
import { passkeyPage, mfaPage } from './mfa.tsx'
import { holdPage } from './hold.tsx'
import { followingPage, likesPage } from './likes.tsx'
import { messagesPage, threadPage } from './messages.tsx'
import { offerPage } from './offer-form.tsx'
import { offersPage } from './offers.tsx'
import { orderPage, problemPage, receiptPage } from './order.tsx'
import { ordersPage } from './orders.tsx'
import { overviewPage } from './overview.tsx'
import { paidPage } from './payment-return.ts'
import { purchasePage } from './purchase-page.tsx'
import { reportPage } from './report.tsx'
import { PERSON_REPORT_PAGES } from './report-person.tsx'
import { searchesPage } from './searches.tsx'
import { settingsPage } from './settings.tsx'

/** Pages of a buyer's account, and actions on a listing (spec: ux 1.2). All of them are on the main host. */
export const BUYER_PAGES: readonly Page[] = [
  offerPage,
  questionPage,
  checkoutPage,
  bagPage,
  bundlePage,
  bundleCheckoutPage,
  purchasePage,
  holdPage,
  reportPage,
  ...PERSON_REPORT_PAGES,
  ...BLOCK_PAGES,
  blockedPage,
  paidPage,
  overviewPage,
  likesPage,
  followingPage,
  searchesPage,
  offersPage,
  messagesPage,
  threadPage,
  ordersPage,
  orderPage,
  receiptPage,
  problemPage,
  mfaPage,
  passkeyPage,
  settingsPage,
  cardsPage,
  addressesPage,
  newAddressPage,
  addressPage,
]
