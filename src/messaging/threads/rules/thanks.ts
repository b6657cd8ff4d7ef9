import { normalForm } from '#core/normal-form.ts'

const MOST_WORDS = 12

/**
 * True if a message only says thanks or goodbye and needs no answer (spec: interface, helper 7). In case of doubt, false, because an
 * unanswered question is worse than an unnecessary answer.
 */
export function isOnlyThanks(text: string): boolean {
  const plain = normalForm(text, 'NFKC').toLowerCase()
  if (/[?？؟\p{N}]/u.test(plain.replace(KEYCAPS, ''))) return false
  const words = wordsOf(closed(lettersOf(plain)))
  if (words.length === 0) return COURTEOUS_SIGNS.test(plain)
  if (words.length > MOST_WORDS) return false
  return words.every((word) => CORE.has(word) || FILLERS.has(word)) && words.some((word) => CORE.has(word))
}

/**
 * Reduces text to letters and single spaces. Removes apostrophes and zero-width characters; replaces all other characters, such as emoji,
 * with spaces.
 */
const lettersOf = (text: string): string =>
  text
    .replace(/[’'`´]/gu, '')
    .replace(/\p{Cf}|\ufe0f/gu, '')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()

const wordsOf = (text: string): string[] => (text === '' ? [] : text.split(' '))

/** Replaces each courteous phrase with one token, because its words can have other meanings individually. */
function closed(text: string): string {
  let result = ` ${text} `
  for (const phrase of PHRASES) result = result.replaceAll(` ${phrase} `, ' <core> ')
  return result.trim()
}

const words = (list: string): string[] => list.trim().split(/\s+/)

const KEYCAPS = /[#*\d]\ufe0f?\u20e3/gu

const COURTEOUS_SIGNS = /[🙏👍👋❤♥😊🙂😀🤗💛💚💙🧡💜🫶]/u

const PHRASES = [
  'have a nice day',
  'have a great day',
  'have a good day',
  'have a good one',
  'have a nice weekend',
  'have a great weekend',
  'have a lovely day',
  'take care',
  'see you later',
  'see you soon',
  'see you',
  'see ya',
  'talk soon',
  'no problem',
  'no worries',
  'much appreciated',
  'i appreciate it',
  'appreciate it',
  'all the best',
  'best regards',
  'kind regards',
  'good night',
  'good bye',
  'auf wiedersehen',
  'vielen dank',
  'schönen tag',
  'schönen abend',
  'bonne journée',
  'bonne soirée',
  'au revoir',
  'buen día',
  'hasta luego',
  'buona giornata',
  'arrivederci a presto',
  'muito obrigado',
  'muito obrigada',
  'até logo',
  'dank je wel',
  'dank je',
  'dank u',
  'tot ziens',
  'do widzenia',
  'tack så mycket',
  'hej då',
  'ha det bra',
  'teşekkür ederim',
  'teşekkürler',
  'görüşürüz',
  'iyi günler',
  'большое спасибо',
  'до свидания',
  'всего доброго',
  'хорошего дня',
  'شكرا جزيلا',
  'مع السلامة',
  'बहुत धन्यवाद',
  'ありがとうございます',
  'ありがとうございました',
  'さようなら',
  '고맙습니다',
  '감사합니다',
  '안녕히 계세요',
  '非常感谢',
  '多谢',
  '谢谢你',
  '谢谢您',
  '再见',
]

/** Words of thanks and goodbye. To count as a mere thank-you or goodbye, a message must contain at least one of them. */
const CORE = new Set([
  '<core>',
  ...words(`
    thanks thank thx tysm ty thanku thankyou cheers tks thnx bye goodbye byebye cya ttyl farewell appreciated
    gracias adiós adios chao merci mercy danke dankeschön tschüss tschüß ciao grazie arrivederci
    obrigado obrigada tchau valeu bedankt dankjewel doei dag dzięki dziękuję dziekuje pa
    tack hejdå sağol sağolun hoşçakal спасибо благодарю пока شكرا شكراً धन्यवाद शुक्रिया अलविदा
    谢谢 感谢 拜拜 ありがとう どうも 고마워 고마워요 감사해요
  `),
])

/**
 * Other words that a thank-you or goodbye may contain. Does not include `i`, `will`, `take`, `it`, `no`, `not`, `for` and `me`, because
 * "Thanks, I will take it" needs an answer.
 */
const FILLERS = new Set(
  words(`
    you u so very much many a lot lots again anyway all ok okay great perfect lovely kindly and the
    your help time reply answer quick info information really awesome super nice now then there hi hello dear
    mate friend sir madam have day evening weekend
    muchas muchísimas mil por la el tu su ayuda respuesta todo beaucoup bien pour votre réponse aide
    sehr schön schönen tag noch für die antwort hilfe vielen lieben mille molte tante per la risposta
    pela resposta muito bardzo za odpowiedź så mycket för svaret çok большое очень за ответ جزيلا
  `),
)
