// The SDK of the resale marketplace in one file: Node 20 or newer, Deno, Bun, workers, browsers. Nothing to install.

var ResaleError = class extends Error {
  name = this.constructor.name;
};
var ApiError = class extends ResaleError {
  status;
  type;
  /** Name of the invalid parameter as in the request, such as `price` or `photo_urls[2]`. */
  param;
  /** Machine-readable cause. It distinguishes errors of the same type. */
  code;
  /** Id of the request in the service's logs. */
  requestId;
  /** Seconds to wait before a retry. */
  retryAfter;
  constructor(status, body, requestId, retryAfter) {
    super(body.message);
    this.status = status;
    this.type = body.type;
    this.param = body.param;
    this.code = body.code;
    this.requestId = body.request_id ?? requestId;
    this.retryAfter = retryAfter;
  }
};
var InvalidRequestError = class extends ApiError {
};
var AuthenticationError = class extends ApiError {
};
var PaymentError = class extends ApiError {
};
var PermissionError = class extends ApiError {
};
var NotFoundError = class extends ApiError {
};
var MethodNotAllowedError = class extends ApiError {
};
var ConflictError = class extends ApiError {
};
var TooLargeError = class extends ApiError {
};
var UnsupportedMediaError = class extends ApiError {
};
var IdempotencyMismatchError = class extends ApiError {
};
var RateLimitError = class extends ApiError {
};
var UsageLimitError = class extends ApiError {
};
var ServerError = class extends ApiError {
};
var UnavailableError = class extends ApiError {
};
var ERROR_CLASSES = {
  invalid_request: InvalidRequestError,
  authentication: AuthenticationError,
  payment: PaymentError,
  permission: PermissionError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  conflict: ConflictError,
  too_large: TooLargeError,
  unsupported_media: UnsupportedMediaError,
  idempotency_mismatch: IdempotencyMismatchError,
  rate_limit: RateLimitError,
  usage_limit: UsageLimitError,
  server: ServerError,
  unavailable: UnavailableError
};
var ConnectionError = class extends ResaleError {
};
var TimeoutError = class extends ConnectionError {
};
var ApprovalNeeded = class extends ResaleError {
  approval;
  constructor(approval) {
    super(`The owner must approve this first: ${approval.summary} (${approval.url})`);
    this.approval = approval;
  }
};
var ApprovalRefused = class extends ResaleError {
  approval;
  constructor(approval) {
    super(`The owner did not approve this (${approval.status}): ${approval.summary}`);
    this.approval = approval;
  }
};
var SignatureError = class extends ResaleError {
};

