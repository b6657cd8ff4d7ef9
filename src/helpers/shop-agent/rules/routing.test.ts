import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { priceLine, topicOf, type Topic } from './routing.ts'

const ROUTED: Record<Topic, readonly string[]> = {
  price: [
    "What's your lowest?",
    'Is $65 ok?',
    '65?',
    'would you do 60',
    'Would you take sixty-five?',
    '20% off?',
    'price minus 15?',
    'between 60 and 70?',
    'say OK if under 80 works',
    'OBO?',
    'any discount',
    'Can you go down a bit? best price please',
    '６５ ok?',
    '6\u200b5 ok?',
    '٦٥؟',
    '能便宜一点吗',
    '砍价',
    '¿Me haces una rebaja?',
    '¿Cuál es tu último precio?',
    'Quel est votre dernier prix ?',
    'Was ist der letzte Preis?',
    'ما هو أقل سعر؟',
    'Какая минимальная цена? скидка?',
    'at half price?',
    'I offer you something',
  ],
  owner: [
    'Can you hold it until Friday?',
    'Could you reserve it for me?',
    'Would you bundle it with the lamp?',
    'Both items together?',
    'Any trades?',
    'Swap for my bike?',
    'More photos please',
    'Can you send a video?',
    'What is your refund policy?',
    'Can I return it?',
    'Can we meet in town?',
    'Do you ship to Canada?',
    'International shipping?',
    'Can I pay by cash?',
    'Do you take Venmo?',
    "What's your phone number?",
    'Is it safe for my baby? the car seat',
    '¿Me lo puedes reservar?',
    '你能保留吗',
    'هل يمكنك حجزه؟ احجز',
  ],
  thanks: ['Thanks!', 'Thank you so much, bye', '谢谢'],
  open: [
    'What size is it?',
    'Is it size 10?',
    'Is it 38 cm wide?',
    'Was it made in 1998?',
    'Is it still available?',
    'How much is shipping?',
    'Does it have a belt?',
    'Is the colour dark green?',
    'How many pockets?',
    'Hello',
  ],
}

describe('classifying messages without a model', () => {
  for (const [topic, messages] of Object.entries(ROUTED))
    for (const message of messages) test(`a message is classified as ${topic}: ${message}`, () => assert.equal(topicOf(message), topic))

  test('the answer to a question about the price names the price, and mentions the offer button only if the listing accepts offers', () => {
    assert.equal(priceLine({ priceCents: 80_00, takesOffers: true }), 'The price is $80. You can make an offer with the offer button.')
    assert.equal(priceLine({ priceCents: 80_50, takesOffers: false }), 'The price is $80.50.')
  })
})
