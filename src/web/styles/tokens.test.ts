import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf as ratio } from '#core/contrast.ts'
import { MEANING_COLOURS, NEUTRAL_COLOURS, TONE_COLOURS } from './tokens.ts'

const TEXT = 4.5
const LINES = 3

test('every pair of colours has the minimum contrast in all tones and in light and dark mode', () => {
  const pairs: [name: string, on: string, colour: string, least: number][] = []
  for (const mode of ['light', 'dark'] as const) {
    const neutral = NEUTRAL_COLOURS[mode]
    const means = MEANING_COLOURS[mode]
    for (const ground of ['paper', 'card', 'sunk'] as const) {
      for (const ink of ['text', 'ink', 'mute'] as const) pairs.push([`${mode} ${ink} on ${ground}`, neutral[ground], neutral[ink], TEXT])
      pairs.push([`${mode} control on ${ground}`, neutral[ground], neutral.control, LINES])
      pairs.push([`${mode} focus on ${ground}`, neutral[ground], means.focus, LINES])
      pairs.push([`${mode} bad on ${ground}`, neutral[ground], means.bad, TEXT])
    }
    pairs.push([`${mode} the dark button`, neutral.ink, neutral.paper, TEXT], [`${mode} chip hover`, neutral.line, neutral.ink, TEXT])
    for (const name of ['ok', 'warn', 'bad', 'info'] as const) pairs.push([`${mode} ${name}`, means[`${name}bg`], means[name], TEXT])
    for (const [tone, { [mode]: colours, light }] of Object.entries(TONE_COLOURS)) {
      pairs.push([`${tone} ${mode} ink on pop`, colours.pop, light.ink, TEXT])
      for (const ground of ['wash', 'soft', 'band'] as const) {
        for (const ink of ['ink', 'text'] as const) pairs.push([`${tone} ${mode} ${ink} on ${ground}`, colours[ground], colours[ink], TEXT])
        pairs.push([`${tone} ${mode} edge on ${ground}`, colours[ground], colours.edge, LINES])
        pairs.push([`${tone} ${mode} mute on ${ground}`, colours[ground], neutral.mute, TEXT])
        pairs.push([`${tone} ${mode} focus on ${ground}`, colours[ground], means.focus, LINES])
      }
    }
  }
  const faint = pairs.filter(([, on, colour, least]) => ratio(on, colour) < least)
  assert.deepEqual(
    faint.map(([name, on, colour]) => `${name}: ${ratio(on, colour).toFixed(2)}`),
    [],
  )
  assert.ok(pairs.length > 150)
})

test('the contrast check detects a colour with too little contrast', () => {
  assert.ok(ratio('#ffffff', '#8a857a') < TEXT)
  assert.equal(ratio('#ffffff', '#000000'), 21)
})
