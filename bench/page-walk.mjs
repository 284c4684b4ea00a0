// @ts-check
// In-page time of a capture against the floor (walk + getComputedStyle + rect of every element) and, with --aria, page.ariaSnapshot({ mode: 'ai' }).
// node bench/page-walk.mjs [--pages <module with `pages`>] [--only <part of a name>] [--pairs 5] [--aria] [--change]
import { resolve } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { bundlePage } from '../build/bundle-page.js';
import { findBrowser, LAUNCH_ARGS } from '../scripts/browser.mjs';
