/** What a session can do: decides which tools its registry shows. */
import type { Requirement } from '../registry/define-tool.js';

export interface Capabilities {
  /** The debugging protocol of Chromium can be used. */
  readonly cdp: boolean;
  readonly world: 'isolated' | 'main';
  /** The model sees pictures. */
  readonly vision: boolean;
  /** The browser has windows that a person could see. `unknown` where it does not tell (other browsers than Chromium). */
  readonly headed: boolean | 'unknown';
  /**
   * The browser was not started by this process but connected to, through a Playwright server or a debugging port: it may run on another
   * machine and share no files. `unknown` where nobody tells.
   */
  readonly remote: boolean | 'unknown';
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
      return capabilities.headed === true;
    case 'sub_agents':
      return capabilities.providers.includes('subAgents');
    default:
      return capabilities.providers.includes(requirement);
  }
}
