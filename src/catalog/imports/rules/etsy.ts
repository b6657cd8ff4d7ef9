import { firstCodePoints } from '#core/text.ts'
import type { Line, Conversion } from './table.ts'
import { describe, piecesIn, plainPrice, shortenTexts } from './columns.ts'

/**
 * Reads Etsy's export of listings for sale (Shop Manager, Settings, Options, Download Data: `EtsyListingsDownload.csv`). The export has no
 * ids, categories or conditions.
 */
export function* fromEtsy(lines: readonly Line[]): Iterable<Conversion> {
  for (const line of lines) yield draftOf(line)
}

export const isEtsy = (has: (name: string) => boolean): boolean => has('title') && has('currency_code') && has('image1')

function draftOf(line: Line): Conversion {
  const { row } = line
  const currency = line.cell('CURRENCY_CODE')
  if (currency.text !== '' && currency.text.toUpperCase() !== 'USD')
    return { row, column: currency.column, reason: `is ${firstCodePoints(currency.text, 10)}: prices here are in US dollars.` }
  const quantity = line.cell('QUANTITY')
  const pieces = piecesIn(quantity.text)
  if (pieces === 0) return { row, column: quantity.column, reason: 'is 0: the item is out of stock.' }
  const notes: string[] = []
  const title = line.cell('TITLE')
  const description = line.cell('DESCRIPTION')
  const price = line.cell('PRICE')
  return {
    row,
    cells: {
      ...shortenTexts(title.text, describe(description.text), notes),
      ...(price.text ? { price: plainPrice(price.text) } : {}),
      fields: [
        ...materials(line.cell('MATERIALS').text),
        ...[1, 2, 3].flatMap((number) => {
          const label = line.cell(`VARIATION ${number} NAME`, `VARIATION ${number} TYPE`).text
          const value = line.cell(`VARIATION ${number} VALUES`).text
          return label === '' || value === '' ? [] : [{ label, value: spaced(value) }]
        }),
        ...(pieces !== null && pieces > 1 ? [{ label: 'Quantity', value: String(pieces) }] : []),
      ],
    },
    columns: { title: title.column, description: description.column, price: price.column, fields: 'MATERIALS' },
    photos: Array.from({ length: 20 }, (_, index) => line.cell(`IMAGE${index + 1}`).text).flatMap((url) =>
      url === '' ? [] : [{ url, alt: null }],
    ),
    photoColumn: 'IMAGE1',
    notes,
  }
}

const materials = (text: string) => (text === '' ? [] : [{ label: 'Material', value: spaced(text) }])

const spaced = (text: string): string => text.replaceAll(/,\s*/g, ', ').replaceAll('_', ' ')
