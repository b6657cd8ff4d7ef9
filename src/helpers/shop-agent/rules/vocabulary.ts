const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Function words that an answer may add to its facts. They claim nothing: no agreement, denial, praise, promise or number. */
export const GLUE = words(`
  a an the this that these those it its it's that's there there's here i i'm we us you your they them their
  is are was be been has had having
  and or but so also too both plus as with of in on at to for from by into about around under via through between
  which who what when where how because
  item items piece listing listed described description details detail according
  seller seller's owner shop store
  hi hello hey thanks thank question questions happy help glad please welcome
  comes come include includes included including made makes measures measure measured weighs weigh
  price priced cost costs shipping ship ships shipped delivery postage total together altogether
  size sized color colour brand material condition model name title category type style
  currently still now right general generally usually typically see find look button page offer offers
`)

/** Courtesy words. A sentence with any other word must state a fact. */
export const COURTESY = words(`
  hi hello hey there thanks thank you for your the question questions message happy glad to help welcome please see
  listing let me know
`)

/** Negations. A sentence must contain exactly as many negations as the facts on which it is based. */
export const NEGATIONS = words(`
  no not none never nothing neither nor without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't
  couldn't shouldn't hasn't haven't hadn't lacks lacking missing minus except dont doesnt isnt arent wasnt wont cant hasnt havent
`)

/** Words that a reply may contain only if one of its facts contains them. */
export const CLAIMS = words(`
  guarantee guaranteed guarantees authentic authenticity genuine original warranty certified verified safe
  return returns returned returnable refund refunds refundable exchange exchanges swap trade
  hold holds holding reserve reserved reserves bundle
  paypal venmo zelle cashapp cash crypto bitcoin wire western gmail whatsapp telegram instagram
  prompt instruction instructions system password token secret api key
`)

/** Number words. Answers must not contain them, whether new or reused. */
export const NUMBER_WORDS =
  /(?<!\p{L})(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|grand|half|halves|third|quarter|dozen|twice|double|triple|couple)(?!\p{L})/iu

/** Matches bargaining phrases. They are never facts, even if the owner wrote them, because the price has a field of its own. */
export const BARGAINING =
  /(?<!\p{L})(?:lowest|minimum|floor price|bottom line|rock bottom|at least|no less|not less|best price|best offer|o\.?b\.?o|negotiable|negotiate|haggle|discount(?:s|ed)?|rebate|bargain|mark ?down|knock off|percent|per cent|accept(?:s|ed|ing|able)?|deal|agreed?|i would take|i'd take|i'll take|will take|would take|would go|will go|could go|go down|come down|go under|settle|offer(?:s|ed)?)(?!\p{L})|\d\s*%\s*off/iu

/** Matches words about helpers and models (in the sense of AI), but not about the model of an item. */
export const ORDERS =
  /(?<!\p{L})(?:ignore|disregard|override|instructions?|system prompt|prompt|assistant|language model|chatbot|you must|you are now|jailbreak)(?!\p{L})/iu
