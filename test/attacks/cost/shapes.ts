/** A request body that is cheap to send but may be expensive to parse. */
export type Shape = { what: string; type: string; bytes: string | Buffer }

/** Strings that slow down a careless parser when repeated. Each one targets a different kind of parsing code. */
const UNITS: Record<string, string> = {
  marks: '\u0301\u0316',
  'voiced marks': '\uff9e\u0301',
  newlines: '\n',
  brackets: '[',
  'percent signs': '%25',
  blanks: ' ',
  letters: 'a',
  tags: '<',
  'open tags': '<a ',
  ampersands: '&',
  quotes: '"',
  apostrophes: "'",
  digits: '1',
  dots: 'Mr. ',
  'at signs': 'a@',
  hyphens: '-',
  emoji: '😀',
  'no width': '\u200b',
  'long compatible': '\ufdfa',
  addresses: 'http://a.b/ ',
  dollars: '$1 ',
  words: 'a b ',
  commas: ',',
  'blank lines': '\n \t',
  parentheses: '(',
  stars: '*_',
}
/** Units that have revealed a defect in the past. A short run uses only these units. */
const SHORT = ['marks', 'newlines', 'brackets', 'dots', 'words', 'addresses']

export const unitsFor = (long: boolean): [name: string, unit: string][] =>
  Object.entries(UNITS).filter(([name]) => long || SHORT.includes(name))

/** Repeats `unit` to at most `bytes` bytes of UTF-8. */
export const filled = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
/** Repeats `unit` to exactly `points` code points. */
export const filledTo = (unit: string, points: number): string =>
  [...unit.repeat(Math.ceil(points / [...unit].length))].slice(0, points).join('')
/**
 * Puts all combining marks of one class before all marks of a second class, so that Unicode normalization must move each mark past many
 * others.
 */
