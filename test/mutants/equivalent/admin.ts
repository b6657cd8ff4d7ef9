import type { EquivalentByFile } from './index.ts'

export const ADMIN: EquivalentByFile = {
  'src/admin/disputes/index.ts': [
    {
      before: "if (!isIdOf('ord', id)) throw notFound('order')",
      after: "if (false) throw notFound('order')",
      reason: 'The condition only saves a query: no order has an id of another format.',
    },
  ],
  'src/admin/payment-exceptions/index.ts': [
    {
      before: 'const row = found && (await lockCaseForEnd(tx, id))',
      after: 'const row = (await lockCaseForEnd(tx, id))',
      reason: 'The condition only saves a query: an exception that was not found cannot be locked.',
    },
  ],
  'src/admin/reports/queries.ts': [
    {
      before:
        "where status = 'open' and id in (select r.id from reports r left join listings l on l.id = r.listing_id where r.status = 'open' and ${about})",
      after: "where status = 'open' and id in (select r.id from reports r left join listings l on l.id = r.listing_id where ${about})",
      reason: 'The outer condition excludes the same reports; the inner one only saves reading closed reports.',
    },
  ],
}