var TIMEOUT_MS = 6e4;
var RETRIES = 2;
var FIRST_PAUSE_MS = 400;
var LONGEST_PAUSE_MS = 3e4;
function createSend(client) {
  const base = baseOf(client.baseUrl);
  return async (request, options = {}) => {
    const init = initOf(request, client.key, options);
    const retries = options.retries ?? client.retries ?? RETRIES;
    for (let tries = 0; ; tries++) {
      const result = await tryOnce(client, base + request.path + queryOf(request.query), init, options);
      if (result instanceof Response) warnOfIgnored(request, result.headers);
      if (result instanceof Response && result.ok) return result;
      const error = result instanceof Response ? await errorOf(result) : result;
      const pauseMs = pauseBefore(error, tries);
      if (tries >= retries || pauseMs === null) throw error;
      await sleep(pauseMs, options.signal);
    }
  };
}
var MAX_WARNINGS = 200;
var warned = /* @__PURE__ */ new Set();
function warnOfIgnored({ method, path }, headers) {
  const ignored = headers.get("ignored-fields");
  if (ignored === null || isProduction()) return;
  const [, group = ""] = path.split("/");
  for (const one of ignored.split(", ")) {
    const [name = "", meant] = one.split("; did-you-mean=");
    const key = `${method} ${group} ${name}`;
    if (warned.has(key) || warned.size >= MAX_WARNINGS) continue;
    warned.add(key);
    console.warn(`resale: ${method} ${path} ignored "${name}".${meant === void 0 ? "" : ` Did you mean "${meant}"?`}`);
  }
}
var isProduction = () => globalThis.process?.env?.["NODE_ENV"] === "production";
function baseOf(baseUrl) {
  const base = baseUrl.replace(/\/+$/, "");
  if (!/^https?:\/\//.test(base)) throw new TypeError("baseUrl must be an address with http:// or https://");
  return base.endsWith("/v1") ? base : `${base}/v1`;
}
function initOf({ method, body, json, accept }, key, { idempotencyKey }) {
  const headers = { accept: accept ?? "application/json, */*;q=0.5" };
  if (key) headers["authorization"] = `Bearer ${key}`;
  if (method !== "GET") headers["idempotency-key"] = idempotencyKey ?? crypto.randomUUID();
  if (json !== void 0) headers["content-type"] = "application/json";
  return { method, headers, body: json === void 0 ? body ?? null : JSON.stringify(json) };
}
async function tryOnce(client, url, init, { signal, timeoutMs = client.timeoutMs ?? TIMEOUT_MS }) {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await (client.fetch ?? fetch)(url, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const where = new URL(url).origin;
    return late.aborted ? new TimeoutError(`${where} did not respond in ${timeoutMs / 1e3} s.`, { cause }) : new ConnectionError(`No response from ${where}. Check that the service is running and that the address is right.`, { cause });
  }
}
async function errorOf(response) {
  const text = await response.text().catch(() => "");
  return errorFrom(response.status, parsed(text), response.headers);
}
function errorFrom(status, answer, headers = new Headers()) {
  const body = answer?.error ?? { type: status < 500 ? "invalid_request" : "server", message: `The service returned ${status}.` };
  const after = headers.get("retry-after");
  const seconds = after === null || after === "" ? Number.NaN : Number(after);
  const Class = ERROR_CLASSES[body.type] ?? ApiError;
  return new Class(status, body, headers.get("request-id") ?? void 0, Number.isNaN(seconds) ? void 0 : seconds);
}
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
function pauseBefore(error, tries) {
  const pauseMs = FIRST_PAUSE_MS * 2 ** tries * (0.75 + Math.random() / 2);
  if (!(error instanceof ApiError)) return pauseMs;
  const { status, retryAfter } = error;
  const passes = (
    // a 409 or 503 without Retry-After is permanent, for example because no model provider is configured for the helper
    status === 409 || status === 503 && error.type === "unavailable" ? retryAfter !== void 0 : status === 429 || status >= 500
  );
  if (!passes) return null;
  const requestedMs = Math.max(pauseMs, (retryAfter ?? 0) * 1e3);
  return requestedMs > LONGEST_PAUSE_MS ? null : requestedMs;
}
function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
function queryOf(query = {}) {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== void 0 && one !== null) pairs.append(name, String(one));
  }
  const text = pairs.toString();
  return text === "" ? "" : `?${text}`;
}
async function read(response) {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/")) return response.text();
  if (!type.startsWith("application/json")) return response.blob();
  const record = await response.json();
  if (response.status === 202 && record.object === "approval") throw new ApprovalNeeded(record);
  return record;
}

var POLL_MS = 3e3;
async function waitForApproval(get, requested, { timeoutMs = Number.POSITIVE_INFINITY, pollMs = POLL_MS, signal } = {}) {
  const id = typeof requested === "string" ? requested : requested instanceof ApprovalNeeded ? requested.approval.id : requested.id;
  const until = Date.now() + timeoutMs;
  for (; ; ) {
    const approval = await get(id, signal ? { signal } : {});
    if (approval.status !== "pending" && approval.status !== "approved") return outcome(approval);
    if (Date.now() + pollMs > until) throw new TimeoutError(`The owner has not decided yet: ${approval.summary} (${approval.url})`);
    await sleep(pollMs, signal);
  }
}
function outcome(approval) {
  const { status, result } = approval;
  if (result && status === "done") return result.body;
  if (result && status === "failed") throw errorFrom(result.status, result.body);
  throw new ApprovalRefused(approval);
}