const unsorted = (bytes: number): string => `a${'\u0301'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** Returns JSON bodies of at most `most` bytes. Each body is the valid request `right`, with costly content in one of its `fields`. */
export function jsonShapes(right: object, fields: readonly string[], most: number, units: readonly [string, string][]): Shape[] {
  const json = (what: string, body: unknown): Shape => ({
    what: `json: ${what}`,
    type: JSON_TYPE,
    bytes: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const room = most - 4_096 - JSON.stringify(right).length
  const many = (count: number, one: (at: number) => string): string => Array.from({ length: count }, (_, at) => one(at)).join(',')
  const inside = (name: string, text: string): string => `{${Object.entries(right).filter(([other]) => other !== name).map(([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)},`).join('')}${JSON.stringify(name)}:${text}}` // prettier-ignore
  return [
    json('many names', inside('odd', `{${many(Math.floor(room / 10), (at) => `"${at}":1`)}}`)),
    json('many names that are numbers apart', inside('odd', `{${many(Math.floor(room / 14), (at) => `"${at * 97}":1`)}}`)),
    json('many names at the top', `{${many(Math.floor(room / 12), (at) => `"k${at}":1`)}}`),
    json('deep lists', `{"a":${'['.repeat(room / 2)}${']'.repeat(room / 2)}}`),
    json('deep maps', `{"a":${'{"a":'.repeat(Math.floor(room / 7))}1${'}'.repeat(Math.floor(room / 7))}}`),
    json('a long name', inside('x'.repeat(room), '1')),
    json('a long number', inside('odd', '1'.repeat(room))),
    ...fields.flatMap((name) => [
      json(`${name}: many entries`, inside(name, `[${many(Math.floor(room / 3), () => '""')}]`)),
      json(`${name}: many numbers`, inside(name, `[${many(Math.floor(room / 2), () => '1')}]`)),
      json(`${name}: a map of many`, inside(name, `{${many(Math.floor(room / 16), (at) => `"l${at}":"v"`)}}`)),
      json(`${name}: a list of maps`, inside(name, `[${many(Math.floor(room / 26), (at) => `{"label":"l${at}","value":"v"}`)}]`)),
      json(`${name}: a list of texts`, inside(name, `[${many(4_000, () => `"${'x'.repeat(Math.floor(room / 4_100))}"`)}]`)),
      json(`${name}: unsorted marks`, inside(name, JSON.stringify(unsorted(room)))),
      ...units.map(([what, unit]) =>
        json(`${name}: ${what}`, inside(name, JSON.stringify(filled(unit, unit === '"' || unit === '\n' ? room / 2 : room)))),
      ),
    ]),
  ]
}

/** Returns form bodies of at most `most` bytes. Each body starts with `own`, the fields that must be present before the rest is parsed. */
export function formShapes(own: string, fields: readonly string[], most: number, units: readonly [string, string][]): Shape[] {
  const room = most - 1_024 - own.length
  const form = (what: string, text: string): Shape => ({ what: `form: ${what}`, type: FORM, bytes: own === '' ? text : `${own}&${text}` })
  const pairs = ['a=1&', 'a[]=1&', 'f[][k]=1&', 'f[7][k]=1&', 'fields[][label]=x&', 'fields[a]=1&', '&', '=&', 'a&', '%5B=1&']
  return [
    ...pairs.map((pair) => form(`many ${pair}`, filled(pair, room))),
    ...pairs.map((pair) => form(`a thousand ${pair}`, pair.repeat(990))),
    form(
      'many names',
      Array.from({ length: Math.floor(room / 9) }, (_, at) => `k${at}=1`)
        .join('&')
        .slice(0, room),
    ),
    form(
      'many items',
      Array.from({ length: Math.floor(room / 15) }, (_, at) => `f[${at}][k]=1`)
        .join('&')
        .slice(0, room),
    ),
    form('a thousand items', Array.from({ length: 990 }, (_, at) => `fields[${at}][label]=l${at}`).join('&')),
    form('a long name', `${'x'.repeat(room)}=1`),
    form('a name of brackets', `a${'['.repeat(room)}=1`),
    form('a name of pairs of brackets', `a${'[b]'.repeat(room / 3)}=1`),
    form('plus signs', `a=${'+'.repeat(room - 2)}`),
    ...units.map(([what, unit]) => {
      const each = Math.floor(room / (fields.length + 1) / 3)
      return form(
        `every field: ${what}`,
        fields
          .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(filled(unit, each))}`)
          .join('&')
          .slice(0, room)
          .replace(/%.?$/, ''),
      )
    }),
  ]
}

/** Returns multipart bodies with many parts, long names, long headers, or boundaries that almost match. */
export function multipartShapes(): Shape[] {
  const boundary = 'xxxxxxxx'
  const body = (what: string, text: string): Shape => ({
    what: `multipart: ${what}`,
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: `${text}--${boundary}--\r\n`,
  })
  const part = (name: string, value: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const MB = 2 ** 20
  return [
    body('many fields', part('a', '1').repeat(20_000)),
    body('many files', part('a', '1', '; filename="a"').repeat(20_000)),
    body('a long name', part('x'.repeat(MB), '1')),
    body('names of brackets', part('f[][k]', '1').repeat(29)),
    body('many headers', `--${boundary}\r\n${'X-A: b\r\n'.repeat(50_000)}\r\n`),
    body('a boundary that almost matches', part('a', `\r\n--${boundary.slice(1)}`.repeat(200_000), '; filename="a.bin"')),
    body('line ends', part('a', '\r\n'.repeat(2 * MB), '; filename="a.bin"')),
    body('full fields', Array.from({ length: 29 }, (_, at) => part(`f${at}`, '\u0301\u0316'.repeat(15_000))).join('')),
    body('hyphens', part('a', '-'.repeat(4 * MB), '; filename="a.bin"')),
    body('a long filename', part('a', 'x', `; filename="${'%25'.repeat(2_000)}"`)),
  ]
}

/** Returns CSV tables that are costly to parse, each at most 5 MB. */
export function csvShapes(): Shape[] {
  const most = 5 * 2 ** 20 - 1_024
  const csv = (what: string, text: string): Shape => ({ what: `csv: ${what}`, type: 'text/csv', bytes: text })
  return [
    csv('many short rows', `title\n${filled('a\n', most)}`),
    csv('many empty rows', `title\n${filled('\n', most)}`),
    csv('many empty rows with returns', `title\r\n${filled('\r\n', most)}`),
    csv('many columns', `${filled('title,', most)}\n`),
    csv('a row of many cells', `title\n${filled(',', most)}\n`),
    csv('quotes', `title\n${filled('"', most)}`),
    csv('quoted cells', `title\n${filled('"",', most)}\n`),
    csv('an open quote', `title\n"${filled('a\n', most)}`),
    csv('one long cell', `title\n${filled('a', most)}\n`),
    csv('blanks', filled(' ', most)),
    csv('a thousand rows of long cells', `title,description\n${`a,${'\u0301\u0316'.repeat(1_200)}\n`.repeat(1_000)}`.slice(0, most)),
    csv('a thousand rows of full cells', `title,description\n${`a,${'Mr. '.repeat(1_240)}\n`.repeat(1_000)}`),
    csv(
      'a thousand rows of many details',
      `title,fields\n${`a,"{${Array.from({ length: 300 }, (_, at) => `""${at}"":1`).join(',')}}"\n`.repeat(1_000)}`.slice(0, most),
    ),
    csv('a thousand deep details', `title,fields\n${`a,"${'['.repeat(2_000)}${']'.repeat(2_000)}"\n`.repeat(1_000)}`.slice(0, most)),
  ]
}
