/** The browser of the examples. */
import { env } from 'node:process';
import { chromium } from 'playwright-core';
import { findBrowser, LAUNCH_ARGS } from '../../scripts/browser.mjs';
import { UsageError } from './options.mjs';

export const isHeaded = Boolean(env['HEADED']) && env['HEADED'] !== '0';

/** Launches the Chromium of this machine; with HEADED=1 it can be watched. */
export async function launchBrowser() {
  const executablePath = await findBrowser();
  if (!executablePath)
    throw new UsageError('There is no Chromium. `npm start` and `npm test` install one; or set SUREHAND_CHROMIUM to the path of yours.');
  return await chromium.launch({ executablePath, args: [...LAUNCH_ARGS], headless: !isHeaded, ...(isHeaded ? { slowMo: 120 } : {}) });
}