async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let rest = "";
    for (; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    await reader.cancel();
  }
}
function eventOf(block) {
  const field = (name) => block.split("\n").find((line) => line.startsWith(`${name}: `)).slice(name.length + 2);
  return { event: field("event"), data: JSON.parse(field("data")) };
}

var hasFile = (input) => Object.values(input).some((value) => [value].flat().some(isFile));
var isFile = (value) => value instanceof Blob || value instanceof ReadableStream || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
async function formOf(input) {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    for (const one of [value].flat()) {
      if (one === void 0 || one === null) continue;
      if (isFile(one)) form.append(name, await blobOf(one), nameOf(one));
      else form.append(name, typeof one === "object" ? JSON.stringify(one) : one);
    }
  }
  return form;
}
async function blobOf(file) {
  if (file instanceof Blob) return file;
  if (file instanceof ReadableStream) return new Response(file).blob();
  return new Blob([file]);
}
var nameOf = (file) => "name" in file && typeof file.name === "string" ? file.name : "file";

function pages(load, query) {
  const first = load(query);
  return Object.assign(first, { [Symbol.asyncIterator]: () => walk(first, load, query) });
}
async function* walk(first, load, query) {
  let page = await first;
  for (let seen = Number(query["offset"] ?? 0); ; ) {
    const { data = [] } = page;
    yield* data;
    seen += data.length;
    if (!page.has_more || data.length === 0) return;
    page = await load({ ...query, ...next(page, query, seen) });
  }
}
function next({ data = [], next_cursor }, query, seen) {
  if (next_cursor) return { cursor: next_cursor };
  return "after" in query ? { after: data.at(-1).id } : { offset: seen };
}

