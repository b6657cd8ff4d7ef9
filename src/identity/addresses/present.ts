import type { AddressRow } from './queries.ts'

export const presentAddress = (row: Omit<AddressRow, 'account_id'>) => ({
  object: 'address' as const,
  id: row.id,
  name: row.name,
  line1: row.line1,
  line2: row.line2,
  city: row.city,
  state: row.state,
  postal_code: row.postal_code,
  country: row.country,
  default: row.is_default,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
