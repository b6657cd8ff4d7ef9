import type { Page } from '#web/framework/page/page.tsx'
import { appsPage, ownAppPage } from './apps.tsx'
import { approvalPage } from './approval.tsx'
import { bulkPage, runBulkPage } from './bulk-pages.tsx'
import { deliveryPage } from './delivery.tsx'
import { approvalsPage, developersPage } from './developers.tsx'
import { editorPage } from './editor.tsx'
import { embedPage } from './embed.tsx'
import { importPage } from './import.tsx'
import { keysPage } from './keys.tsx'
import { invitePage } from './invite.tsx'
import { labelPicturePage, labelsPage, printLabelsPage } from './labels.tsx'
import { listingsPage } from './listings.tsx'
import { logsPage } from './logs.tsx'
import { measuresPage } from './moderation.tsx'
import { messagesPage, threadPage } from './messages.tsx'
import { newListingPage, sharedPage } from './new-listing.tsx'
import { offersPage } from './offers.tsx'
import { openShopPage } from './open-shop.tsx'
import { contestPage, orderPage, ordersPage } from './orders.tsx'
import { payoutsPage } from './payouts.tsx'
import { previewPage } from './preview-page.tsx'
import { repliesPage, replyPage } from './replies.tsx'
import { questionsPage } from './questions.tsx'
import { shareCardPage, sharePage } from './share.tsx'
import { salesPage } from './sales.tsx'
import { shopPage } from './shop.tsx'
import { statementPage, statementsPage } from './statements.tsx'
import { statsPage } from './stats.tsx'
import { shipPurchasePage } from './purchase.tsx'
import { resetPage, testDataPage } from './test-data.tsx'
import { todayPage } from './today.tsx'
import { webhookPage } from './webhook.tsx'

/** All pages of the seller's app (under `/app`), and the preview of a draft. */
export const SELLER_PAGES: readonly Page[] = [
  todayPage,
  openShopPage,
  listingsPage,
  // these pages come before `/app/listings/:id`, which would match `new`, `import` and `bulk` as ids
  runBulkPage,
  bulkPage,
  importPage,
  newListingPage,
  sharedPage,
  editorPage,
  questionsPage,
  invitePage,
  sharePage,
  shareCardPage,
  previewPage,
  offersPage,
  messagesPage,
  // this page comes before `/app/messages/:id`, which would match `replies` as an id
  repliesPage,
  replyPage,
  threadPage,
  ordersPage,
  orderPage,
  labelsPage,
  printLabelsPage,
  labelPicturePage,
  shipPurchasePage,
  contestPage,
  payoutsPage,
  statementsPage,
  statementPage,
  shopPage,
  salesPage,
  embedPage,
  statsPage,
  developersPage,
  testDataPage,
  resetPage,
  approvalsPage,
  approvalPage,
  appsPage,
  ownAppPage,
  keysPage,
  webhookPage,
  deliveryPage,
  logsPage,
  measuresPage,
]
