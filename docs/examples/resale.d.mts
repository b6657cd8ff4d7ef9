// Types of resale.mjs: put both files side by side, and TypeScript finds them. Needs the library "dom" or the types of Node.
export type FileInput = Blob | ReadableStream<Uint8Array> | Uint8Array | ArrayBuffer;
export interface components {
    schemas: {
        /** @description True or false. Forms and queries send one of 1, true, yes, on, 0, false, no, off. */
        Flag: boolean | ("0" | "1" | "true" | "yes" | "on" | "false" | "no" | "off");
        CreateShopBody: {
            /** @description Name of the shop. */
            name: string;
            /** @description The shop’s subdomain: lower-case letters, digits and inner hyphens; unique across the service. */
            slug: string;
            /** @description What the shop mostly sells, in words of its owner. */
            category?: string | null;
            /** @description A few sentences about the shop. */
            about?: string | null;
            /**
             * @description Colour of the shop.
             * @default lemon
             * @enum {string}
             */
            tone?: "lemon" | "mint" | "pink" | "leaf" | "blush";
            /**
             * @description `public`: on the marketplace. `link`: only with the link. `private`: for its owner alone.
             * @default public
             * @enum {string}
             */
            visibility?: "public" | "link" | "private";
        };
        ChangeShopBody: {
            /** @description Name of the shop. */
            name?: string;
            /** @description The shop’s subdomain: lower-case letters, digits and inner hyphens; unique across the service. */
            slug?: string;
            /** @description What the shop mostly sells, in words of its owner. */
            category?: string | null;
            /** @description A few sentences about the shop. */
            about?: string | null;
            /**
             * @description Colour of the shop.
             * @enum {string}
             */
            tone?: "lemon" | "mint" | "pink" | "leaf" | "blush";
            /**
             * @description `public`: on the marketplace. `link`: only with the link. `private`: for its owner alone.
             * @enum {string}
             */
            visibility?: "public" | "link" | "private";
            /** @description Where things ship from. */
            location?: string | null;
            /** @description Hides the shop and keeps everything. */
            paused?: components["schemas"]["Flag"];
            /** @description Whether the helper answers buyers from what the listing says. */
            answer_questions?: components["schemas"]["Flag"];
            /** @description Whether the negotiator answers low offers by fixed rules. */
            haggle?: components["schemas"]["Flag"];
            /** @description How far under the price the negotiator may go where a listing has no lowest_price. Haggling tells of it: a counter shows a patient buyer your floor to within its step (1 dollar, or 5 from 100 dollars up), and exactly where that is a whole dollar below 100. See docs/negotiation.md. */
            lowest_percent?: number;
            /** @description Whether buyers can have an item held for a deposit. */
            ask_hold?: components["schemas"]["Flag"];
        };
        SetShopPictureBody: {
            /** @description Public address of a picture; a copy is kept. */
            url?: string;
        };
        CreateListingBody: {
            /** @description Slug of one of your shops; your first shop where it is left out. */
            shop?: string;
            /** @description What it is, in the seller’s words. Research begins with it. */
            prompt?: string | null;
            /** @description What it is called. */
            title?: string | null;
            /** @description One line under the title. */
            one_liner?: string | null;
            /** @description The whole text. An empty line begins a new paragraph. */
            description?: string | null;
            /** @description A category. Those of the marketplace: Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids, Garden. */
            category?: string | null;
            /**
             * Format: double
             * @description Asking price in US dollars.
             */
            price?: number | null;
            /**
             * Format: double
             * @description Your private floor in US dollars. No buyer ever sees it; the negotiator never goes under it.
             */
            lowest_price?: number | null;
            /**
             * Format: double
             * @description Shipping in US dollars. 0 means pickup only; null means “Ask about shipping”: nothing is charged for it, and both sides agree on it by message.
             */
            shipping?: number | null;
            /** @description Whether buyers can make offers. */
            take_offers?: components["schemas"]["Flag"];
            /**
             * @description Who finds it: `everyone`, or with `link` only those who have the link.
             * @enum {string}
             */
            visibility?: "everyone" | "link";
            /** @description Detail lines: a map of label to value, or a list of `{label, value}`. Merged into those that are there. */
            fields?: components["schemas"]["DetailLines"];
            /** @description Public addresses of pictures; each is downloaded and a copy kept. */
            photo_urls?: string | string[];
            /** @description Looks it up and suggests a price in the background: poll `GET /listings/{id}/research`. */
            research?: components["schemas"]["Flag"];
            /** @description Puts it live at once. It needs a title and a price. */
            publish?: components["schemas"]["Flag"];
        };
        /** @description Detail lines: a map of label to value, or a list of `{label, value}`. Merged into those that are there; an empty value removes one. */
        DetailLines: {
            [key: string]: string;
        } | {
            /** @description Name of the line. */
            label: string;
            /** @description What stands in it; empty removes the line. */
            value: string;
        }[];
        ChangeListingBody: {
            /** @description What it is called. */
            title?: string | null;
            /** @description One line under the title. */
            one_liner?: string | null;
            /** @description The whole text. An empty line begins a new paragraph. */
            description?: string | null;
            /** @description A category. Those of the marketplace: Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids, Garden. */
            category?: string | null;
            /**
             * Format: double
             * @description Asking price in US dollars.
             */
            price?: number | null;
            /**
             * Format: double
             * @description Your private floor in US dollars. No buyer ever sees it; the negotiator never goes under it.
             */
            lowest_price?: number | null;
            /**
             * Format: double
             * @description Shipping in US dollars. 0 means pickup only; null means “Ask about shipping”: nothing is charged for it, and both sides agree on it by message.
             */
            shipping?: number | null;
            /** @description Whether buyers can make offers. */
            take_offers?: components["schemas"]["Flag"];
            /**
             * @description Who finds it: `everyone`, or with `link` only those who have the link.
             * @enum {string}
             */
            visibility?: "everyone" | "link";
            /** @description Detail lines: a map of label to value, or a list of `{label, value}`. Merged into those that are there. */
            fields?: components["schemas"]["DetailLines"];
        };
        PublishListingBody: {
            /**
             * @description Who finds it: `everyone`, or with `link` only those who have the link.
             * @enum {string}
             */
            visibility?: "everyone" | "link";
        };
        AddPhotosBody: {
            /** @description Public addresses of pictures; each is downloaded and a copy kept. */
            urls?: string[];
            /** @description What the picture shows, for those who do not see it. */
            alt?: string | null;
            /**
             * @description `own` for the seller’s pictures, `web` for others. The cover is the first own one.
             * @default own
             * @enum {string}
             */
            source?: "own" | "web";
        };
        OrderPhotosBody: {
            /** @description Every photo of the listing in the order you want, by its id. The first must be your own picture. */
            photo_ids: string[];
        };
        ChangePhotoBody: {
            /** @description What the picture shows, for those who do not see it. */
            alt: string | null;
        };
        WriteReviewBody: {
            /** @description Stars. */
            rating: number;
            /** @description What you have to say. Everybody can read it. */
            body?: string;
        };
        ReplyToReviewBody: {
            /** @description Your reply. Everybody can read it. */
            body: string;
        };
        Address: {
            /** @description Who it is for. */
            name: string;
            /** @description Street and number. */
            line1: string;
            /** @description More of it, where there is more. */
            line2?: string;
            /** @description City. */
            city: string;
            /** @description State or region. */
            state?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description ISO 3166-1 alpha-2 code of the country. An English name is accepted and stored as its code. */
            country: string;
        };
        ReportProblemBody: {
            /**
             * @description What is wrong.
             * @enum {string}
             */
            reason: "not_arrived" | "not_as_described" | "damaged" | "wrong_item" | "other";
            /** @description What happened, in your words. The seller reads it. */
            body: string;
            /** @description Public addresses of pictures; each is downloaded and a copy kept. */
            photo_urls?: string[];
        };
        StartThreadBody: {
            /** @description Id of the listing to ask about, or else `shop`. */
            listing?: string;
            /** @description Slug of the shop to write to, or else `listing`. */
            shop?: string;
            /** @description What you write. */
            text: string;
        };
        SendMessageBody: {
            /** @description What you write. */
            text: string;
        };
        SetWebhookBody: {
            /** @description Where events are sent. */
            url: string;
            /** @description Types of events to be sent. */
            events?: ("listing.sold" | "offer.received" | "offer.updated" | "question.asked" | "order.completed" | "order.problem" | "order.refunded" | "payout.sent" | "review.created")[];
            /** @description Whether events are sent. Saving switches it on unless you say `false`. */
            enabled?: components["schemas"]["Flag"];
        };
        RetryDeliveriesBody: {
            /**
             * Format: date-time
             * @description Only those whose last try ended before this moment.
             */
            tried_before?: string;
        };
        StartResearchBody: {
            /** @description Description of the item in your own words; research starts from it. */
            prompt?: string | null;
        };
        WriteWordsBody: {
            /**
             * @description Tone of the text.
             * @enum {string}
             */
            tone: "Friendly" | "Playful" | "Straight to the point" | "A bit luxe";
            /** @description `take` for a new version, `shorter`, `longer`, or an instruction in your own words. */
            instruction?: string;
        };
        CheckShoppingBody: {
            /** @description Address of a product page. */
            link?: string | null;
            /** @description Description of the item, instead of a link. */
            words?: string | null;
            /**
             * Format: double
             * @description Cost in US dollars, if you know it.
             */
            price?: number | null;
        };
        Error: {
            /** @description Error details. */
            error: {
                /** @description Type of error. */
                type: components["schemas"]["ErrorType"];
                /** @description Explanation of the error and what to do. */
                message: string;
                /** @description Invalid input: `price`, `photo_urls[2]`. */
                param?: string;
                /** @description Specific case of the type: `scope`, `quota`. */
                code?: string;
                /** @description Id of the request, for support. */
                request_id?: string;
                /** @description With `second_factor`: ticket for the second step of sign-in. */
                ticket?: string;
                /** @description With `second_factor`: accepted factors. */
                factors?: string[];
                /**
                 * Format: date-time
                 * @description With `second_factor`: time when the ticket expires.
                 */
                expires_at?: string;
            };
        };
        /** @enum {string} */
        ErrorType: "invalid_request" | "authentication" | "payment" | "permission" | "not_found" | "method_not_allowed" | "conflict" | "too_large" | "unsupported_media" | "idempotency_mismatch" | "rate_limit" | "usage_limit" | "server" | "unavailable";
        Approval: {
            /**
             * @description Type of record. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            object: "approval";
            /** @description Id of the approval. */
            id: string;
            /**
             * @description `pending`: waiting for the owner. `approved`: about to run. `done` or `failed`: has run. `declined`: refused by the owner. `expired`: not decided in time.
             * @enum {string}
             */
            status: "pending" | "approved" | "done" | "failed" | "declined" | "expired";
            /** @description Action that needs approval: the first of `actions`. */
            action: components["schemas"]["AskFirst"];
            /** @description All actions in this request that need approval. */
            actions: components["schemas"]["AskFirst"][];
            /** @description Description of the request for the owner. */
            summary: string;
            /** @description False if the key belongs to your [test world](/docs/sandbox); the request then affects only that. */
            livemode: boolean;
            /**
             * Format: double
             * @description Amount that the request would cost or bring, in US dollars.
             */
            amount: number | null;
            /** @description The key that sent the request. */
            key: components["schemas"]["KeyRef"];
            /** @description Response to the stored request; null until it ran. */
            result: {
                /** @description HTTP status of the response. */
                status: number;
                /** @description Body of the response. */
                body: unknown;
            } | null;
            /**
             * Format: date-time
             * @description Deadline for the decision.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Time of the key’s request.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the owner’s decision.
             */
            decided_at: string | null;
            /** @description Address of the page where the owner decides. */
            url: string;
        };
        /** @enum {string} */
        AskFirst: "shops.delete" | "shops.floor" | "listings.publish" | "listings.price" | "listings.delete" | "offers.accept" | "offers.counter" | "offers.decline" | "messages.send" | "orders.ship" | "orders.refund" | "orders.cancel" | "buying.offer" | "buying.pay" | "buying.confirm" | "webhooks.change";
        KeyRef: {
            /** @description Id of the key. */
            id: string;
            /** @description Name of the key. */
            name: string;
        };
        NewAccount: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "account";
            /** @description Id of the account. */
            id: string;
            /** @description Name of the person. */
            name: string;
            /** @description Email address. */
            email: string;
            /** @description True after the account confirmed this email through a link. */
            email_verified: boolean;
            /** @description Rights of this request’s key. */
            key: {
                /**
                 * @description Credential of this request: a key of either kind, or a session.
                 * @enum {string}
                 */
                kind: "api" | "agent" | "session";
                /** @description Permissions of the key. Always includes `read`. */
                scopes: components["schemas"]["Scope"][];
                /** @description Actions that need the owner’s approval: the call returns 202 with an approval. */
                ask_first: components["schemas"]["AskFirst"][];
                /**
                 * Format: double
                 * @description Maximum in US dollars for one offer, accepted counter, order or deposit. Null: no limit.
                 */
                max_offer: number | null;
                /**
                 * Format: double
                 * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; a deal counts once. Null: no limit.
                 */
                max_day: number | null;
            };
            /** @description Your shops, oldest first. */
            shops: {
                /**
                 * @description Type of record.
                 * @constant
                 */
                object: "shop";
                /** @description Slug of the shop: its subdomain name. */
                slug: string;
                /** @description Name of the shop. */
                name: string;
                /** @description Web address of the shop. */
                url: string;
            }[];
            /** @description Requests this calendar month (UTC) and their limit. */
            usage: {
                /** @description Requests this month. */
                requests: number;
                /** @description Maximum requests per month. */
                limit: number;
            };
            /** @description Usage and limits of the account. Over a limit, the response is 409 with `code: "quota"`. */
            quotas: {
                /** @description Shops. */
                shops: components["schemas"]["Quota"];
                /** @description Keys that are not revoked. */
                keys: components["schemas"]["Quota"];
                /** @description Listings. */
                listings: components["schemas"]["Quota"];
                /** @description Pictures and videos, in GB of 2^30 bytes. */
                media_gb: components["schemas"]["Quota"];
                /** @description Exports requested in the last 24 hours. */
                exports_a_day: components["schemas"]["Quota"];
            };
            /** @description True in the live market, false in a [test world](/docs/sandbox). */
            livemode: boolean;
            /**
             * @description Which of the test world’s two accounts this is; null in the live market.
             * @enum {string|null}
             */
            test_account: "seller" | "buyer" | null;
            /** @description Pauses all helpers and agent keys of the account. */
            brake: boolean;
            /**
             * Format: date-time
             * @description Time of the sign-up.
             */
            created_at: string;
            /** @description A first key with all scopes. Its secret is never returned again. */
            api_key: components["schemas"]["NewKey"];
        };
        /** @enum {string} */
        Scope: "read" | "shops" | "listings" | "messages" | "offers" | "orders" | "buying" | "webhooks";
        Quota: {
            /**
             * Format: double
             * @description Amount in use.
             */
            used: number;
            /**
             * Format: double
             * @description Maximum amount.
             */
            limit: number;
        };
        NewKey: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "key";
            /** @description Id of the key. */
            id: string;
            /** @description Purpose of the key. */
            name: string;
            /**
             * @description `api` for programs; `agent` for a link with instructions for an AI agent.
             * @enum {string}
             */
            kind: "api" | "agent";
            /** @description Permissions of the key. Always includes `read`. */
            scopes: components["schemas"]["Scope"][];
            /** @description Actions that need the owner’s approval: the call returns 202 with an approval. */
            ask_first: components["schemas"]["AskFirst"][];
            /**
             * Format: double
             * @description Maximum in US dollars for one offer, accepted counter, order or deposit. Null: no limit.
             */
            max_offer: number | null;
            /**
             * Format: double
             * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; a deal counts once. Null: no limit.
             */
            max_day: number | null;
            /** @description True in the live market, false in a [test world](/docs/sandbox). */
            livemode: boolean;
            /**
             * @description Which of the test world’s two accounts this is; null in the live market.
             * @enum {string|null}
             */
            test_account: "seller" | "buyer" | null;
            /** @description The last four characters of its secret. */
            last4: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last use.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Time when the key expires; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of revocation.
             */
            revoked_at: string | null;
            /** @description The secret. Shown only once. */
            secret: string;
            /** @description For an agent key: the address to give to the agent. Shown only once. */
            link: string | null;
        };
        Account: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "account";
            /** @description Id of the account. */
            id: string;
            /** @description Name of the person. */
            name: string;
            /** @description Email address. */
            email: string;
            /** @description True after the account confirmed this email through a link. */
            email_verified: boolean;
            /** @description Rights of this request’s key. */
            key: {
                /**
                 * @description Credential of this request: a key of either kind, or a session.
                 * @enum {string}
                 */
                kind: "api" | "agent" | "session";
                /** @description Permissions of the key. Always includes `read`. */
                scopes: components["schemas"]["Scope"][];
                /** @description Actions that need the owner’s approval: the call returns 202 with an approval. */
                ask_first: components["schemas"]["AskFirst"][];
                /**
                 * Format: double
                 * @description Maximum in US dollars for one offer, accepted counter, order or deposit. Null: no limit.
                 */
                max_offer: number | null;
                /**
                 * Format: double
                 * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; a deal counts once. Null: no limit.
                 */
                max_day: number | null;
            };
            /** @description Your shops, oldest first. */
            shops: {
                /**
                 * @description Type of record.
                 * @constant
                 */
                object: "shop";
                /** @description Slug of the shop: its subdomain name. */
                slug: string;
                /** @description Name of the shop. */
                name: string;
                /** @description Web address of the shop. */
                url: string;
            }[];
            /** @description Requests this calendar month (UTC) and their limit. */
            usage: {
                /** @description Requests this month. */
                requests: number;
                /** @description Maximum requests per month. */
                limit: number;
            };
            /** @description Usage and limits of the account. Over a limit, the response is 409 with `code: "quota"`. */
            quotas: {
                /** @description Shops. */
                shops: components["schemas"]["Quota"];
                /** @description Keys that are not revoked. */
                keys: components["schemas"]["Quota"];
                /** @description Listings. */
                listings: components["schemas"]["Quota"];
                /** @description Pictures and videos, in GB of 2^30 bytes. */
                media_gb: components["schemas"]["Quota"];
                /** @description Exports requested in the last 24 hours. */
                exports_a_day: components["schemas"]["Quota"];
            };
            /** @description True in the live market, false in a [test world](/docs/sandbox). */
            livemode: boolean;
            /**
             * @description Which of the test world’s two accounts this is; null in the live market.
             * @enum {string|null}
             */
            test_account: "seller" | "buyer" | null;
            /** @description Pauses all helpers and agent keys of the account. */
            brake: boolean;
            /**
             * Format: date-time
             * @description Time of the sign-up.
             */
            created_at: string;
        };
        KeyList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Key"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Key: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "key";
            /** @description Id of the key. */
            id: string;
            /** @description Purpose of the key. */
            name: string;
            /**
             * @description `api` for programs; `agent` for a link with instructions for an AI agent.
             * @enum {string}
             */
            kind: "api" | "agent";
            /** @description Permissions of the key. Always includes `read`. */
            scopes: components["schemas"]["Scope"][];
            /** @description Actions that need the owner’s approval: the call returns 202 with an approval. */
            ask_first: components["schemas"]["AskFirst"][];
            /**
             * Format: double
             * @description Maximum in US dollars for one offer, accepted counter, order or deposit. Null: no limit.
             */
            max_offer: number | null;
            /**
             * Format: double
             * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; a deal counts once. Null: no limit.
             */
            max_day: number | null;
            /** @description True in the live market, false in a [test world](/docs/sandbox). */
            livemode: boolean;
            /**
             * @description Which of the test world’s two accounts this is; null in the live market.
             * @enum {string|null}
             */
            test_account: "seller" | "buyer" | null;
            /** @description The last four characters of its secret. */
            last4: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last use.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Time when the key expires; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of revocation.
             */
            revoked_at: string | null;
        };
        DeletedKey: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "key";
            /** @description Id of the key. */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        Sandbox: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "sandbox";
            /** @description Both accounts of your test world; empty until you first use it. */
            accounts: {
                /**
                 * @description Type of record.
                 * @constant
                 */
                object: "account";
                /** @description Id of the account. */
                id: string;
                /**
                 * @description Role of the account.
                 * @enum {string}
                 */
                role: "seller" | "buyer";
                /** @description Name of the account. */
                name: string;
            }[];
            /**
             * Format: double
             * @description Seconds that its clock has moved forward since it was last emptied.
             */
            ahead_seconds: number;
        };
        SandboxClock: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "sandbox_clock";
            /**
             * Format: double
             * @description Seconds that this call moved the clock forward.
             */
            advanced_seconds: number;
            /**
             * Format: date-time
             * @description Current time of the service, which does not change.
             */
            now: string;
        };
        RequestList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Request"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Request: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "request";
            /** @description Id of the request, as in its `Request-Id` header. */
            id: string;
            /** @description The key that made it. */
            key: {
                /** @description Id of the key. */
                id: string;
                /** @description Name of the key. */
                name: string;
            };
            /** @description Name of the operation, as in this file. */
            operation: string;
            /** @description Method. */
            method: string;
            /** @description Path, without the query. */
            path: string;
            /** @description Status of the answer. */
            status: number;
            /** @description Type of the error; null where it went well. */
            error: string | null;
            /** @description How long it took, in milliseconds. */
            ms: number;
            /**
             * Format: date-time
             * @description When it came.
             */
            created_at: string;
        };
        ApprovalList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Approval"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        EventList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Event"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Event: components["schemas"]["ListingSoldEvent"] | components["schemas"]["OfferReceivedEvent"] | components["schemas"]["OfferUpdatedEvent"] | components["schemas"]["QuestionAskedEvent"] | components["schemas"]["OrderCompletedEvent"] | components["schemas"]["OrderProblemEvent"] | components["schemas"]["OrderRefundedEvent"] | components["schemas"]["PayoutSentEvent"] | components["schemas"]["ReviewCreatedEvent"];
        ListingSoldEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "listing.sold";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Order"];
            };
        };
        /** @enum {string} */
        OrderStatus: "awaiting_payment" | "paid" | "shipped" | "delivered" | "completed" | "problem" | "refunded" | "cancelled" | "expired";
        /** @enum {string} */
        OrderPayment: "unpaid" | "pending" | "paid" | "partly_refunded" | "refunded";
        /** @enum {string} */
        OrderPayout: "none" | "waiting" | "on_hold" | "sent";
        OrderedListing: {
            /** @description Id of the listing. */
            id: string;
            /** @description Title of the listing. */
            title: string;
            /** @description Public address of the listing. */
            url: string;
            /** @description Address of its cover. */
            photo: string | null;
        };
        ShopRef: {
            /** @description Slug of the shop: its subdomain name. */
            slug: string;
            /** @description Name of the shop. */
            name: string;
        };
        PersonRef: {
            /** @description Name of the person. */
            name: string;
        };
        OrderAddress: {
            /** @description Who it is for. */
            name: string;
            /** @description Street and number. */
            line1: string;
            /** @description More of it, where there is more. */
            line2: string | null;
            /** @description City. */
            city: string;
            /** @description State or region. */
            state: string | null;
            /** @description Postal code. */
            postal_code: string;
            /** @description ISO 3166-1 alpha-2 code of the country. An English name is accepted and stored as its code. */
            country: string;
        };
        OrderProblem: {
            /**
             * @description What is wrong. `chargeback`: the buyer’s bank took the payment back.
             * @enum {string}
             */
            reason: "not_arrived" | "not_as_described" | "damaged" | "wrong_item" | "other" | "chargeback";
            /** @description What happened, in the buyer’s words. */
            body: string;
            /** @description Addresses of the pictures that came with it. */
            photos: string[];
            /**
             * Format: date-time
             * @description When it was reported.
             */
            reported_at: string;
            /** @description What the seller answered. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When the seller answered.
             */
            answered_at: string | null;
            /**
             * Format: double
             * @description The part of the money that the seller offers, in US dollars.
             */
            offered: number | null;
        };
        OrderStep: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description State of the order from then on. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description Who did it.
             * @enum {string}
             */
            by: "buyer" | "seller" | "service" | "provider" | "operator";
        };
        Order: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "order";
            /** @description Id of the order. */
            id: string;
            /** @description State of the order. */
            status: components["schemas"]["OrderStatus"];
            /** @description Where the buyer’s money is. */
            payment: components["schemas"]["OrderPayment"];
            /** @description Where the seller’s money is. */
            payout: components["schemas"]["OrderPayout"];
            /** @description What was bought. */
            listing: components["schemas"]["OrderedListing"];
            /** @description Where it was bought. */
            shop: components["schemas"]["ShopRef"];
            /** @description Who bought it. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Id of the offer that it came of. */
            offer: string | null;
            /** @description Id of the hold that was used. */
            hold: string | null;
            /**
             * Format: double
             * @description Price of the item, in US dollars.
             */
            item: number;
            /**
             * Format: double
             * @description Shipping; null where both sides agree on it by message, in US dollars.
             */
            shipping: number | null;
            /**
             * Format: double
             * @description Fee of the service, taken from the payout, in US dollars.
             */
            fee: number;
            /**
             * Format: double
             * @description Deposit of a hold, which counts toward the price, in US dollars.
             */
            deposit: number;
            /**
             * Format: double
             * @description What the buyer pays in all, in US dollars.
             */
            total: number;
            /**
             * Format: double
             * @description What went back to the buyer, in US dollars.
             */
            refunded: number;
            /** @description Whether the buyer fetches it. */
            pickup: boolean;
            /** @description Where a pickup is fetched: the location of the shop. */
            pickup_place: string | null;
            /** @description For the buyer of a pickup alone, to show at the door. */
            pickup_code?: string | null;
            /** @description Where it is sent. Seen by its buyer and seller alone. */
            address: components["schemas"]["OrderAddress"] | null;
            /** @description How the parcel travels. */
            tracking: {
                /** @description Who carries it. */
                carrier: string | null;
                /** @description Tracking number. */
                number: string | null;
                /** @description Address where the parcel can be followed. */
                url: string | null;
            };
            /**
             * Format: date-time
             * @description Until when it can be paid.
             */
            pay_by: string;
            /**
             * Format: date-time
             * @description Ship it by then, or it is cancelled and paid back.
             */
            ship_by: string | null;
            /**
             * Format: date-time
             * @description By then the seller has to answer a request to cancel; silence is a yes.
             */
            cancel_by: string | null;
            /**
             * Format: date-time
             * @description Until when the buyer can report a problem.
             */
            protect_until: string | null;
            /** @description What the buyer reported; null where nothing was. */
            problem: components["schemas"]["OrderProblem"] | null;
            /** @description What happened, in order. */
            timeline: components["schemas"]["OrderStep"][];
            /** @description Only in the response to `pay` while the payment is open: secret for the payment form in the buyer’s browser. */
            client_secret?: string | null;
            /** @description Only in the response to `pay` with the method `checkout`: the provider’s payment page, which returns the buyer here afterwards. */
            checkout_url?: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        OfferReceivedEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "offer.received";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Offer"];
            };
        };
        /** @enum {string} */
        OfferStatus: "open" | "countered" | "accepted" | "declined" | "withdrawn" | "replaced" | "expired" | "closed" | "lapsed";
        OfferedListing: {
            /** @description Id of the listing. */
            id: string;
            /** @description Title of the listing. */
            title: string;
            /**
             * Format: double
             * @description Asking price of now, in US dollars.
             */
            price: number;
        };
        Counter: {
            /**
             * Format: double
             * @description What the seller would take, in US dollars.
             */
            amount: number;
            /** @description What was written with it. */
            note: string | null;
            /**
             * @description Who made it: the owner, or their negotiator.
             * @enum {string}
             */
            by: "owner" | "agent";
            /**
             * Format: date-time
             * @description Until when the buyer can take it.
             */
            expires_at: string;
        };
        /** @enum {string} */
        ClosedReason: "sold" | "unpublished" | "removed" | "offers_off" | "shop_paused" | "shop_private";
        Offer: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "offer";
            /** @description Id of the offer. */
            id: string;
            /** @description State of the offer. */
            status: components["schemas"]["OfferStatus"];
            /**
             * Format: double
             * @description What the buyer offers, in US dollars.
             */
            amount: number;
            /** @description What the buyer wrote with it; empty where nothing was. */
            note: string;
            /** @description What it is for. */
            listing: components["schemas"]["OfferedListing"];
            /** @description The shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Who made it. */
            buyer: components["schemas"]["PersonRef"];
            /**
             * Format: date-time
             * @description Until when it stands. A counter gives 48 hours anew.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description The counter that stands, or stood; null without one. */
            counter: components["schemas"]["Counter"] | null;
            /** @description Id of the order that came of it. */
            order: string | null;
            /** @description Why it was closed; null where it was not. */
            closed_reason: components["schemas"]["ClosedReason"] | null;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        OfferUpdatedEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "offer.updated";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Offer"];
            };
        };
        QuestionAskedEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "question.asked";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Message"];
            };
        };
        ListingRef: {
            /** @description Id of the listing. */
            id: string;
            /** @description Title of the listing. */
            title: string;
        };
        Message: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "message";
            /** @description Id of the message. */
            id: string;
            /** @description Id of the thread. */
            thread: string;
            /**
             * @description Who wrote it: the buyer, the shop’s owner, its helper, or the service.
             * @enum {string}
             */
            from: "buyer" | "owner" | "agent" | "service";
            /** @description What was written. */
            text: string;
            /** @description The listing that it is about; null where it is about the shop. */
            listing: components["schemas"]["ListingRef"] | null;
            /** @description The shop that it is with. */
            shop: components["schemas"]["ShopRef"];
            /** @description The buyer that it is with. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Whether it waits for the owner, because the helper could not answer. */
            needs_owner: boolean;
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
        };
        OrderCompletedEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.completed";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Order"];
            };
        };
        OrderProblemEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.problem";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Order"];
            };
        };
        OrderRefundedEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.refunded";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Order"];
            };
        };
        PayoutSentEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.sent";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Order"];
            };
        };
        ReviewCreatedEvent: {
            /** @description Id of the event: the same with every try. */
            id: string;
            /**
             * @description Type of record.
             * @constant
             */
            object: "event";
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "review.created";
            /**
             * @description There where it is of a [test world](/docs/sandbox); of the market, nothing says so.
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What it tells of. */
            data: {
                /** @description The record, as the API showed it then. */
                object: components["schemas"]["Review"];
            };
        };
        ReviewedListing: {
            /** @description Id of the listing. */
            id: string;
            /** @description Title of the listing. */
            title: string;
            /** @description Public address of the listing. */
            url: string;
        };
        Review: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "review";
            /** @description Id of the review. */
            id: string;
            /** @description Stars, 1 to 5. */
            rating: number;
            /** @description What the buyer wrote; may be empty. */
            body: string;
            /** @description First name of the buyer. */
            from: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /** @description The seller’s reply; null without one. */
            reply: {
                /** @description What the seller replied. */
                body: string;
                /**
                 * Format: date-time
                 * @description When the seller replied.
                 */
                created_at: string;
            } | null;
            /** @description What was bought. */
            listing: components["schemas"]["ReviewedListing"];
            /** @description Where it was bought. */
            shop: components["schemas"]["ShopRef"];
        };
        ShopList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Shop"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Shop: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "shop";
            /** @description Id of the shop. */
            id: string;
            /** @description Slug of the shop: its subdomain name. */
            slug: string;
            /** @description Name of the shop. */
            name: string;
            /** @description A few sentences about the shop. */
            about: string | null;
            /** @description What the shop mostly sells, in words of its owner. */
            category: string | null;
            /** @description Where things ship from. */
            location: string | null;
            /**
             * @description Colour of the shop.
             * @enum {string}
             */
            tone: "lemon" | "mint" | "pink" | "leaf" | "blush";
            /**
             * @description `public`: on the marketplace. `link`: only with the link. `private`: for its owner alone.
             * @enum {string}
             */
            visibility: "public" | "link" | "private";
            /** @description Hides the shop and keeps everything. */
            paused: boolean;
            /** @description Address of the shop. */
            url: string;
            /** @description Address of the shop’s picture. */
            picture_url: string | null;
            /** @description What the shop’s helpers may do. */
            agent: components["schemas"]["ShopAgent"];
            /** @description How many listings the shop has. */
            counts: components["schemas"]["ShopCounts"];
            /**
             * Format: date-time
             * @description When it was opened.
             */
            created_at: string;
        };
        ShopAgent: {
            /** @description Whether the helper answers buyers from what the listing says. */
            answer_questions: boolean;
            /** @description Whether the negotiator answers low offers by fixed rules. */
            haggle: boolean;
            /** @description The floor where a listing has none of its own: this much off the price, in percent. */
            lowest_percent: number;
            /** @description Whether buyers can have an item held for a deposit. */
            ask_hold: boolean;
        };
        ShopCounts: {
            /** @description Listings that are live and not hidden by an operator. */
            live: number;
            /** @description Drafts. */
            drafts: number;
            /** @description What was sold. */
            sold: number;
        };
        ShopWithStats: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "shop";
            /** @description Id of the shop. */
            id: string;
            /** @description Slug of the shop: its subdomain name. */
            slug: string;
            /** @description Name of the shop. */
            name: string;
            /** @description A few sentences about the shop. */
            about: string | null;
            /** @description What the shop mostly sells, in words of its owner. */
            category: string | null;
            /** @description Where things ship from. */
            location: string | null;
            /**
             * @description Colour of the shop.
             * @enum {string}
             */
            tone: "lemon" | "mint" | "pink" | "leaf" | "blush";
            /**
             * @description `public`: on the marketplace. `link`: only with the link. `private`: for its owner alone.
             * @enum {string}
             */
            visibility: "public" | "link" | "private";
            /** @description Hides the shop and keeps everything. */
            paused: boolean;
            /** @description Address of the shop. */
            url: string;
            /** @description Address of the shop’s picture. */
            picture_url: string | null;
            /** @description What the shop’s helpers may do. */
            agent: components["schemas"]["ShopAgent"];
            /** @description How many listings the shop has. */
            counts: components["schemas"]["ShopCounts"];
            /**
             * Format: date-time
             * @description When it was opened.
             */
            created_at: string;
            /** @description How the shop does. */
            stats: {
                /** @description Views of the shop and its listings, each person once a day. */
                views: number;
                /** @description Of those, in the last 7 days. */
                views_7d: number;
                /** @description People who follow the shop. */
                followers: number;
                /** @description Likes of its listings. */
                likes: number;
                /** @description How often it was shared. */
                shares: number;
                /** @description Offers that wait for an answer. */
                offers_waiting: number;
            };
        };
        DeletedShop: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "shop";
            /** @description Slug of the shop: its subdomain name. */
            slug: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        Import: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["ImportRow"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
            /**
             * @description Whose export it is, by its header: `resale` for our own columns.
             * @enum {string}
             */
            format: "resale" | "shopify" | "etsy" | "ebay";
        };
        ImportRow: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "import_row";
            /** @description Number of the row, from 1, the heading not counted. */
            row: number;
            /** @description Whether it was taken. */
            ok: boolean;
            /** @description Id of the listing. */
            id?: string;
            /**
             * @description `created`: a draft. A row with the id of a listing of yours is `changed`, or `unchanged` where it says what the listing says.
             * @enum {string}
             */
            outcome?: "created" | "changed" | "unchanged";
            /** @description How many pictures are being fetched for the draft: `photos_wanted` of the listing shows which. */
            photos?: number;
            /** @description What was shortened or left out. */
            notes?: string[];
            /** @description Why it was not taken. */
            error?: {
                /** @description Type of the error. */
                type: string;
                /** @description What is wrong and what to do. */
                message: string;
                /** @description The column that is wrong, by its name in the table. */
                param?: string;
                /** @description Which case of its type it is. */
                code?: string;
            };
        };
        ListingList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Listing"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Listing: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "listing";
            /** @description Id of the listing. */
            id: string;
            /** @description Slug of the shop: its subdomain name. */
            shop: string;
            /**
             * @description State of the listing.
             * @enum {string}
             */
            status: "draft" | "live" | "sold";
            /**
             * @description Who finds it: `everyone`, or with `link` only those who have the link.
             * @enum {string}
             */
            visibility: "everyone" | "link";
            /**
             * @description What you have to do next; `done` once it is live or sold.
             * @enum {string}
             */
            step: "photos" | "details" | "price" | "publish" | "done";
            /** @description The title; without one, what research or your words call it. */
            name: string;
            /** @description What the seller wrote of it in a few words; the suggestion for its title. */
            prompt: string | null;
            /** @description What it is called. */
            title: string | null;
            /** @description One line under the title. */
            one_liner: string | null;
            /** @description The whole text. An empty line begins a new paragraph. */
            description: string | null;
            /** @description A category. Those of the marketplace: Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids, Garden. */
            category: string | null;
            /**
             * Format: double
             * @description Asking price in US dollars.
             */
            price: number | null;
            /**
             * @description Where the price is from: `comparables` or `new_price` that research found, `default` where it found neither and guessed, `seller`. Null without a price.
             * @enum {string|null}
             */
            price_basis: "comparables" | "new_price" | "default" | "seller" | null;
            /**
             * Format: double
             * @description Your private floor in US dollars. No buyer ever sees it; the negotiator never goes under it.
             */
            lowest_price: number | null;
            /**
             * Format: double
             * @description Shipping in US dollars. 0 means pickup only; null means “Ask about shipping”: nothing is charged for it, and both sides agree on it by message.
             */
            shipping: number | null;
            /** @description Whether buyers can make offers. */
            take_offers: boolean;
            /** @description Detail lines. */
            fields: components["schemas"]["DetailLine"][];
            /** @description The photos; the first own one is the cover. */
            photos: components["schemas"]["Photo"][];
            /** @description Pictures that an import named and that are not in yet. What could not be fetched goes once you change the photos. */
            photos_wanted: components["schemas"]["WantedPhoto"][];
            /** @description Public address of the listing. */
            url: string;
            /** @description Address of the editor in the app. */
            edit_url: string;
            /** @description How the listing does. */
            stats: components["schemas"]["ListingStats"];
            /** @description What research found; null until a run is done. */
            research: components["schemas"]["ListingResearch"] | null;
            /**
             * Format: date-time
             * @description When it went live; null for a draft.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was sold.
             */
            sold_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        DetailLine: {
            /** @description The label in snake case: the same key again replaces the line. */
            key: string;
            /** @description Name of the line. */
            label: string;
            /** @description What stands in it. */
            value: string;
            /**
             * @description Who wrote it: `you`, `agent` (research) or `import`.
             * @enum {string}
             */
            source: "you" | "agent" | "import";
        };
        Photo: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "photo";
            /** @description Id of the photo. */
            id: string;
            /** @description Address of the picture or video. */
            url: string;
            /** @description What the picture shows, for those who do not see it. */
            alt: string | null;
            /**
             * @description `own` for the seller’s pictures, `web` for others. The cover is the first own one.
             * @enum {string}
             */
            source: "own" | "web";
            /** @description Whether it is the video. */
            is_video: boolean;
        };
        WantedPhoto: {
            /** @description Where the picture is. */
            url: string;
            /** @description Why it could not be fetched; null while it waits for its turn. */
            problem: string | null;
        };
        ListingStats: {
            /** @description Views, each person once a day. */
            views: number;
            /** @description Of those, in the last 7 days. */
            views_7d: number;
            /** @description People who like it. */
            likes: number;
            /** @description How often it was shared. */
            shares: number;
            /** @description Offers that were made. */
            offers: number;
            /** @description Offers that wait for an answer. */
            offers_waiting: number;
        };
        ListingResearch: {
            /** @description What it is. */
            identified: string;
            /** @description Category that fits it best. */
            category: string;
            /**
             * @description How sure research is of what it is.
             * @enum {string}
             */
            confidence: "high" | "medium" | "low";
            /**
             * Format: double
             * @description Suggested price, in US dollars.
             */
            suggested_price: number;
            /** @description From the lowest to the highest price that was found. */
            price_range: components["schemas"]["PriceSpan"];
            /**
             * @description `comparables`: from second-hand prices. `rule_of_thumb`: none was found, so the price says nothing of what others get.
             * @enum {string}
             */
            priced_by?: "comparables" | "rule_of_thumb";
            /** @description The findings in a sentence or two. */
            summary: string;
        };
        PriceSpan: {
            /**
             * Format: double
             * @description Lower end, in US dollars.
             */
            low: number;
            /**
             * Format: double
             * @description Upper end, in US dollars.
             */
            high: number;
        };
        DeletedListing: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "listing";
            /** @description Id of the listing. */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        PhotoList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Photo"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        SearchResult: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "search_result";
            /** @description The listings. */
            data: components["schemas"]["PublicListing"][];
            /** @description How many there are in all. */
            total: number;
            /** @description In how many shops. */
            stores: number;
            /** @description False where nothing is what `q` asks for by name, and `data` is only near it. */
            exact: boolean;
            /** @description Whether there are more after these. */
            has_more: boolean;
            /** @description How many each choice would leave; with `facets=true`. */
            facets?: components["schemas"]["Facets"];
        };
        PublicListing: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "public_listing";
            /** @description Id of the listing. */
            id: string;
            /** @description Its name in its address; unique within the shop. */
            slug: string;
            /** @description Slug of the shop: its subdomain name. */
            store: string;
            /** @description What it is called. */
            title: string;
            /** @description One line under the title. */
            one_liner: string | null;
            /**
             * Format: double
             * @description Asking price, in US dollars.
             */
            price: number;
            /**
             * Format: double
             * @description Shipping; 0 means pickup only, null that it is agreed by message, in US dollars.
             */
            shipping: number | null;
            /** @description Address of the cover, the first photo of the seller’s own; null without one. */
            photo: string | null;
            /** @description Its category. */
            category: string | null;
            /** @description Whether offers can be made. */
            open_to_offers: boolean;
            /** @description Whether it is sold. */
            sold: boolean;
            /** @description Whether somebody has reserved it: until then nobody else can buy it or make an offer. */
            reserved: boolean;
            /** @description Whether it was published within 72 hours. */
            just_listed: boolean;
            /** @description Public address of the listing. */
            url: string;
            /** @description Who sells it. */
            seller: components["schemas"]["PersonRef"];
            /** @description Whether you like it; only with a key. */
            liked: boolean;
        };
        Facets: {
            /** @description By category. */
            category: {
                /** @description How many with `Clothing`. */
                Clothing: number;
                /** @description How many with `Shoes`. */
                Shoes: number;
                /** @description How many with `Bags`. */
                Bags: number;
                /** @description How many with `Home`. */
                Home: number;
                /** @description How many with `Collectibles`. */
                Collectibles: number;
                /** @description How many with `Books`. */
                Books: number;
                /** @description How many with `Tech`. */
                Tech: number;
                /** @description How many with `Kids`. */
                Kids: number;
                /** @description How many with `Garden`. */
                Garden: number;
            };
            /** @description By band of prices. */
            price: {
                /** @description How many with `any`. */
                any: number;
                /** @description How many with `under-25`. */
                "under-25": number;
                /** @description How many with `25-100`. */
                "25-100": number;
                /** @description How many with `over-100`. */
                "over-100": number;
            };
            /** @description How many are open to offers. */
            offers: number;
        };
        PublicListingDetail: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "public_listing";
            /** @description Id of the listing. */
            id: string;
            /** @description Its name in its address; unique within the shop. */
            slug: string;
            /** @description Slug of the shop: its subdomain name. */
            store: string;
            /** @description What it is called. */
            title: string;
            /** @description One line under the title. */
            one_liner: string | null;
            /**
             * Format: double
             * @description Asking price, in US dollars.
             */
            price: number;
            /**
             * Format: double
             * @description Shipping; 0 means pickup only, null that it is agreed by message, in US dollars.
             */
            shipping: number | null;
            /** @description Address of the cover, the first photo of the seller’s own; null without one. */
            photo: string | null;
            /** @description Its category. */
            category: string | null;
            /** @description Whether offers can be made. */
            open_to_offers: boolean;
            /** @description Whether it is sold. */
            sold: boolean;
            /** @description Whether somebody has reserved it: until then nobody else can buy it or make an offer. */
            reserved: boolean;
            /** @description Whether it was published within 72 hours. */
            just_listed: boolean;
            /** @description Public address of the listing. */
            url: string;
            /** @description Who sells it. */
            seller: components["schemas"]["PersonRef"];
            /** @description Whether you like it; only with a key. */
            liked: boolean;
            /** @description The text, by paragraphs. */
            description: string[];
            /** @description Detail lines. */
            details: {
                /** @description Name of the line. */
                label: string;
                /** @description What stands in it. */
                value: string;
            }[];
            /** @description The pictures in their order. The cover is `photo`. */
            photos: {
                /** @description Address of the picture or video. */
                url: string;
                /** @description Whether it is a video. */
                video: boolean;
            }[];
            /** @description When it was listed, for people to read: `Listed 3 hours ago`. */
            listed: string;
        };
        SuggestionList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Suggestion"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Suggestion: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "suggestion";
            /**
             * @description What it leads to: a search, a category or a shop.
             * @enum {string}
             */
            kind: "words" | "category" | "store";
            /** @description What to show. */
            text: string;
            /** @description Where it leads, on the marketplace. */
            url: string;
        };
        StoreList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Store"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Store: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "store";
            /** @description Slug of the shop: its subdomain name. */
            slug: string;
            /** @description Name of the shop. */
            name: string;
            /** @description Name of its owner. */
            owner: string;
            /** @description First sentence of `about`, at most 120 characters. */
            tagline: string | null;
            /** @description What the owner says about the shop. */
            about: string | null;
            /** @description Where things ship from. */
            location: string | null;
            /** @description Month and year in which the shop opened: `November 2026`. */
            since: string;
            /** @description How many listings are for sale. */
            for_sale: number;
            /** @description How many were sold. */
            sold: number;
            /** @description A paused shop shows no listings. */
            paused: boolean;
            /** @description Address of the shop’s picture. */
            picture_url: string | null;
            /** @description Address of the shop. */
            url: string;
        };
        StoreDetail: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "store";
            /** @description Slug of the shop: its subdomain name. */
            slug: string;
            /** @description Name of the shop. */
            name: string;
            /** @description Name of its owner. */
            owner: string;
            /** @description First sentence of `about`, at most 120 characters. */
            tagline: string | null;
            /** @description What the owner says about the shop. */
            about: string | null;
            /** @description Where things ship from. */
            location: string | null;
            /** @description Month and year in which the shop opened: `November 2026`. */
            since: string;
            /** @description How many listings are for sale. */
            for_sale: number;
            /** @description How many were sold. */
            sold: number;
            /** @description A paused shop shows no listings. */
            paused: boolean;
            /** @description Address of the shop’s picture. */
            picture_url: string | null;
            /** @description Address of the shop. */
            url: string;
            /** @description How many people follow the shop. */
            followers: number;
            /** @description Whether you follow it; only with a key. */
            following: boolean;
            /** @description A page of what is for sale, newest first; `for_sale` says how many there are in all. */
            listings: components["schemas"]["PublicListing"][];
            /** @description The last 12 that were sold. */
            recently_sold: {
                /** @description What was sold. */
                title: string;
                /**
                 * Format: double
                 * @description What was paid for the item; the asking price where it was sold elsewhere, in US dollars.
                 */
                price: number;
                /** @description When, for people to read: `2 weeks ago`. */
                when: string;
            }[];
        };
        ReviewPage: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description The shop’s rating. */
            rating: {
                /**
                 * Format: double
                 * @description Mean of the stars; 0 without reviews.
                 */
                average: number;
                /** @description How many reviews there are. */
                count: number;
            };
            /** @description The reviews, newest first. */
            data: components["schemas"]["Review"][];
            /** @description What to send as `cursor` for the next page; null on the last. */
            next_cursor: string | null;
            /** @description Whether there are more after these. */
            has_more: boolean;
        };
        Like: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "like";
            /** @description Id of the listing. */
            listing: string;
            /** @description Whether you like it now. */
            liked: boolean;
        };
        Follow: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "follow";
            /** @description Slug of the shop: its subdomain name. */
            store: string;
            /** @description Whether you follow it now. */
            following: boolean;
        };
        PublicListingList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["PublicListing"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        SearchList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Search"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Search: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "search";
            /** @description Id of the search. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Words to search for, or what you mean. */
            q: string | null;
            /**
             * @description Only this category.
             * @enum {string|null}
             */
            category: "Clothing" | "Shoes" | "Bags" | "Home" | "Collectibles" | "Books" | "Tech" | "Kids" | "Garden" | null;
            /**
             * @description Only this band of prices; both ends of `25-100` are in it.
             * @enum {string}
             */
            price: "any" | "under-25" | "25-100" | "over-100";
            /** @description True: only what is open to offers. */
            offers: boolean;
            /**
             * @description Whether news of it is mailed.
             * @enum {string}
             */
            alert: "none" | "daily";
            /** @description Address of the page with its results. */
            url: string;
            /**
             * Format: date-time
             * @description When it was saved.
             */
            created_at: string;
        };
        DeletedSearch: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "search";
            /** @description Id of the search. */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        Report: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "report";
            /** @description Id of the report. */
            id: string;
            /**
             * @description What is wrong with the listing.
             * @enum {string}
             */
            reason: "counterfeit" | "prohibited" | "misleading" | "offensive" | "other";
            /** @description What its writer had to say. */
            body: string | null;
            /**
             * @description Whether somebody still has to look at it.
             * @enum {string}
             */
            status: "open" | "closed";
            /**
             * Format: date-time
             * @description When it was sent.
             */
            created_at: string;
            /** @description Id of the listing. */
            listing: string;
        };
        OfferList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Offer"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        OfferExplanation: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "explanation";
            /** @description Id of the offer. */
            offer: string;
            /**
             * @description `counter`: it was countered. `owner`: it is left for you. `firm`: the price stays.
             * @enum {string|null}
             */
            outcome: "counter" | "owner" | "firm" | null;
            /**
             * Format: double
             * @description Amount of the counter, in US dollars.
             */
            counter: number | null;
            /** @description The rule that decided. */
            rule: {
                /** @description Number of the rule. */
                number: number;
                /** @description The rule in words. */
                text: string;
            } | null;
            /** @description What it was worked out from. */
            inputs: {
                /**
                 * Format: double
                 * @description The offer, in US dollars.
                 */
                offer: number;
                /**
                 * Format: double
                 * @description Asking price, in US dollars.
                 */
                price: number;
                /**
                 * Format: double
                 * @description Your lowest price for the listing, in US dollars.
                 */
                lowest_price: number | null;
                /** @description Your shop’s floor: this much off the price, in percent. */
                lowest_percent: number;
                /**
                 * Format: double
                 * @description The last counter to this buyer, in US dollars.
                 */
                last_counter: number | null;
            } | null;
            /** @description How it was worked out, line by line. */
            arithmetic: string[];
            /** @description The outcome in a sentence. */
            note: string;
            /** @description What the buyer can work out about your lowest price from the counter. */
            tells_buyer: string | null;
            /**
             * @description Who worded the message to the buyer.
             * @enum {string|null}
             */
            worded_by: "model" | "template" | null;
            /**
             * Format: date-time
             * @description When it was worked out.
             */
            created_at: string | null;
        };
        OrderList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Order"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Hold: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "hold";
            /** @description Id of the hold. */
            id: string;
            /**
             * @description State of the hold.
             * @enum {string}
             */
            status: "asked" | "active" | "used" | "returned" | "kept" | "expired";
            /**
             * Format: double
             * @description The deposit, in US dollars.
             */
            deposit: number;
            /**
             * Format: date-time
             * @description Asked: pay by then. Active: buy by then.
             */
            until: string;
            /** @description What becomes of the deposit, in words. Show it before paying. */
            terms: string;
            /** @description What is held. */
            listing: components["schemas"]["ListingRef"];
            /** @description The shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description For whom it is held. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Id of the order that used it. */
            order: string | null;
            /** @description Only in the response to `pay` while the payment is open: secret for the payment form in the buyer’s browser. */
            client_secret?: string | null;
            /** @description Only in the response to `pay` with the method `checkout`: the provider’s payment page, which returns the buyer here afterwards. */
            checkout_url?: string | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        HoldList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Hold"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        PayoutList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Payout"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Payout: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "payout";
            /** @description Id of the payout. */
            id: string;
            /**
             * Format: double
             * @description What you get, in US dollars.
             */
            amount: number;
            /**
             * @description Whether it was sent.
             * @enum {string}
             */
            status: "waiting" | "sent";
            /** @description Why it waits, in words. */
            why: string | null;
            /** @description Id of the order. */
            order: string | null;
            /** @description Id of the hold whose deposit it is. */
            hold: string | null;
            /** @description What was sold. */
            listing: {
                /** @description Title of the listing. */
                title: string;
            };
            /**
             * Format: date-time
             * @description When it came to be.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            sent_at: string | null;
        };
        PayoutAccount: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "payout_account";
            /**
             * @description Who pays out.
             * @enum {string}
             */
            provider: "test" | "stripe";
            /** @description Whether money can be sent to you. */
            ready: boolean;
            /** @description Where to go on with the provider; null where nothing is to be done. */
            url: string | null;
        };
        ThreadList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Thread"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Thread: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "thread";
            /** @description Id of the thread. */
            id: string;
            /** @description The listing that it is about; null where it is about the shop. */
            listing: components["schemas"]["ListingRef"] | null;
            /** @description The shop that it is with. */
            shop: components["schemas"]["ShopRef"];
            /** @description The buyer that it is with. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Messages that you have not read. */
            unread: number;
            /** @description Whether it waits for the owner, because the helper could not answer. */
            needs_owner: boolean;
            /** @description The newest message. */
            last_message: components["schemas"]["Message"];
            /**
             * Format: date-time
             * @description When something was last written.
             */
            updated_at: string;
        };
        ThreadDetail: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "thread";
            /** @description Id of the thread. */
            id: string;
            /** @description The listing that it is about; null where it is about the shop. */
            listing: components["schemas"]["ListingRef"] | null;
            /** @description The shop that it is with. */
            shop: components["schemas"]["ShopRef"];
            /** @description The buyer that it is with. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Messages that you have not read. */
            unread: number;
            /** @description Whether it waits for the owner, because the helper could not answer. */
            needs_owner: boolean;
            /** @description The newest message. */
            last_message: components["schemas"]["Message"];
            /**
             * Format: date-time
             * @description When something was last written.
             */
            updated_at: string;
            /** @description Its messages, in the order of writing. */
            messages: components["schemas"]["Message"][];
            /** @description Whether there are earlier messages. */
            has_more: boolean;
        };
        Webhook: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "webhook";
            /** @description Where events are sent; null when stopped. */
            url: string | null;
            /** @description Types of events that are sent. */
            events: components["schemas"]["EventType"][];
            /** @description Whether events are sent. Three days of failures switch it off. */
            enabled: boolean;
            /** @description The last four characters of the signing secret. */
            secret_last4: string | null;
            /** @description The last try and what came back. */
            last_delivery: {
                /**
                 * Format: date-time
                 * @description When it was tried.
                 */
                at: string;
                /** @description Status of the receiver’s answer; 0 where nothing answered. */
                status: number;
                /** @description Why it failed, in words; null where it did not. */
                error: string | null;
            } | null;
            /** @description The signing secret: only on the first set and on rotation. */
            secret?: string;
        };
        /** @enum {string} */
        EventType: "listing.sold" | "offer.received" | "offer.updated" | "question.asked" | "order.completed" | "order.problem" | "order.refunded" | "payout.sent" | "review.created";
        WebhookTest: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "webhook_test";
            /** @description Id of the ping event. */
            event: string;
            /** @description Status of the receiver’s answer; 0 where nothing answered. */
            status: number;
            /** @description Why it failed, in words; null where it did not. */
            error: string | null;
        };
        DeliveryList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Delivery"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        Delivery: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "delivery";
            /** @description Id of the delivery. */
            id: string;
            /** @description Id of the event. */
            event: string;
            /** @description Type of the event. */
            type: components["schemas"]["EventType"];
            /**
             * @description State of the delivery.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            /** @description How often it was tried. */
            tries: number;
            /**
             * Format: date-time
             * @description When it is tried again.
             */
            next_try_at: string | null;
            /** @description The last tries, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When it was tried.
                 */
                at: string;
                /** @description Status of the receiver’s answer; 0 where nothing answered. */
                status: number;
                /** @description Why it failed, in words; null where it did not. */
                error: string | null;
                /** @description How long the answer took, in milliseconds. */
                ms: number;
            }[];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            created_at: string;
        };
        DeliveryDetail: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "delivery";
            /** @description Id of the delivery. */
            id: string;
            /** @description Id of the event. */
            event: string;
            /** @description Type of the event. */
            type: components["schemas"]["EventType"];
            /**
             * @description State of the delivery.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            /** @description How often it was tried. */
            tries: number;
            /**
             * Format: date-time
             * @description When it is tried again.
             */
            next_try_at: string | null;
            /** @description The last tries, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When it was tried.
                 */
                at: string;
                /** @description Status of the receiver’s answer; 0 where nothing answered. */
                status: number;
                /** @description Why it failed, in words; null where it did not. */
                error: string | null;
                /** @description How long the answer took, in milliseconds. */
                ms: number;
            }[];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            created_at: string;
            /** @description The headers that it carries. */
            headers: {
                [key: string]: string;
            };
            /** @description The very text that is sent and signed. */
            body: string;
        };
        Redelivery: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "redelivery";
            /** @description How many go out again. */
            sent: number;
            /** @description How many failed and are still to be sent. */
            left: number;
        };
        Inbox: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "inbox";
            /** @description Offers that wait for you as a seller. */
            offers_to_answer: components["schemas"]["OfferToAnswer"][];
            /** @description Sales that you have to send. */
            sales_to_ship: components["schemas"]["SaleToShip"][];
            /** @description Money of yours that is held up. */
            money_problems: components["schemas"]["MoneyProblem"][];
            /** @description Conversations with unread messages of buyers. */
            unread_threads: number;
            /** @description Counters that wait for you as a buyer. */
            counters_to_answer: components["schemas"]["CounterToAnswer"][];
            /** @description Conversations with unread messages of shops. */
            unread_as_buyer: number;
            /** @description Everything that you owe, the dearest first: behind Today and the badges. */
            tasks: components["schemas"]["Task"][];
        };
        OfferToAnswer: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "offer";
            /** @description Id of the offer. */
            id: string;
            /**
             * Format: double
             * @description What the buyer offers, in US dollars.
             */
            amount: number;
            /** @description What the buyer wrote with it; empty where nothing was. */
            note: string;
            /** @description What it is for. */
            listing: components["schemas"]["OfferedListing"];
            /** @description The shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Who made it. */
            buyer: components["schemas"]["PersonRef"];
            /**
             * Format: date-time
             * @description Until when it stands. A counter gives 48 hours anew.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description The counter that stands; null without one. */
            counter: {
                /**
                 * Format: double
                 * @description What the seller would take, in US dollars.
                 */
                amount: number;
                /** @description What was written with it. */
                note: string | null;
                /**
                 * @description Who made it: the owner, or their negotiator.
                 * @enum {string|null}
                 */
                by: "owner" | "agent" | null;
                /**
                 * Format: date-time
                 * @description Until when the buyer can take it.
                 */
                expires_at: string;
            } | null;
            /**
             * @description State of the offer.
             * @constant
             */
            status: "open";
        };
        SaleToShip: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "order";
            /** @description Id of the order. */
            id: string;
            /**
             * @description State of the order.
             * @constant
             */
            status: "paid";
            /**
             * Format: double
             * @description What the buyer paid in all, in US dollars.
             */
            total: number;
            /**
             * Format: date-time
             * @description Ship it by then, or it is cancelled and paid back.
             */
            ship_by: string | null;
            /** @description What was sold. */
            listing: components["schemas"]["ListingRef"];
            /** @description The shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Who bought it. */
            buyer: components["schemas"]["PersonRef"];
        };
        MoneyProblem: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "money_problem";
            /**
             * @description What went wrong.
             * @enum {string}
             */
            kind: "chargeback" | "refund_failed" | "transfer_failed" | "transfer_reversed" | "payout_failed" | "account_stopped" | "mismatch";
            /**
             * @description How far the bank is; null where no bank is involved.
             * @enum {string|null}
             */
            stage: "inquiry" | "open" | "won" | "lost" | null;
            /**
             * Format: double
             * @description What it is about, in US dollars.
             */
            amount: number;
            /** @description Id of the order. */
            order: string | null;
            /** @description What was sold. */
            listing: {
                /** @description Title of the listing. */
                title: string;
            } | null;
            /**
             * Format: date-time
             * @description When it came up.
             */
            created_at: string;
        };
        CounterToAnswer: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "offer";
            /** @description Id of the offer. */
            id: string;
            /**
             * Format: double
             * @description What the buyer offers, in US dollars.
             */
            amount: number;
            /** @description What the buyer wrote with it; empty where nothing was. */
            note: string;
            /** @description What it is for. */
            listing: components["schemas"]["OfferedListing"];
            /** @description The shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Who made it. */
            buyer: components["schemas"]["PersonRef"];
            /**
             * Format: date-time
             * @description Until when it stands. A counter gives 48 hours anew.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description The counter that stands; null without one. */
            counter: {
                /**
                 * Format: double
                 * @description What the seller would take, in US dollars.
                 */
                amount: number;
                /** @description What was written with it. */
                note: string | null;
                /**
                 * @description Who made it: the owner, or their negotiator.
                 * @enum {string|null}
                 */
                by: "owner" | "agent" | null;
                /**
                 * Format: date-time
                 * @description Until when the buyer can take it.
                 */
                expires_at: string;
            } | null;
            /**
             * @description State of the offer.
             * @constant
             */
            status: "countered";
        };
        Task: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "task";
            /**
             * @description What is owed.
             * @enum {string}
             */
            kind: "answer_cancelling" | "ship_order" | "hand_over_order" | "confirm_order" | "pay_rest" | "use_hold" | "answer_bank" | "tell_about_sale" | "answer_problem" | "answer_part" | "decide_dispute" | "settle_case" | "mend_account" | "mend_bank" | "open_account" | "pay_order" | "pay_deposit" | "answer_offer" | "answer_counter" | "decide_approval" | "write_review" | "answer_message" | "read_message" | "switch_on_webhook" | "read_report" | "answer_appeal" | "finish_listing";
            /**
             * @description The side from which you owe it.
             * @enum {string}
             */
            role: "buyer" | "seller" | "owner" | "operator";
            /** @description The record that waits. */
            record: {
                /**
                 * @description Kind of record.
                 * @enum {string}
                 */
                object: "order" | "offer" | "hold" | "approval" | "money_case" | "payout_account" | "thread" | "webhook" | "listing" | "report" | "appeal";
                /** @description Its id. */
                id: string;
            };
            /** @description What it is about; null where it has no title. */
            title: string | null;
            /** @description The shop that it is about; null where there is none. */
            shop: components["schemas"]["ShopRef"] | null;
            /**
             * Format: double
             * @description Money that it is about, in US dollars.
             */
            amount: number | null;
            /**
             * Format: date-time
             * @description Until when it waits; null where there is no deadline.
             */
            until: string | null;
            /**
             * @description What it costs to be late. Tasks come in the order of this.
             * @enum {string}
             */
            cost: "money" | "held" | "time" | "nothing";
            /** @description The same in words. */
            late: string;
        };
        Notices: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "notices";
            /** @description Every kind of mail. */
            switches: components["schemas"]["NoticeSwitch"][];
        };
        NoticeSwitch: {
            /**
             * @description Kind of mail.
             * @enum {string}
             */
            kind: "offer_received" | "counter_received" | "offer_accepted" | "offer_ended" | "question" | "answer" | "sold" | "ship_reminder" | "order_shipped" | "problem" | "refund" | "payout" | "webhook_off" | "approval" | "review" | "search_alert" | "report_closed";
            /** @description What it is about. */
            title: string;
            /** @description Whether you get it. */
            enabled: boolean;
        };
        ResearchRun: {
            /**
             * @description Type of record. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            object: "research";
            /** @description Id of the run. */
            id: string;
            /** @description Id of the listing. */
            listing: string;
            /**
             * @description Status of the run.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            /** @description Steps in order. Steps that do not apply are omitted. */
            steps: {
                /**
                 * @description Name of the step.
                 * @enum {string}
                 */
                name: "identify" | "listings" | "catalog" | "resale" | "price";
                /**
                 * @description Status of the step.
                 * @enum {string}
                 */
                status: "queued" | "running" | "done" | "failed";
                /** @description Result of the step, or the reason why it found nothing. */
                note: string | null;
                /** @description True if a step with status `done` was skipped for lack of input; its note says why. */
                skipped: boolean;
            }[];
            /** @description Result; null until the run is done. */
            result: {
                /** @description What it is. */
                identified: string;
                /** @description Brand; null if not recognized. */
                brand: string | null;
                /**
                 * @description Best-matching category.
                 * @enum {string}
                 */
                category: "Clothing" | "Shoes" | "Bags" | "Home" | "Collectibles" | "Books" | "Tech" | "Kids" | "Garden" | "Other";
                /** @description Colour. */
                color: string | null;
                /** @description Size. */
                size: string | null;
                /**
                 * @description How sure research is of what it is.
                 * @enum {string}
                 */
                confidence: "high" | "medium" | "low";
                /**
                 * Format: double
                 * @description Suggested price, in US dollars.
                 */
                suggested_price: number;
                /** @description From the lowest to the highest price that was found. */
                price_range: components["schemas"]["PriceSpan"];
                /** @description Price range in which most of them sell. */
                band: components["schemas"]["PriceSpan"];
                /** @description The findings in a sentence or two. */
                summary: string;
                /** @description 3 to 6 facts about the item. */
                facts: {
                    /** @description Name of the fact. */
                    label: string;
                    /** @description Text of the fact. */
                    value: string;
                    /** @description True if it applies to every item of this model. */
                    about_model: boolean;
                }[];
                /** @description 3 or 4 facts about its price, as text. */
                price_facts: string[];
                /** @description 1 to 4 questions that only the seller can answer, condition first. */
                questions: {
                    /** @description Key of the detail that the answer fills. */
                    key: string;
                    /** @description Label of that detail. */
                    label: string;
                    /** @description Text of the question. */
                    question: string;
                }[];
                /**
                 * Format: double
                 * @description Price of a new one if one was found, in US dollars.
                 */
                new_price: number | null;
                /**
                 * @description `comparables`: from second-hand prices. `rule_of_thumb`: none was found, so the price says nothing of what others get.
                 * @enum {string}
                 */
                priced_by: "comparables" | "rule_of_thumb";
                /** @description Second-hand prices that were compared. */
                comparables: components["schemas"]["ComparablePrice"][];
            } | null;
            /**
             * Format: date-time
             * @description Time of the start.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Time of the last progress.
             */
            touched_at: string;
        };
        ComparablePrice: {
            /** @description Title in the source. */
            title: string;
            /**
             * Format: double
             * @description Price in the source, in US dollars.
             */
            price: number;
            /**
             * Format: double
             * @description Shipping, in US dollars.
             */
            shipping: number | null;
            /** @description Condition as stated in the source. */
            condition: string | null;
            /**
             * @description `asked`: asking price. `sold`: price paid.
             * @enum {string}
             */
            kind: "asking" | "sold";
            /** @description Address of the source page. */
            url: string;
            /** @description Address of its picture; null if there is none. */
            image: string | null;
            /** @description Source of the price. */
            source: string;
        };
        Words: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "words";
            /** @description New take; null if none was written. */
            take: components["schemas"]["Take"] | null;
            /** @description Reason why there is no take; null otherwise. */
            message: string | null;
        };
        Take: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "take";
            /** @description Id of the take. */
            id: string;
            /** @description Title, at most 80 characters. */
            title: string;
            /** @description One line under the title, at most 120 characters. */
            one_liner: string;
            /** @description Full text. */
            description: string;
            /** @description Short text for cards, at most 60 characters. */
            teaser: string;
            /**
             * @description Tone of the text.
             * @enum {string}
             */
            tone: "Friendly" | "Playful" | "Straight to the point" | "A bit luxe";
            /** @description Request that produced this take. */
            instruction: string;
            /**
             * Format: date-time
             * @description Time of the last use in the listing; null if never used.
             */
            used_at: string | null;
            /**
             * Format: date-time
             * @description Time of writing.
             */
            created_at: string;
        };
        TakeList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Take"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        ChatReply: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "chat_reply";
            /** @description Reply; null if there is none. */
            message: components["schemas"]["ChatMessage"] | null;
            /** @description Reason why the reply stopped early or is missing; null otherwise. */
            error: string | null;
        };
        ChatMessage: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "chat_message";
            /** @description Id of the message. */
            id: string;
            /**
             * @description Author of the message.
             * @enum {string}
             */
            role: "seller" | "agent";
            /** @description Text of the message. */
            text: string;
            /** @description Changes made with this message. */
            changes: components["schemas"]["ChatChange"][];
            /**
             * Format: date-time
             * @description Time of writing.
             */
            created_at: string;
        };
        ChatChange: components["schemas"]["ChatFieldChange"] | components["schemas"]["ChatPriceChange"] | components["schemas"]["ChatOffersChange"];
        ChatFieldChange: {
            /**
             * @description Tool that made the change. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tool: "set_field";
            /** @description Key of the detail. */
            key: string;
            /** @description Label of the changed value. */
            label: string;
            /** @description Value before the change. */
            before: string | null;
            /** @description Value after the change. */
            after: string | null;
        };
        ChatPriceChange: {
            /**
             * @description Tool that made the change. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tool: "set_price" | "set_lowest";
            /** @description `price` or `lowest_price`. */
            key: string;
            /** @description Label of the changed value. */
            label: string;
            /**
             * Format: double
             * @description Value before the change.
             */
            before: number | null;
            /**
             * Format: double
             * @description Value after the change.
             */
            after: number | null;
        };
        ChatOffersChange: {
            /**
             * @description Tool that made the change. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tool: "set_take_offers";
            /** @description `take_offers`. */
            key: string;
            /** @description Label of the changed value. */
            label: string;
            /** @description Value before the change. */
            before: boolean;
            /** @description Value after the change. */
            after: boolean;
        };
        ChatMessageList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["ChatMessage"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        ShoppingCheck: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "shopping_check";
            /** @description Recognized product. */
            product: {
                /** @description Name of the product. */
                name: string;
                /** @description Brand; null if not recognized. */
                brand: string | null;
                /**
                 * @description Best-matching category.
                 * @enum {string}
                 */
                category: "Clothing" | "Shoes" | "Bags" | "Home" | "Collectibles" | "Books" | "Tech" | "Kids" | "Garden" | "Other";
                /** @description Address of its picture; null if there is none. */
                image: string | null;
                /** @description Address of the product page that was read; null without a link. */
                link: string | null;
            };
            /**
             * Format: double
             * @description Cost: the price you sent, else the price on the page, else the price of a new one, in US dollars.
             */
            price: number | null;
            /**
             * Format: double
             * @description Price of a new one if one was found, in US dollars.
             */
            new_price: number | null;
            /** @description Second-hand prices that were compared. */
            comparables: components["schemas"]["ComparablePrice"][];
            /**
             * Format: double
             * @description Likely price when sold second-hand, in US dollars.
             */
            resale_price: number | null;
            /**
             * Format: double
             * @description Likely resale price divided by the cost: 0.6 or more holds its value.
             */
            score: number | null;
            /**
             * @description Verdict for the score.
             * @enum {string|null}
             */
            verdict: "Holds its value" | "Keeps some of it" | "Loses most of it" | null;
            /** @description Missing information; null if nothing is missing. */
            note: string | null;
        };
        Helpers: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "helpers";
            /** @description All helpers of the service. */
            data: components["schemas"]["Helper"][];
        };
        Helper: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "helper";
            /**
             * @description Name of the helper.
             * @enum {string}
             */
            name: "research" | "words" | "listing_agent" | "shop_agent" | "negotiator" | "sidekick" | "search_by_meaning";
            /**
             * @description `full`: works completely. `reduced`: works by fixed rules, without a provider. `off`: does not work.
             * @enum {string}
             */
            state: "full" | "reduced" | "off";
            /** @description Missing provider or setting; null if nothing is missing. */
            why: string | null;
        };
        Measure: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "measure";
            /** @description Id of the measure. */
            id: string;
            /**
             * @description Type of the hidden or suspended record.
             * @enum {string}
             */
            kind: "listing" | "shop" | "account" | "review";
            /** @description Hidden or suspended record. */
            subject: {
                /** @description Id of the affected record. */
                id: string;
                /** @description Name or title of the record. */
                name: string;
            };
            /** @description Reason for the action. */
            reason: string;
            /**
             * Format: date-time
             * @description Time of the action.
             */
            taken_at: string;
            /**
             * Format: date-time
             * @description Time of lifting; null while active.
             */
            lifted_at: string | null;
            /** @description Reason for lifting. */
            lifted_reason: string | null;
            /** @description Appeals against the action. */
            appeals: components["schemas"]["Appeal"][];
        };
        Appeal: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "appeal";
            /** @description Id of the appeal. */
            id: string;
            /** @description Id of the measure. */
            measure: string;
            /** @description Why the person who appealed thinks the action is wrong. */
            body: string;
            /**
             * @description `open` until an operator answers it.
             * @enum {string}
             */
            status: "open" | "answered";
            /**
             * @description `upheld`: the action remains. `lifted`: the action was lifted. Null while open.
             * @enum {string|null}
             */
            outcome: "upheld" | "lifted" | null;
            /** @description Reason from the operator. */
            answer: string | null;
            /**
             * Format: date-time
             * @description Time of the appeal.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the answer.
             */
            answered_at: string | null;
        };
        MeasureList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records of this page. */
            data: components["schemas"]["Measure"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if there are more records after these. */
            has_more: boolean;
        };
        DailyStats: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "stats";
            /** @description Slug of the shop; null for all of yours together. */
            shop: string | null;
            /** @description How many days there are. */
            days: number;
            /** @description One line for each day, oldest first. */
            data: {
                /** @description The day by UTC: `2026-11-21`. */
                day: string;
                /** @description Views of listings and shop pages, each person once a day. */
                views: number;
                /** @description Likes of that day that still stand. */
                likes: number;
                /** @description Offers that came in. */
                offers: number;
                /** @description Orders that were paid. */
                sales: number;
            }[];
        };
    };
    responses: never;
    parameters: {
        /** @description Any unique text. A retry with the same key and request runs only once. */
        "Idempotency-Key": string;
        /** @description Id of the passkey. */
        passkeyId: string;
        /** @description Id of the app. */
        appId: string;
        /** @description Maximum number of records to return. */
        limit: number;
        /** @description Number of records to skip. */
        offset: number;
        /** @description Id of the approval. */
        approvalId: string;
        /** @description Id of the export. */
        exportId: string;
        /** @description Slug of the shop: its subdomain name. */
        slug: string;
        /** @description Only this shop of yours, by its slug. */
        shopParameter: string;
        /** @description Only those in this state. */
        status: "draft" | "live" | "sold";
        /** @description Only records changed after this time. Use the `updated_at` of the last record you have seen. */
        updated_after: string;
        /** @description Id of the listing. */
        listingId: string;
        /** @description Id of the photo. */
        photoId: string;
        /** @description Id of the order. */
        orderId: string;
        /** @description Id of the review. */
        reviewId: string;
        /** @description Id of the offer. */
        offerId: string;
        /** @description Your side. Both where it is left out. */
        role: "buyer" | "seller";
        /** @description Id of the hold. */
        holdId: string;
        /** @description Id of the thread. */
        threadId: string;
        /** @description Id of the delivery. */
        deliveryId: string;
        /** @description Id of the affected record. */
        id: string;
        /** @description Id of the measure. */
        measureId: string;
        /** @description Id of the case. */
        caseId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Flag = components['schemas']['Flag'];
export type CreateShopBody = components['schemas']['CreateShopBody'];
export type ChangeShopBody = components['schemas']['ChangeShopBody'];
export type SetShopPictureBody = components['schemas']['SetShopPictureBody'];
export type CreateListingBody = components['schemas']['CreateListingBody'];
export type DetailLines = components['schemas']['DetailLines'];
export type ChangeListingBody = components['schemas']['ChangeListingBody'];
export type PublishListingBody = components['schemas']['PublishListingBody'];
export type AddPhotosBody = components['schemas']['AddPhotosBody'];
export type OrderPhotosBody = components['schemas']['OrderPhotosBody'];
export type ChangePhotoBody = components['schemas']['ChangePhotoBody'];
export type WriteReviewBody = components['schemas']['WriteReviewBody'];
export type ReplyToReviewBody = components['schemas']['ReplyToReviewBody'];
export type Address = components['schemas']['Address'];
export type ReportProblemBody = components['schemas']['ReportProblemBody'];
export type StartThreadBody = components['schemas']['StartThreadBody'];
export type SendMessageBody = components['schemas']['SendMessageBody'];
export type SetWebhookBody = components['schemas']['SetWebhookBody'];
export type RetryDeliveriesBody = components['schemas']['RetryDeliveriesBody'];
export type StartResearchBody = components['schemas']['StartResearchBody'];
export type WriteWordsBody = components['schemas']['WriteWordsBody'];
export type CheckShoppingBody = components['schemas']['CheckShoppingBody'];
export type Error = components['schemas']['Error'];
export type ErrorType = components['schemas']['ErrorType'];
export type Approval = components['schemas']['Approval'];
export type AskFirst = components['schemas']['AskFirst'];
export type KeyRef = components['schemas']['KeyRef'];
export type NewAccount = components['schemas']['NewAccount'];
export type Scope = components['schemas']['Scope'];
export type Quota = components['schemas']['Quota'];
export type NewKey = components['schemas']['NewKey'];
export type Account = components['schemas']['Account'];
export type KeyList = components['schemas']['KeyList'];
export type Key = components['schemas']['Key'];
export type DeletedKey = components['schemas']['DeletedKey'];
export type Sandbox = components['schemas']['Sandbox'];
export type SandboxClock = components['schemas']['SandboxClock'];
export type RequestList = components['schemas']['RequestList'];
export type Request = components['schemas']['Request'];
export type ApprovalList = components['schemas']['ApprovalList'];
export type EventList = components['schemas']['EventList'];
export type Event = components['schemas']['Event'];
export type ListingSoldEvent = components['schemas']['ListingSoldEvent'];
export type OrderStatus = components['schemas']['OrderStatus'];
export type OrderPayment = components['schemas']['OrderPayment'];
export type OrderPayout = components['schemas']['OrderPayout'];
export type OrderedListing = components['schemas']['OrderedListing'];
export type ShopRef = components['schemas']['ShopRef'];
export type PersonRef = components['schemas']['PersonRef'];
export type OrderAddress = components['schemas']['OrderAddress'];
export type OrderProblem = components['schemas']['OrderProblem'];
export type OrderStep = components['schemas']['OrderStep'];
export type Order = components['schemas']['Order'];
export type OfferReceivedEvent = components['schemas']['OfferReceivedEvent'];
export type OfferStatus = components['schemas']['OfferStatus'];
export type OfferedListing = components['schemas']['OfferedListing'];
export type Counter = components['schemas']['Counter'];
export type ClosedReason = components['schemas']['ClosedReason'];
export type Offer = components['schemas']['Offer'];
export type OfferUpdatedEvent = components['schemas']['OfferUpdatedEvent'];
export type QuestionAskedEvent = components['schemas']['QuestionAskedEvent'];
export type ListingRef = components['schemas']['ListingRef'];
export type Message = components['schemas']['Message'];
export type OrderCompletedEvent = components['schemas']['OrderCompletedEvent'];
export type OrderProblemEvent = components['schemas']['OrderProblemEvent'];
export type OrderRefundedEvent = components['schemas']['OrderRefundedEvent'];
export type PayoutSentEvent = components['schemas']['PayoutSentEvent'];
export type ReviewCreatedEvent = components['schemas']['ReviewCreatedEvent'];
export type ReviewedListing = components['schemas']['ReviewedListing'];
export type Review = components['schemas']['Review'];
export type ShopList = components['schemas']['ShopList'];
export type Shop = components['schemas']['Shop'];
export type ShopAgent = components['schemas']['ShopAgent'];
export type ShopCounts = components['schemas']['ShopCounts'];
export type ShopWithStats = components['schemas']['ShopWithStats'];
export type DeletedShop = components['schemas']['DeletedShop'];
export type Import = components['schemas']['Import'];
export type ImportRow = components['schemas']['ImportRow'];
export type ListingList = components['schemas']['ListingList'];
export type Listing = components['schemas']['Listing'];
export type DetailLine = components['schemas']['DetailLine'];
export type Photo = components['schemas']['Photo'];
export type WantedPhoto = components['schemas']['WantedPhoto'];
export type ListingStats = components['schemas']['ListingStats'];
export type ListingResearch = components['schemas']['ListingResearch'];
export type PriceSpan = components['schemas']['PriceSpan'];
export type DeletedListing = components['schemas']['DeletedListing'];
export type PhotoList = components['schemas']['PhotoList'];
export type SearchResult = components['schemas']['SearchResult'];
export type PublicListing = components['schemas']['PublicListing'];
export type Facets = components['schemas']['Facets'];
export type PublicListingDetail = components['schemas']['PublicListingDetail'];
export type SuggestionList = components['schemas']['SuggestionList'];
export type Suggestion = components['schemas']['Suggestion'];
export type StoreList = components['schemas']['StoreList'];
export type Store = components['schemas']['Store'];
export type StoreDetail = components['schemas']['StoreDetail'];
export type ReviewPage = components['schemas']['ReviewPage'];
export type Like = components['schemas']['Like'];
export type Follow = components['schemas']['Follow'];
export type PublicListingList = components['schemas']['PublicListingList'];
export type SearchList = components['schemas']['SearchList'];
export type Search = components['schemas']['Search'];
export type DeletedSearch = components['schemas']['DeletedSearch'];
export type Report = components['schemas']['Report'];
export type OfferList = components['schemas']['OfferList'];
export type OfferExplanation = components['schemas']['OfferExplanation'];
export type OrderList = components['schemas']['OrderList'];
export type Hold = components['schemas']['Hold'];
export type HoldList = components['schemas']['HoldList'];
export type PayoutList = components['schemas']['PayoutList'];
export type Payout = components['schemas']['Payout'];
export type PayoutAccount = components['schemas']['PayoutAccount'];
export type ThreadList = components['schemas']['ThreadList'];
export type Thread = components['schemas']['Thread'];
export type ThreadDetail = components['schemas']['ThreadDetail'];
export type Webhook = components['schemas']['Webhook'];
export type EventType = components['schemas']['EventType'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryDetail = components['schemas']['DeliveryDetail'];
export type Redelivery = components['schemas']['Redelivery'];
export type Inbox = components['schemas']['Inbox'];
export type OfferToAnswer = components['schemas']['OfferToAnswer'];
export type SaleToShip = components['schemas']['SaleToShip'];
export type MoneyProblem = components['schemas']['MoneyProblem'];
export type CounterToAnswer = components['schemas']['CounterToAnswer'];
export type Task = components['schemas']['Task'];
export type Notices = components['schemas']['Notices'];
export type NoticeSwitch = components['schemas']['NoticeSwitch'];
export type ResearchRun = components['schemas']['ResearchRun'];
export type ComparablePrice = components['schemas']['ComparablePrice'];
export type Words = components['schemas']['Words'];
export type Take = components['schemas']['Take'];
export type TakeList = components['schemas']['TakeList'];
export type ChatReply = components['schemas']['ChatReply'];
export type ChatMessage = components['schemas']['ChatMessage'];
export type ChatChange = components['schemas']['ChatChange'];
export type ChatFieldChange = components['schemas']['ChatFieldChange'];
export type ChatPriceChange = components['schemas']['ChatPriceChange'];
export type ChatOffersChange = components['schemas']['ChatOffersChange'];
export type ChatMessageList = components['schemas']['ChatMessageList'];
export type ShoppingCheck = components['schemas']['ShoppingCheck'];
export type Helpers = components['schemas']['Helpers'];
export type Helper = components['schemas']['Helper'];
export type Measure = components['schemas']['Measure'];
export type Appeal = components['schemas']['Appeal'];
export type MeasureList = components['schemas']['MeasureList'];
export type DailyStats = components['schemas']['DailyStats'];
export type ParameterIdempotencyKey = components['parameters']['Idempotency-Key'];
export type ParameterPasskeyId = components['parameters']['passkeyId'];
export type ParameterAppId = components['parameters']['appId'];
export type ParameterLimit = components['parameters']['limit'];
export type ParameterOffset = components['parameters']['offset'];
export type ParameterApprovalId = components['parameters']['approvalId'];
export type ParameterExportId = components['parameters']['exportId'];
export type ParameterSlug = components['parameters']['slug'];
export type ParameterShopParameter = components['parameters']['shopParameter'];
export type ParameterStatus = components['parameters']['status'];
export type ParameterUpdatedAfter = components['parameters']['updated_after'];
export type ParameterListingId = components['parameters']['listingId'];
export type ParameterPhotoId = components['parameters']['photoId'];
export type ParameterOrderId = components['parameters']['orderId'];
export type ParameterReviewId = components['parameters']['reviewId'];
export type ParameterOfferId = components['parameters']['offerId'];
export type ParameterRole = components['parameters']['role'];
export type ParameterHoldId = components['parameters']['holdId'];
export type ParameterThreadId = components['parameters']['threadId'];
export type ParameterDeliveryId = components['parameters']['deliveryId'];
export type ParameterId = components['parameters']['id'];
export type ParameterMeasureId = components['parameters']['measureId'];
export type ParameterCaseId = components['parameters']['caseId'];
export interface operations {
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the person, visible to others. */
                    name: string;
                    /** @description Email address for sign-in and mail. */
                    email: string;
                    /**
                     * Format: password
                     * @description The new account’s password: at least 10 characters, and not a common one.
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewAccount"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Purpose of the key; visible only to you. */
                    name: string;
                    /**
                     * @description `api` for programs; `agent` for a link with instructions for an AI agent.
                     * @enum {string}
                     */
                    kind: "api" | "agent";
                    /** @description Permissions of the key. Always includes `read`. */
                    scopes: ("read" | "shops" | "listings" | "messages" | "offers" | "orders" | "buying" | "webhooks")[];
                    /** @description Actions that need the owner’s approval: the call returns 202 with an approval. */
                    ask_first?: ("shops.delete" | "shops.floor" | "listings.publish" | "listings.price" | "listings.delete" | "offers.accept" | "offers.counter" | "offers.decline" | "messages.send" | "orders.ship" | "orders.refund" | "orders.cancel" | "buying.offer" | "buying.pay" | "buying.confirm" | "webhooks.change")[];
                    /**
                     * Format: double
                     * @description Maximum in US dollars for one offer, accepted counter, order or deposit. Null: no limit.
                     */
                    max_offer?: number | null;
                    /**
                     * Format: double
                     * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; a deal counts once. Null: no limit.
                     */
                    max_day?: number | null;
                    /** @description False: a test key, which sees and changes only your [test world](/docs/sandbox). */
                    livemode?: components["schemas"]["Flag"];
                    /**
                     * @description For a test key: its account in the test world. Defaults to the seller’s.
                     * @enum {string}
                     */
                    test_account?: "seller" | "buyer";
                    /**
                     * Format: date-time
                     * @description Time when the key expires. Agent keys default to 90 days.
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedKey"];
                };
            };
        };
    };
    getSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
        };
    };
    advanceSandbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: double
                     * @description Number of seconds to move forward.
                     */
                    advance_seconds: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClock"];
                };
            };
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description True: only those that ended with an error. */
                failed?: components["schemas"]["Flag"];
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestList"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description Filter by status. */
                status?: "pending" | "approved" | "done" | "failed" | "declined" | "expired";
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the approval. */
                id: components["parameters"]["approvalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    approve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the approval. */
                id: components["parameters"]["approvalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    decline: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the approval. */
                id: components["parameters"]["approvalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events of this type. */
                type?: "listing.sold" | "offer.received" | "offer.updated" | "question.asked" | "order.completed" | "order.problem" | "order.refunded" | "payout.sent" | "review.created";
                /** @description Goes forward: the events behind this one, oldest first. `start` is before the first. Without `offset`. */
                after?: string;
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    listShops: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopList"];
                };
            };
        };
    };
    createShop: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShopBody"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shop"];
                };
            };
        };
    };
    getShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopWithStats"];
                };
            };
        };
    };
    deleteShop: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedShop"];
                };
            };
        };
    };
    changeShop: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeShopBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shop"];
                };
            };
        };
    };
    setShopPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SetShopPictureBody"];
                "multipart/form-data": {
                    /** @description Public address of a picture; a copy is kept. */
                    url?: string;
                    /**
                     * Format: binary
                     * @description A picture of up to 10 MB.
                     */
                    picture?: FileInput;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shop"];
                };
            };
        };
    };
    removeShopPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shop"];
                };
            };
        };
    };
    importListings: {
        parameters: {
            query?: {
                /** @description Slug of the shop for rows that name none; your first shop where it is left out. */
                shop?: string;
            };
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": {
                    /** @description The CSV as text, where it is not sent as a file. */
                    csv?: string;
                    /**
                     * Format: binary
                     * @description The CSV as a file.
                     */
                    file?: FileInput;
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
        };
    };
    exportListings: {
        parameters: {
            query?: {
                /** @description Only this shop of yours, by its slug. */
                shop?: components["parameters"]["shopParameter"];
                /** @description Only those in this state. */
                status?: components["parameters"]["status"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listListings: {
        parameters: {
            query?: {
                /** @description Only this shop of yours, by its slug. */
                shop?: components["parameters"]["shopParameter"];
                /** @description Only those in this state. */
                status?: components["parameters"]["status"];
                /** @description Only records changed after this time. Use the `updated_at` of the last record you have seen. */
                updated_after?: components["parameters"]["updated_after"];
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingList"];
                };
            };
        };
    };
    createListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateListingBody"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    getListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    deleteListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedListing"];
                };
            };
        };
    };
    changeListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeListingBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    publishListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PublishListingBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    unpublishListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    markListingSold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    relistListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    addPhotos: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddPhotosBody"];
                "multipart/form-data": {
                    /** @description Public addresses of pictures; each is downloaded and a copy kept. */
                    urls?: string[];
                    /** @description What the picture shows, for those who do not see it. */
                    alt?: string | null;
                    /**
                     * @description `own` for the seller’s pictures, `web` for others. The cover is the first own one.
                     * @default own
                     * @enum {string}
                     */
                    source?: "own" | "web";
                    /** @description Pictures of up to 10 MB each, and at most one video of up to 40 MB. */
                    photos?: FileInput[];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoList"];
                };
            };
        };
    };
    orderPhotos: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderPhotosBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoList"];
                };
            };
        };
    };
    removePhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
                /** @description Id of the photo. */
                photoId: components["parameters"]["photoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoList"];
                };
            };
        };
    };
    changePhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
                /** @description Id of the photo. */
                photoId: components["parameters"]["photoId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePhotoBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoList"];
                };
            };
        };
    };
    searchMarket: {
        parameters: {
            query?: {
                /** @description Words, or what you mean. */
                q?: string;
                /** @description Only this category. */
                category?: "Clothing" | "Shoes" | "Bags" | "Home" | "Collectibles" | "Books" | "Tech" | "Kids" | "Garden";
                /** @description Only this band of prices; both ends of `25-100` are in it. */
                price?: "any" | "under-25" | "25-100" | "over-100";
                /** @description True: only what is open to offers. */
                offers?: components["schemas"]["Flag"];
                /** @description `best` needs `q` and is what you get with one; else `newest`. */
                sort?: "best" | "newest" | "price-asc" | "price-desc";
                /** @description Adds how many there are under each filter. */
                facets?: components["schemas"]["Flag"];
                /** @description Maximum number of records to return. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
        };
    };
    getPublicListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicListingDetail"];
                };
            };
        };
    };
    suggestSearch: {
        parameters: {
            query: {
                /** @description What was typed so far. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionList"];
                };
            };
        };
    };
    listStores: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreList"];
                };
            };
        };
    };
    getStore: {
        parameters: {
            query?: {
                /** @description How many of its listings to answer with. */
                limit?: number;
                /** @description How many of its listings to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreDetail"];
                };
            };
        };
    };
    listStoreReviews: {
        parameters: {
            query?: {
                /** @description Only reviews with that many stars. */
                rating?: number;
                /** @description How many to answer with. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewPage"];
                };
            };
        };
    };
    writeReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteReviewBody"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
        };
    };
    replyToReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the review. */
                id: components["parameters"]["reviewId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyToReviewBody"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
        };
    };
    likeListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Like"];
                };
            };
        };
    };
    unlikeListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Like"];
                };
            };
        };
    };
    followStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Follow"];
                };
            };
        };
    };
    unfollowStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Follow"];
                };
            };
        };
    };
    listLikes: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicListingList"];
                };
            };
        };
    };
    listFollows: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreList"];
                };
            };
        };
    };
    listSearches: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchList"];
                };
            };
        };
    };
    saveSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Words to search for, or what you mean. */
                    q?: string;
                    /**
                     * @description Only this category.
                     * @enum {string}
                     */
                    category?: "Clothing" | "Shoes" | "Bags" | "Home" | "Collectibles" | "Books" | "Tech" | "Kids" | "Garden";
                    /**
                     * @description Only this band of prices; both ends of `25-100` are in it.
                     * @default any
                     * @enum {string}
                     */
                    price?: "any" | "under-25" | "25-100" | "over-100";
                    /** @description True: only what is open to offers. */
                    offers?: components["schemas"]["Flag"];
                    /** @description A name for it; without one it is called after its filters. */
                    name?: string;
                    /**
                     * @description Whether news of it is mailed.
                     * @default none
                     * @enum {string}
                     */
                    alert?: "none" | "daily";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Search"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Search"];
                };
            };
        };
    };
    deleteSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the search. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSearch"];
                };
            };
        };
    };
    reportListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What is wrong with the listing.
                     * @enum {string}
                     */
                    reason: "counterfeit" | "prohibited" | "misleading" | "offensive" | "other";
                    /** @description What you have to say about it. */
                    body?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    listOffers: {
        parameters: {
            query?: {
                /** @description Your side. Both where it is left out. */
                role?: "seller" | "buyer";
                /** @description Only those in this state. */
                status?: "open" | "countered" | "accepted" | "declined" | "withdrawn" | "replaced" | "expired" | "closed" | "lapsed";
                /** @description Only offers on this listing, by its id. */
                listing?: string;
                /** @description Only records changed after this time. Use the `updated_at` of the last record you have seen. */
                updated_after?: components["parameters"]["updated_after"];
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferList"];
                };
            };
        };
    };
    makeOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the listing. */
                    listing: string;
                    /**
                     * Format: double
                     * @description What you offer, in US dollars: more than 0 and at most the price.
                     */
                    amount: number;
                    /** @description A few words with it, for the other side. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
        };
    };
    getOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the offer. */
                id: components["parameters"]["offerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
        };
    };
    acceptOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the offer. */
                id: components["parameters"]["offerId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: double
                     * @description What you think you accept, in US dollars. Anything else now: 409.
                     */
                    expected_amount?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
        };
    };
    declineOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the offer. */
                id: components["parameters"]["offerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
        };
    };
    counterOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the offer. */
                id: components["parameters"]["offerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: double
                     * @description What you would take, in US dollars: above the offer and below the price.
                     */
                    amount: number;
                    /** @description A few words with it, for the other side. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
        };
    };
    withdrawOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the offer. */
                id: components["parameters"]["offerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
        };
    };
    explainOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the offer. */
                id: components["parameters"]["offerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferExplanation"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Your side. Both where it is left out. */
                role?: components["parameters"]["role"];
                /** @description Only those in this state. */
                status?: "awaiting_payment" | "paid" | "shipped" | "delivered" | "completed" | "problem" | "refunded" | "cancelled" | "expired";
                /** @description Only records changed after this time. Use the `updated_at` of the last record you have seen. */
                updated_after?: components["parameters"]["updated_after"];
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the listing. */
                    listing: string;
                    /**
                     * Format: double
                     * @description What you think it comes to, in US dollars. Anything else now: 409.
                     */
                    expected_total?: number;
                    /** @description Where it is sent. Seen by its buyer and seller alone. */
                    address?: components["schemas"]["Address"];
                    /** @description Id of a hold of yours to use, or `true` for the one on this listing; its deposit counts toward the price. */
                    hold?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    payOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How to pay. With test payments: `test_ok`, `test_declined`, `test_slow`. */
                    method: string;
                    /** @description Where it is sent. Seen by its buyer and seller alone. */
                    address?: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    shipOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who carries it. `other` for a number that matches no known carrier. */
                    carrier?: string | null;
                    /** @description Tracking number, in the pattern of a known carrier. */
                    number?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    deliverOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description As the seller of a pickup: the six digits that the buyer shows you. */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    confirmOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    reportProblem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReportProblemBody"];
                "multipart/form-data": {
                    /**
                     * @description What is wrong.
                     * @enum {string}
                     */
                    reason: "not_arrived" | "not_as_described" | "damaged" | "wrong_item" | "other";
                    /** @description What happened, in your words. The seller reads it. */
                    body: string;
                    /** @description Public addresses of pictures; each is downloaded and a copy kept. */
                    photo_urls?: string[];
                    /** @description Up to 6 pictures of up to 10 MB each. */
                    photos?: FileInput[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    getProblemPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
                /** @description Number of the picture, from 1. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": FileInput;
                };
            };
        };
    };
    answerOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Yes or no to what the other side asks. */
                    agree?: components["schemas"]["Flag"];
                    /** @description As the seller: your answer to a reported problem. */
                    body?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the order. */
                id: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: double
                     * @description Offers the buyer this part, in US dollars; left out, everything goes back.
                     */
                    amount?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    listHolds: {
        parameters: {
            query?: {
                /** @description Your side. Both where it is left out. */
                role?: components["parameters"]["role"];
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldList"];
                };
            };
        };
    };
    askHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the listing. */
                    listing: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    getHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the hold. */
                id: components["parameters"]["holdId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    payHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the hold. */
                id: components["parameters"]["holdId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How to pay. With test payments: `test_ok`, `test_declined`, `test_slow`. */
                    method: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    returnHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the hold. */
                id: components["parameters"]["holdId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutList"];
                };
            };
        };
    };
    getPayoutAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutAccount"];
                };
            };
        };
    };
    openPayoutAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutAccount"];
                };
            };
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /** @description Your side. Both where it is left out. */
                role?: components["parameters"]["role"];
                /** @description True: only those that wait for you. */
                waiting?: components["schemas"]["Flag"];
                /** @description Only records changed after this time. Use the `updated_at` of the last record you have seen. */
                updated_after?: components["parameters"]["updated_after"];
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadList"];
                };
            };
        };
    };
    startThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartThreadBody"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
        };
    };
    getThread: {
        parameters: {
            query?: {
                /** @description How many messages to answer with. */
                limit?: number;
                /** @description How many to skip, counted back from the last message. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the thread. */
                id: components["parameters"]["threadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadDetail"];
                };
            };
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the thread. */
                id: components["parameters"]["threadId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessageBody"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    readThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the thread. */
                id: components["parameters"]["threadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetWebhookBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    stopWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only those in this state. */
                status?: "waiting" | "delivered" | "failed";
                /** @description Only those of events of this type. */
                type?: "listing.sold" | "offer.received" | "offer.updated" | "question.asked" | "order.completed" | "order.problem" | "order.refunded" | "payout.sent" | "review.created";
                /** @description Only those of this day, by UTC: `2026-11-21`. */
                day?: string;
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: components["parameters"]["deliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
        };
    };
    retryDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryDeliveriesBody"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the delivery. */
                id: components["parameters"]["deliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    getInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Inbox"];
                };
            };
        };
    };
    listNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notices"];
                };
            };
        };
    };
    getResearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchRun"];
                };
            };
        };
    };
    startResearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartResearchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchRun"];
                };
            };
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchRun"] | components["schemas"]["Approval"];
                };
            };
        };
    };
    listTakes: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakeList"];
                };
            };
        };
    };
    writeWords: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteWordsBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Words"];
                };
            };
        };
    };
    useTake: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
                /** @description Id of the take. */
                take: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    listChat: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatMessageList"];
                };
            };
        };
    };
    sendChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Request to the listing agent, in your own words. */
                    message: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatReply"];
                    "text/event-stream": string;
                };
            };
        };
    };
    checkShopping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. A retry with the same key and request runs only once. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CheckShoppingBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShoppingCheck"];
                };
            };
        };
    };
    listHelpers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Helpers"];
                };
            };
        };
    };
    listOwnMeasures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeasureList"];
                };
            };
        };
    };
    readStats: {
        parameters: {
            query?: {
                /** @description How many days, the last of them today (UTC): 7, 30 or 90. */
                days?: number;
                /** @description Slug of one shop. Without it, all of yours together. */
                shop?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyStats"];
                };
            };
        };
    };
}
/** Last argument of every call. */
export type CallOptions = {
    /**
     * Makes a write safe to send twice within 24 hours: the second time nothing happens and the first response returns. Every write
     * gets a generated key. Set yours when another run of your program may retry.
     */
    idempotencyKey?: string;
    /** Aborts the call. */
    signal?: AbortSignal;
    /** Time limit of one try, in milliseconds. */
    timeoutMs?: number;
    /** Number of retries after a temporary failure. */
    retries?: number;
    /**
     * When the key must ask its owner first: waits for the decision and returns the result. Without it such a call throws
     * `ApprovalNeeded`. `true` waits until the approval expires.
     */
    waitForApproval?: boolean | WaitOptions;
};
/** Options for waiting for an approval. */
export type WaitOptions = {
    /** Time limit in milliseconds; the approval itself stays open. Default: until the approval expires, one day. */
    timeoutMs?: number;
    /** Poll interval in milliseconds. */
    pollMs?: number;
    signal?: AbortSignal;
};
/** The first page when awaited, and every record of all pages in a `for await`. */
export type Pages<Page, Item> = Promise<Page> & AsyncIterable<Item>;
export type ClientOptions = {
    /** Address of the service: `https://market.example/v1`. */
    baseUrl: string;
    /** A key (`rsk_…`) or an agent link's token (`ral_…`), or a test one (`rsk_test_…`, `ral_test_…`). Reading the marketplace needs none. */
    key?: string;
    /** Time limit of one try, in milliseconds. Default: 60 seconds. */
    timeoutMs?: number;
    /** Number of retries after a temporary failure. Default: 2. */
    retries?: number;
    /** Default of all calls for when the key must ask its owner: see `CallOptions`. */
    waitForApproval?: boolean | WaitOptions;
    /** Replaces the global `fetch`, for a proxy, a log or a test. */
    fetch?: typeof globalThis.fetch;
};
/** Body of an error response. */
export type ErrorBody = {
    type: string;
    message: string;
    param?: string;
    code?: string;
    request_id?: string;
};
/** Base class of all errors of this package. */
export declare class ResaleError extends Error {
    name: string;
}
/** The service refused a call. The message says what to do. Each type has a class. */
export declare class ApiError extends ResaleError {
    readonly status: number;
    readonly type: string;
    /** The invalid input, as sent: `price`, `photo_urls[2]`. */
    readonly param: string | undefined;
    /** Distinguishes causes of one type. */
    readonly code: string | undefined;
    /** Id of the request in the service's log. */
    readonly requestId: string | undefined;
    /** Seconds after which a retry makes sense. */
    readonly retryAfter: number | undefined;
    constructor(status: number, body: ErrorBody, requestId?: string, retryAfter?: number);
}
/** 400: the input is wrong; `param` names it. */
export declare class InvalidRequestError extends ApiError {
}
/** 401: the key is missing, unknown, revoked or expired. */
export declare class AuthenticationError extends ApiError {
}
/** 402: the payment was declined. */
export declare class PaymentError extends ApiError {
}
/** 403: the key lacks a scope, or the amount exceeds its spend limit; `code` says which. */
export declare class PermissionError extends ApiError {
}
/** 404: the record does not exist, or is not yours. */
export declare class NotFoundError extends ApiError {
}
/** 405: the address allows other methods. */
export declare class MethodNotAllowedError extends ApiError {
}
/** 409: the record is in another state, a name is taken, or a quota is used up. */
export declare class ConflictError extends ApiError {
}
/** 413: a body or a file is over its limit. */
export declare class TooLargeError extends ApiError {
}
/** 415: the type of the file or body is not supported. */
export declare class UnsupportedMediaError extends ApiError {
}
/** 422: this `idempotencyKey` was used for another request. */
export declare class IdempotencyMismatchError extends ApiError {
}
/** 429: too many requests in a short time. */
export declare class RateLimitError extends ApiError {
}
/** 429: the monthly requests are used up. */
export declare class UsageLimitError extends ApiError {
}
/** 500: an unexpected error in the service. */
export declare class ServerError extends ApiError {
}
/** 503: a helper or a provider is unavailable, or the service is stopping. */
export declare class UnavailableError extends ApiError {
}
/** Error class by `error.type`. */
export declare const ERROR_CLASSES: Readonly<Record<string, typeof ApiError>>;
/** No response: no connection, or it broke. `cause` has the platform's error. */
export declare class ConnectionError extends ResaleError {
}
/** No response in time. */
export declare class TimeoutError extends ConnectionError {
}
/** The key must ask its owner first. Nothing has happened yet; `resale.waitForApproval(error)` waits for the decision. */
export declare class ApprovalNeeded extends ResaleError {
    readonly approval: Approval;
    constructor(approval: Approval);
}
/** The owner declined, or did not decide in time. */
export declare class ApprovalRefused extends ResaleError {
    readonly approval: Approval;
    constructor(approval: Approval);
}
/** A webhook without a valid signature. Answer with 400 and ignore its content. */
export declare class SignatureError extends ResaleError {
}
/** Event of a streamed helper reply: a piece of text, a change, or the whole reply at the end. */
export type ChatEvent = {
    event: 'text';
    data: {
        text: string;
    };
} | {
    event: 'change';
    data: ChatChange;
} | {
    event: 'done';
    data: ChatReply;
};
/** Yields server-sent events. Leaving the loop early cancels the response. */
declare function readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent, void, undefined>;
/** Event that `POST /v1/webhooks/test` sends. */
export type PingEvent = {
    id: string;
    object: 'event';
    type: 'ping';
    created_at: string;
    data: {
        object: Webhook;
    };
};
/** Payload of a webhook. New types may appear: answer 2xx to types that you do not know. */
export type WebhookEvent = Event | PingEvent;
export type VerifyOptions = {
    /** Maximum difference between the time of the signature and now, in seconds. Default: 300. */
    toleranceSeconds?: number;
    /** Current time in seconds since 1970. Default: the clock. */
    now?: number;
};
/** Body as received, before any parsing. */
export type RawBody = string | Uint8Array | ArrayBuffer;
/** The `Service-Signature` header, or all headers of the request. */
export type SignatureHeader = string | null | undefined | Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/**
 * True when the service signed the request recently and the body is unchanged: HMAC-SHA256 of `{t}.{raw body}`, compared in constant
 * time. With several secrets, one must match, which covers a rotation.
 */
