/**
 * Request bodies for operations that the tour does not call, where the bodies of the access rules would be poor examples. They are
 * sent as written, together with the ids that the access rules add.
 */
export const SENT: Readonly<Record<string, Record<string, unknown>>> = {
  changeMe: { name: 'Ana' },
  renamePasskey: { name: 'Safari on an iPhone' },
  createKey: { name: 'Listing bot', kind: 'api', scopes: ['read', 'listings'], ask_first: ['listings.publish'] },
  changeListing: { price: 44, one_liner: 'Soft, warm, one careful darn' },
  changePhoto: { alt: 'Grey jumper on a hanger, front' },
  hideReview: { reason: 'It names a third person.' },
  hideListing: { reason: 'The brand in the photos is a copy.' },
  suspendShop: { reason: 'Every listing shows another seller’s pictures.' },
  suspendAccount: { reason: 'Three orders were paid and never sent.' },
  liftMeasure: { reason: 'The receipt shows that it is real.' },
  dismissReport: { reason: 'The label is the right one.' },
  answerAppeal: { outcome: 'lifted', reason: 'The receipt shows that it is real.' },
  appealMeasure: { body: 'Here is the receipt of the shop where I bought it.' },
  decideDispute: { decision: 'refund', reason: 'The dent was not in the pictures.' },
  closeMoneyCase: { reason: 'The provider settled it automatically.' },
  changeAddress: { line2: 'Apartment 4', default: true },
  saveSearch: { q: 'wool', price: '25-100', alert: 'daily' },
  reportThread: { reason: 'off_site_payment', body: 'They ask me to pay by gift card.' },
  reportOrder: { reason: 'threat', body: 'They threaten to keep the parcel.' },
  reportStore: { reason: 'fake', body: 'Every picture comes from another shop.' },
  warnReported: { reason: 'Keep payments on this service.' },
  reportListing: { reason: 'misleading', body: 'The label shows another brand.' },
  counterOffer: { note: 'I could do 80.' },
  changeNotices: { offer_received: true, review: false },
  startResearch: { prompt: 'grey lambswool jumper, size M' },
  writeWords: { tone: 'Friendly', instruction: 'shorter' },
  sendChat: { message: 'Make it 52 dollars.' },
  checkShopping: { words: 'lambswool crew jumper', price: 110 },
}
