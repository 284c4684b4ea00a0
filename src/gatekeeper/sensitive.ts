/** Origins on which nothing is written for a user: money, identity, government, the browser itself. */
import { isOriginPattern, matchesOrigin } from '../shared/origins.js';

/** Cannot be removed, only added to. */
export const SHIPPED_SENSITIVE: readonly string[] = [
  'chrome:',
  'chrome-extension:',
  'chrome-untrusted:',
  'devtools:',
  'edge:',
  'view-source:',
  'https://chromewebstore.google.com',
  'https://addons.mozilla.org',
  'https://microsoftedge.microsoft.com',
  'https://myaccount.google.com',
  'https://account.microsoft.com',
  'https://appleid.apple.com',
  '*.paypal.com',
  '*.venmo.com',
  '*.wise.com',
  '*.alipay.com',
  '*.cash.app',
  'https://pay.google.com',
  'https://dashboard.stripe.com',
  '*.chase.com',
  '*.bankofamerica.com',
  '*.wellsfargo.com',
  '*.citi.com',
  '*.capitalone.com',
  '*.hsbc.com',
  '*.barclays.co.uk',
  '*.santander.com',
  '*.revolut.com',
  '*.schwab.com',
  '*.fidelity.com',
  '*.vanguard.com',
  '*.robinhood.com',
  '*.etrade.com',
  '*.interactivebrokers.com',
  '*.coinbase.com',
  '*.binance.com',
  '*.kraken.com',
  '*.gov',
  '*.gov.uk',
  '*.gov.cn',
  '*.gov.au',
];

const SCHEME = /^[a-z][a-z0-9+.-]*:$/;

/** True for an origin pattern or a scheme. */
export function isSensitivePattern(pattern: string): boolean {
  return SCHEME.test(pattern) || (pattern !== '*' && isOriginPattern(pattern));
}

/**
 * The pattern that makes a place sensitive.
 * @param place an origin, or a URL whose origin is opaque
 */
export function sensitivePattern(patterns: readonly string[], place: string): string | undefined {
  const lower = place.toLowerCase();
  return patterns.find((pattern) => (SCHEME.test(pattern) ? lower.startsWith(pattern) : matchesOrigin(pattern, place)));
}
