/**
 * What a write does to the world (completions 12). Every endpoint that writes declares its effects, and asking first, the
 * caps of a key and the tests of authority follow from them.
 */
export const EFFECTS = {
  money: 'money goes or is promised',
  price: 'a price or a floor falls',
  text: 'text reaches a person',
  data: 'data leaves',
  loss: 'something vanishes',
} as const

export type Effect = keyof typeof EFFECTS