declare function verify(body: RawBody, header: SignatureHeader, secret: string | readonly string[], { toleranceSeconds, now }?: VerifyOptions): Promise<boolean>;
/** Verifies the signature and returns the event. Errors: `SignatureError`. */
declare function constructEvent(body: RawBody, header: SignatureHeader, secret: string | readonly string[], options?: VerifyOptions): Promise<WebhookEvent>;
/** Returns the signature header of a body, as the service sends it, for tests of a receiver. `t` is in seconds since 1970. */
declare function sign(body: string, secret: string, t?: number): Promise<string>;
type Json<T> = T extends {
    content: {
        'application/json': infer Body;
    };
} ? Body : never;
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;
type Body<Id extends keyof operations, Media extends string> = NonNullable<operations[Id] extends {
    requestBody?: infer Sent;
} ? Sent : never> extends {
    content: infer Content;
} ? Content[Media & keyof Content] : never;
/** An approval is never an answer: a call that has to wait for one throws it. */
type Answer<Id extends keyof operations, Status extends number> = Exclude<Json<operations[Id]['responses'][Status & keyof operations[Id]['responses']]>, Approval>;
/** Every call that a key may make, by the first word of its path. */
export type Resources = {
    accounts: {
        /** Sign up; the response contains your first key, shown once. `POST /v1/accounts` (createAccount) */
        create(input: Body<'createAccount', 'application/json'>, options?: CallOptions): Promise<NewAccount>;
    };
    me: {
        /** Get your account, your key’s rights, your shops and your usage. `GET /v1/me` (getMe) */
        get(options?: CallOptions): Promise<Account>;
    };
    sandbox: {
        /** Get your test world: its two accounts and its clock. `GET /v1/sandbox` (getSandbox) */
        get(options?: CallOptions): Promise<Sandbox>;
        /** Move the clock of your test world forward. `POST /v1/sandbox/clock` (advanceSandbox) */
        advance(input: Body<'advanceSandbox', 'application/json'>, options?: CallOptions): Promise<SandboxClock>;
        /** Empty your test world. `POST /v1/sandbox/reset` (resetSandbox) */
        reset(options?: CallOptions): Promise<Sandbox>;
    };
    requests: {
        /** The last 100 requests that your keys made, newest first. `GET /v1/requests` (listRequests) */
        list(input?: Query<'listRequests'>, options?: CallOptions): Pages<RequestList, Request>;
    };
    approvals: {
        /** List your agents’ approval requests, newest first. `GET /v1/approvals` (listApprovals) */
        list(input?: Query<'listApprovals'>, options?: CallOptions): Pages<ApprovalList, Approval>;
        /** Get an approval, with the result of its request after it ran. `GET /v1/approvals/{id}` (getApproval) */
        get(id: string, options?: CallOptions): Promise<Approval>;
        /** Approve and run the stored request, once. `POST /v1/approvals/{id}/approve` (approve) */
        approve(id: string, options?: CallOptions): Promise<Approval>;
        /** Decline the stored request. `POST /v1/approvals/{id}/decline` (decline) */
        decline(id: string, options?: CallOptions): Promise<Approval>;
    };
    events: {
        /** Events of the last 30 days, newest first; with `after` forward, for who polls. `GET /v1/events` (listEvents) */
        list(input?: Query<'listEvents'>, options?: CallOptions): Pages<EventList, Event>;
    };
    shops: {
        /** List your shops, oldest first. `GET /v1/shops` (listShops) */
        list(options?: CallOptions): Pages<ShopList, Shop>;
        /** Open a shop. `POST /v1/shops` (createShop) */
        create(input: CreateShopBody, options?: CallOptions): Promise<Shop>;
        /** One of your shops, with its stats. `GET /v1/shops/{slug}` (getShop) */
        get(slug: string, options?: CallOptions): Promise<ShopWithStats>;
        /** Change a shop; another slug moves it to a new address. `PATCH /v1/shops/{slug}` (changeShop) */
        change(slug: string, input?: ChangeShopBody, options?: CallOptions): Promise<Shop>;
        /** Delete a shop with its listings and their photos; refused once it has sales. `DELETE /v1/shops/{slug}` (deleteShop) */
        delete(slug: string, options?: CallOptions): Promise<DeletedShop>;
        /** Set the picture of a shop, as a file or by address. `PUT /v1/shops/{slug}/picture` (setShopPicture) */
        setPicture(slug: string, input?: Body<'setShopPicture', 'multipart/form-data'>, options?: CallOptions): Promise<Shop>;
        /** Take the picture of a shop away. `DELETE /v1/shops/{slug}/picture` (removeShopPicture) */
        removePicture(slug: string, options?: CallOptions): Promise<Shop>;
    };
    listings: {
        /** Make or change listings by a CSV of at most 1000 rows; each row is answered by itself. `POST /v1/listings/import` (importListings) */
        'import'(input?: Body<'importListings', 'multipart/form-data'>, options?: CallOptions): Promise<Import>;
        /** Your listings as CSV, which can be imported again. `GET /v1/listings/export` (exportListings) */
        export(input?: Query<'exportListings'>, options?: CallOptions): Promise<string>;
        /** List your listings, most recently changed first. `GET /v1/listings` (listListings) */
        list(input?: Query<'listListings'>, options?: CallOptions): Pages<ListingList, Listing>;
        /** Make a draft, or with `publish` a live listing. `POST /v1/listings` (createListing) */
        create(input?: CreateListingBody, options?: CallOptions): Promise<Listing>;
        /** One of your listings. `GET /v1/listings/{id}` (getListing) */
        get(id: string, options?: CallOptions): Promise<Listing>;
        /** Change a listing: what is sent changes, null clears. `PATCH /v1/listings/{id}` (changeListing) */
        change(id: string, input?: ChangeListingBody, options?: CallOptions): Promise<Listing>;
        /** Delete a listing that was never sold, with its photos. `DELETE /v1/listings/{id}` (deleteListing) */
        delete(id: string, options?: CallOptions): Promise<DeletedListing>;
        /** Put a draft live; it needs a title and a price. `POST /v1/listings/{id}/publish` (publishListing) */
        publish(id: string, input?: PublishListingBody, options?: CallOptions): Promise<Listing>;
        /** Take a live listing back to draft; it keeps its link. `POST /v1/listings/{id}/unpublish` (unpublishListing) */
        unpublish(id: string, options?: CallOptions): Promise<Listing>;
        /** Mark a live listing as sold elsewhere. `POST /v1/listings/{id}/mark-sold` (markListingSold) */
        markSold(id: string, options?: CallOptions): Promise<Listing>;
        /** Put a sold listing or a draft up again, at the same link. `POST /v1/listings/{id}/relist` (relistListing) */
        relist(id: string, options?: CallOptions): Promise<Listing>;
        /** Add photos, as files or by address, at the end. `POST /v1/listings/{id}/photos` (addPhotos) */
        addPhotos(id: string, input?: Body<'addPhotos', 'multipart/form-data'>, options?: CallOptions): Promise<PhotoList>;
        /** Put the photos in another order. `PUT /v1/listings/{id}/photos/order` (orderPhotos) */
        orderPhotos(id: string, input: OrderPhotosBody, options?: CallOptions): Promise<PhotoList>;
        /** Say in words what a photo shows, for those who do not see it. `PATCH /v1/listings/{id}/photos/{photoId}` (changePhoto) */
        changePhoto(id: string, photoId: string, input: ChangePhotoBody, options?: CallOptions): Promise<PhotoList>;
        /** Remove a photo. `DELETE /v1/listings/{id}/photos/{photoId}` (removePhoto) */
        removePhoto(id: string, photoId: string, options?: CallOptions): Promise<PhotoList>;
        /** Research an item and its value, in the background; a running research is returned unchanged. `POST /v1/listings/{id}/research` (startResearch) */
        startResearch(id: string, input?: StartResearchBody, options?: CallOptions): Promise<ResearchRun | Answer<'startResearch', 202>>;
        /** Get the last research of a listing: its steps while it runs, then its result. `GET /v1/listings/{id}/research` (getResearch) */
        getResearch(id: string, options?: CallOptions): Promise<ResearchRun>;
        /** Write a title, one-liner, description and teaser in a tone; the listing changes only when you use a take. `POST /v1/listings/{id}/words` (writeWords) */
        writeWords(id: string, input: WriteWordsBody, options?: CallOptions): Promise<Words>;
        /** List the takes of a listing, newest first. `GET /v1/listings/{id}/words` (listTakes) */
        listTakes(id: string, input?: Query<'listTakes'>, options?: CallOptions): Pages<TakeList, Take>;
        /** Use a take: copy its text into the listing. `POST /v1/listings/{id}/words/{take}/use` (useTake) */
        useTake(id: string, take: string, options?: CallOptions): Promise<Listing>;
        /** Send a message to the listing agent; returns server-sent events (text, change, done), or JSON with Accept: application/json. `POST /v1/listings/{id}/chat` (sendChat) */
        sendChat(id: string, input: Body<'sendChat', 'application/json'>, options?: CallOptions): Promise<ChatReply>;
        /** List the messages of a listing’s chat, newest first. `GET /v1/listings/{id}/chat` (listChat) */
        listChat(id: string, input?: Query<'listChat'>, options?: CallOptions): Pages<ChatMessageList, ChatMessage>;
    };
    market: {
        /** Search what is for sale. `GET /v1/market/search` (searchMarket) */
        search(input?: Query<'searchMarket'>, options?: CallOptions): Pages<SearchResult, PublicListing>;
        /** One listing as a buyer sees it. `GET /v1/market/listings/{id}` (getPublicListing) */
        getListing(id: string, options?: CallOptions): Promise<PublicListingDetail>;
        /** Complete what is being typed: words, categories, stores. `GET /v1/market/suggest` (suggestSearch) */
        suggest(input?: Query<'suggestSearch'>, options?: CallOptions): Pages<SuggestionList, Suggestion>;
        /** Stores, the busiest first. `GET /v1/market/stores` (listStores) */
        listStores(input?: Query<'listStores'>, options?: CallOptions): Pages<StoreList, Store>;
        /** One store with its listings, newest first, and what it sold last. `GET /v1/market/stores/{slug}` (getStore) */
        getStore(slug: string, input?: Query<'getStore'>, options?: CallOptions): Promise<StoreDetail>;
        /** Like a listing. `PUT /v1/market/listings/{id}/like` (likeListing) */
        likeListing(id: string, options?: CallOptions): Promise<Like>;
        /** Take a like back. `DELETE /v1/market/listings/{id}/like` (unlikeListing) */
        unlikeListing(id: string, options?: CallOptions): Promise<Like>;
        /** Follow a store. `PUT /v1/market/stores/{slug}/follow` (followStore) */
        followStore(slug: string, options?: CallOptions): Promise<Follow>;
        /** Stop following a store. `DELETE /v1/market/stores/{slug}/follow` (unfollowStore) */
        unfollowStore(slug: string, options?: CallOptions): Promise<Follow>;
        /** Report a listing; 200 with your open report when there is one. `POST /v1/market/listings/{id}/report` (reportListing) */
        reportListing(id: string, input: Body<'reportListing', 'application/json'>, options?: CallOptions): Promise<Report>;
    };
    stores: {
        /** A store's public reviews, newest first. `GET /v1/stores/{slug}/reviews` (listStoreReviews) */
        listReviews(slug: string, input?: Query<'listStoreReviews'>, options?: CallOptions): Pages<ReviewPage, Review>;
    };
    orders: {
        /** Review what you bought, once, within 30 days of its end. `POST /v1/orders/{id}/review` (writeReview) */
        writeReview(id: string, input: WriteReviewBody, options?: CallOptions): Promise<Review>;
        /** What you buy and sell, the newest first. `GET /v1/orders` (listOrders) */
        list(input?: Query<'listOrders'>, options?: CallOptions): Pages<OrderList, Order>;
        /** Order an item at its price: it is yours for 15 minutes, to be paid by then. `POST /v1/orders` (createOrder) */
        create(input: Body<'createOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** One order, for its buyer and its seller. `GET /v1/orders/{id}` (getOrder) */
        get(id: string, options?: CallOptions): Promise<Order>;
        /** Pay an order, which sells the item to you; a slow payment leaves it `pending`. `POST /v1/orders/{id}/pay` (payOrder) */
        pay(id: string, input: Body<'payOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Say that you sent it, with its tracking where there is one. `POST /v1/orders/{id}/ship` (shipOrder) */
        ship(id: string, input?: Body<'shipOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** As the buyer, say that it arrived; as the seller of a pickup, post the code that the buyer shows you. `POST /v1/orders/{id}/deliver` (deliverOrder) */
        deliver(id: string, input?: Body<'deliverOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Say that all is good, or drop the problem you reported: the seller gets their money. `POST /v1/orders/{id}/confirm` (confirmOrder) */
        confirm(id: string, options?: CallOptions): Promise<Order>;
        /** Report a problem, with up to 6 pictures, as files or by address: the seller’s money waits until it is solved. `POST /v1/orders/{id}/problem` (reportProblem) */
        reportProblem(id: string, input: Body<'reportProblem', 'multipart/form-data'>, options?: CallOptions): Promise<Order>;
        /** A picture of a problem, for its two sides and the operator. `GET /v1/orders/{id}/problem/photos/{number}` (getProblemPhoto) */
        getProblemPhoto(id: string, number: string, options?: CallOptions): Promise<Blob>;
        /** Answer the other side: a request to cancel or an offered part with `agree`, a problem with `body`. `POST /v1/orders/{id}/answer` (answerOrder) */
        answer(id: string, input?: Body<'answerOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Cancel; as the buyer of a paid order, ask for it: 72 hours of silence are a yes. `POST /v1/orders/{id}/cancel` (cancelOrder) */
        cancel(id: string, options?: CallOptions): Promise<Order>;
        /** Solve a problem: give everything back, or with `amount` offer a part that the buyer can take. `POST /v1/orders/{id}/refund` (refundOrder) */
        refund(id: string, input?: Body<'refundOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
    };
    reviews: {
        /** Answer a review of your shop, once. `POST /v1/reviews/{id}/reply` (replyToReview) */
        reply(id: string, input: ReplyToReviewBody, options?: CallOptions): Promise<Review>;
    };
    likes: {
        /** What you like, the last first. `GET /v1/likes` (listLikes) */
        list(input?: Query<'listLikes'>, options?: CallOptions): Pages<PublicListingList, PublicListing>;
    };
    follows: {
        /** The stores you follow, the last first. `GET /v1/follows` (listFollows) */
        list(input?: Query<'listFollows'>, options?: CallOptions): Pages<StoreList, Store>;
    };
    searches: {
        /** Your saved searches, the last first. `GET /v1/searches` (listSearches) */
        list(input?: Query<'listSearches'>, options?: CallOptions): Pages<SearchList, Search>;
        /** Save a search; 200 with the one there is when its filters are saved already. `POST /v1/searches` (saveSearch) */
        save(input?: Body<'saveSearch', 'application/json'>, options?: CallOptions): Promise<Search>;
        /** Delete a saved search. `DELETE /v1/searches/{id}` (deleteSearch) */
        delete(id: string, options?: CallOptions): Promise<DeletedSearch>;
    };
    offers: {
        /** Offer a price for a listing; a higher offer replaces your standing one. `POST /v1/offers` (makeOffer) */
        make(input: Body<'makeOffer', 'application/json'>, options?: CallOptions): Promise<Offer>;
        /** Offers you received (`role=seller`) or made (`role=buyer`); both without `role`; newest first. `GET /v1/offers` (listOffers) */
        list(input?: Query<'listOffers'>, options?: CallOptions): Pages<OfferList, Offer>;
        /** One offer that you made or received. `GET /v1/offers/{id}` (getOffer) */
        get(id: string, options?: CallOptions): Promise<Offer>;
        /** Accept an offer (its seller, scope `offers`) or a counter (its buyer, scope `buying`): makes an order to be paid in 24 hours. `POST /v1/offers/{id}/accept` (acceptOffer) */
        accept(id: string, input?: Body<'acceptOffer', 'application/json'>, options?: CallOptions): Promise<Offer>;
        /** Turn down an offer (its seller, scope `offers`) or a counter (its buyer, scope `buying`). `POST /v1/offers/{id}/decline` (declineOffer) */
        decline(id: string, options?: CallOptions): Promise<Offer>;
        /** Counter an open offer, above it and below the price; the buyer has 48 hours to answer. `POST /v1/offers/{id}/counter` (counterOffer) */
        counter(id: string, input: Body<'counterOffer', 'application/json'>, options?: CallOptions): Promise<Offer>;
        /** Take back an offer that you made. `POST /v1/offers/{id}/withdraw` (withdrawOffer) */
        withdraw(id: string, options?: CallOptions): Promise<Offer>;
        /** For the seller alone: the rule, inputs and arithmetic of the negotiator's answer, and what a counter lets the buyer work out about the lowest price. `GET /v1/offers/{id}/explain` (explainOffer) */
        explain(id: string, options?: CallOptions): Promise<OfferExplanation>;
    };
    holds: {
        /** Ask to hold an item for a deposit; nothing is paid yet. `POST /v1/holds` (askHold) */
        ask(input: Body<'askHold', 'application/json'>, options?: CallOptions): Promise<Hold>;
        /** Holds that you asked for or that are on your items, the newest first. `GET /v1/holds` (listHolds) */
        list(input?: Query<'listHolds'>, options?: CallOptions): Pages<HoldList, Hold>;
        /** One hold. `GET /v1/holds/{id}` (getHold) */
        get(id: string, options?: CallOptions): Promise<Hold>;
        /** Pay the deposit: the item is kept for you for 72 hours. `POST /v1/holds/{id}/pay` (payHold) */
        pay(id: string, input: Body<'payHold', 'application/json'>, options?: CallOptions): Promise<Hold>;
        /** Back out of a hold: its deposit goes back in full. `POST /v1/holds/{id}/return` (returnHold) */
        return(id: string, options?: CallOptions): Promise<Hold>;
    };
    payouts: {
        /** What you are owed and what was sent, the newest first. `GET /v1/payouts` (listPayouts) */
        list(input?: Query<'listPayouts'>, options?: CallOptions): Pages<PayoutList, Payout>;
        /** Where your money goes. `GET /v1/payouts/account` (getPayoutAccount) */
        getAccount(options?: CallOptions): Promise<PayoutAccount>;
        /** Open your payout account, or go on with it at `url`. `POST /v1/payouts/account` (openPayoutAccount) */
        openAccount(options?: CallOptions): Promise<PayoutAccount>;
    };
    threads: {
        /** Your conversations, the last written in first; takes the scope buying or messages by side. `GET /v1/threads` (listThreads) */
        list(input?: Query<'listThreads'>, options?: CallOptions): Pages<ThreadList, Thread>;
        /** Write to a seller about a listing, or to a shop; continues the conversation there is. `POST /v1/threads` (startThread) */
        start(input: StartThreadBody, options?: CallOptions): Promise<Thread>;
        /** One conversation with its messages, the oldest first. `GET /v1/threads/{id}` (getThread) */
        get(id: string, input?: Query<'getThread'>, options?: CallOptions): Promise<ThreadDetail>;
        /** Write in a conversation. `POST /v1/threads/{id}/messages` (sendMessage) */
        sendMessage(id: string, input: SendMessageBody, options?: CallOptions): Promise<Message>;
        /** Mark a conversation as read by you. `POST /v1/threads/{id}/read` (readThread) */
        read(id: string, options?: CallOptions): Promise<Thread>;
    };
    webhooks: {
        /** The one address that events are sent to. `GET /v1/webhooks` (getWebhook) */
        get(options?: CallOptions): Promise<Webhook>;
        /** Set the address; the first answer holds the signing secret. `PUT /v1/webhooks` (setWebhook) */
        set(input: SetWebhookBody, options?: CallOptions): Promise<Webhook>;
        /** Stop sending events. `DELETE /v1/webhooks` (stopWebhook) */
        stop(options?: CallOptions): Promise<Webhook>;
        /** A new signing secret, shown once; the old one stops working at once. `POST /v1/webhooks/rotate-secret` (rotateWebhookSecret) */
        rotateSecret(options?: CallOptions): Promise<Webhook>;
        /** Send a ping now and say what the receiver answered. `POST /v1/webhooks/test` (testWebhook) */
        test(options?: CallOptions): Promise<WebhookTest>;
        /** What was sent in the last 30 days, newest first. `GET /v1/webhooks/deliveries` (listDeliveries) */
        listDeliveries(input?: Query<'listDeliveries'>, options?: CallOptions): Pages<DeliveryList, Delivery>;
        /** One delivery, with its tries and the very bytes that are sent. `GET /v1/webhooks/deliveries/{id}` (getDelivery) */
        getDelivery(id: string, options?: CallOptions): Promise<DeliveryDetail>;
        /** Send all that failed again now, with the same ids and bytes. `POST /v1/webhooks/deliveries/retry` (retryDeliveries) */
        retryDeliveries(input?: RetryDeliveriesBody, options?: CallOptions): Promise<Redelivery>;
        /** Send one again now, with the same id and bytes. `POST /v1/webhooks/deliveries/{id}/retry` (retryDelivery) */
        retryDelivery(id: string, options?: CallOptions): Promise<Delivery>;
    };
    inbox: {
        /** Everything waiting on you, across all your shops. `GET /v1/inbox` (getInbox) */
        get(options?: CallOptions): Promise<Inbox>;
    };
    notices: {
        /** What you are told of by mail. `GET /v1/notices` (listNotices) */
        list(options?: CallOptions): Promise<Notices>;
    };
    sidekick: {
        /** Check how much of its cost an item would bring back, from a pasted link or a description. `POST /v1/sidekick` (checkShopping) */
        check(input?: CheckShoppingBody, options?: CallOptions): Promise<ShoppingCheck>;
    };
    helpers: {
        /** List the helpers, with their state and limitations. `GET /v1/helpers` (listHelpers) */
        list(options?: CallOptions): Promise<Helpers>;
    };
    measures: {
        /** List moderation actions on your account, with their reasons. `GET /v1/measures` (listOwnMeasures) */
        list(options?: CallOptions): Pages<MeasureList, Measure>;
    };
    stats: {
        /** Views, likes, offers and sales of your shops day by day, up to 90 days back. `GET /v1/stats` (readStats) */
        read(input?: Query<'readStats'>, options?: CallOptions): Promise<DailyStats>;
    };
};
/** A request without a named call: any path below `/v1`. */
export type RawRequest = {
    method: string;
    path: string;
    query?: object;
    body?: unknown;
};
/** Methods beside the generated calls. */
type More = {
    /** Waits until the owner has decided, and returns the result of the call. */
    waitForApproval<Result = unknown>(asked: ApprovalNeeded | Approval | string, options?: WaitOptions): Promise<Result>;
    /** Sends any request below `/v1`, with the same retries and errors. */
    request<Result = unknown>(request: RawRequest, options?: CallOptions): Promise<Result>;
    listings: Resources['listings'] & {
        /** Asks the helper of a listing, and streams its reply. */
        streamChat(id: string, input: ChatInput, options?: CallOptions): AsyncGenerator<ChatEvent, void, undefined>;
    };
    webhooks: Resources['webhooks'] & {
        verify: typeof verify;
        constructEvent: typeof constructEvent;
        sign: typeof sign;
    };
};
type ChatInput = operations['sendChat']['requestBody']['content']['application/json'];
/** Client of the service: `resale.listings.create({…})`. */
export type Resale = Resources & More;
/** Creates a client for one account. Sends nothing before the first call. */
export declare function createResale(options: ClientOptions): Resale;
/** Verifies webhooks. Needs no key. */
export declare const webhooks: {
    verify: typeof verify;
    constructEvent: typeof constructEvent;
    sign: typeof sign;
};
export {};
