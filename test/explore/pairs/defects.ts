/**
 * A defect in the service's SQL statements. `edit` inserts the defect into the text of a statement, and `pairs` names the pairs of calls
 * that must reveal it.
 */
export type SqlDefect = { title: string; pairs: string; edit(text: string): string }

const LOCK = / for (?:no key )?update(?: of \S+)?(?: skip locked| nowait)?/i
const unlocked = (table: string) => (text: string) => (new RegExp(`from "?${table}"?`, 'i').test(text) ? text.replace(LOCK, '') : text)

/** Plausible locking defects. Running calls in pairs must reveal each of them. */
export const SQL_DEFECTS: readonly SqlDefect[] = [
  {
    title: 'nothing locks the listing',
    pairs: 'createOrder by ann × createOrder by bob',
    edit: unlocked('listings'),
  },
  {
    title: 'nothing locks the offer',
    pairs: 'acceptOffer by owner × withdrawOffer by ann',
    edit: (text) => unlocked('offers')(unlocked('listings')(text)),
  },
  {
    title: 'nothing locks the order',
    pairs: 'shipOrder by owner × cancelOrder by owner',
    edit: unlocked('orders'),
  },
  {
    title: 'nothing locks the hold',
    pairs: 'payHold by ann × payHold by bob on the second',
    edit: (text) => unlocked('holds')(unlocked('listings')(text)),
  },
  {
    title: 'nothing locks the SKUs of an account',
    pairs: 'createListing by owner × createListing by owner',
    edit: (text) => text.replace(/select pg_advisory_xact_lock\(hashtextextended\('skus of.*$/, 'select $1::text'),
  },
  {
    title: 'nothing locks the two parties of a block',
    pairs: 'blockThread by ann × makeOffer by ann',
    edit: (text) => text.replace(/pg_advisory_xact_lock\(pair_lock\((\$\d), (\$\d)\)\)/, '$1::text, $2::text'),
  },
  {
    title: 'a like does not wait for a price change',
    pairs: 'changeListing by owner × likeListing by ann',
    edit: (text) => (text.startsWith('insert into "likes"') ? text.replace(' for share', '') : text),
  },
]
