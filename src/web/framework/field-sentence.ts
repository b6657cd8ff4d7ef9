import type { ApiError } from '#platform/errors/index.ts'
import { upperFirst } from './format.ts'

/**
 * Converts an API error message to the wording that a form shows: `slug "x" is taken` becomes `The address "x" is taken`, and `files[0]: …`
 * becomes `Photo 1: …`. The API's messages begin with the parameter name, because programs read these messages (test/truth/words.test.ts).
 */
export function fieldSentence({ param, message }: Pick<ApiError, 'param' | 'message'>): string {
  const named = param !== undefined && (message.startsWith(`${param} `) || message.startsWith(`${param}:`))
  return withoutNames(named ? `${subjectOf(param)}${message.slice(param.length)}` : message)
}

function subjectOf(param: string): string {
  const [, name = '', index] = /^(?:[\w-]+\.)*([\w-]+)(?:\[(\d+)\])?/.exec(param) ?? []
  if (index === undefined) return SUBJECTS[name] ?? upperFirst(nameOf(name))
  const one = LISTS[name] ?? upperFirst(nameOf(name))
  return `${one} ${Number(index) + 1}`
}

const SUBJECTS: Readonly<Record<string, string>> = {
  line1: 'Street and number',
  line2: 'The second line',
  slug: 'The address',
  url: 'The address',
  body: 'The text',
  text: 'The text',
  rating: 'The rating',
  files: 'The photos',
  photos: 'The photos',
  lowest_price: 'The minimum price',
  urls: 'The addresses',
  q: 'The search',
  expected_amount: 'The amount on the page',
}

const LISTS: Readonly<Record<string, string>> = {
  files: 'Photo',
  photos: 'Photo',
  photo_urls: 'Photo',
  urls: 'Address',
  fields: 'Line',
}

/** Replaces parameter names that remain in the message: `lowest_price` becomes `minimum price`. Leaves quoted user input unchanged. */
const withoutNames = (message: string): string =>
  message.replaceAll(/"[^"]*"|“[^”]*”|\b[a-z]+(?:_[a-z0-9]+)+\b/g, (part) => (/^["“]/.test(part) ? part : nameOf(part)))

const nameOf = (name: string): string => (name === 'lowest_price' ? 'minimum price' : name.replaceAll('_', ' '))
