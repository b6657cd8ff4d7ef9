import { priceText } from '#core/format/money.ts'
import { isOnlyThanks } from '#messaging/threads/rules/thanks.ts'
import { readable } from './text.ts'

/** Topic of a buyer's message. `owner` marks a message that only the owner can answer. */
export type Topic = 'price' | 'owner' | 'thanks' | 'open'

/**
 * Classifies a message by fixed rules. It does not use a model, because the buyer's wording could manipulate the model (spec: interface,
 * helper 7).
 */
export function topicOf(text: string): Topic {
  const plain = readable(text).toLowerCase()
  if (isOnlyThanks(text)) return 'thanks'
  if (OWNER.test(plain)) return 'owner'
  return isPriceTalk(plain) ? 'price' : 'open'
}

/** Returns true if a message bargains, or contains a number that could be an amount. False positives are harmless. */
export function isPriceTalk(text: string): boolean {
  const plain = readable(text).toLowerCase()
  return BARGAINS.test(plain) || SPELLED.test(plain) || /\p{N}/u.test(plain.replaceAll(HARMLESS, ' '))
}

/** Returns the sentence about the price for a reply. It never repeats the amount that the buyer mentioned. */
export const priceLine = ({ priceCents, takesOffers }: { priceCents: number; takesOffers: boolean }): string =>
  `The price is ${priceText(priceCents)}.${takesOffers ? ' You can make an offer with the offer button.' : ''}`

/** Sentence about prices, for threads about a shop as a whole. */
export const SHOP_PRICE_LINE = 'Each listing shows its price, and an offer button if the seller accepts offers.'

export const PASSED_ON = "I've passed this on to the seller."

// the words in non-Latin scripts match anywhere, because scripts such as Chinese have no word boundaries
const BARGAINS = new RegExp(
  [
    // English
    String.raw`(?<!\p{L})(?:offers?|offering|lower|lowest|low ball|lowball|cheap(?:er|est)?|discount(?:s|ed)?|best price|best you can|better price|final price|bottom line|minimum|least|o\.?b\.?o|negotia\w*|haggl\w*|bargain\w*|deal|percent|floor|knock|take for it|wiggle room|flexib\w*|budget|half off|price (?:drop|cut|break|match)|come down|go down|reduce\w*|reduction|dollars?|bucks?|quid|grand|counter ?offers?|would you take|will you take|accept)(?!\p{L})`,
    // bargaining words in Spanish, Portuguese, Italian and French
    String.raw`(?<!\p{L})(?:rebaja\w*|descuentos?|oferta\w*|m[aá]s barat\w*|menos|[uú]ltimo precio|precio m[ií]nimo|m[ií]nimo|negociable|regatear|desconto|mais barato|pre[cç]o m[ií]nimo|sconto|ultimo prezzo|prezzo (?:minimo|pi[uù] basso)|trattabile|meno|r[eé]duction|rabais|remise|moins cher|dernier prix|prix (?:minimum|le plus bas)|n[eé]gociable|offre)(?!\p{L})`,
    // bargaining words in German, Dutch, Polish, Swedish, Turkish and Russian
    String.raw`(?<!\p{L})(?:rabatt\w*|billiger|g[uü]nstiger|preisnachlass|letzter? preis|schmerzgrenze|vhb|verhandel\w*|angebot\w*|mindestpreis|korting|goedkoper|bieden|bod|laagste|onderhandel\w*|taniej|zni[zż]k\w*|oferty|prutning|billigare|indirim\w*|son fiyat|en d[uü][sş][uü]k|скидк\p{L}*|дешевле|торг\p{L}*|минимальн\p{L}*|уступ\p{L}*)(?!\p{L})`,
    // bargaining words in Arabic, Hindi, Chinese, Japanese and Korean
    'خصم|تخفيض|أقل سعر|اقل سعر|آخر سعر|اخر سعر|سعر|कम कीमत|छूट|कम कर|सबसे कम|砍价|砍價|便宜|最低|折扣|打折|底价|底價|优惠|優惠|降价|降價|少一点|値下げ|値引|最安|安く|割引|할인|깎아|최저|네고|에누리',
    String.raw`[$€£¥₹₽₩%٪]`,
  ].join('|'),
  'iu',
)

