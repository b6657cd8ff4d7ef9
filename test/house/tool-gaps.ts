import { ENDPOINTS } from '#api/index.ts'
import { TOOLS } from '#mcp/tools/index.ts'

/**
 * Operations that no MCP tool calls. Each entry states the reason. A tool represents a task that a person gives to an assistant. Every new
 * operation needs a tool or an entry here.
 */
export const WITHOUT_TOOL: Readonly<Record<string, string>> = {
  ...left('signs people in', [
    ...['createAccount', 'createSession', 'proveSession', 'deleteSession', 'listSessions', 'endSession', 'endOtherSessions'],
    ...['getFactors', 'listPasskeys', 'askForNewPasskey', 'addPasskey', 'renamePasskey', 'removePasskey', 'startTotp', 'confirmTotp'],
    ...['removeTotp', 'renewRecoveryCodes', 'askForPasskey', 'signInByPasskey', 'passSecondStep', 'askForPasswordReset', 'resetPassword'],
    ...['askForSignInLink', 'signInByLink', 'askForEmailVerification', 'verifyEmail', 'changeEmail', 'changePassword'],
  ]),
  ...left('settings that only the person changes', [
    ...['getMe', 'changeMe', 'closeAccount', 'listNotices', 'changeNotices', 'createExport', 'listExports', 'getExport', 'downloadExport'],
    ...['listKeys', 'createKey', 'revokeKey', 'approve', 'decline', 'openPayoutAccount', 'getPayoutAccount', 'listPayouts'],
  ]),
  ...left('for programs of developers', [
    ...['getSandbox', 'advanceSandbox', 'resetSandbox', 'listApps', 'createApp', 'getApp', 'changeApp', 'deleteApp', 'listRequests'],
    ...['listEvents', 'getWebhook', 'setWebhook', 'stopWebhook', 'rotateWebhookSecret', 'testWebhook', 'listDeliveries', 'getDelivery'],
    ...['retryDeliveries', 'retryDelivery', 'takeStripeEvent', 'takeCarrierEvent', 'createGuestCheckout', 'importListings'],
    ...['exportListings', 'putListing', 'exportStatement'],
  ]),
  ...left('for the operator', [
    ...[
      'hideReview',
      'unhideReview',
      'hideListing',
      'requestChange',
      'suspendShop',
      'suspendAccount',
      'warnReported',
      'listMeasures',
      'liftMeasure',
    ],
    ...['listAppeals', 'answerAppeal', 'listReports', 'getReport', 'dismissReport', 'listPeople', 'getPerson', 'listReviews', 'listActs'],
    ...['getHealth', 'listDisputes', 'getDispute', 'decideDispute', 'offerDisputeReturn', 'listMoneyCases', 'getMoneyCase'],
    ...['closeMoneyCase', 'getMarketSettings', 'changeMarketSettings', 'setMarketLogo', 'removeMarketLogo', 'searchRecords', 'getTrade'],
  ]),
  ...left('a person writes it in their own name', ['writeReview', 'replyToReview', 'appealMeasure', 'listOwnMeasures']),
  ...left('releases or holds money, so the person decides on a page', [
    ...['confirmOrder', 'askHold', 'listHolds', 'getHold', 'payHold', 'returnHold'],
  ]),
  ...left('arranged on a page', [
    ...['listShops', 'getShop', 'changeShop', 'deleteShop', 'setShopPicture', 'removeShopPicture', 'orderPhotos', 'changePhoto'],
    ...[
      'removePhoto',
      'relistListing',
      'stopPriceDrop',
      'listSales',
      'endSale',
      'listQuestions',
      'changeQuestion',
      'deleteQuestion',
      'readStats',
      'readThread',
    ],
  ]),
  ...left('`label_order` buys one label at a time, and returns an existing label', ['getLabel', 'buyLabels']),
  ...left('lists and other tools return the same', [
    'listStatements',
    'listStatementLines',
    'getOffer',
    'getAddress',
    'listStores',
    'suggestSearch',
  ]),
  ...left('a model writes its own text', ['listReplies', 'getReply', 'createReply', 'changeReply', 'deleteReply']),
  ...left('`buy` takes any address', ['createAddress', 'changeAddress', 'deleteAddress']),
  ...left('a refusal below the minimum price would let a model find it', [
    'inviteLikers',
    'withdrawInvitation',
    'setPriceDrop',
    'createSale',
  ]),
  ...left('read on the page of the listing or offer', ['listPublicQuestions', 'explainOffer']),
  ...left('pictures, which tools return as links', ['getProblemPhoto', 'getMessagePhoto']),
  ...left('a model does this itself', ['writeWords', 'listTakes', 'useTake', 'sendChat', 'listChat', 'checkShopping', 'listHelpers']),
}

function left(reason: string, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, reason]))
}

type Calls = readonly { calls: readonly string[] }[]

/** Lists operations that have neither a tool nor a stated reason, and reasons that are no longer needed. */
export function toolGaps(
  operations: readonly string[] = ENDPOINTS.map(({ id }) => id),
  tools: Calls = TOOLS,
  reasons: Readonly<Record<string, string>> = WITHOUT_TOOL,
): string[] {
  const called = new Set(tools.flatMap(({ calls }) => calls))
  return [
    ...operations.filter((id) => !called.has(id) && !Object.hasOwn(reasons, id)).map((id) => `${id} has no tool and no reason`),
    ...Object.keys(reasons).flatMap((id) =>
      called.has(id) ? [`${id} has a tool and a reason`] : operations.includes(id) ? [] : [`${id} does not exist`],
    ),
  ]
}
