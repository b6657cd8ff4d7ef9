import type { MeasureKind } from '#admin/moderation/rules.ts'
import type { Report } from '#web/framework/page/records.ts'

/** Short labels for moderation actions. */
export const DOWN: Readonly<Record<MeasureKind, string>> = {
  listing: 'Listing hidden',
  shop: 'Shop suspended',
  account: 'Account suspended',
  review: 'Review hidden',
  warning: 'Warning',
  change: 'Change requested',
}

export const REPORT_REASONS: Readonly<Record<Report['reason'], string>> = {
  counterfeit: 'Counterfeit',
  prohibited: 'Prohibited item',
  misleading: 'Misleading',
  offensive: 'Offensive',
  spam: 'Spam',
  threat: 'Threat or harassment',
  fake: 'Fake',
  off_site_payment: 'Payment outside the service',
  private_data: 'Private data',
  other: 'Something else',
}

/** Labels and messages for the settings page. */
export const SETTINGS = {
  intro: 'A change applies to all pages within seconds, and is recorded in the audit log.',
  saved: 'Settings saved.',
  set: 'Set here. Clear the field to restore the default.',
  defaultIs: (value: string, variable: string | undefined) =>
    variable ? `Default: ${value} (${variable} in the environment).` : `Default: ${value}.`,
  none: 'none',
  builtIn: 'built in',
  identity: 'Name and icon',
  name: 'Name of the marketplace',
  letter: 'Icon letters',
  letterHint: 'One or two letters or digits, shown before the name and in the browser icon. A logo replaces them.',
  accent: 'Accent colour',
  accentHint: 'A light colour such as #fbe137, because the text on it is dark. We derive the other colours from it.',
  saveIdentity: 'Save name and icon',
  logo: 'Logo',
  currentLogo: 'Current logo',
  newLogo: 'New logo',
  logoHint: 'Replaces the name at the top of each page. JPEG, PNG, WebP or AVIF, up to 10 MB.',
  uploadLogo: 'Upload logo',
  removeLogo: 'Remove logo',
  texts: 'Contact, terms and privacy',
  contact: 'Contact email',
  terms: 'Terms',
  privacy: 'Privacy notice',
  pageHint: 'Enter an https address, or enter the full wording here, with a blank line between paragraphs.',
  saveTexts: 'Save contact, terms and privacy',
  fees: 'Fees and limits',
  feesHint: 'New fees apply to orders that are placed from now on. Existing orders keep their fee.',
  feePercent: 'Fee in percent of the item price',
  guestLimit: 'Limit for a purchase without an account',
  guestHint: 'Includes shipping. Enter 0 to allow no purchases without an account.',
  categories: 'Fees by category',
  categoriesHint: 'Leave a field empty to use the general fee. An item without a category uses the fee for its shop’s category.',
  feeOf: (category: string) => `${category}: fee in percent`,
  newCategory: 'Another category',
  newFee: 'Fee for this category, in percent',
  saveFees: 'Save fees and limits',
  environment: 'Environment',
  environmentHint:
    'The service reads these values when it starts. To change a value, set it in the environment and restart the service. Secrets are never shown.',
} as const

/** Labels and messages for the search across all records. */
export const SEARCH = {
  title: 'Search',
  label: 'Find an account, a listing or an order',
  hint: 'Enter an email, a name, a shop, a title, a tracking number, or an ID.',
  button: 'Search',
  none: 'Nothing found',
  noneHint: 'Check the spelling, or search for a part of the name or title. IDs and tracking numbers must be complete.',
  accounts: 'Accounts',
  listings: 'Listings',
  orders: 'Orders',
  noShop: 'No shop',
  untitled: 'Untitled draft',
  hidden: 'Hidden',
} as const

/** Labels for the sales figures across all sellers. */
export const TRADE = {
  title: 'Trade',
  period: 'Period',
  days: (days: number) => `${days} days`,
  orders: 'Orders paid',
  volume: 'Gross volume',
  fees: 'Fees',
  refunds: 'Refunds',
  disputes: 'Disputes',
} as const

/** Labels for the tiles that show the state of backups and jobs. */
export const STATUS = {
  title: 'Backups and jobs',
  backup: 'Backup',
  backups: { ok: 'Up to date', late: 'Late', off: 'Off', unknown: 'Unknown' },
  newest: 'Newest',
  noBackup: {
    ok: '',
    late: 'There is no backup yet.',
    off: 'Set BACKUP_TO to make backups.',
    unknown: 'The backup target is not responding.',
  },
  jobs: 'Jobs',
  mail: 'Emails in 24 hours',
  mailOff: 'Emails are off.',
  payouts: 'Refunds and payouts',
  failed: (count: number) => (count === 0 ? 'None failed' : `${count} failed`),
  late: (count: number) => (count === 0 ? 'None overdue' : `${count} overdue`),
  waiting: (count: number) => `${count} waiting`,
} as const