/** Matches number words, even inside longer words. */
const SPELLED =
  /(?:twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|ninety)|(?<!\p{L})(?:eleven|twelve|\w+teen|hundred|thousand|half price|a third|half off|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|vingt|trente|quarante|cinquante|soixante|zwanzig|drei[sß]+ig|vierzig|f[uü]nfzig|sechzig|siebzig|achtzig|neunzig|hundert)(?!\p{L})|[二三四五六七八九]十|十[一二三四五六七八九]|百/iu

/** Matches years, and numbers with a unit or a countable noun after them. */
const HARMLESS =
  /(?<![\p{L}\d])(?:sizes?|size (?:us|uk|eu)|us|uk|eu|model|gen(?:eration)?|series|version|vol(?:ume)?|number|no\.|part|iphone|type|age|ages)\s*#?\d{1,4}(?![\d.,]*\d)|\d+(?:[.,]\d+)?\s*(?:mm|cm|km|kg|inch(?:es)?|in\b(?= (?:wide|long|tall|high|deep))|"|ft|feet|lbs?|oz|ml|gb|tb|mah|years?|months?|days?|hours?|people|person|pieces|gears|speeds?)(?!\p{L})|(?<!\d)(?:19|20)\d{2}(?!\d|s?\s*(?:ok|okay|work))/giu

/**
 * Matches requests that only the owner can answer, such as reservations, bundles, swaps, more photos, returns, meetings, remote
 * destinations, and alternative payment methods.
 */
const OWNER = new RegExp(
  [
    String.raw`(?<!\p{L})(?:hold (?:it|this|on to|onto|the|them|that|for)|on hold|put (?:it|this) aside|set (?:it|this) aside|save it for me|keep it for|reserv\w+|bundl\w+|both (?:items|of them|for)|together with|combined? shipping|trad(?:e|es|ing)|swap\w*|exchang\w+|part[- ]?ex)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:more|another|other|additional|extra|better|closer|close-?up|send (?:me )?(?:a |some )?) ?(?:photos?|pics?|pictures?|images?|videos?)(?!\p{L})|(?<!\p{L})(?:video|photo of|picture of|pics? of|measure (?:it|the))(?!\p{L})`,
    String.raw`(?<!\p{L})(?:refunds?|refunded|money back|returns?|return (?:it|policy)|send it back|returnable|cancel\w*)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:meet(?:ing)? ?-?(?:up|me|in|at|you)?|meet|in person|come (?:and )?(?:see|by|over|look)|pick (?:it )?up (?:at|on|today|tomorrow|this|from)|deliver it (?:to|yourself)|ship(?:ping|ped|s)? (?:\w+ )?(?:to|abroad|internationally|overseas|worldwide)|abroad|overseas|international(?:ly)?|worldwide)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:pay(?:ing|ment)? (?:\w+ )?(?:by|with|via|through|in|outside|off|cash|you)|paypal|venmo|zelle|cash ?app|cash|bank transfer|wire|western union|crypto|bitcoin|gift ?cards?|off (?:the )?(?:platform|site|app)|outside (?:the|this) (?:platform|site|app)|whats ?app|telegram|instagram|phone number|e-?mail address|your (?:number|address|e-?mail|name))(?!\p{L})`,
    String.raw`(?<!\p{L})(?:lawyer|sue|police|scam\w*|fraud|report you|stolen|injur\w+|allerg\w+|recall\w*|crash|car seat|safe for|broken|damaged|arrived|complain\w*|problem with my)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:reserv(?:a|ar|arlo|as|ame)|apart(?:a|ar|arlo)|guard(?:a|ar|armelo)|cambi(?:o|ar)|m[aá]s fotos|devoluci[oó]n|devolver|en efectivo|r[eé]server|mettre de c[oô]t[eé]|[eé]chang\w+|plus de photos|rembours\w+|reservier\w+|zur[uü]cklegen|tausch\w*|mehr (?:fotos|bilder)|r[uü]ckgabe|zur[uü]ckgeben|abholen)(?!\p{L})`,
    '保留|预留|預留|留给我|留給我|换货|交换|更多照片|退货|退款|احجز|حجز|تحجز|استرجاع|صور أخرى|مبادلة|取り置き|返品|交換|예약|환불|교환',
  ].join('|'),
  'iu',
)
