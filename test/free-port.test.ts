import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { createPorts } from './free-port.ts'

test('two processes that start at the same port get different ports, and none where a program listens', async () => {
  const [one, other] = [createPorts(7), createPorts(7)]
  const first = await one()
  const program = createServer().listen(first + 1, '127.0.0.1')
  await once(program, 'listening')
  const ports = [first]
  for (let taken = 0; taken < 150; taken++) ports.push(await one(), await other())
  program.close()
  assert.equal(new Set(ports).size, ports.length)
  assert.equal(ports.includes(first + 1), false)
})
