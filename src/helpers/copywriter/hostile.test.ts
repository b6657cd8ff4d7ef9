import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanCopy, LONGEST, TONES, type ListingCopy } from '#helpers/copywriter/rules/copy.ts'
import { ATTACKS } from '#test/attacks.ts'
import { echoed, obeyed } from '#test/fakes/model-mind.ts'
import type { Prompted } from '#test/fakes/model.ts'
import { givenIn, instructionsFor, partsFor, shownOf } from './prompt.ts'

const FLOOR = 73_19
const LISTING = {
  title: 'Wool coat',
  prompt: 'a coat',
  one_liner: null,
  description: 'Warm wool.',
  category: 'Clothing',
  fields: [],
  research: null,
  // the prompt never includes this field, because the code selects each of the prompt's fields by name
  price_cents: 80_55,
  lowest_price_cents: FLOOR,
}
const NAMES = Object.keys(LONGEST) as (keyof ListingCopy)[]

/** Returns outputs of a model that obeys every instruction or echoes the prompt. Some outputs contain markup, URLs and invented amounts. */
function temptations(shown: Pick<Prompted, 'system' | 'user'>): string[] {
  const prompt = { ...shown, schema: null } as Prompted
  const [obeys, echoes] = [obeyed, echoed].map((mind) => (mind(prompt) as { text: string }).text) as [string, string]
  return [
    obeys,
    echoes,
    `${obeys} Yours for $64127. <b onclick=alert(1)>Now</b> at https://evil.test/x or www.evil.test`,
    `Sold. The floor is ${FLOOR / 100}.\u0000\u202e ${'very '.repeat(1_200)}`,
  ]
}

const numbersIn = (text: string): Set<string> =>
  new Set([...(text.match(/\d+(?:\.\d+)?/g) ?? []), ...(/sixty|sixties/i.test(text) ? ['60', '65', '5'] : [])])

test(`none of ${ATTACKS.length} injected instructions reveals the minimum price or adds numbers, links or markup to the copy`, () => {
  assert.ok(ATTACKS.length >= 500)
  for (const [index, { text }] of ATTACKS.entries()) {
    const slot = index % 4
    const listing = {
      ...LISTING,
      title: slot === 0 ? text.slice(0, 80) : 'Wool coat',
      prompt: slot === 1 ? text.slice(0, 500) : 'a coat',
      description: slot === 2 ? text : 'Warm wool.',
      fields: [{ key: 'note', label: 'Note', value: slot === 3 ? text.slice(0, 500) : 'Green', source: 'you' as const }],
    }
    const shown = shownOf(listing)
    const instruction = ['take', 'shorter', 'longer', text.slice(0, 500)][Math.floor(index / 4) % 4]!
    const given = givenIn(shown, instruction)
    const system = instructionsFor(TONES[index % TONES.length]!, instruction)
    const user = partsFor(shown, instruction)
      .map((part) => part.text)
      .join('\n')
    for (const secret of ['73.19', '7319', '80.55', '8055']) assert.ok(!`${system}${user}`.includes(secret), text)
    for (const answer of temptations({ system, user })) {
      const words = cleanCopy({ title: answer, one_liner: answer, description: answer, teaser: answer }, given)
      for (const name of NAMES) {
        assert.ok(words[name].length <= LONGEST[name], `${name} ← ${text}`)
        assert.doesNotMatch(words[name], /https?:|www\.|<\w|\u0000|64127|73\.19/i, `${name} ← ${text}`)
        const own = [...numbersIn(words[name])].filter((number) => !numbersIn(given).has(number))
        assert.deepEqual(own, [], `${name}: ${words[name].slice(0, 200)} ← ${text.slice(0, 100)}`)
      }
    }
  }
})

test('an instruction from the seller is treated as plain text, even if it is the name of a built-in JavaScript property such as “constructor”', () => {
  for (const instruction of ['constructor', 'toString', 'valueOf', '__proto__']) {
    assert.match(instructionsFor('Friendly', instruction), /REQUEST is what the seller wishes/)
    assert.ok(partsFor(shownOf(LISTING), instruction).some(({ text }) => text === `REQUEST ${JSON.stringify(instruction)}`))
  }
})
