import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AdmissionFilter } from './admission-filter.ts'

test('the admission filter recognizes a recently seen name, and forgets the name after many other names', () => {
  const filter = new AdmissionFilter()
  const names = Array.from({ length: 1_000 }, (_, n) => `/shop/${n}?offset=0`)
  const known = () => names.filter((name) => filter.isKnown(name)).length
  assert.equal(known(), 0)
  // a few names are lost, because later names with the same hash slot have replaced them
  assert.ok(known() > 950)
  for (let n = 0; n < 200_000; n++) filter.isKnown(`/once/${n}`)
  assert.ok(known() < 50, 'later names displace the old ones')
})
