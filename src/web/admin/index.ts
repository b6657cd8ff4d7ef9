import type { Page } from '#web/framework/page/page.tsx'
import { APPEAL_PAGES } from './appeals.tsx'
import { auditPage } from './audit.tsx'
import { DISPUTE_PAGES } from './disputes.tsx'
import { MEASURE_PAGES } from './moderation.tsx'
import { MONEY_PAGES } from './payments.tsx'
import { overviewPage } from './overview.tsx'
import { PEOPLE_PAGES } from './accounts.tsx'
import { REPORT_PAGES } from './reports.tsx'
import { REVIEW_PAGES } from './reviews.tsx'
import { searchPage } from './search.tsx'
import { settingsPage } from './settings.tsx'

/** All pages under `/operator`. */
export const OPERATOR_PAGES: readonly Page[] = [
  overviewPage,
  searchPage,
  ...REPORT_PAGES,
  ...APPEAL_PAGES,
  ...DISPUTE_PAGES,
  ...MONEY_PAGES,
  ...PEOPLE_PAGES,
  ...MEASURE_PAGES,
  ...REVIEW_PAGES,
  auditPage,
  settingsPage,
]
