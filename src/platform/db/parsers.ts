import { types } from 'pg'
import type { CustomTypesConfig } from 'pg'

const OID = { int8: 20, date: 1082, numeric: 1700, int8Array: 1016, dateArray: 1182, numericArray: 1231 } as const

/**
 * Parses int8 and numeric as numbers, and date as a 'YYYY-MM-DD' string. All other types have pg's defaults, such as Date for timestamptz.
 */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === OID.int8) return wholeNumber
      if (oid === OID.numeric) return Number
      if (oid === OID.date) return String
      if (oid === OID.int8Array) return (text: string) => strings(text).map((item) => item && wholeNumber(item))
      if (oid === OID.numericArray) return (text: string) => strings(text).map((item) => item && Number(item))
      if (oid === OID.dateArray) return strings
    }
    return types.getTypeParser(oid, format)
  }) as CustomTypesConfig['getTypeParser'],
}

const TEXT_ARRAY = 1009 as number

function strings(text: string): (string | null)[] {
  return types.getTypeParser(TEXT_ARRAY, 'text')(text)
}

/** Throws a RangeError for a number outside the safe integers. Otherwise, a rounded count or amount would go unnoticed. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, which is beyond a safe integer.`)
  return value
}
