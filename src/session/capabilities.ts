/** What a session can do: decides which tools its registry shows. */
import type { Requirement } from '../registry/define-tool.js';

export interface Capabilities {
  /** The debugging protocol of Chromium can be used. */
  readonly cdp: boolean;
  readonly world: 'isolated' | 'main';
  /** The model sees pictures. */
  readonly vision: boolean;
  /** A person can see the browser; Playwright does not tell, so nobody relies on it. */
  readonly headed: 'unknown';
  /** The browser runs elsewhere; Playwright does not tell either. */
  readonly remote: 'unknown';
  /** Services the host lends: search, bookmarks, and the like. */
  readonly providers: readonly string[];
}

export function meets(capabilities: Capabilities, requirement: Requirement): boolean {
  switch (requirement) {
    case 'cdp':
      return capabilities.cdp;
    case 'vision':
      return capabilities.vision;
    case 'headed':
      return false;
    default:
      return capabilities.providers.includes(requirement);
  }
}
