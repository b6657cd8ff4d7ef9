import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { counterTemplate, isTrue, wordingOf, type CounterWording } from './counter-message.ts'
import { priceText } from '#core/format/money.ts'

const FACTS: CounterWording = { counterCents: 85_00, offerCents: 70_00, priceCents: 100_00, title: 'Air Max 90' }

test('the standard message states the offer, the counteroffer and the 48-hour deadline, and shows cents only if needed', () => {
  assert.equal(counterTemplate(FACTS), "Thanks for your offer of $70. I could do $85. It's good for 48 hours.")
  assert.equal(
    counterTemplate({ counterCents: 18_99, offerCents: 16_50 }),
    "Thanks for your offer of $16.50. I could do $18.99. It's good for 48 hours.",
  )
})

test('a counteroffer message repeats the special characters in the listing title unchanged', () => {
  for (const title of ['T-shirt 90s', 'A/B (c) [d] {e} ^f$ *g+ ?', 'Über-coat \\ |']) {
    const proposal = `Would $85 work for the ${title}?`
    assert.doesNotThrow(() => wordingOf(proposal, { ...FACTS, title }))
  }
  assert.equal(wordingOf('Would $85 work for the T-shirt 90s?', { ...FACTS, title: 'T-shirt 90s' }).by, 'model')
})

const USED = [
  'Thanks! I could do $85.',
  'Thanks for $70, but how about $85?',
  "I'd love for you to have the Air Max 90. Would $85 work? It's good for 48 hours.",
  'It is listed at $100; for you, 85 dollars.',
  'You said 70, I say $85.00 – good for 48 hours!',
  'USD 85 and it is yours.',
  'Could you do US$85?',
  'Merci ! I could do $85, c’est mon prix.',
]

const NOT_USED: readonly [string, string][] = [
  ['another amount', 'I could do $84.'],
  ['the counteroffer and another amount', 'I could do $85, or $80 if you hurry.'],
  ['no amount', 'Let us say a little more.'],
  ['the counteroffer without a currency', 'Let us say 85.'],
  ['only the amount of the offer', 'I will take $70.'],
  ['the floor in words', 'I could do $85. Eighty would be too little.'],
  ['one dollar in words', 'I could do $85, or one dollar.'],
  ['half of the amount', 'I could do $85, or half of that.'],
  ['a letter for a digit', 'I could do $85, not $5O.'],
  ['letters for digits', 'I could do $85, not $lOO.'],
  ['letters for digits before a word', 'I could do $85, not IOO dollars.'],
  ['thousands as a letter', 'I could do $85k.'],
  ['Arabic digits', 'I could do $85, or $٨٠.'],
  ['Devanagari digits', 'I could do $85, or ८०.'],
  ['full-width digits', 'I could do $85, or $８０.'],
  ['circled digits', 'I could do $85, or ⑧⓪.'],
  ['Chinese numerals', 'I could do $85, 八十 would be too low.'],
  ['Russian words', 'I could do $85, or восемьдесят.'],
  ['Greek letters', 'I could do $85, or $8Ο.'],
  ['Hebrew words', 'I could do $85, or שמונים.'],
  ['Hindi words', 'I could do $85, or अस्सी.'],
  ['Spanish words', 'I could do $85, or ochenta.'],
  ['French words', 'I could do $85, or quatre-vingts.'],
  ['German words', 'I could do $85, or achtzig.'],
  ['Roman numerals', 'I could do $85, or LXXX.'],
  ['a fraction', 'I could do $85, or ½.'],
  ['a percentage', 'I could do $85, that is 15% down.'],
  ['a percentage in words', 'I could do $85, that is fifteen percent down.'],
  ['euros', 'I could do $85, or €80.'],
  ['euros at the same number', 'I could do $85, or 70 euros.'],
  ['pounds', 'I could do $85, or 70 pounds.'],
  ['Australian dollars', 'I could do A$85.'],
  ['Canadian dollars beside', 'I could do $85, or C$70.'],
  ['cents', 'I could do $85 and 70 cents.'],
  ['a decimal comma', 'I could do $85 or $70,50.'],
  ['one decimal', 'I could do $85.5.'],
  ['a space inside a number', 'I could do $85, or 7 0.'],
  ['a range', 'Somewhere in $70-85.'],
  ['a negative amount', 'I could do -$85.'],
  ['an invisible character inside a number', 'I could do $85 or $8\u200b0.'],
  ['keycap emoji digits', 'I could do $85 or 7️⃣0️⃣.'],
  ['an emoji for a number', 'I could do $85 or 💯.'],
  ['a link', 'I could do $85, see https://example.com.'],
  ['a bare domain', 'I could do $85, see example.com.'],
  ['an email address', 'I could do $85, write to me@example.test.'],
  ['a phone number', 'I could do $85, call 555 0100.'],
  ['another way to pay', 'I could do $85 by Venmo.'],
  ['the floor by name', 'I could do $85, that is my lowest.'],
  ['a hint at a lower price', 'I could do $85, but I could go under that.'],
  ['an acceptance', 'Accepted at $85!'],
  ['a number spelled letter by letter', 'I could do $85, or e i g h t y.'],
  ['a deadline other than 48 hours', 'I could do $85, good for 24 hours.'],
  ['a number that appears only in the title', 'I could do $85 for the 90.'],
  ['a message that is too long', `I could do $85. ${'Really. '.repeat(70)}`],
  ['a blank message', '  '],
]

