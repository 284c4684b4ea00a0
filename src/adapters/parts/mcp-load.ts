/** The MCP SDK is the host's, and loaded when it is used. */
import { SdkError } from '../../shared/errors.js';

/**
 * Loads a part of the SDK.
 * @throws SdkError not_configured when it is not installed
 */
export async function loadMcp<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new SdkError('not_configured', 'MCP needs the package @modelcontextprotocol/sdk, version 1.20 or newer.', {
      phase: 'validate',
      hint: 'Install it: npm install @modelcontextprotocol/sdk.',
      cause,
    });
  }
}
