import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolGaps, WITHOUT_TOOL } from './tool-gaps.ts'

test('every operation has an MCP tool or a documented reason for having no tool', () => {
  assert.deepEqual(toolGaps(), [])
  for (const [id, reason] of Object.entries(WITHOUT_TOOL)) assert.ok(reason.length > 10, id)
})

test('the tool check reports an operation without a tool, and an exemption that is not needed', () => {
  const tools = [{ calls: ['buy'] }]
  assert.deepEqual(toolGaps(['buy', 'sell'], tools, {}), ['sell has no tool and no reason'])
  assert.deepEqual(toolGaps(['buy', 'sell'], tools, { sell: 'x', buy: 'x' }), ['buy has a tool and a reason'])
  assert.deepEqual(toolGaps(['buy'], tools, { sell: 'x' }), ['sell does not exist'])
})