describe('counteroffer messages from the model that pass the check', () => {
  for (const text of USED)
    test(`this message from the model is used: ${text}`, () => assert.deepEqual(wordingOf(text, FACTS), { text, by: 'model' }))
})

describe('counteroffer messages from the model that fail the check', () => {
  for (const [why, text] of NOT_USED)
    test(`the standard message replaces ${why}`, () =>
      assert.deepEqual(wordingOf(text, FACTS), { text: counterTemplate(FACTS), by: 'template' }))
})

test('a counteroffer message that names any amount other than the counteroffer is rejected, even if the amount is in the title', () => {
  assert.ok(!isTrue('I could do $85 for the Gift card $50.', { ...FACTS, title: 'Gift card $50' }))
  assert.ok(!isTrue('$85? I could do 90 lamps.', { ...FACTS, title: '90 lamps' }))
})

function numbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const ONES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'] // prettier-ignore
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const inWords = (n: number): string =>
  n < 20
    ? ONES[n]!
    : n < 100
      ? `${TENS[Math.floor(n / 10)]}${n % 10 ? `-${ONES[n % 10]}` : ''}`
      : `${ONES[Math.floor(n / 100) % 20]} hundred ${inWords(n % 100)}`

const digitsFrom = (zero: number) => (n: number) => [...String(n)].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')

/** Ways to write an amount that any reader recognizes as a number. */
const AMOUNT_FORMATS: readonly ((n: number) => string)[] = [
  (n) => `$${n}`,
  (n) => `${n}`,
  (n) => `$ ${n}`,
  (n) => `US$${n}`,
  (n) => `$${n}.00`,
  (n) => `${n} dollars`,
  (n) => `${n} bucks`,
  (n) => `${n}USD`,
  (n) => `${n}%`,
  (n) => `€${n}`,
  (n) => `${n} euros`,
  (n) => `£${n}`,
  (n) => `${n}¢`,
  (n) => `A$${n}`,
  (n) => `${n}k`,
  (n) => `x${n}`,
  (n) => inWords(n),
  (n) => inWords(n).replaceAll(/[- ]/g, ''),
  (n) => inWords(n).toUpperCase(),
  (n) => [...inWords(n)].join('\u200b'),
  (n) => [...String(n)].join('\u200d'),
  (n) => `$${String(n).replaceAll('0', 'O')}0O`,
  digitsFrom(0x660),
  digitsFrom(0x966),
  digitsFrom(0xff10),
  digitsFrom(0x1d7ce),
  (n) => `$${digitsFrom(0x6f0)(n)}`,
  (n) => [...String(n)].map((digit) => '〇一二三四五六七八九'[Number(digit)]).join(''),
  (n) => [...String(n)].map((digit) => `${digit}\u{fe0f}\u{20e3}`).join(''),
  (n) => [...String(n)].map((digit) => '⓪①②③④⑤⑥⑦⑧⑨'[Number(digit)]).join(''),
]

