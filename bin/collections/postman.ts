import type { Sent } from '#web/docs/sample-call.ts'
import { BASE_URL, headersOf, inPathOf, jsonOf, searchOf, templateOf, descriptionOf } from './calls.ts'

/** Builds a Postman 2.1 collection: one folder per tag, and one request per operation with its recorded response. */
export const postman = (groups: readonly (readonly [tag: string, calls: readonly Sent[]])[]): object => ({
  info: {
    _postman_id: '3f6f0a52-6c1e-4d6b-9a53-2b6f0c1d7e01',
    name: 'Resale marketplace',
    description: 'Set `key` to one of your keys. Generated from the OpenAPI document: /docs.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
  variable: [
    { key: 'base_url', value: BASE_URL, type: 'string' },
    { key: 'key', value: '', type: 'string' },
  ],
  item: groups.map(([name, calls]) => ({ name, item: calls.map(itemOf) })),
})

function itemOf(sent: Sent): object {
  const { operation } = sent
  const request = {
    ...authOf(sent),
    method: operation.method,
    header: headerOf(sent),
    url: urlOf(sent),
    ...bodyOf(sent),
    description: descriptionOf(operation),
  }
  return { name: operation.summary, request, response: responsesOf(sent, request) }
}

const authOf = ({ operation: { access } }: Sent): object => (access === 'key' ? {} : { auth: { type: 'noauth' } })

const headerOf = (sent: Sent): object[] => headersOf(sent).map(([key, value]) => ({ key, value }))

function urlOf(sent: Sent): object {
  const path = templateOf(sent.operation)
  const query = Object.entries(sent.query).map(([key, value]) => ({ key, value: String(value) }))
  const variable = inPathOf(sent).map(([key, value]) => ({ key, value }))
  return {
    raw: `{{base_url}}${path}${searchOf(sent)}`,
    host: ['{{base_url}}'],
    path: path.slice(1).split('/'),
    ...(query.length > 0 ? { query } : {}),
    ...(variable.length > 0 ? { variable } : {}),
  }
}

function bodyOf(sent: Sent): object {
  const { body } = sent
  if (body.kind === 'file') return { body: { mode: 'formdata', formdata: [{ key: body.field, type: 'file', src: body.file }] } }
  if (body.kind === 'csv') return { body: { mode: 'file', file: { src: body.file } } }
  const raw = jsonOf(sent)
  return raw === null ? {} : { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

const responsesOf = ({ operation: { recorded } }: Sent, originalRequest: object): object[] =>
  Object.entries(recorded?.answers ?? {})
    .slice(0, 1)
    .map(([code, answer]) => ({
      name: code,
      originalRequest,
      status: STATUS[code] ?? '',
      code: Number(code),
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: JSON.stringify(answer, null, 2),
      _postman_previewlanguage: 'json',
    }))

const STATUS: Readonly<Record<string, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }
