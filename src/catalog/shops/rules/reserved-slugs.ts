/**
 * Returns true for a reserved slug (spec: completions 4, Slug; reliability 5.10, T21). Reserved slugs are the service's own names, names
 * from mail and network conventions, and names that resemble the service, payment providers or known brands.
 */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug) || RESERVED_SHAPES.some((shape) => shape.test(slug)) || TRUSTED_SKELETONS.has(skeletonOf(slug))
}

/**
 * Returns a form of the slug that is the same for all slugs that look alike. For example, `adm1n` and `admin` have the same form, as do
 * `paypa1`, `pay-pal` and `paypal`.
 */
function skeletonOf(slug: string): string {
  return slug.replaceAll('-', '').replace(/[013457i]/g, (sign) => HOMOGLYPHS[sign]!)
}

const HOMOGLYPHS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', i: 'l' }

const RESERVED_SHAPES: readonly RegExp[] = [
  /-(?:support|official|security|verified|billing|payments|helpdesk|admin|refunds)$/,
  /^(?:official|verified|admin)-/,
  /^(?:ns|mx|dns|www|web|smtp|imap|pop|mail|api|cdn|img|static|db|node|host|srv|server|v)\d+$/,
]

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Reserved words. A slug that looks like one of them is also rejected. */
const TRUSTED = words(`
  admin administrator moderator operator official support security billing payments verify verified verification
  helpdesk webmaster hostmaster postmaster root sysadmin superuser customer-service customer-care
  paypal stripe visa mastercard amex venmo cashapp zelle klarna afterpay affirm wise revolut coinbase binance
  apple google microsoft amazon facebook instagram whatsapp tiktok twitter youtube linkedin pinterest snapchat
  ebay vinted depop etsy mercari poshmark grailed vestiaire stockx goat offerup craigslist kleinanzeigen
  leboncoin wallapop carousell shopify fedex ups usps dhl royalmail
`)

const TRUSTED_SKELETONS = new Set(TRUSTED.map(skeletonOf))

const RESERVED = new Set([
  ...TRUSTED,
  // the service's own routes, pages and resources
  ...words(`
    www www-data web website app apps api apis graphql rest rpc oauth oauth2 oidc sso saml auth authn authz login log-in
    logout log-out signin sign-in signout sign-out signup sign-up register registration join account accounts me my mine
    user users profile profiles member members session sessions password passwords reset recover recovery invite
    invites inbox outbox message messages chat thread threads notification notifications notice notices alert alerts
    market marketplace marketplaces search find discover explore browse trending popular new newest categories
    category tag tags sell selling seller sellers buy buying buyer buyers shop shops store stores storefront
    listing listings item items product products catalog catalogue cart basket bag checkout pay payment payout payouts
    refund refunds order orders offer offers hold holds deposit escrow wallet ledger bank money invoice invoices
    fee fees pricing plans plan subscribe subscription subscriptions billing-portal review reviews rating ratings
    like likes follow follows followers following favorite favorites saved searches report reports
    webhook webhooks hook hooks event events key keys token tokens secret secrets agent agents approval approvals
    research words sidekick negotiator helper helpers export exports import imports upload uploads download downloads
    photo photos picture pictures image images img video videos media file files asset assets static public private
    cdn edge cache content embed widget widgets feed feeds rss atom sitemap robots favicon manifest
    settings setup config configuration preferences dashboard console panel control backoffice internal intranet
    edit editor create delete update draft drafts preview
  `),
  // company and legal pages
  ...words(`
    about about-us contact contact-us company team jobs careers press blog news newsletter docs doc documentation
    developer developers dev api-docs reference guide guides help faq faqs kb learn academy community forum forums
    status uptime health healthz readyz livez metrics ping version terms tos privacy policy policies legal imprint
    impressum dmca copyright trademark gdpr ccpa cookies cookie compliance trust safety abuse fraud spam phishing
    report-abuse law-enforcement partner partners affiliate affiliates investors investor sponsor sponsors
    ads advertising advertise promo promotions sales marketing affiliate-program brand service services system
  `),
  // mailboxes in RFC 2142, and mailboxes that can approve certificates
  ...words(`
    info noc ftp usenet uucp ssladmin ssl-admin ssladministrator sslwebmaster sysadm is it mis mailer-daemon
    mailerdaemon nobody noreply no-reply donotreply do-not-reply daemon bounce bounces list lists listserv majordomo
  `),
  // common names of network hosts
  ...words(`
    mail email e-mail webmail smtp imap imaps pop pop3 mx exchange autodiscover autoconfig wpad isatap localhost
    localdomain local broadcasthost loopback gateway router firewall proxy vpn ssh sftp ftps telnet ldap ntp dns ns
    whois rdap dhcp radius kerberos git gitlab github svn hg ci cd build jenkins registry npm docker k8s kubernetes
    node worker workers queue cron job scheduler db database postgres mysql redis mongo sql backup backups archive
    logs log logging sentry grafana prometheus kibana monitor monitoring trace tracing s3 storage bucket data
    test testing tests stage staging sandbox qa uat beta alpha canary prod production live development debug trial
    example invalid onion arpa ssl tls cert certs certificate acme well-known dkim dmarc spf domainkey
    server servers host hosting hosts cluster cloud origin lb balancer
  `),
  // words with a special meaning in software
  ...words(`
    null undefined nil none nan true false void anonymous guest everyone all any self owner default unknown error errors
    404 500 index home main start welcome constructor prototype superadmin bot bots crawler robot
  `),
])
