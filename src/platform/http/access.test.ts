import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REAL, type Tenant } from '#core/tenant.ts'
import type { Anonymous, Person } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { Endpoint } from './endpoint.ts'
import { requireAccess } from './run.ts'

const TEST = 'usr_1' as Tenant
const ANONYMOUS: Anonymous = { kind: 'anonymous', address: '127.0.0.1' }
const session = (more: Partial<Person> = {}) =>
  ({ kind: 'session', keyKind: 'session', tenant: REAL, scopes: ['read', 'shops'], ...more }) as Person
const key = (more: Partial<Person> = {}) => ({ kind: 'key', keyKind: 'api', tenant: REAL, scopes: ['read'], ...more }) as Person

const WHO: Record<string, Anonymous | Person> = {
  nobody: ANONYMOUS,
  session: session(),
  key: key(),
  'test session': session({ tenant: TEST }),
  'test key': key({ tenant: TEST }),
  'test agent': key({ tenant: TEST, keyKind: 'agent' }),
  guest: session({ guest: true }),
  suspended: session({ isSuspended: true }),
  operator: session({ isOperator: true }),
  'operator without a second factor': session({ isOperator: true, lacksSecond: true }),
}

/** Runs `requireAccess` for each caller. Returns the callers with access, and the code or type of each error with its callers. */
function resultsOf(endpoint: Partial<Endpoint>): Record<string, string[]> {
  const results: Record<string, string[]> = {}
  for (const [name, actor] of Object.entries(WHO)) {
    let result = 'access'
    try {
      requireAccess({ method: 'POST', ...endpoint } as Endpoint, actor)
    } catch (error) {
      assert.ok(error instanceof ApiError)
      result = error.code ?? error.type
    }
    ;(results[result] ??= []).push(name)
  }
  return results
}

const everyone = Object.keys(WHO)
const without = (...names: string[]) => everyone.filter((name) => !names.includes(name))
const OPERATORS = ['operator', 'operator without a second factor']

const CASES: [title: string, endpoint: Partial<Endpoint>, results: Record<string, string[]>][] = [
  ['anyone', { access: { who: 'anyone' } }, { access: everyone }],
  ['anyone, with or without an account', { access: { who: 'optional' } }, { access: without('suspended'), suspended: ['suspended'] }],
  [
    'a person with a scope',
    { access: { who: 'person', scope: 'shops' } },
    {
      authentication: ['nobody'],
      scope: ['key', 'test key', 'test agent'],
      guest: ['guest'],
      suspended: ['suspended'],
      access: ['session', 'test session', ...OPERATORS],
    },
  ],
  [
    'a person with one of two scopes, guests, and callers without a key',
    { access: { who: 'person', scope: ['shops', 'read'], orGuest: true }, guests: true },
    { access: without('suspended'), suspended: ['suspended'] },
  ],
  [
    'a person, also if suspended',
    { access: { who: 'person', scope: 'read' }, evenSuspended: true },
    { authentication: ['nobody'], guest: ['guest'], access: without('nobody', 'guest') },
  ],
  [
    'a person, for reading',
    { method: 'GET', access: { who: 'person', scope: 'read' } },
    { authentication: ['nobody'], guest: ['guest'], access: without('nobody', 'guest') },
  ],
  [
    'a session',
    { access: { who: 'session' } },
    {
      authentication: ['nobody'],
      scope: ['key', 'test key', 'test agent'],
      test_data: ['test session'],
      guest: ['guest'],
      suspended: ['suspended'],
      access: ['session', ...OPERATORS],
    },
  ],
  [
    'a session, also with test data',
    { access: { who: 'session' }, alsoTest: true },
    {
      authentication: ['nobody'],
      scope: ['key', 'test key', 'test agent'],
      guest: ['guest'],
      suspended: ['suspended'],
      access: ['session', 'test session', ...OPERATORS],
    },
  ],
  [
    'an operator',
    { access: { who: 'operator' } },
    {
      authentication: ['nobody'],
      scope: ['key', 'test key', 'test agent'],
      test_data: ['test session'],
      guest: ['guest'],
      suspended: ['suspended'],
      second_factor: ['operator without a second factor'],
      not_found: ['session'],
      access: ['operator'],
    },
  ],
  [
    'a tester',
    { access: { who: 'tester' } },
    {
      authentication: ['nobody'],
      scope: ['key', 'test agent'],
      guest: ['guest'],
      suspended: ['suspended'],
      access: ['session', 'test session', 'test key', ...OPERATORS],
    },
  ],
]
for (const [title, endpoint, results] of CASES)
  test(`access of each kind of caller to an endpoint for ${title}`, () => {
    const sorted = (of: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(of).map(([code, names]) => [code, everyone.filter((name) => names.includes(name))]))
    assert.deepEqual(sorted(resultsOf(endpoint)), sorted(results))
  })

test('the error of a missing scope names each scope that would suffice', () => {
  const endpoint = { method: 'GET', access: { who: 'person', scope: ['orders', 'offers'] } } as unknown as Endpoint
  assert.throws(() => requireAccess(endpoint, key()), { type: 'permission', message: 'This key lacks the scope "orders" or "offers".' })
})
