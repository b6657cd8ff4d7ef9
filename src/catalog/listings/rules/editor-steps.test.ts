import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continuesWith, continueTo, EDITOR_STEPS, stepOfField, stepToShow } from './editor-steps.ts'

test('each field belongs to the editor step that shows the field, and an unknown field belongs to no step', () => {
  assert.deepEqual(EDITOR_STEPS, ['photos', 'details', 'price', 'publish'])
  for (const [step, fields] of Object.entries({
    photos: ['files', 'photo_ids', 'alt'],
    details: ['title', 'one_liner', 'description', 'category', 'fields'],
    price: ['price', 'lowest_price', 'shipping', 'take_offers'],
    publish: ['parcel', 'sku', 'visibility'],
  }))
    for (const field of fields) assert.equal(stepOfField(field), step, field)
  for (const field of ['status', 'toString', '']) assert.equal(stepOfField(field), null, field)
})

test('the editor opens the step with an error if there is one, then the requested step, then the helper’s step, then the listing’s next step', () => {
  const all = { param: 'visibility', step: 'photos', help: 'research' }
  assert.equal(stepToShow(all, 'details'), 'publish')
  assert.equal(stepToShow({ ...all, param: null }, 'details'), 'photos')
  assert.equal(stepToShow({ ...all, param: 'status' }, 'details'), 'photos')
  assert.equal(stepToShow({ ...all, param: null, step: 'nowhere' }, 'details'), 'price')
  assert.equal(stepToShow({ help: 'words' }, 'price'), 'details')
  assert.equal(stepToShow({ help: 'chat' }, 'price'), 'details')
  assert.equal(stepToShow({}, 'price'), 'price')
  assert.equal(stepToShow({}, 'done'), 'photos')
})

test('a button that names no known editor step is ignored', () => {
  for (const step of EDITOR_STEPS) assert.equal(continuesWith(continueTo(step)), step)
  for (const action of ['save', 'price', 'step-', 'step-done', 'xstep-price', 'open-price', ''])
    assert.equal(continuesWith(action), null, action)
})
