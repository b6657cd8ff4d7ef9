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
            /** @description Main category of the shop, as free text. */
            category?: string | null;
            /** @description A few sentences about the shop. */
            about?: string | null;
            /**
             * @description Colour theme of the shop.
             * @default lemon
             * @enum {string}
             */
            tone?: "lemon" | "mint" | "pink" | "leaf" | "blush";
            /**
             * @description `public`: on the marketplace. `link`: for people with the link. `private`: for the owner only.
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
            /** @description Main category of the shop, as free text. */
            category?: string | null;
            /** @description A few sentences about the shop. */
            about?: string | null;
            /**
             * @description Colour theme of the shop.
             * @enum {string}
             */
            tone?: "lemon" | "mint" | "pink" | "leaf" | "blush";
            /**
             * @description `public`: on the marketplace. `link`: for people with the link. `private`: for the owner only.
             * @enum {string}
             */
            visibility?: "public" | "link" | "private";
            /** @description Place that the shop ships from. */
            location?: string | null;
            /** @description Whether the shop is paused. A paused shop is hidden, but nothing is deleted. */
            paused?: components["schemas"]["Flag"];
            /**
             * Format: date-time
             * @description Time until which the shop is away, or null. Its items stay visible. Orders, offers and holds return 409 `away` until then. Set a time in the future, at most a year ahead; a past time means that the shop is open again.
             */
            away_until?: string | null;
            /** @description Whether the helper answers buyers’ questions from the listing. */
            answer_questions?: components["schemas"]["Flag"];
            /** @description Whether the negotiator answers low offers by fixed rules. */
            haggle?: components["schemas"]["Flag"];
            /** @description Highest discount, in percent, that the negotiator may give on a listing without a `lowest_price`. It sets the price floor. From the counteroffers, patient buyers may work out the floor to within one step: 1 dollar, or 5 dollars for prices of 100 dollars or more. Below a price of 100 dollars, they may work out a floor in whole dollars exactly. See docs/negotiation.md. */
            lowest_percent?: number;
            /** @description Whether buyers can pay a deposit to hold an item. */
            ask_hold?: components["schemas"]["Flag"];
            /** @description Discounts for buying several items together, at most 3. Each further tier requires more items and gives a higher discount. */
            bundle_tiers?: {
                /** @description Number of items from which the discount applies, 2 to 10. */
                from: number;
                /** @description Discount in percent, 1 to 50. */
                percent: number;
            }[];
            /** @description Address that parcels are sent from. Only you and the carrier see it. */
            ship_from?: components["schemas"]["Address"] | null;
            /** @description Countries that the shop ships to, as ISO 3166-1 codes. Defaults to the country of `ship_from`, or else US. Buyers elsewhere can only pick items up. Null restores the default. */
            ships_to?: string[] | null;
            /**
             * @description Shipping of several items in one parcel. `sum`: each item’s shipping counts. `highest`: only the highest one counts.
             * @enum {string}
             */
            bundle_shipping?: "sum" | "highest";
        };
        Address: {
            /** @description Name of the recipient. */
            name: string;
            /** @description Street and house number. */
            line1: string;
            /** @description Second address line, such as an apartment number. */
            line2?: string;
            /** @description City. */
            city: string;
            /** @description State or region. */
            state?: string;
            /** @description Postal code. */
            postal_code: string;
            /** @description ISO 3166-1 alpha-2 code or English name of the country. Stored as the code. */
            country: string;
        };
        SetShopPictureBody: {
            /** @description Public URL of a picture. The service stores a copy. */
            url?: string;
        };
        BulkChange: {
            /** @description Changes the price. A lowest price above the new price is lowered to it. */
            price?: {
                /**
                 * Format: double
                 * @description Change in percent: -10 lowers the amount by 10 %.
                 */
                percent?: number;
                /**
                 * Format: double
                 * @description US dollars to add; negative to subtract.
                 */
                add?: number;
                /**
                 * Format: double
                 * @description New amount in US dollars; null clears it.
                 */
                set?: number | null;
                /** @description Rounds to the nearest result, half up: whole cents, 1 dollar, 5 dollars, or an amount that ends in .99. */
                round?: ("1" | "5" | "none" | ".99") | 1 | 5;
            };
            /** @description Changes the private price floor. */
            lowest_price?: {
                /**
                 * Format: double
                 * @description Change in percent: -10 lowers the amount by 10 %.
                 */
                percent?: number;
                /**
                 * Format: double
                 * @description US dollars to add; negative to subtract.
                 */
                add?: number;
                /**
                 * Format: double
                 * @description New amount in US dollars; null clears it.
                 */
                set?: number | null;
                /** @description Rounds to the nearest result, half up: whole cents, 1 dollar, 5 dollars, or an amount that ends in .99. */
                round?: ("1" | "5" | "none" | ".99") | 1 | 5;
            };
            /**
             * @description Publishes drafts.
             * @constant
             */
            publish?: true;
            /**
             * @description Turns live listings into drafts.
             * @constant
             */
            unpublish?: true;
            /**
             * @description Sets the visibility.
             * @enum {string}
             */
            visibility?: "everyone" | "link";
            /** @description Switches offers on or off. */
            take_offers?: components["schemas"]["Flag"];
            /**
             * Format: double
             * @description Sets the shipping cost in US dollars; null clears it.
             */
            shipping?: number | null;
            /**
             * @description Deletes listings that were never sold. It cannot be undone.
             * @constant
             */
            delete?: true;
        };
        CreateListingBody: {
            /** @description Slug of one of your shops. Defaults to your first shop. */
            shop?: string;
            /** @description Description of the item in the seller’s words. Research starts from this text. */
            prompt?: string | null;
            /** @description Title of the listing. */
            title?: string | null;
            /** @description Short description, shown under the title. */
            one_liner?: string | null;
            /** @description Full description. An empty line begins a new paragraph. */
            description?: string | null;
            /** @description Category of the listing. The marketplace categories are Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids and Garden. */
            category?: string | null;
            /** @description Your own stock number, unique in your account. Buyers never see it. */
            sku?: string | null;
            /**
             * Format: double
             * @description Asking price in US dollars.
             */
            price?: number | null;
            /**
             * Format: double
             * @description Your private price floor in US dollars. No buyer ever sees it, and the negotiator never goes below it.
             */
            lowest_price?: number | null;
            /**
             * Format: double
             * @description Shipping cost in US dollars. 0 means pickup only. Null means “Ask about shipping”: nothing is charged for shipping, and buyer and seller agree on it by message.
             */
            shipping?: number | null;
            /** @description Whether buyers can make offers. */
            take_offers?: components["schemas"]["Flag"];
            /**
             * @description Visibility of the listing: `everyone`, or `link` only for people with the link.
             * @enum {string}
             */
            visibility?: "everyone" | "link";
            /** @description Weight in ounces and sides in inches of the packed item, for shipping labels. Only you see it. */
            parcel?: components["schemas"]["Parcel"] | null;
            /** @description Detail lines: a map of label to value, or a list of `{label, value}`. They are merged with the existing lines. */
            fields?: components["schemas"]["DetailLines"];
            /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
            photo_urls?: string | string[];
            /** @description If true, research identifies the item and suggests a price in the background. Poll `GET /listings/{id}/research` for the result. */
            research?: components["schemas"]["Flag"];
            /** @description If true, the listing is published immediately. It needs a title and a price. */
            publish?: components["schemas"]["Flag"];
        };
        Parcel: {
            /**
             * Format: double
             * @description Weight in ounces.
             */
            weight_oz: number;
            /**
             * Format: double
             * @description Length in inches.
             */
            length_in: number;
            /**
             * Format: double
             * @description Width in inches.
             */
            width_in: number;
            /**
             * Format: double
             * @description Height in inches.
             */
            height_in: number;
        };
        /** @description Detail lines: a map of label to value, or a list of `{label, value}`. They are merged with the existing lines; an empty value removes a line. */
        DetailLines: {
            [key: string]: string;
        } | {
            /** @description Label of the detail line. */
            label: string;
            /** @description Value of the detail line. An empty value removes the line. */
            value: string;
        }[];
        PutListingBody: {
            /** @description Title of the listing. */
            title?: string | null;
            /** @description Short description, shown under the title. */
            one_liner?: string | null;
            /** @description Full description. An empty line begins a new paragraph. */
            description?: string | null;
            /** @description Category of the listing. The marketplace categories are Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids and Garden. */
            category?: string | null;
            /**
             * Format: double
             * @description Asking price in US dollars.
             */
            price?: number | null;
            /**
             * Format: double
             * @description Your private price floor in US dollars. No buyer ever sees it, and the negotiator never goes below it.
             */
            lowest_price?: number | null;
            /**
             * Format: double
             * @description Shipping cost in US dollars. 0 means pickup only. Null means “Ask about shipping”: nothing is charged for shipping, and buyer and seller agree on it by message.
             */
            shipping?: number | null;
            /** @description Whether buyers can make offers. */
            take_offers?: components["schemas"]["Flag"];
            /**
             * @description Visibility of the listing: `everyone`, or `link` only for people with the link.
             * @enum {string}
             */
            visibility?: "everyone" | "link";
            /** @description Weight in ounces and sides in inches of the packed item, for shipping labels. Only you see it. */
            parcel?: components["schemas"]["Parcel"] | null;
            /** @description Detail lines: a map of label to value, or a list of `{label, value}`. They are merged with the existing lines. */
            fields?: components["schemas"]["DetailLines"];
            /** @description Slug of one of your shops. Defaults to your first shop. A listing cannot move to another shop. */
            shop?: string;
            /** @description Description of the item in the seller’s words. Research starts from this text. Only a new listing uses it. */
            prompt?: string | null;
            /** @description Public URLs of photos. Only a new listing uses them, so that a repeat adds no photo twice. */
            photo_urls?: string | string[];
            /** @description If true, a draft is published. It needs a title and a price. */
            publish?: components["schemas"]["Flag"];
        };
        ChangeListingBody: {
            /** @description Title of the listing. */
            title?: string | null;
            /** @description Short description, shown under the title. */
            one_liner?: string | null;
            /** @description Full description. An empty line begins a new paragraph. */
            description?: string | null;
            /** @description Category of the listing. The marketplace categories are Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids and Garden. */
            category?: string | null;
            /** @description Your own stock number, unique in your account. Buyers never see it. */
            sku?: string | null;
            /**
             * Format: double
             * @description Asking price in US dollars.
             */
            price?: number | null;
            /**
             * Format: double
             * @description Your private price floor in US dollars. No buyer ever sees it, and the negotiator never goes below it.
             */
            lowest_price?: number | null;
            /**
             * Format: double
             * @description Shipping cost in US dollars. 0 means pickup only. Null means “Ask about shipping”: nothing is charged for shipping, and buyer and seller agree on it by message.
             */
            shipping?: number | null;
            /** @description Whether buyers can make offers. */
            take_offers?: components["schemas"]["Flag"];
            /**
             * @description Visibility of the listing: `everyone`, or `link` only for people with the link.
             * @enum {string}
             */
            visibility?: "everyone" | "link";
            /** @description Weight in ounces and sides in inches of the packed item, for shipping labels. Only you see it. */
            parcel?: components["schemas"]["Parcel"] | null;
            /** @description Detail lines: a map of label to value, or a list of `{label, value}`. They are merged with the existing lines. */
            fields?: components["schemas"]["DetailLines"];
        };
        PublishListingBody: {
            /**
             * @description Visibility of the listing: `everyone`, or `link` only for people with the link.
             * @enum {string}
             */
            visibility?: "everyone" | "link";
        };
        AddPhotosBody: {
            /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
            urls?: string[];
            /** @description Alternative text: what the photo shows, for people who cannot see it. */
            alt?: string | null;
            /**
             * @description `own` for the seller’s photos, `web` for others. The first `own` photo is the cover.
             * @default own
             * @enum {string}
             */
            source?: "own" | "web";
        };
        OrderPhotosBody: {
            /** @description Ids of all photos of the listing in the new order. The first must be a photo that you uploaded. */
            photo_ids: string[];
        };
        ChangePhotoBody: {
            /** @description Alternative text: what the photo shows, for people who cannot see it. */
            alt: string | null;
        };
        CreateQuestionBody: {
            /** @description Question, without names or other personal data. It is public. */
            question: string;
            /** @description Your answer. It is public. */
            answer: string;
        };
        ChangeQuestionBody: {
            /** @description Question, without names or other personal data. It is public. */
            question?: string;
            /** @description Your answer. It is public. */
            answer?: string;
        };
        WriteReviewBody: {
            /** @description Stars. */
            rating: number;
            /** @description Text of the review. It is public. */
            body?: string;
        };
        ReplyToReviewBody: {
            /** @description Text of the reply. It is public. */
            body: string;
        };
        ReportProblemBody: {
            /**
             * @description Kind of problem.
             * @enum {string}
             */
            reason: "not_arrived" | "not_as_described" | "damaged" | "wrong_item" | "other";
            /** @description Description of the problem. The seller can read it. */
            body: string;
            /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
            photo_urls?: string[];
        };
        ContestReturnBody: {
            /** @description Description of what is wrong with the returned item. The buyer and the operator can read it. */
            body: string;
            /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. At least one photo is required. */
            photo_urls?: string[];
        };
        StartThreadBody: {
            /** @description Id of the listing that the message is about. Required without `shop`. */
            listing?: string;
            /** @description Slug of the shop to write to. Required without `listing`. */
            shop?: string;
            /** @description Text of the message. May be empty only if the message has a photo. */
            text?: string;
            /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
            photo_urls?: string[];
        };
        SendMessageBody: {
            /** @description Text of the message. May be empty only if the message has a photo. */
            text?: string;
            /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
            photo_urls?: string[];
        };
        SetWebhookBody: {
            /** @description URL that receives events. */
            url: string;
            /** @description Event types to send. */
            events?: ("listing.sold" | "offer.received" | "offer.updated" | "question.asked" | "order.completed" | "order.problem" | "order.refunded" | "payout.sent" | "review.created")[];
            /** @description Whether events are sent. Saving switches the webhook on unless this is `false`. */
            enabled?: components["schemas"]["Flag"];
        };
        RetryDeliveriesBody: {
            /**
             * Format: date-time
             * @description Only deliveries whose last attempt ended before this time.
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
            /** @description URL of a product page. */
            link?: string | null;
            /** @description Description of the item, instead of a link. */
            words?: string | null;
            /**
             * Format: double
             * @description Cost of the item in US dollars, if you know it.
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
                /** @description Specific case of the error type, such as `scope`, `quota`. */
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
             * @description `pending`: waiting for the owner. `approved`: about to be executed. `done` or `failed`: executed. `declined`: refused by the owner. `expired`: not decided in time.
             * @enum {string}
             */
            status: "pending" | "approved" | "done" | "failed" | "declined" | "expired";
            /** @description Action that needs approval: the first of `actions`. */
            action: components["schemas"]["AskFirst"];
            /** @description All actions in this request that need approval. */
            actions: components["schemas"]["AskFirst"][];
            /** @description Description of the request for the owner. */
            summary: string;
            /** @description False if the key is a [test key](/docs/sandbox); the request then affects only test data. */
            livemode: boolean;
            /**
             * Format: double
             * @description Amount that the request would cost or earn, in US dollars.
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
             * @description Time when the key sent the request.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the owner’s decision.
             */
            decided_at: string | null;
            /** @description URL of the page where the owner decides. */
            url: string;
        };
        /** @enum {string} */
        AskFirst: "shops.delete" | "shops.floor" | "listings.publish" | "listings.price" | "listings.delete" | "offers.accept" | "offers.counter" | "offers.invite" | "offers.decline" | "messages.send" | "orders.ship" | "orders.refund" | "orders.cancel" | "orders.label" | "buying.offer" | "buying.pay" | "buying.confirm" | "webhooks.change";
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
            /** @description True after this email address was confirmed through a link. */
            email_verified: boolean;
            /** @description Permissions of the key that made this request. */
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
                 * @description Maximum in US dollars for one offer, accepted counteroffer, order or deposit. Null: no limit.
                 */
                max_offer: number | null;
                /**
                 * Format: double
                 * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; each deal counts once. Null: no limit.
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
                /** @description URL of the shop. */
                url: string;
            }[];
            /** @description Requests this calendar month (UTC) and their limit. */
            usage: {
                /** @description Requests this month. */
                requests: number;
                /** @description Maximum requests per month. */
                limit: number;
            };
            /** @description Usage and limits of the account. A call that exceeds a limit returns 409 with `code: "quota"`. */
            quotas: {
                /** @description Shops. */
                shops: components["schemas"]["Quota"];
                /** @description Keys that have not been revoked. */
                keys: components["schemas"]["Quota"];
                /** @description Listings. */
                listings: components["schemas"]["Quota"];
                /** @description Storage used by pictures and videos, in GB of 2^30 bytes. */
                media_gb: components["schemas"]["Quota"];
                /** @description Exports requested in the last 24 hours. */
                exports_a_day: components["schemas"]["Quota"];
            };
            /** @description True in the live market, false in [test mode](/docs/sandbox). */
            livemode: boolean;
            /**
             * @description Which of the two test accounts this is; null in the live market.
             * @enum {string|null}
             */
            test_account: "seller" | "buyer" | null;
            /** @description Pauses all helpers and agent keys of the account. */
            brake: boolean;
            /**
             * Format: date-time
             * @description Time when the account was created.
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
             * @description Current usage.
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
             * @description Maximum in US dollars for one offer, accepted counteroffer, order or deposit. Null: no limit.
             */
            max_offer: number | null;
            /**
             * Format: double
             * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; each deal counts once. Null: no limit.
             */
            max_day: number | null;
            /** @description True in the live market, false in [test mode](/docs/sandbox). */
            livemode: boolean;
            /**
             * @description Which of the two test accounts this is; null in the live market.
             * @enum {string|null}
             */
            test_account: "seller" | "buyer" | null;
            /** @description The last four characters of the key’s secret. */
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
             * @description Time when the key expires; null if it never expires.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of revocation.
             */
            revoked_at: string | null;
            /** @description The secret. Shown only once. */
            secret: string;
            /** @description For an agent key: the URL to give to the agent. Shown only once. */
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
            /** @description True after this email address was confirmed through a link. */
            email_verified: boolean;
            /** @description Permissions of the key that made this request. */
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
                 * @description Maximum in US dollars for one offer, accepted counteroffer, order or deposit. Null: no limit.
                 */
                max_offer: number | null;
                /**
                 * Format: double
                 * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; each deal counts once. Null: no limit.
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
                /** @description URL of the shop. */
                url: string;
            }[];
            /** @description Requests this calendar month (UTC) and their limit. */
            usage: {
                /** @description Requests this month. */
                requests: number;
                /** @description Maximum requests per month. */
                limit: number;
            };
            /** @description Usage and limits of the account. A call that exceeds a limit returns 409 with `code: "quota"`. */
            quotas: {
                /** @description Shops. */
                shops: components["schemas"]["Quota"];
                /** @description Keys that have not been revoked. */
                keys: components["schemas"]["Quota"];
                /** @description Listings. */
                listings: components["schemas"]["Quota"];
                /** @description Storage used by pictures and videos, in GB of 2^30 bytes. */
                media_gb: components["schemas"]["Quota"];
                /** @description Exports requested in the last 24 hours. */
                exports_a_day: components["schemas"]["Quota"];
            };
            /** @description True in the live market, false in [test mode](/docs/sandbox). */
            livemode: boolean;
            /**
             * @description Which of the two test accounts this is; null in the live market.
             * @enum {string|null}
             */
            test_account: "seller" | "buyer" | null;
            /** @description Pauses all helpers and agent keys of the account. */
            brake: boolean;
            /**
             * Format: date-time
             * @description Time when the account was created.
             */
            created_at: string;
        };
        KeyList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Key"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
             * @description Maximum in US dollars for one offer, accepted counteroffer, order or deposit. Null: no limit.
             */
            max_offer: number | null;
            /**
             * Format: double
             * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; each deal counts once. Null: no limit.
             */
            max_day: number | null;
            /** @description True in the live market, false in [test mode](/docs/sandbox). */
            livemode: boolean;
            /**
             * @description Which of the two test accounts this is; null in the live market.
             * @enum {string|null}
             */
            test_account: "seller" | "buyer" | null;
            /** @description The last four characters of the key’s secret. */
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
             * @description Time when the key expires; null if it never expires.
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
            /** @description Both test accounts; empty until you first use test mode. */
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
             * @description Seconds that the clock of test mode has moved forward since the last reset.
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
             * @description Current time of the service; this call does not change it.
             */
            now: string;
        };
        RequestList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Request"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        Request: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "request";
            /** @description Id of the request, as in the `Request-Id` header. */
            id: string;
            /** @description Key that made the request. */
            key: {
                /** @description Id of the key. */
                id: string;
                /** @description Name of the key. */
                name: string;
            };
            /** @description Name of the operation (`operationId`). */
            operation: string;
            /** @description Method. */
            method: string;
            /** @description Path without the query string. */
            path: string;
            /** @description HTTP status of the response. */
            status: number;
            /** @description Type of the error; null if the request succeeded. */
            error: string | null;
            /** @description Duration in milliseconds. */
            ms: number;
            /**
             * Format: date-time
             * @description Time of the request, ISO 8601, UTC.
             */
            created_at: string;
        };
        ApprovalList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Approval"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        EventList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Event"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        Event: components["schemas"]["ListingSoldEvent"] | components["schemas"]["OfferReceivedEvent"] | components["schemas"]["OfferUpdatedEvent"] | components["schemas"]["QuestionAskedEvent"] | components["schemas"]["OrderCompletedEvent"] | components["schemas"]["OrderProblemEvent"] | components["schemas"]["OrderRefundedEvent"] | components["schemas"]["PayoutSentEvent"] | components["schemas"]["ReviewCreatedEvent"];
        ListingSoldEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
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
            /** @description Public URL of the listing. */
            url: string;
            /** @description URL of the cover photo. */
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
            /** @description Name of the recipient. */
            name: string;
            /** @description Street and house number. */
            line1: string;
            /** @description Second address line, such as an apartment number. */
            line2: string | null;
            /** @description City. */
            city: string;
            /** @description State or region. */
            state: string | null;
            /** @description Postal code. */
            postal_code: string;
            /** @description ISO 3166-1 alpha-2 code or English name of the country. Stored as the code. */
            country: string;
        };
        OrderProblem: {
            /**
             * @description Kind of problem. `chargeback`: the buyer’s bank reversed the payment.
             * @enum {string}
             */
            reason: "not_arrived" | "not_as_described" | "damaged" | "wrong_item" | "other" | "chargeback";
            /** @description The buyer’s description of the problem. */
            body: string;
            /** @description URLs of the photos in the report. */
            photos: string[];
            /**
             * Format: date-time
             * @description Time of the report, ISO 8601, UTC.
             */
            reported_at: string;
            /** @description The seller’s answer; null if there is none. */
            answer: string | null;
            /**
             * Format: date-time
             * @description Time of the seller’s answer, ISO 8601, UTC.
             */
            answered_at: string | null;
            /**
             * Format: double
             * @description Partial refund that the seller offers, in US dollars.
             */
            offered: number | null;
        };
        OrderReturn: {
            /** @description Status of the return. `declined`, `expired` and `contested`: the operator decides. */
            status: components["schemas"]["ReturnStatus"];
            /** @description Party that pays for the return shipping. */
            payer: components["schemas"]["ReturnPayer"];
            /**
             * Format: date-time
             * @description Deadline for the buyer’s answer, ISO 8601, UTC. Without an answer, the operator decides.
             */
            agree_by: string;
            /**
             * Format: date-time
             * @description Deadline to send the item, ISO 8601, UTC. After it, the operator decides.
             */
            send_by: string | null;
            /**
             * Format: date-time
             * @description Deadline for the seller’s check, ISO 8601, UTC. After it, the order is refunded.
             */
            check_by: string | null;
            /** @description Tracking of the return parcel. */
            tracking: {
                /** @description Carrier. */
                carrier: string | null;
                /** @description Tracking number. */
                number: string | null;
                /** @description URL of the carrier’s tracking page. */
                url: string | null;
            };
            /** @description Shipping label for the return parcel; always null. */
            label: null;
            /** @description The seller’s objection to the returned item; null without one. */
            contest: components["schemas"]["ReturnContest"] | null;
        };
        /** @enum {string} */
        ReturnStatus: "offered" | "agreed" | "sent" | "received" | "declined" | "expired" | "contested" | "refunded" | "closed";
        /** @enum {string} */
        ReturnPayer: "seller" | "buyer";
        ReturnContest: {
            /** @description The seller’s description of the returned item. */
            body: string;
            /** @description URLs of the seller’s photos. */
            photos: string[];
            /**
             * Format: date-time
             * @description Time when the seller contested the return, ISO 8601, UTC.
             */
            contested_at: string;
        };
        OrderStep: {
            /**
             * Format: date-time
             * @description Time of the step, ISO 8601, UTC.
             */
            at: string;
            /** @description Status of the order after this step. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description Party that took the step.
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
            /** @description Status of the order. */
            status: components["schemas"]["OrderStatus"];
            /** @description Status of the buyer’s payment. */
            payment: components["schemas"]["OrderPayment"];
            /** @description Status of the seller’s payout. */
            payout: components["schemas"]["OrderPayout"];
            /** @description Ordered listing. */
            listing: components["schemas"]["OrderedListing"];
            /** @description Shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer of the item. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Id of the offer that the order resulted from. */
            offer: string | null;
            /** @description Id of the hold that the order used. */
            hold: string | null;
            /** @description Id of the purchase that includes the order. */
            purchase: string | null;
            /**
             * Format: double
             * @description Price of the item, in US dollars.
             */
            item: number;
            /**
             * Format: double
             * @description Shipping cost, in US dollars; null if buyer and seller agree on shipping by message.
             */
            shipping: number | null;
            /**
             * Format: double
             * @description Service fee that is deducted from the payout, in US dollars.
             */
            fee: number;
            /**
             * Format: double
             * @description Deposit of a hold, in US dollars; it counts toward the price.
             */
            deposit: number;
            /**
             * Format: double
             * @description Total that the buyer pays, in US dollars.
             */
            total: number;
            /**
             * Format: double
             * @description Amount refunded to the buyer, in US dollars.
             */
            refunded: number;
            /** @description Whether the buyer picks the item up. */
            pickup: boolean;
            /** @description Place of pickup: the location of the shop. */
            pickup_place: string | null;
            /** @description Pickup code that the buyer shows to the seller. Only the buyer of a pickup gets it. */
            pickup_code?: string | null;
            /** @description Delivery address. Only the buyer and the seller see it. */
            address: components["schemas"]["OrderAddress"] | null;
            /** @description Tracking of the parcel. */
            tracking: {
                /** @description Carrier. */
                carrier: string | null;
                /** @description Tracking number. */
                number: string | null;
                /** @description URL of the carrier’s tracking page. */
                url: string | null;
            };
            /**
             * Format: date-time
             * @description Payment deadline, ISO 8601, UTC.
             */
            pay_by: string;
            /**
             * Format: date-time
             * @description Shipping deadline, ISO 8601, UTC. After it, the order is cancelled and refunded.
             */
            ship_by: string | null;
            /**
             * Format: date-time
             * @description Deadline for the seller’s answer to a request to cancel, ISO 8601, UTC. Without an answer, the order is cancelled.
             */
            cancel_by: string | null;
            /**
             * Format: date-time
             * @description Time until which the buyer can report a problem, ISO 8601, UTC.
             */
            protect_until: string | null;
            /** @description Reported problem; null if there is none. */
            problem: components["schemas"]["OrderProblem"] | null;
            /** @description Return of the item; null if there is none. */
            return: components["schemas"]["OrderReturn"] | null;
            /** @description Steps of the order, oldest first. */
            timeline: components["schemas"]["OrderStep"][];
            /** @description Secret for the payment form in the buyer’s browser. Only in the response to `pay`, while the payment is open. */
            client_secret?: string | null;
            /** @description URL of the provider’s payment page, which returns the buyer here afterwards. Only in the response to `pay` with the method `checkout`. */
            checkout_url?: string | null;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change, ISO 8601, UTC.
             */
            updated_at: string;
        };
        OfferReceivedEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
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
             * @description Current asking price, in US dollars.
             */
            price: number;
        };
        Counter: {
            /**
             * Format: double
             * @description Amount that the seller would accept, in US dollars.
             */
            amount: number;
            /** @description Message with the counteroffer; null if there is none. */
            note: string | null;
            /**
             * @description Author of the counteroffer: the owner, or the negotiator (`agent`).
             * @enum {string}
             */
            by: "owner" | "agent";
            /**
             * Format: date-time
             * @description Time until which the buyer can accept the counteroffer, ISO 8601, UTC.
             */
            expires_at: string;
        };
        /** @enum {string} */
        ClosedReason: "sold" | "unpublished" | "removed" | "offers_off" | "shop_paused" | "shop_private" | "unavailable";
        Offer: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "offer";
            /** @description Id of the offer. */
            id: string;
            /** @description Status of the offer. */
            status: components["schemas"]["OfferStatus"];
            /**
             * Format: double
             * @description Amount that the buyer offers, in US dollars.
             */
            amount: number;
            /** @description The buyer’s message with the offer; may be empty. */
            note: string;
            /** @description Listing that the offer is for. */
            listing: components["schemas"]["OfferedListing"];
            /** @description Shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer who made the offer. */
            buyer: components["schemas"]["PersonRef"];
            /**
             * Format: date-time
             * @description Expiry time, ISO 8601, UTC. A counteroffer extends it to 48 hours after the counteroffer.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Current or last counteroffer; null if there is none. */
            counter: components["schemas"]["Counter"] | null;
            /** @description Id of the order that resulted from the offer. */
            order: string | null;
            /** @description Reason why the offer was closed; null if it was not closed. */
            closed_reason: components["schemas"]["ClosedReason"] | null;
            /**
             * Format: date-time
             * @description Time of the last change, ISO 8601, UTC.
             */
            updated_at: string;
        };
        OfferUpdatedEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
                object: components["schemas"]["Offer"];
            };
        };
        QuestionAskedEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
                object: components["schemas"]["Message"];
            };
        };
        MessagePhoto: {
            /** @description URL of the photo, which requires a key or a session of one of the two people. */
            url: string;
            /** @description Width in pixels. */
            width: number;
            /** @description Height in pixels. */
            height: number;
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
             * @description Author of the message: the buyer, the shop’s owner, the shop’s helper, or the service.
             * @enum {string}
             */
            from: "buyer" | "owner" | "agent" | "service";
            /** @description Text of the message; empty if the message has only photos. */
            text: string;
            /** @description Photos of the message, at most 4. Only the two people in the conversation can open them, with their key or session. */
            photos: components["schemas"]["MessagePhoto"][];
            /** @description Listing that the conversation is about; null if it is about the shop. */
            listing: components["schemas"]["ListingRef"] | null;
            /** @description Shop in the conversation. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer in the conversation. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Whether the conversation is waiting for the owner because the helper could not answer. */
            needs_owner: boolean;
            /**
             * Format: date-time
             * @description Time of the message, ISO 8601, UTC.
             */
            created_at: string;
        };
        OrderCompletedEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
                object: components["schemas"]["Order"];
            };
        };
        OrderProblemEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
                object: components["schemas"]["Order"];
            };
        };
        OrderRefundedEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
                object: components["schemas"]["Order"];
            };
        };
        PayoutSentEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
                object: components["schemas"]["Order"];
            };
        };
        ReviewCreatedEvent: {
            /** @description Id of the event, the same in every delivery attempt. */
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
             * @description Present only if the event belongs to [test mode](/docs/sandbox).
             * @constant
             */
            livemode?: false;
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Content of the event. */
            data: {
                /** @description The record, as the API returned it at the time of the event. */
                object: components["schemas"]["Review"];
            };
        };
        ReviewedListing: {
            /** @description Id of the listing. */
            id: string;
            /** @description Title of the listing. */
            title: string;
            /** @description Public URL of the listing. */
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
            /** @description Rating in stars, from 1 to 5. */
            rating: number;
            /** @description Text of the review; may be empty. */
            body: string;
            /** @description First name of the buyer. */
            from: string;
            /**
             * Format: date-time
             * @description Time of the review, ISO 8601, UTC.
             */
            created_at: string;
            /** @description The seller’s reply; null if there is none. */
            reply: {
                /** @description Text of the reply. */
                body: string;
                /**
                 * Format: date-time
                 * @description Time of the reply, ISO 8601, UTC.
                 */
                created_at: string;
            } | null;
            /** @description Reviewed listing. */
            listing: components["schemas"]["ReviewedListing"];
            /** @description Shop of the listing. */
            shop: components["schemas"]["ShopRef"];
        };
        ShopList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Shop"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
            /** @description Main category of the shop, as free text. */
            category: string | null;
            /** @description Place that the shop ships from. */
            location: string | null;
            /**
             * @description Colour theme of the shop.
             * @enum {string}
             */
            tone: "lemon" | "mint" | "pink" | "leaf" | "blush";
            /**
             * @description `public`: on the marketplace. `link`: for people with the link. `private`: for the owner only.
             * @enum {string}
             */
            visibility: "public" | "link" | "private";
            /** @description Whether the shop is paused. A paused shop is hidden, but nothing is deleted. */
            paused: boolean;
            /**
             * Format: date-time
             * @description Time until which the shop is away, or null. Its items stay visible. Orders, offers and holds return 409 `away` until then. Set a time in the future, at most a year ahead; a past time means that the shop is open again.
             */
            away_until: string | null;
            /** @description URL of the shop. */
            url: string;
            /** @description URL of the shop’s picture. */
            picture_url: string | null;
            /** @description Settings of the shop’s helpers. */
            agent: components["schemas"]["ShopAgent"];
            /** @description Discounts for buying several items together, at most 3. Each further tier requires more items and gives a higher discount. */
            bundle_tiers: components["schemas"]["BundleTier"][];
            /**
             * @description Shipping of several items in one parcel. `sum`: each item’s shipping counts. `highest`: only the highest one counts.
             * @enum {string}
             */
            bundle_shipping: "sum" | "highest";
            /** @description Address that parcels are sent from. Only you and the carrier see it. */
            ship_from: components["schemas"]["ShipFrom"] | null;
            /** @description Countries that the shop ships to, as ISO 3166-1 codes. Defaults to the country of `ship_from`, or else US. Buyers elsewhere can only pick items up. */
            ships_to: string[];
            /** @description Number of listings by status. */
            counts: components["schemas"]["ShopCounts"];
            /**
             * Format: date-time
             * @description Time when the shop was opened, ISO 8601, UTC.
             */
            created_at: string;
        };
        ShopAgent: {
            /** @description Whether the helper answers buyers’ questions from the listing. */
            answer_questions: boolean;
            /** @description Whether the negotiator answers low offers by fixed rules. */
            haggle: boolean;
            /** @description Price floor for listings without a `lowest_price`, as the highest discount in percent. */
            lowest_percent: number;
            /** @description Whether buyers can pay a deposit to hold an item. */
            ask_hold: boolean;
        };
        BundleTier: {
            /** @description Number of items from which the discount applies, 2 to 10. */
            from: number;
            /** @description Discount in percent, 1 to 50. */
            percent: number;
        };
        ShipFrom: {
            /** @description Name of the recipient. */
            name: string;
            /** @description Street and house number. */
            line1: string;
            /** @description Second address line, such as an apartment number. */
            line2: string | null;
            /** @description City. */
            city: string;
            /** @description State or region. */
            state: string | null;
            /** @description Postal code. */
            postal_code: string;
            /** @description ISO 3166-1 alpha-2 code or English name of the country. Stored as the code. */
            country: string;
        };
        ShopCounts: {
            /** @description Number of live listings that the operator has not hidden. */
            live: number;
            /** @description Number of drafts. */
            drafts: number;
            /** @description Number of sold listings. */
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
            /** @description Main category of the shop, as free text. */
            category: string | null;
            /** @description Place that the shop ships from. */
            location: string | null;
            /**
             * @description Colour theme of the shop.
             * @enum {string}
             */
            tone: "lemon" | "mint" | "pink" | "leaf" | "blush";
            /**
             * @description `public`: on the marketplace. `link`: for people with the link. `private`: for the owner only.
             * @enum {string}
             */
            visibility: "public" | "link" | "private";
            /** @description Whether the shop is paused. A paused shop is hidden, but nothing is deleted. */
            paused: boolean;
            /**
             * Format: date-time
             * @description Time until which the shop is away, or null. Its items stay visible. Orders, offers and holds return 409 `away` until then. Set a time in the future, at most a year ahead; a past time means that the shop is open again.
             */
            away_until: string | null;
            /** @description URL of the shop. */
            url: string;
            /** @description URL of the shop’s picture. */
            picture_url: string | null;
            /** @description Settings of the shop’s helpers. */
            agent: components["schemas"]["ShopAgent"];
            /** @description Discounts for buying several items together, at most 3. Each further tier requires more items and gives a higher discount. */
            bundle_tiers: components["schemas"]["BundleTier"][];
            /**
             * @description Shipping of several items in one parcel. `sum`: each item’s shipping counts. `highest`: only the highest one counts.
             * @enum {string}
             */
            bundle_shipping: "sum" | "highest";
            /** @description Address that parcels are sent from. Only you and the carrier see it. */
            ship_from: components["schemas"]["ShipFrom"] | null;
            /** @description Countries that the shop ships to, as ISO 3166-1 codes. Defaults to the country of `ship_from`, or else US. Buyers elsewhere can only pick items up. */
            ships_to: string[];
            /** @description Number of listings by status. */
            counts: components["schemas"]["ShopCounts"];
            /**
             * Format: date-time
             * @description Time when the shop was opened, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Statistics of the shop. */
            stats: {
                /** @description Views of the shop and its listings, at most one per person per day. */
                views: number;
                /** @description Views in the last 7 days. */
                views_7d: number;
                /** @description Number of people who follow the shop. */
                followers: number;
                /** @description Number of likes of the shop’s listings. */
                likes: number;
                /** @description Number of shares. */
                shares: number;
                /** @description Number of offers waiting for your answer. */
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
            /** @description Records on this page. */
            data: components["schemas"]["ImportRow"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
            /**
             * @description Format of the CSV, recognized by its header. `resale` is our own format.
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
            /** @description Number of the row, starting at 1, without the header. */
            row: number;
            /** @description Whether the row was imported. */
            ok: boolean;
            /** @description Id of the listing. */
            id?: string;
            /**
             * @description `created`: the row became a draft. `changed`: the row changed the listing with its id. `unchanged`: the row had the same content as that listing.
             * @enum {string}
             */
            outcome?: "created" | "changed" | "unchanged";
            /** @description Number of photos still to be downloaded for the draft. The listing’s `photos_wanted` lists them. */
            photos?: number;
            /** @description Values that were shortened or left out. */
            notes?: string[];
            /** @description Reason why the row was not imported. */
            error?: {
                /** @description Type of the error. */
                type: string;
                /** @description Explanation of the error and how to fix it. */
                message: string;
                /** @description Name of the column with the error. */
                param?: string;
                /** @description Code of the specific error. */
                code?: string;
            };
        };
        BulkPreview: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "bulk_preview";
            /** @description Token for the run. It is valid for 10 minutes. */
            token: string;
            /**
             * Format: date-time
             * @description Time at which the token expires, ISO 8601, UTC.
             */
            token_expires_at: string;
            /** @description Listings that the change applies to. */
            rows: components["schemas"]["BulkRow"][];
            /** @description Listings that the change does not apply to. */
            refused: components["schemas"]["BulkRefusal"][];
        };
        BulkRow: {
            /** @description Id of the listing. */
            id: string;
            /** @description Name of the listing. */
            name: string;
            /** @description Values before the change. */
            before: components["schemas"]["BulkValues"];
            /** @description Values after the change; null if the change deletes the listing. */
            after: components["schemas"]["BulkValues"] | null;
        };
        BulkValues: {
            /**
             * @description Status.
             * @enum {string}
             */
            status: "draft" | "live" | "sold";
            /**
             * @description Visibility.
             * @enum {string}
             */
            visibility: "everyone" | "link";
            /**
             * Format: double
             * @description Price in US dollars.
             */
            price: number | null;
            /** @description Source of the price. */
            price_basis: string | null;
            /**
             * Format: double
             * @description Private price floor in US dollars.
             */
            lowest_price: number | null;
            /**
             * Format: double
             * @description Shipping cost in US dollars.
             */
            shipping: number | null;
            /** @description Whether buyers can make offers. */
            take_offers: boolean;
        };
        BulkRefusal: {
            /** @description Id of the listing. */
            id: string;
            /** @description Reason. */
            message: string;
            /** @description Field that causes the refusal, or null. */
            param: string | null;
        };
        Bulk: {
            /**
             * @description Type of record. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            object: "bulk";
            /** @description Id of the bulk change. */
            id: string;
            /**
             * @description Status. During an undo, it is `queued` or `running` again.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "undone";
            /** @description Number of changed listings; during and after an undo, number of restored listings. */
            done: number;
            /** @description Number of selected listings; during and after an undo, the number of changed listings. */
            total: number;
            /** @description Listings that the change does not apply to. */
            refused: components["schemas"]["BulkRefusal"][];
            /**
             * Format: date-time
             * @description Time until which the change can be undone, ISO 8601, UTC; null if it cannot.
             */
            undo_until: string | null;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
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
             * @description Status of the listing.
             * @enum {string}
             */
            status: "draft" | "live" | "sold";
            /**
             * @description Visibility of the listing: `everyone`, or `link` only for people with the link.
             * @enum {string}
             */
            visibility: "everyone" | "link";
            /**
             * @description Your next step with the listing; `done` when it is live or sold.
             * @enum {string}
             */
            step: "photos" | "details" | "price" | "publish" | "done";
            /** @description Title; without one, a name from research or from `prompt`. */
            name: string;
            /** @description The seller’s short description of the item. It is also the suggested title. */
            prompt: string | null;
            /** @description Title of the listing. */
            title: string | null;
            /** @description Short description, shown under the title. */
            one_liner: string | null;
            /** @description Full description. An empty line begins a new paragraph. */
            description: string | null;
            /** @description Category of the listing. The marketplace categories are Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids and Garden. */
            category: string | null;
            /** @description Your own stock number, unique in your account. Buyers never see it. */
            sku: string | null;
            /**
             * Format: double
             * @description Asking price in US dollars.
             */
            price: number | null;
            /**
             * Format: double
             * @description Crossed-out price, in US dollars: the lowest price at which the item was publicly for sale in the 30 days before its price fell; null without a reduction.
             */
            was_price: number | null;
            /**
             * @description Source of the price. `comparables`: second-hand prices. `new_price`: the price of a new item. `default`: an estimate, because research found neither. `seller`: the seller set it. Null if there is no price.
             * @enum {string|null}
             */
            price_basis: "comparables" | "new_price" | "default" | "seller" | null;
            /**
             * Format: double
             * @description Your private price floor in US dollars. No buyer ever sees it, and the negotiator never goes below it.
             */
            lowest_price: number | null;
            /** @description Schedule that lowers the price; null without one. */
            price_drop: components["schemas"]["PriceDrop"] | null;
            /**
             * Format: double
             * @description Shipping cost in US dollars. 0 means pickup only. Null means “Ask about shipping”: nothing is charged for shipping, and buyer and seller agree on it by message.
             */
            shipping: number | null;
            /** @description Whether buyers can make offers. */
            take_offers: boolean;
            /** @description Detail lines. */
            fields: components["schemas"]["DetailLine"][];
            /** @description Weight in ounces and sides in inches of the packed item, for shipping labels. Only you see it. */
            parcel: components["schemas"]["ParcelOutput"] | null;
            /** @description Photos of the listing. The first photo that is your own is the cover. */
            photos: components["schemas"]["Photo"][];
            /** @description Photos from an import that are not downloaded yet. Failed entries disappear when you change the photos. */
            photos_wanted: components["schemas"]["WantedPhoto"][];
            /** @description Public URL of the listing. */
            url: string;
            /** @description URL of the listing’s editor in the app. */
            edit_url: string;
            /** @description Statistics of the listing. */
            stats: components["schemas"]["ListingStats"];
            /** @description Result of the research; null until a run is complete. */
            research: components["schemas"]["ListingResearch"] | null;
            /**
             * Format: date-time
             * @description Time of publication, ISO 8601, UTC; null for a draft.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description Time of the sale, ISO 8601, UTC.
             */
            sold_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change, ISO 8601, UTC.
             */
            updated_at: string;
        };
        PriceDrop: {
            /** @description Step in percent of the initial price, or null. */
            percent: number | null;
            /**
             * Format: double
             * @description Step as an amount, or null, in US dollars.
             */
            amount: number | null;
            /** @description Days between two steps. */
            every_days: number;
            /**
             * Format: double
             * @description Price after the next step, in US dollars; null if the step would go below your minimum price, which ends the schedule.
             */
            next_price: number | null;
            /**
             * Format: date-time
             * @description Earliest time of the next step, ISO 8601, UTC.
             */
            next_at: string;
        };
        DetailLine: {
            /** @description Label in snake case. A new line with the same key replaces this line. */
            key: string;
            /** @description Label of the detail line. */
            label: string;
            /** @description Value of the detail line. */
            value: string;
            /**
             * @description Author of the line: `you`, `agent` (research) or `import`.
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
            /** @description URL of the photo or video. */
            url: string;
            /** @description Alternative text: what the photo shows, for people who cannot see it. */
            alt: string | null;
            /**
             * @description `own` for the seller’s photos, `web` for others. The first `own` photo is the cover.
             * @enum {string}
             */
            source: "own" | "web";
            /** @description Whether the file is a video. */
            is_video: boolean;
        };
        WantedPhoto: {
            /** @description URL of the photo. */
            url: string;
            /** @description Reason why the download failed; null while it is pending. */
            problem: string | null;
        };
        ListingStats: {
            /** @description Views, at most one per person per day. */
            views: number;
            /** @description Views in the last 7 days. */
            views_7d: number;
            /** @description Number of people who like the listing. */
            likes: number;
            /** @description Number of shares. */
            shares: number;
            /** @description Number of offers received. */
            offers: number;
            /** @description Number of offers waiting for your answer. */
            offers_waiting: number;
        };
        ListingResearch: {
            /** @description Name of the item that research identified. */
            identified: string;
            /** @description Category that fits the item best. */
            category: string;
            /**
             * @description Confidence that research identified the item correctly.
             * @enum {string}
             */
            confidence: "high" | "medium" | "low";
            /**
             * Format: double
             * @description Suggested price, in US dollars.
             */
            suggested_price: number;
            /** @description Range from the lowest to the highest price found. */
            price_range: components["schemas"]["PriceSpan"];
            /**
             * @description Basis of the suggested price. `comparables`: second-hand prices. `rule_of_thumb`: no second-hand prices were found, so the price is only an estimate.
             * @enum {string}
             */
            priced_by?: "comparables" | "rule_of_thumb";
            /** @description Summary of the findings in one or two sentences. */
            summary: string;
        };
        PriceSpan: {
            /**
             * Format: double
             * @description Lower end of the range, in US dollars.
             */
            low: number;
            /**
             * Format: double
             * @description Upper end of the range, in US dollars.
             */
            high: number;
        };
        SalePreview: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "sale_preview";
            /** @description Listings that the sale reduces, at most 1,000. */
            rows: components["schemas"]["SalePreviewRow"][];
            /** @description Listings that the sale does not reduce, at most 1,000. */
            skipped: components["schemas"]["SkippedListing"][];
        };
        SalePreviewRow: {
            /** @description Id of the listing. */
            id: string;
            /** @description Name of the listing. */
            name: string;
            /**
             * Format: double
             * @description Price before the sale, in US dollars.
             */
            before: number;
            /**
             * Format: double
             * @description Price during the sale, in US dollars.
             */
            after: number;
        };
        SkippedListing: {
            /** @description Id of the listing. */
            id: string;
            /** @description Reason. */
            message: string;
        };
        Sale: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "sale";
            /** @description Id of the sale. */
            id: string;
            /** @description Slug of the shop: its subdomain name. */
            shop: string;
            /** @description Status. `ending` while the prices are being restored. */
            status: components["schemas"]["SaleStatus"];
            /** @description Reduction in percent. */
            percent: number;
            /** @description Ids of the selected listings; null for all listings that are live at the start. */
            listings: string[] | null;
            /**
             * Format: date-time
             * @description Start time, ISO 8601, UTC.
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description End time, ISO 8601, UTC.
             */
            ends_at: string;
            /** @description Number of listings that the sale reduced. */
            reduced: number;
            /** @description Number of listings whose earlier price was restored. */
            restored: number;
            /** @description Number of listings whose price was not restored, because they were sold or you changed their price. */
            unrestored: number;
            /** @description Listings that the sale does not reduce, at most 1,000. */
            skipped: components["schemas"]["SkippedListing"][];
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
        };
        /** @enum {string} */
        SaleStatus: "planned" | "running" | "ending" | "ended";
        SaleList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Sale"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        ListingList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Listing"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
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
            /** @description Records on this page. */
            data: components["schemas"]["Photo"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        QuestionList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Question"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        Question: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "question";
            /** @description Id of the question. */
            id: string;
            /** @description Id of the listing. */
            listing: string;
            /** @description Question about the listing. */
            question: string;
            /** @description The owner’s answer. */
            answer: string;
            /**
             * Format: date-time
             * @description Time of publication, ISO 8601, UTC.
             */
            created_at: string;
        };
        DeletedQuestion: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "question";
            /** @description Id of the question. */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        SearchResult: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "search_result";
            /** @description Listings on this page. */
            data: components["schemas"]["PublicListing"][];
            /** @description Total number of matching listings. */
            total: number;
            /** @description Number of shops with matching listings. */
            stores: number;
            /** @description False when no listing contains the words of `q`; `data` then has only similar listings. */
            exact: boolean;
            /** @description Whether more results follow this page. */
            has_more: boolean;
            /** @description Values of brand, size, condition and colour with their counts. Only with `facets=true`. */
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
            /** @description Last part of the listing’s URL; unique within the shop. */
            slug: string;
            /** @description Slug of the shop: its subdomain name. */
            store: string;
            /** @description Title of the listing. */
            title: string;
            /** @description Short description, shown under the title. */
            one_liner: string | null;
            /**
             * Format: double
             * @description Asking price, in US dollars.
             */
            price: number;
            /**
             * Format: double
             * @description Crossed-out price, in US dollars: the lowest price at which the item was publicly for sale in the 30 days before its price fell; null without a reduction.
             */
            was_price: number | null;
            /**
             * Format: double
             * @description Shipping cost, in US dollars; 0 means pickup only, null means that buyer and seller agree on shipping by message.
             */
            shipping: number | null;
            /** @description URL of the cover, which is the first of the seller’s own photos; null if there is none. */
            photo: string | null;
            /** @description Category of the listing. */
            category: string | null;
            /** @description Brand, derived from `fields`; null if it is unknown. */
            brand: string | null;
            /** @description Size in the usual spelling, such as `M` or `EU 38`, derived from `fields`; null if it is unknown. */
            size: string | null;
            /**
             * @description Condition, derived from `fields`; null if it is unknown.
             * @enum {string|null}
             */
            condition: "new" | "like_new" | "good" | "fair" | "worn" | "parts" | null;
            /** @description Whether the listing accepts offers. */
            open_to_offers: boolean;
            /** @description Whether the item is sold. */
            sold: boolean;
            /** @description Whether the item is reserved for a buyer. While the item is reserved, no other buyer can order it or make an offer. */
            reserved: boolean;
            /** @description Whether the listing was published within the last 72 hours. */
            just_listed: boolean;
            /** @description Public URL of the listing. */
            url: string;
            /** @description Seller of the item. */
            seller: components["schemas"]["PersonRef"];
            /** @description Whether you like the listing. Always false without a key. */
            liked: boolean;
        };
        Facets: {
            /**
             * @description Name of the facet, which is also the name of the filter.
             * @enum {string}
             */
            name: "brand" | "size" | "condition" | "color";
            /** @description The most common values, at most 50. */
            values: {
                /** @description Value to send in the filter. */
                value: string;
                /** @description Most common spelling of the value. */
                label: string;
                /** @description Number of listings that have this value and match all other filters. */
                count: number;
            }[];
        }[];
        PublicListingDetail: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "public_listing";
            /** @description Id of the listing. */
            id: string;
            /** @description Last part of the listing’s URL; unique within the shop. */
            slug: string;
            /** @description Slug of the shop: its subdomain name. */
            store: string;
            /** @description Title of the listing. */
            title: string;
            /** @description Short description, shown under the title. */
            one_liner: string | null;
            /**
             * Format: double
             * @description Asking price, in US dollars.
             */
            price: number;
            /**
             * Format: double
             * @description Crossed-out price, in US dollars: the lowest price at which the item was publicly for sale in the 30 days before its price fell; null without a reduction.
             */
            was_price: number | null;
            /**
             * Format: double
             * @description Shipping cost, in US dollars; 0 means pickup only, null means that buyer and seller agree on shipping by message.
             */
            shipping: number | null;
            /** @description URL of the cover, which is the first of the seller’s own photos; null if there is none. */
            photo: string | null;
            /** @description Category of the listing. */
            category: string | null;
            /** @description Brand, derived from `fields`; null if it is unknown. */
            brand: string | null;
            /** @description Size in the usual spelling, such as `M` or `EU 38`, derived from `fields`; null if it is unknown. */
            size: string | null;
            /**
             * @description Condition, derived from `fields`; null if it is unknown.
             * @enum {string|null}
             */
            condition: "new" | "like_new" | "good" | "fair" | "worn" | "parts" | null;
            /** @description Whether the listing accepts offers. */
            open_to_offers: boolean;
            /** @description Whether the item is sold. */
            sold: boolean;
            /** @description Whether the item is reserved for a buyer. While the item is reserved, no other buyer can order it or make an offer. */
            reserved: boolean;
            /** @description Whether the listing was published within the last 72 hours. */
            just_listed: boolean;
            /** @description Public URL of the listing. */
            url: string;
            /** @description Seller of the item. */
            seller: components["schemas"]["PersonRef"];
            /** @description Whether you like the listing. Always false without a key. */
            liked: boolean;
            /** @description Description, one string per paragraph. */
            description: string[];
            /** @description Detail lines. */
            details: {
                /** @description Label of the detail line. */
                label: string;
                /** @description Value of the detail line. */
                value: string;
            }[];
            /** @description Photos in order. The cover is in `photo`. */
            photos: {
                /** @description URL of the photo or video. */
                url: string;
                /** @description Whether the file is a video. */
                video: boolean;
            }[];
            /** @description Time since publication, as readable text: `Listed 3 hours ago`. */
            listed: string;
            /** @description Countries that the shop ships to, as ISO 3166-1 codes. Buyers elsewhere cannot order. */
            ships_to: string[];
        };
        SuggestionList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Suggestion"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        Suggestion: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "suggestion";
            /**
             * @description Kind of suggestion: a search, a category or a shop.
             * @enum {string}
             */
            kind: "words" | "category" | "store";
            /** @description Text of the suggestion. */
            text: string;
            /** @description URL of the suggested page on the marketplace. */
            url: string;
        };
        StoreList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Store"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
            /** @description Name of the shop’s owner. */
            owner: string;
            /** @description First sentence of `about`, at most 120 characters. */
            tagline: string | null;
            /** @description The owner’s text about the shop. */
            about: string | null;
            /** @description Place that the shop ships from. */
            location: string | null;
            /** @description Month and year in which the shop opened: `November 2026`. */
            since: string;
            /** @description Number of listings for sale. */
            for_sale: number;
            /** @description Number of sold listings. */
            sold: number;
            /** @description Whether the shop is paused. A paused shop shows no listings. */
            paused: boolean;
            /**
             * Format: date-time
             * @description Time until which the shop takes no orders, offers or holds, or null. A past time means that it is open again.
             */
            away_until: string | null;
            /** @description Discounts for buying several items together. */
            bundle_tiers: components["schemas"]["BundleTier"][];
            /**
             * @description Shipping of several items in one parcel. `sum`: each item’s shipping counts. `highest`: only the highest one counts.
             * @enum {string}
             */
            bundle_shipping: "sum" | "highest";
            /** @description URL of the shop’s picture. */
            picture_url: string | null;
            /** @description URL of the shop. */
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
            /** @description Name of the shop’s owner. */
            owner: string;
            /** @description First sentence of `about`, at most 120 characters. */
            tagline: string | null;
            /** @description The owner’s text about the shop. */
            about: string | null;
            /** @description Place that the shop ships from. */
            location: string | null;
            /** @description Month and year in which the shop opened: `November 2026`. */
            since: string;
            /** @description Number of listings for sale. */
            for_sale: number;
            /** @description Number of sold listings. */
            sold: number;
            /** @description Whether the shop is paused. A paused shop shows no listings. */
            paused: boolean;
            /**
             * Format: date-time
             * @description Time until which the shop takes no orders, offers or holds, or null. A past time means that it is open again.
             */
            away_until: string | null;
            /** @description Discounts for buying several items together. */
            bundle_tiers: components["schemas"]["BundleTier"][];
            /**
             * @description Shipping of several items in one parcel. `sum`: each item’s shipping counts. `highest`: only the highest one counts.
             * @enum {string}
             */
            bundle_shipping: "sum" | "highest";
            /** @description URL of the shop’s picture. */
            picture_url: string | null;
            /** @description URL of the shop. */
            url: string;
            /** @description Number of people who follow the shop. */
            followers: number;
            /** @description The running sale; null without one. */
            sale: components["schemas"]["RunningSale"];
            /** @description Whether you follow the shop. Always false without a key. */
            following: boolean;
            /** @description One page of the listings for sale that match the filters, newest first. `for_sale` counts all listings for sale. */
            listings: components["schemas"]["PublicListing"][];
            /** @description Values of brand, size, condition and colour with their counts in this shop. Only with `facets=true`. */
            facets?: components["schemas"]["Facets"];
            /** @description The last 12 sold listings. */
            recently_sold: {
                /** @description Sold listing. */
                title: string;
                /**
                 * Format: double
                 * @description Price that the buyer paid for the item, in US dollars; the asking price if it was sold elsewhere.
                 */
                price: number;
                /** @description Time since the sale, as readable text: `2 weeks ago`. */
                when: string;
            }[];
        };
        RunningSale: {
            /** @description Reduction in percent. */
            percent: number;
            /**
             * Format: date-time
             * @description End, ISO 8601, UTC.
             */
            ends_at: string;
            /** @description True if some items of the shop are not reduced. */
            partial: boolean;
        } | null;
        ReviewPage: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Rating of the shop. */
            rating: {
                /**
                 * Format: double
                 * @description Average rating in stars; 0 if there are no reviews.
                 */
                average: number;
                /** @description Number of reviews. */
                count: number;
            };
            /** @description Reviews on this page, newest first. */
            data: components["schemas"]["Review"][];
            /** @description Value to send as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Whether more reviews follow this page. */
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
            /** @description Whether you like the listing now. */
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
            /** @description Whether you follow the store now. */
            following: boolean;
        };
        PublicListingList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["PublicListing"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        SearchList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Search"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
            /** @description Name of the saved search. */
            name: string;
            /** @description Search text: keywords, or a description of the item. */
            q: string | null;
            /**
             * @description Filter by category.
             * @enum {string|null}
             */
            category: "Clothing" | "Shoes" | "Bags" | "Home" | "Collectibles" | "Books" | "Tech" | "Kids" | "Garden" | null;
            /**
             * @description Filter by price range. `25-100` includes both ends.
             * @enum {string}
             */
            price: "any" | "under-25" | "25-100" | "over-100";
            /** @description If true, only listings that accept offers. */
            offers: boolean;
            /** @description Wanted brands; empty means any. */
            brand: string[];
            /** @description Wanted sizes; empty means any. */
            size: string[];
            /** @description Wanted conditions; empty means any. */
            condition: ("new" | "like_new" | "good" | "fair" | "worn" | "parts")[];
            /** @description Wanted colours; empty means any. */
            color: string[];
            /**
             * Format: double
             * @description Minimum price, in US dollars.
             */
            min_price: number | null;
            /**
             * Format: double
             * @description Maximum price, in US dollars.
             */
            max_price: number | null;
            /**
             * @description Whether you get alerts about new results, at most once a day.
             * @enum {string}
             */
            alert: "none" | "daily";
            /**
             * @description How alerts reach you: by email, in the browsers in which you turned notifications on, or both.
             * @enum {string}
             */
            alert_by: "both" | "email" | "push";
            /** @description URL of the page with the results. */
            url: string;
            /**
             * Format: date-time
             * @description Time when the search was saved, ISO 8601, UTC.
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
             * @description Reason for the report.
             * @enum {string}
             */
            reason: "counterfeit" | "prohibited" | "misleading" | "offensive" | "other";
            /** @description Text of the report. */
            body: string | null;
            /**
             * @description Status of the report: `open` while it waits for the operator.
             * @enum {string}
             */
            status: "open" | "closed";
            /**
             * Format: date-time
             * @description Time of the report, ISO 8601, UTC.
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
            /** @description Records on this page. */
            data: components["schemas"]["Offer"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
             * @description `counter`: the negotiator countered. `owner`: the decision is yours. `firm`: the negotiator did not lower the price.
             * @enum {string|null}
             */
            outcome: "counter" | "owner" | "firm" | null;
            /**
             * Format: double
             * @description Amount of the counteroffer, in US dollars.
             */
            counter: number | null;
            /** @description Rule that determined the outcome. */
            rule: {
                /** @description Number of the rule. */
                number: number;
                /** @description Text of the rule. */
                text: string;
            } | null;
            /** @description Inputs of the calculation. */
            inputs: {
                /**
                 * Format: double
                 * @description Amount of the offer, in US dollars.
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
                /** @description Your shop’s floor, as the highest discount in percent. */
                lowest_percent: number;
                /**
                 * Format: double
                 * @description Last counteroffer to this buyer, in US dollars.
                 */
                last_counter: number | null;
            } | null;
            /** @description Calculation, line by line. */
            arithmetic: string[];
            /** @description Outcome, in one sentence. */
            note: string;
            /** @description How much the counteroffer reveals to the buyer about your lowest price; null if it reveals nothing. */
            tells_buyer: string | null;
            /**
             * @description Source of the message to the buyer: `model` or `template`.
             * @enum {string|null}
             */
            worded_by: "model" | "template" | null;
            /**
             * Format: date-time
             * @description Time of the calculation, ISO 8601, UTC.
             */
            created_at: string | null;
        };
        Invitation: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "invitation";
            /** @description Id of the invitation. */
            id: string;
            /** @description Status of the invitation. An invited person’s view takes their own answer into account. */
            status: components["schemas"]["InvitationStatus"];
            /**
             * Format: double
             * @description Amount for which the invited people can buy the item, in US dollars.
             */
            amount: number;
            /** @description The seller’s message; may be empty. */
            note: string;
            /** @description Listing that the invitation is for. */
            listing: components["schemas"]["InvitedListing"];
            /** @description Shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Number of invited people; null for an invited person. */
            sent: number | null;
            /** @description Number of people who took the invitation; null for an invited person. */
            taken: number | null;
            /** @description Id of the order that you placed by taking the invitation. */
            order: string | null;
            /**
             * Format: date-time
             * @description Time until which the item can be bought at this amount, ISO 8601, UTC.
             */
            until: string;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change, ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @enum {string} */
        InvitationStatus: "open" | "taken" | "declined" | "expired" | "withdrawn" | "closed";
        InvitedListing: {
            /** @description Id of the listing. */
            id: string;
            /** @description Title of the listing. */
            title: string;
            /**
             * Format: double
             * @description Current asking price, in US dollars; null if the listing has none.
             */
            price: number | null;
        };
        InvitationList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Invitation"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        SavedAddressList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["SavedAddress"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        SavedAddress: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "address";
            /** @description Id of the address. */
            id: string;
            /** @description Name of the recipient. */
            name: string;
            /** @description Street and house number. */
            line1: string;
            /** @description Second address line, such as an apartment number. */
            line2: string | null;
            /** @description City. */
            city: string;
            /** @description State or region. */
            state: string | null;
            /** @description Postal code. */
            postal_code: string;
            /** @description ISO 3166-1 alpha-2 code or English name of the country. Stored as the code. */
            country: string;
            /** @description Whether this is the default address. An account has at most one. */
            default: boolean;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change, ISO 8601, UTC.
             */
            updated_at: string;
        };
        DeletedAddress: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "address";
            /** @description Id of the address. */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        OrderList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Order"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        PurchaseQuote: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "purchase_quote";
            /** @description Shop of the listings. */
            shop: components["schemas"]["ShopRef"];
            /** @description Listings, in the order of the request. */
            listings: components["schemas"]["QuotedListing"][];
            /** @description Discount in percent. */
            percent: number;
            /**
             * Format: double
             * @description Sum of the prices, before the discount, in US dollars.
             */
            items: number;
            /**
             * Format: double
             * @description Discount, in US dollars.
             */
            discount: number;
            /**
             * Format: double
             * @description Shipping of the parcel, in US dollars.
             */
            shipping: number;
            /**
             * Format: double
             * @description Total that the buyer pays, in US dollars.
             */
            total: number;
            /**
             * @description `sum`: each item’s shipping counts. `highest`: only the highest one counts.
             * @enum {string}
             */
            shipping_rule: "sum" | "highest";
            /** @description Next higher discount of the shop; null if there is none. */
            next_tier: components["schemas"]["BundleTier"] | null;
        };
        QuotedListing: {
            /** @description Id of the listing. */
            id: string;
            /** @description Title of the listing. */
            title: string;
            /**
             * Format: double
             * @description Price of the item on its own, in US dollars.
             */
            price: number;
            /**
             * Format: double
             * @description Part of the discount, in US dollars.
             */
            discount: number;
            /**
             * Format: double
             * @description Part of the shipping, in US dollars.
             */
            shipping: number;
        };
        Purchase: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "purchase";
            /** @description Id of the purchase. */
            id: string;
            /** @description Status of the purchase. After the payment, see the status of each order. */
            status: components["schemas"]["PurchaseStatus"];
            /** @description Shop of the items. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer of the items. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Orders of the purchase, one for each item. */
            orders: components["schemas"]["PurchasedOrder"][];
            /** @description Discount in percent. */
            percent: number;
            /**
             * Format: double
             * @description Sum of the prices, before the discount, in US dollars.
             */
            items: number;
            /**
             * Format: double
             * @description Discount, in US dollars.
             */
            discount: number;
            /**
             * Format: double
             * @description Shipping of the parcel, in US dollars.
             */
            shipping: number;
            /**
             * Format: double
             * @description Total that the buyer pays, in US dollars.
             */
            total: number;
            /**
             * Format: double
             * @description Amount refunded to the buyer, of all orders, in US dollars.
             */
            refunded: number;
            /** @description Delivery address. Only the buyer and the seller see it. */
            address: components["schemas"]["OrderAddress"] | null;
            /**
             * Format: date-time
             * @description Payment deadline, ISO 8601, UTC.
             */
            pay_by: string;
            /** @description Secret for the payment form in the buyer’s browser. Only in the response to `pay`, while the payment is open. */
            client_secret?: string | null;
            /** @description URL of the provider’s payment page, which returns the buyer here afterwards. Only in the response to `pay` with the method `checkout`. */
            checkout_url?: string | null;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change, ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @enum {string} */
        PurchaseStatus: "awaiting_payment" | "paid" | "expired" | "cancelled";
        PurchasedOrder: {
            /** @description Id of the order. */
            id: string;
            /** @description Status of the order. */
            status: components["schemas"]["OrderStatus"];
            /** @description Ordered listing. */
            listing: components["schemas"]["ListingRef"];
            /**
             * Format: double
             * @description Part of the discount, in US dollars.
             */
            discount: number;
            /**
             * Format: double
             * @description Price of the item after the discount, in US dollars.
             */
            item: number;
            /**
             * Format: double
             * @description Part of the shipping. When the order is refunded, it moves to another order, in US dollars.
             */
            shipping: number;
            /**
             * Format: double
             * @description Amount refunded to the buyer, in US dollars.
             */
            refunded: number;
        };
        PurchaseList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Purchase"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        RateList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Rate"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        Rate: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "rate";
            /** @description Id of the rate. */
            id: string;
            /** @description Carrier. */
            carrier: string;
            /** @description Service of the carrier. */
            service: string;
            /**
             * Format: double
             * @description Cost of the label, in US dollars.
             */
            amount: number;
            /** @description Expected days in transit; null if the carrier does not say. */
            days: number | null;
        };
        Label: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "label";
            /** @description Id of the label. */
            id: string;
            /** @description Id of the order. */
            order: string;
            /**
             * @description Status of the label. `buying`: the carrier has not confirmed the purchase yet; repeat the request. `failed`: nothing was bought.
             * @enum {string}
             */
            status: "buying" | "bought" | "voided" | "failed";
            /** @description Carrier. */
            carrier: string;
            /** @description Service of the carrier. */
            service: string;
            /**
             * Format: double
             * @description Cost of the label, in US dollars.
             */
            amount: number;
            /** @description Expected days in transit; null if the carrier does not say. */
            days: number | null;
            /** @description Tracking of the parcel. */
            tracking: {
                /** @description Carrier. */
                carrier: string | null;
                /** @description Tracking number. */
                number: string | null;
                /** @description URL of the carrier’s tracking page. */
                url: string | null;
            };
            /** @description URL of the page that prints the label. */
            print_url: string;
            /** @description URL of the carrier’s picture of the label. */
            image_url: string | null;
            /** @description URL of the code for a drop-off without a printer. */
            qr_url: string | null;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time when the label was voided, ISO 8601, UTC.
             */
            voided_at: string | null;
        };
        LabelResults: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description One result for each order, in the order of the request. */
            data: components["schemas"]["LabelResult"][];
            /** @description Number of results. */
            total: number;
            /** @description Always false. */
            has_more: boolean;
        };
        LabelResult: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "label_result";
            /** @description Id of the order. */
            order: string;
            /** @description Whether the order has a label now. */
            ok: boolean;
            /** @description Label of the order; null after an error. */
            label: components["schemas"]["Label"] | null;
            /** @description Reason why the order has no label; null if it has one. */
            error: {
                /** @description Type of the error. */
                type: string;
                /** @description Explanation of the error and how to fix it. */
                message: string;
                /** @description Name of the missing or invalid field. */
                param: string | null;
            } | null;
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
             * @description Status of the hold.
             * @enum {string}
             */
            status: "asked" | "active" | "used" | "returned" | "kept" | "expired";
            /**
             * Format: double
             * @description Amount of the deposit, in US dollars.
             */
            deposit: number;
            /**
             * Format: date-time
             * @description Deadline, ISO 8601, UTC. While the hold is `asked`, the buyer must pay the deposit by then. While it is `active`, the buyer must order the item by then.
             */
            until: string;
            /** @description Terms of the deposit as text. Show them to the buyer before the payment. */
            terms: string;
            /** @description Listing that is on hold. */
            listing: components["schemas"]["ListingRef"];
            /** @description Shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer for whom the item is held. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Id of the order that used the hold. */
            order: string | null;
            /** @description Secret for the payment form in the buyer’s browser. Only in the response to `pay`, while the payment is open. */
            client_secret?: string | null;
            /** @description URL of the provider’s payment page, which returns the buyer here afterwards. Only in the response to `pay` with the method `checkout`. */
            checkout_url?: string | null;
            /**
             * Format: date-time
             * @description Time of the request, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change, ISO 8601, UTC.
             */
            updated_at: string;
        };
        HoldList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Hold"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        PayoutList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Payout"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
             * @description Amount that you get, in US dollars.
             */
            amount: number;
            /** @description How the amount adds up. */
            lines: {
                /**
                 * @description Part of the amount.
                 * @enum {string}
                 */
                kind: "item" | "shipping" | "deposit" | "refund" | "fee" | "labels" | "other";
                /**
                 * Format: double
                 * @description Amount, negative if it is subtracted, in US dollars.
                 */
                amount: number;
            }[];
            /**
             * @description Status of the payout.
             * @enum {string}
             */
            status: "waiting" | "sent";
            /** @description Reason why the payout has not been sent, as text. */
            why: string | null;
            /** @description Id of the order. */
            order: string | null;
            /** @description Id of the hold whose deposit is paid out. */
            hold: string | null;
            /** @description Sold listing. */
            listing: {
                /** @description Title of the listing. */
                title: string;
            };
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time when the payout was sent, ISO 8601, UTC.
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
             * @description Payout provider.
             * @enum {string}
             */
            provider: "test" | "stripe";
            /** @description Whether payouts can be sent to you. */
            ready: boolean;
            /** @description URL to continue the setup with the provider; null if nothing is left to do. */
            url: string | null;
        };
        Balance: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "balance";
            /**
             * Format: double
             * @description Money that you have earned and that has not been paid out, in US dollars.
             */
            available: number;
            /**
             * Format: double
             * @description Your share of paid orders that are not completed yet, after fees and before shipping labels, in US dollars.
             */
            pending: number;
            /**
             * Format: double
             * @description Your share of orders with a problem, after fees and before shipping labels, in US dollars.
             */
            on_hold: number;
            /**
             * Format: double
             * @description Money that has been paid out to you so far, in US dollars.
             */
            paid_out: number;
        };
        StatementList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Statement"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        Statement: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "statement";
            /** @description Month or year in UTC, such as `2026-11` or `2026`. */
            period: string;
            /** @description True when the period has ended and the statement no longer changes. */
            final: boolean;
            /** @description Number of payments by buyers, deposits included. */
            payments: number;
            /** @description Balance at the start of the period. */
            opening: {
                /**
                 * Format: double
                 * @description Money held for your unfinished orders and for deposits, before fees, in US dollars.
                 */
                held: number;
                /**
                 * Format: double
                 * @description Money that you have earned and that has not been paid out, in US dollars.
                 */
                available: number;
            };
            /**
             * Format: double
             * @description Money that buyers paid, in US dollars.
             */
            paid: number;
            /**
             * Format: double
             * @description Money that buyers got back, in US dollars.
             */
            refunded: number;
            /**
             * Format: double
             * @description Fees of the marketplace, in US dollars.
             */
            fees: number;
            /**
             * Format: double
             * @description Cost of shipping labels, in US dollars.
             */
            labels: number;
            /**
             * Format: double
             * @description Money that banks took back, and other corrections, in US dollars.
             */
            chargebacks: number;
            /**
             * Format: double
             * @description Money that was paid out to you, in US dollars.
             */
            paid_out: number;
            /** @description Balance at the end of the period, or now. */
            closing: {
                /**
                 * Format: double
                 * @description Money held for your unfinished orders and for deposits, before fees, in US dollars.
                 */
                held: number;
                /**
                 * Format: double
                 * @description Money that you have earned and that has not been paid out, in US dollars.
                 */
                available: number;
            };
        };
        StatementLineList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["StatementLine"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        StatementLine: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "statement_line";
            /**
             * Format: date-time
             * @description Time of the change, ISO 8601, UTC.
             */
            at: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            kind: "payment" | "refund" | "refund_returned" | "completed" | "label" | "payout" | "payout_returned" | "chargeback" | "chargeback_returned";
            /** @description Id of the order. */
            order: string | null;
            /** @description Id of the hold whose deposit was paid, returned or kept. */
            hold: string | null;
            /** @description Sold or held listing. */
            listing: {
                /** @description Title of the listing. */
                title: string;
            };
            /**
             * Format: double
             * @description Money that buyers paid, in US dollars.
             */
            paid: number;
            /**
             * Format: double
             * @description Money that buyers got back, in US dollars.
             */
            refunded: number;
            /**
             * Format: double
             * @description Fees of the marketplace, in US dollars.
             */
            fees: number;
            /**
             * Format: double
             * @description Cost of shipping labels, in US dollars.
             */
            labels: number;
            /**
             * Format: double
             * @description Money that banks took back, and other corrections, in US dollars.
             */
            chargebacks: number;
            /**
             * Format: double
             * @description Money that was paid out to you, in US dollars.
             */
            paid_out: number;
            /**
             * Format: double
             * @description Change of the money that is held, in US dollars.
             */
            held: number;
            /**
             * Format: double
             * @description Change of the money that is available, in US dollars.
             */
            available: number;
        };
        ThreadList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Thread"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
            /** @description Listing that the conversation is about; null if it is about the shop. */
            listing: components["schemas"]["ListingRef"] | null;
            /** @description Shop in the conversation. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer in the conversation. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Number of unread messages. */
            unread: number;
            /** @description Whether the conversation is waiting for the owner because the helper could not answer. */
            needs_owner: boolean;
            /** @description Newest message. */
            last_message: components["schemas"]["Message"];
            /**
             * Format: date-time
             * @description Time of the newest message, ISO 8601, UTC.
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
            /** @description Listing that the conversation is about; null if it is about the shop. */
            listing: components["schemas"]["ListingRef"] | null;
            /** @description Shop in the conversation. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer in the conversation. */
            buyer: components["schemas"]["PersonRef"];
            /** @description Number of unread messages. */
            unread: number;
            /** @description Whether the conversation is waiting for the owner because the helper could not answer. */
            needs_owner: boolean;
            /** @description Newest message. */
            last_message: components["schemas"]["Message"];
            /**
             * Format: date-time
             * @description Time of the newest message, ISO 8601, UTC.
             */
            updated_at: string;
            /** @description Messages, oldest first. */
            messages: components["schemas"]["Message"][];
            /** @description Whether there are earlier messages. */
            has_more: boolean;
        };
        SavedReplyList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["SavedReply"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        SavedReply: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "reply";
            /** @description Id of the saved reply. */
            id: string;
            /** @description Title, which only you see. */
            title: string;
            /** @description Text to insert into a message. It may contain `{name}` (the buyer), `{item}` (title of the item) and `{price}` (its current price). */
            body: string;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change, ISO 8601, UTC.
             */
            updated_at: string;
        };
        DeletedReply: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "reply";
            /** @description Id of the saved reply. */
            id: string;
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        Block: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "block";
            /** @description Name of the blocked person. */
            name: string;
            /** @description Shop of the blocked person; null if you blocked a buyer. Send its slug to unblock the person. */
            shop: components["schemas"]["ShopRef"] | null;
            /** @description Id of the conversation in which you blocked the person; null if there is none. Send this id to unblock the person. */
            thread: string | null;
            /** @description Id of the order in which you blocked the person; null if there is none. Send this id to unblock the person. */
            order: string | null;
            /**
             * Format: date-time
             * @description Time of the block, ISO 8601, UTC.
             */
            created_at: string;
        };
        DeletedBlock: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "block";
            /**
             * @description The record was deleted.
             * @constant
             */
            deleted: true;
        };
        BlockList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Block"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        PersonReport: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "report";
            /** @description Id of the report. */
            id: string;
            /**
             * @description Reason for the report.
             * @enum {string}
             */
            reason: "spam" | "threat" | "fake" | "off_site_payment" | "private_data" | "other";
            /** @description Text of the report. */
            body: string | null;
            /**
             * @description Status of the report: `open` while it waits for the operator.
             * @enum {string}
             */
            status: "open" | "closed";
            /**
             * Format: date-time
             * @description Time of the report, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Id of the reported conversation. */
            thread: string | null;
            /** @description Id of the reported order. */
            order: string | null;
            /** @description Slug of the shop: its subdomain name. */
            store: string | null;
        };
        Webhook: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "webhook";
            /** @description URL that receives events; null if there is no webhook. */
            url: string | null;
            /** @description Event types that are sent. */
            events: components["schemas"]["EventType"][];
            /** @description Whether events are sent. After three days of failures, the service switches the webhook off. */
            enabled: boolean;
            /** @description The last four characters of the signing secret. */
            secret_last4: string | null;
            /** @description Last attempt and its result. */
            last_delivery: {
                /**
                 * Format: date-time
                 * @description Time of the attempt, ISO 8601, UTC.
                 */
                at: string;
                /** @description HTTP status of the receiver’s response; 0 if there was no response. */
                status: number;
                /** @description Reason for the failure, as text; null if the attempt succeeded. */
                error: string | null;
            } | null;
            /** @description Signing secret. Present only when the webhook is first set and when the secret is rotated. */
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
            /** @description HTTP status of the receiver’s response; 0 if there was no response. */
            status: number;
            /** @description Reason for the failure, as text; null if the attempt succeeded. */
            error: string | null;
        };
        DeliveryList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Delivery"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
             * @description Status of the delivery.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            /** @description Number of attempts. */
            tries: number;
            /**
             * Format: date-time
             * @description Time of the next attempt, ISO 8601, UTC.
             */
            next_try_at: string | null;
            /** @description Last attempts, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description Time of the attempt, ISO 8601, UTC.
                 */
                at: string;
                /** @description HTTP status of the receiver’s response; 0 if there was no response. */
                status: number;
                /** @description Reason for the failure, as text; null if the attempt succeeded. */
                error: string | null;
                /** @description Time until the response, in milliseconds. */
                ms: number;
            }[];
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
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
             * @description Status of the delivery.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            /** @description Number of attempts. */
            tries: number;
            /**
             * Format: date-time
             * @description Time of the next attempt, ISO 8601, UTC.
             */
            next_try_at: string | null;
            /** @description Last attempts, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description Time of the attempt, ISO 8601, UTC.
                 */
                at: string;
                /** @description HTTP status of the receiver’s response; 0 if there was no response. */
                status: number;
                /** @description Reason for the failure, as text; null if the attempt succeeded. */
                error: string | null;
                /** @description Time until the response, in milliseconds. */
                ms: number;
            }[];
            /**
             * Format: date-time
             * @description Time of the event, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Headers of the request. */
            headers: {
                [key: string]: string;
            };
            /** @description Exact body that is sent and signed. */
            body: string;
        };
        Redelivery: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "redelivery";
            /** @description Number of deliveries that are resent. */
            sent: number;
            /** @description Number of failed deliveries still to be resent. */
            left: number;
        };
        Inbox: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "inbox";
            /** @description Offers waiting for your answer as a seller. */
            offers_to_answer: components["schemas"]["OfferToAnswer"][];
            /** @description Paid orders that you have to ship or hand over. */
            sales_to_ship: components["schemas"]["SaleToShip"][];
            /** @description Problems with your payments and payouts. */
            money_problems: components["schemas"]["MoneyProblem"][];
            /** @description Number of conversations with unread messages from buyers. */
            unread_threads: number;
            /** @description Counteroffers waiting for your answer as a buyer. */
            counters_to_answer: components["schemas"]["CounterToAnswer"][];
            /** @description Number of conversations with unread messages from shops. */
            unread_as_buyer: number;
            /** @description Your open tasks, with the most serious consequence first. The Today page and the badges show the same tasks. */
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
             * @description Amount that the buyer offers, in US dollars.
             */
            amount: number;
            /** @description The buyer’s message with the offer; may be empty. */
            note: string;
            /** @description Listing that the offer is for. */
            listing: components["schemas"]["OfferedListing"];
            /** @description Shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer who made the offer. */
            buyer: components["schemas"]["PersonRef"];
            /**
             * Format: date-time
             * @description Expiry time, ISO 8601, UTC. A counteroffer extends it to 48 hours after the counteroffer.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Current counteroffer; null if there is none. */
            counter: {
                /**
                 * Format: double
                 * @description Amount that the seller would accept, in US dollars.
                 */
                amount: number;
                /** @description Message with the counteroffer; null if there is none. */
                note: string | null;
                /**
                 * @description Author of the counteroffer: the owner, or the negotiator (`agent`).
                 * @enum {string|null}
                 */
                by: "owner" | "agent" | null;
                /**
                 * Format: date-time
                 * @description Time until which the buyer can accept the counteroffer, ISO 8601, UTC.
                 */
                expires_at: string;
            } | null;
            /**
             * @description Status of the offer.
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
             * @description Status of the order.
             * @constant
             */
            status: "paid";
            /**
             * Format: double
             * @description Total that the buyer paid, in US dollars.
             */
            total: number;
            /**
             * Format: date-time
             * @description Shipping deadline, ISO 8601, UTC. After it, the order is cancelled and refunded.
             */
            ship_by: string | null;
            /** @description Sold listing. */
            listing: components["schemas"]["ListingRef"];
            /** @description Shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer of the item. */
            buyer: components["schemas"]["PersonRef"];
        };
        MoneyProblem: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "money_problem";
            /**
             * @description Kind of problem.
             * @enum {string}
             */
            kind: "chargeback" | "refund_failed" | "transfer_failed" | "transfer_reversed" | "payout_failed" | "account_stopped" | "mismatch";
            /**
             * @description Stage of the bank’s dispute; null if there is no dispute.
             * @enum {string|null}
             */
            stage: "inquiry" | "open" | "won" | "lost" | null;
            /**
             * Format: double
             * @description Amount that the problem affects, in US dollars.
             */
            amount: number;
            /** @description Id of the order. */
            order: string | null;
            /** @description Sold listing. */
            listing: {
                /** @description Title of the listing. */
                title: string;
            } | null;
            /**
             * Format: date-time
             * @description Time when the problem occurred, ISO 8601, UTC.
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
             * @description Amount that the buyer offers, in US dollars.
             */
            amount: number;
            /** @description The buyer’s message with the offer; may be empty. */
            note: string;
            /** @description Listing that the offer is for. */
            listing: components["schemas"]["OfferedListing"];
            /** @description Shop of the listing. */
            shop: components["schemas"]["ShopRef"];
            /** @description Buyer who made the offer. */
            buyer: components["schemas"]["PersonRef"];
            /**
             * Format: date-time
             * @description Expiry time, ISO 8601, UTC. A counteroffer extends it to 48 hours after the counteroffer.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description Time of creation, ISO 8601, UTC.
             */
            created_at: string;
            /** @description Current counteroffer; null if there is none. */
            counter: {
                /**
                 * Format: double
                 * @description Amount that the seller would accept, in US dollars.
                 */
                amount: number;
                /** @description Message with the counteroffer; null if there is none. */
                note: string | null;
                /**
                 * @description Author of the counteroffer: the owner, or the negotiator (`agent`).
                 * @enum {string|null}
                 */
                by: "owner" | "agent" | null;
                /**
                 * Format: date-time
                 * @description Time until which the buyer can accept the counteroffer, ISO 8601, UTC.
                 */
                expires_at: string;
            } | null;
            /**
             * @description Status of the offer.
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
             * @description Kind of task.
             * @enum {string}
             */
            kind: "answer_cancelling" | "ship_order" | "hand_over_order" | "confirm_order" | "pay_rest" | "use_hold" | "answer_bank" | "tell_about_sale" | "check_return" | "answer_return" | "send_return" | "receive_return" | "answer_problem" | "answer_part" | "decide_dispute" | "settle_case" | "mend_account" | "mend_bank" | "open_account" | "pay_order" | "pay_deposit" | "answer_offer" | "answer_counter" | "decide_approval" | "write_review" | "answer_message" | "read_message" | "switch_on_webhook" | "read_report" | "answer_appeal" | "finish_listing";
            /**
             * @description Your role in the task.
             * @enum {string}
             */
            role: "buyer" | "seller" | "owner" | "operator";
            /** @description Record that the task belongs to. */
            record: {
                /**
                 * @description Kind of record.
                 * @enum {string}
                 */
                object: "order" | "offer" | "hold" | "approval" | "money_case" | "payout_account" | "thread" | "webhook" | "listing" | "report" | "appeal";
                /** @description Id of the record. */
                id: string;
            };
            /** @description Title of the record; null if there is none. */
            title: string | null;
            /** @description Shop that the task concerns; null if there is none. */
            shop: components["schemas"]["ShopRef"] | null;
            /**
             * Format: double
             * @description Amount that the task concerns, in US dollars.
             */
            amount: number | null;
            /**
             * Format: date-time
             * @description Deadline of the task, ISO 8601, UTC; null if there is none.
             */
            until: string | null;
            /**
             * @description Consequence of missing the deadline. Tasks are sorted by it, most serious first.
             * @enum {string}
             */
            cost: "money" | "held" | "time" | "nothing";
            /** @description Text that explains the consequence of missing the deadline. */
            late: string;
        };
        Notices: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "notices";
            /** @description Setting for each kind of email. */
            switches: components["schemas"]["NoticeSwitch"][];
        };
        NoticeSwitch: {
            /**
             * @description Kind of email.
             * @enum {string}
             */
            kind: "offer_received" | "counter_received" | "invitation" | "offer_accepted" | "offer_ended" | "question" | "answer" | "sold" | "ship_reminder" | "order_shipped" | "problem" | "refund" | "payout" | "webhook_off" | "approval" | "review" | "search_alert" | "price_drop" | "liked_sold" | "liked_back" | "report_closed";
            /** @description Event that the email is about. */
            title: string;
            /** @description Whether you get this kind of email. */
            enabled: boolean;
            /** @description Whether your subscribed browsers get this as a push notification; null for emails only. */
            push: boolean | null;
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
                /** @description Name of the item that research identified. */
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
                 * @description Confidence that research identified the item correctly.
                 * @enum {string}
                 */
                confidence: "high" | "medium" | "low";
                /**
                 * Format: double
                 * @description Suggested price, in US dollars.
                 */
                suggested_price: number;
                /** @description Range from the lowest to the highest price found. */
                price_range: components["schemas"]["PriceSpan"];
                /** @description Price range in which most similar items sell. */
                band: components["schemas"]["PriceSpan"];
                /** @description Summary of the findings in one or two sentences. */
                summary: string;
                /** @description 3 to 6 facts about the item. */
                facts: {
                    /** @description Name of the fact. */
                    label: string;
                    /** @description Text of the fact. */
                    value: string;
                    /** @description True if the fact applies to every item of this model. */
                    about_model: boolean;
                }[];
                /** @description 3 or 4 facts about the price, as text. */
                price_facts: string[];
                /** @description 1 to 4 questions that only the seller can answer, starting with the condition. */
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
                 * @description Price of a new item, in US dollars; null if none was found.
                 */
                new_price: number | null;
                /**
                 * @description Basis of the suggested price. `comparables`: second-hand prices. `rule_of_thumb`: no second-hand prices were found, so the price is only an estimate.
                 * @enum {string}
                 */
                priced_by: "comparables" | "rule_of_thumb";
                /** @description Second-hand prices that were compared. */
                comparables: components["schemas"]["ComparablePrice"][];
            } | null;
            /**
             * Format: date-time
             * @description Time when the run started.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Time when the run last progressed.
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
             * @description Shipping cost, in US dollars.
             */
            shipping: number | null;
            /** @description Condition as stated in the source. */
            condition: string | null;
            /**
             * @description `asked`: asking price. `sold`: price paid.
             * @enum {string}
             */
            kind: "asking" | "sold";
            /** @description URL of the source page. */
            url: string;
            /** @description URL of the picture in the source; null if there is none. */
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
            /** @description Reason why there is no take; null if there is one. */
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
             * @description Time when the take was written.
             */
            created_at: string;
        };
        TakeList: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "list";
            /** @description Records on this page. */
            data: components["schemas"]["Take"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
            /** @description Reason why the reply stopped early or is missing; null if the reply is complete. */
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
             * @description Time when the message was written.
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
            /** @description Records on this page. */
            data: components["schemas"]["ChatMessage"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
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
                /** @description URL of the picture in the source; null if there is none. */
                image: string | null;
                /** @description URL of the product page that was read; null if no link was sent. */
                link: string | null;
            };
            /**
             * Format: double
             * @description Cost, in US dollars: the price you sent, otherwise the price on the page, otherwise the price of a new item.
             */
            price: number | null;
            /**
             * Format: double
             * @description Price of a new item, in US dollars; null if none was found.
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
             * @description Likely resale price divided by the cost. An item with a score of 0.6 or more holds its value.
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
             * @description Type of the hidden or suspended record; `warning` and `change` (a request to change a listing) hide nothing.
             * @enum {string}
             */
            kind: "listing" | "shop" | "account" | "review" | "warning" | "change";
            /** @description Affected record; for a warning, the report. */
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
             * @description Time when the action was lifted; null while it is active.
             */
            lifted_at: string | null;
            /** @description Reason for lifting the action. */
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
            /** @description Records on this page. */
            data: components["schemas"]["Measure"][];
            /** @description Total number of records. */
            total: number;
            /** @description True if more records follow. */
            has_more: boolean;
        };
        DailyStats: {
            /**
             * @description Type of record.
             * @constant
             */
            object: "stats";
            /** @description Slug of the shop; null for all your shops together. */
            shop: string | null;
            /** @description Number of days. */
            days: number;
            /** @description Sums of the preceding period of the same length. Null for more than 50 days, because older views are not stored by day. */
            before: {
                /** @description Views of listings and shop pages. */
                views: number;
                /** @description Likes added and not removed since. */
                likes: number;
                /** @description Offers received. */
                offers: number;
                /** @description Orders paid. */
                sales: number;
            } | null;
            /** @description One entry per day, oldest first. */
            data: {
                /** @description Day in UTC: `2026-11-21`. */
                day: string;
                /** @description Views of listings and shop pages, at most one per person per day. */
                views: number;
                /** @description Likes added on that day and not removed since. */
                likes: number;
                /** @description Offers received on that day. */
                offers: number;
                /** @description Orders paid on that day. */
                sales: number;
            }[];
            /** @description Steps from a view to a sale, in order. Each step counts everything that happened in the period, so it does not follow the same people. */
            funnel: {
                /**
                 * @description `views` of listings and shop pages; `likes` added and not removed since; `contacts`: buyers who made an offer or started a conversation, once per listing; `orders` placed; `sold`: orders paid.
                 * @enum {string}
                 */
                step: "views" | "likes" | "contacts" | "orders" | "sold";
                /** @description Number in the period. */
                count: number;
                /** @description Number in the preceding period of the same length. Null for more than 50 days. */
                before: number | null;
            }[];
            /** @description Categories with the most orders paid in the period, at most 10, best first. */
            sells: {
                /** @description Category of the listings; null for listings without a category. */
                category: string | null;
                /** @description Orders paid in the period. */
                sold: number;
                /**
                 * Format: double
                 * @description Median number of days from publication to payment; null if it is unknown.
                 */
                median_days: number | null;
                /**
                 * Format: double
                 * @description Median price paid for the item, in US dollars.
                 */
                median_price: number;
            }[];
            /** @description Listings that have been live for at least 30 days with at most half the median views of their shop. At most 20, least viewed first. */
            stale: {
                /** @description The listing. */
                listing: components["schemas"]["ListingRef"];
                /** @description Slug of the shop: its subdomain name. */
                shop: string;
                /**
                 * Format: double
                 * @description Price of the listing, in US dollars.
                 */
                price: number;
                /**
                 * Format: date-time
                 * @description Time of publication, ISO 8601, UTC.
                 */
                published_at: string;
                /** @description Views in the last 30 days. */
                views: number;
                /**
                 * Format: double
                 * @description Median of this number over the live listings of the shop.
                 */
                shop_median: number;
                /** @description Number of likes. */
                likes: number;
            }[];
            /** @description Totals of each of your shops since it was opened, even if `shop` selects one shop. */
            shops: {
                /** @description Slug of the shop: its subdomain name. */
                slug: string;
                /** @description Name of the shop. */
                name: string;
                /** @description Number of listings by status. */
                counts: components["schemas"]["ShopCounts"];
                /** @description Statistics of the shop. */
                stats: {
                    /** @description Views of the shop and its listings, at most one per person per day. */
                    views: number;
                    /** @description Views in the last 7 days. */
                    views_7d: number;
                    /** @description Number of people who follow the shop. */
                    followers: number;
                    /** @description Number of likes of the shop’s listings. */
                    likes: number;
                    /** @description Number of shares. */
                    shares: number;
                    /** @description Number of offers waiting for your answer. */
                    offers_waiting: number;
                };
            }[];
        };
        ParcelOutput: {
            /**
             * Format: double
             * @description Weight in ounces.
             */
            weight_oz: number;
            /**
             * Format: double
             * @description Length in inches.
             */
            length_in: number;
            /**
             * Format: double
             * @description Width in inches.
             */
            width_in: number;
            /**
             * Format: double
             * @description Height in inches.
             */
            height_in: number;
        };
    };
    responses: never;
    parameters: {
        /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
        /** @description Filter by event type. */
        type: "listing.sold" | "offer.received" | "offer.updated" | "question.asked" | "order.completed" | "order.problem" | "order.refunded" | "payout.sent" | "review.created";
        /** @description Slug of the shop: its subdomain name. */
        slug: string;
        /** @description Filter by shop: slug of one of your shops. */
        shopParameter: string;
        /** @description Filter by status. */
        status: "draft" | "live" | "sold";
        /** @description Id of the bulk change. */
        id: string;
        /** @description Id of the listing. */
        listingId: string;
        /** @description Minimum price in US dollars. */
        min_price: number;
        /** @description Maximum price in US dollars. */
        max_price: number;
        /** @description Only records changed after this time. Use the `updated_at` of the last record you have seen. */
        updated_after: string;
        /** @description Id of the photo. */
        photoId: string;
        /** @description Id of the question. */
        questionId: string;
        /** @description Filter by brand, in any common spelling. */
        brand: string[];
        /** @description Filter by size, such as `M`, `EU 38` or `W32 L34`. */
        size: string[];
        /** @description Filter by condition. */
        condition: ("new" | "like_new" | "good" | "fair" | "worn" | "parts")[];
        /** @description Filter by colour. */
        color: string[];
        /** @description If true, the response includes `facets`. */
        facetsParameter: components["schemas"]["Flag"];
        /** @description Id of the order. */
        orderId: string;
        /** @description Id of the review. */
        reviewId: string;
        /** @description Id of the search. */
        searchId: string;
        /** @description Filter by listing: its id. */
        listingParameter: string;
        /** @description Id of the offer. */
        offerId: string;
        /** @description Id of the invitation. */
        invitationId: string;
        /** @description Id of the address. */
        addressId: string;
        /** @description Filter by your role. Defaults to both. */
        role: "buyer" | "seller";
        /** @description Id of the purchase. */
        purchaseId: string;
        /** @description Id of the hold. */
        holdId: string;
        /** @description Month or year in UTC, such as `2026-11` or `2026`. */
        period: string;
        /** @description Id of the thread. */
        threadId: string;
        /** @description Id of the saved reply. */
        id2: string;
        /** @description Id of the delivery. */
        deliveryId: string;
        /** @description Id of the affected record. */
        id3: string;
        /** @description Id of the measure. */
        measureId: string;
        /** @description Id of the report. */
        reportId: string;
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
export type Address = components['schemas']['Address'];
export type SetShopPictureBody = components['schemas']['SetShopPictureBody'];
export type BulkChange = components['schemas']['BulkChange'];
export type CreateListingBody = components['schemas']['CreateListingBody'];
export type Parcel = components['schemas']['Parcel'];
export type DetailLines = components['schemas']['DetailLines'];
export type PutListingBody = components['schemas']['PutListingBody'];
export type ChangeListingBody = components['schemas']['ChangeListingBody'];
export type PublishListingBody = components['schemas']['PublishListingBody'];
export type AddPhotosBody = components['schemas']['AddPhotosBody'];
export type OrderPhotosBody = components['schemas']['OrderPhotosBody'];
export type ChangePhotoBody = components['schemas']['ChangePhotoBody'];
export type CreateQuestionBody = components['schemas']['CreateQuestionBody'];
export type ChangeQuestionBody = components['schemas']['ChangeQuestionBody'];
export type WriteReviewBody = components['schemas']['WriteReviewBody'];
export type ReplyToReviewBody = components['schemas']['ReplyToReviewBody'];
export type ReportProblemBody = components['schemas']['ReportProblemBody'];
export type ContestReturnBody = components['schemas']['ContestReturnBody'];
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
export type OrderReturn = components['schemas']['OrderReturn'];
export type ReturnStatus = components['schemas']['ReturnStatus'];
export type ReturnPayer = components['schemas']['ReturnPayer'];
export type ReturnContest = components['schemas']['ReturnContest'];
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
export type MessagePhoto = components['schemas']['MessagePhoto'];
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
export type BundleTier = components['schemas']['BundleTier'];
export type ShipFrom = components['schemas']['ShipFrom'];
export type ShopCounts = components['schemas']['ShopCounts'];
export type ShopWithStats = components['schemas']['ShopWithStats'];
export type DeletedShop = components['schemas']['DeletedShop'];
export type Import = components['schemas']['Import'];
export type ImportRow = components['schemas']['ImportRow'];
export type BulkPreview = components['schemas']['BulkPreview'];
export type BulkRow = components['schemas']['BulkRow'];
export type BulkValues = components['schemas']['BulkValues'];
export type BulkRefusal = components['schemas']['BulkRefusal'];
export type Bulk = components['schemas']['Bulk'];
export type Listing = components['schemas']['Listing'];
export type PriceDrop = components['schemas']['PriceDrop'];
export type DetailLine = components['schemas']['DetailLine'];
export type Photo = components['schemas']['Photo'];
export type WantedPhoto = components['schemas']['WantedPhoto'];
export type ListingStats = components['schemas']['ListingStats'];
export type ListingResearch = components['schemas']['ListingResearch'];
export type PriceSpan = components['schemas']['PriceSpan'];
export type SalePreview = components['schemas']['SalePreview'];
export type SalePreviewRow = components['schemas']['SalePreviewRow'];
export type SkippedListing = components['schemas']['SkippedListing'];
export type Sale = components['schemas']['Sale'];
export type SaleStatus = components['schemas']['SaleStatus'];
export type SaleList = components['schemas']['SaleList'];
export type ListingList = components['schemas']['ListingList'];
export type DeletedListing = components['schemas']['DeletedListing'];
export type PhotoList = components['schemas']['PhotoList'];
export type QuestionList = components['schemas']['QuestionList'];
export type Question = components['schemas']['Question'];
export type DeletedQuestion = components['schemas']['DeletedQuestion'];
export type SearchResult = components['schemas']['SearchResult'];
export type PublicListing = components['schemas']['PublicListing'];
export type Facets = components['schemas']['Facets'];
export type PublicListingDetail = components['schemas']['PublicListingDetail'];
export type SuggestionList = components['schemas']['SuggestionList'];
export type Suggestion = components['schemas']['Suggestion'];
export type StoreList = components['schemas']['StoreList'];
export type Store = components['schemas']['Store'];
export type StoreDetail = components['schemas']['StoreDetail'];
export type RunningSale = components['schemas']['RunningSale'];
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
export type Invitation = components['schemas']['Invitation'];
export type InvitationStatus = components['schemas']['InvitationStatus'];
export type InvitedListing = components['schemas']['InvitedListing'];
export type InvitationList = components['schemas']['InvitationList'];
export type SavedAddressList = components['schemas']['SavedAddressList'];
export type SavedAddress = components['schemas']['SavedAddress'];
export type DeletedAddress = components['schemas']['DeletedAddress'];
export type OrderList = components['schemas']['OrderList'];
export type PurchaseQuote = components['schemas']['PurchaseQuote'];
export type QuotedListing = components['schemas']['QuotedListing'];
export type Purchase = components['schemas']['Purchase'];
export type PurchaseStatus = components['schemas']['PurchaseStatus'];
export type PurchasedOrder = components['schemas']['PurchasedOrder'];
export type PurchaseList = components['schemas']['PurchaseList'];
export type RateList = components['schemas']['RateList'];
export type Rate = components['schemas']['Rate'];
export type Label = components['schemas']['Label'];
export type LabelResults = components['schemas']['LabelResults'];
export type LabelResult = components['schemas']['LabelResult'];
export type Hold = components['schemas']['Hold'];
export type HoldList = components['schemas']['HoldList'];
export type PayoutList = components['schemas']['PayoutList'];
export type Payout = components['schemas']['Payout'];
export type PayoutAccount = components['schemas']['PayoutAccount'];
export type Balance = components['schemas']['Balance'];
export type StatementList = components['schemas']['StatementList'];
export type Statement = components['schemas']['Statement'];
export type StatementLineList = components['schemas']['StatementLineList'];
export type StatementLine = components['schemas']['StatementLine'];
export type ThreadList = components['schemas']['ThreadList'];
export type Thread = components['schemas']['Thread'];
export type ThreadDetail = components['schemas']['ThreadDetail'];
export type SavedReplyList = components['schemas']['SavedReplyList'];
export type SavedReply = components['schemas']['SavedReply'];
export type DeletedReply = components['schemas']['DeletedReply'];
export type Block = components['schemas']['Block'];
export type DeletedBlock = components['schemas']['DeletedBlock'];
export type BlockList = components['schemas']['BlockList'];
export type PersonReport = components['schemas']['PersonReport'];
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
export type ParcelOutput = components['schemas']['ParcelOutput'];
export type ParameterIdempotencyKey = components['parameters']['Idempotency-Key'];
export type ParameterPasskeyId = components['parameters']['passkeyId'];
export type ParameterAppId = components['parameters']['appId'];
export type ParameterLimit = components['parameters']['limit'];
export type ParameterOffset = components['parameters']['offset'];
export type ParameterApprovalId = components['parameters']['approvalId'];
export type ParameterExportId = components['parameters']['exportId'];
export type ParameterType = components['parameters']['type'];
export type ParameterSlug = components['parameters']['slug'];
export type ParameterShopParameter = components['parameters']['shopParameter'];
export type ParameterStatus = components['parameters']['status'];
export type ParameterId = components['parameters']['id'];
export type ParameterListingId = components['parameters']['listingId'];
export type ParameterMinPrice = components['parameters']['min_price'];
export type ParameterMaxPrice = components['parameters']['max_price'];
export type ParameterUpdatedAfter = components['parameters']['updated_after'];
export type ParameterPhotoId = components['parameters']['photoId'];
export type ParameterQuestionId = components['parameters']['questionId'];
export type ParameterBrand = components['parameters']['brand'];
export type ParameterSize = components['parameters']['size'];
export type ParameterCondition = components['parameters']['condition'];
export type ParameterColor = components['parameters']['color'];
export type ParameterFacetsParameter = components['parameters']['facetsParameter'];
export type ParameterOrderId = components['parameters']['orderId'];
export type ParameterReviewId = components['parameters']['reviewId'];
export type ParameterSearchId = components['parameters']['searchId'];
export type ParameterListingParameter = components['parameters']['listingParameter'];
export type ParameterOfferId = components['parameters']['offerId'];
export type ParameterInvitationId = components['parameters']['invitationId'];
export type ParameterAddressId = components['parameters']['addressId'];
export type ParameterRole = components['parameters']['role'];
export type ParameterPurchaseId = components['parameters']['purchaseId'];
export type ParameterHoldId = components['parameters']['holdId'];
export type ParameterPeriod = components['parameters']['period'];
export type ParameterThreadId = components['parameters']['threadId'];
export type ParameterId2 = components['parameters']['id2'];
export type ParameterDeliveryId = components['parameters']['deliveryId'];
export type ParameterId3 = components['parameters']['id3'];
export type ParameterMeasureId = components['parameters']['measureId'];
export type ParameterReportId = components['parameters']['reportId'];
export type ParameterCaseId = components['parameters']['caseId'];
export interface operations {
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Email address for sign-in and notifications. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    ask_first?: ("shops.delete" | "shops.floor" | "listings.publish" | "listings.price" | "listings.delete" | "offers.accept" | "offers.counter" | "offers.invite" | "offers.decline" | "messages.send" | "orders.ship" | "orders.refund" | "orders.cancel" | "orders.label" | "buying.offer" | "buying.pay" | "buying.confirm" | "webhooks.change")[];
                    /**
                     * Format: double
                     * @description Maximum in US dollars for one offer, accepted counteroffer, order or deposit. Null: no limit.
                     */
                    max_offer?: number | null;
                    /**
                     * Format: double
                     * @description Maximum in US dollars for all commitments in any 24 hours. Withdrawn, declined, cancelled or refunded amounts no longer count; each deal counts once. Null: no limit.
                     */
                    max_day?: number | null;
                    /** @description False: a test key, which sees and changes only your [test data](/docs/sandbox). */
                    livemode?: components["schemas"]["Flag"];
                    /**
                     * @description For a test key: its test account. Defaults to the seller.
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description If true, only requests that failed. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Filter by event type. */
                type?: components["parameters"]["type"];
                /** @description Returns the events after this one, oldest first. `start` begins before the first event. Cannot be combined with `offset`. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Public URL of a picture. The service stores a copy. */
                    url?: string;
                    /**
                     * Format: binary
                     * @description Picture of up to 10 MB.
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Slug of the shop for rows without a shop. Defaults to your first shop. */
                shop?: string;
            };
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": {
                    /** @description The CSV as text, if it is not sent as a file. */
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
                /** @description Filter by shop: slug of one of your shops. */
                shop?: components["parameters"]["shopParameter"];
                /** @description Filter by status. */
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
    bulkListings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of listings. */
                    ids?: string[];
                    /** @description Query of `GET /listings` without paging: selects every listing that matches, at most 1,000. */
                    where?: {
                        /** @description Filter by shop: slug of one of your shops. */
                        shop?: string;
                        /**
                         * @description Filter by status.
                         * @enum {string}
                         */
                        status?: "draft" | "live" | "sold";
                        /** @description Search text: words of the listing, a part of its title, or its SKU. */
                        q?: string;
                        /**
                         * Format: double
                         * @description Minimum price in US dollars.
                         */
                        min_price?: number;
                        /**
                         * Format: double
                         * @description Maximum price in US dollars.
                         */
                        max_price?: number;
                        /**
                         * Format: date-time
                         * @description Only records changed after this time. Use the `updated_at` of the last record you have seen.
                         */
                        updated_after?: string;
                        /**
                         * @description Order in which the listings are changed.
                         * @enum {string}
                         */
                        sort?: "changed" | "newest" | "price-asc" | "price-desc";
                    };
                    /** @description The change. Send exactly one field. */
                    change: components["schemas"]["BulkChange"];
                    /** @description If true, only returns the effect of the change and a token. */
                    preview?: components["schemas"]["Flag"];
                    /** @description Token of a preview. The call is refused if the listings have changed since the preview. */
                    token?: string;
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
                    "application/json": components["schemas"]["BulkPreview"];
                };
            };
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bulk"] | components["schemas"]["Approval"];
                };
            };
        };
    };
    getBulk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk change. */
                id: components["parameters"]["id"];
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
                    "application/json": components["schemas"]["Bulk"];
                };
            };
        };
    };
    undoBulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the bulk change. */
                id: components["parameters"]["id"];
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
                    "application/json": components["schemas"]["Bulk"] | components["schemas"]["Approval"];
                };
            };
        };
    };
    setPriceDrop: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Step in percent of the current price, rounded to whole dollars if the price has no cents. */
                    percent?: number | null;
                    /**
                     * Format: double
                     * @description Step in US dollars. Send either `percent` or `amount`.
                     */
                    amount?: number | null;
                    /** @description Days between two steps. */
                    every_days: number;
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
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    stopPriceDrop: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    listSales: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
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
                    "application/json": components["schemas"]["SaleList"];
                };
            };
        };
    };
    createSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Reduction in percent, rounded to whole dollars for prices without cents. */
                    percent: number;
                    /**
                     * Format: date-time
                     * @description Start time. Defaults to now.
                     */
                    starts_at?: string;
                    /**
                     * Format: date-time
                     * @description End time, at most 14 days after the start.
                     */
                    ends_at: string;
                    /** @description Ids of listings of the shop. Defaults to all listings that are live at the start. */
                    listings?: string[];
                    /** @description If true, only returns the prices before and during the sale. */
                    preview?: components["schemas"]["Flag"];
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
                    "application/json": components["schemas"]["SalePreview"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sale"];
                };
            };
        };
    };
    endSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
                /** @description Id of the sale. */
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
                    "application/json": components["schemas"]["Sale"];
                };
            };
        };
    };
    listListings: {
        parameters: {
            query?: {
                /** @description Filter by shop: slug of one of your shops. */
                shop?: components["parameters"]["shopParameter"];
                /** @description Filter by status. */
                status?: components["parameters"]["status"];
                /** @description Search text: words of the listing, a part of its title, or its SKU. */
                q?: string;
                /** @description Minimum price in US dollars. */
                min_price?: components["parameters"]["min_price"];
                /** @description Maximum price in US dollars. */
                max_price?: components["parameters"]["max_price"];
                /** @description Sort order; `changed` and `newest` put the latest first. */
                sort?: "changed" | "newest" | "price-asc" | "price-desc";
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    putListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Your own stock number. Encode characters such as `/` in the URL. */
                sku: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PutListingBody"];
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
                    urls?: string[];
                    /** @description Alternative text: what the photo shows, for people who cannot see it. */
                    alt?: string | null;
                    /**
                     * @description `own` for the seller’s photos, `web` for others. The first `own` photo is the cover.
                     * @default own
                     * @enum {string}
                     */
                    source?: "own" | "web";
                    /** @description Photos of up to 10 MB each, and at most one video of up to 40 MB. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    listPublicQuestions: {
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
                    "application/json": components["schemas"]["QuestionList"];
                };
            };
        };
    };
    listQuestions: {
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
                    "application/json": components["schemas"]["QuestionList"];
                };
            };
        };
    };
    createQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                "application/json": components["schemas"]["CreateQuestionBody"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Question"];
                };
            };
        };
    };
    deleteQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
                /** @description Id of the question. */
                questionId: components["parameters"]["questionId"];
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
                    "application/json": components["schemas"]["DeletedQuestion"];
                };
            };
        };
    };
    changeQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the listing. */
                id: components["parameters"]["listingId"];
                /** @description Id of the question. */
                questionId: components["parameters"]["questionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeQuestionBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Question"];
                };
            };
        };
    };
    searchMarket: {
        parameters: {
            query?: {
                /** @description Search text: keywords, or a description of the item. */
                q?: string;
                /** @description Filter by category. */
                category?: "Clothing" | "Shoes" | "Bags" | "Home" | "Collectibles" | "Books" | "Tech" | "Kids" | "Garden";
                /** @description Filter by price range. `25-100` includes both ends. Excludes `min_price` and `max_price`. */
                price?: "any" | "under-25" | "25-100" | "over-100";
                /** @description If true, only listings that accept offers. */
                offers?: components["schemas"]["Flag"];
                /** @description Filter by brand, in any common spelling. */
                brand?: components["parameters"]["brand"];
                /** @description Filter by size, such as `M`, `EU 38` or `W32 L34`. */
                size?: components["parameters"]["size"];
                /** @description Filter by condition. */
                condition?: components["parameters"]["condition"];
                /** @description Filter by colour. */
                color?: components["parameters"]["color"];
                /** @description Minimum price in US dollars. */
                min_price?: components["parameters"]["min_price"];
                /** @description Maximum price in US dollars. */
                max_price?: components["parameters"]["max_price"];
                /** @description Sort order. `best` needs `q`. The default is `best` with `q`, otherwise `newest`. */
                sort?: "best" | "newest" | "price-asc" | "price-desc";
                /** @description If true, the response includes `facets`. */
                facets?: components["parameters"]["facetsParameter"];
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
                /** @description Text that the user has typed. */
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
                /** @description Filter by brand, in any common spelling. */
                brand?: components["parameters"]["brand"];
                /** @description Filter by size, such as `M`, `EU 38` or `W32 L34`. */
                size?: components["parameters"]["size"];
                /** @description Filter by condition. */
                condition?: components["parameters"]["condition"];
                /** @description Filter by colour. */
                color?: components["parameters"]["color"];
                /** @description Minimum price in US dollars. */
                min_price?: components["parameters"]["min_price"];
                /** @description Maximum price in US dollars. */
                max_price?: components["parameters"]["max_price"];
                /** @description If true, the response includes `facets`. */
                facets?: components["parameters"]["facetsParameter"];
                /** @description Number of listings to return. */
                limit?: number;
                /** @description Number of listings to skip. */
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
                /** @description Filter by rating: number of stars. */
                rating?: number;
                /** @description Number of reviews to return. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: keywords, or a description of the item. */
                    q?: string;
                    /**
                     * @description Filter by category.
                     * @enum {string}
                     */
                    category?: "Clothing" | "Shoes" | "Bags" | "Home" | "Collectibles" | "Books" | "Tech" | "Kids" | "Garden";
                    /**
                     * @description Filter by price range. `25-100` includes both ends.
                     * @default any
                     * @enum {string}
                     */
                    price?: "any" | "under-25" | "25-100" | "over-100";
                    /** @description If true, only listings that accept offers. */
                    offers?: components["schemas"]["Flag"];
                    /** @description Filter by brand, in any common spelling. */
                    brand?: string[];
                    /** @description Filter by size, such as `M`, `EU 38` or `W32 L34`. */
                    size?: string[];
                    /** @description Filter by condition. */
                    condition?: ("new" | "like_new" | "good" | "fair" | "worn" | "parts")[];
                    /** @description Filter by colour. */
                    color?: string[];
                    /**
                     * Format: double
                     * @description Minimum price in US dollars.
                     */
                    min_price?: number;
                    /**
                     * Format: double
                     * @description Maximum price in US dollars.
                     */
                    max_price?: number;
                    /** @description Name of the saved search. Defaults to a name made from the filters. */
                    name?: string;
                    /**
                     * @description Whether you get alerts about new results, at most once a day.
                     * @default none
                     * @enum {string}
                     */
                    alert?: "none" | "daily";
                    /**
                     * @description How alerts reach you: by email, in the browsers in which you turned notifications on, or both.
                     * @default both
                     * @enum {string}
                     */
                    alert_by?: "both" | "email" | "push";
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the search. */
                id: components["parameters"]["searchId"];
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
    changeSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the search. */
                id: components["parameters"]["searchId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name of the saved search. */
                    name?: string;
                    /**
                     * @description Whether you get alerts about new results, at most once a day.
                     * @enum {string}
                     */
                    alert?: "none" | "daily";
                    /**
                     * @description How alerts reach you: by email, in the browsers in which you turned notifications on, or both.
                     * @enum {string}
                     */
                    alert_by?: "both" | "email" | "push";
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
        };
    };
    reportListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                     * @description Reason for the report.
                     * @enum {string}
                     */
                    reason: "counterfeit" | "prohibited" | "misleading" | "offensive" | "other";
                    /** @description Explanation of the problem. */
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
                /** @description Filter by your role. Defaults to both. */
                role?: "seller" | "buyer";
                /** @description Filter by status. */
                status?: "open" | "countered" | "accepted" | "declined" | "withdrawn" | "replaced" | "expired" | "closed" | "lapsed";
                /** @description Filter by listing: its id. */
                listing?: components["parameters"]["listingParameter"];
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                     * @description Your offer in US dollars: more than 0 and at most the price.
                     */
                    amount: number;
                    /** @description Short message to the other party. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                     * @description Amount that you expect to accept, in US dollars. If the current amount differs, the response is 409.
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                     * @description Amount that you would accept, in US dollars: above the offer and below the price.
                     */
                    amount: number;
                    /** @description Short message to the other party. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    inviteLikers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                     * Format: double
                     * @description Amount in US dollars: at least your minimum price, and at most 95 percent of the price.
                     */
                    amount: number;
                    /** @description Short message to the invited people. */
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
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description `buyer`: the invitations that you received. `seller`: the invitations that you sent. */
                role?: "buyer" | "seller";
                /** @description Filter by status. */
                status?: "open" | "taken" | "declined" | "expired" | "withdrawn" | "closed";
                /** @description Filter by listing: its id. */
                listing?: components["parameters"]["listingParameter"];
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
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
        };
    };
    takeInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the invitation. */
                id: components["parameters"]["invitationId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: double
                     * @description Item price that you expect, in US dollars. If the current price differs, the response is 409.
                     */
                    expected_amount?: number;
                    /** @description Delivery address, or the id of a stored one. */
                    address?: components["schemas"]["Address"] | string;
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
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    declineInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the invitation. */
                id: components["parameters"]["invitationId"];
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
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the invitation. */
                id: components["parameters"]["invitationId"];
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
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    listAddresses: {
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
                    "application/json": components["schemas"]["SavedAddressList"];
                };
            };
        };
    };
    createAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the recipient. */
                    name: string;
                    /** @description Street and house number. */
                    line1: string;
                    /** @description Second address line, such as an apartment number. */
                    line2?: string | null;
                    /** @description City. */
                    city: string;
                    /** @description State or region. */
                    state?: string | null;
                    /** @description Postal code. */
                    postal_code: string;
                    /** @description ISO 3166-1 alpha-2 code or English name of the country. Stored as the code. */
                    country: string;
                    /** @description Whether this is the default address. A new default replaces the previous one. Defaults to true for the first address, and to false for others. */
                    default?: components["schemas"]["Flag"];
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
                    "application/json": components["schemas"]["SavedAddress"];
                };
            };
        };
    };
    getAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the address. */
                id: components["parameters"]["addressId"];
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
                    "application/json": components["schemas"]["SavedAddress"];
                };
            };
        };
    };
    deleteAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the address. */
                id: components["parameters"]["addressId"];
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
                    "application/json": components["schemas"]["DeletedAddress"];
                };
            };
        };
    };
    changeAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the address. */
                id: components["parameters"]["addressId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name of the recipient. */
                    name?: string;
                    /** @description Street and house number. */
                    line1?: string;
                    /** @description Second address line, such as an apartment number. */
                    line2?: string | null;
                    /** @description City. */
                    city?: string;
                    /** @description State or region. */
                    state?: string | null;
                    /** @description Postal code. */
                    postal_code?: string;
                    /** @description ISO 3166-1 alpha-2 code or English name of the country. Stored as the code. */
                    country?: string;
                    /** @description Whether this is the default address. A new default replaces the previous one. */
                    default?: components["schemas"]["Flag"];
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
                    "application/json": components["schemas"]["SavedAddress"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Filter by your role. Defaults to both. */
                role?: components["parameters"]["role"];
                /** @description Filter by status. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                     * @description Total that you expect, in US dollars. If the current total differs, the response is 409.
                     */
                    expected_total?: number;
                    /** @description Delivery address, or the id of a stored one. The order stores a copy, which only its buyer and seller see. */
                    address?: components["schemas"]["Address"] | string;
                    /** @description Id of your hold to use, or `true` for your hold on this listing. Its deposit counts toward the price. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Payment method. With test payments: `test_ok`, `test_declined` or `test_slow`. */
                    method: string;
                    /** @description Delivery address, or the id of a stored one. The order stores a copy, which only its buyer and seller see. */
                    address?: components["schemas"]["Address"] | string;
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Carrier. Use `other` for a tracking number that matches no known carrier. */
                    carrier?: string | null;
                    /** @description Tracking number, in the format of a known carrier. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Six-digit pickup code that the buyer shows to the seller. Only for the seller of a pickup. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                     * @description Kind of problem.
                     * @enum {string}
                     */
                    reason: "not_arrived" | "not_as_described" | "damaged" | "wrong_item" | "other";
                    /** @description Description of the problem. The seller can read it. */
                    body: string;
                    /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
                    photo_urls?: string[];
                    /** @description Up to 6 photos of up to 10 MB each. */
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
                /** @description Number of the photo, starting at 1. The photos of a contested return follow those of the problem. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Whether you accept the cancellation request or the partial refund. */
                    agree?: components["schemas"]["Flag"];
                    /** @description Your answer to a reported problem. Only for the seller. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                     * @description Partial refund to offer to the buyer, in US dollars. Without it, everything is refunded.
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
    quotePurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of 2 to 10 listings from one shop. */
                    listings: string[];
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
                    "application/json": components["schemas"]["PurchaseQuote"];
                };
            };
        };
    };
    listPurchases: {
        parameters: {
            query?: {
                /** @description Filter by your role. Defaults to both. */
                role?: components["parameters"]["role"];
                /** @description Filter by status. */
                status?: "awaiting_payment" | "paid" | "expired" | "cancelled";
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
                    "application/json": components["schemas"]["PurchaseList"];
                };
            };
        };
    };
    createPurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of 2 to 10 listings from one shop. */
                    listings: string[];
                    /**
                     * Format: double
                     * @description Total that you expect, in US dollars. If the current total differs, the response is 409.
                     */
                    expected_total?: number;
                    /** @description Delivery address of the parcel, or the id of a stored one. Each order stores a copy. */
                    address?: components["schemas"]["Address"] | string;
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
                    "application/json": components["schemas"]["Purchase"];
                };
            };
        };
    };
    getPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the purchase. */
                id: components["parameters"]["purchaseId"];
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
                    "application/json": components["schemas"]["Purchase"];
                };
            };
        };
    };
    payPurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the purchase. */
                id: components["parameters"]["purchaseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Payment method. With test payments: `test_ok`, `test_declined` or `test_slow`. */
                    method: string;
                    /** @description Delivery address of the parcel, or the id of a stored one. Each order stores a copy. */
                    address?: components["schemas"]["Address"] | string;
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
                    "application/json": components["schemas"]["Purchase"];
                };
            };
        };
    };
    cancelPurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the purchase. */
                id: components["parameters"]["purchaseId"];
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
                    "application/json": components["schemas"]["Purchase"];
                };
            };
        };
    };
    shipPurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the purchase. */
                id: components["parameters"]["purchaseId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Carrier. Use `other` for a tracking number that matches no known carrier. */
                    carrier?: string | null;
                    /** @description Tracking number, in the format of a known carrier. */
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
                    "application/json": components["schemas"]["Purchase"];
                };
            };
        };
    };
    listRates: {
        parameters: {
            query?: {
                /** @description Weight of the packed parcel in ounces. Weight and sides default to the listing’s `parcel`. */
                weight_oz?: number;
                /** @description Length in inches. */
                length_in?: number;
                /** @description Width in inches. */
                width_in?: number;
                /** @description Height in inches. */
                height_in?: number;
            };
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
                    "application/json": components["schemas"]["RateList"];
                };
            };
        };
    };
    getLabel: {
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
                    "application/json": components["schemas"]["Label"];
                };
            };
        };
    };
    buyLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Id of a rate of this order. Rates are valid for 24 hours. */
                    rate: string;
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
                    "application/json": components["schemas"]["Label"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
        };
    };
    voidLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    "application/json": components["schemas"]["Label"];
                };
            };
        };
    };
    buyLabels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of up to 50 paid orders. */
                    orders: string[];
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
                    "application/json": components["schemas"]["LabelResults"];
                };
            };
        };
    };
    offerReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /**
                     * @description Party that pays for the return shipping.
                     * @enum {string}
                     */
                    payer: "seller" | "buyer";
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
    agreeToReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    declineReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    sendReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Carrier. Use `other` for a tracking number that matches no known carrier. */
                    carrier: string;
                    /** @description Tracking number, in the format of a known carrier. */
                    number: string;
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
    receiveReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    contestReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                "application/json": components["schemas"]["ContestReturnBody"];
                "multipart/form-data": {
                    /** @description Description of what is wrong with the returned item. The buyer and the operator can read it. */
                    body: string;
                    /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. At least one photo is required. */
                    photo_urls?: string[];
                    /** @description Up to 6 photos of up to 10 MB each. */
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
    listHolds: {
        parameters: {
            query?: {
                /** @description Filter by your role. Defaults to both. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /** @description Payment method. With test payments: `test_ok`, `test_declined` or `test_slow`. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    getBalance: {
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
                    "application/json": components["schemas"]["Balance"];
                };
            };
        };
    };
    listStatements: {
        parameters: {
            query?: {
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
                    "application/json": components["schemas"]["StatementList"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Month or year in UTC, such as `2026-11` or `2026`. */
                period: components["parameters"]["period"];
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
                    "application/json": components["schemas"]["Statement"];
                };
            };
        };
    };
    listStatementLines: {
        parameters: {
            query?: {
                /** @description Maximum number of records to return. */
                limit?: components["parameters"]["limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                /** @description Month or year in UTC, such as `2026-11` or `2026`. */
                period: components["parameters"]["period"];
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
                    "application/json": components["schemas"]["StatementLineList"];
                };
            };
        };
    };
    exportStatement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Month or year in UTC, such as `2026-11` or `2026`. */
                period: components["parameters"]["period"];
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
                    "text/csv": string;
                };
            };
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /** @description Filter by your role. Defaults to both. */
                role?: components["parameters"]["role"];
                /** @description If true, only conversations that are waiting for your answer. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartThreadBody"];
                "multipart/form-data": {
                    /** @description Id of the listing that the message is about. Required without `shop`. */
                    listing?: string;
                    /** @description Slug of the shop to write to. Required without `listing`. */
                    shop?: string;
                    /** @description Text of the message. May be empty only if the message has a photo. */
                    text?: string;
                    /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
                    photo_urls?: string[];
                    /** @description Up to 4 photos of up to 10 MB each. */
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
                    "application/json": components["schemas"]["Thread"];
                };
            };
        };
    };
    getThread: {
        parameters: {
            query?: {
                /** @description Number of messages to return. */
                limit?: number;
                /** @description Number of messages to skip, counted back from the newest. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the thread. */
                id: components["parameters"]["threadId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendMessageBody"];
                "multipart/form-data": {
                    /** @description Text of the message. May be empty only if the message has a photo. */
                    text?: string;
                    /** @description Public URLs of photos. Each photo is downloaded and stored as a copy. */
                    photo_urls?: string[];
                    /** @description Up to 4 photos of up to 10 MB each. */
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
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    getMessagePhoto: {
        parameters: {
            query?: {
                /** @description Size of the photo: `small`, `medium` or `large`. */
                size?: "small" | "medium" | "large";
            };
            header?: never;
            path: {
                /** @description Id of the thread. */
                id: components["parameters"]["threadId"];
                /** @description Id of the message. */
                message: string;
                /** @description Number of the photo, starting at 1. */
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
    readThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
    listReplies: {
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
                    "application/json": components["schemas"]["SavedReplyList"];
                };
            };
        };
    };
    createReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Title, which only you see. */
                    title: string;
                    /** @description Text to insert into a message. It may contain `{name}` (the buyer), `{item}` (title of the item) and `{price}` (its current price). */
                    body: string;
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
                    "application/json": components["schemas"]["SavedReply"];
                };
            };
        };
    };
    getReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the saved reply. */
                id: components["parameters"]["id2"];
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
                    "application/json": components["schemas"]["SavedReply"];
                };
            };
        };
    };
    deleteReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the saved reply. */
                id: components["parameters"]["id2"];
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
                    "application/json": components["schemas"]["DeletedReply"];
                };
            };
        };
    };
    changeReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of the saved reply. */
                id: components["parameters"]["id2"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Title, which only you see. */
                    title?: string;
                    /** @description Text to insert into a message. It may contain `{name}` (the buyer), `{item}` (title of the item) and `{price}` (its current price). */
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
                    "application/json": components["schemas"]["SavedReply"];
                };
            };
        };
    };
    blockThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    "application/json": components["schemas"]["Block"];
                };
            };
        };
    };
    unblockThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    "application/json": components["schemas"]["DeletedBlock"];
                };
            };
        };
    };
    blockOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    "application/json": components["schemas"]["Block"];
                };
            };
        };
    };
    unblockOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    "application/json": components["schemas"]["DeletedBlock"];
                };
            };
        };
    };
    blockStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    "application/json": components["schemas"]["Block"];
                };
            };
        };
    };
    unblockStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    "application/json": components["schemas"]["DeletedBlock"];
                };
            };
        };
    };
    listBlocks: {
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
                    "application/json": components["schemas"]["BlockList"];
                };
            };
        };
    };
    reportThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                "application/json": {
                    /**
                     * @description Reason for the report.
                     * @enum {string}
                     */
                    reason: "spam" | "threat" | "fake" | "off_site_payment" | "private_data" | "other";
                    /** @description Text for the operator. */
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
                    "application/json": components["schemas"]["PersonReport"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonReport"];
                };
            };
        };
    };
    reportOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                    /**
                     * @description Reason for the report.
                     * @enum {string}
                     */
                    reason: "spam" | "threat" | "fake" | "off_site_payment" | "private_data" | "other";
                    /** @description Text for the operator. */
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
                    "application/json": components["schemas"]["PersonReport"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonReport"];
                };
            };
        };
    };
    reportStore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Slug of the shop: its subdomain name. */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Reason for the report.
                     * @enum {string}
                     */
                    reason: "spam" | "threat" | "fake" | "off_site_payment" | "private_data" | "other";
                    /** @description Text for the operator. */
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
                    "application/json": components["schemas"]["PersonReport"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonReport"];
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Filter by status. */
                status?: "waiting" | "delivered" | "failed";
                /** @description Filter by event type. */
                type?: components["parameters"]["type"];
                /** @description Filter by day in UTC: `2026-11-21`. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Any unique text. The service runs a request only once, even if you send it again with the same key. */
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
                /** @description Number of days up to and including today (UTC): 7, 30 or 90. */
                days?: number;
                /** @description Slug of one of your shops. Defaults to all your shops together. */
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
/** Options of a call, passed as its last argument. */
export type CallOptions = {
    /**
     * Makes it safe to send a write twice within 24 hours: the second request changes nothing and returns the response to the first. The SDK
     * generates a key for every write. Set your own key if a later run of your program may repeat the call.
     */
    idempotencyKey?: string;
    /** Aborts the call. */
    signal?: AbortSignal;
    /** Time limit per attempt, in milliseconds. */
    timeoutMs?: number;
    /** Number of retries after a temporary failure. */
    retries?: number;
    /**
     * If the call needs the owner's approval, waits for the decision and returns the call's result. Without this option, the call throws
     * `ApprovalNeeded`. `true` waits until the approval expires.
     */
    waitForApproval?: boolean | WaitOptions;
};
/** Options for waiting for an approval. */
export type WaitOptions = {
    /**
     * Time limit in milliseconds. The approval stays open after this limit. Default: no limit, so that the call waits until the approval
     * expires after one day.
     */
    timeoutMs?: number;
    /** Poll interval in milliseconds. */
    pollMs?: number;
    signal?: AbortSignal;
};
/** A list. Resolves to the first page when awaited. A `for await` loop yields the records of all pages. */
export type Pages<Page, Item> = Promise<Page> & AsyncIterable<Item>;
export type ClientOptions = {
    /** Base URL of the service, such as `https://market.example/v1`. */
    baseUrl: string;
    /**
     * API key (`rsk_…`) or token of an agent link (`ral_…`). In test mode, they begin with `rsk_test_` and `ral_test_`. Reading the
     * marketplace needs no key.
     */
    key?: string;
    /** Time limit per attempt, in milliseconds. Default: 60 seconds. */
    timeoutMs?: number;
    /** Number of retries after a temporary failure. Default: 2. */
    retries?: number;
    /** Default value of `CallOptions.waitForApproval` for all calls. */
    waitForApproval?: boolean | WaitOptions;
    /** Replaces the global `fetch`, for example with a proxy, a logger or a test double. */
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
/** Base class of all errors in this package. */
export declare class ResaleError extends Error {
    name: string;
}
/** An error response from the service. The message says how to correct the call. Each error type has its own subclass. */
export declare class ApiError extends ResaleError {
    readonly status: number;
    readonly type: string;
    /** Name of the invalid parameter as in the request, such as `price` or `photo_urls[2]`. */
    readonly param: string | undefined;
    /** Machine-readable cause. It distinguishes errors of the same type. */
    readonly code: string | undefined;
    /** Id of the request in the service's logs. */
    readonly requestId: string | undefined;
    /** Seconds to wait before a retry. */
    readonly retryAfter: number | undefined;
    constructor(status: number, body: ErrorBody, requestId?: string, retryAfter?: number);
}
/** 400: the input is invalid; `param` names the invalid field. */
export declare class InvalidRequestError extends ApiError {
}
/** 401: the key is missing, unknown, revoked or expired. */
export declare class AuthenticationError extends ApiError {
}
/** 402: the payment was declined. */
export declare class PaymentError extends ApiError {
}
/** 403: the key lacks a scope, or the amount exceeds its spend limit; `code` tells these apart. */
export declare class PermissionError extends ApiError {
}
/** 404: the record does not exist, or belongs to a different account. */
export declare class NotFoundError extends ApiError {
}
/** 405: the path does not accept this method. */
export declare class MethodNotAllowedError extends ApiError {
}
/** 409: the record is in the wrong state, a name is taken, or a quota is used up. */
export declare class ConflictError extends ApiError {
}
/** 413: a body or a file exceeds its size limit. */
export declare class TooLargeError extends ApiError {
}
/** 415: the type of the file or body is not supported. */
export declare class UnsupportedMediaError extends ApiError {
}
/** 422: this `idempotencyKey` was used for a different request. */
export declare class IdempotencyMismatchError extends ApiError {
}
/** 429: too many requests in a short time. */
export declare class RateLimitError extends ApiError {
}
/** 429: the monthly request quota is used up. */
export declare class UsageLimitError extends ApiError {
}
/** 500: an unexpected error in the service. */
export declare class ServerError extends ApiError {
}
/** 503: a helper or a provider is unavailable, or the service is shutting down. */
export declare class UnavailableError extends ApiError {
}
/** Error classes by `error.type`. */
export declare const ERROR_CLASSES: Readonly<Record<string, typeof ApiError>>;
/** The service sent no response: the connection could not be established, or was interrupted. `cause` is the error that `fetch` threw. */
export declare class ConnectionError extends ResaleError {
}
/** The service sent no response within the time limit. */
export declare class TimeoutError extends ConnectionError {
}
/** The call needs the owner's approval and has not been executed yet. `resale.waitForApproval(error)` waits for the decision. */
export declare class ApprovalNeeded extends ResaleError {
    readonly approval: Approval;
    constructor(approval: Approval);
}
/** The owner declined the request, or did not decide before the approval expired. */
export declare class ApprovalRefused extends ResaleError {
    readonly approval: Approval;
    constructor(approval: Approval);
}
/** The webhook has no valid signature. Respond with status 400 and ignore the webhook's content. */
export declare class SignatureError extends ResaleError {
}
/** Event in a streamed reply of a helper: a piece of text, a change to the listing, or the complete reply at the end. */
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
/** Yields server-sent events. If the caller leaves the loop early, cancels the response. */
declare function readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent, void, undefined>;
/** Event that `POST /v1/webhooks/test` sends to your endpoint. */
export type PingEvent = {
    id: string;
    object: 'event';
    type: 'ping';
    created_at: string;
    data: {
        object: Webhook;
    };
};
/** Payload of a webhook. New event types may be added. Respond with 2xx to unknown types as well. */
export type WebhookEvent = Event | PingEvent;
export type VerifyOptions = {
    /** Maximum difference in seconds between the current time and the time in the signature. Default: 300. */
    toleranceSeconds?: number;
    /** Current time in seconds since 1970. Default: the system clock. */
    now?: number;
};
/** Request body exactly as received, before any parsing. */
export type RawBody = string | Uint8Array | ArrayBuffer;
/** The `Service-Signature` header, or all headers of the request. */
export type SignatureHeader = string | null | undefined | Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/**
 * Returns true if the service signed this exact body within the tolerance. The signature is the HMAC-SHA256 of `{t}.{raw body}`, compared
 * in constant time. If you pass several secrets, any matching secret is enough, so that you can rotate secrets.
 */
declare function verify(body: RawBody, header: SignatureHeader, secret: string | readonly string[], { toleranceSeconds, now }?: VerifyOptions): Promise<boolean>;
/** Verifies the signature and returns the parsed event. Errors: `SignatureError`. */
declare function constructEvent(body: RawBody, header: SignatureHeader, secret: string | readonly string[], options?: VerifyOptions): Promise<WebhookEvent>;
/**
 * Returns the signature header that the service would send with this body. Use it to test a webhook receiver. `t` is in seconds since 1970.
 */
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
/** Response of a call. The type excludes pending approvals, because a call that needs an approval throws. */
type Answer<Id extends keyof operations, Status extends number> = Exclude<Json<operations[Id]['responses'][Status & keyof operations[Id]['responses']]>, Approval>;
/** Calls that a key may make, by the first segment of their path. */
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
        /** Get your test mode: its two accounts and its clock. `GET /v1/sandbox` (getSandbox) */
        get(options?: CallOptions): Promise<Sandbox>;
        /** Move your test mode’s clock forward. `POST /v1/sandbox/clock` (advanceSandbox) */
        advance(input: Body<'advanceSandbox', 'application/json'>, options?: CallOptions): Promise<SandboxClock>;
        /** Delete all your test data. `POST /v1/sandbox/reset` (resetSandbox) */
        reset(options?: CallOptions): Promise<Sandbox>;
    };
    requests: {
        /** List the last 100 requests made with your keys, newest first. `GET /v1/requests` (listRequests) */
        list(input?: Query<'listRequests'>, options?: CallOptions): Pages<RequestList, Request>;
    };
    approvals: {
        /** List your agents’ approval requests, newest first. `GET /v1/approvals` (listApprovals) */
        list(input?: Query<'listApprovals'>, options?: CallOptions): Pages<ApprovalList, Approval>;
        /** Get an approval, with the result once its request has been executed. `GET /v1/approvals/{id}` (getApproval) */
        get(id: string, options?: CallOptions): Promise<Approval>;
        /** Approve and run the stored request, once. `POST /v1/approvals/{id}/approve` (approve) */
        approve(id: string, options?: CallOptions): Promise<Approval>;
        /** Decline the stored request. `POST /v1/approvals/{id}/decline` (decline) */
        decline(id: string, options?: CallOptions): Promise<Approval>;
    };
    events: {
        /** List the events of the last 30 days, newest first; with `after`, oldest first for polling. `GET /v1/events` (listEvents) */
        list(input?: Query<'listEvents'>, options?: CallOptions): Pages<EventList, Event>;
    };
    shops: {
        /** List your shops, oldest first. `GET /v1/shops` (listShops) */
        list(options?: CallOptions): Pages<ShopList, Shop>;
        /** Open a shop. `POST /v1/shops` (createShop) */
        create(input: CreateShopBody, options?: CallOptions): Promise<Shop>;
        /** Get one of your shops, with its statistics. `GET /v1/shops/{slug}` (getShop) */
        get(slug: string, options?: CallOptions): Promise<ShopWithStats>;
        /** Change a shop; a new slug changes its URL. `PATCH /v1/shops/{slug}` (changeShop) */
        change(slug: string, input?: ChangeShopBody, options?: CallOptions): Promise<Shop>;
        /** Delete a shop without sales, with its listings and their photos. `DELETE /v1/shops/{slug}` (deleteShop) */
        delete(slug: string, options?: CallOptions): Promise<DeletedShop>;
        /** Set the picture of a shop, as a file or by URL. `PUT /v1/shops/{slug}/picture` (setShopPicture) */
        setPicture(slug: string, input?: Body<'setShopPicture', 'multipart/form-data'>, options?: CallOptions): Promise<Shop>;
        /** Remove the picture of a shop. `DELETE /v1/shops/{slug}/picture` (removeShopPicture) */
        removePicture(slug: string, options?: CallOptions): Promise<Shop>;
        /** Lower the prices of a shop for up to 14 days, or preview the sale. `POST /v1/shops/{slug}/sales` (createSale) */
        createSale(slug: string, input: Body<'createSale', 'application/json'>, options?: CallOptions): Promise<SalePreview | Sale>;
        /** List the sales of a shop, newest first. `GET /v1/shops/{slug}/sales` (listSales) */
        listSales(slug: string, input?: Query<'listSales'>, options?: CallOptions): Pages<SaleList, Sale>;
        /** End a sale now, or cancel a planned one; a job restores the prices. `POST /v1/shops/{slug}/sales/{id}/end` (endSale) */
        endSale(slug: string, id: string, options?: CallOptions): Promise<Sale>;
    };
    listings: {
        /** Create or change listings from a CSV of at most 1000 rows, with a result for each row. `POST /v1/listings/import` (importListings) */
        'import'(input?: Body<'importListings', 'multipart/form-data'>, options?: CallOptions): Promise<Import>;
        /** Export your listings as a CSV that you can import again. `GET /v1/listings/export` (exportListings) */
        export(input?: Query<'exportListings'>, options?: CallOptions): Promise<string>;
        /** Change up to 1,000 of your listings, or preview the change. `POST /v1/listings/bulk` (bulkListings) */
        bulk(input: Body<'bulkListings', 'application/json'>, options?: CallOptions): Promise<BulkPreview | Answer<'bulkListings', 202>>;
        /** Get a bulk change with its progress. `GET /v1/listings/bulk/{id}` (getBulk) */
        getBulk(id: string, options?: CallOptions): Promise<Bulk>;
        /** Undo a bulk change within 24 hours of its end. `POST /v1/listings/bulk/{id}/undo` (undoBulk) */
        undoBulk(id: string, options?: CallOptions): Promise<Answer<'undoBulk', 202>>;
        /** Lower the price of a listing step by step, down to your minimum price. `PUT /v1/listings/{id}/price-drop` (setPriceDrop) */
        setPriceDrop(id: string, input: Body<'setPriceDrop', 'application/json'>, options?: CallOptions): Promise<Listing>;
        /** Stop the price-drop schedule of a listing. `DELETE /v1/listings/{id}/price-drop` (stopPriceDrop) */
        stopPriceDrop(id: string, options?: CallOptions): Promise<Listing>;
        /** List and search your listings, most recently changed first. `GET /v1/listings` (listListings) */
        list(input?: Query<'listListings'>, options?: CallOptions): Pages<ListingList, Listing>;
        /** Create a draft, or with `publish` a live listing. `POST /v1/listings` (createListing) */
        create(input?: CreateListingBody, options?: CallOptions): Promise<Listing>;
        /** Create the listing with your SKU, or change it if it exists. `PUT /v1/listings/by-sku/{sku}` (putListing) */
        put(sku: string, input?: PutListingBody, options?: CallOptions): Promise<Listing>;
        /** Get one of your listings. `GET /v1/listings/{id}` (getListing) */
        get(id: string, options?: CallOptions): Promise<Listing>;
        /** Change the given fields of a listing; null clears a field. `PATCH /v1/listings/{id}` (changeListing) */
        change(id: string, input?: ChangeListingBody, options?: CallOptions): Promise<Listing>;
        /** Delete a listing that was never sold, with its photos. `DELETE /v1/listings/{id}` (deleteListing) */
        delete(id: string, options?: CallOptions): Promise<DeletedListing>;
        /** Publish a draft; it needs a title and a price. `POST /v1/listings/{id}/publish` (publishListing) */
        publish(id: string, input?: PublishListingBody, options?: CallOptions): Promise<Listing>;
        /** Unpublish a live listing: it becomes a draft and keeps its link. `POST /v1/listings/{id}/unpublish` (unpublishListing) */
        unpublish(id: string, options?: CallOptions): Promise<Listing>;
        /** Mark a live listing as sold elsewhere. `POST /v1/listings/{id}/mark-sold` (markListingSold) */
        markSold(id: string, options?: CallOptions): Promise<Listing>;
        /** Relist a sold listing or a draft at the same link. `POST /v1/listings/{id}/relist` (relistListing) */
        relist(id: string, options?: CallOptions): Promise<Listing>;
        /** Add photos after the existing ones, as files or by URL. `POST /v1/listings/{id}/photos` (addPhotos) */
        addPhotos(id: string, input?: Body<'addPhotos', 'multipart/form-data'>, options?: CallOptions): Promise<PhotoList>;
        /** Reorder the photos of a listing. `PUT /v1/listings/{id}/photos/order` (orderPhotos) */
        orderPhotos(id: string, input: OrderPhotosBody, options?: CallOptions): Promise<PhotoList>;
        /** Set the alternative text of a photo. `PATCH /v1/listings/{id}/photos/{photoId}` (changePhoto) */
        changePhoto(id: string, photoId: string, input: ChangePhotoBody, options?: CallOptions): Promise<PhotoList>;
        /** Remove a photo. `DELETE /v1/listings/{id}/photos/{photoId}` (removePhoto) */
        removePhoto(id: string, photoId: string, options?: CallOptions): Promise<PhotoList>;
        /** List the public questions about your listing, oldest first. `GET /v1/listings/{id}/questions` (listQuestions) */
        listQuestions(id: string, input?: Query<'listQuestions'>, options?: CallOptions): Pages<QuestionList, Question>;
        /** Publish a question and your answer on a listing. `POST /v1/listings/{id}/questions` (createQuestion) */
        createQuestion(id: string, input: CreateQuestionBody, options?: CallOptions): Promise<Question>;
        /** Change a public question or its answer. `PATCH /v1/listings/{id}/questions/{questionId}` (changeQuestion) */
        changeQuestion(id: string, questionId: string, input?: ChangeQuestionBody, options?: CallOptions): Promise<Question>;
        /** Delete a public question with its answer. `DELETE /v1/listings/{id}/questions/{questionId}` (deleteQuestion) */
        deleteQuestion(id: string, questionId: string, options?: CallOptions): Promise<DeletedQuestion>;
        /** Offer a listing for less to the people who like it; the first person to take it gets the order. `POST /v1/listings/{id}/invitations` (inviteLikers) */
        inviteLikers(id: string, input: Body<'inviteLikers', 'application/json'>, options?: CallOptions): Promise<Invitation>;
        /** Research an item and its value in the background. `POST /v1/listings/{id}/research` (startResearch) */
        startResearch(id: string, input?: StartResearchBody, options?: CallOptions): Promise<ResearchRun | Answer<'startResearch', 202>>;
        /** Get the latest research for a listing: its steps while it runs, then its result. `GET /v1/listings/{id}/research` (getResearch) */
        getResearch(id: string, options?: CallOptions): Promise<ResearchRun>;
        /** Write a title, one-liner, description and teaser in a tone; the listing changes only when you use a take. `POST /v1/listings/{id}/words` (writeWords) */
        writeWords(id: string, input: WriteWordsBody, options?: CallOptions): Promise<Words>;
        /** List the takes of a listing, newest first. `GET /v1/listings/{id}/words` (listTakes) */
        listTakes(id: string, input?: Query<'listTakes'>, options?: CallOptions): Pages<TakeList, Take>;
        /** Use a take: copy its text into the listing. `POST /v1/listings/{id}/words/{take}/use` (useTake) */
        useTake(id: string, take: string, options?: CallOptions): Promise<Listing>;
        /** Send a message to the listing agent, which can change the listing. `POST /v1/listings/{id}/chat` (sendChat) */
        sendChat(id: string, input: Body<'sendChat', 'application/json'>, options?: CallOptions): Promise<ChatReply>;
        /** List the messages of a listing’s chat, newest first. `GET /v1/listings/{id}/chat` (listChat) */
        listChat(id: string, input?: Query<'listChat'>, options?: CallOptions): Pages<ChatMessageList, ChatMessage>;
    };
    market: {
        /** List the public questions about a listing with the owner’s answers, oldest first. `GET /v1/market/listings/{id}/questions` (listPublicQuestions) */
        listPublicQuestions(id: string, input?: Query<'listPublicQuestions'>, options?: CallOptions): Pages<QuestionList, Question>;
        /** Search the listings on the marketplace. `GET /v1/market/search` (searchMarket) */
        search(input?: Query<'searchMarket'>, options?: CallOptions): Pages<SearchResult, PublicListing>;
        /** Get a listing as a buyer sees it. `GET /v1/market/listings/{id}` (getPublicListing) */
        getListing(id: string, options?: CallOptions): Promise<PublicListingDetail>;
        /** Suggest completions for a search: words, categories and stores. `GET /v1/market/suggest` (suggestSearch) */
        suggest(input?: Query<'suggestSearch'>, options?: CallOptions): Pages<SuggestionList, Suggestion>;
        /** List stores, busiest first. `GET /v1/market/stores` (listStores) */
        listStores(input?: Query<'listStores'>, options?: CallOptions): Pages<StoreList, Store>;
        /** Get a store with its listings, newest first, and its latest sales. `GET /v1/market/stores/{slug}` (getStore) */
        getStore(slug: string, input?: Query<'getStore'>, options?: CallOptions): Promise<StoreDetail>;
        /** Like a listing. `PUT /v1/market/listings/{id}/like` (likeListing) */
        likeListing(id: string, options?: CallOptions): Promise<Like>;
        /** Unlike a listing. `DELETE /v1/market/listings/{id}/like` (unlikeListing) */
        unlikeListing(id: string, options?: CallOptions): Promise<Like>;
        /** Follow a store. `PUT /v1/market/stores/{slug}/follow` (followStore) */
        followStore(slug: string, options?: CallOptions): Promise<Follow>;
        /** Stop following a store. `DELETE /v1/market/stores/{slug}/follow` (unfollowStore) */
        unfollowStore(slug: string, options?: CallOptions): Promise<Follow>;
        /** Report a listing; returns 200 with your earlier report if it is still open. `POST /v1/market/listings/{id}/report` (reportListing) */
        reportListing(id: string, input: Body<'reportListing', 'application/json'>, options?: CallOptions): Promise<Report>;
        /** Block the owner of a store. `PUT /v1/market/stores/{slug}/block` (blockStore) */
        blockStore(slug: string, options?: CallOptions): Promise<Block>;
        /** Unblock the owner of a store. `DELETE /v1/market/stores/{slug}/block` (unblockStore) */
        unblockStore(slug: string, options?: CallOptions): Promise<DeletedBlock>;
        /** Report a store; returns 200 with your earlier report if it is still open. `POST /v1/market/stores/{slug}/report` (reportStore) */
        reportStore(slug: string, input: Body<'reportStore', 'application/json'>, options?: CallOptions): Promise<PersonReport>;
    };
    stores: {
        /** List the public reviews of a store, newest first. `GET /v1/stores/{slug}/reviews` (listStoreReviews) */
        listReviews(slug: string, input?: Query<'listStoreReviews'>, options?: CallOptions): Pages<ReviewPage, Review>;
    };
    orders: {
        /** Review your order, once, within 30 days after it ends. `POST /v1/orders/{id}/review` (writeReview) */
        writeReview(id: string, input: WriteReviewBody, options?: CallOptions): Promise<Review>;
        /** List your orders as buyer and seller, newest first. `GET /v1/orders` (listOrders) */
        list(input?: Query<'listOrders'>, options?: CallOptions): Pages<OrderList, Order>;
        /** Order an item at its price: it is reserved for you for 15 minutes, and you must pay within that time. `POST /v1/orders` (createOrder) */
        create(input: Body<'createOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Get an order as its buyer or seller. `GET /v1/orders/{id}` (getOrder) */
        get(id: string, options?: CallOptions): Promise<Order>;
        /** Pay an order. `POST /v1/orders/{id}/pay` (payOrder) */
        pay(id: string, input: Body<'payOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Mark an order as shipped, with its tracking number if there is one. `POST /v1/orders/{id}/ship` (shipOrder) */
        ship(id: string, input?: Body<'shipOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Mark an order as delivered: as the buyer when it has arrived, or as the seller of a pickup with the buyer’s code. `POST /v1/orders/{id}/deliver` (deliverOrder) */
        deliver(id: string, input?: Body<'deliverOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Confirm that everything is OK, or withdraw your problem report: the seller then gets the money. `POST /v1/orders/{id}/confirm` (confirmOrder) */
        confirm(id: string, options?: CallOptions): Promise<Order>;
        /** Report a problem, with up to 6 photos as files or by URL. `POST /v1/orders/{id}/problem` (reportProblem) */
        reportProblem(id: string, input: Body<'reportProblem', 'multipart/form-data'>, options?: CallOptions): Promise<Order>;
        /** Get a photo of a problem or a contested return as the buyer, the seller or the operator. `GET /v1/orders/{id}/problem/photos/{number}` (getProblemPhoto) */
        getProblemPhoto(id: string, number: string, options?: CallOptions): Promise<Blob>;
        /** Answer a cancellation request or a partial refund with `agree`, or a problem with `body`. `POST /v1/orders/{id}/answer` (answerOrder) */
        answer(id: string, input?: Body<'answerOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Cancel an order; if you are the buyer and have paid, this asks the seller, and without an answer the order is cancelled after 72 hours. `POST /v1/orders/{id}/cancel` (cancelOrder) */
        cancel(id: string, options?: CallOptions): Promise<Order>;
        /** Resolve a problem: refund everything, or offer the buyer a partial refund with `amount`. `POST /v1/orders/{id}/refund` (refundOrder) */
        refund(id: string, input?: Body<'refundOrder', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Get the carriers’ rates for the parcel of a paid order, cheapest first; rates are valid for 24 hours. `GET /v1/orders/{id}/rates` (listRates) */
        listRates(id: string, input?: Query<'listRates'>, options?: CallOptions): Pages<RateList, Rate>;
        /** Get the shipping label of an order as its seller. `GET /v1/orders/{id}/label` (getLabel) */
        getLabel(id: string, options?: CallOptions): Promise<Label>;
        /** Buy the shipping label of a paid order; repeating the call returns the same label. `POST /v1/orders/{id}/label` (buyLabel) */
        buyLabel(id: string, input: Body<'buyLabel', 'application/json'>, options?: CallOptions): Promise<Label>;
        /** Void an unused shipping label; its cost is no longer deducted from your share. `DELETE /v1/orders/{id}/label` (voidLabel) */
        voidLabel(id: string, options?: CallOptions): Promise<Label>;
        /** Offer a return to resolve a problem: the buyer sends the item back and gets a full refund. `POST /v1/orders/{id}/return` (offerReturn) */
        offerReturn(id: string, input: Body<'offerReturn', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Agree to an offered return: you send the item back within 7 days. `POST /v1/orders/{id}/return/agree` (agreeToReturn) */
        agreeToReturn(id: string, options?: CallOptions): Promise<Order>;
        /** Decline an offered return: the operator then decides how to resolve the problem. `POST /v1/orders/{id}/return/decline` (declineReturn) */
        declineReturn(id: string, options?: CallOptions): Promise<Order>;
        /** Mark a returned item as sent, with its tracking number. `POST /v1/orders/{id}/return/send` (sendReturn) */
        sendReturn(id: string, input: Body<'sendReturn', 'application/json'>, options?: CallOptions): Promise<Order>;
        /** Mark a returned item as received: you then have 3 working days to check it. `POST /v1/orders/{id}/return/received` (receiveReturn) */
        receiveReturn(id: string, options?: CallOptions): Promise<Order>;
        /** Contest a returned item, with 1 to 6 photos as files or by URL: the operator decides. `POST /v1/orders/{id}/return/contest` (contestReturn) */
        contestReturn(id: string, input: Body<'contestReturn', 'multipart/form-data'>, options?: CallOptions): Promise<Order>;
        /** Block the other person in an order. `PUT /v1/orders/{id}/block` (blockOrder) */
        block(id: string, options?: CallOptions): Promise<Block>;
        /** Unblock the other person in an order. `DELETE /v1/orders/{id}/block` (unblockOrder) */
        unblock(id: string, options?: CallOptions): Promise<DeletedBlock>;
        /** Report the other person in an order; returns 200 with your earlier report if it is still open. `POST /v1/orders/{id}/report` (reportOrder) */
        report(id: string, input: Body<'reportOrder', 'application/json'>, options?: CallOptions): Promise<PersonReport>;
    };
    reviews: {
        /** Reply once to a review of your shop. `POST /v1/reviews/{id}/reply` (replyToReview) */
        reply(id: string, input: ReplyToReviewBody, options?: CallOptions): Promise<Review>;
    };
    likes: {
        /** List the listings that you like, most recently liked first. `GET /v1/likes` (listLikes) */
        list(input?: Query<'listLikes'>, options?: CallOptions): Pages<PublicListingList, PublicListing>;
    };
    follows: {
        /** List the stores that you follow, most recently followed first. `GET /v1/follows` (listFollows) */
        list(input?: Query<'listFollows'>, options?: CallOptions): Pages<StoreList, Store>;
    };
    searches: {
        /** List your saved searches, newest first. `GET /v1/searches` (listSearches) */
        list(input?: Query<'listSearches'>, options?: CallOptions): Pages<SearchList, Search>;
        /** Save a search; returns 200 with the saved search if its filters are already saved. `POST /v1/searches` (saveSearch) */
        save(input?: Body<'saveSearch', 'application/json'>, options?: CallOptions): Promise<Search>;
        /** Change the name or the alerts of a saved search. `PATCH /v1/searches/{id}` (changeSearch) */
        change(id: string, input?: Body<'changeSearch', 'application/json'>, options?: CallOptions): Promise<Search>;
        /** Delete a saved search. `DELETE /v1/searches/{id}` (deleteSearch) */
        delete(id: string, options?: CallOptions): Promise<DeletedSearch>;
    };
    offers: {
        /** Make an offer on a listing. `POST /v1/offers` (makeOffer) */
        make(input: Body<'makeOffer', 'application/json'>, options?: CallOptions): Promise<Offer>;
        /** List the offers that you received (`role=seller`) or made (`role=buyer`), or both without `role`, newest first. `GET /v1/offers` (listOffers) */
        list(input?: Query<'listOffers'>, options?: CallOptions): Pages<OfferList, Offer>;
        /** Get an offer that you made or received. `GET /v1/offers/{id}` (getOffer) */
        get(id: string, options?: CallOptions): Promise<Offer>;
        /** Accept an offer (as its seller, scope `offers`) or a counteroffer (as its buyer, scope `buying`); creates an order to be paid within 24 hours. `POST /v1/offers/{id}/accept` (acceptOffer) */
        accept(id: string, input?: Body<'acceptOffer', 'application/json'>, options?: CallOptions): Promise<Offer>;
        /** Decline an offer (as its seller, scope `offers`) or a counteroffer (as its buyer, scope `buying`). `POST /v1/offers/{id}/decline` (declineOffer) */
        decline(id: string, options?: CallOptions): Promise<Offer>;
        /** Counter an open offer with a higher amount; the buyer has 48 hours to answer. `POST /v1/offers/{id}/counter` (counterOffer) */
        counter(id: string, input: Body<'counterOffer', 'application/json'>, options?: CallOptions): Promise<Offer>;
        /** Withdraw an offer that you made. `POST /v1/offers/{id}/withdraw` (withdrawOffer) */
        withdraw(id: string, options?: CallOptions): Promise<Offer>;
        /** Explain to the seller how the negotiator decided: the rule, the inputs, the calculation, and how much a counteroffer reveals about the lowest price. `GET /v1/offers/{id}/explain` (explainOffer) */
        explain(id: string, options?: CallOptions): Promise<OfferExplanation>;
    };
    invitations: {
        /** List the invitations that you received (or sent, with `role=seller`), newest first. `GET /v1/invitations` (listInvitations) */
        list(input?: Query<'listInvitations'>, options?: CallOptions): Pages<InvitationList, Invitation>;
        /** Take an invitation: order the item at the amount of the invitation, or at its price if that is lower, to be paid within 15 minutes. `POST /v1/invitations/{id}/take` (takeInvitation) */
        take(id: string, input?: Body<'takeInvitation', 'application/json'>, options?: CallOptions): Promise<Invitation>;
        /** Decline an invitation that you received. `POST /v1/invitations/{id}/decline` (declineInvitation) */
        decline(id: string, options?: CallOptions): Promise<Invitation>;
        /** Withdraw an invitation that you sent. `POST /v1/invitations/{id}/withdraw` (withdrawInvitation) */
        withdraw(id: string, options?: CallOptions): Promise<Invitation>;
    };
    addresses: {
        /** List your delivery addresses, the default first, then the newest. `GET /v1/addresses` (listAddresses) */
        list(input?: Query<'listAddresses'>, options?: CallOptions): Pages<SavedAddressList, SavedAddress>;
        /** Store a delivery address; orders take its id as `address`. `POST /v1/addresses` (createAddress) */
        createAddress(input: Body<'createAddress', 'application/json'>, options?: CallOptions): Promise<SavedAddress>;
        /** Get one of your delivery addresses. `GET /v1/addresses/{id}` (getAddress) */
        getAddress(id: string, options?: CallOptions): Promise<SavedAddress>;
        /** Change a delivery address, or make it the default. `PATCH /v1/addresses/{id}` (changeAddress) */
        changeAddress(id: string, input?: Body<'changeAddress', 'application/json'>, options?: CallOptions): Promise<SavedAddress>;
        /** Delete a delivery address; existing orders keep their copy. `DELETE /v1/addresses/{id}` (deleteAddress) */
        deleteAddress(id: string, options?: CallOptions): Promise<DeletedAddress>;
    };
    purchases: {
        /** Compute the price of 2 to 10 items from one shop together; nothing is reserved. `POST /v1/purchases/quote` (quotePurchase) */
        quote(input: Body<'quotePurchase', 'application/json'>, options?: CallOptions): Promise<PurchaseQuote>;
        /** Order 2 to 10 items from one shop together: all are reserved for you for 15 minutes, with one payment and one parcel. `POST /v1/purchases` (createPurchase) */
        create(input: Body<'createPurchase', 'application/json'>, options?: CallOptions): Promise<Purchase>;
        /** List your purchases as buyer and seller, newest first. `GET /v1/purchases` (listPurchases) */
        list(input?: Query<'listPurchases'>, options?: CallOptions): Pages<PurchaseList, Purchase>;
        /** Get a purchase as its buyer or seller. `GET /v1/purchases/{id}` (getPurchase) */
        get(id: string, options?: CallOptions): Promise<Purchase>;
        /** Pay a purchase: one payment for all of its orders. `POST /v1/purchases/{id}/pay` (payPurchase) */
        pay(id: string, input: Body<'payPurchase', 'application/json'>, options?: CallOptions): Promise<Purchase>;
        /** Cancel a purchase that is not paid yet, with all of its orders. `POST /v1/purchases/{id}/cancel` (cancelPurchase) */
        cancel(id: string, options?: CallOptions): Promise<Purchase>;
        /** Mark every paid order of a purchase as shipped in one parcel, with its tracking number if there is one. `POST /v1/purchases/{id}/ship` (shipPurchase) */
        ship(id: string, input?: Body<'shipPurchase', 'application/json'>, options?: CallOptions): Promise<Purchase>;
    };
    labels: {
        /** Buy the cheapest shipping label for each of up to 50 paid orders, with one result per order. `POST /v1/labels` (buyLabels) */
        buy(input: Body<'buyLabels', 'application/json'>, options?: CallOptions): Promise<LabelResults>;
    };
    holds: {
        /** Request a hold on an item for a deposit; nothing is paid yet. `POST /v1/holds` (askHold) */
        ask(input: Body<'askHold', 'application/json'>, options?: CallOptions): Promise<Hold>;
        /** List the holds that you requested or that are on your items, newest first. `GET /v1/holds` (listHolds) */
        list(input?: Query<'listHolds'>, options?: CallOptions): Pages<HoldList, Hold>;
        /** Get a hold. `GET /v1/holds/{id}` (getHold) */
        get(id: string, options?: CallOptions): Promise<Hold>;
        /** Pay the deposit: the item is reserved for you for 72 hours. `POST /v1/holds/{id}/pay` (payHold) */
        pay(id: string, input: Body<'payHold', 'application/json'>, options?: CallOptions): Promise<Hold>;
        /** Cancel a hold as the seller: the deposit is refunded in full. `POST /v1/holds/{id}/return` (returnHold) */
        return(id: string, options?: CallOptions): Promise<Hold>;
    };
    payouts: {
        /** List your payouts, due and sent, newest first. `GET /v1/payouts` (listPayouts) */
        list(input?: Query<'listPayouts'>, options?: CallOptions): Pages<PayoutList, Payout>;
        /** Get your payout account. `GET /v1/payouts/account` (getPayoutAccount) */
        getAccount(options?: CallOptions): Promise<PayoutAccount>;
        /** Open your payout account, or continue its setup at `url`. `POST /v1/payouts/account` (openPayoutAccount) */
        openAccount(options?: CallOptions): Promise<PayoutAccount>;
    };
    balance: {
        /** Get your balance: money earned, expected, on hold and paid out. `GET /v1/balance` (getBalance) */
        get(options?: CallOptions): Promise<Balance>;
    };
    statements: {
        /** List your monthly statements, newest first. `GET /v1/statements` (listStatements) */
        list(input?: Query<'listStatements'>, options?: CallOptions): Pages<StatementList, Statement>;
        /** Get your statement of a month or a year. `GET /v1/statements/{period}` (getStatement) */
        get(period: string, options?: CallOptions): Promise<Statement>;
        /** List every change of your balance in a month or a year, oldest first. `GET /v1/statements/{period}/lines` (listStatementLines) */
        listLines(period: string, input?: Query<'listStatementLines'>, options?: CallOptions): Pages<StatementLineList, StatementLine>;
        /** Export the lines of your statement as a CSV. `GET /v1/statements/{period}/export` (exportStatement) */
        export(period: string, options?: CallOptions): Promise<string>;
    };
    threads: {
        /** List your conversations, newest message first; needs the scope `buying` as a buyer and `messages` as a seller. `GET /v1/threads` (listThreads) */
        list(input?: Query<'listThreads'>, options?: CallOptions): Pages<ThreadList, Thread>;
        /** Send a message about a listing or to a shop, with up to 4 photos; continues an existing conversation. `POST /v1/threads` (startThread) */
        start(input?: Body<'startThread', 'multipart/form-data'>, options?: CallOptions): Promise<Thread>;
        /** Get a conversation with its messages, oldest first. `GET /v1/threads/{id}` (getThread) */
        get(id: string, input?: Query<'getThread'>, options?: CallOptions): Promise<ThreadDetail>;
        /** Send a message in a conversation, with up to 4 photos as files or by URL. `POST /v1/threads/{id}/messages` (sendMessage) */
        sendMessage(id: string, input?: Body<'sendMessage', 'multipart/form-data'>, options?: CallOptions): Promise<Message>;
        /** Get a photo of a message as one of the two people in the conversation. `GET /v1/threads/{id}/messages/{message}/photos/{number}` (getMessagePhoto) */
        getMessagePhoto(id: string, message: string, number: string, input?: Query<'getMessagePhoto'>, options?: CallOptions): Promise<Blob>;
        /** Mark a conversation as read. `POST /v1/threads/{id}/read` (readThread) */
        read(id: string, options?: CallOptions): Promise<Thread>;
        /** Block the other person in a conversation. `PUT /v1/threads/{id}/block` (blockThread) */
        block(id: string, options?: CallOptions): Promise<Block>;
        /** Unblock the other person in a conversation. `DELETE /v1/threads/{id}/block` (unblockThread) */
        unblock(id: string, options?: CallOptions): Promise<DeletedBlock>;
        /** Report the other person in a conversation, which the operator then reads; returns 200 with your earlier report if it is still open. `POST /v1/threads/{id}/report` (reportThread) */
        report(id: string, input: Body<'reportThread', 'application/json'>, options?: CallOptions): Promise<PersonReport>;
    };
    replies: {
        /** List your saved replies by title. `GET /v1/replies` (listReplies) */
        list(input?: Query<'listReplies'>, options?: CallOptions): Pages<SavedReplyList, SavedReply>;
        /** Save a reply that you use often. `POST /v1/replies` (createReply) */
        createReply(input: Body<'createReply', 'application/json'>, options?: CallOptions): Promise<SavedReply>;
        /** Get one of your saved replies. `GET /v1/replies/{id}` (getReply) */
        getReply(id: string, options?: CallOptions): Promise<SavedReply>;
        /** Change the title or the text of a saved reply. `PATCH /v1/replies/{id}` (changeReply) */
        changeReply(id: string, input?: Body<'changeReply', 'application/json'>, options?: CallOptions): Promise<SavedReply>;
        /** Delete a saved reply; sent messages stay. `DELETE /v1/replies/{id}` (deleteReply) */
        deleteReply(id: string, options?: CallOptions): Promise<DeletedReply>;
    };
    blocks: {
        /** List the people you have blocked, most recently blocked first. `GET /v1/blocks` (listBlocks) */
        list(input?: Query<'listBlocks'>, options?: CallOptions): Pages<BlockList, Block>;
    };
    webhooks: {
        /** Get the webhook: the URL that receives events. `GET /v1/webhooks` (getWebhook) */
        get(options?: CallOptions): Promise<Webhook>;
        /** Set the webhook: its URL and its events. `PUT /v1/webhooks` (setWebhook) */
        set(input: SetWebhookBody, options?: CallOptions): Promise<Webhook>;
        /** Stop sending events. `DELETE /v1/webhooks` (stopWebhook) */
        stop(options?: CallOptions): Promise<Webhook>;
        /** Create a new signing secret, shown once; the old one becomes invalid immediately. `POST /v1/webhooks/rotate-secret` (rotateWebhookSecret) */
        rotateSecret(options?: CallOptions): Promise<Webhook>;
        /** Send a test event now and return the receiver’s response. `POST /v1/webhooks/test` (testWebhook) */
        test(options?: CallOptions): Promise<WebhookTest>;
        /** List the deliveries of the last 30 days, newest first. `GET /v1/webhooks/deliveries` (listDeliveries) */
        listDeliveries(input?: Query<'listDeliveries'>, options?: CallOptions): Pages<DeliveryList, Delivery>;
        /** Get a delivery with its attempts and the exact body. `GET /v1/webhooks/deliveries/{id}` (getDelivery) */
        getDelivery(id: string, options?: CallOptions): Promise<DeliveryDetail>;
        /** Resend all failed deliveries now, with the same ids and bodies. `POST /v1/webhooks/deliveries/retry` (retryDeliveries) */
        retryDeliveries(input?: RetryDeliveriesBody, options?: CallOptions): Promise<Redelivery>;
        /** Resend a delivery now, with the same id and body. `POST /v1/webhooks/deliveries/{id}/retry` (retryDelivery) */
        retryDelivery(id: string, options?: CallOptions): Promise<Delivery>;
    };
    inbox: {
        /** List your open tasks across all your shops. `GET /v1/inbox` (getInbox) */
        get(options?: CallOptions): Promise<Inbox>;
    };
    notices: {
        /** List your notification settings. `GET /v1/notices` (listNotices) */
        list(options?: CallOptions): Promise<Notices>;
    };
    sidekick: {
        /** Estimate how much of an item’s cost you would get back on resale, from a link or a description. `POST /v1/sidekick` (checkShopping) */
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
        /** Get the daily views, likes, offers and sales of your shops, up to 90 days back, and the best-selling categories. `GET /v1/stats` (readStats) */
        read(input?: Query<'readStats'>, options?: CallOptions): Promise<DailyStats>;
    };
};
/** A request to any path under `/v1`, including paths without a generated method. */
export type RawRequest = {
    method: string;
    path: string;
    query?: object;
    body?: unknown;
};
type More = {
    /** Waits for the owner's decision on a call, and then returns the call's result. */
    waitForApproval<Result = unknown>(approval: ApprovalNeeded | Approval | string, options?: WaitOptions): Promise<Result>;
    /** Sends any request under `/v1`, with the same retries and errors as the generated methods. */
    request<Result = unknown>(request: RawRequest, options?: CallOptions): Promise<Result>;
    listings: Resources['listings'] & {
        /** Sends a message to the helper for a listing, and streams the helper's reply. */
        streamChat(id: string, input: ChatInput, options?: CallOptions): AsyncGenerator<ChatEvent, void, undefined>;
    };
    webhooks: Resources['webhooks'] & {
        verify: typeof verify;
        constructEvent: typeof constructEvent;
        sign: typeof sign;
    };
};
type ChatInput = operations['sendChat']['requestBody']['content']['application/json'];
/** Client for the service. Example: `resale.listings.create({…})`. */
export type Resale = Resources & More;
/** Creates a client for one account. Sends no request until the first call. */
export declare function createResale(options: ClientOptions): Resale;
/** Functions that verify and sign webhooks. They need no API key. */
export declare const webhooks: {
    verify: typeof verify;
    constructEvent: typeof constructEvent;
    sign: typeof sign;
};
export {};