var ROUTES = {
  accounts: {
    create: "POST /accounts *"
  },
  me: {
    get: "GET /me"
  },
  sandbox: {
    get: "GET /sandbox",
    advance: "POST /sandbox/clock *",
    reset: "POST /sandbox/reset"
  },
  requests: {
    list: "GET /requests *"
  },
  approvals: {
    list: "GET /approvals *",
    get: "GET /approvals/{id}",
    approve: "POST /approvals/{id}/approve",
    decline: "POST /approvals/{id}/decline"
  },
  events: {
    list: "GET /events *"
  },
  shops: {
    list: "GET /shops",
    create: "POST /shops *",
    get: "GET /shops/{slug}",
    change: "PATCH /shops/{slug} *",
    delete: "DELETE /shops/{slug}",
    setPicture: "PUT /shops/{slug}/picture *",
    removePicture: "DELETE /shops/{slug}/picture",
    createSale: "POST /shops/{slug}/sales *",
    listSales: "GET /shops/{slug}/sales *",
    endSale: "POST /shops/{slug}/sales/{id}/end"
  },
  listings: {
    import: "POST /listings/import %",
    export: "GET /listings/export *",
    bulk: "POST /listings/bulk *",
    getBulk: "GET /listings/bulk/{id}",
    undoBulk: "POST /listings/bulk/{id}/undo",
    setPriceDrop: "PUT /listings/{id}/price-drop *",
    stopPriceDrop: "DELETE /listings/{id}/price-drop",
    list: "GET /listings *",
    create: "POST /listings *",
    put: "PUT /listings/by-sku/{sku} *",
    get: "GET /listings/{id}",
    change: "PATCH /listings/{id} *",
    delete: "DELETE /listings/{id}",
    publish: "POST /listings/{id}/publish *",
    unpublish: "POST /listings/{id}/unpublish",
    markSold: "POST /listings/{id}/mark-sold",
    relist: "POST /listings/{id}/relist",
    addPhotos: "POST /listings/{id}/photos *",
    orderPhotos: "PUT /listings/{id}/photos/order *",
    changePhoto: "PATCH /listings/{id}/photos/{photoId} *",
    removePhoto: "DELETE /listings/{id}/photos/{photoId}",
    listQuestions: "GET /listings/{id}/questions *",
    createQuestion: "POST /listings/{id}/questions *",
    changeQuestion: "PATCH /listings/{id}/questions/{questionId} *",
    deleteQuestion: "DELETE /listings/{id}/questions/{questionId}",
    inviteLikers: "POST /listings/{id}/invitations *",
    startResearch: "POST /listings/{id}/research *",
    getResearch: "GET /listings/{id}/research",
    writeWords: "POST /listings/{id}/words *",
    listTakes: "GET /listings/{id}/words *",
    useTake: "POST /listings/{id}/words/{take}/use",
    sendChat: "POST /listings/{id}/chat *",
    listChat: "GET /listings/{id}/chat *"
  },
  market: {
    listPublicQuestions: "GET /market/listings/{id}/questions *",
    search: "GET /market/search *",
    getListing: "GET /market/listings/{id}",
    suggest: "GET /market/suggest *",
    listStores: "GET /market/stores *",
    getStore: "GET /market/stores/{slug} *",
    likeListing: "PUT /market/listings/{id}/like",
    unlikeListing: "DELETE /market/listings/{id}/like",
    followStore: "PUT /market/stores/{slug}/follow",
    unfollowStore: "DELETE /market/stores/{slug}/follow",
    reportListing: "POST /market/listings/{id}/report *",
    blockStore: "PUT /market/stores/{slug}/block",
    unblockStore: "DELETE /market/stores/{slug}/block",
    reportStore: "POST /market/stores/{slug}/report *"
  },
  stores: {
    listReviews: "GET /stores/{slug}/reviews *"
  },
  orders: {
    writeReview: "POST /orders/{id}/review *",
    list: "GET /orders *",
    create: "POST /orders *",
    get: "GET /orders/{id}",
    pay: "POST /orders/{id}/pay *",
    ship: "POST /orders/{id}/ship *",
    deliver: "POST /orders/{id}/deliver *",
    confirm: "POST /orders/{id}/confirm",
    reportProblem: "POST /orders/{id}/problem *",
    getProblemPhoto: "GET /orders/{id}/problem/photos/{number}",
    answer: "POST /orders/{id}/answer *",
    cancel: "POST /orders/{id}/cancel",
    refund: "POST /orders/{id}/refund *",
    listRates: "GET /orders/{id}/rates *",
    getLabel: "GET /orders/{id}/label",
    buyLabel: "POST /orders/{id}/label *",
    voidLabel: "DELETE /orders/{id}/label",
    offerReturn: "POST /orders/{id}/return *",
    agreeToReturn: "POST /orders/{id}/return/agree",
    declineReturn: "POST /orders/{id}/return/decline",
    sendReturn: "POST /orders/{id}/return/send *",
    receiveReturn: "POST /orders/{id}/return/received",
    contestReturn: "POST /orders/{id}/return/contest *",
    block: "PUT /orders/{id}/block",
    unblock: "DELETE /orders/{id}/block",
    report: "POST /orders/{id}/report *"
  },
  reviews: {
    reply: "POST /reviews/{id}/reply *"
  },
  likes: {
    list: "GET /likes *"
  },
  follows: {
    list: "GET /follows *"
  },
  searches: {
    list: "GET /searches *",
    save: "POST /searches *",
    change: "PATCH /searches/{id} *",
    delete: "DELETE /searches/{id}"
  },
  offers: {
    make: "POST /offers *",
    list: "GET /offers *",
    get: "GET /offers/{id}",
    accept: "POST /offers/{id}/accept *",
    decline: "POST /offers/{id}/decline",
    counter: "POST /offers/{id}/counter *",
    withdraw: "POST /offers/{id}/withdraw",
    explain: "GET /offers/{id}/explain"
  },
  invitations: {
    list: "GET /invitations *",
    take: "POST /invitations/{id}/take *",
    decline: "POST /invitations/{id}/decline",
    withdraw: "POST /invitations/{id}/withdraw"
  },
  addresses: {
    list: "GET /addresses *",
    createAddress: "POST /addresses *",
    getAddress: "GET /addresses/{id}",
    changeAddress: "PATCH /addresses/{id} *",
    deleteAddress: "DELETE /addresses/{id}"
  },
  purchases: {
    quote: "POST /purchases/quote *",
    create: "POST /purchases *",
    list: "GET /purchases *",
    get: "GET /purchases/{id}",
    pay: "POST /purchases/{id}/pay *",
    cancel: "POST /purchases/{id}/cancel",
    ship: "POST /purchases/{id}/ship *"
  },
  labels: {
    buy: "POST /labels *"
  },
  holds: {
    ask: "POST /holds *",
    list: "GET /holds *",
    get: "GET /holds/{id}",
    pay: "POST /holds/{id}/pay *",
    return: "POST /holds/{id}/return"
  },
  payouts: {
    list: "GET /payouts *",
    getAccount: "GET /payouts/account",
    openAccount: "POST /payouts/account"
  },
  balance: {
    get: "GET /balance"
  },
  statements: {
    list: "GET /statements *",
    get: "GET /statements/{period}",
    listLines: "GET /statements/{period}/lines *",
    export: "GET /statements/{period}/export"
  },
  threads: {
    list: "GET /threads *",
    start: "POST /threads *",
    get: "GET /threads/{id} *",
    sendMessage: "POST /threads/{id}/messages *",
    getMessagePhoto: "GET /threads/{id}/messages/{message}/photos/{number} *",
    read: "POST /threads/{id}/read",
    block: "PUT /threads/{id}/block",
    unblock: "DELETE /threads/{id}/block",
    report: "POST /threads/{id}/report *"
  },
  replies: {
    list: "GET /replies *",
    createReply: "POST /replies *",
    getReply: "GET /replies/{id}",
    changeReply: "PATCH /replies/{id} *",
    deleteReply: "DELETE /replies/{id}"
  },
  blocks: {
    list: "GET /blocks *"
  },
  webhooks: {
    get: "GET /webhooks",
    set: "PUT /webhooks *",
    stop: "DELETE /webhooks",
    rotateSecret: "POST /webhooks/rotate-secret",
    test: "POST /webhooks/test",
    listDeliveries: "GET /webhooks/deliveries *",
    getDelivery: "GET /webhooks/deliveries/{id}",
    retryDeliveries: "POST /webhooks/deliveries/retry *",
    retryDelivery: "POST /webhooks/deliveries/{id}/retry"
  },
  inbox: {
    get: "GET /inbox"
  },
  notices: {
    list: "GET /notices"
  },
  sidekick: {
    check: "POST /sidekick *"
  },
  helpers: {
    list: "GET /helpers"
  },
  measures: {
    list: "GET /measures"
  },
  stats: {
    read: "GET /stats *"
  }
};

