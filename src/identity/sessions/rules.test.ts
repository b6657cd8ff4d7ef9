import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserName } from './rules.ts'

test('a session is described by its browser and operating system, or by the program that uses it', () => {
  assert.equal(browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox on Linux')
  assert.equal(browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'), 'Safari on an iPhone')
  assert.equal(browserName('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 Edg/150.0'), 'Edge on Windows')
  assert.equal(browserName('Chrome/150.0 (Haiku)'), 'Chrome')
  for (const agent of [null, 'curl/8.0', 'Chrome on Linux']) assert.equal(browserName(agent), 'A program')
})
