import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { send, startApp } from '#test/app.ts'
import { OFFERS_SCHEMA, TOOLS_PATH } from './names.ts'
import { operationsOf } from './operations.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const READS = ['GET', 'HEAD', 'OPTIONS']

/** The accepted methods at each path of the protocol, in the order of the Allow header. */
const accepted = new Map<string, string[]>([
  ['/.well-known/ucp', READS],
  ['/ucp/schemas/payment.json', READS],
  [OFFERS_SCHEMA, READS],
  [TOOLS_PATH, ['POST', 'OPTIONS']],
  ...[...Map.groupBy(operationsOf(app.service.ctx), ({ path }) => path)].map(([path, operations]): [string, string[]] => [
    `/ucp${path.replaceAll(/\{\w+\}/g, 'some-id')}`,
    [...operations.map(({ method }) => method), 'OPTIONS'],
  ]),
])

test('each path of the protocol lists its methods for OPTIONS, and refuses every other method with the same list', async () => {
  assert.ok(accepted.size > 10, `${accepted.size} paths`)
  for (const [path, methods] of accepted) {
    const options = await send(app.port, 'OPTIONS', path, { host: 'localhost' })
    assert.deepEqual([options.status, options.headers['allow']], [204, methods.join(', ')], `OPTIONS ${path}`)
    for (const method of METHODS.filter((one) => !methods.includes(one))) {
      const { status, headers, body } = await send(app.port, method, path, { host: 'localhost' })
      assert.deepEqual([status, headers['allow']], [405, methods.join(', ')], `${method} ${path}`)
      assert.match(JSON.stringify(body), /method_not_allowed|is allowed at this address/, `${method} ${path}`)
    }
  }
})
