const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that a search ignores. A query that contains only these words matches everything. */
export const STOP_WORDS = words(`
  a an and any are as at be been but by can could did do does for from get got had has have hers his how i id im in into
  is it its ive just like looking me my need of on or our please should so some something somebody someone that the their
  them then there these they thing things this those to us wanna want wants was we what when where which who will with
  would you your stuff item items anything sale buy buying find finding search searching show
`)

/**
 * Optional words, which describe manner, recipient or purpose. Listings that contain these words rank higher, but the search also finds
 * listings without them.
 */
export const SOFT_WORDS = words(`
  accessories amazing authentic bargain beautiful best brand budget cheap classic condition cool cute equipment essentials
  excellent expensive fan favourite gear genuine gift gifts girl boy good great her him idea ideas keep kit lover lovers lovely
  make making mint near new nice nearly official original perfect person people present presents pretty quality
  set size style stylish supplies top type unique use used useful very wear wearing keeping kind friend mum mom dad wife husband
  girlfriend boyfriend birthday room weather day decent preloved secondhand second hand preowned
  year years month months age aged old one two three four five six seven eight nine ten
`)