const BEFORE = ['Thanks! ', 'Hello, ', '', 'I like that. ', 'Good to hear from you: ', 'For the Air Max 90 ']
const BETWEEN = [' and ', ' or ', '. Or ', ', or even ', ' (', '\n', ' - ', '... ', '; ', ' to ']
const AFTER = ['', '.', ' for you.', '?', ' works.', ' today!', ')', " It's good for 48 hours."]

test('each of 150,000 generated messages that state an amount other than the counteroffer is rejected', () => {
  const below = numbers(48)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  for (let made = 0; made < 150_000; made++) {
    const priceDollars = 2 + below(999)
    const offerDollars = 1 + below(priceDollars - 1)
    const counterDollars = offerDollars + below(priceDollars - offerDollars + 1)
    const facts = {
      counterCents: counterDollars * 100,
      offerCents: offerDollars * 100,
      priceCents: priceDollars * 100,
      title: 'Air Max 90',
    }
    let foreign = below(1_999)
    while ([priceDollars, offerDollars, counterDollars].includes(foreign)) foreign = below(1_999)
    const named = pick([`$${counterDollars}`, `${counterDollars} dollars`, `USD ${counterDollars}`])
    const parts = below(2) ? [named, pick(AMOUNT_FORMATS)(foreign)] : [pick(AMOUNT_FORMATS)(foreign), named]
    const text = `${pick(BEFORE)}${parts.join(pick(BETWEEN))}${pick(AFTER)}`
    if (isTrue(text, facts)) assert.fail(`${JSON.stringify(text)} with ${JSON.stringify(facts)}`)
  }
})

test('the standard message, and simple messages that are true, pass the check for every amount', () => {
  const below = numbers(85)
  for (let made = 0; made < 20_000; made++) {
    const offerCents = 1 + below(2_000_000)
    const counterCents = offerCents + 1 + below(500_000)
    const facts = { counterCents, offerCents, priceCents: counterCents + 100, title: 'Wool coat' }
    assert.ok(isTrue(counterTemplate(facts), facts), counterTemplate(facts))
    const text = `Hello! You said ${priceText(offerCents)} for the Wool coat. Would ${priceText(counterCents)} suit you?`
    assert.deepEqual(wordingOf(text, facts), { text, by: 'model' })
  }
})

test('the text of a counteroffer must state its amount as money, contain no other unknown number, and have at most 500 characters', () => {
  const facts = { counterCents: 8_500, offerCents: 500, priceCents: 9_000, title: 'Wool coat' }
  const fill = (length: number) => `I could do $85. ${'a'.repeat(length - 16)}`
  const texts: [string, boolean][] = [
    ['Would $85 suit you?', true],
    ['Would 85 dollars suit you?', true],
    ['Would 85 suit you?', false],
    ['', false],
    ['Would $85 5 suit you?', false],
    ['Would $85 - 90 suit you?', false],
    ['Would $85, not $90, suit you?', true],
    ['$85 and $90 are close.', true],
    ['5 5 $85', false],
    ['A$85 would suit me.', false],
    ['x5 is not $85.', false],
    [fill(500), true],
    [fill(501), false],
  ]
  for (const [text, expected] of texts) assert.equal(isTrue(text, facts), expected, text)
  assert.deepEqual(wordingOf(null, facts), { text: counterTemplate(facts), by: 'template' })
  assert.deepEqual(wordingOf('  Would $85 suit you?\n', facts), { text: 'Would $85 suit you?', by: 'model' })
})