var HEADER = "service-signature";
var TOLERANCE_SECONDS = 300;
async function verify(body, header, secret, { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1e3 } = {}) {
  const [, t, v1] = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(headerOf(header)) ?? [];
  if (!t || !v1 || !(Math.abs(now - Number(t)) <= toleranceSeconds)) return false;
  const signed = joined(bytes(`${t}.`), typeof body === "string" ? bytes(body) : new Uint8Array(body));
  const signature = Uint8Array.from(v1.match(/../g), (pair) => Number.parseInt(pair, 16));
  for (const one of [secret].flat()) {
    if (one === "") throw new TypeError("The webhook secret is empty.");
    const key = await crypto.subtle.importKey("raw", bytes(one), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  }
  return false;
}
async function constructEvent(body, header, secret, options = {}) {
  if (!await verify(body, header, secret, options)) {
    throw new SignatureError("The signature is missing, expired or wrong. Pass the raw body and this webhook's secret.");
  }
  return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
}
async function sign(body, secret, t = Math.floor(Date.now() / 1e3)) {
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const made = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(`${t}.${body}`)));
  return `t=${t},v1=${Array.from(made, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
function headerOf(header) {
  if (header === null || header === void 0 || typeof header === "string") return header ?? "";
  const found = header instanceof Headers ? header.get(HEADER) : Object.entries(header).find(([name]) => name.toLowerCase() === HEADER)?.[1];
  return typeof found === "string" ? found : "";
}
var bytes = (text) => new TextEncoder().encode(text);
function joined(head, tail) {
  const both = new Uint8Array(head.length + tail.length);
  both.set(head);
  both.set(tail, head.length);
  return both;
}

function createResale(options) {
  const send = createSend(options);
  const getApproval = (id, more) => send({ method: "GET", path: `/approvals/${encodeURIComponent(id)}` }, more).then(read);
  const wait = (approval, more) => waitForApproval(getApproval, approval, more);
  const run = async (request2, more = {}) => {
    try {
      return await read(await send(request2, more));
    } catch (error) {
      const waits = more.waitForApproval ?? options.waitForApproval;
      if (!waits || !(error instanceof ApprovalNeeded)) throw error;
      return wait(error, { ...more.signal ? { signal: more.signal } : {}, ...waits === true ? {} : waits });
    }
  };
  const resources = {};
  for (const [group, routes] of Object.entries(ROUTES)) {
    resources[group] = Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, methodOf(route, run)]));
  }
  Object.assign(resources["webhooks"], { verify, constructEvent, sign });
  resources["listings"]["streamChat"] = async function* streamChat(id, input, more) {
    const path = `/listings/${encodeURIComponent(id)}/chat`;
    yield* readEvents((await send({ method: "POST", path, json: input, accept: "text/event-stream" }, more)).body);
  };
  const request = ({ body, ...rest }, more) => run({ ...rest, json: body }, more);
  return { ...resources, waitForApproval: wait, request };
}
function methodOf(route, run) {
  const [method = "", path = "", takes] = route.split(" ");
  const names = path.match(/\{\w+\}/g) ?? [];
  return (...given) => {
    const filled = names.reduce((text, name, at) => text.replace(name, segment(name, given[at])), path);
    const input = takes ? given[names.length] : void 0;
    const more = given[names.length + (takes ? 1 : 0)];
    if (method === "GET") return pages((query) => run({ method, path: filled, query }, more), input ?? {});
    return takes === "%" || input && hasFile(input) ? formOf(input ?? {}).then((body) => run({ method, path: filled, body }, more)) : run({ method, path: filled, json: input }, more);
  };
}
function segment(name, value) {
  if (typeof value !== "string" || value === "" || value === "." || value === "..")
    throw new TypeError(`${name} must be an id, not ${String(value)}`);
  return encodeURIComponent(value);
}

var webhooks = { verify, constructEvent, sign };
export {
  ApiError,
  ApprovalNeeded,
  ApprovalRefused,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ERROR_CLASSES,
  IdempotencyMismatchError,
  InvalidRequestError,
  MethodNotAllowedError,
  NotFoundError,
  PaymentError,
  PermissionError,
  RateLimitError,
  ResaleError,
  ServerError,
  SignatureError,
  TimeoutError,
  TooLargeError,
  UnavailableError,
  UnsupportedMediaError,
  UsageLimitError,
  createResale,
  webhooks
};
